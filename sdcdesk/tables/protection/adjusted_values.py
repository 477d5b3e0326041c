"""Adjusted values: movements of the values of a table that add up, each sensitive one as far as it must."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.irreducible_conflict import irreducible_conflict
from sdcdesk.kernels.linear_program import LinearProgram
from sdcdesk.tables.cells.cell_system import CellSystem

BRANCHES = 20_000
"""Branches after which values are thought to be able to move."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AdjustedValues:
    """Finds movements of values, by a program with a column of 0 and 1 for each sensitive one.

    Attributes
    ----------
    system
        The cells.
    sensitive
        bool (n,), cells that must move.
    kept
        bool (n,), cells that must not.
    costs
        float64 (n,), of moving each by 1.
    seconds
        After which the best movements so far are taken.
    """

    system: CellSystem
    sensitive: np.ndarray
    kept: np.ndarray
    costs: np.ndarray
    seconds: float

    def movements(self, least: np.ndarray, steps: np.ndarray, progress: Progress) -> np.ndarray | None:
        """Return by how much each value moves.

        Parameters
        ----------
        least
            float64 (n,), how far sensitive values move at least.
        steps
            float64 (n,), where it is above 0 a value moves by whole steps.
        progress
            Receives how far the work is.

        Returns
        -------
        np.ndarray or None
            float64 (n,); None where no movements add up.
        """
        cells, sensitive = len(self.system), np.flatnonzero(self.sensitive)
        whole = steps > 0
        limit = self.seconds if (whole & ~self.system.integer).any() else None
        unit = self._units(least, steps, whole)
        up, down = self._room(unit)
        least = least / unit
        program = _program(self.system, sensitive, least[sensitive], up, down, whole, _most(least[sensitive]))
        program.set_costs(np.concatenate([self.costs, self.costs, np.zeros(len(sensitive))]))

        def of_directions(rises: np.ndarray) -> np.ndarray:
            """Return the cheapest movements where it is said which values go up, empty where there are none.

            A column of 0 and 1 is so within a tolerance, which times a large bound is a movement of its own:
            here it is none.
            """
            lower = np.zeros(2 * cells + len(sensitive))
            upper = np.r_[up, down, np.ones(len(sensitive))]
            upwards, downwards = sensitive[rises], sensitive[~rises]
            lower[upwards], lower[cells + downwards] = least[upwards], least[downwards]
            upper[cells + upwards], upper[downwards] = 0.0, 0.0
            lower[2 * cells :] = upper[2 * cells :] = rises
            if (lower > upper).any():
                return np.empty(0)
            program.set_bounds(lower, upper)
            found: np.ndarray = program.minimise(progress.cancelled, limit).values
            return found

        progress.at(0.0, "Movements that add up")
        first = of_directions(np.ones(len(sensitive), dtype=bool))
        best = first
        if len(sensitive) and not progress.cancelled():
            program.set_bounds(np.zeros(2 * cells + len(sensitive)), np.r_[up, down, np.ones(len(sensitive))])
            if len(first):
                program.start_from(first)
            progress.at(0.1, "The smallest movements that add up")
            found = program.minimise(progress.cancelled, self.seconds).values
            if len(found) and not progress.cancelled():
                second = of_directions(found[2 * cells :] > 0.5)
                best = second if len(second) else first
        if not len(best):
            return None
        moved = best[:cells] - best[cells : 2 * cells]
        moved = np.where(whole, np.rint(moved), np.where(np.abs(moved * unit) < 1e-9, 0.0, moved))
        return np.asarray(moved * unit)

    def conflict(self, least: np.ndarray, steps: np.ndarray, progress: Progress) -> list[int]:
        """Return sensitive values that cannot be moved so far together, of which none can be left out.

        Parameters
        ----------
        least, steps
            float64 (n,), as of `movements`; only counts move by whole steps.
        progress
            Receives how far the work is.

        Returns
        -------
        list[int]
            Their cells; empty: all can be moved, or nobody knows.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        whole = self.system.integer
        unit = self._units(least, steps, whole)
        up, down = self._room(unit)
        most = _most((least / unit)[self.sensitive])

        def can_move(cells: list[int]) -> bool:
            progress.at(0.9, "Values that cannot be moved")
            some = np.array(cells, dtype=np.int64)
            program = _program(self.system, some, (least / unit)[some], up, down, whole, most)
            found = program.minimise(progress.cancelled, branches=BRANCHES, gap=np.inf)
            progress.check()
            return found.status != "infeasible"

        return irreducible_conflict(np.flatnonzero(self.sensitive).tolist(), can_move)

    def _units(self, least: np.ndarray, steps: np.ndarray, whole: np.ndarray) -> np.ndarray:
        """Return in which parts movements are counted, float64 (n,)."""
        # In the middle of what is asked for, so that the tolerance of the solver is small beside it.
        asked = least[self.sensitive & ~whole]
        return np.where(whole, steps, float(np.median(asked)) if len(asked) else 1.0)

    def _room(self, unit: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return how far each value can move upwards and downwards, in units."""
        down = (self.system.values - self.system.lowest) / unit
        return np.where(self.kept, 0.0, np.inf), np.where(self.kept, 0.0, down)


def _most(least: np.ndarray) -> float:
    """Return how far no sensitive value moves: as all of them together, many times over."""
    return 100 * float(least.sum())


def _program(
    system: CellSystem,
    sensitive: np.ndarray,
    least: np.ndarray,
    up: np.ndarray,
    down: np.ndarray,
    moved_whole: np.ndarray,
    most: float,
) -> LinearProgram:
    """Return a program of movements up, movements down, and for each sensitive cell whether it goes up."""
    from scipy.sparse import csr_array, diags_array, hstack, vstack

    cells, number = len(system), len(sensitive)
    none: Any = csr_array((system.relations.shape[0], number))
    sums: Any = hstack([system.relations, -system.relations.astype(np.float64), none], format="csr")
    still = np.zeros(system.relations.shape[0])
    low, high = still, still
    rows: Any = sums
    if number:
        chosen: Any = csr_array((np.ones(number), (np.arange(number), sensitive)), shape=(number, cells))
        zero: Any = csr_array((number, cells))
        reach = np.full(number, most)
        # up ≥ least·z, up ≤ reach·z, down ≥ least·(1 − z), down ≤ reach·(1 − z)
        blocks = [
            hstack([chosen, zero, diags_array(-least)]),
            hstack([chosen, zero, diags_array(-reach)]),
            hstack([zero, chosen, diags_array(least)]),
            hstack([zero, chosen, diags_array(reach)]),
        ]
        rows = vstack([sums, *blocks], format="csr")
        free, nothing = np.full(number, np.inf), np.zeros(number)
        low, high = np.r_[still, nothing, -free, least, -free], np.r_[still, free, nothing, free, reach]
    whole = np.r_[moved_whole, moved_whole, np.ones(number, dtype=bool)]
    return LinearProgram(
        rows, low, high, np.zeros(2 * cells + number), np.r_[up, down, np.ones(number)], whole
    )
