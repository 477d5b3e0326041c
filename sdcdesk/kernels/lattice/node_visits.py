"""Visits of single nodes of a lattice, in any order: groups are counted from the combinations of values."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.keys import DENSE, combine, compact
from sdcdesk.kernels.lattice.head_and_tail import HeadAndTail
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.kernels.lattice.tail_rows import TailRows

MOST_ROWS = 3_000_000
"""Combinations that are kept for all levels of the first part together: about 50 bytes each."""


@dataclass(frozen=True, slots=True, eq=False)
class _Combinations:
    """Different combinations, the first part of the head being at some levels.

    Attributes
    ----------
    groups
        int64 (m,), the labels of the first part, as numbers from 0.
    different
        How many such numbers there could be.
    values
        For each part int64 (m,), its values; of the first one any that has the label.
    cells
        int64 (m,), cells of the tail.
    records
        float64 (m,), how many records have each combination.
    """

    groups: np.ndarray
    different: int
    values: tuple[np.ndarray, ...]
    cells: np.ndarray
    records: np.ndarray


class NodeVisits:
    """Figures of nodes as they are asked for.

    The combinations get their labels part by part, and those that are in too small a group already are
    dropped, so that little is left where most records are left out. Nothing but the combinations at the
    levels of the first part is kept from one node for the next.

    Parameters
    ----------
    split
        The keys of a lattice in two parts.
    k
        Groups of fewer records are left out.
    """

    def __init__(self, split: HeadAndTail, k: int) -> None:
        keys = split.keys
        self._split, self._k = split, k
        values = tuple(part.combined(keys.codes) for part in split.head.parts)
        records = keys.counts.astype(np.float64)
        self._finest = _Combinations(
            values[0], split.head.parts[0].values, values, split.tail.cells(keys), records
        )
        self._kept: OrderedDict[tuple[int, ...], _Combinations] = OrderedDict()

    def visit(self, node: Sequence[int]) -> tuple[np.ndarray, NodeFigures]:
        """Return the figures of a node, and of those that are found with it at no cost.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        np.ndarray
            int64 (N, d), the nodes.
        NodeFigures
            Their figures.
        """
        head, tail = self._split.head, self._split.tail
        rows = TailRows.empty(self._split, np.array([[node[key] for key in head.keys]], dtype=np.int64))
        self.count(rows, 0)
        figures = NodeFigures.empty(len(tail.nodes), self._split.amounts)
        rows.fill(figures, np.arange(len(figures))[None])
        nodes = np.tile(np.array(node, dtype=np.int64), (len(figures), 1))
        nodes[:, list(tail.keys)] = tail.nodes
        return nodes, figures

    def count(self, rows: TailRows, at: int) -> None:
        """Count the rows of the tail at a node of the head.

        Parameters
        ----------
        rows
            Where they are put.
        at
            Place of the node there.
        """
        levels, parts = rows.levels[at].tolist(), self._split.head.parts
        found = self._coarse(tuple(levels[: len(parts[0].keys)]))
        left: np.ndarray | None = None
        groups, different = found.groups, found.different
        for values, labels in zip(found.values[1:], self._split.head.labels(levels)[1:], strict=True):
            if different * labels.different > DENSE * len(groups):
                left, groups, different = _large(groups, different, found.records, left, self._k)
            groups = groups * labels.different
            groups += labels.codes.take(_some(values, left))
            different *= labels.different
        cells = self._split.tail.sums.shape[1]
        if different * cells > DENSE * len(groups):
            left, groups, different = _large(groups, different, found.records, left, self._k)
        members = np.empty(different, dtype=np.int64)
        members[groups] = np.arange(len(groups))
        table = np.bincount(
            groups * cells + _some(found.cells, left), _some(found.records, left), different * cells
        ).reshape(-1, cells)
        large = np.flatnonzero(table.sum(axis=1) >= self._k)
        members = members.take(large) if left is None else left.take(members.take(large))
        of_groups = [values.take(members) for values in found.values]
        rows.count(at, self._k, table.take(large, axis=0).T, of_groups)

    def _coarse(self, levels: tuple[int, ...]) -> _Combinations:
        """Return the combinations that could stay at some levels of the first part, merged."""
        if not any(levels):
            return self._finest
        if levels in self._kept:
            self._kept.move_to_end(levels)
            return self._kept[levels]
        finest, parts = self._finest, self._split.head.parts
        labels = parts[0].at(levels)
        groups = labels.codes.take(finest.groups)
        left, groups, different = _large(groups, labels.different, finest.records, None, self._k)
        columns = [groups, *(values.take(left) for values in finest.values[1:]), finest.cells.take(left)]
        sizes = [max(different, 1), *(part.values for part in parts[1:]), self._split.tail.sums.shape[1]]
        merged, combinations = compact(*combine(columns, sizes))
        members = np.empty(combinations, dtype=np.int64)
        members[merged] = np.arange(len(merged))
        records = np.bincount(merged, finest.records.take(left), combinations)
        first = finest.values[0].take(left.take(members))
        values = (first, *(column.take(members) for column in columns[1:-1]))
        found = _Combinations(groups.take(members), different, values, columns[-1].take(members), records)
        self._kept[levels] = found
        while sum(len(one.groups) for one in self._kept.values()) > MOST_ROWS and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return found


def _large(
    groups: np.ndarray, different: int, records: np.ndarray, left: np.ndarray | None, k: int
) -> tuple[np.ndarray, np.ndarray, int]:
    """Drop combinations in groups below k, and number the other groups one after another.

    Each is one of the combinations that are `left`, None being all, and in one of so many `groups`.
    """
    if different > DENSE * len(groups):
        groups, different = compact(groups, different)
    large = np.bincount(groups, _some(records, left), different) >= k
    stay = large.take(groups).nonzero()[0]
    numbers = large.cumsum() - 1
    groups = numbers.take(groups.take(stay))
    return stay if left is None else left.take(stay), groups, int(np.count_nonzero(large))


def _some(array: np.ndarray, places: np.ndarray | None) -> np.ndarray:
    """Return some entries; None: all."""
    return array if places is None else array.take(places)
