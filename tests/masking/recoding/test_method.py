from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Interval, Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.recoding.method import Recoding

ORDER = ("single", "married", "divorced", "widowed")


def recoded(values: Any, variable: Variable | None = None, **parameters: Any) -> Microdata:
    data = Microdata(pd.DataFrame({"v": values}), [variable] if variable else [])
    return Recoding(variable="v", **parameters).apply(data)


def texts(masked: Microdata) -> list[Any]:
    return masked.column("v").tolist()


def test_bands_of_the_dialog() -> None:
    masked = recoded([0, 9, 10, 34, 89, 90, 104], how="width", width=10, top=90)
    assert texts(masked) == [
        "0 to 9",
        "0 to 9",
        "10 to 19",
        "30 to 39",
        "80 to 89",
        "90 and over",
        "90 and over",
    ]
    variable = masked.variable("v")
    assert variable.scale is Scale.ORDINAL
    assert variable.categories == (*(f"{j} to {j + 9}" for j in range(0, 90, 10)), "90 and over")
    assert variable.intervals[3] == Interval(label="30 to 39", low=30.0, high=39.0)
    assert variable.intervals[-1] == Interval(label="90 and over", low=90.0, high=None)


def test_bands_go_on_below_their_start_and_end_at_the_bottom_code() -> None:
    assert texts(recoded([-3, 4], how="width", width=5)) == ["-5 to -1", "0 to 4"]
    masked = recoded([-3, 4, 7], how="width", width=5, bottom=4)
    assert texts(masked) == ["under 4", "4", "5 to 9"]


def test_numbers_with_decimals_get_brackets_and_their_range() -> None:
    masked = recoded([30.0, 31.5, 40.0], how="width", width=10)
    assert texts(masked) == ["[30, 40)", "[30, 40)", "[40, 50)"]
    assert masked.variable("v").intervals[0] == Interval(label="[30, 40)", low=30.0, high=40.0)


def test_whole_numbers_stored_as_floats_are_whole() -> None:
    masked = recoded([30.0, np.nan, 41.0], how="width", width=10)
    assert texts(masked)[::2] == ["30 to 39", "40 to 49"]
    assert masked.missing("v").tolist() == [False, True, False]


@given(
    st.lists(st.integers(-50, 50), min_size=1, max_size=30),
    st.lists(st.integers(-30, 30), min_size=1, max_size=5, unique=True).map(sorted),
    st.sampled_from(["left", "right"]),
)
def test_every_value_lies_in_the_interval_of_its_band_and_none_becomes_missing(
    values: list[int], breaks: list[int], closed: str
) -> None:
    masked = recoded(values, how="breaks", breaks=[float(b) for b in breaks], closed=closed)
    ranges = {interval.label: interval for interval in masked.variable("v").intervals}
    assert set(ranges) == set(masked.variable("v").categories)
    assert not masked.missing("v").any()
    for value, label in zip(values, texts(masked), strict=True):
        low, high = ranges[label].low, ranges[label].high
        assert low is None or low <= value
        assert high is None or value <= high


def test_the_lowest_break_is_included_and_age_zero_stays() -> None:
    masked = recoded([0, 18, 19, 65, 66, -1], how="breaks", breaks=[0, 18, 65], closed="right")
    assert texts(masked) == ["0 to 18", "0 to 18", "19 to 65", "19 to 65", "66 and over", "under 0"]


def test_own_names_for_all_bands_or_all_between_breaks() -> None:
    ages = [3, 40, 80]
    assert texts(recoded(ages, how="breaks", breaks=[18, 65], labels=["child", "adult", "old"])) == [
        "child",
        "adult",
        "old",
    ]
    assert texts(recoded(ages, how="breaks", breaks=[18, 65], labels=["adult"])) == [
        "under 18",
        "adult",
        "65 and over",
    ]


def test_quantile_bands_hide_the_extremes_and_tell_of_ties() -> None:
    data = Microdata(pd.DataFrame({"v": [1, 1, 1, 1, 1, 7, 8, 9]}))
    masked = Recoding(variable="v", how="quantiles", bands=4).mask(data)
    assert texts(masked.data) == ["1 and under"] * 5 + ["2 to 7"] + ["8 and over"] * 2
    assert masked.notes == ("Ties in v leave 3 bands instead of 4.",)
    assert masked.data.variable("v").intervals[0].low is None
    assert {name: figure.value for name, figure in masked.figures.items()} == {
        "values_before": 4,
        "values_after": 3,
    }


def test_bands_know_what_becomes_of_records_left_out_before() -> None:
    initial = Microdata(pd.DataFrame({"v": [5, 17, 30, 99]}))
    coding = initial.coding("v")
    sample = initial.take(np.array([1, 2]))
    masked = Recoding(variable="v", how="width", width=10).apply(sample)
    origin = masked.provenance("v")
    assert origin is not None
    assert origin.recoded(coding).tolist() == ["0 to 9", "10 to 19", "30 to 39", "90 to 99"]
    assert set(origin.recoded(coding)) <= set(masked.variable("v").categories)
    again = Recoding(variable="v", how="mapping", mapping={"0 to 9": "young", "10 to 19": "young"}).apply(
        masked
    )
    origin = again.provenance("v")
    assert origin is not None
    assert origin.recoded(coding).tolist() == ["young", "young", "30 to 39", "90 to 99"]
    assert again.variable("v").intervals[0] == Interval(label="young", low=0.0, high=19.0)


def test_an_earlier_recoding_gave_values_to_records_left_out_since() -> None:
    initial = Microdata(pd.DataFrame({"v": [5, 17, 30, 99]}))
    shifted = Recoding(variable="v", how="mapping", mapping={99: 200}).apply(initial)
    kept = shifted.take(np.array([0, 1]))
    masked = Recoding(variable="v", how="breaks", breaks=[0, 50]).apply(kept)
    assert masked.variable("v").categories == ("0 to 49", "50 and over")


def test_the_widow_of_17() -> None:
    variable = Variable(name="v", scale=Scale.ORDINAL, categories=ORDER)
    mapping = {"divorced": "widowed or divorced", "widowed": "widowed or divorced"}
    masked = recoded(["widowed", "single", None], variable, how="mapping", mapping=mapping)
    assert texts(masked)[:2] == ["widowed or divorced", "single"]
    assert masked.missing("v").tolist() == [False, False, True]
    assert masked.variable("v").scale is Scale.ORDINAL
    assert masked.variable("v").categories == ("single", "married", "widowed or divorced")


def test_categories_put_together_across_the_order_lose_it() -> None:
    data = Microdata(
        pd.DataFrame({"v": list(ORDER)}), [Variable(name="v", scale=Scale.ORDINAL, categories=ORDER)]
    )
    masked = Recoding(variable="v", how="mapping", mapping={"widowed": "single"}).mask(data)
    assert masked.data.variable("v").scale is Scale.NOMINAL
    assert "nominal now" in masked.notes[0]


def test_numbers_are_mapped_to_numbers_or_text() -> None:
    codes = pd.Series([1, 2, 3, None], dtype="Int64")
    whole = recoded(codes, how="mapping", mapping={1: 7, "2.0": 7})
    assert whole.column("v").dtype == "Int64"
    assert texts(whole)[:3] == [7, 7, 3]
    mixed = recoded(codes, how="mapping", mapping={1: "one"})
    assert texts(mixed)[:3] == ["one", "2", "3"]
    assert mixed.variable("v").scale is Scale.NOMINAL


def test_values_not_named_are_refused_where_asked_without_naming_them() -> None:
    with pytest.raises(DataError, match="2 values of v are not named") as caught:
        recoded(["a", "b", "secret"], how="mapping", mapping={"a": "A"}, others="refuse")
    assert "secret" not in caught.value.message


def test_a_slip_of_the_pen_in_the_mapping_is_noted() -> None:
    data = Microdata(pd.DataFrame({"v": ["widowed"]}))
    masked = Recoding(variable="v", how="mapping", mapping={"widwoed": "x"}).mask(data)
    assert masked.notes == ("v has no value widwoed.",)


@pytest.mark.parametrize(
    "values",
    [
        [48201, 48335],
        [48201.0, 48335.0],
        ["48201", "48335"],
        pd.Series([48201, 48335], dtype="Int64"),
        pd.Series(["48201", "48335"], dtype=object),
        pd.Categorical(["48201", "48335"]),
    ],
)
def test_zip_codes_keep_their_first_characters_whatever_their_type(values: Any) -> None:
    masked = recoded(values, how="prefix", keep=4)
    assert texts(masked) == ["4820*", "4833*"]
    assert masked.variable("v").scale is Scale.NOMINAL
    assert set(masked.variable("v").categories) <= {"4820*", "4833*"}


def test_short_values_and_lost_zeros_are_noted() -> None:
    data = Microdata(pd.DataFrame({"v": [12, 48201]}))
    masked = Recoding(variable="v", how="prefix", keep=2, mark="").mask(data)
    assert texts(masked.data) == ["12", "48"]
    assert len(masked.notes) == 2
    assert "leading zeros" in masked.notes[1]


def test_missing_codes_stay_missing_and_are_not_banded() -> None:
    variable = Variable(name="v", scale=Scale.CONTINUOUS, missing=(-9,))
    masked = recoded([-9, 5], variable, how="width", width=10)
    assert masked.missing("v").tolist() == [True, False]
    assert masked.variable("v").categories == ("0 to 9",)
    kept = recoded([-9, 5, 6], variable, how="mapping", mapping={5: 6})
    assert texts(kept) == [-9, 6, 6]


def test_a_value_never_becomes_a_code_for_missing() -> None:
    variable = Variable(name="v", scale=Scale.CONTINUOUS, missing=(99,))
    with pytest.raises(DataError, match="codes for missing"):
        recoded([1, 2], variable, how="mapping", mapping={1: 99})


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"how": "width"}, "Band width"),
        ({"how": "width", "width": 0}, "more than 0"),
        ({"how": "width", "width": 5, "bands": 3}, "has no effect"),
        ({"how": "width", "width": 5, "top": 3, "bottom": 3}, "below the top code"),
        ({"how": "breaks"}, "Breaks"),
        ({"how": "breaks", "breaks": [1, 1]}, "ascend"),
        ({"how": "breaks", "breaks": [1, 2], "labels": ["a", "b"]}, "number of names must be 1, or 3"),
        ({"how": "breaks", "breaks": [1, 2], "labels": ["a", "", "c"]}, "name of its own"),
        ({"how": "breaks", "breaks": [1, 2], "labels": ["a"], "style": "brackets"}, "leave one of them out"),
        ({"how": "quantiles", "bands": 3, "labels": ["a"]}, "that of the bands, 3"),
        ({"how": "mapping"}, "New value of each"),
        ({"how": "mapping", "mapping": {"a": ""}}, "read as missing"),
        ({"how": "mapping", "mapping": {"a": 2**60}}, "write it as text"),
        ({"how": "prefix"}, "Characters kept"),
        ({"how": "prefix", "keep": 2, "mark": "**"}, "mark"),
    ],
)
def test_wrong_parameters_are_refused_in_words(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Recoding(variable="v", **parameters)


@pytest.mark.parametrize(
    ("values", "variable", "parameters", "message"),
    [
        (["a"], None, {"how": "width", "width": 5}, "holds text"),
        ([1], Variable(name="v"), {"how": "width", "width": 5}, "nominal"),
        (
            [1, 2],
            Variable(name="v", scale=Scale.ORDINAL, categories=(2, 1)),
            {"how": "quantiles"},
            "declared order",
        ),
        ([1.5], None, {"how": "prefix", "keep": 1}, "decimals"),
        ([1], None, {"how": "mapping", "mapping": {"one": "x"}}, "old value 1 of those given is none"),
        ([1, 1, 2], None, {"how": "quantiles", "bands": 3, "labels": ["a", "b", "c"]}, "Ties leave 2 bands"),
        ([0, 3], None, {"how": "breaks", "breaks": [1, 2], "labels": ["under 1"]}, "same name"),
    ],
)
def test_data_that_do_not_fit_are_refused_in_words(
    values: list[Any], variable: Variable | None, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        recoded(values, variable, **parameters)


def test_marks_that_show_how_long_words_were_are_noted() -> None:
    data = Microdata(pd.DataFrame({"job": ["pilot", "porter", "priest", "plumber", None]}))
    shown = Recoding(variable="job", how="prefix", keep=1).mask(data)
    [note] = [note for note in shown.notes if "how long" in note]
    assert "3 different values are left, where without marks it would be 1" in note
    assert shown.data.frame["job"].nunique() == 3
    hidden = Recoding(variable="job", how="prefix", keep=1, mark="").mask(data)
    assert not [note for note in hidden.notes if "how long" in note]
    assert hidden.data.frame["job"].nunique() == 1
    alike = Microdata(pd.DataFrame({"zip": ["12345", "12399", "48201"]}))
    assert not Recoding(variable="zip", how="prefix", keep=3).mask(alike).notes


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"how": "width", "width": 10}, "Age into bands of 10"),
        ({"how": "breaks", "breaks": [18, 65.5]}, "Age into bands with breaks at 18, 65.5"),
        ({"how": "quantiles", "bands": 5}, "Age into 5 bands with equally many records"),
        ({"how": "prefix", "keep": 4}, "Age to first 4 characters"),
        ({"how": "prefix", "keep": 1}, "Age to first 1 character"),
    ],
)
def test_summary(parameters: dict[str, Any], words: str) -> None:
    assert Recoding(variable="Age", **parameters).summary() == words


def test_a_value_that_is_recoded_wrongly_is_not_repeated() -> None:
    with pytest.raises(ParameterError) as caught:
        Recoding(variable="name", how="mapping", mapping={"Zwiebelkuchen": None})
    assert caught.value.message == "New value of each (mapping), an entry: must be text."


def test_an_old_value_that_is_no_number_is_told_by_its_place() -> None:
    """What is written there may be a value of the data."""
    data = Microdata(pd.DataFrame({"age": [1, 2]}))
    with pytest.raises(DataError, match="old value 2 of those given is none") as caught:
        Recoding(variable="age", how="mapping", mapping={"1": "x", "secret": "y"}).apply(data)
    assert "secret" not in caught.value.message
