import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.kernels.fourth_moments import fourth_moments

CELLS = st.one_of(st.just(math.nan), st.integers(-40, 40).map(lambda value: value / 8))


@given(hnp.arrays(np.float64, st.tuples(st.integers(2, 9), st.just(3)), elements=CELLS))
def test_sampling_variances_are_mean_squares(table: np.ndarray) -> None:
    means = np.array([np.nanmean(c) if not np.isnan(c).all() else 0.0 for c in table.T])
    scales = np.array([1.0, 2.0, 4.0])
    found = fourth_moments(list(table.T), means, scales)
    for i in range(3):
        for j in range(3):
            pairs = [
                ((a - means[i]) / scales[i], (b - means[j]) / scales[j])
                for a, b in table[:, [i, j]].tolist()
                if not math.isnan(a) and not math.isnan(b)
            ]
            assert found.counts[i, j] == len(pairs)
            if not pairs:
                assert math.isnan(found.covariance_variances()[i, j])
                continue
            products = [a * b for a, b in pairs]
            variance = statistics.pvariance(products) / len(pairs)
            assert found.covariance_variances()[i, j] == pytest.approx(variance, rel=1e-9, abs=1e-9)
            second = [statistics.fmean(pair[k] ** 2 for pair in pairs) for k in (0, 1)]
            if min(second) < 1e-3:
                continue
            r = statistics.fmean(products) / math.sqrt(second[0] * second[1])
            standard = [(a / math.sqrt(second[0]), b / math.sqrt(second[1])) for a, b in pairs]
            influence = statistics.fmean((a * b - r * (a * a + b * b) / 2) ** 2 for a, b in standard)
            assert found.correlation_variances()[i, j] == pytest.approx(
                influence / len(pairs), rel=1e-7, abs=1e-9
            )


def test_of_normal_values_the_variances_are_the_known_ones() -> None:
    """2 σ⁴ / n of a variance, (1 − r²)² / n of a correlation."""
    rng = np.random.default_rng(1)
    a = rng.normal(0, 3, 200_000)
    b = 0.6 * a / 3 + 0.8 * rng.normal(0, 1, len(a))
    found = fourth_moments([a, b], np.zeros(2), np.ones(2))
    assert found.covariance_variances()[0, 0] * len(a) == pytest.approx(2 * 3**4, rel=0.02)
    assert found.correlation_variances()[0, 1] * len(a) == pytest.approx((1 - 0.36) ** 2, rel=0.02)
