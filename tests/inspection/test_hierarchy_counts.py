"""Counts of hierarchies: records of each label, and values that have no place."""

from collections import Counter

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.construction import Construction
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.inspection.hierarchy_counts import (
    HierarchyCounts,
    coded_counts,
    constructed,
    hierarchy_counts,
)
from sdcdesk.inspection.value_counts import value_counts

AGES = Hierarchy.from_rows(
    {"1": ["child", "any"], "2": ["child", "any"], "40": ["adult", "any"], "90": ["old", "any"]}
)


def counted(values: list[object], hierarchy: Hierarchy, missing: tuple[object, ...] = ()) -> HierarchyCounts:
    data = Microdata(pd.DataFrame({"age": values}), [Variable(name="age", missing=missing)])
    return hierarchy_counts(value_counts(data, "age"), hierarchy)


def test_every_label_has_its_records_at_each_level() -> None:
    found = counted([1, 2, 2, 40, 7, 8, 8, -9, None], AGES, missing=(-9,))
    assert [level.tolist() for level in found.records] == [[1, 2, 1, 0], [3, 1, 0], [4]]
    assert (found.unplaced, found.unplaced_records) == ({"7": 1, "8": 2}, 3)
    assert [found.categories(level) for level in range(3)] == [3, 2, 1]
    assert [found.smallest(level) for level in range(3)] == [1, 1, 4]
    assert [found.rare(level, 3) for level in range(3)] == [4, 1, 0]


def test_nothing_occurs() -> None:
    found = counted([7.5, None], AGES)
    assert (found.smallest(1), found.categories(1), found.rare(1, 3)) == (None, 0, 0)
    assert found.unplaced == {"7.5": 1}


@given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=30), st.integers(1, 9))
def test_counts_are_those_of_a_plain_count(values: list[str], k: int) -> None:
    rows = {"a": ["x", "1"], "b": ["y", "2"], "c": ["x", "1"], "d": ["z", "2"], "q": ["z", "2"]}
    hierarchy = Hierarchy.from_rows(rows)
    found = counted(list(values), hierarchy)
    for level in range(3):
        plain = Counter((value, *rows[value])[level] for value in values if value in rows)
        shown = dict(zip(hierarchy.labels(level), found.records[level].tolist(), strict=True))
        assert {label: n for label, n in shown.items() if n} == plain
        assert found.categories(level) == len(plain)
        assert found.smallest(level) == min(plain.values(), default=None)
        assert found.rare(level, k) == sum(n for n in plain.values() if n < k)
    assert found.unplaced == Counter(value for value in values if value not in rows)


def test_one_number_with_other_labels_is_refused() -> None:
    with pytest.raises(DataError, match="are the same number with other labels"):
        counted([1, 2], Hierarchy.from_rows({"1": "x", "1.0": "y"}))


def test_values_come_in_their_order_and_those_that_do_not_occur_lack_no_place() -> None:
    order = ("low", "mid", "high", "never")
    data = Microdata(
        pd.DataFrame({"rank": ["high", "low", "low", None]}),
        [Variable(name="rank", scale="ordinal", categories=order)],
    )
    found = coded_counts(data, "rank")
    assert (list(found.values), found.counts.tolist()) == (list(order), [2, 0, 1, 0])
    counts = hierarchy_counts(found, Hierarchy.from_rows({"low": "x", "high": "y"}))
    assert counts.unplaced == {}
    built = constructed(Construction(how="cuts", cuts="mid"), found)
    assert built.hierarchy.values == order
    assert [level.tolist() for level in built.records] == [[2, 0, 1, 0], [2, 1], [3]]
