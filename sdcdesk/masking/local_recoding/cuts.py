"""Cuts of classes: where one key cuts classes of records into parts of at least k, and what that gains."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.masking.local_recoding.key_labels import KeyLabels


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Records of each class by their values of one key.

    Attributes
    ----------
    owners
        int64 (m,), class of each cell, ascending; each class has one.
    codes
        int64 (m,), code of its value, ascending within a class.
    counts
        int64 (m,), its records, from 1.
    starts, ends
        int64 (C,), first cell of each class, and the one after its last.
    before
        int64 (m,), records of the class in the cells before.
    """

    owners: np.ndarray
    codes: np.ndarray
    counts: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    before: np.ndarray

    @classmethod
    def counted(cls, owners: np.ndarray, codes: np.ndarray, classes: int, size: int) -> "Cells":
        """Count records by class and value.

        Parameters
        ----------
        owners
            int64 (n,), class of each record, 0…classes − 1.
        codes
            int32 (n,), code of its value, 0…size.
        classes, size
            How many classes there are; the highest code.

        Returns
        -------
        Cells
            Those that hold a record.
        """
        keys, domain = owners * (size + 1) + codes, classes * (size + 1)
        if domain <= 4 * len(keys):
            every = np.bincount(keys, minlength=domain)
            found = np.flatnonzero(every)
            counts = every[found]
        else:
            found, counts = np.unique(keys, return_counts=True)
        cell_owners, cell_codes = np.divmod(found, size + 1)
        starts = np.flatnonzero(np.diff(cell_owners, prepend=-1))
        running = np.cumsum(counts) - counts
        return cls(
            cell_owners,
            cell_codes,
            counts,
            starts,
            np.append(starts[1:], len(found)),
            running - running[starts][cell_owners],
        )

    @property
    def sizes(self) -> np.ndarray:
        """int64 (C,), records of each class."""
        sizes: np.ndarray = np.add.reduceat(self.counts, self.starts)
        return sizes

    @property
    def low(self) -> np.ndarray:
        """int64 (C,), the lowest code in each class."""
        low: np.ndarray = self.codes[self.starts]
        return low

    @property
    def high(self) -> np.ndarray:
        """int64 (C,), the highest code in each class."""
        high: np.ndarray = self.codes[self.ends - 1]
        return high


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """How each class would be cut by one key.

    Attributes
    ----------
    cells
        The records by class and value.
    possible
        bool (C,), whether it can be cut.
    gain
        float64 (C,), by how much the losses of its records in this key fall.
    width
        float64 (C,), what a record of the class loses in this key before.
    part
        int64 (m,), part of the records of each cell, from 1; 0: those that keep the wider label, or the lower
        of two parts.
    moved
        int64 (m,), how many of the cell's records go to part 0 all the same.
    """

    cells: Cells
    possible: np.ndarray
    gain: np.ndarray
    width: np.ndarray
    part: np.ndarray
    moved: np.ndarray


def cut(labels: KeyLabels, cells: Cells, k: int, *, together: bool) -> Cut:
    """Return how each class would be cut by one key.

    Parameters
    ----------
    labels
        Labels of the key.
    cells
        Records by class and value of the key.
    k
        Each part has at least so many records.
    together
        Whether equal values come to the same part.

    Returns
    -------
    Cut
        At the median of an ordered key; elsewhere into the narrower labels.
    """
    return (_at_median if labels.is_ordered else _by_children)(labels, cells, k, together=together)


def _by_children(labels: KeyLabels, cells: Cells, k: int, *, together: bool) -> Cut:
    """Cut into the narrower labels that have k records; those of the others keep the wider one.

    Where these are fewer than k, and there are any, they are joined by some of the most frequent label.
    """
    low, high, owners = cells.low, cells.high, cells.owners
    children = labels.children(cells.codes, low[owners], high[owners])
    begins = np.flatnonzero((np.diff(owners, prepend=-1) != 0) | (np.diff(children, prepend=-1) != 0))
    owner, last = owners[begins], np.append(begins[1:], len(owners)) - 1
    sizes = np.add.reduceat(cells.counts, begins)
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    many = np.diff(first, append=len(owner)) > 1
    large = sizes >= k
    rest = np.add.reduceat(np.where(large, 0, sizes), first)
    lacking = np.where(rest > 0, np.maximum(k - rest, 0), 0)
    most = np.maximum.reduceat(sizes, first)
    possible = many & (most >= k + lacking) & ((rest == 0) | (not together))
    wide = labels.losses(low, high)
    gives = _first_of(sizes == most[owner], owner)
    kept = np.where(large, sizes - gives * lacking[owner], 0)
    narrow = labels.losses(cells.codes[begins], cells.codes[last])
    gain = np.add.reduceat(kept * (wide[owner] - narrow), first)
    run = np.cumsum(np.diff(children, prepend=-1).astype(bool) | (np.diff(owners, prepend=-1) != 0)) - 1
    part = np.where(large, np.arange(len(owner)) - first[owner] + 1, 0)[run]
    through = cells.before + cells.counts
    after = through[last][run] - through
    moved = np.where(gives[run], np.clip(lacking[owners] - after, 0, cells.counts), 0)
    return Cut(cells, possible, gain, wide, part, moved)


def _at_median(labels: KeyLabels, cells: Cells, k: int, *, together: bool) -> Cut:
    """Cut each class in two between the values that are nearest to its median.

    Missing values are first cut from the others. Where a part would have fewer than k records, some with the
    nearest values of the other join it.
    """
    low, high, owners, before = cells.low, cells.high, cells.owners, cells.before
    sizes = cells.sizes
    distance = np.abs(2 * before - sizes[owners])
    distance[cells.codes == labels.size] = -1
    never = before == 0
    if together:
        never |= (before < k) | (sizes[owners] - before < k)
    distance[never] = np.iinfo(np.int64).max
    nearest = np.minimum.reduceat(distance, cells.starts)
    at = np.flatnonzero(_first_of(distance == nearest[owners], owners))
    possible = (nearest < np.iinfo(np.int64).max) & (sizes >= 2 * k)
    below = np.clip(before[at], k, sizes - k)
    moved = np.clip(below[owners] - before, 0, cells.counts)
    running = np.cumsum(cells.counts) - cells.counts
    places = running[cells.starts] + below
    last = cells.codes[np.maximum(np.searchsorted(running, places, side="left") - 1, 0)]
    first = cells.codes[np.searchsorted(running, places, side="right") - 1]
    wide = labels.losses(low, high)
    lower, upper = labels.losses(low, last), labels.losses(first, high)
    gain = sizes * wide - below * lower - (sizes - below) * upper
    return Cut(cells, possible, gain, wide, np.ones(len(owners), dtype=np.int64), moved)


def _first_of(which: np.ndarray, owners: np.ndarray) -> np.ndarray:
    """Return the first of each owner among some of its entries, bool (m,); owners ascend."""
    chosen = np.flatnonzero(which)
    first = np.zeros(len(which), dtype=bool)
    first[chosen[np.diff(owners[chosen], prepend=-1) != 0]] = True
    return first
