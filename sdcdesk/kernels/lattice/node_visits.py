"""Visits of single nodes of a lattice, in any order: tables of finer nodes are kept while there is room."""

from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.lattice.head_and_tail import split
from sdcdesk.kernels.lattice.head_tables import HeadTables, Table
from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures, fill_node
from sdcdesk.kernels.lattice.tail_rows import TailRows

MOST_ROWS = 3_000_000
"""Rows of all tables that are kept: about 100 bytes each. That of the values as they are is kept anyway."""


class NodeVisits:
    """Figures of nodes as they are asked for.

    Parameters
    ----------
    keys
        Different combinations of key values.
    k
        Groups of fewer records are left out.
    amounts
        What is summed over the records left out.
    """

    def __init__(self, keys: KeyLevels, k: int, amounts: Amounts) -> None:
        self._keys, self._k, self._amounts = keys, k, amounts
        parts = split(keys)
        self._tables = None if parts is None else HeadTables(keys, amounts, *parts)
        self._finest = None if self._tables is None else self._tables.finest()
        self._kept: OrderedDict[tuple[int, ...], Table] = OrderedDict()
        self._rows = 0

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
        tables, finest = self._tables, self._finest
        if tables is None or finest is None:
            figures = NodeFigures.empty(1, self._amounts)
            fill_node(figures, 0, self._keys, node, self._k, self._amounts)
            return np.array([node]), figures
        tail, head = tables.tail, tables.head
        rows = TailRows.empty(tables, 1)
        table = self._table(tables, finest, tuple(int(node[key]) for key in head.keys))
        rows.count(0, table, 0, self._k)
        figures = NodeFigures.empty(len(tail.nodes), self._amounts)
        rows.fill(figures, np.arange(len(tail.nodes))[None, :])
        nodes = np.tile(np.array(node, dtype=np.int64), (len(tail.nodes), 1))
        nodes[:, list(tail.keys)] = tail.nodes
        return nodes, figures

    def _table(self, tables: HeadTables, finest: Table, levels: tuple[int, ...]) -> Table:
        """Return the table of a node of the head, from that in which its last coarse key is finer."""
        if not any(levels):
            return finest
        if levels in self._kept:
            self._kept.move_to_end(levels)
            return self._kept[levels]
        depth = max(place for place, level in enumerate(levels) if level)
        lower = [
            level for level in range(levels[depth] - 1, 0, -1) if _at(levels, depth, level) in self._kept
        ]
        low = lower[0] if lower else 0
        finer = self._table(tables, finest, _at(levels, depth, low))
        table = tables.coarser(finer, depth, low, levels[depth])
        self._keep(levels, table)
        return table

    def _keep(self, levels: tuple[int, ...], table: Table) -> None:
        self._kept[levels] = table
        self._rows += len(table.codes)
        while self._rows > MOST_ROWS and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._rows -= len(oldest.codes)


def _at(levels: tuple[int, ...], depth: int, level: int) -> tuple[int, ...]:
    return (*levels[:depth], level, *levels[depth + 1 :])
