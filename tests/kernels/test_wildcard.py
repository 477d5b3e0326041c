import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.kernels import wildcard
from sdcdesk.kernels.counting import Codes, compatible_records

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
        counts = compatible_records(keys)
        assert counts.dtype == np.int64
        np.testing.assert_array_equal(counts, slowly(table, np.ones(len(table), dtype=np.int64)))
        weights = np.arange(len(table)) * 0.25
        np.testing.assert_allclose(compatible_records(keys, weights), slowly(table, weights))


def test_whole_number_weights_give_whole_number_counts() -> None:
    keys = [Codes(np.array([0, 0, 1, -1]), 2)]
    counts = compatible_records(keys, np.array([0, 1, 1, 0]))
    assert counts.dtype == np.int64
    np.testing.assert_array_equal(counts, [1, 1, 1, 2])


def one_by_one(table: np.ndarray, asked: np.ndarray, weights: np.ndarray) -> list[float]:
    agree = [
        [all(a == b or a < 0 or b < 0 for a, b in zip(key, record, strict=True)) for record in table]
        for key in asked
    ]
    return [float(sum(weights[np.array(row, dtype=bool)])) for row in agree]


@given(st.data(), st.integers(1, 4))
@pytest.mark.parametrize("largest", [30_000_000, 0])
def test_keys_that_no_record_has_are_counted_too(largest: int, data: st.DataObject, keys: int) -> None:
    tables = st.integers(1, 12).map(lambda rows: (rows, keys))
    table, asked = (data.draw(hnp.arrays(np.int32, tables, elements=st.integers(-1, 3))) for _ in range(2))
    counts = wildcard.KeyCounts(list(table.T), [4] * keys, largest=largest).sums(list(asked.T))
    assert counts.dtype == np.int64
    assert counts.tolist() == one_by_one(table, asked, np.ones(len(table)))
    weights = np.arange(len(table)) * 0.25
    sums = wildcard.KeyCounts(list(table.T), [4] * keys, weights, largest).sums(list(asked.T))
    np.testing.assert_allclose(sums, one_by_one(table, asked, weights))
