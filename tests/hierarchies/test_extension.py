"""Extension: new values go where the labels say that they belong, and stay out where they say nothing."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.hierarchies.builders import (
    band_hierarchy,
    cut_hierarchy,
    date_hierarchy,
    prefix_hierarchy,
    rare_hierarchy,
)
from sdcdesk.hierarchies.extension import extended
from sdcdesk.hierarchies.hierarchy import Hierarchy


@given(
    st.lists(st.integers(-60, 120), min_size=2, max_size=12, unique=True),
    st.lists(st.integers(-60, 120), min_size=1, max_size=12, unique=True),
    st.sampled_from([(5, 10, 20), (10,), (2, 6)]),
)
def test_numbers_go_into_the_bands_that_the_builder_gives_them(
    known: list[int], new: list[int], widths: tuple[int, ...]
) -> None:
    every = [*known, *(value for value in new if value not in known)]
    before, wanted = band_hierarchy(known, widths), band_hierarchy(every, widths)
    after = extended(before, new)
    for value, row in after.rows.items():
        # A level of one label, be it a band, may have been the top.
        assert row[:-1] == wanted.rows[value][: len(row) - 1]
    if before.height == len(widths) + 1:
        assert (after.rows, after.titles) == (wanted.rows, wanted.titles)


def test_numbers_with_decimals_and_bands_of_other_programs() -> None:
    found = extended(band_hierarchy([0.5, 1.25, 7.0], [0.5, 1]), pd.Series([0.75, 3.25, 9.0]))
    assert found.rows["3.25"] == ("[3, 3.5)", "[3, 4)", "*")
    ages = Hierarchy.from_rows({"1": "0-4 > 0-9 > *", "7": "5-9 > 0-9 > *", "12": "10-14 > 10-19 > *"})
    assert extended(ages, [3, 13, 99]).rows == {
        **ages.rows,
        "3": ("0-4", "0-9", "*"),
        "13": ("10-14", "10-19", "*"),
        "99": ("95-99", "90-99", "*"),
    }


def test_open_bands_and_cuts_take_what_lies_in_them() -> None:
    found = extended(band_hierarchy([10, 30, 70, 90], [10], bottom=20, top=60), [5, 60, 31, 45])
    assert [found.rows[str(value)][0] for value in (5, 60, 31, 45)] == [
        "under 20",
        "60 and over",
        "30 to 39",
        "40 to 49",
    ]
    cuts = cut_hierarchy([3, 18, 40, 70], [[18, 40, 65], [18, 65]])
    assert extended(cuts, [2, 64, 65]).rows == {
        **cuts.rows,
        "2": ("under 18", "under 18", "*"),
        "64": ("40 to 64", "18 to 64", "*"),
        "65": ("65 and over", "65 and over", "*"),
    }


def test_codes_and_dates_follow_their_rule() -> None:
    codes = prefix_hierarchy(["48201", "48335", "10115"])
    wanted = prefix_hierarchy(["48201", "48335", "10115", "48207", "99999"])
    assert extended(codes, ["48207", "99999"]) == wanted
    days = ["12.03.1985", "02.11.1991", "29.02.2000"]
    assert extended(date_hierarchy(days), ["31.12.2025"]) == date_hierarchy([*days, "31.12.2025"])


@pytest.mark.parametrize(
    ("hierarchy", "new"),
    [
        (rare_hierarchy(["a", "b", "c", "d"], np.array([80, 15, 3, 2]), [0.05]), ["e"]),
        (band_hierarchy([1, 2, 9], [5]), [2.5]),
        (band_hierarchy([1, 2, 9], [5]), ["none"]),
        (date_hierarchy(["1985-03-12", "1991-11-02"]), ["unknown"]),
        (Hierarchy.from_rows({"1": "low", "2": "low", "9": "high"}), [3]),
        (band_hierarchy([1, 2, 9], [5]), [1, 2]),
    ],
)
def test_of_which_labels_say_nothing_stays_out(hierarchy: Hierarchy, new: list[object]) -> None:
    assert extended(hierarchy, new) is hierarchy  # type: ignore[arg-type]


def test_what_would_not_nest_stays_out() -> None:
    odd = Hierarchy.from_rows({"1": "0-4 > x", "7": "5-9 > x", "12": "10-14 > y"})
    assert extended(odd, [3]).rows["3"] == ("0-4", "x")
    assert extended(odd, [40]) is odd
    # Bands of 4 do not nest in those of 6: 18 would share a narrow one with 17, and no wide one.
    known = Hierarchy.from_rows({"1": "0-3 > 0-5", "13": "12-15 > 12-17"})
    found = extended(known, [20, 17, 18])
    assert found.rows == {**known.rows, "20": ("20-23", "18-23"), "17": ("16-19", "12-17")}


def test_values_go_on_ascending() -> None:
    ages = band_hierarchy([9, 10, 100], [5])
    assert extended(ages, [50, 2]).values == ("2", "9", "10", "50", "100")
    assert extended(prefix_hierarchy(["a1", "c1"], [1]), ["b1"]).values == ("a1", "b1", "c1")
    assert extended(prefix_hierarchy(["c1", "a1"], [1]), ["b1"]).values == ("c1", "a1", "b1")


@pytest.mark.parametrize(
    "label",
    ["[5, 5)", "9-3", "4-4", "[1e999, 2)", "under x", "9" * 5000 + " and over", "[0, " + "9" * 5000 + ")"],
)
def test_labels_that_look_like_bands_and_are_none_say_nothing(label: str) -> None:
    odd = Hierarchy.from_rows({"1": label, "7": "0 to 3"})
    assert extended(odd, [5, 40]) is odd
    assert extended(odd, ["9" * 5000]) is odd
