"""The measure and the experiments of linked tables against records looked at one by one."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.risk import LinkedTables, every_two_as_key, tables_against_area, uniques_by_geography

TABLES = (("sex", "job"), ("job", "age"), ("sex", "age"), ("age",))
RECORD = st.fixed_dictionaries(
    {
        "sex": st.sampled_from("mf"),
        "job": st.sampled_from(["x", "y", "z", None]),
        "age": st.sampled_from("123"),
        "ward": st.sampled_from("abcd"),
    }
)
FILES = st.lists(RECORD, min_size=1, max_size=25)
Records = list[dict[str, Any]]


def people(records: Records) -> Microdata:
    frame = pd.DataFrame(records).astype(object)
    return Microdata(frame.assign(town=frame["ward"].map(dict(zip("abcd", "ppqq", strict=True)))))


def alone(records: Records, area: str, most: int, *, outside: bool) -> list[dict[int, bool]]:
    """By table, whether each record is in a small cell of it; without tables in which it is not."""
    cells = [
        {
            number: (one[area], *(one[name] for name in names))
            for number, names in enumerate(TABLES)
            if not (outside and None in [one[name] for name in names])
        }
        for one in records
    ]
    counts = Counter((number, cell) for own in cells for number, cell in own.items())
    return [{number: counts[number, cell] <= most for number, cell in own.items()} for own in cells]


def matches(small: list[dict[int, bool]], keys: set[int], tables: set[int], needed: str) -> list[str]:
    """Say of each record whether it is a true match, a false one, or none."""
    found = []
    for own in small:
        key = [said for number, said in own.items() if number in keys]
        others = [said for number, said in own.items() if number in tables - keys]
        right = all(others) if needed == "all" or not tables - keys else any(others)
        found.append("none" if not key or not all(key) else "true" if right else "false")
    return found


def with_towns(records: Records) -> Records:
    return [{**one, "town": "p" if one["ward"] in "ab" else "q"} for one in records]


def vanishing(records: Records, area: str, found: list[str]) -> int:
    sizes = Counter(one[area] for one in records)
    at_risk = {one[area] for one, said in zip(records, found, strict=True) if said == "true"}
    return max((sizes[one] for one in at_risk), default=0)


@settings(max_examples=25)
@given(
    FILES,
    st.sets(st.integers(1, 4), max_size=3),
    st.sampled_from(["all", "any"]),
    st.integers(1, 3),
    st.booleans(),
)
def test_figures_are_those_of_all_records(
    records: Records, match: set[int], needed: str, most: int, outside: bool
) -> None:
    data, small = people(records), alone(records, "ward", most, outside=outside)
    every = set(range(len(TABLES)))
    found = matches(small, {number - 1 for number in match} or every, every, needed)
    measure = LinkedTables(
        published=[" × ".join(names) for names in TABLES],
        area="ward",
        match=sorted(match),
        targets=needed,
        threshold=most,
        missing="outside" if outside else "category",
    )
    got, number = measure.assess(data, data), len(records)
    true, false = found.count("true"), found.count("false")
    fuzzy = [Fraction(sum(own.values()), len(own)) for own in small]
    assert (got.value("records_at_risk"), got.value("false_matches")) == (true, false)
    assert (got.value("risk"), got.value("false_rate")) == (true / number, false / number)
    assert got.value("fuzzy_risk") == pytest.approx(float(sum(fuzzy) / number))
    assert got.value("false_of_matches") == (false / (true + false) if true + false else None)
    assert got.value("vanishes_above") == (vanishing(records, "ward", found) or None)
    assert got.records["at_risk"].tolist() == [said == "true" for said in found]


@settings(max_examples=10)
@given(FILES, st.sampled_from(["all", "any"]))
def test_experiments_are_those_of_all_records(records: Records, needed: str) -> None:
    data, records = people(records), with_towns(records)
    measure = LinkedTables(published=[" × ".join(one) for one in TABLES], area="ward", targets=needed)
    every, number = set(range(len(TABLES))), len(records)
    small = alone(records, "ward", 1, outside=False)
    rows = every_two_as_key(measure, data).itertuples(index=False)
    for row, pair in zip(rows, combinations(range(len(TABLES)), 2), strict=True):
        found = matches(small, set(pair), every, needed)
        assert (row.first - 1, row.second - 1) == pair
        assert (row.true, row.false) == (found.count("true"), found.count("false"))
        assert (row.risk, row.false_rate) == (row.true / number, row.false / number)
        assert row.vanishes_above == vanishing(records, "ward", found)
    for row in uniques_by_geography(measure, data, ["ward", "town"]).itertuples(index=False):
        found = matches(alone(records, row.geography, 1, outside=False), every, every, "all")
        assert (row.uniques, row.vanishes_above) == (
            found.count("true"),
            vanishing(records, row.geography, found),
        )
    for row in tables_against_area(measure, data, ["ward", "town"]).itertuples(index=False):
        found = matches(alone(records, row.geography, 1, outside=False), {0}, set(range(row.tables)), "any")
        assert row.risk == found.count("true") / number
        assert row.vanishes_above == vanishing(records, row.geography, found)
