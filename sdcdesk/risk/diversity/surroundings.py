"""Surroundings of the released records: who shares their key values, and has which confidential ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.counting.missing_keys import Missing, some_lacking
from sdcdesk.kernels.compatible_values import compatible_counts
from sdcdesk.kernels.counting import Codes, compatible_records, group_records
from sdcdesk.kernels.value_counts import ValueCounts, counted


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """The different keys of the released records, and the group of each.

    The group of a key are the records that have it or, where a missing key value matches every value, all
    records compatible with it.

    Attributes
    ----------
    grouped
        Whether records form groups, so that none is in two; False where a missing key value matches every
        value, and some are missing.
    labels
        int64 (t,), the key of each released record.
    sizes
        int64 (G,), records of each group.
    first
        int64 (G,), position of the first record with the key.
    keys
        Codes of the different keys, (G,) each.
    weights
        int64 (t,), how many records each entry stands for, where records are not in memory; None: one each.
    numbers
        int64 (G,), how many groups each entry stands for, likewise.
    """

    grouped: bool
    labels: np.ndarray
    sizes: np.ndarray
    first: np.ndarray
    keys: tuple[Codes, ...]
    weights: np.ndarray | None = None
    numbers: np.ndarray | None = None

    @property
    def records(self) -> int:
        """Number of released records."""
        return len(self.labels) if self.weights is None else int(self.weights.sum())

    def record_number(self, which: np.ndarray) -> int:
        """Return how many records there are of some kinds.

        Parameters
        ----------
        which
            bool (t,).

        Returns
        -------
        int
            The kinds are records where these are in memory.
        """
        return int(which.sum()) if self.weights is None else int(self.weights[which].sum())

    def group_number(self, which: np.ndarray) -> int:
        """Return how many groups there are of some kinds.

        Parameters
        ----------
        which
            bool (G,).

        Returns
        -------
        int
            The kinds are groups where records are in memory.
        """
        return int(which.sum()) if self.numbers is None else int(self.numbers[which].sum())

    def value_counts(self, values: np.ndarray, progress: Progress = SILENT) -> Iterator[ValueCounts]:
        """Count the values of each group.

        Parameters
        ----------
        values
            int32 or int64 (t,), codes of values from 0; below 0 where a record has none.
        progress
            Receives how far the work is.

        Yields
        ------
        ValueCounts
            Values of some of the groups, each group once; one without a value is in none.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        progress.at(0.0, "Values of groups")
        own = counted(self.labels, values)
        if self.grouped or not len(own.values):
            yield own
            return
        columns, sizes = [key.values for key in self.keys], [key.size for key in self.keys]
        yield from compatible_counts(columns, sizes, own, progress)


def surroundings(
    masked: Microdata, names: Sequence[str], missing: Missing, progress: Progress = SILENT
) -> Surroundings:
    """Return the groups of the released records.

    Parameters
    ----------
    masked
        The masked file.
    names
        Names of the keys; one that is not released tells nobody apart.
    missing
        What a missing key value matches.
    progress
        Receives how far the work is.

    Returns
    -------
    Surroundings
        Of all released records.

    Raises
    ------
    DataError
        The values of an ordinal key do not fit its order.
    Cancelled
        The user asked to stop.
    """
    progress.at(0.0, "Groups")
    codes = key_codes(masked, names, progress)
    groups = group_records(codes)
    progress.at(0.5, "Groups")
    first = np.empty(len(groups.sizes), dtype=np.int64)
    # Of several records of a group the last one that is written stays.
    first[groups.labels[::-1]] = np.arange(len(groups.labels))[::-1]
    grouped = missing == "category" or not some_lacking(code.values for code in codes)
    sizes = groups.sizes if grouped else compatible_records(codes, progress=progress)[first]
    different = tuple(Codes(code.values[first], code.size) for code in codes)
    return Surroundings(grouped, groups.labels, sizes, first, different)
