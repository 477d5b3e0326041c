"""Sums that are rounded once: the float next to the true sum, in every order."""

from fractions import Fraction

import numpy as np
import pytest

from sdcdesk.kernels.rounded_sums import rounded_sum


@pytest.mark.parametrize("seed", range(20))
def test_the_sum_is_the_float_next_to_the_true_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.random(300) * 10.0 ** rng.integers(-12, 3, 300)
    counts = rng.integers(1, 10 ** int(rng.integers(1, 12)), 300)
    pairs = zip(map(Fraction, values.tolist()), counts.tolist(), strict=True)
    assert rounded_sum(values, counts) == float(sum(value * count for value, count in pairs))
    assert rounded_sum(values[::-1], counts[::-1]) == rounded_sum(values, counts)
    assert rounded_sum(np.repeat(values, 3)) == rounded_sum(values, np.full(300, 3))


def test_terms_of_any_sign_and_size_are_added_up() -> None:
    values = np.array([1e300, 1.0, -1e300, 2.0**-1074, -0.5, 1e16])
    assert rounded_sum(values) == float(sum(map(Fraction, values.tolist())))
    assert rounded_sum(np.zeros(3)) == 0
    assert rounded_sum(np.array([2.0**60, 1.0]), np.array([3, 2**40])) == 3 * 2.0**60 + 2.0**40


def test_of_nothing_it_is_0() -> None:
    nothing = np.empty(0)
    assert rounded_sum(nothing) == rounded_sum(nothing, nothing.astype(np.int64)) == 0
