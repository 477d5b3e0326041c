"""Dates and times as text: what is written comes back, and what is no date stays text."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.io.columns.iso_times import as_iso, from_iso

MOMENTS = np.array(
    ["2001-05-09T13:45:00", "1582-10-15T00:00:00.25", "NaT", "9999-12-31T23:59:59.1"], dtype="datetime64[us]"
)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("date", ["2001-05-09", "1582-10-15", None, "9999-12-31"]),
        ("time", ["13:45:00", "00:00:00.25", None, "23:59:59.1"]),
        ("datetime", ["2001-05-09T13:45:00", "1582-10-15T00:00:00.25", None, "9999-12-31T23:59:59.1"]),
    ],
)
def test_moments_are_text_and_moments_again(kind, expected):
    text = as_iso(MOMENTS, kind)
    assert [None if pd.isna(value) else value for value in text] == expected
    again = from_iso(text, kind)
    assert as_iso(again, kind).equals(text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("date", "2001-02-30"),
        ("date", "1990–1994"),
        ("date", "2001-5-9"),
        ("time", "24:00:00"),
        ("time", "13:45"),
        ("time", "13:45:00.50"),
        ("datetime", "2001-05-09"),
        ("datetime", "2001-05-09T13:45:00Z"),
        ("datetime", "2001-05-09T13:45:00.1234567"),
    ],
)
def test_what_is_no_such_moment_stays_text(kind, text):
    assert from_iso(pd.Series(["2001-05-09", text]).loc[1:], kind) is None


def test_numbers_are_no_dates():
    assert from_iso(pd.Series([20010509]), "date") is None


def test_years_of_more_than_four_digits_have_no_text():
    assert as_iso(np.array(["10000-01-01"], dtype="datetime64[D]"), "date") is None
    assert as_iso(np.array(["-0001-01-01"], dtype="datetime64[D]"), "date") is None


@pytest.mark.parametrize("kind", ["date", "time", "datetime"])
def test_nothing_is_nothing(kind):
    assert as_iso(np.array([], dtype="datetime64[us]"), kind).tolist() == []
    assert len(from_iso(pd.Series([], dtype="str"), kind)) == 0
    assert np.isnat(from_iso(pd.Series([None, None], dtype="str"), kind)).all()
