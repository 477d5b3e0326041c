"""Attackers: what somebody knows of the cells of a table besides what is published."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.tables.cells.cell_system import CellSystem


def _none() -> np.ndarray:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True, slots=True, repr=False)
class Attacker:
    """Somebody who wants to know a hidden cell.

    Attributes
    ----------
    who
        The contributor, as `Contributors` numbers them; −1: anybody, or several of them.
    alone
        int64 (k,), the cells whose values he knows, because nobody else contributes to them; ascending.
    cells, parts
        int64 (c,) ascending, float64 (c,), what he adds to cells: no less is in them.
    """

    who: int = -1
    alone: np.ndarray = field(default_factory=_none, compare=False)
    cells: np.ndarray = field(default_factory=_none, compare=False)
    parts: np.ndarray = field(default_factory=lambda: np.empty(0), compare=False)

    def bounds(self, system: CellSystem) -> tuple[np.ndarray, np.ndarray]:
        """Return between which values each cell lies, as far as he knows before anything is published.

        Parameters
        ----------
        system
            The cells.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Lowest and highest, float64 (n,).
        """
        lowest, highest = system.lowest.copy(), system.highest.copy()
        lowest[self.cells] = np.maximum(lowest[self.cells], np.minimum(self.parts, system.values[self.cells]))
        lowest[self.alone] = highest[self.alone] = system.values[self.alone]
        return lowest, highest

    def part(self, cell: int) -> float:
        """Return what he adds to a cell.

        Parameters
        ----------
        cell
            Its place.

        Returns
        -------
        float
            From 0.
        """
        at = int(np.searchsorted(self.cells, cell))
        return float(self.parts[at]) if at < len(self.cells) and self.cells[at] == cell else 0.0

    def without(self, cell: int) -> "Attacker":
        """Return one who knows nothing of a cell.

        Parameters
        ----------
        cell
            Its place.

        Returns
        -------
        Attacker
            With all else.
        """
        others = self.cells != cell
        return Attacker(self.who, self.alone[self.alone != cell], self.cells[others], self.parts[others])

    @classmethod
    def any_of(cls, several: Sequence["Attacker"]) -> "Attacker":
        """Return one who knows of each cell what any of several attackers knows.

        Parameters
        ----------
        several
            At least one.

        Returns
        -------
        Attacker
            From whom a cell is safe only if it is safe from each of them.
        """
        cells = np.concatenate([one.cells for one in several])
        parts = np.concatenate([one.parts for one in several])
        order = np.lexsort((-parts, cells))
        cells, parts = cells[order], parts[order]
        first = np.flatnonzero(np.diff(cells, prepend=-1))
        alone = np.unique(np.concatenate([one.alone for one in several]))
        return cls(-1, alone, cells[first], parts[first])


ANYBODY = Attacker()
"""A reader who knows what is published, and no more."""
