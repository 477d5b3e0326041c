import math

import numpy as np
import pytest
from scipy import stats

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.masking import combined

ESTIMATES, VARIANCES = [10.0, 12.0, 11.0, 15.0], [4.0, 5.0, 3.0, 4.0]


@pytest.mark.parametrize(("of", "weight"), [("masked", 1 / 4), ("missing", 5 / 4)])
def test_the_rules_as_printed(of: str, weight: float) -> None:
    result = combined(ESTIMATES, VARIANCES, of)
    between = np.var(ESTIMATES, ddof=1)
    assert (result.estimate, result.within, result.between) == (12.0, 4.0, pytest.approx(between))
    assert result.variance == pytest.approx(4.0 + weight * between)
    assert result.degrees_of_freedom == pytest.approx(3 * (1 + 4.0 / (weight * between)) ** 2)
    low, high = result.interval(0.9)
    half = stats.t.ppf(0.95, result.degrees_of_freedom) * math.sqrt(result.variance)
    assert (low, high) == (pytest.approx(12 - half), pytest.approx(12 + half))


def test_copies_that_agree_leave_the_normal_distribution() -> None:
    result = combined([3.0, 3.0], [4.0, 4.0])
    assert result.degrees_of_freedom == math.inf
    assert result.interval() == (pytest.approx(3 - 1.959964 * 2), pytest.approx(3 + 1.959964 * 2))


def test_copies_that_hardly_differ_do_so_too() -> None:
    assert combined([0.0, 1e-100], [4.0, 4.0]).degrees_of_freedom == math.inf


@pytest.mark.parametrize(
    ("estimates", "variances"),
    [([1.0], [1.0]), ([], []), ([1.0, 2.0], [1.0]), ([1.0, math.nan], [1.0, 1.0]), ([1.0, 2.0], [1.0, -1.0])],
)
def test_what_cannot_be_combined_is_refused(estimates: list[float], variances: list[float]) -> None:
    with pytest.raises(ParameterError):
        combined(estimates, variances)
    with pytest.raises(ParameterError, match="between 0 and 1"):
        combined(ESTIMATES, VARIANCES).interval(1.0)
