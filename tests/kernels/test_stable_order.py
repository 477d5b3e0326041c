"""The fast stable order is the one that numpy's stable sort gives."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.stable_order import stable_order


@given(st.lists(st.one_of(st.floats(), st.sampled_from([0.0, -0.0, 1.5, np.nan])), max_size=40))
def test_equal_numbers_keep_their_order(numbers: list[float]) -> None:
    values = np.array(numbers, dtype=np.float64)
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))


@pytest.mark.parametrize("kind", ["int32", "int64", "uint64"])
@given(st.data())
def test_equal_whole_numbers_keep_their_order(kind: str, data: st.DataObject) -> None:
    least, most = np.iinfo(kind).min, np.iinfo(kind).max
    ends = st.one_of(st.integers(least, least + 3), st.integers(most - 3, most), st.integers(0, 3))
    for numbers in (ends, st.integers(most - 3, most), st.integers(0, 3)):
        values = np.array(data.draw(st.lists(numbers, max_size=20)), dtype=kind)
        np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))


def test_equal_ones_among_many_keep_their_order() -> None:
    values = np.random.default_rng(1).integers(0, 50, 5_000) / 7
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))


def test_numbers_that_differ_in_their_last_digits_alone_stand_in_order() -> None:
    rng = np.random.default_rng(2)
    # Far values take the room of the last digits, in which near ones differ.
    near = 1.5 + rng.integers(0, 30, 2_000) * 2.0**-52
    values = rng.permutation(np.concatenate([near, -near, [-1e300, 1e300, 0.0, -0.0, np.nan, np.inf]]))
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))
