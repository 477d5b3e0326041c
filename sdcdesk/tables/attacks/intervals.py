"""Feasibility intervals: between which values each hidden cell must lie, given all that is published."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.linear_program import LinearProgram, SolverError
from sdcdesk.kernels.whole_program import WholeProgram
from sdcdesk.tables.attacks.attacker import Attacker
from sdcdesk.tables.cells.cell_system import CellSystem

if TYPE_CHECKING:
    from scipy.sparse import csr_array

WHOLE = 1e-9
"""What is known of counts and is so near to a whole number is it."""

FAR = 1e6
"""No other cell deviates by more than so many times the value of the one that is asked for, at first."""

NEAR = 1e3
"""A cell that deviates by less than so many times its value was not held back by that."""

COMPARABLE = 1e-3
"""Cells from this part of the size that the solver works with are found as exactly as it works."""

Ends = TypeVar("Ends", float, np.ndarray)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HiddenCells:
    """Cells that a reader does not see, and what the relations of the table say of them.

    Attributes
    ----------
    cells
        int64 (k,), their places in the system.
    rows
        int8 (m, k), relations with hidden cells.
    lowest, highest
        float64 (k,), what everybody knows of each cell.
    component
        int64 (k,), cells of the same number have to do with each other.
    at
        float64 (k,), values that agree with all sums: the original ones, or any others.
    whole
        bool (k,), cells that everybody knows to be whole numbers.
    """

    cells: np.ndarray
    rows: "csr_array"
    lowest: np.ndarray
    highest: np.ndarray
    component: np.ndarray
    at: np.ndarray
    whole: np.ndarray

    @classmethod
    def of(
        cls,
        relations: "csr_array",
        values: np.ndarray,
        hidden: np.ndarray,
        lowest: np.ndarray,
        highest: np.ndarray,
        whole: np.ndarray,
    ) -> "HiddenCells":
        """Return the hidden cells of a system.

        Parameters
        ----------
        relations
            int8 (m, n).
        values
            float64 (n,); those of hidden cells are only where the search begins, and may be any that agree
            with the published ones.
        hidden
            bool (n,).
        lowest, highest
            float64 (n,).
        whole
            bool (n,), cells that everybody knows to be whole numbers.

        Returns
        -------
        HiddenCells
            With the relations in which they stand; bounds of whole numbers are whole.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        cells = np.flatnonzero(hidden)
        own = relations[:, cells]
        standing = np.flatnonzero(np.diff(own.indptr))
        rows = csr_array(own[standing])
        apart = abs(rows.astype(np.int64))
        _, component = connected_components(apart.T @ apart, directed=False)
        # Cells of counts never have to do with cells of sums.
        mixed = np.zeros(component.max(initial=-1) + 1, dtype=bool)
        mixed[component[~whole[cells]]] = True
        counted = ~mixed[component]
        low, high = _known_of(lowest[cells], highest[cells], counted)
        return cls(cells, rows, low, high, component, values[cells], counted)

    @classmethod
    def of_system(cls, system: CellSystem, hidden: np.ndarray) -> "HiddenCells":
        """Return the hidden cells of a system, as everybody knows them.

        Parameters
        ----------
        system
            The cells.
        hidden
            bool (n,).

        Returns
        -------
        HiddenCells
            With the relations in which they stand.
        """
        return cls.of(system.relations, system.values, hidden, system.lowest, system.highest, system.integer)

    def known_to(self, attacker: Attacker, system: CellSystem) -> "HiddenCells":
        """Return the cells as somebody knows them.

        Parameters
        ----------
        attacker
            Who he is.
        system
            The cells.

        Returns
        -------
        HiddenCells
            With other bounds.
        """
        lowest, highest = (ends[self.cells] for ends in attacker.bounds(system))
        low, high = _known_of(lowest, highest, self.whole)
        return replace(self, lowest=low, highest=high)

    def parts(self) -> list[np.ndarray]:
        """Return the cells of each component.

        Returns
        -------
        list[np.ndarray]
            int64 (c,) each, places among the hidden cells, ascending.
        """
        order = np.argsort(self.component, kind="stable")
        ends = np.flatnonzero(np.diff(self.component[order])) + 1
        return np.split(order, ends) if len(order) else []


def _known_of(low: np.ndarray, high: np.ndarray, whole: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return bounds of cells, of which some are whole numbers."""
    least, most = whole_ends(low, high)
    return np.where(whole, least, low), np.where(whole, most, high)


def feasibility_intervals(
    hidden: HiddenCells,
    wanted: np.ndarray | None = None,
    progress: Progress = SILENT,
) -> tuple[np.ndarray, np.ndarray]:
    """Return between which values each hidden cell must lie.

    They are exact: the smallest and largest value that any table has which agrees with everything published,
    by linear programming; of counts that any table of whole numbers has. Where the search among those has too
    many branches, the ends are those of the best tables so far: the interval is no narrower.

    Parameters
    ----------
    hidden
        Cells and relations.
    wanted
        bool (k,), cells whose intervals are asked for; None: all.
    progress
        Receives how far the work is.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Lowest and highest, float64 (k,), infinite where nothing bounds them; NaN where not asked for.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    number = len(hidden.cells)
    low, high = np.full(number, np.nan), np.full(number, np.nan)
    asked = np.ones(number, dtype=bool) if wanted is None else wanted
    done, whole = 0, max(int(asked.sum()), 1)
    for part in hidden.parts():
        own = asked[part]
        if not own.any():
            continue
        search = RangeSearch(hidden, part, progress.cancelled)
        for place in np.flatnonzero(own).tolist():
            progress.at(done / whole, "Intervals of hidden cells")
            low[part[place]], high[part[place]] = search.range(place)
            progress.check()
            done += 1
    return low, high


def whole_ends(low: Ends, high: Ends) -> tuple[Ends, Ends]:
    """Return the whole numbers next to the ends of intervals, inside of them.

    Parameters
    ----------
    low, high
        One interval, or many.

    Returns
    -------
    tuple[Ends, Ends]
        What is known of counts.
    """
    return np.ceil(low - WHOLE) + 0.0, np.floor(high + WHOLE) + 0.0  # 0, not −0


class RangeSearch:
    """Finds the ranges of the cells of a component, and remembers how far each of them went meanwhile.

    The program has a column for the deviation of each cell from a value that agrees with all sums, so no
    rounding of sums makes it infeasible. They are divided by the size of the cell that is asked for: what is
    small is found as exactly beside large cells as without them.

    Parameters
    ----------
    hidden
        Cells and relations.
    part
        int64 (c,), the component, as places among the hidden cells.
    cancelled
        Whether to stop.
    """

    def __init__(self, hidden: HiddenCells, part: np.ndarray, cancelled: Callable[[], bool]) -> None:
        from scipy.sparse import csr_array

        own = hidden.rows[:, part]
        rows = csr_array(own[np.flatnonzero(np.diff(own.indptr))])
        self._at = hidden.at[part]
        self._lowest, self._highest = hidden.lowest[part], hidden.highest[part]
        size = np.abs(self._at)
        # Powers of 2: no digit is lost by them.
        self._sizes = 2.0 ** np.ceil(np.log2(np.where(size > 0, size, max(size.max(initial=0.0), 2.0**-60))))
        self._whole = bool(hidden.whole[part].all())
        if self._whole:
            self._sizes = np.ones(len(part))  # whole numbers are so in no other unit
        self._below = np.minimum(self._lowest - self._at, 0.0)
        self._above = np.maximum(self._highest - self._at, 0.0)
        bounds = np.abs(np.concatenate([self._below, self._above]))
        self._reach = float(bounds[np.isfinite(bounds)].max(initial=0.0))
        nothing = np.zeros(rows.shape[0])
        kind = WholeProgram if self._whole else LinearProgram
        self._program = kind(rows, nothing, nothing, self._below, self._above)
        self._cancelled = cancelled
        self._least, self._most = np.zeros(len(part)), np.zeros(len(part))

    def range(self, column: int) -> tuple[float, float]:
        """Return the smallest and the largest value of a column.

        Parameters
        ----------
        column
            Its place.

        Returns
        -------
        tuple[float, float]
            Infinite where nothing bounds it.
        """
        return self.smallest(column), self.largest(column)

    def smallest(self, column: int) -> float:
        """Return the smallest value of a column; −∞ where nothing bounds it.

        Parameters
        ----------
        column
            Its place.

        Returns
        -------
        float
            Exact, but for the rounding of the solver.
        """
        # What some table reached already, and no table can go below, needs no program.
        if self._least[column] <= self._below[column]:
            return float(self._lowest[column])
        return self._extreme(column, 1.0)

    def largest(self, column: int) -> float:
        """Return the largest value of a column; ∞ where nothing bounds it.

        Parameters
        ----------
        column
            Its place.

        Returns
        -------
        float
            Exact, but for the rounding of the solver.
        """
        if self._most[column] >= self._above[column]:
            return float(self._highest[column])
        return -self._extreme(column, -1.0)

    def _extreme(self, column: int, cost: float) -> float:
        own, largest = float(self._sizes[column]), float(self._sizes.max())
        self._program.set_cost(column, cost)
        found = self._deviation(column, own, np.inf if self._whole else FAR)
        if not self._whole and (found is None or abs(found) >= NEAR * own):
            # It goes so far that others may have been held back.
            try:
                found = self._deviation(column, largest, np.inf)
            except SolverError:
                # What is known beforehand reaches so far beyond the values that no digit is left of these.
                found = self._deviation(column, max(largest, self._reach), np.inf)
        self._program.set_cost(column, 0.0)
        return -np.inf if found is None else float(cost * (self._at[column] + found))

    def _deviation(self, column: int, size: float, far: float) -> float | None:
        """Return how far a cell deviates at most; None: no end was found."""
        self._program.set_bounds(np.maximum(self._below / size, -far), np.minimum(self._above / size, far))
        found = self._program.minimise(self._cancelled)
        if found.status == "stopped" and self._whole and not len(found.values):
            return 0.0  # nothing further than the true value is known
        if found.status != "optimal" and not (self._whole and len(found.values)):
            return None
        # Of much smaller cells the solver does not say whether they reach their ends.
        values = np.where(self._sizes >= size * COMPARABLE, found.values * size, 0.0)
        np.minimum(self._least, values, out=self._least)
        np.maximum(self._most, values, out=self._most)
        return float(found.values[column] * size)
