import math
from statistics import NormalDist

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri

from sdcdesk.core.random.normal_quantile import logarithm, normal_quantile

SHARES = st.floats(2.0**-53, 1 - 2.0**-53)


@given(st.lists(SHARES, max_size=20))
def test_quantiles_are_those_of_two_other_implementations(shares: list[float]) -> None:
    found = normal_quantile(np.array(shares))
    np.testing.assert_allclose(found, ndtri(shares), rtol=4e-14, atol=1e-16)
    np.testing.assert_allclose(found, [NormalDist().inv_cdf(p) for p in shares], rtol=4e-14, atol=1e-16)


def test_the_pieces_meet() -> None:
    """The rational functions change at 0.075 and at exp(−25)."""
    for edge in (0.075, math.exp(-25), 0.925):
        shares = edge * (1 + np.linspace(-1e-6, 1e-6, 2001))
        found = normal_quantile(shares)
        assert (np.diff(found) > 0).all()
        np.testing.assert_allclose(found, ndtri(shares), rtol=1e-14)


def test_quantiles_are_symmetric_and_known() -> None:
    shares = (np.arange(2**16) + 0.5) / 2**16
    found = normal_quantile(shares)
    np.testing.assert_array_equal(found, -found[::-1])
    assert normal_quantile(np.array([0.5])).tolist() == [0.0]
    np.testing.assert_allclose(normal_quantile(np.array([0.975])), 1.959963984540054, rtol=1e-15)
    np.testing.assert_allclose(normal_quantile(np.array([2.0**-53])), -8.209536151601387, rtol=1e-15)
    assert len(normal_quantile(np.array([]))) == 0


@given(st.floats(1e-300, 0.9))
def test_logarithm(x: float) -> None:
    np.testing.assert_allclose(logarithm(np.array([x])), math.log(x), rtol=1e-15)
