import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels import distances as kernel
from sdcdesk.kernels.distances import Discrepancy, discrepancy

NAN = math.nan

CELLS = st.lists(
    st.tuples(
        *[st.one_of(st.just(NAN), st.just(0.0), st.floats(-1e6, 1e6).filter(lambda v: abs(v) > 1e-3))] * 2
    )
)


@given(CELLS)
@pytest.mark.parametrize("chunk", [8_192, 3])
def test_sums_equal_those_of_going_cell_by_cell(chunk: int, cells: list[tuple[float, float]]) -> None:
    before, after = np.array(cells, dtype=np.float64).reshape(-1, 2).T
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "CHUNK", chunk)
        found = discrepancy(before, after)
    defined = [(m, n) for m, n in cells if not (math.isnan(m) or math.isnan(n))]
    assert (found.cells, found.undefined) == (len(defined), len(cells) - len(defined))
    assert found.zeros == sum(m == 0 for m, _ in defined)
    assert found.squares == pytest.approx(sum((m - n) ** 2 for m, n in defined))
    assert found.absolutes == pytest.approx(sum(abs(m - n) for m, n in defined))
    assert found.variations == pytest.approx(sum(abs(m - n) / abs(m) for m, n in defined if m != 0))


def test_a_zero_leaves_sum_and_divisor_of_the_mean_variation() -> None:
    # |0 − 1|, |2 − 3|, |−4 + 2|: squares 1 + 1 + 4; variations 1/2 + 2/4 over two cells.
    found = discrepancy(np.array([0.0, 2.0, -4.0]), np.array([1.0, 3.0, -2.0]))
    assert found.mean_square_error == 2.0
    assert found.mean_absolute_error == pytest.approx(4 / 3)
    assert found.mean_variation == 0.5
    assert found.utility == 0.5


@pytest.mark.parametrize("cells", [1, 3, 7, 10_000, 123_457])
def test_values_that_moved_alike_have_that_mean_whatever_their_number_and_order(cells: int) -> None:
    before = np.random.default_rng(cells).uniform(1e-3, 1e9, cells)
    for of in (before, np.flip(before)):
        assert discrepancy(of, of * 0.9).mean_variation == 0.1
        assert discrepancy(of, of * 1.1).mean_variation == 0.1
    whole = before.round()
    assert discrepancy(whole, whole + 0.25).mean_absolute_error == 0.25
    assert discrepancy(whole, whole - 0.5).mean_square_error == 0.25


def test_means_have_all_digits_that_rounding_leaves() -> None:
    values = np.random.default_rng(1).uniform(1, 100, (2, 30_000))
    found = discrepancy(*values)
    pairs = [(Fraction(m), Fraction(n)) for m, n in values.T.tolist()]
    gaps = [abs(m - n) for m, n in pairs]
    exact = (
        sum(gap * gap for gap in gaps),
        sum(gaps),
        sum(Fraction(float(gap / m)) for gap, (m, _) in zip(gaps, pairs, strict=True)),
    )
    means = found.mean_square_error, found.mean_absolute_error, found.mean_variation
    assert means == tuple(pytest.approx(float(one / len(pairs)), rel=1e-13, abs=0) for one in exact)


def test_equal_cells_have_no_utility_and_no_cells_have_nothing() -> None:
    equal = discrepancy(np.array([1.0, 2.0]), np.array([1.0, 2.0]))
    assert (equal.mean_square_error, equal.mean_absolute_error, equal.mean_variation) == (0.0, 0.0, 0.0)
    assert math.isnan(equal.utility)
    nothing = Discrepancy()
    values = nothing.mean_square_error, nothing.mean_absolute_error, nothing.mean_variation, nothing.utility
    assert all(math.isnan(value) for value in values)


def test_a_difference_too_large_for_a_number_is_infinite() -> None:
    found = discrepancy(np.array([1e308, 5e-324]), np.array([-1e308, 1.0]))
    assert found.mean_square_error == math.inf
    assert found.mean_variation == math.inf
    assert found.utility == 0.0
