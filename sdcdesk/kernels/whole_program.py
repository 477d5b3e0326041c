"""Linear programs of whole numbers, most of which are solved as if their columns were any numbers."""

from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.kernels.linear_program import Cancelled, LinearProgram, Solution, never_cancelled

if TYPE_CHECKING:
    from scipy.sparse import csr_array

BRANCHES = 20_000
"""Branches after which the best whole solution so far is taken; a number of them is the same on any machine,
and a time is not."""

NEAR = 1e-7
"""A whole solution that costs by no more than this share more than any numbers do is the cheapest."""


class WholeProgram:
    """Columns that are whole numbers, with bounds, and rows that are sums of them.

    It is solved as a linear program first. The sums of a table of two dimensions are a network, whose corners
    are whole, and of other tables most corners that are asked for; such a solution is the answer. Only where
    it is not whole, the columns are branched on.

    Parameters
    ----------
    rows
        int8 (m, n), scipy's sparse rows.
    row_lower, row_upper
        float64 (m,), between which each sum must lie.
    lower, upper
        float64 (n,), bounds of the columns, whole or infinite.
    """

    def __init__(
        self,
        rows: "csr_array",
        row_lower: np.ndarray,
        row_upper: np.ndarray,
        lower: np.ndarray,
        upper: np.ndarray,
    ) -> None:
        self._rows, self._sums = rows, (row_lower, row_upper)
        self._bounds, self._costs = (lower, upper), np.zeros(len(lower))
        self._relaxed = LinearProgram(rows, row_lower, row_upper, lower, upper)
        self._branching: LinearProgram | None = None

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Give all columns other bounds.

        Parameters
        ----------
        lower, upper
            float64 (n,).
        """
        self._bounds = lower, upper
        self._relaxed.set_bounds(lower, upper)

    def set_costs(self, costs: np.ndarray) -> None:
        """Give all columns other costs.

        Parameters
        ----------
        costs
            float64 (n,).
        """
        self._costs = costs.copy()
        self._relaxed.set_costs(costs)

    def set_cost(self, column: int, cost: float) -> None:
        """Give a column another cost.

        Parameters
        ----------
        column
            Its place.
        cost
            What a unit of it costs.
        """
        self._costs[column] = cost
        self._relaxed.set_cost(column, cost)

    def minimise(self, cancelled: Cancelled = never_cancelled, gap: float = 0.0) -> Solution:
        """Find the whole numbers with the smallest cost.

        Parameters
        ----------
        cancelled
            Asked many times a second; when it says True, the best so far is returned.
        gap
            Share by which the solution may cost more than the cheapest, where columns are branched on;
            infinite: any is enough.

        Returns
        -------
        Solution
            Of exactly whole values; "stopped" also where there were too many branches.

        Raises
        ------
        SolverError
            The solver failed.
        """
        found = self._relaxed.minimise(cancelled)
        if found.status != "optimal":
            return found
        whole = np.rint(found.values) + 0.0  # 0, not −0
        cost = float(self._costs @ whole)
        if cost - found.objective <= NEAR * max(abs(found.objective), 1.0) and self._holds(whole):
            return Solution("optimal", cost, cost, whole)
        if self._branching is None:
            everything = np.ones(len(whole), dtype=bool)
            self._branching = LinearProgram(self._rows, *self._sums, *self._bounds, everything)
        self._branching.set_bounds(*self._bounds)
        self._branching.set_costs(self._costs)
        found = self._branching.minimise(cancelled, branches=BRANCHES, gap=gap)
        if not len(found.values):
            return found
        whole = np.rint(found.values) + 0.0
        return Solution(found.status, float(self._costs @ whole), found.bound, whole)

    def _holds(self, whole: np.ndarray) -> bool:
        """Return whether whole numbers keep all bounds, exactly."""
        sums = self._rows @ whole
        return bool(
            (sums >= self._sums[0]).all()
            and (sums <= self._sums[1]).all()
            and (whole >= self._bounds[0]).all()
            and (whole <= self._bounds[1]).all()
        )
