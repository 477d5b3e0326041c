from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.counting import Codes
from sdcdesk.kernels.marginal_uniqueness import marginal_uniqueness
from sdcdesk.kernels.unique_sets import unique_sets

TABLES = hnp.arrays(np.int32, st.tuples(st.integers(0, 14), st.integers(1, 7)), elements=st.integers(-1, 3))
SIZES = st.lists(st.sampled_from([4, 30, 500]), min_size=7, max_size=7)
"""Few values are counted together, many one set at a time."""


def coded(table: np.ndarray, sizes: list[int]) -> list[Codes]:
    return [Codes(column, size) for column, size in zip(table.T, sizes, strict=False)]


def unique(table: np.ndarray, columns: tuple[int, ...]) -> list[int]:
    records = [tuple(record[list(columns)]) for record in table]
    return [at for at, record in enumerate(records) if columns and records.count(record) == 1]


@given(TABLES, SIZES, st.integers(1, 4))
def test_each_set_finds_whom_it_tells_apart(table: np.ndarray, sizes: list[int], largest: int) -> None:
    found = list(unique_sets(coded(table, sizes), largest))
    columns = table.shape[1]
    expected = {
        some for size in range(1, min(largest, columns) + 1) for some in combinations(range(columns), size)
    }
    assert len(found) == len(expected)
    assert {some for some, _ in found} == expected
    assert [len(some) for some, _ in found] == sorted(len(some) for some, _ in found)
    for some, records in found:
        assert sorted(records.tolist()) == unique(table, some)


@given(TABLES, SIZES)
def test_a_column_loses_who_is_not_unique_without_it(table: np.ndarray, sizes: list[int]) -> None:
    lost = marginal_uniqueness(coded(table, sizes))
    every = tuple(range(table.shape[1]))
    for at in every:
        others = tuple(column for column in every if column != at)
        assert lost[at] == len(set(unique(table, every)) - set(unique(table, others)))


def test_many_constant_columns_are_counted_too() -> None:
    keys = [Codes(np.zeros(2, dtype=np.int32), 1)] * 40 + [Codes(np.array([0, 1], dtype=np.int32), 2)]
    found = {some: len(records) for some, records in unique_sets(keys, 2)}
    assert found == {some: 2 * (40 in some) for size in (1, 2) for some in combinations(range(41), size)}


def test_they_stop_when_asked() -> None:
    keys = [Codes(np.array([0, 1, 1], dtype=np.int32), 2)] * 2
    stopped = Progress(cancelled=lambda: True)
    with pytest.raises(Cancelled):
        list(unique_sets(keys, 1, stopped))
    with pytest.raises(Cancelled):
        marginal_uniqueness(keys, stopped)
