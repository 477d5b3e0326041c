"""Hierarchies by cuts: neighbours of an order together, cuts left out from level to level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.builders import cut_hierarchy


def test_numbers_are_cut_by_their_size() -> None:
    found = cut_hierarchy([3, 18, 40, 70], [[18, 40, 65], ["18", "65"]])
    assert found.levels == (
        ("under 18", "18 to 39", "40 to 64", "65 and over"),
        ("under 18", "18 to 64", "18 to 64", "65 and over"),
        ("*",) * 4,
    )
    assert found.titles == ("4 groups", "3 groups", "dropped")


def test_values_are_cut_where_a_group_begins() -> None:
    found = cut_hierarchy(["none", "low", "mid", "high"], [["low", "high"], ["low"]])
    assert found.levels[:2] == (
        ("none", "low – mid", "low – mid", "high"),
        ("none", "low – high", "low – high", "low – high"),
    )


def test_two_groups_never_share_a_label() -> None:
    found = cut_hierarchy(["a", "b", "a – b", "c"], [["a – b", "c"]])
    assert found.levels[0] == ("a – b", "a – b", "a – b (2)", "c")


@given(st.integers(1, 12), st.data())
def test_values_share_a_label_where_no_cut_lies_between(count: int, data: st.DataObject) -> None:
    values = [chr(97 + at) for at in range(count)]
    below = data.draw(st.lists(st.sampled_from(values), min_size=1))
    above = data.draw(st.lists(st.sampled_from(below), min_size=1))
    found = cut_hierarchy(values, [below, above])
    for cuts, labels in zip((below, above), found.levels, strict=False):
        for one in range(count):
            for other in range(one, count):
                between = any(cut in values[one + 1 : other + 1] for cut in cuts)
                assert (labels[one] == labels[other]) == (not between)


@pytest.mark.parametrize(
    ("values", "cuts", "error", "wrong"),
    [
        ([1, 2], [], ParameterError, "at least one cut"),
        ([1, 2], [[2], []], ParameterError, "at least one cut"),
        ([1, 2], [[2], [1]], ParameterError, "Some cut of level 2"),
        (["a", "b"], [["b", "secret"]], DataError, "Cut 2 of level 1 is none of the values"),
        ([1, 2], [[1], ["secret"]], DataError, "Cut 1 of level 2 is no number"),
        ([1, 2], [["9" * 400]], DataError, "Cut 1 of level 1 is no number"),
        ([1, 2], [[float("nan")]], DataError, "Cut 1 of level 1 is no number"),
    ],
)
def test_wrong_cuts_are_told_by_their_place(
    values: list[str], cuts: list[list[str]], error: type[Exception], wrong: str
) -> None:
    with pytest.raises(error, match=wrong) as caught:
        cut_hierarchy(values, cuts)
    assert "secret" not in str(caught.value)
    assert caught.value.field == "cuts"  # type: ignore[attr-defined]
