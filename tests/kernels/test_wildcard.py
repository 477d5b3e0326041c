import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.kernels import wildcard
from sdcdesk.kernels.counting import Codes, InMemory

TABLES = hnp.arrays(np.int32, st.tuples(st.integers(0, 12), st.integers(1, 4)), elements=st.integers(-1, 3))


def slowly(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Compare every record with every other."""
    equal = table[:, None, :] == table[None, :, :]
    missing = (table < 0)[:, None, :] | (table < 0)[None, :, :]
    return (equal | missing).all(axis=2) @ weights


@given(TABLES)
@pytest.mark.parametrize("largest_table", [30_000_000, 0])
def test_counts_equal_those_of_comparing_all_pairs(largest_table: int, table: np.ndarray) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wildcard, "LARGEST_TABLE", largest_table)
        keys = [Codes(column, 4) for column in table.T]
        counts = InMemory().compatible(keys)
        assert counts.dtype == np.int64
        np.testing.assert_array_equal(counts, slowly(table, np.ones(len(table), dtype=np.int64)))
        weights = np.arange(len(table)) * 0.25
        np.testing.assert_allclose(InMemory().compatible(keys, weights), slowly(table, weights))


def test_whole_number_weights_give_whole_number_counts() -> None:
    keys = [Codes(np.array([0, 0, 1, -1]), 2)]
    counts = InMemory().compatible(keys, np.array([0, 1, 1, 0]))
    assert counts.dtype == np.int64
    np.testing.assert_array_equal(counts, [1, 1, 1, 2])
