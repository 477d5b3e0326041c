"""Frequencies of keys: how many records of a file share the key of each of its records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.counting.missing_keys import Missing, some_lacking
from sdcdesk.kernels.counting import Codes, Groups, compatible_records, group_records


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

    @property
    def histogram(self) -> SizeHistogram:
        """Records by size."""
        if self.groups is not None:
            return SizeHistogram.from_groups(self.groups)
        return SizeHistogram.from_sizes(self.sizes, grouped=False)

    def by_size(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the sizes that occur, ascending, and the number of records of each.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Sizes and records, twice int64 (number of sizes,).
        """
        found = self.histogram
        return found.sizes, found.records


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
        return Frequencies(compatible_records(keys, progress=progress), None)
    groups = group_records(keys)
    return Frequencies(groups.record_sizes, groups)
