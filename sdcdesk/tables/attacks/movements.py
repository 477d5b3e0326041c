"""Movements of hidden cells: other tables that agree with all that is published, found by the solver."""

from collections.abc import Callable

import numpy as np

from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.kernels.whole_program import WholeProgram
from sdcdesk.tables.attacks.intervals import HiddenCells
from sdcdesk.tables.cells.cell_system import CellSystem

MOVED = 1e-7
"""Movements below this share of what the sensitive cell moves are none."""

FAR = 1e6
"""No other cell is moved by more than so many times what the sensitive cell moves."""


class Movements:
    """Finds movements among the hidden cells of a component.

    Parameters
    ----------
    hidden, part
        Its cells.
    system
        All cells.
    """

    def __init__(self, hidden: HiddenCells, part: np.ndarray, system: CellSystem) -> None:
        from scipy.sparse import csr_array, hstack

        self._part, self._cells, self._size = part, hidden.cells[part], len(system)
        self.at = {cell: place for place, cell in enumerate(self._cells.tolist())}
        self._values = system.values[self._cells]
        own = hidden.rows[:, part]
        own = own[np.flatnonzero(np.diff(own.indptr))].astype(np.float64)
        # A column for each movement up, and one for each down: all of them are 0 at the beginning.
        rows = csr_array(hstack([own, -own], format="csr"))
        nothing, none = np.zeros(rows.shape[0]), np.zeros(2 * len(part))
        self._whole = bool(hidden.whole[part].all())
        self._program = (WholeProgram if self._whole else LinearProgram)(rows, nothing, nothing, none, none)
        if self._whole:
            self._program.set_costs(np.ones(2 * len(part)))  # the shortest movements mostly are whole

    def find(
        self, cell: int, amount: float, known: HiddenCells, cancelled: Callable[[], bool]
    ) -> np.ndarray | None:
        """Return some movement of a cell that somebody thinks possible; counts move by whole numbers.

        Parameters
        ----------
        cell
            A cell of the component.
        amount
            Upwards above 0, downwards below.
        known
            What he knows of the hidden cells.
        cancelled
            Whether to stop.

        Returns
        -------
        np.ndarray or None
            float64 (n,), by how much each cell moves; None where the cell cannot move so far.
        """
        count, place, size = len(self._cells), self.at[cell], abs(amount)
        lowest, highest = known.lowest[self._part], known.highest[self._part]
        room = np.maximum(np.r_[highest - self._values, self._values - lowest], 0.0)
        moving, still = (place, place + count) if amount > 0 else (place + count, place)
        if room[moving] < size * (1 - MOVED):
            return None
        # Counted in steps of this movement, so that the solver sees numbers near 1; counts move by people.
        step = 1.0 if self._whole else size
        most = np.minimum(room, FAR * size) / step
        least = np.zeros(len(most))
        most[still] = 0.0
        most[moving] = least[moving] = min(size, float(room[moving])) / step
        self._program.set_bounds(least, most)
        found = self._program.minimise(cancelled, gap=np.inf)  # any movement is a proof
        if found.status != "optimal":
            return None
        moved = (found.values[:count] - found.values[count:]) * step
        movement = np.zeros(self._size)
        movement[self._cells] = np.where(np.abs(moved) > MOVED * size, moved, 0.0)
        return movement
