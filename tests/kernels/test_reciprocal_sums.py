"""Sums of reciprocals against sums of fractions."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.reciprocal_sums import reciprocal_sum


@given(
    st.floats(1e-12, 1e12),
    st.floats(1e-12, 1e6) | st.just(0.0),
    st.integers(0, 400),
)
def test_it_is_the_sum_of_its_terms(first: float, step: float, number: int) -> None:
    exact = sum((1 / (Fraction(first) + i * Fraction(step)) for i in range(number)), Fraction(0))
    assert reciprocal_sum(first, step, number) == pytest.approx(float(exact), rel=1e-13)


def test_long_sums_are_harmonic_numbers() -> None:
    # H of a million, by its known digits.
    assert reciprocal_sum(1.0, 1.0, 1_000_000) == pytest.approx(14.392726722865724, rel=1e-14)
