"""Frequencies of keys: how many records of a file share the key of each of its records."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.narrow import narrow
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import SizeHistogram
from sdcdesk.counting.missing_keys import Missing, some_lacking
from sdcdesk.kernels.counting import Codes, Groups, compatible_records, group_records


class Frequencies:
    """The sizes f_r of a masked file, or F_r of an initial one.

    All is kept in as few bytes as hold it: assessments that list records keep the sizes of their files.

    Parameters
    ----------
    found
        The groups of records that share their key; where a missing value matches every value and some are
        missing, for each record the number of those compatible with it, int64 (n,).
    """

    __slots__ = ("__weakref__", "_labels", "_of_groups", "_of_records")

    def __init__(self, found: Groups | np.ndarray) -> None:
        self._of_groups: np.ndarray | None = None
        if isinstance(found, Groups):
            self._of_groups = narrow(found.sizes, int(found.sizes.max(initial=0)))
            self._of_records = self._of_groups[found.labels]
            self._labels = narrow(found.labels, len(found.sizes) - 1)
        else:
            self._of_records = narrow(found, int(found.max(initial=0)))

    @property
    def grouped(self) -> bool:
        """Whether records form groups."""
        return self._of_groups is not None

    @property
    def labels(self) -> np.ndarray:
        """int64 (n,), group of each record, ascending by key; only where records form groups."""
        return self._labels.astype(np.int64)

    @property
    def groups(self) -> Groups | None:
        """The groups (clusters); None where records do not form groups."""
        if self._of_groups is None:
            return None
        return Groups(self.labels, self._of_groups.astype(np.int64))

    @property
    def sizes(self) -> np.ndarray:
        """int64 (n,): for each record how many share its key, or are compatible with it, itself included."""
        found: np.ndarray = self._of_records.astype(np.int64)
        return found

    def sizes_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the sizes of some of the records, counted among all of them.

        Parameters
        ----------
        rows
            int64 (t,), positions of records.

        Returns
        -------
        np.ndarray
            int64 (t,).
        """
        found: np.ndarray = self._of_records[rows].astype(np.int64)
        return found

    @property
    def smallest(self) -> int | None:
        """k, the smallest size; None without records."""
        return int(self._of_records.min()) if len(self._of_records) else None

    @property
    def number(self) -> float:
        """Number of groups; Σ 1/size over the records, which is the same, where there are no groups."""
        if self._of_groups is not None:
            return len(self._of_groups)
        sizes, records = self.by_size()
        return float((records / sizes).sum())

    @property
    def histogram(self) -> SizeHistogram:
        """Records by size."""
        if self._of_groups is not None:
            return SizeHistogram.from_groups(self._of_groups)
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


@dataclass(frozen=True, slots=True, eq=False)
class RecordSizes:
    """Sizes of the group of each released record, where a definition needs them record by record.

    Each is computed whenever it is asked for.

    Attributes
    ----------
    released, original
        Frequencies of both files.
    rows
        int64 (t,), the initial record that each released one came from.
    """

    released: Frequencies
    original: Frequencies
    rows: np.ndarray

    @property
    def now(self) -> np.ndarray:
        """int64 (t,), f_r."""
        return self.released.sizes

    @property
    def before(self) -> np.ndarray:
        """int64 (t,), F_r: that of the initial record that it came from."""
        return self.original.sizes_of(self.rows)

    @property
    def groups(self) -> Groups | None:
        """Groups of the released records; None where they form none."""
        return self.released.groups

    @property
    def initial(self) -> np.ndarray:
        """int64 (n,), F of all initial records."""
        return self.original.sizes


def frequencies(keys: Sequence[Codes], missing: Missing, progress: Progress = SILENT) -> Frequencies:
    """Count for each record those that share its key.

    Parameters
    ----------
    keys
        The key variables of one file, at least one; also in fewer bytes than other counts take.
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
        wide = [Codes(key.values.astype(np.int32, copy=False), key.size) for key in keys]
        return Frequencies(compatible_records(wide, progress=progress))
    return Frequencies(group_records(keys))
