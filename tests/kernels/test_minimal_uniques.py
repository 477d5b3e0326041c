from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.counting import Codes, records_alone
from sdcdesk.kernels.minimal_uniques import count_sets, minimal_uniques

TABLES = hnp.arrays(np.int32, st.tuples(st.integers(0, 14), st.integers(1, 4)), elements=st.integers(-1, 3))


def unique(table: np.ndarray, columns: tuple[int, ...]) -> set[int]:
    records = [tuple(record[list(columns)]) for record in table]
    return {at for at, record in enumerate(records) if records.count(record) == 1}


@given(TABLES, st.integers(1, 5))
def test_sets_are_those_of_which_no_part_is_unique(table: np.ndarray, largest: int) -> None:
    keys = [Codes(column, 4) for column in table.T]
    found = {each.columns: each for each in minimal_uniques(keys, largest, records_alone)}
    assert len(found) == count_sets(len(keys), largest)
    for columns, each in found.items():
        parts = [part for size in range(1, len(columns)) for part in combinations(columns, size)]
        minimal = unique(table, columns).difference(*(unique(table, part) for part in parts))
        assert each.records.tolist() == sorted(minimal)
        # Of equal records two are counted, which are not unique either.
        assert each.unique == len(unique(table, columns))


def test_it_stops_when_asked() -> None:
    keys = [Codes(np.array([0, 1], dtype=np.int32), 2)]
    with pytest.raises(Cancelled):
        list(minimal_uniques(keys, 1, records_alone, Progress(cancelled=lambda: True)))
