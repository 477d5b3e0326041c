"""Frequencies of keys: how many records of a file share the key of each of its records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, Counting, Groups, InMemory
from sdcdesk.risk.keys.key_measure import Missing
from sdcdesk.risk.keys.missing_keys import some_lacking

COUNTING: Counting = InMemory()


@dataclass(frozen=True, slots=True, eq=False)
class Frequencies:
    """The sizes f_r of a masked file, or F_r of an initial one.

    Attributes
    ----------
    sizes
        int64, for each record the number of records that share its key or, where a missing value matches
        every value, are compatible with it; itself included.
    groups
        The groups (clusters) behind them; None where a missing value matches every value and some are
        missing, for then records do not form groups.
    """

    sizes: np.ndarray
    groups: Groups | None

    @property
    def smallest(self) -> int | None:
        """k, the smallest size; None without records."""
        return int(self.sizes.min()) if len(self.sizes) else None

    @property
    def number(self) -> float:
        """Number of groups; Σ 1/size over the records, which is the same, where there are no groups."""
        if self.groups is not None:
            return len(self.groups.sizes)
        sizes, records = self.by_size()
        return float((records / sizes).sum())

    def by_size(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the sizes that occur, ascending, and the number of records of each.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Sizes and records, twice int64 (number of sizes,).
        """
        records = np.bincount(self.sizes)
        sizes = np.flatnonzero(records)
        return sizes, records[sizes]


def key_codes(data: Microdata, names: Sequence[str], progress: Progress = SILENT) -> list[Codes]:
    """Return the key variables as codes; a variable that is not in the data is missing in all records.

    Parameters
    ----------
    data
        A file.
    names
        Names of the keys, in the data or not.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    list[Codes]
        One entry for each name.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    found = []
    for name in names:
        progress.check()
        if name in data:
            coding = data.coding(name)
            found.append(Codes(coding.codes, len(coding.categories)))
        else:
            found.append(nothing(len(data)))
    return found


def nothing(records: int) -> Codes:
    """Return the codes of a variable that is missing in all records.

    Parameters
    ----------
    records
        Number of records.

    Returns
    -------
    Codes
        int32 (records,), all missing, of no category.
    """
    return Codes(np.full(records, MISSING, dtype=np.int32), 0)


def frequencies(keys: Sequence[Codes], missing: Missing, progress: Progress = SILENT) -> Frequencies:
    """Count for each record those that share its key.

    Parameters
    ----------
    keys
        The key variables of one file; at least one.
    missing
        "category": a missing value is a value of its own; "wildcard": it matches every value.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    Frequencies
        Sizes, int64 (n,), and the groups where there are any.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if missing == "wildcard" and some_lacking(key.values for key in keys):
        return Frequencies(COUNTING.compatible(keys, progress=progress), None)
    groups = COUNTING.groups(keys)
    return Frequencies(groups.record_sizes, groups)


def size_table(files: Mapping[str, Frequencies]) -> pd.DataFrame:
    """Return how many groups and records there are of each size.

    Parameters
    ----------
    files
        By what is put behind the column names: {"_before": …, "_after": …}.

    Returns
    -------
    DataFrame
        size, ascending, and for each file groups (missing where there are none) and records.
    """
    found = {suffix: file.by_size() for suffix, file in files.items()}
    sizes = np.unique(np.concatenate([sizes for sizes, _ in found.values()]))
    table = pd.DataFrame({"size": sizes})
    for suffix, file in files.items():
        records = np.zeros(len(sizes), dtype=np.int64)
        records[np.searchsorted(sizes, found[suffix][0])] = found[suffix][1]
        without = np.full(len(sizes), file.groups is None)
        table[f"groups{suffix}"] = pd.arrays.IntegerArray(records // sizes, without)
        table[f"records{suffix}"] = records
    return table
