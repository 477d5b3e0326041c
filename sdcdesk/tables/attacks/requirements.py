"""Requirements: what must stay uncertain of each sensitive cell, and to whom."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.tables.attacks.attacker import ANYBODY, Attacker
from sdcdesk.tables.attacks.cells_of_others import CellsOfOthers
from sdcdesk.tables.attacks.contributors import Contributors
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.contributions import EQUAL


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Requirements:
    """What protection the cells of a system need.

    Attributes
    ----------
    sensitive
        bool (n,), cells that need protection.
    lower, upper, sliding
        float64 (n,), how far the interval of a cell must reach below and above its value, and how wide it
        must be; 0 for the others. Nobody asks for more than what everybody knows leaves open.
    others
        What the largest contributor of each cell must not know of the others.
    contributors
        Who adds what to each cell.
    """

    sensitive: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    sliding: np.ndarray
    others: CellsOfOthers
    contributors: Contributors

    @classmethod
    def of(cls, system: CellSystem) -> "Requirements":
        """Return what the rules of the tables of a system ask for.

        Parameters
        ----------
        system
            Cells of one or of several tables.

        Returns
        -------
        Requirements
            Of a shared cell the largest.
        """
        tables, none = system.tables, [np.zeros(len(table)) for table in system.tables]
        known = [table.sensitivity for table in tables]
        sensitive = system.of_cells([table.is_sensitive & ~table.is_always for table in tables])

        def largest(name: str) -> np.ndarray:
            own = [
                empty if one is None else getattr(one, name) for one, empty in zip(known, none, strict=True)
            ]
            return np.where(sensitive, system.largest(own), 0.0)

        below, above = system.values - system.lowest, system.highest - system.values
        lower = np.minimum(largest("lower"), below)
        upper = np.minimum(largest("upper"), above)
        sliding = np.minimum(largest("sliding"), below + above)
        return cls(sensitive, lower, upper, sliding, CellsOfOthers.of(system), Contributors.of(system))

    def restricted(self, cells: np.ndarray) -> "Requirements":
        """Return what some of the cells need.

        Parameters
        ----------
        cells
            int64 (k,), their places.

        Returns
        -------
        Requirements
            In their order.
        """
        return Requirements(
            self.sensitive[cells],
            self.lower[cells],
            self.upper[cells],
            self.sliding[cells],
            self.others.restricted(cells),
            self.contributors.restricted(cells),
        )

    def against(self, system: CellSystem, cell: int, attacker: Attacker) -> tuple[float, float, float] | None:
        """Return how uncertain a cell must stay to somebody.

        He knows his own part of it anyhow. Where he is its largest contributor, the rules protect the others
        from him no more than if they had a cell of their own.

        Parameters
        ----------
        system
            The cells.
        cell
            A sensitive one.
        attacker
            Who wants to know it.

        Returns
        -------
        tuple[float, float, float] or None
            Lower, upper and sliding protection; None: he may know it.
        """
        lower, upper, sliding = float(self.lower[cell]), float(self.upper[cell]), float(self.sliding[cell])
        if attacker is ANYBODY:
            return lower, upper, sliding
        if cell in attacker.alone:
            return None
        part, value = attacker.part(cell), float(system.values[cell])
        if not part:
            return lower, upper, sliding
        if part >= self.contributors.largest[cell] * (1 - EQUAL):
            others = self.others
            if others.safe[cell]:
                return None
            lower, upper = min(lower, float(others.lower[cell])), min(upper, float(others.upper[cell]))
            sliding = min(sliding, float(others.sliding[cell]))
        rest = max(value - part, 0.0)
        return min(lower, rest), upper, min(sliding, rest + float(system.highest[cell]) - value)

    def is_enough(self, system: CellSystem, cell: int, low: float, high: float, attacker: Attacker) -> bool:
        """Return whether an interval is as wide as it must be to somebody.

        Parameters
        ----------
        system
            The cells.
        cell
            A sensitive one.
        low, high
            Between which values he knows it to be.
        attacker
            Who knows it.

        Returns
        -------
        bool
            As exactly as the solver works.
        """
        needed = self.against(system, cell, attacker)
        if needed is None:
            return True
        lower, upper, sliding = needed
        value, room = float(system.values[cell]), float(tolerance(system.values[cell]))
        wide = high - low > max(sliding - room, room)
        return wide and low <= value - lower + room and high >= value + upper - room


def required_movements(
    system: CellSystem, needs: Requirements, cell: int, attacker: Attacker = ANYBODY
) -> list[float]:
    """Return how far a cell must be able to move, in tables that somebody thinks possible.

    Parameters
    ----------
    system, needs
        Cells, and what must stay uncertain of them.
    cell
        A sensitive one.
    attacker
        Who wants to know it.

    Returns
    -------
    list[float]
        Upwards above 0, downwards below; none: he may know it.
    """
    needed = needs.against(system, cell, attacker)
    if needed is None:
        return []
    lower, upper, sliding = needed
    value = float(system.values[cell])
    rest = sliding - lower - upper
    if rest > 0:
        # What may lie on either side is split, as far as there is room.
        least = max(float(system.lowest[cell]), attacker.part(cell) or -np.inf)
        below = max(min(rest / 2, value - least - lower), 0.0)
        lower, upper = lower + below, upper + rest - below
    if lower <= 0 and upper <= 0:
        # Nobody asked for more than not to be known.
        upper = max(abs(value) * 1e-3, 1e-3)
    if system.integer[cell]:
        # A count that moves by less than one does not move.
        lower, upper = np.ceil(lower - 1e-9), np.ceil(upper - 1e-9)
    return [amount for amount in (upper, -lower) if amount]


def tolerance(values: np.ndarray) -> np.ndarray:
    """Return by how much the solver may err in numbers of some size.

    Parameters
    ----------
    values
        float64 (k,).

    Returns
    -------
    np.ndarray
        float64 (k,), above 0.
    """
    found: np.ndarray = 1e-7 * np.maximum(np.abs(values), 1e-3)
    return found
