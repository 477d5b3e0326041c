"""Tree order: values in the order in which their groups stand below one another, as an editor shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins
from sdcdesk.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class LevelOrder:
    """The entries of a level, group by group.

    Attributes
    ----------
    places
        int32 (entries,), the place of each among `Hierarchy.labels` of the level.
    groups
        int32 (entries,), the place of the label above each in the order of the next level; zeros at the top.
    values
        int64 (entries,), how many values lie below each.
    """

    places: np.ndarray
    groups: np.ndarray
    values: np.ndarray


def value_order(hierarchy: Hierarchy) -> np.ndarray:
    """Return the values group by group: those of a label of any level are neighbours.

    Parameters
    ----------
    hierarchy
        The hierarchy.

    Returns
    -------
    np.ndarray
        int64 (m,), places of the values; groups and values keep their order otherwise.
    """
    codes = [hierarchy.codes(level) for level in range(hierarchy.height + 1)]
    return np.lexsort(codes)


def level_orders(hierarchy: Hierarchy) -> Sequence[LevelOrder]:
    """Return the entries of all levels in tree order.

    Parameters
    ----------
    hierarchy
        The hierarchy.

    Returns
    -------
    Sequence[LevelOrder]
        One for each level, the values first.

    Examples
    --------
    >>> towns = Hierarchy.from_rows({"Kiel": ["North"], "Ulm": ["South"], "Bremen": ["North"]})
    >>> [order.places.tolist() for order in level_orders(towns)]
    [[0, 2, 1], [0, 1]]
    """
    order = value_order(hierarchy)
    orders: list[LevelOrder] = []
    ranks = np.zeros(len(order), dtype=np.int32)
    for level in range(hierarchy.height, -1, -1):
        codes = hierarchy.codes(level)[order]
        starts = np.flatnonzero(run_begins(codes))
        sizes = np.diff(np.r_[starts, len(codes)])
        orders.append(LevelOrder(codes[starts], ranks[starts], sizes))
        ranks = np.repeat(np.arange(len(starts), dtype=np.int32), sizes)
    return orders[::-1]
