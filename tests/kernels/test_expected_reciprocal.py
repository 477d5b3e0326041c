from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.expected_reciprocal import expected_reciprocal


def one(frequency: int, probability: float) -> float:
    return float(expected_reciprocal(np.array([frequency]), np.array([probability]))[0])


def by_definition(frequency: int, probability: float) -> float:
    """Σ over F = f, f + 1, … of 1/F times its negative binomial probability, until the rest is nothing."""
    with localcontext() as context:
        context.prec = 60
        p = Decimal(probability)
        weight, total, people, left = p**frequency, Decimal(0), frequency, Decimal(1)
        while left > Decimal("1e-20"):
            total += weight / people
            left -= weight
            weight *= (1 - p) * people / (people - frequency + 1)
            people += 1
        return float(total)


@given(frequency=st.integers(1, 60), probability=st.floats(0.02, 1.0))
def test_it_is_the_sum_of_the_definition(frequency: int, probability: float) -> None:
    assert one(frequency, probability) == pytest.approx(by_definition(frequency, probability), rel=2e-14)


@given(probability=st.floats(1e-12, 0.99))
def test_closed_forms_of_one_and_two(probability: float) -> None:
    with localcontext() as context:
        context.prec = 60
        p = Decimal(probability)
        z = 1 - p
        first = p / z * (1 / p).ln()
        second = p / z - (p / z) ** 2 * (1 / p).ln()
    assert one(1, probability) == pytest.approx(float(first), rel=1e-14)
    assert one(2, probability) == pytest.approx(float(second), rel=1e-14)


@pytest.mark.parametrize("frequency", [1, 2, 3, 31, 32, 1000, 10**7])
def test_all_drawn_leaves_one_in_f(frequency: int) -> None:
    assert one(frequency, 1.0) == 1 / frequency
    assert one(frequency, 1 - 2**-53) == pytest.approx(1 / frequency, rel=1e-15)


@given(frequency=st.integers(1, 2000), probability=st.floats(1e-300, 1.0), smaller=st.floats(0.0, 1.0))
def test_it_grows_with_the_probability_and_falls_with_the_frequency(
    frequency: int, probability: float, smaller: float
) -> None:
    found = one(frequency, probability)
    slack = 1 + 1e-13
    assert 0 < found <= 1 / frequency
    assert probability / frequency <= found * slack
    assert one(frequency, max(probability * smaller, 1e-300)) <= found * slack
    assert one(frequency + 1, probability) <= found * slack


def test_the_ways_to_compute_it_meet() -> None:
    for frequency in (2, 31, 32, 33):
        below, above = one(frequency, 0.5 - 1e-16), one(frequency, 0.5)
        assert below == pytest.approx(above, rel=1e-14)


def test_many_at_once_are_what_each_is_alone() -> None:
    rng = np.random.default_rng(3)
    frequency, probability = rng.integers(1, 80, 500), rng.uniform(1e-6, 1, 500)
    together = expected_reciprocal(frequency, probability)
    assert together.tolist() == [one(int(f), p) for f, p in zip(frequency, probability, strict=True)]
    assert len(expected_reciprocal(frequency[:0], probability[:0])) == 0
