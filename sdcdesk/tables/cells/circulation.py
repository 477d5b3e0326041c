"""Circulation: the cells of a table of one or two dimensions as amounts that flow from node to node."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.tables.cells.cell_table import CellTable


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Circulation:
    """Amounts of which as much flows into each node as out of it, if and only if the table adds up.

    Attributes
    ----------
    cells
        int64 (n,), cells in an order that does not hang on which dimension comes first.
    starts, ends
        int64 (n,), nodes between which each of them flows.
    """

    cells: np.ndarray
    starts: np.ndarray
    ends: np.ndarray

    @classmethod
    def of(cls, table: CellTable) -> "Circulation | None":
        """Return the circulation of a table.

        Down one dimension, the tree, each part is an amount that flows out of its whole; in the total of the
        other one these amounts flow back. Every cell flows between two nodes then, so that circles through
        them are all that can be moved, and whole sums have whole parts next to any others.

        Parameters
        ----------
        table
            Any.

        Returns
        -------
        Circulation or None
            None where there is none: there are three dimensions or more, or two that have levels.
        """
        deep = [axis for axis, one in enumerate(table.dimensions) if int(one.depths.max()) > 1]
        if len(table.dimensions) > 2 or len(deep) > 1:
            return None
        names = [one.name for one in table.dimensions]
        axis = deep[0] if deep else names.index(min(names))
        tree = table.dimensions[axis]
        grid = np.moveaxis(np.arange(len(table)).reshape(table.shape), axis, 0).reshape(len(tree), -1)
        columns = grid.shape[1]
        parents, wholes = np.asarray(tree.parents), np.zeros(len(tree), dtype=bool)
        wholes[list(tree.wholes)] = True
        # Nodes: each whole in each column, then each innermost code, then that from which the tree begins.
        place, across = np.divmod(np.arange(grid.size), columns)
        top = grid.size + len(tree)
        innermost = np.where(columns > 1, grid.size + place, top)
        above = np.where(parents[place] >= 0, parents[place] * columns + across, top)
        below = np.where(wholes[place], place * columns + across, innermost)
        down = across > 0
        return cls(grid.ravel(), np.where(down, above, below), np.where(down, below, above))
