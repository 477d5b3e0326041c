import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.kernels import moments as kernel
from sdcdesk.kernels.moments import deviation, moments, quantiles

NAN = math.nan

VALUES = st.one_of(
    st.just(NAN), st.integers(-4, 4).map(float), st.integers(-(10**6), 10**6).map(lambda v: v / 1000)
)
TABLES = hnp.arrays(np.float64, st.tuples(st.integers(0, 12), st.integers(1, 4)), elements=VALUES)


def slowly(first: np.ndarray, second: np.ndarray) -> tuple[int, float, float]:
    """Count, covariance and correlation of the complete records, in exact fractions."""
    pairs = [
        (Fraction(a), Fraction(b))
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
        if not (math.isnan(a) or math.isnan(b))
    ]
    count = len(pairs)
    if count < 2:
        return count, NAN, NAN
    a_mean = sum(a for a, _ in pairs) / count
    b_mean = sum(b for _, b in pairs) / count
    cross = sum((a - a_mean) * (b - b_mean) for a, b in pairs)
    a_own = sum((a - a_mean) ** 2 for a, _ in pairs)
    b_own = sum((b - b_mean) ** 2 for _, b in pairs)
    if not (a_own and b_own):
        return count, float(cross / (count - 1)), NAN
    squared = float(cross**2 / (a_own * b_own))
    return count, float(cross / (count - 1)), math.copysign(math.sqrt(squared), cross)


@given(TABLES)
@pytest.mark.parametrize("chunk", [16_384, 5])
def test_moments_equal_those_of_exact_fractions(chunk: int, table: np.ndarray) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "CHUNK", chunk)
        found = moments(list(table.T))
    size = float(np.nanmax(np.abs(table), initial=1.0))
    for i, first in enumerate(table.T):
        present = [Fraction(value) for value in first.tolist() if not math.isnan(value)]
        mean = float(sum(present) / len(present)) if present else NAN
        assert found.means[i] == pytest.approx(mean, rel=1e-12, abs=1e-12 * size, nan_ok=True)
        for j, second in enumerate(table.T):
            count, covariance, correlation = slowly(first, second)
            assert found.counts[i, j] == count
            assert found.covariances[i, j] == pytest.approx(
                covariance, rel=1e-9, abs=1e-9 * size**2, nan_ok=True
            )
            assert found.correlations[i, j] == pytest.approx(correlation, abs=1e-6, nan_ok=True)


@given(hnp.arrays(np.float64, st.integers(0, 30), elements=VALUES))
def test_a_deviation_is_the_one_among_the_moments(values: np.ndarray) -> None:
    expected = moments([values]).deviations[0]
    assert deviation(values) == pytest.approx(expected, rel=1e-9, nan_ok=True)


def test_a_huge_offset_costs_no_digits() -> None:
    # 1, 2, 3, 4 have the variance 5/3, and a correlation of 0.8 with 1, 3, 2, 4, wherever they stand.
    values = np.array([1.0, 2.0, 3.0, 4.0])
    found = moments([1e9 + values, -1e12 + values[[0, 2, 1, 3]]])
    np.testing.assert_allclose(np.diagonal(found.covariances), 5 / 3, rtol=1e-12)
    assert found.correlations[0, 1] == pytest.approx(0.8, abs=1e-12)
    assert found.means.tolist() == [1e9 + 2.5, -1e12 + 2.5]


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e-300, 1e300, 12345.678])
def test_a_constant_column_has_no_deviation_and_no_correlation(value: float) -> None:
    found = moments([np.full(7, value), np.arange(7.0)])
    assert found.deviations[0] == 0.0
    assert deviation(np.full(7, value)) == 0.0
    assert found.covariances[0].tolist() == [0.0, 0.0]
    assert np.isnan(found.correlations[0]).all()
    assert found.correlations[1, 1] == pytest.approx(1.0)


def test_columns_that_meet_only_far_from_their_means() -> None:
    # The first column is present with the second only around 10⁹, with the third only where it is 0.1.
    first = np.array([0.0, 0.1, 0.1, 1e9 + 1, 1e9 + 2, 1e9 + 4])
    second = np.array([NAN, NAN, NAN, 1.0, 2.0, 4.0])
    third = np.array([NAN, 5.0, 6.0, NAN, NAN, NAN])
    found = moments([first, second, third])
    assert found.correlations[0, 1] == pytest.approx(1.0, abs=1e-12)
    assert found.covariances[0, 1] == pytest.approx(7 / 3, rel=1e-9)
    assert found.covariances[0, 2] == 0.0
    assert math.isnan(found.correlations[0, 2])
    assert math.isnan(found.covariances[1, 2])


def test_correlations_stand_where_variances_are_too_large_or_too_small() -> None:
    values = np.array([1.0, 2.0, 4.0])
    found = moments([values * 1e300, values * 1e-300, -values])
    np.testing.assert_allclose(found.correlations, [[1, 1, -1], [1, 1, -1], [-1, -1, 1]], rtol=1e-12)
    assert math.isnan(found.covariances[0, 0])
    np.testing.assert_allclose(
        found.deviations[:2], values.std(ddof=1) * np.array([1e300, 1e-300]), rtol=1e-12
    )


def test_nothing_is_defined_without_values() -> None:
    for column in (np.empty(0), np.full(3, NAN)):
        found = moments([column])
        assert found.counts.tolist() == [[0]]
        assert math.isnan(found.means[0])
        assert math.isnan(found.deviations[0])
        assert np.isnan(quantiles(column, (0.1, 0.5))).all()
        assert math.isnan(deviation(column))
    assert moments([np.array([5.0, NAN])]).means.tolist() == [5.0]
    assert math.isnan(deviation(np.array([5.0, NAN])))


@given(hnp.arrays(np.float64, st.integers(1, 30), elements=st.floats(-1e6, 1e6)))
def test_quantiles_are_interpolated_linearly(values: np.ndarray) -> None:
    shares = (0.0, 0.05, 0.25, 0.5, 0.95, 1.0)
    expected = np.quantile(values, shares)
    np.testing.assert_allclose(quantiles(values, shares), expected, rtol=1e-9, atol=1e-6)
    with_gaps = np.append(values, [NAN, NAN])
    np.testing.assert_array_equal(quantiles(with_gaps, shares), quantiles(values, shares))
