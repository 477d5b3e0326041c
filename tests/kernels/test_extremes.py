import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.extremes import BLOCK, two_largest, two_smallest


@given(st.integers(2, 3 * BLOCK), st.integers(1, 50), st.integers(0, 1000))
def test_they_are_the_ends_of_the_sorted_values(size: int, different: int, seed: int) -> None:
    values = np.random.default_rng(seed).integers(-different, different, size).astype(float)
    ordered = sorted(values.tolist())
    assert two_largest(values) == (ordered[-1], ordered[-2])
    assert two_smallest(values) == (ordered[0], ordered[1])
