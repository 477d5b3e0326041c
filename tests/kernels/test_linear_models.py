import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import design_columns
from sdcdesk.kernels.design_columns import Indicator, Numbers
from sdcdesk.kernels.linear_models import least_squares, logistic, predicted_chances


@given(st.integers(0, 2**32), st.integers(3, 40), st.floats(0.0, 1e6))
def test_least_squares_are_those_of_the_normal_equations(seed: int, records: int, far: float) -> None:
    rng = np.random.default_rng(seed)
    numbers, codes = rng.normal(far, 1, records), rng.integers(0, 2, records)
    outcome = rng.normal(0, 1, records)
    fit = least_squares([(), (Numbers(numbers),), (Indicator(codes, 1),)], outcome)
    dense = np.column_stack([np.ones(records), numbers - far, codes])
    if np.linalg.matrix_rank(dense) < 3 or records == 3:
        return
    inverse = np.linalg.inv(dense.T @ dense)
    centred = inverse @ dense.T @ outcome
    variance = ((outcome - dense @ centred) ** 2).sum() / (records - 3)
    assert fit.coefficients[1:] == pytest.approx(centred[1:], rel=1e-6, abs=1e-8)
    assert fit.errors[1:] == pytest.approx(np.sqrt(variance * inverse.diagonal()[1:]), rel=1e-6, abs=1e-8)
    assert fit.freedom == records - 3


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    columns = [(), (Numbers(rng.normal(size=500)),), (Numbers(rng.normal(size=500)),)]
    outcome = rng.normal(size=500)
    whole = least_squares(columns, outcome)
    monkeypatch.setattr(design_columns, "BLOCK", 37)
    in_blocks = least_squares(columns, outcome)
    assert in_blocks.coefficients == pytest.approx(whole.coefficients, rel=1e-12)
    assert in_blocks.errors == pytest.approx(whole.errors, rel=1e-12)


def test_what_others_say_has_no_estimate() -> None:
    numbers = np.array([1.0, 2.0, 4.0, 7.0])
    fit = least_squares(
        [(), (Numbers(numbers),), (Numbers(3 * numbers - 5),), (Numbers(0 * numbers),)], numbers**2
    )
    assert np.isfinite(fit.coefficients).tolist() == [True, True, False, False]
    assert fit.estimated == 2
    assert fit.freedom == 2.0


def test_logistic_regression_of_a_table_of_four_cells() -> None:
    """Of 2 × 2 counts a, b, c, d the log odds ratio and its error are known."""
    a, b, c, d = 12, 5, 7, 20
    codes = np.repeat([0, 0, 1, 1], [a, b, c, d])
    outcome = np.repeat([0.0, 1.0, 0.0, 1.0], [a, b, c, d])
    columns = [(), (Indicator(codes, 1),)]
    fit = logistic(columns, outcome)
    assert fit.coefficients == pytest.approx([math.log(b / a), math.log(d * a / (c * b))])
    assert fit.errors == pytest.approx([math.sqrt(1 / a + 1 / b), math.sqrt(1 / a + 1 / b + 1 / c + 1 / d)])
    chances = predicted_chances(columns, fit.coefficients, len(codes))
    assert sorted({round(one, 12) for one in chances}) == pytest.approx([b / (a + b), d / (c + d)])


@pytest.mark.parametrize("outcome", [[0.0] * 6, [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]])
def test_outcomes_that_are_certain_have_no_estimates(outcome: list[float]) -> None:
    columns = [(), (Numbers(np.arange(6.0)),)]
    fit = logistic(columns, np.array(outcome))
    assert not fit.settled
    assert np.isnan(fit.errors).all()
    assert predicted_chances(columns, fit.coefficients, 6) == pytest.approx(outcome, abs=1e-6)


def test_no_records_have_no_estimates() -> None:
    fit = least_squares([(), (Numbers(np.zeros(0)),)], np.zeros(0))
    assert np.isnan(fit.coefficients).all()
