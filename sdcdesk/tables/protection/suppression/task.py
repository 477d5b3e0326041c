"""Task of suppression: cells, what must stay uncertain of them, and what may be hidden at which cost."""

from dataclasses import dataclass, field

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.attacks.attacker import ANYBODY, Attacker
from sdcdesk.tables.attacks.attacks import Attack, successful_attacks
from sdcdesk.tables.attacks.requirements import Requirements, required_movements
from sdcdesk.tables.attacks.witnesses import Witnesses
from sdcdesk.tables.cells.cell_system import CellSystem


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Task:
    """What a pattern of hidden cells is looked for.

    Attributes
    ----------
    system, needs
        Cells, and what must stay uncertain of them.
    forced, kept
        bool (n,), cells that are hidden, and cells that are published, whatever happens.
    costs
        float64 (n,), of hiding each.
    witnesses
        Movements of sensitive cells that are known; what is found for one pattern is known of all.
    """

    system: CellSystem
    needs: Requirements
    forced: np.ndarray
    kept: np.ndarray
    costs: np.ndarray
    witnesses: Witnesses = field(default_factory=Witnesses)

    def cost(self, pattern: np.ndarray) -> float:
        """Return what a pattern costs.

        Parameters
        ----------
        pattern
            bool (n,).

        Returns
        -------
        float
            From 0.
        """
        return float(self.costs[pattern].sum())

    def attacks(
        self, pattern: np.ndarray, progress: Progress = SILENT, *, first: bool = False
    ) -> list[Attack]:
        """Return the attacks on a pattern that succeed.

        Parameters
        ----------
        pattern
            bool (n,).
        progress
            Receives how far the work is.
        first
            Whether one is enough.

        Returns
        -------
        list[Attack]
            As of `successful_attacks`.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        return successful_attacks(self.system, pattern, self.needs, progress, self.witnesses, first=first)

    def movements(self, cell: int, attacker: Attacker = ANYBODY) -> list[float]:
        """Return how far a cell must be able to move, in tables that somebody thinks possible.

        Parameters
        ----------
        cell
            A sensitive one.
        attacker
            Who wants to know it.

        Returns
        -------
        list[float]
            As of `required_movements`.
        """
        return required_movements(self.system, self.needs, cell, attacker)
