import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.random.exponential import exponential


@given(st.lists(st.floats(-700, 700), min_size=1))
def test_the_exponential_is_that_of_the_library(numbers: list[float]) -> None:
    np.testing.assert_allclose(exponential(np.array(numbers)), [math.exp(x) for x in numbers], rtol=4e-16)


def test_known_powers() -> None:
    found = exponential(np.array([0.0, 1.0, -1.0, 700.0, -700.0]))
    assert found[0] == 1
    np.testing.assert_allclose(found[1:3], [math.e, 1 / math.e], rtol=2e-16)
    assert np.isfinite(found).all()
    assert (found > 0).all()
