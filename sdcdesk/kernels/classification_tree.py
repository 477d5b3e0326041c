"""Classification tree for two classes: grown level by level on binned variables, with counts alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress


@dataclass(frozen=True, slots=True, eq=False)
class BinnedVariable:
    """A variable as bins.

    Attributes
    ----------
    codes
        Whole numbers (n,), 0…bins − 1.
    bins
        How many there are.
    ordered
        Whether only neighbouring bins go to the same side; else any do.
    """

    codes: np.ndarray
    bins: int
    ordered: bool


@dataclass(frozen=True, slots=True, eq=False)
class GrownTree:
    """A tree that was grown.

    Attributes
    ----------
    leaves
        int64 (n,), the leaf of each record.
    shares
        float64, the share of the second class in each leaf.
    gains
        float64 (variables,), by how much splits on each variable lowered Σ m(n − m)/n over the leaves, n the
        records and m those of the second class.
    """

    leaves: np.ndarray
    shares: np.ndarray
    gains: np.ndarray


def grown_tree(
    variables: Sequence[BinnedVariable],
    second: np.ndarray,
    depth: int,
    smallest_leaf: int,
    progress: Progress = SILENT,
) -> GrownTree:
    """Grow a tree that tells two classes apart.

    Each leaf is split where Gini's impurity falls most, of equal ones by the first variable and the first
    place; bins without an order are put into that of their share of the second class, which no other split of
    two classes beats.

    Parameters
    ----------
    variables
        What records are told apart by.
    second
        bool (n,), whether a record is of the second class.
    depth
        Splits above a leaf at most.
    smallest_leaf
        Records that a leaf has at least.
    progress
        Asked whether to stop.

    Returns
    -------
    GrownTree
        A single leaf where nothing can be split.
    """
    leaves = np.zeros(len(second), np.int64)
    gains = np.zeros(len(variables))
    count, open_leaves = 1, np.array([True])
    for level in range(depth):
        progress.at(level / depth)
        split = _best_splits(variables, second, leaves, open_leaves, smallest_leaf, progress)
        chosen = np.flatnonzero(split.gains > 0)
        if not len(chosen):
            break
        np.add.at(gains, split.variables[chosen], split.gains[chosen])
        # A leaf that is split keeps its number on the left, and gets a new one on the right.
        right = np.full(count, -1)
        right[chosen] = count + np.arange(len(chosen))
        old = leaves.copy()
        for place, variable in enumerate(variables):
            goes = (right >= 0) & (split.variables == place)
            if goes.any():
                here = np.flatnonzero(goes[old])
                here = here[split.right[old[here], variable.codes[here]]]
                leaves[here] = right[old[here]]
        count += len(chosen)
        open_leaves = np.zeros(count, bool)
        open_leaves[chosen] = open_leaves[right[chosen]] = True
    records = np.bincount(leaves, minlength=count)
    of_second = np.bincount(leaves[second], minlength=count)
    return GrownTree(leaves, of_second / np.maximum(records, 1), gains)


@dataclass(slots=True, eq=False)
class _Splits:
    """The best split of each leaf: its variable, which bins go right, and by how much impurity falls."""

    variables: np.ndarray
    right: np.ndarray
    gains: np.ndarray


def _best_splits(
    variables: Sequence[BinnedVariable],
    second: np.ndarray,
    leaves: np.ndarray,
    open_leaves: np.ndarray,
    smallest_leaf: int,
    progress: Progress,
) -> _Splits:
    count = len(open_leaves)
    most = max((variable.bins for variable in variables), default=0)
    best = _Splits(np.full(count, -1), np.zeros((count, most), bool), np.zeros(count))
    for place, variable in enumerate(variables):
        progress.check()
        cells = leaves * variable.bins + variable.codes
        size = count * variable.bins
        records = np.bincount(cells, minlength=size).reshape(count, -1).astype(np.float64)
        of_second = np.bincount(cells[second], minlength=size).reshape(count, -1).astype(np.float64)
        order = _order(records, of_second, ordered=variable.ordered)
        gain, cut = _best_cuts(
            np.take_along_axis(records, order, 1), np.take_along_axis(of_second, order, 1), smallest_leaf
        )
        # Rounding alone is no gain.
        better = open_leaves & (gain > best.gains + 1e-9 * np.maximum(records.sum(axis=1), 1.0))
        best.gains[better], best.variables[better] = gain[better], place
        right = np.zeros((count, most), bool)
        behind = np.arange(variable.bins)[None, :] > cut[:, None]
        np.put_along_axis(right, order, behind, 1)
        best.right[better] = right[better]
    return best


def _order(records: np.ndarray, of_second: np.ndarray, *, ordered: bool) -> np.ndarray:
    """Return the order in which each leaf's bins are cut in two."""
    if ordered:
        return np.broadcast_to(np.arange(records.shape[1]), records.shape)
    with np.errstate(invalid="ignore"):
        shares = np.where(records > 0, of_second / records, 2.0)  # those without records come last
    return np.argsort(shares, axis=1, kind="stable")


def _best_cuts(
    records: np.ndarray, of_second: np.ndarray, smallest_leaf: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return for each leaf the largest fall of impurity, and the bin behind which it is cut."""
    left, left_second = records.cumsum(axis=1)[:, :-1], of_second.cumsum(axis=1)[:, :-1]
    whole, whole_second = records.sum(axis=1)[:, None], of_second.sum(axis=1)[:, None]
    if not left.shape[1]:
        return np.zeros(len(records)), np.zeros(len(records), np.int64)
    fall = _impurity(whole, whole_second) - (
        _impurity(left, left_second) + _impurity(whole - left, whole_second - left_second)
    )
    fall[(left < smallest_leaf) | (whole - left < smallest_leaf)] = -1.0
    cut = fall.argmax(axis=1)
    return np.take_along_axis(fall, cut[:, None], 1)[:, 0], cut


def _impurity(records: np.ndarray, of_second: np.ndarray) -> np.ndarray:
    """Return m(n − m)/n, 0 where there is no record."""
    found: np.ndarray = of_second * (records - of_second) / np.maximum(records, 1.0)
    return found
