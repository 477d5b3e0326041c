"""Walk through all nodes of a lattice: depth first, each table made from that of a finer node."""

import math
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.lattice.head_and_tail import split
from sdcdesk.kernels.lattice.head_tables import HeadTables, Table
from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures, fill_node
from sdcdesk.kernels.lattice.tail_rows import TailRows


def walk(keys: KeyLevels, k: int, amounts: Amounts, progress: Progress = SILENT) -> NodeFigures:
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

    Returns
    -------
    NodeFigures
        Of all nodes, ascending, the level of the last key first.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    shape = keys.shape
    figures = NodeFigures.empty(math.prod(shape), amounts)
    found = split(keys)
    if found is None:
        for place, node in enumerate(np.ndindex(shape)):
            progress.at(place / len(figures))
            fill_node(figures, place, keys, node, k, amounts)
        return figures
    tables = HeadTables(keys, amounts, *found)
    rows = TailRows.empty(tables, len(figures) // len(tables.tail.nodes))
    _Walk(tables, rows, k, progress).visit(0, tables.finest(), 0)
    rows.fill(figures, rows.node_places())
    return figures


@dataclass(slots=True, eq=False)
class _Walk:
    """The walk; only the tables on the way to a node are kept."""

    tables: HeadTables
    rows: TailRows
    k: int
    progress: Progress
    done: int = 0

    def visit(self, depth: int, table: Table, place: int) -> None:
        """Go through the levels of one key of the head, and at the last one count the groups."""
        head, shape = self.tables.head, self.tables.keys.shape
        if depth == len(head.keys):
            self.progress.at(self.done / len(self.rows.places))
            self.rows.count(self.done, table, place, self.k)
            self.done += 1
            return
        key = head.keys[depth]
        step = math.prod(shape[key + 1 :])
        for level in range(shape[key]):
            if level:
                table = self.tables.coarser(table, depth, level - 1, level)
            self.visit(depth + 1, table, place + level * step)
