import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from ui.widgets.numbers import (
    MOST_DIGITS,
    UNKNOWN,
    count,
    decimal,
    digits_apart,
    percent,
    percent_against,
    percent_brief,
    spoken,
)

SPACE = "\u202f"


def test_percent_has_two_digits():
    assert percent(0.0304) == f"3.04{SPACE}%"
    assert percent(1.0) == f"100.00{SPACE}%"
    assert percent(0.15, 0) == f"15{SPACE}%"


def test_the_locale_of_the_user_counts():
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert percent(0.0304) == f"3,04{SPACE}%"
    assert count(5000) == "5.000"


@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_what_is_no_number_is_a_dash(value):
    assert percent(value) == UNKNOWN
    assert decimal(value) == UNKNOWN


def test_minus_zero_is_zero():
    assert decimal(-0.0) == "0.00"
    assert decimal(-0.0001) == "0.00"


def test_value_and_limit_are_told_apart():
    assert digits_apart(0.0304, 0.02) == 2
    assert digits_apart(0.02, 0.02) == 2
    assert percent_against(0.020004, 0.02) == f"2.0004{SPACE}%"
    assert percent_against(0.02, 0.020004) == f"2.0000{SPACE}%"
    assert percent_against(0.0304, None) == f"3.04{SPACE}%"


@given(st.floats(0, 1), st.floats(0, 1))
def test_digits_apart_really_tells_apart(share, limit):
    digits = digits_apart(share, limit)
    assert 2 <= digits <= MOST_DIGITS
    if abs(share - limit) > 1e-11:
        assert percent(share, digits) != percent(limit, digits)


def test_brief_percent():
    assert percent_brief(0.44) == f"44.0{SPACE}%"
    assert percent_brief(0.0304) == f"3.04{SPACE}%"
    assert percent_brief(None) == UNKNOWN


def test_spoken():
    assert spoken(f"limit {percent(0.02)}") == "limit 2.00 percent"


def test_counts_are_grouped():
    assert count(5000) == "5,000"
