"""Counting in memory: every answer equals that of a slow, obvious count of the records."""

from collections import Counter
from weakref import ref

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.counting.frequencies import Frequencies, frequencies
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.kernels.counting import Codes

CELL = st.sampled_from(["a", "b", None])
ROWS = st.lists(st.tuples(CELL, CELL, st.sampled_from([1.5, 2.0, None])), min_size=1, max_size=25)


def microdata(rows: list[tuple[object, ...]]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["x", "y", "w"])
    return Microdata(frame.astype({"x": "str", "y": "str", "w": "float64"}))


def counted(rows: list[tuple[object, ...]], kept: list[int] | None = None) -> InMemory:
    data = microdata(rows)
    masked = data if kept is None else data.take(np.array(kept, dtype=np.int64))
    return InMemory(data, masked, ("x", "y"), "category")


@given(ROWS, st.data())
def test_sizes_and_pairs_are_those_of_a_count_of_the_records(
    rows: list[tuple[object, ...]], data: st.DataObject
) -> None:
    kept = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1))))
    found = counted(rows, kept)
    before = Counter(row[:2] for row in rows)
    after = Counter(rows[at][:2] for at in kept)
    sizes = found.sizes_before()
    records = Counter(before[row[:2]] for row in rows)
    assert dict(zip(sizes.sizes.tolist(), sizes.records.tolist(), strict=True)) == records
    assert (sizes.number, sizes.total) == (len(before), len(rows))
    small = found.sizes_after().below(3)
    assert small.total == sum(n for n in after.values() if n < 3)
    assert small.number == sum(n < 3 for n in after.values())
    crossed = found.crossed()
    pairs = zip(crossed.now.tolist(), crossed.before.tolist(), crossed.records.tolist(), strict=True)
    expected = Counter((after[rows[at][:2]], before[rows[at][:2]]) for at in kept)
    assert {(i, j): n for i, j, n in pairs} == expected


@given(ROWS)
def test_values_weights_and_records_of_groups_are_those_of_a_count(rows: list[tuple[object, ...]]) -> None:
    found = counted(rows)
    groups = sorted({row[:2] for row in rows}, key=lambda key: tuple((cell is None, cell) for cell in key))
    members = [[row for row in rows if row[:2] == key] for key in groups]
    (batch,) = found.values(("w",))
    assert batch.sizes.tolist() == [len(some) for some in members]
    for group, some in enumerate(members):
        mine = batch.group == group
        patterns = {
            bool(known[0]): int(n) for known, n in zip(batch.known[mine], batch.records[mine], strict=True)
        }
        assert patterns == Counter(row[2] is not None for row in some)
    distinct = dict(zip(batch.values["w"].groups.tolist(), batch.values["w"].distinct.tolist(), strict=True))
    expected = {g: len({row[2] for row in some} - {None}) for g, some in enumerate(members)}
    assert distinct == {g: n for g, n in expected.items() if n}
    (weighted,) = found.weighted("w")
    assert weighted.weights.tolist() == [sum(row[2] or 0 for row in some) for some in members]
    sizes = Counter(row[:2] for row in rows)
    low = [at for at, row in enumerate(rows) if sizes[row[:2]] <= 2]
    assert [at for part in found.records(1, 2) for at in part.tolist()] == low


def test_a_missing_value_that_matches_every_value_leaves_no_groups_to_walk_through() -> None:
    data = microdata([("a", "b", 1.0), (None, "b", 1.0)])
    found = InMemory(data, data, ("x", "y"), "wildcard")
    assert (found.sizes_after().number, found.sizes_after().smallest) == (None, 2)
    with pytest.raises(DataError, match="form no groups"):
        next(found.values(("w",)))


def test_a_variable_of_words_is_no_weight() -> None:
    data = microdata([("a", "b", 1.0)])
    with pytest.raises(DataError, match="x holds text, and numbers are needed"):
        next(InMemory(data, data, ("y",), "category").weighted("x"))


def test_frequencies_of_the_same_columns_are_held_once_and_no_longer_than_somebody_needs_them() -> None:
    data = microdata([("a", "b", 1.5), ("a", "b", 2.0), ("b", None, None)])
    masked = data.assign({"w": pd.Series([1.0, 1.0, 1.0])})
    first = InMemory(data, data, ("x", "y"), "category")
    assert InMemory(data, masked, ("x", "y"), "category").after is first.before
    assert InMemory(data, data, ("y", "x"), "category").before is not first.before
    assert InMemory(data, data, ("x", "y"), "wildcard").before.sizes.tolist() == [2, 2, 1]
    changed = data.assign({"y": pd.Series(["b", "a", None])})
    assert InMemory(data, changed, ("x", "y"), "category").after.sizes.tolist() == [1, 1, 1]
    gone = ref(first.before)
    del first
    assert gone() is None


@given(st.lists(st.integers(0, 300), min_size=1, max_size=400))
def test_frequencies_are_kept_in_few_bytes_and_given_in_whole(keys: list[int]) -> None:
    times = Counter(keys)
    of_groups = frequencies([Codes(np.array(keys), 301)], "category")
    assert of_groups.grouped
    assert of_groups.sizes.tolist() == [times[key] for key in keys]
    assert of_groups.labels.tolist() == [sorted(times).index(key) for key in keys]
    assert of_groups.sizes_of(np.array([0])).tolist() == [times[keys[0]]]
    of_records = Frequencies(of_groups.sizes)
    assert of_records.groups is None
    assert of_records.sizes.tolist() == of_groups.sizes.tolist()
    assert {of_groups.sizes.dtype, of_groups.labels.dtype, of_records.sizes.dtype} == {np.dtype(np.int64)}
    assert of_records.number == pytest.approx(of_groups.number)
    assert of_records.smallest == of_groups.smallest
