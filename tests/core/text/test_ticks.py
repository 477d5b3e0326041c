"""Marks and labels of axes."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.text.ticks import axis, fitting_labels, inside, tick_labels, ticks

NUMBERS = st.floats(min_value=-1e12, max_value=1e12, allow_nan=False)


def test_counts_up_to_1939() -> None:
    assert ticks(0, 1939, whole=True) == [0, 500, 1000, 1500, 2000]


def test_counts_have_no_marks_between_whole_numbers() -> None:
    assert ticks(0, 1, whole=True) == [0, 1, 2]


def test_an_empty_range_is_taken_as_one_that_is_not() -> None:
    assert ticks(0, 0)[0] == 0
    assert ticks(5, 5)[0] <= 5 < ticks(5, 5)[-1]
    assert len(ticks(float("nan"), float("inf"))) >= 3
    assert ticks(0, 5e-324) == ticks(0, 0)
    assert axis(0, 5e-324) == axis(0, 0)


@given(NUMBERS, NUMBERS)
def test_marks_cover_the_range_with_three_to_five_steps(low: float, high: float) -> None:
    if high - low <= 1e-9 * max(abs(low), abs(high), 1.0):
        return
    marks = ticks(low, high)
    slack = 1e-6 * (high - low)
    assert 3 <= len(marks) <= 5
    assert marks[0] <= low + slack
    assert marks[-1] >= high - slack


def test_words_tell_marks_apart() -> None:
    assert tick_labels([0.0, 0.25, 0.5]) == ["0.00", "0.25", "0.50"]
    assert tick_labels([0.0, 5.0]) == ["0", "5"]


def test_marks_outside_are_left_out() -> None:
    assert inside([0, 1, 2, 3], 1, 2) == [1, 2]


def _labels(count: int, letters: int, pixels: float) -> list[tuple[float, str]]:
    names = [f"{place:0{letters}d}" for place in range(count)]

    def cut(text: str, room: float) -> str:
        return text[: int(room // 7)]

    return fitting_labels(names, -0.5, count - 0.5, pixels, lambda text: 7.0 * len(text), cut)


def test_few_labels_are_all_shown() -> None:
    assert [place for place, _ in _labels(7, 2, 400)] == list(range(7))


@given(st.integers(1, 60), st.integers(2, 40), st.floats(100, 1500))
def test_labels_never_touch(count: int, letters: int, pixels: float) -> None:
    shown = _labels(count, letters, pixels)
    pitch = pixels / count
    for (left, first), (right, second) in pairwise(shown):
        assert (right - left) * pitch >= 7 * (len(first) + len(second)) / 2


def test_no_labels_without_room() -> None:
    assert fitting_labels(["a"], 0, 0, 100, lambda _: 7.0, lambda text, _: text) == []


@given(NUMBERS, NUMBERS, st.booleans())
def test_an_axis_holds_its_range_and_three_to_five_marks(low: float, high: float, whole: bool) -> None:
    if high - low <= 1e-9 * max(abs(low), abs(high), 1.0):
        return
    marks, first, last = axis(low, high, whole=whole)
    assert 3 <= len(marks) <= 5
    slack = 1e-6 * (high - low)
    assert first <= low + slack
    assert last >= high - slack
    assert first - slack <= marks[0]
    assert marks[-1] <= last + slack
    assert not whole or all(mark == round(mark) for mark in marks)


def test_an_axis_ends_near_its_data() -> None:
    assert axis(0, 2115, whole=True) == ([0, 500, 1000, 1500, 2000], 0, 2115)
    assert axis(0, 1939, whole=True) == ([0, 500, 1000, 1500, 2000], 0, 2000)


@given(st.integers(1, 60), st.integers(2, 40), st.floats(100, 1500), st.data())
def test_the_tallest_bar_always_has_its_name_and_names_never_touch(
    count: int, letters: int, pixels: float, data: st.DataObject
) -> None:
    tallest = data.draw(st.integers(0, count - 1))
    names = [f"{place:0{letters}d}" for place in range(count)]

    def cut(text: str, room: float) -> str:
        return text[: int(room // 7)]

    shown = fitting_labels(names, -0.5, count - 0.5, pixels, lambda text: 7.0 * len(text), cut, tallest)
    assert tallest in [place for place, _ in shown]
    pitch = pixels / count
    for (left, first), (right, second) in pairwise(shown):
        assert (right - left) * pitch >= 7 * (len(first) + len(second)) / 2


def test_names_of_fourteen_bars_are_all_shown_each_no_wider_than_its_bar() -> None:
    names = [f"Part number {place}" for place in range(14)]
    shown = fitting_labels(
        names, -0.5, 13.5, 420, lambda text: 6.0 * len(text), lambda t, w: t[: int(w / 6)], 3
    )
    assert [place for place, _ in shown] == list(range(14))
    assert all(6 * len(text) <= 30 for _, text in shown)


@given(st.integers(2, 40), st.floats(150, 900))
def test_numbers_are_left_out_rather_than_cut(count: int, pixels: float) -> None:
    names = [f"{place} % – {place + 1} %" for place in range(count)]

    def cut(text: str, room: float) -> str:
        return text if 7 * len(text) <= room else f"{text[: int(room // 7)]}…"

    shown = fitting_labels(names, -0.5, count - 0.5, pixels, lambda text: 7.0 * len(text), cut)
    assert [text for place, text in shown if text != names[int(place)]] == []
    towns = [f"Town {place}" for place in range(12)]
    shown = fitting_labels(towns, -0.5, 11.5, 420, lambda text: 7.0 * len(text), cut, 3)
    assert [place for place, _ in shown] == list(range(12)), "names are cut"


def test_marks_of_an_axis_have_the_same_digits():
    assert tick_labels([0.0, 0.5, 1.0]) == ["0.0", "0.5", "1.0"]
    assert tick_labels([0.0, 1000.0, 2000.0]) == ["0", "1,000", "2,000"]
