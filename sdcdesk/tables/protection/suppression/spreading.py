"""Spreading: other tables that agree with what is published, found by moving a sensitive cell.

A cell is protected as far as some table, equal in all published cells, has another value of it. Such a table
differs from the true one by movements that cancel in every sum; the cells that move must be hidden.
"""

from collections.abc import Callable

import numpy as np

from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.kernels.whole_program import WholeProgram
from sdcdesk.tables.attacks.attacker import ANYBODY, Attacker
from sdcdesk.tables.attacks.movements import MOVED
from sdcdesk.tables.cells.cell_system import CellSystem


class Spreading:
    """Finds the cheapest movements that change a cell by a given amount.

    Parameters
    ----------
    system
        Cells and sums.
    kept
        bool (n,), cells that must not move, since they must be published.
    whole
        Whether cells move by whole numbers, which takes longer.
    """

    def __init__(self, system: CellSystem, kept: np.ndarray, *, whole: bool = False) -> None:
        from scipy.sparse import csr_array, hstack

        self._system, self._kept, self._cells = system, np.r_[kept, kept], len(system)
        # A column for each movement up, and one for each down, so that both cost.
        rows = csr_array(hstack([system.relations, -system.relations.astype(np.float64)], format="csr"))
        nothing, none = np.zeros(rows.shape[0]), np.zeros(2 * len(system))
        self._whole = whole
        self._program = (WholeProgram if whole else LinearProgram)(rows, nothing, nothing, none, none)

    def cells(
        self,
        target: int,
        amount: float,
        costs: np.ndarray,
        attacker: Attacker = ANYBODY,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> np.ndarray | None:
        """Return the cells that move when a cell moves by an amount, as cheaply as possible.

        Parameters
        ----------
        target
            The cell.
        amount
            Upwards above 0, downwards below.
        costs
            float64 (n,), of moving a cell by 1; 0 for those that are hidden already.
        attacker
            Who must think the values possible to which the cells move.
        cancelled
            Whether to stop.

        Returns
        -------
        np.ndarray or None
            bool (n,); None where the cell cannot move so far.
        """
        lowest, highest = attacker.bounds(self._system)
        room = np.maximum(np.r_[highest - self._system.values, self._system.values - lowest], 0.0)
        # In parts of the amount, so that the solver's tolerance means the same of every cell.
        size = 1.0 if self._whole else abs(amount)
        lower, upper = np.zeros(2 * self._cells), np.where(self._kept, 0.0, room) / size
        moving, still = (target, target + self._cells) if amount > 0 else (target + self._cells, target)
        if upper[moving] < (1 - MOVED) * abs(amount) / size:
            return None
        lower[moving] = upper[moving] = abs(amount) / size
        upper[still] = 0.0
        self._program.set_bounds(lower, upper)
        # A cell of its own cost is never free to move back and forth.
        self._program.set_costs(np.r_[costs, costs] + 1e-9)
        found = self._program.minimise(cancelled)
        if not len(found.values):
            return None
        moved = np.abs(found.values[: self._cells] - found.values[self._cells :])
        return np.asarray(moved > MOVED)
