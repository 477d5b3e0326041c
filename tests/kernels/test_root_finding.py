"""Roots against functions whose roots are known."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.root_finding import bracketed_root, root


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(1e-3, 1e6))
def test_a_root_is_found_between_its_ends(at: float, left: float, right: float) -> None:
    found = root(lambda x: (x - at) ** 3 + (x - at), at - left, at + right)
    assert found == pytest.approx(at, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_steep_and_flat_functions_end(sign: int) -> None:
    assert root(lambda x: sign * (1 if x < 0.3 else -1), 0.0, 1.0) == pytest.approx(0.3)
    assert root(lambda x: sign * (x - 0.3) ** 9, 0.0, 1.0) == pytest.approx(0.3, abs=1e-3)
    assert root(lambda x: sign * 1e200 * (x - 0.3), 0.0, 1.0) == pytest.approx(0.3)


def test_an_end_may_be_the_root() -> None:
    assert root(lambda x: x, 0.0, 1.0) == 0.0
    assert root(lambda x: x - 1, 0.0, 1.0) == 1.0


def test_equal_signs_have_no_root() -> None:
    assert root(lambda x: x + 1, 0.0, 1.0) is None


@pytest.mark.parametrize("at", [-300.5, -0.25, 0.0, 0.25, 300.5])
def test_a_falling_function_needs_no_bracket(at: float) -> None:
    assert bracketed_root(lambda x: math.tanh(at - x), 0.0, 600.0) == pytest.approx(at, abs=1e-12)


def test_what_is_too_far_is_not_found() -> None:
    assert bracketed_root(lambda x: 700 - x, 0.0, 100.0) is None
    assert bracketed_root(lambda x: -700 - x, 0.0, 100.0) is None
