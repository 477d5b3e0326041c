"""Spreading: other tables that agree with what is published, found by moving a sensitive cell.

A cell is protected as far as some table, equal in all published cells, has another value of it. Such a table
differs from the true one by movements that cancel in every sum; the cells that move must be hidden.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.kernels.whole_program import WholeProgram

if TYPE_CHECKING:
    from scipy.sparse import csr_array

MOVED = 1e-7
"""Movements below this, for a target that moves by 1, are none."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Frame:
    """Cells among which is moved.

    Attributes
    ----------
    relations
        int8 (m, n).
    values, lowest, highest
        float64 (n,).
    whole
        Whether all are whole numbers, and move by such.
    """

    relations: "csr_array"
    values: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray
    whole: bool = False


class Spreading:
    """Finds the cheapest movements that change a cell by a given amount.

    Parameters
    ----------
    frame
        Cells and sums.
    kept
        bool (n,), cells that must not move, since they must be published.
    """

    def __init__(self, frame: Frame, kept: np.ndarray) -> None:
        from scipy.sparse import csr_array, hstack

        self._frame, self._kept = frame, kept
        cells = len(frame.values)
        # A column for each movement up, and one for each down, so that both cost.
        rows = csr_array(hstack([frame.relations, -frame.relations.astype(np.float64)], format="csr"))
        nothing = np.zeros(rows.shape[0])
        up, down = self._room()
        kind = WholeProgram if frame.whole else LinearProgram
        self._program = kind(rows, nothing, nothing, np.zeros(2 * cells), np.r_[up, down])
        self._cells = cells

    def _room(self) -> tuple[np.ndarray, np.ndarray]:
        frame = self._frame
        up = np.where(self._kept, 0.0, frame.highest - frame.values)
        down = np.where(self._kept, 0.0, frame.values - frame.lowest)
        return np.maximum(up, 0.0), np.maximum(down, 0.0)

    def cells(
        self,
        target: int,
        amount: float,
        costs: np.ndarray,
        fixed: tuple[int, ...] = (),
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
        fixed
            Cells that must not move, since somebody knows them.
        cancelled
            Whether to stop.

        Returns
        -------
        np.ndarray or None
            bool (n,); None where the cell cannot move so far.
        """
        up, down = self._room()
        # In parts of the amount, so that the solver's tolerance means the same of every cell.
        size = 1.0 if self._frame.whole else abs(amount)
        lower, upper = np.zeros(2 * self._cells), np.r_[up, down] / size
        for cell in fixed:
            upper[[cell, cell + self._cells]] = 0.0
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
