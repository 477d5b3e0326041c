import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.bands import Bands, at_quantiles, equal_width
from sdcdesk.core.running.errors import DataError

TENTHS = st.integers(-500, 500).map(lambda tenths: tenths / 10)


@given(st.lists(TENTHS, min_size=1, max_size=20), st.sampled_from([0.1, 0.3, 2.5, 7.0]), TENTHS)
def test_equal_bands_agree_with_exact_fractions(numbers: list[float], width: float, start: float) -> None:
    bands = equal_width(np.array(numbers), width, start, None, None)
    places = bands.places(np.array(numbers))
    for number, place in zip(numbers, places.tolist(), strict=True):
        exact = [Fraction(str(value)) for value in (number, start, width)]
        below = exact[1] + math.floor((exact[0] - exact[1]) / exact[2]) * exact[2]
        assert bands.ends(place) == (float(below), float(below + exact[2]))
    assert {0, len(bands.breaks)}.isdisjoint(places.tolist())


def test_decimal_breaks_are_those_that_were_written() -> None:
    bands = equal_width(np.array([0.3, 0.29999]), 0.1, 0.0, None, None)
    assert bands.breaks == (0.2, 0.3, 0.4)
    assert bands.places(np.array([0.29999, 0.3])).tolist() == [1, 2]


@pytest.mark.parametrize(("bottom", "top"), [(None, 5.0), (200.0, None), (40.0, 41.0), (-5.0, 1e6)])
def test_open_bands_outside_the_numbers_do_no_harm(bottom: float | None, top: float | None) -> None:
    numbers = np.arange(30.0, 60.0)
    bands = equal_width(numbers, 1000.0 if top == 1e6 else 10.0, 0.0, bottom, top)
    inside = np.ones(len(numbers), dtype=bool)
    if bottom is not None:
        np.testing.assert_array_equal(bands.places(numbers) == 0, numbers < bottom)
        inside &= numbers >= bottom
    if top is not None:
        np.testing.assert_array_equal(bands.places(numbers) == len(bands.breaks), numbers >= top)
        inside &= numbers < top
    for number, place in zip(numbers[inside], bands.places(numbers[inside]).tolist(), strict=True):
        low, high = bands.ends(place)
        assert low <= number < high


@pytest.mark.parametrize("width", [1e-9, 1e-300, 5e-324])
def test_too_many_bands_are_refused(width: float) -> None:
    with pytest.raises(DataError, match="choose wider ones"):
        equal_width(np.array([0.0, 1.0]), width, 0.0, None, None)


def test_bands_narrower_than_the_numbers_can_tell_apart_are_refused() -> None:
    with pytest.raises(DataError, match="widen them"):
        equal_width(np.array([1e16, 1e16 + 4]), 0.5, 0.0, None, None)


@given(st.lists(st.integers(0, 30), max_size=60), st.integers(2, 6))
def test_quantile_bands_break_at_the_smallest_value_with_the_share_below(
    numbers: list[int], count: int
) -> None:
    bands = at_quantiles(np.array(numbers, dtype=np.float64), count)
    expected = {
        min(value for value in numbers if sum(n <= value for n in numbers) * count >= j * len(numbers))
        for j in range(1, count)
        if numbers
    }
    assert set(bands.breaks) == {value for value in expected if value < max(numbers)}
    places = bands.places(np.array(numbers, dtype=np.float64)).tolist()
    assert set(places) == set(range(len(bands.breaks) + 1)) or not numbers


@pytest.mark.parametrize(
    ("bands", "whole", "brackets", "labels"),
    [
        (Bands((18.0, 30.0, 31.0)), True, False, ["under 18", "18 to 29", "30", "31 and over"]),
        (Bands((18.0, 30.0, 31.0)), True, True, ["under 18", "[18, 30)", "[30, 31)", "31 and over"]),
        (Bands((18.0, 30.0)), False, False, ["under 18", "[18, 30)", "30 and over"]),
        (Bands((0.0, 9.0), "right", lowest_included=True), True, False, ["under 0", "0 to 9", "10 and over"]),
        (Bands((0.0, 9.5), "right", lowest_included=True), False, False, ["under 0", "[0, 9.5]", "over 9.5"]),
        (Bands((2.0, 4.0), "right"), False, False, ["2 and under", "(2, 4]", "over 4"]),
        (Bands(()), True, False, ["any value"]),
        (Bands((-1e-20, 1e16)), False, False, ["under -1e-20", "[-1e-20, 1e+16)", "1e+16 and over"]),
    ],
)
def test_labels(bands: Bands, whole: bool, brackets: bool, labels: list[str]) -> None:
    made = [bands.label(place, whole=whole, brackets=brackets) for place in range(len(bands.breaks) + 1)]
    assert made == labels


@given(
    st.lists(st.integers(-20, 20), min_size=1, max_size=6, unique=True).map(sorted),
    st.sampled_from([("left", False), ("right", False), ("right", True)]),
)
def test_whole_ends_are_the_extreme_whole_numbers_of_each_band(
    breaks: list[int], how: tuple[str, bool]
) -> None:
    closed, lowest = how
    bands = Bands(tuple(map(float, breaks)), closed, lowest and len(breaks) > 1)  # type: ignore[arg-type]
    numbers = np.arange(-25.0, 26.0)
    places = bands.places(numbers)
    for place in range(len(breaks) + 1):
        low, high = bands.whole_ends(place)
        np.testing.assert_array_equal(places == place, (numbers >= low) & (numbers <= high))
