"""Witnesses: movements of hidden cells that prove how uncertain a sensitive cell is."""

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.kernels.whole_program import WholeProgram
from sdcdesk.tables.audit.intervals import Hidden

MOVED = 1e-7
"""Movements below this share of what the sensitive cell moves are none."""

FAR = 1e6
"""No other cell is moved by more than so many times what the sensitive cell moves."""


def as_mask(cells: np.ndarray) -> int:
    """Return a set of cells as the bits of a number, by which sets are compared fast.

    Parameters
    ----------
    cells
        bool (n,).

    Returns
    -------
    int
        Bit i is cell i.
    """
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")


class Witnesses:
    """Movements that are known, by the sensitive cell and by how far it moves.

    A movement leaves all sums as they are and only moves some cells. It stays possible in every pattern that
    hides these, and to everybody who knows none of them.

    Attributes
    ----------
    attacked
        By sensitive cell how many attacks on it succeeded: it is the first to be tried again.
    """

    def __init__(self) -> None:
        self.attacked: Counter[int] = Counter()
        self._known: dict[tuple[int, float], list[int]] = {}

    def possible(self, cell: int, amount: float, hidden: int) -> list[int]:
        """Return the movements that a pattern allows.

        Parameters
        ----------
        cell
            A sensitive one.
        amount
            How far it moves.
        hidden
            Hidden cells, as bits.

        Returns
        -------
        list[int]
            The cells that each of them moves, as bits.
        """
        return [one for one in self._known.get((cell, amount), ()) if not one & ~hidden]

    def add(self, cell: int, amount: float, moved: int) -> None:
        """Remember a movement.

        Parameters
        ----------
        cell
            A sensitive one.
        amount
            How far it moves.
        moved
            All cells that move, as bits.
        """
        self._known.setdefault((cell, amount), []).append(moved)


class Movements:
    """Finds movements among the hidden cells of a component.

    Parameters
    ----------
    hidden, part
        Its cells.
    values
        float64 (n,), of all cells.
    """

    def __init__(self, hidden: Hidden, part: np.ndarray, values: np.ndarray) -> None:
        from scipy.sparse import csr_array, hstack

        self._cells, self._all = hidden.cells[part], len(values)
        self.at = {cell: place for place, cell in enumerate(self._cells.tolist())}
        own = hidden.rows[:, part]
        own = own[np.flatnonzero(np.diff(own.indptr))].astype(np.float64)
        # A column for each movement up, and one for each down: all of them are 0 at the beginning.
        rows = csr_array(hstack([own, -own], format="csr"))
        nothing = np.zeros(rows.shape[0])
        at = values[self._cells]
        up, down = hidden.highest[part] - at, at - hidden.lowest[part]
        self._room = np.maximum(np.r_[up, down], 0.0)
        self._whole = bool(hidden.whole[part].all())
        self._program = (WholeProgram if self._whole else LinearProgram)(
            rows, nothing, nothing, np.zeros(len(self._room)), self._room
        )

    def find(
        self, cell: int, amount: float, known: Sequence[int], cancelled: Callable[[], bool]
    ) -> np.ndarray | None:
        """Return the cells that some movement of a cell moves; counts move by whole numbers.

        Parameters
        ----------
        cell
            A cell of the component.
        amount
            Upwards above 0, downwards below.
        known
            Cells that do not move.
        cancelled
            Whether to stop.

        Returns
        -------
        np.ndarray or None
            bool (n,); None where the cell cannot move so far.
        """
        count, place, size = len(self._cells), self.at[cell], abs(amount)
        moving, still = (place, place + count) if amount > 0 else (place + count, place)
        if self._room[moving] < size * (1 - MOVED):
            return None
        # Counted in steps of this movement, so that the solver sees numbers near 1; counts move by people.
        step = 1.0 if self._whole else size
        most = np.minimum(self._room, FAR * size) / step
        least = np.zeros(len(most))
        fixed = [self.at[one] for one in known if one in self.at]
        most[[*fixed, *(one + count for one in fixed), still]] = 0.0
        most[moving] = least[moving] = min(size, float(self._room[moving])) / step
        self._program.set_bounds(least, most)
        found = self._program.minimise(cancelled)
        if found.status != "optimal":
            return None
        moved = np.abs(found.values[:count] - found.values[count:]) > MOVED * size / step
        everything = np.zeros(self._all, dtype=bool)
        everything[self._cells[moved]] = True
        return everything
