"""Tests of the runs of equal values."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.equal_runs import run_begins


@given(st.lists(st.integers(-2, 2)))
def test_a_run_begins_where_the_value_before_is_another(values: list[int]) -> None:
    expected = [place == 0 or values[place - 1] != value for place, value in enumerate(values)]
    assert run_begins(np.array(values, dtype=np.int64)).tolist() == expected


@pytest.mark.parametrize("kind", [np.uint32, np.float64, "<U2"])
def test_values_are_of_any_type(kind: type | str) -> None:
    assert run_begins(np.array([1, 1, 2, 1]).astype(kind)).tolist() == [True, False, True, True]
