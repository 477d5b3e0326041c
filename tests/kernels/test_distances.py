import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.kernels import distances as kernel
from sdcdesk.kernels.distances import Discrepancy, discrepancy

NAN = math.nan

CELLS = st.lists(
    st.tuples(
        *[st.one_of(st.just(NAN), st.just(0.0), st.floats(-1e6, 1e6).filter(lambda v: abs(v) > 1e-3))] * 2
    )
)


@settings(deadline=None)
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
