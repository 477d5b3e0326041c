"""Texts of ranges: round ends between neighbours for numbers and dates, categories by name."""

from datetime import date
from decimal import Decimal
from typing import Any

import pandas as pd
import pytest

from sdcdesk.hierarchies.builders.range_text import range_text


@pytest.mark.parametrize(
    ("values", "low", "high", "text"),
    [
        ([17, 18, 25, 60, 61], 0, 2, "under 30"),
        ([17, 18, 25, 60, 61], 1, 2, "18 to 29"),
        ([17, 18, 25, 60, 61], 2, 4, "20 and over"),
        ([17, 18, 25, 60, 61], 0, 4, "any value"),
        ([812.4, 813.07, 950.5, 1203.9], 1, 2, "[813, 1000)"),
        ([Decimal("1.25"), Decimal("1.75"), Decimal("2.5"), Decimal("9.5")], 1, 2, "[1.3, 3)"),
        (["none", "primary", "higher"], 0, 1, "none to primary"),
        (
            [date(1979, 5, 2), date(1980, 3, 4), date(1980, 3, 17), date(1980, 6, 1)],
            0,
            1,
            "before 1980-03-10",
        ),
        (
            [date(1979, 5, 2), date(1980, 3, 4), date(1980, 3, 17), date(1980, 6, 1)],
            2,
            3,
            "1980-03-10 and later",
        ),
        (
            [date(1979, 5, 2), date(1980, 3, 4), date(1980, 3, 17), date(1980, 6, 1)],
            1,
            2,
            "1980-01-01 to before 1980-04-01",
        ),
        ([date(1979, 5, 2), date(1980, 3, 4)], 0, 1, "any date"),
        (["1979-05-02", "1980-03-04", "1981-03-17"], 1, 2, "1980-01-01 and later"),
        (["02.05.1979", "04.03.1980", "17.03.1981"], 0, 1, "before 1981-01-01"),
        (["1979-05-02", "1980-03-04", "unknown"], 0, 1, "1979-05-02 to 1980-03-04"),
        ([pd.Timestamp("1980-03-04 10:30"), pd.Timestamp("1980-03-04 11:45")], 0, 1, "any date"),
    ],
)
def test_a_range_is_told(values: list[Any], low: int, high: int, text: str) -> None:
    assert range_text(pd.Series(values))(low, high) == text


def test_times_of_one_day_are_told_apart() -> None:
    times = pd.Series(pd.to_datetime(["1980-03-04 10:30", "1980-03-04 11:45", "1980-03-05 00:00"]))
    assert range_text(times)(1, 2) == "1980-03-04 11:45:00 and later"
