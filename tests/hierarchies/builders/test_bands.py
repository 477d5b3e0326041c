"""Hierarchies of bands: each number lies in its bands, which nest; widths that do not are refused."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.builders import band_hierarchy

WIDTHS = st.sampled_from([(5, 10, 20), (1, 7), (0.1, 0.3, 0.9), (2.5, 5)])


def test_ages_in_bands_of_5_10_and_20_years() -> None:
    found = band_hierarchy(pd.Index([0, 34, 39, 40]), [5, 10, 20], unit="years")
    assert found.rows == {
        "0": ("0 to 4", "0 to 9", "0 to 19", "*"),
        "34": ("30 to 34", "30 to 39", "20 to 39", "*"),
        "39": ("35 to 39", "30 to 39", "20 to 39", "*"),
        "40": ("40 to 44", "40 to 49", "40 to 59", "*"),
    }
    assert found.titles == ("5-year bands", "10-year bands", "20-year bands", "dropped")
    assert band_hierarchy([0.5, 12], [5]).titles == ("bands of 5", "dropped")
    assert band_hierarchy([0.5, 12], [2.5], unit="km").titles[0] == "bands of 2.5 km"


@given(
    st.lists(st.integers(-500, 500).map(lambda tenths: tenths / 10), min_size=1, max_size=20, unique=True),
    WIDTHS,
    st.sampled_from([0.0, 0.5, -3.0]),
)
def test_values_share_a_label_where_exact_fractions_share_a_band(
    numbers: list[float], widths: tuple[float, ...], start: float
) -> None:
    found = band_hierarchy(numbers, widths, start=start)
    for level, width in enumerate(widths, start=1):
        slow = [(Fraction(str(n)) - Fraction(str(start))) // Fraction(str(width)) for n in numbers]
        labels = found.levels[level - 1]
        assert [[one == other for other in slow] for one in slow] == [
            [one == other for other in labels] for one in labels
        ]
    assert found.has_one_top


def test_open_bands_hold_the_extremes_at_every_level() -> None:
    found = band_hierarchy([3, 17, 18, 64, 65, 99], [5, 10], bottom=18, top=65)
    assert [labels[0] for labels in found.levels] == ["under 18", "under 18", "*"]
    assert [labels[1] for labels in found.levels] == ["under 18", "under 18", "*"]
    assert [labels[4] for labels in found.levels] == ["65 and over", "65 and over", "*"]
    assert found.levels[0][2:4] == ("18 to 19", "60 to 64")
    with pytest.raises(ParameterError, match="below the top") as caught:
        band_hierarchy([1], [5], bottom=9, top=9)
    assert caught.value.field == "bottom"


@pytest.mark.parametrize("name", ["start", "bottom", "top"])
@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_bands_begin_and_end_at_finite_numbers(name: str, number: float) -> None:
    with pytest.raises(ParameterError, match="finite") as caught:
        band_hierarchy([1, 2], [5], **{name: number})  # type: ignore[arg-type]
    assert caught.value.field == name


@pytest.mark.parametrize(
    "widths", [(), (0,), (-5,), (5, 7), (10, 5), (5, 5), (float("nan"),), (float("inf"),)]
)
def test_widths_that_do_not_nest_are_refused(widths: tuple[float, ...]) -> None:
    with pytest.raises(ParameterError) as caught:
        band_hierarchy([1, 2], widths)
    assert caught.value.field == "widths"


def test_texts_may_be_numbers_and_what_is_none_is_told_by_its_place() -> None:
    found = band_hierarchy(["1.0", "7", "-3"], [5])
    assert found.values == ("1.0", "7", "-3")
    assert found.levels[0] == ("0 to 4", "5 to 9", "-5 to -1")
    for wrong in ("secret", "nan", "1_0", ""):
        with pytest.raises(DataError, match="Value 2 of 2 is no number") as caught:
            band_hierarchy(["1", wrong], [5])
        assert "secret" not in caught.value.message
    with pytest.raises(DataError, match="no values"):
        band_hierarchy([], [5])


def test_numbers_of_hundreds_of_digits_lie_beyond_all_others() -> None:
    found = band_hierarchy(["1", "9" * 400, "-" + "9" * 400], [5])
    assert found.levels[0] == ("[0, 5)", "5 and over", "under 0")


def test_infinite_and_many_numbers_have_their_bands() -> None:
    assert band_hierarchy([1.0, np.inf], [5]).levels[0] == ("[0, 5)", "5 and over")
    with pytest.raises(DataError, match="more than 10,000"):
        band_hierarchy(np.arange(20_001.0), [1])
    many = band_hierarchy(np.arange(100_000), [50, 500, 5000])
    assert (len(many.values), [len(many.labels(level)) for level in range(1, 5)]) == (
        100_000,
        [2000, 200, 20, 1],
    )
