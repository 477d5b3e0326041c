"""Witnesses: movements of hidden cells that prove how uncertain a sensitive cell is."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from sdcdesk.tables.attacks.contributors import Contributors
from sdcdesk.tables.attacks.movements import MOVED
from sdcdesk.tables.cells.cell_system import CellSystem


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
