from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.kernels.counting import Codes, group_records, pair_counts, records_alone
from sdcdesk.kernels.keys import LARGEST_KEY, combine, compact

TABLES = hnp.arrays(np.int32, st.tuples(st.integers(0, 30), st.integers(1, 4)), elements=st.integers(-1, 3))


@given(TABLES)
def test_group_sizes_equal_those_of_counting_tuples(table: np.ndarray) -> None:
    records = [tuple(record) for record in table]
    counted = Counter(records)
    groups = group_records([Codes(column, 4) for column in table.T])
    assert groups.record_sizes.tolist() == [counted[record] for record in records]
    assert sorted(groups.sizes.tolist()) == sorted(counted.values())
    assert len({*zip(records, groups.labels.tolist(), strict=True)}) == len(counted)


@given(TABLES)
def test_who_is_alone_occurs_once(table: np.ndarray) -> None:
    records = [tuple(record) for record in table]
    alone = [records.count(record) == 1 for record in records]
    # With few and with many possible keys for each record.
    for size in (4, 1000):
        assert records_alone([Codes(column, size) for column in table.T]).tolist() == alone


def test_keys_too_many_for_one_number_are_compacted_on_the_way() -> None:
    radix = 2**20
    columns = [np.array([5, 5, radix - 1, 5]), np.array([0, 0, 7, 1]), *[np.array([1, 1, 2, 1])] * 4]
    assert radix ** len(columns) > LARGEST_KEY
    keys, domain = combine(columns, [radix] * len(columns))
    assert keys[0] == keys[1]
    assert len({*keys.tolist()}) == 3
    assert 0 <= keys.min() <= keys.max() < domain <= LARGEST_KEY


@pytest.mark.parametrize("domain", [1, 40, 10**6, 2**50, LARGEST_KEY])
@given(data=st.data())
def test_compact_keys_are_the_places_among_those_that_occur(domain: int, data: st.DataObject) -> None:
    keys = data.draw(st.lists(st.integers(0, domain - 1) | st.integers(0, min(domain, 4) - 1), max_size=20))
    labels, number = compact(np.array(keys, dtype=np.int64), domain)
    occurring = sorted(set(keys))
    assert number == len(occurring)
    assert labels.dtype == np.int64
    assert labels.tolist() == [occurring.index(key) for key in keys]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 10**9)), max_size=30))
def test_pairs_are_counted(pairs: list[tuple[int, int]]) -> None:
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    first, second, counts = pair_counts(table[:, 0], table[:, 1])
    found = list(zip(first.tolist(), second.tolist(), counts.tolist(), strict=True))
    assert found == [(i, j, count) for (i, j), count in sorted(Counter(pairs).items())]


@given(st.integers(1, 400), st.integers(0, 2**32))
def test_keys_in_few_bytes_form_the_groups_of_wide_ones(size: int, seed: int) -> None:
    codes = np.random.default_rng(seed).integers(-1, size, (2, 50))
    codes[0, :2] = size - 1, -1  # which together have one digit more than the narrow type may hold
    kind = np.int8 if size <= 128 else np.int16
    wide, few = (
        group_records([Codes(column, size) for column in columns]) for columns in (codes, codes.astype(kind))
    )
    assert few.labels.tolist() == wide.labels.tolist()
    assert few.sizes.tolist() == wide.sizes.tolist()
