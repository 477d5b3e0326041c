"""Rising factorials against products of their factors."""

from math import inf, log, log1p

import pytest

from sdcdesk.kernels.rising_factorials import log_rising


@pytest.mark.parametrize("first", [0.25, 3.0, 999.5, 1000.0, 1e6, 1e12])
@pytest.mark.parametrize("length", [0, 1, 2, 40])
def test_whole_lengths_are_products(first: float, length: int) -> None:
    wanted = sum(log(first + place) for place in range(length))
    assert log_rising(first, length) == pytest.approx(wanted, rel=1e-12, abs=1e-12)


def test_parts_add_up() -> None:
    for first in (0.5, 2000.0, 1e9):
        whole = log_rising(first, 3.75)
        assert log_rising(first, 1.5) + log_rising(first + 1.5, 2.25) == pytest.approx(whole, rel=1e-12)


def test_differences_of_neighbours_keep_their_digits() -> None:
    found = log_rising(1e9, 1e7) - log_rising(1e9 + 1, 1e7)
    assert found == pytest.approx(-log1p(1e7 / 1e9), rel=1e-6)


def test_nothing_rises_from_nothing() -> None:
    assert log_rising(0, 1.5) == -inf
    assert log_rising(0, 0) == 0
