"""Linear programs: the one door to the solver HiGHS, for continuous and whole-numbered columns."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal
from weakref import ref

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Status = Literal["optimal", "infeasible", "unbounded", "stopped"]

Limit = Literal["", "branches", "seconds"]
"""Limits of the search for whole numbers: as many branches are alike on all machines, time is not."""

SMALL = 1e-9
"""Feasibility that is asked of the solver, of numbers that are near 1."""

MOST = 2**31 - 1
"""No limit of branches."""

Cancelled = Callable[[], bool]
"""Asked many times a second whether to stop."""


def never_cancelled() -> bool:
    """Never ask to stop.

    Returns
    -------
    bool
        False.
    """
    return False


class SolverError(RuntimeError):
    """The solver met a state that it does not know; a defect of ours or of its."""


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What the solver found.

    Attributes
    ----------
    status
        "stopped": it was asked to stop, or came to a limit, and `values` are the best so far, if any.
    objective
        Value of the best; NaN where there is none.
    bound
        No solution has a smaller objective.
    values
        float64 (n,), empty where there is none.
    reduced
        float64 (n,), reduced costs of the columns; empty where columns are whole numbers, or there is none.
    limit
        The limit that it came to; empty: none.
    branches
        How many branches it looked at, of whole numbers.
    """

    status: Status
    objective: float
    bound: float
    values: np.ndarray
    reduced: np.ndarray = field(default_factory=lambda: np.empty(0))
    limit: Limit = ""
    branches: int = 0


class LinearProgram:
    """Columns with bounds, and rows that are sums of them; solved again with other costs and bounds.

    It is deterministic: one thread, one seed, and no time limit unless one is given; a limit of branches is
    the same on every machine. Each solution starts from the last one.

    Parameters
    ----------
    rows
        float64 (m, n), scipy's sparse rows.
    row_lower, row_upper
        float64 (m,), between which each sum must lie.
    lower, upper
        float64 (n,), bounds of the columns; infinite where there are none.
    whole
        bool (n,), which columns are whole numbers; None: none is.
    """

    def __init__(
        self,
        rows: "csr_array",
        row_lower: np.ndarray,
        row_upper: np.ndarray,
        lower: np.ndarray,
        upper: np.ndarray,
        whole: np.ndarray | None = None,
    ) -> None:
        # Imported here, because most starts of the program solve nothing. The class below `Highs` is taken,
        # because that one prints a line before anybody can say that nothing should be printed.
        import highspy
        from highspy._core import _Highs

        self._highs: Any = _Highs()
        self._columns = len(lower)
        self._all = np.arange(self._columns, dtype=np.int32)
        self._whole = whole is not None and bool(whole.any())
        for name, value in (
            ("output_flag", False),
            ("threads", 1),
            ("random_seed", 0),
            ("parallel", "off"),
            ("primal_feasibility_tolerance", SMALL),
            ("dual_feasibility_tolerance", SMALL),
            ("mip_feasibility_tolerance", SMALL),
            ("mip_abs_gap", 1e-9),
        ):
            self._highs.setOptionValue(name, value)
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = self._columns, len(row_lower)
        model.col_cost_ = np.zeros(self._columns)
        model.col_lower_, model.col_upper_ = lower.astype(np.float64), upper.astype(np.float64)
        model.row_lower_, model.row_upper_ = row_lower.astype(np.float64), row_upper.astype(np.float64)
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = rows.indptr.astype(np.int32)
        model.a_matrix_.index_ = rows.indices.astype(np.int32)
        model.a_matrix_.value_ = rows.data.astype(np.float64)
        if whole is not None and self._whole:
            kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
            model.integrality_ = [kinds[int(one)] for one in whole]
        self._highs.passModel(model)
        self._cancelled: Cancelled = never_cancelled
        self._listen()

    def _listen(self) -> None:
        """Let the solver ask whether to stop."""
        from highspy._core import cb

        own = ref(self)  # else the solver would keep this object, and this the solver, for good

        def stop(_kind: Any, _message: str, _found: Any, answer: Any, _data: Any) -> None:
            program = own()
            if answer is not None and program is not None:
                answer.user_interrupt = program._cancelled()  # False, too: else the last True stays

        self._highs.setCallback(stop, None)
        for kind in (
            cb.HighsCallbackType.kCallbackSimplexInterrupt,
            cb.HighsCallbackType.kCallbackIpmInterrupt,
            cb.HighsCallbackType.kCallbackMipInterrupt,
        ):
            self._highs.startCallback(kind)

    def set_bounds(self, lower: np.ndarray, upper: np.ndarray) -> None:
        """Give all columns other bounds.

        Parameters
        ----------
        lower, upper
            float64 (n,).
        """
        self._highs.changeColsBounds(
            self._columns, self._all, lower.astype(np.float64), upper.astype(np.float64)
        )

    def add_row(self, columns: np.ndarray, numbers: np.ndarray, lower: float, upper: float) -> None:
        """Add a row.

        Parameters
        ----------
        columns
            int64 (k,), places of its columns.
        numbers
            float64 (k,), by what these are multiplied.
        lower, upper
            Between which the sum must lie.
        """
        self._highs.addRow(lower, upper, len(columns), columns.astype(np.int32), numbers.astype(np.float64))

    def set_costs(self, costs: np.ndarray) -> None:
        """Give all columns other costs.

        Parameters
        ----------
        costs
            float64 (n,).
        """
        self._highs.changeColsCost(self._columns, self._all, costs.astype(np.float64))

    def set_cost(self, column: int, cost: float) -> None:
        """Give a column another cost.

        Parameters
        ----------
        column
            Its place.
        cost
            What a unit of it costs.
        """
        self._highs.changeColCost(column, cost)

    def start_from(self, values: np.ndarray) -> None:
        """Give a solution to begin with.

        Parameters
        ----------
        values
            float64 (n,), feasible.
        """
        import highspy

        solution = highspy.HighsSolution()
        solution.col_value = values.tolist()
        self._highs.setSolution(solution)

    def minimise(
        self,
        cancelled: Cancelled = never_cancelled,
        seconds: float | None = None,
        branches: int | None = None,
        gap: float = 0.0,
    ) -> Solution:
        """Find the values with the smallest cost.

        Parameters
        ----------
        cancelled
            Asked many times a second; when it says True, the best so far is returned.
        seconds
            Time after which the best so far is returned; None: as long as it takes.
        branches
            Number of branches on whole columns after which the best so far is returned; None: as many as it
            takes.
        gap
            Share by which a solution of whole columns may cost more than the bound; infinite: any is enough.

        Returns
        -------
        Solution
            Optimal, unless its status says otherwise.

        Raises
        ------
        SolverError
            The solver failed.
        """
        import highspy

        states = highspy.HighsModelStatus
        # Its own limit of time counts from the first solution on.
        end = np.inf if seconds is None else monotonic() + seconds
        self._cancelled = lambda: cancelled() or monotonic() > end
        self._highs.setOptionValue("mip_max_nodes", MOST if branches is None else branches)
        self._highs.setOptionValue("mip_rel_gap", gap)
        self._highs.run()
        state = self._highs.getModelStatus()
        if state == states.kOptimal and self._whole and not self._is_consistent():
            # Where presolving alone finds the optimum, the solver gives back what it began with.
            self._highs.clearSolver()
            self._highs.run()
            state = self._highs.getModelStatus()
        if state == states.kUnboundedOrInfeasible:
            self._highs.setOptionValue("presolve", "off")
            self._highs.run()
            self._highs.setOptionValue("presolve", "choose")
            state = self._highs.getModelStatus()
        if state == states.kUnknown:
            state = self._solved_anew()
        found = {
            states.kOptimal: "optimal",
            states.kInfeasible: "infeasible",
            states.kUnbounded: "unbounded",
            states.kInterrupt: "stopped",
            states.kSolutionLimit: "stopped",  # what it says of branches
            states.kModelEmpty: "optimal",
        }.get(state)
        if found is None:
            raise SolverError(self._highs.modelStatusToString(state))
        limit: Limit = ""
        if found == "stopped" and not cancelled():
            limit = "branches" if state == states.kSolutionLimit else "seconds"
        return replace(self._solution(found), limit=limit, branches=self._branches())  # type: ignore[arg-type]

    def _branches(self) -> int:
        """Return how many branches were looked at; finding whole numbers without any counts as one."""
        return max(int(self._highs.getInfo().mip_node_count), 1) if self._whole else 0

    def _is_consistent(self) -> bool:
        """Return whether the values of the solution cost what the solver says."""
        said = float(self._highs.getInfo().objective_function_value)
        costs = np.array(self._highs.getLp().col_cost_)
        cost = float(costs @ np.array(self._highs.getSolution().col_value))
        return abs(cost - said) <= 1e-6 * max(abs(said), 1.0)

    def _solved_anew(self) -> Any:
        """Solve without the last basis, then less exactly: numbers of very different sizes may need it."""
        import highspy

        limits = "primal_feasibility_tolerance", "dual_feasibility_tolerance"
        for exactness in (SMALL, 1e-8, 1e-7):
            for name in limits:
                self._highs.setOptionValue(name, exactness)
            self._highs.clearSolver()
            self._highs.run()
            if self._highs.getModelStatus() != highspy.HighsModelStatus.kUnknown:
                break
        for name in limits:
            self._highs.setOptionValue(name, SMALL)
        return self._highs.getModelStatus()

    def _solution(self, status: Status) -> Solution:
        info = self._highs.getInfo()
        none = np.empty(0)
        if status in ("infeasible", "unbounded"):
            return Solution(status, np.nan, -np.inf if status == "unbounded" else np.inf, none)
        feasible = info.primal_solution_status == 2
        if status == "stopped" and not feasible:
            return Solution(status, np.nan, -np.inf, none)
        found = self._highs.getSolution()
        values = np.array(found.col_value)
        objective = float(info.objective_function_value)
        bound = float(info.mip_dual_bound) if self._whole else objective
        return Solution(
            status, objective, bound, values, np.empty(0) if self._whole else np.array(found.col_dual)
        )
