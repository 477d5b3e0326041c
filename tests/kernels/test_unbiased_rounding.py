"""Circulations are rounded to neighbouring whole numbers, balanced and right on average."""

import numpy as np
import pytest

from sdcdesk.kernels.unbiased_rounding import rounded_circulation

STARTS = np.array([0, 0, 1, 1, 2, 3, 2, 4])
ENDS = np.array([1, 2, 2, 3, 3, 0, 4, 0])
"""Five nodes; what flows into each flows out of it."""


def balanced(rng: np.random.Generator) -> np.ndarray:
    nodes = np.arange(5)[:, np.newaxis]
    flows = (nodes == ENDS).astype(float) - (nodes == STARTS)
    circles = np.linalg.svd(flows)[2][4:]  # what leaves all nodes balanced
    return np.asarray(5 * rng.normal(size=len(circles)) @ circles)


def inflow(amounts: np.ndarray) -> np.ndarray:
    return np.bincount(ENDS, amounts, 5) - np.bincount(STARTS, amounts, 5)


@pytest.mark.parametrize("seed", range(5))
def test_amounts_go_to_a_neighbour_and_stay_balanced(seed: int) -> None:
    rng = np.random.default_rng(seed)
    amounts = balanced(rng)
    assert inflow(amounts) == pytest.approx(np.zeros(5), abs=1e-9)
    for _ in range(20):
        found = rounded_circulation(STARTS, ENDS, amounts, rng.random)
        assert (found == np.rint(found)).all()
        assert (inflow(found) == 0).all()
        assert (np.abs(found - amounts) < 1).all()


def test_they_are_right_on_average() -> None:
    rng = np.random.default_rng(7)
    amounts = balanced(rng)
    found = np.array([rounded_circulation(STARTS, ENDS, amounts, rng.random) for _ in range(4000)])
    # The standard deviation of a mean of 4,000 is at most 0.5/√4000 = 0.008; five of them are allowed.
    assert found.mean(axis=0) == pytest.approx(amounts, abs=0.04)


def test_whole_amounts_stay_and_what_arithmetic_leaves_is_nothing() -> None:
    whole = np.array([2.0, 2, 1, 1, 3, 4, 0, 0])
    assert (inflow(whole) == 0).all()
    never = pytest.fail
    assert rounded_circulation(STARTS, ENDS, whole, never).tolist() == whole.tolist()  # type: ignore[arg-type]
    off = whole + np.array([5e-9, 0, 0, 0, 0, 0, 0, 0])
    rng = np.random.default_rng(1)
    assert rounded_circulation(STARTS, ENDS, off, rng.random).tolist() == whole.tolist()
