"""Witnesses: movements of hidden cells that prove how uncertain a sensitive cell is."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.kernels.whole_program import WholeProgram
from sdcdesk.tables.attacks.contributors import Contributors
from sdcdesk.tables.attacks.intervals import Hidden
from sdcdesk.tables.cells.cell_system import CellSystem

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


@dataclass(frozen=True, slots=True)
class Witness:
    """A movement that leaves all sums as they are.

    Attributes
    ----------
    moved
        The cells that it moves, as bits.
    denied
        Contributors who know, by their own parts of these cells, that the values are not these.
    """

    moved: int
    denied: frozenset[int]

    @classmethod
    def of(cls, movement: np.ndarray, cell: int, system: CellSystem, contributors: Contributors) -> "Witness":
        """Return a movement with all whom it does not deceive.

        Parameters
        ----------
        movement
            float64 (n,), by how much each cell moves.
        cell
            The sensitive one, about which everybody may know his own part.
        system, contributors
            The cells, and who adds what to them.

        Returns
        -------
        Witness
            Which part of the movement is made by does not matter: if all of it deceives somebody, so does
            each part.
        """
        moved = movement != 0
        others = moved.copy()
        others[cell] = False
        alone = contributors.alone[others]
        denied = set(alone[alone != -1].tolist())
        # The solver may take a bit more than there is.
        least = system.values + movement + MOVED * abs(movement[cell])
        for place in np.flatnonzero(others & (movement < 0) & (contributors.largest > least)).tolist():
            denied.update(contributors.beyond(place, max(float(least[place]), 0.0)).tolist())
        return cls(as_mask(moved), frozenset(denied))


class Witnesses:
    """Movements that are known, by the sensitive cell and by how far it moves.

    Each stays possible in every pattern that hides the cells which it moves.

    Attributes
    ----------
    attacked
        By sensitive cell how many attacks on it succeeded: it is the first to be tried again.
    """

    def __init__(self) -> None:
        self.attacked: Counter[int] = Counter()
        self._known: dict[tuple[int, float], list[Witness]] = {}
        self._failed: dict[tuple[int, float], int] = {}

    def possible(self, cell: int, amount: float, hidden: int) -> list[Witness]:
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
        list[Witness]
            In the order in which they were found.
        """
        return [one for one in self._known.get((cell, amount), ()) if not one.moved & ~hidden]

    def add(self, cell: int, amount: float, witness: Witness) -> None:
        """Remember a movement.

        Parameters
        ----------
        cell
            A sensitive one.
        amount
            How far it moves.
        witness
            The movement.
        """
        self._known.setdefault((cell, amount), []).append(witness)

    def add_failure(self, cell: int, amount: float, hidden: int) -> None:
        """Remember that no movement deceives all contributors at once.

        Parameters
        ----------
        cell
            A sensitive one.
        amount
            How far it moves.
        hidden
            Hidden cells, as bits.
        """
        self._failed[cell, amount] = hidden

    def deceives_nobody(self, cell: int, amount: float, hidden: int) -> bool:
        """Return whether it is known that no movement deceives all contributors at once.

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
        bool
            Where it was not possible with these cells, or with more.
        """
        return not hidden & ~self._failed.get((cell, amount), 0)


class Movements:
    """Finds movements among the hidden cells of a component.

    Parameters
    ----------
    hidden, part
        Its cells.
    system
        All cells.
    """

    def __init__(self, hidden: Hidden, part: np.ndarray, system: CellSystem) -> None:
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
        self, cell: int, amount: float, known: Hidden, cancelled: Callable[[], bool]
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
