"""The door to the solver: right values, said plainly where there are none, and it stops when asked."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.sparse import csr_array

from sdcdesk.kernels.linear_program import LinearProgram

SEEDS = st.integers(0, 2**32)


def program(
    rows: np.ndarray, least: np.ndarray, most: np.ndarray, upper: np.ndarray, whole: bool = False
) -> LinearProgram:
    number = rows.shape[1]
    return LinearProgram(
        csr_array(rows), least, most, np.zeros(number), upper, np.full(number, whole) if whole else None
    )


@given(seed=SEEDS)
def test_solved_again_with_other_costs_and_bounds_as_anew(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = rng.integers(-2, 3, (3, 5)).astype(float)
    sums = rows @ rng.integers(0, 6, 5)
    upper = np.full(5, 20.0)
    asked = program(rows, sums, sums, upper)
    for _ in range(3):
        costs, upper = rng.integers(-5, 6, 5).astype(float), rng.integers(1, 20, 5).astype(float)
        asked.set_costs(costs)
        asked.set_bounds(np.zeros(5), upper)
        found = asked.minimise()
        oracle = linprog(costs, A_eq=rows, b_eq=sums, bounds=list(zip(np.zeros(5), upper, strict=True)))
        assert found.status == {0: "optimal", 2: "infeasible"}[oracle.status]
        if found.status == "optimal":
            assert found.objective == pytest.approx(oracle.fun, abs=1e-7)
            assert found.objective == found.bound
            assert rows @ found.values == pytest.approx(sums, abs=1e-7)


@given(seed=SEEDS)
def test_whole_numbers_are_the_best_of_all(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, costs = rng.integers(-2, 4, (2, 4)).astype(float), rng.integers(-5, 6, 4).astype(float)
    most = rng.integers(0, 8, 2).astype(float)
    asked = program(rows, np.full(2, -np.inf), most, np.full(4, 3.0), whole=True)
    asked.set_costs(costs)
    found = asked.minimise()
    tried = [one for one in product(range(4), repeat=4) if (rows @ one <= most).all()]
    assert found.status == "optimal"
    assert found.objective == pytest.approx(min(float(costs @ one) for one in tried))
    assert (np.abs(found.values - np.rint(found.values)) < 1e-6).all()


def test_what_has_no_best_value_is_told_apart() -> None:
    one = np.array([[1.0, -1.0]])
    free = program(one, np.zeros(1), np.zeros(1), np.full(2, np.inf))
    free.set_costs(np.array([-1.0, 0.0]))
    assert free.minimise().status == "unbounded"
    assert free.minimise().bound == -np.inf
    none = program(one, np.full(1, 5.0), np.full(1, 5.0), np.full(2, 1.0))
    assert none.minimise().status == "infeasible"
    assert len(none.minimise().values) == 0
    assert program(np.zeros((0, 0)), np.zeros(0), np.zeros(0), np.zeros(0)).minimise().status == "optimal"


def test_a_row_that_is_added_counts() -> None:
    asked = program(np.array([[1.0, 1.0]]), np.zeros(1), np.full(1, 10.0), np.full(2, 9.0))
    asked.set_costs(np.array([-1.0, -2.0]))
    assert asked.minimise().objective == pytest.approx(-19)
    asked.add_row(np.array([1]), np.array([2.0]), -np.inf, 8.0)
    assert asked.minimise().objective == pytest.approx(-14)
    asked.set_bounds(np.zeros(2), np.array([1.0, 9.0]))
    asked.set_cost(1, -3.0)
    assert asked.minimise().objective == pytest.approx(-13)


def market_split() -> LinearProgram:
    """Whole numbers that take a solver hours."""
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 100, (4, 30)).astype(float)
    slack = np.hstack([rows, np.eye(4), -np.eye(4)])
    half = np.floor(rows.sum(axis=1) / 2)
    upper = np.r_[np.ones(30), np.full(8, 1e4)]
    asked = LinearProgram(csr_array(slack), half, half, np.zeros(38), upper, np.arange(38) < 30)
    asked.set_costs(np.r_[np.zeros(30), np.ones(8)])
    return asked


def test_it_stops_when_asked_with_the_best_so_far() -> None:
    calls = 0

    def cancelled() -> bool:
        nonlocal calls
        calls += 1
        return calls >= 50

    found = market_split().minimise(cancelled)
    assert found.status == "stopped"
    assert calls < 60, "it went on after it was asked"
    if len(found.values):
        assert found.bound <= found.objective
    asked = market_split()
    first = asked.minimise(seconds=0.05)
    assert first.status == "stopped"
    assert asked.minimise(lambda: True).status == "stopped", "and can be asked again"


def test_a_limit_of_branches_ends_it_alike_however_long_it_takes() -> None:
    first, slow = (
        market_split().minimise(branches=40),
        market_split().minimise(lambda: bool(sum(range(2000)) < 0), branches=40),
    )
    assert (first.status, first.limit) == ("stopped", "branches")
    assert first.branches >= 40
    assert (first.branches, first.bound) == (slow.branches, slow.bound)
    assert np.array_equal(first.values, slow.values)
    asked = market_split()
    assert asked.minimise(seconds=0.0).limit == "seconds"
    assert asked.minimise(lambda: True).limit == ""
    easy = program(np.array([[1.0, 1.0]]), np.ones(1), np.full(1, 3.0), np.full(2, 5.0), whole=True)
    assert (easy.minimise(branches=1).status, easy.minimise(branches=1).limit) == ("optimal", "")


def test_the_same_program_has_the_same_values() -> None:
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 3, (4, 12)).astype(float)
    most = rows.sum(axis=1) / 3

    def solved() -> np.ndarray:
        asked = program(rows, np.full(4, -np.inf), most, np.full(12, 2.0), whole=True)
        asked.set_costs(-np.ones(12))
        return asked.minimise().values

    assert np.array_equal(solved(), solved())


def test_a_start_is_taken() -> None:
    asked = program(np.array([[1.0, 1.0]]), np.ones(1), np.full(1, 3.0), np.full(2, 5.0), whole=True)
    asked.set_costs(np.array([2.0, 3.0]))
    asked.start_from(np.array([0.0, 1.0]))
    assert asked.minimise().objective == pytest.approx(2)
