"""Coalitions: between which values several contributors of a hidden cell know its largest one to be.

The largest others of a cell put together what they add to all cells. Of each hidden cell they then know that
no less is in it than they add themselves, and its value where nobody but them contributes. No rule asks for
protection against them, so this is told and not judged.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.attacks.attacker import Attacker
from sdcdesk.tables.attacks.contributors import Contributors
from sdcdesk.tables.attacks.intervals import HiddenCells, feasibility_intervals
from sdcdesk.tables.attacks.requirements import tolerance
from sdcdesk.tables.cells.cell_system import CellSystem

MOST = 5
"""Contributors of a coalition, at most."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Coalitions:
    """What the next largest contributors of each cell together know of its largest one.

    Attributes
    ----------
    size
        How many they are at most.
    largest
        float64 (k,), the largest contribution; NaN of cells that are not looked at: those that are not
        sensitive, counts, and those of which no contributors are known, or only one.
    low, high
        float64 (k,), between which values they know it to be; NaN of the same cells.
    """

    size: int
    largest: np.ndarray
    low: np.ndarray
    high: np.ndarray

    @classmethod
    def of(
        cls,
        system: CellSystem,
        cells: np.ndarray,
        sensitive: np.ndarray,
        contributors: Contributors,
        size: int,
        progress: Progress = SILENT,
    ) -> "Coalitions":
        """Return what coalitions know.

        Parameters
        ----------
        system
            Cells of published tables.
        cells
            int64 (k,), places of those whose value is not published as it is.
        sensitive
            bool (n,).
        contributors
            Who adds what.
        size
            How many are in a coalition, from 1.
        progress
            Receives how far the work is.

        Returns
        -------
        Coalitions
            In the order of the cells.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        hidden = np.zeros(len(system), dtype=bool)
        hidden[cells] = True
        concealed = HiddenCells.of_system(system, hidden)
        number = contributors_of_cells(system)
        largest, low, high = (np.full(len(cells), np.nan) for _ in range(3))
        asked = np.flatnonzero(sensitive[cells] & ~system.integer[cells]).tolist()
        for place, share in progress.over(asked, "Coalitions"):
            share.check()
            cell = int(cells[place])
            who, amounts = contributors.ranked(cell, size + 1)
            if len(who) < 2:
                continue
            several = [contributors.attacker(one) for one in who[1:].tolist()]
            together = coalition(several, system, number)
            wanted = np.zeros(len(cells), dtype=bool)
            wanted[place] = True
            ends = feasibility_intervals(concealed.known_to(together, system), wanted)
            own = float(amounts[1:].sum())
            least, most = (float(one[place]) - own for one in ends)
            # The largest of those who are left adds no less than each of them on average.
            others = number[cell] - len(several)
            largest[place], high[place] = amounts[0], most
            low[place] = max(least / others, 0.0) if others >= 1 else 0.0
        return cls(size, largest, low, high)


def coalition(several: Sequence[Attacker], system: CellSystem, number: np.ndarray) -> Attacker:
    """Return one who knows all that several contributors add.

    Parameters
    ----------
    several
        At least one contributor.
    system
        The cells.
    number
        float64 (n,), contributors of each cell; NaN where they are not known.

    Returns
    -------
    Attacker
        He knows the sum of their parts of each cell, and the values of those to which nobody else
        contributes.
    """
    cells, place = np.unique(np.concatenate([one.cells for one in several]), return_inverse=True)
    parts = np.bincount(place, np.concatenate([one.parts for one in several]), len(cells))
    members = np.bincount(place, minlength=len(cells))
    values = system.values[cells]
    # Where records are weighted, those whom they stand for are others.
    whole = (number[cells] == members) & (np.abs(values - parts) <= tolerance(values))
    alone = np.unique(np.concatenate([cells[whole], *(one.alone for one in several)]))
    return Attacker(-1, alone, cells, parts)


def contributors_of_cells(system: CellSystem) -> np.ndarray:
    """Return how many contribute to each cell, where nobody stands for others.

    Parameters
    ----------
    system
        The cells.

    Returns
    -------
    np.ndarray
        float64 (n,), NaN where it is not known, or records are weighted.
    """
    found = np.full(len(system), np.nan)
    for own, table in zip(system.cells, system.tables, strict=True):
        known, number = table.contributions, table.frequency
        if known is None or number is None:
            continue
        total = float(known.amounts.sum())
        if abs(total - float(table.values[0])) <= float(tolerance(table.values[:1])[0]):
            found[own] = number
    return found
