"""Feasibility intervals: between which values each hidden cell must lie, given all that is published."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.linear_program import LinearProgram

if TYPE_CHECKING:
    from scipy.sparse import csr_array

ROUNDING = 1e-7
"""Relative error of the solver's numbers that is no disclosure."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Hidden:
    """Cells that a reader does not see, and what the relations of the table say of them.

    Attributes
    ----------
    cells
        int64 (k,), their places in the system.
    rows
        int8 (m, k), relations with hidden cells.
    sums
        float64 (m,), what each row adds up to by the published cells.
    lowest, highest
        float64 (k,), what everybody knows of each cell.
    component
        int64 (k,), cells of the same number have to do with each other.
    """

    cells: np.ndarray
    rows: "csr_array"
    sums: np.ndarray
    lowest: np.ndarray
    highest: np.ndarray
    component: np.ndarray

    @classmethod
    def of(
        cls,
        relations: "csr_array",
        values: np.ndarray,
        hidden: np.ndarray,
        lowest: np.ndarray,
        highest: np.ndarray,
    ) -> "Hidden":
        """Return the hidden cells of a system.

        Parameters
        ----------
        relations
            int8 (m, n).
        values
            float64 (n,), the published ones; those of hidden cells are not looked at.
        hidden
            bool (n,).
        lowest, highest
            float64 (n,).

        Returns
        -------
        Hidden
            With the relations in which they stand.
        """
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        cells = np.flatnonzero(hidden)
        own = relations[:, cells]
        standing = np.flatnonzero(np.diff(own.indptr))
        rows = csr_array(own[standing])
        known = np.where(hidden, 0.0, values)
        sums = -(relations[standing] @ known)
        apart = abs(rows.astype(np.int64))
        _, component = connected_components(apart.T @ apart, directed=False)
        return cls(cells, rows, sums, lowest[cells], highest[cells], component)

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

    def program(self, part: np.ndarray) -> LinearProgram:
        """Return the program of the cells of a component.

        Parameters
        ----------
        part
            int64 (c,), their places among the hidden cells.

        Returns
        -------
        LinearProgram
            A column for each of them.
        """
        from scipy.sparse import csr_array

        own = self.rows[:, part]
        standing = np.flatnonzero(np.diff(own.indptr))
        sums = self.sums[standing]
        return LinearProgram(csr_array(own[standing]), sums, sums, self.lowest[part], self.highest[part])


def feasibility_intervals(
    hidden: Hidden,
    wanted: np.ndarray | None = None,
    progress: Progress = SILENT,
) -> tuple[np.ndarray, np.ndarray]:
    """Return between which values each hidden cell must lie.

    They are exact: the smallest and largest value that any table has which agrees with everything published,
    by linear programming.

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
        search = RangeSearch(
            hidden.program(part), hidden.lowest[part], hidden.highest[part], progress.cancelled
        )
        for place in np.flatnonzero(own).tolist():
            progress.at(done / whole, "Intervals of hidden cells")
            low[part[place]], high[part[place]] = search.range(place)
            progress.check()
            done += 1
    return low, high


class RangeSearch:
    """Asks a program for the ranges of its columns, and remembers how far each of them went meanwhile.

    Parameters
    ----------
    program
        Feasible.
    lowest, highest
        float64 (k,), bounds of its columns.
    cancelled
        Whether to stop.
    """

    def __init__(
        self,
        program: LinearProgram,
        lowest: np.ndarray,
        highest: np.ndarray,
        cancelled: Callable[[], bool],
    ) -> None:
        self._program, self._lowest, self._highest = program, lowest, highest
        self._cancelled = cancelled
        self.reached_low = np.full(len(lowest), np.inf)
        self.reached_high = np.full(len(lowest), -np.inf)

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
        if self.reached_low[column] <= self._lowest[column]:
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
        if self.reached_high[column] >= self._highest[column]:
            return float(self._highest[column])
        return -self._extreme(column, -1.0)

    def _extreme(self, column: int, cost: float) -> float:
        self._program.set_cost(column, cost)
        found = self._program.minimise(self._cancelled)
        self._program.set_cost(column, 0.0)
        if found.status != "optimal":
            return -np.inf if found.status != "infeasible" else np.nan
        np.minimum(self.reached_low, found.values, out=self.reached_low)
        np.maximum(self.reached_high, found.values, out=self.reached_high)
        return float(found.values[column] * cost)
