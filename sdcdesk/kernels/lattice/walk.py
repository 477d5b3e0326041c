"""Walk through all nodes of a lattice: depth first, each table made from that of a finer node."""

import math
from collections.abc import Callable

import numpy as np

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.keys import LARGEST_KEY
from sdcdesk.kernels.lattice.head_and_tail import HeadAndTail, split
from sdcdesk.kernels.lattice.head_tables import HeadTable, HeadTables
from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures
from sdcdesk.kernels.lattice.node_visits import NodeVisits
from sdcdesk.kernels.lattice.tail_rows import TailRows

BLOCK = 128
"""Nodes of the head whose figures are put together at once."""

Told = Callable[[NodeFigures, np.ndarray], None]
"""Told the figures, and the places of those nodes that are new among them: int64 (N,)."""


def walk(
    keys: KeyLevels, k: int, amounts: Amounts, progress: Progress = SILENT, told: Told | None = None
) -> NodeFigures:
    """Find the figures of all nodes of a lattice.

    Parameters
    ----------
    keys
        Different combinations of key values.
    k
        Groups of fewer records are left out.
    amounts
        What is summed over the records left out.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    told
        Told of some nodes at a time what was found, the last ones even where the work is stopped.

    Returns
    -------
    NodeFigures
        Of all nodes, ascending, the level of the last key first.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    parts = split(keys, amounts)
    found = _Found(parts, told)
    try:
        if parts.head.values < LARGEST_KEY:
            tables = HeadTables(parts, k)
            _Walk(tables, found, progress).visit(0, tables.finest())
        else:
            # Combinations of values have no whole numbers by which they could be kept in order.
            visits = NodeVisits(parts, k)
            for _ in range(found.heads):
                progress.at(found.share)
                visits.count(found.rows, found.at)
                found.go_on(1)
    except Cancelled:
        found.put()
        raise
    return found.figures


class _Found:
    """What was found so far, in the order of the nodes of the head."""

    def __init__(self, parts: HeadAndTail, told: Told | None) -> None:
        self.parts, self.told = parts, told
        self.shape = [parts.keys.shape[key] for key in parts.head.keys]
        self.heads, self.begun, self.at = math.prod(self.shape), 0, 0
        self.figures = NodeFigures.empty(math.prod(parts.keys.shape), parts.amounts)
        self.rows = self._block()

    @property
    def share(self) -> float:
        """The share of the nodes that is done."""
        return (self.begun + self.at) / self.heads

    def go_on(self, heads: int) -> None:
        """Take the next nodes of the head as done."""
        while heads:
            step = min(heads, len(self.rows.levels) - self.at)
            self.at, heads = self.at + step, heads - step
            if self.at == len(self.rows.levels):
                self.put()

    def put(self) -> None:
        """Put the rows of a block together, as far as they are done."""
        done = self.rows.first(self.at)
        places = done.places()
        done.fill(self.figures, places)
        self.begun, self.at = self.begun + self.at, 0
        self.rows = self._block()
        if self.told is not None and places.size:
            self.told(self.figures, places.ravel())

    def _block(self) -> TailRows:
        heads = np.arange(self.begun, min(self.begun + BLOCK, self.heads))
        return TailRows.empty(self.parts, np.array(np.unravel_index(heads, self.shape)).T)


class _Walk:
    """The walk; only the tables on the way to a node are kept."""

    def __init__(self, tables: HeadTables, found: _Found, progress: Progress) -> None:
        self.tables, self.found, self.progress = tables, found, progress

    def visit(self, depth: int, table: HeadTable) -> None:
        """Go through the levels of one key of the head, and at the last one count the groups."""
        found, tables = self.found, self.tables
        self.progress.at(found.share)
        if not len(table.codes):
            # No record stays at any node that is reached from here.
            found.go_on(math.prod(found.shape[depth:]))
        elif depth == len(found.shape):
            found.rows.count(found.at, tables.k, table.cells.unpacked(), tables.values(table))
            found.go_on(1)
        else:
            for level in range(found.shape[depth]):
                if level:
                    table = tables.coarser(table, depth, level - 1, level)
                self.visit(depth + 1, tables.large(table, depth + 1))
