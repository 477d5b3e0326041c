import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.decimal_fraction import (
    exact,
    exact_mean,
    exact_sum,
    exact_sum_of_squares,
    first_from,
    scaled_to_integers,
)

DECIMALS = st.decimals(-1000, 1000, places=3, allow_nan=False)


def test_a_float_is_the_decimal_fraction_that_was_written() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(np.float64(1e-7)) == Fraction(1, 10**7)


@given(st.fractions(-10_000, 10_000))
def test_numbers_are_compared_with_an_end_as_decimal_fractions(end: Fraction) -> None:
    first = first_from(end)
    assert exact(math.nextafter(first, -math.inf)) < end <= exact(first)


@pytest.mark.parametrize("number", [0.0, 0.3, -0.3, 1.1, 1e150, 5e-324])
def test_a_number_is_the_first_from_itself(number: float) -> None:
    assert first_from(exact(number)) == number


@given(st.lists(DECIMALS, min_size=1, max_size=20))
def test_the_mean_is_that_of_decimal_fractions(numbers: list[object]) -> None:
    fractions = [Fraction(str(number)) for number in numbers]
    assert exact_mean(np.array(numbers, dtype=np.float64)) == sum(fractions) / len(fractions)


def test_numbers_with_all_digits_have_the_mean_of_floats() -> None:
    assert exact_mean(np.array([1 / 3, 2 / 3, 1e16, -1e16])) == Fraction(1, 4)


def test_columns_are_made_whole_where_they_have_few_digits() -> None:
    whole = scaled_to_integers(np.array([0.1, -2.25, 3.0]))
    assert whole is not None
    assert (whole[0].tolist(), whole[1]) == ([10, -225, 300], 2)
    assert scaled_to_integers(np.array([1 / 3])) is None


def test_sums_do_not_overflow() -> None:
    assert exact_sum(np.array([2**62, 2**62, -1], dtype=np.int64)) == 2**63 - 1


@given(st.lists(st.one_of(st.integers(-(2**63), 2**63 - 1), st.sampled_from([-(2**63), 2**32 - 1, -1]))))
def test_sums_of_squares_do_not_overflow(numbers: list[int]) -> None:
    whole = np.array(numbers, dtype=np.int64)
    assert exact_sum_of_squares(whole) == sum(number * number for number in numbers)
