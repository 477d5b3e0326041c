"""Hierarchies of dates: days in months, quarters, years and decades, however they are written."""

from datetime import date, datetime

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.builders import date_hierarchy

DAYS = [date(1985, 3, 12), date(1991, 11, 2), date(2000, 2, 29), date(1985, 3, 31)]
WIDER = [
    ("1985-03", "1985 Q1", "1985", "1980 to 1989", "*"),
    ("1991-11", "1991 Q4", "1991", "1990 to 1999", "*"),
    ("2000-02", "2000 Q1", "2000", "2000 to 2009", "*"),
    ("1985-03", "1985 Q1", "1985", "1980 to 1989", "*"),
]


@pytest.mark.parametrize(
    "form",
    ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y%m%d", "%Y-%m-%dT00:00:00Z"],
)
def test_dates_are_read_as_people_write_them(form: str) -> None:
    texts = [day.strftime(form) for day in DAYS]
    found = date_hierarchy(texts, ["month", "quarter", "year", "decade"])
    assert found.rows == dict(zip(texts, WIDER, strict=True))
    assert found.values == tuple(day.strftime(form) for day in sorted(DAYS)), "in the order of the days"
    assert found.titles == ("months", "quarters", "years", "decades", "dropped")


def test_columns_of_dates_and_of_numbers_are_taken_too() -> None:
    for column in (pd.Series(pd.to_datetime(DAYS)), pd.Series(DAYS, dtype=object), [19850312, 19911102]):
        found = date_hierarchy(column, ["year"])
        assert found.labels(1)[:2] == ("1985", "1991")


def test_a_time_of_day_makes_days_a_level() -> None:
    moments = [datetime(1985, 3, 12, 8, 30).isoformat(), datetime(1985, 3, 12, 9).isoformat(" ")]  # noqa: DTZ001
    assert date_hierarchy(moments).rows[moments[0]][:2] == ("1985-03-12", "1985-03")
    assert date_hierarchy(["1985-03", "1991-11"]).rows["1985-03"] == ("1985 Q1", "1985", "1980 to 1989", "*")


@given(st.lists(st.dates(), min_size=1, max_size=10, unique=True))
def test_labels_are_those_of_the_calendar(days: list[date]) -> None:
    found = date_hierarchy([day.isoformat() for day in days])
    assert found.values == tuple(day.isoformat() for day in sorted(days))
    for day, labels in zip(sorted(days), found.rows.values(), strict=True):
        year = f"{day.year:04}"
        quarter = {1: "Q1", 2: "Q1", 3: "Q1", 4: "Q2", 5: "Q2", 6: "Q2", 7: "Q3", 8: "Q3", 9: "Q3"}
        decade = f"{year[:3]}0 to {year[:3]}9"
        wanted = (f"{year}-{day.month:02}", f"{year} {quarter.get(day.month, 'Q4')}", year, decade)
        assert labels[:4] == wanted
    assert found.has_one_top


def test_days_and_months_are_told_apart_or_asked_for() -> None:
    with pytest.raises(DataError, match="say whether the day comes first") as caught:
        date_hierarchy(["03/04/1985", "05/06/1991"])
    assert caught.value.field == "day_first"
    assert date_hierarchy(["03/04/1985"], ["month"], day_first=True).levels[0] == ("1985-04",)
    assert date_hierarchy(["03/04/1985"], ["month"], day_first=False).levels[0] == ("1985-03",)
    assert date_hierarchy(["03.04.1985"], ["month"]).levels[0] == ("1985-04",)


@pytest.mark.parametrize(
    ("values", "place"),
    [
        (["1985-03-12", "12.03.1985"], 2),
        (["1985-03-12", "1985-02-29"], 2),
        (["1985-13-12"], 1),
        (["12.03.85"], 1),
        (["secret"], 1),
        (["31/12/1985", "12/31/1985"], 2),
        (["19850312", "1985031"], 2),
        (["0000-01-01"], 1),
    ],
)
def test_what_is_no_date_is_told_by_its_place(values: list[str], place: int) -> None:
    with pytest.raises(DataError, match=f"Value {place} is no date") as caught:
        date_hierarchy(values)
    assert values[place - 1] not in caught.value.message


@pytest.mark.parametrize("steps", [("year", "month"), ("week",), ("year", "year")])
def test_steps_ascend(steps: tuple[str, ...]) -> None:
    with pytest.raises(ParameterError, match="day, month, quarter, year or decade"):
        date_hierarchy(["1985-03-12"], steps)  # type: ignore[arg-type]
