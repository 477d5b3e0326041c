import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.decimal_steps import DecimalStep, find_grid


@pytest.mark.parametrize(
    ("size", "step"),
    [(1, 1), (1.01, 2), (2, 2), (3, 5), (6, 10), (38, 50), (0.011, 0.02), (1e-3, 1e-3), (7e20, 1e21)],
)
def test_the_ladder_goes_in_ones_twos_and_fives(size: float, step: float) -> None:
    assert DecimalStep.at_least(size).size == step


@given(st.floats(-1e9, 1e9), st.floats(1e-2, 1e6))
def test_no_end_lies_inside(value: float, size: float) -> None:
    step = DecimalStep.at_least(size)
    values = np.array([value])
    low, high = step.below(values), step.above(values)
    assert step.numbers(low) <= value <= step.numbers(high)
    assert high - low <= 2
    assert low == np.rint(low)
    assert high == np.rint(high)


def test_steps_are_written_with_few_digits() -> None:
    assert DecimalStep(1, -2).numbers(np.array([1230.0, 7.0])).tolist() == [12.3, 0.07]


RNG = np.random.default_rng(1)


@pytest.mark.parametrize(
    ("values", "grid"),
    [
        (RNG.integers(1, 9999, 900), 1.0),
        (RNG.integers(1, 9999, 900) * 100, 100.0),
        (RNG.integers(1, 9999, 900) * 12, 12.0),
        (RNG.integers(1, 9999, 900) / 100, 0.01),
        (RNG.integers(1, 9999, 900) / 4, 0.25),
        (RNG.random(900), 0.0),
        (np.append(RNG.integers(1, 99, 90) * 100, [3.17, 8.0001, 5]), 100.0),
        (np.append(RNG.integers(1, 99, 90) * 100, RNG.random(3)), 100.0),
        ([0, 0, 500, 0, 500], 500.0),
        ([0, 0], 0.0),
        ([], 0.0),
        ([1e150, 2.0], 0.0),
    ],
)
def test_the_grid_is_that_of_nearly_all_values(values: object, grid: float) -> None:
    assert find_grid(np.array(values, np.float64)) == pytest.approx(grid)
