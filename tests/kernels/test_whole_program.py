"""Programs of whole numbers against all whole numbers within the bounds."""

from itertools import product

import numpy as np
import pytest
from scipy.sparse import csr_array

from sdcdesk.kernels import whole_program
from sdcdesk.kernels.whole_program import WholeProgram


def triangle() -> WholeProgram:
    """Pairs of three columns are at most 1: halves of all three are the best of any numbers."""
    rows = csr_array(np.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]]))
    program = WholeProgram(rows, np.full(3, -np.inf), np.ones(3), np.zeros(3), np.full(3, np.inf))
    program.set_costs(np.full(3, -1.0))
    return program


@pytest.mark.parametrize("seed", range(12))
def test_it_finds_the_cheapest_whole_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, costs = rng.integers(-1, 2, (3, 4)), rng.normal(size=4)
    sums = rows @ rng.integers(0, 4, 4)
    program = WholeProgram(csr_array(rows), sums - 0.0, sums + 1.0, np.zeros(4), np.full(4, 3.0))
    program.set_costs(costs)
    every = np.array(list(product(range(4), repeat=4)))
    held = every[((every @ rows.T >= sums) & (every @ rows.T <= sums + 1)).all(axis=1)]
    found = program.minimise()
    assert found.status == "optimal"
    assert found.objective == pytest.approx((held @ costs).min())
    assert found.values.tolist() in held.tolist()
    program.set_bounds(np.ones(4), np.full(4, 2.0))
    inside = held[((held >= 1) & (held <= 2)).all(axis=1)]
    again = program.minimise()
    assert (again.status == "infeasible") == (not len(inside))
    if len(inside):
        assert again.objective == pytest.approx((inside @ costs).min())


def test_halves_are_no_whole_numbers() -> None:
    program = triangle()
    found = program.minimise()
    assert (found.objective, sorted(found.values.tolist())) == (-1.0, [0.0, 0.0, 1.0])
    program.set_cost(1, -3.0)
    assert program.minimise().values.tolist() == [0.0, 1.0, 0.0]


def test_it_stops_when_asked_and_after_too_many_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert triangle().minimise(lambda: True).status == "stopped"
    monkeypatch.setattr(whole_program, "BRANCHES", 0)
    found = triangle().minimise()
    # What it tells are whole numbers within the bounds, or nothing.
    assert found.status in ("stopped", "optimal")
    assert not len(found.values) or found.values.tolist() == np.rint(found.values).tolist()
