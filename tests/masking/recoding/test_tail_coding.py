import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Interval, Scale, Variable
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.recoding import tails
from sdcdesk.masking.recoding.method import Recoding
from sdcdesk.masking.recoding.tail_coding import TailCoding

SCHOOL = Variable(name="v", scale=Scale.ORDINAL, categories=("none", "primary", "secondary", "higher"))


def coded(values: Any, variable: Variable | None = None, **parameters: Any) -> Masked:
    data = Microdata(pd.DataFrame({"v": values}), [variable] if variable else [])
    return TailCoding(variable="v", **parameters).mask(data)


def column(masked: Masked) -> list[Any]:
    return masked.data.column("v").tolist()


@pytest.mark.parametrize("dtype", ["int8", "int64", "Int64", "float64"])
def test_thresholds_stand_for_their_tails(dtype: str) -> None:
    masked = coded(pd.Series([3, 10, 50, 90, 97], dtype=dtype), top=90, bottom=10)
    assert column(masked) == [10, 10, 50, 90, 90]
    assert pd.api.types.is_integer_dtype(masked.data.column("v")) == (dtype != "float64")
    assert {name: figure.value for name, figure in masked.figures.items()} == {
        "records_bottom_coded": 2,
        "records_top_coded": 2,
    }
    assert masked.data.variable("v").scale is Scale.CONTINUOUS


def test_whole_numbers_beyond_those_of_floats_stay_exact() -> None:
    low, middle, high = large = [2**60 + 1, 2**60 + 3, 2**60 + 5]
    assert column(coded([low, low, middle, high], by="quantile", top_quantile=50)) == [
        low,
        low,
        middle,
        middle,
    ]
    labelled = coded([1, *large], bottom=1, replace_by="label")
    assert column(labelled) == ["1 and under", *map(str, large)]
    assert column(coded([1, 2], top=1e18)) == [1, 2]
    near = [2**53 + 1, 2**53 + 2, 2**53 + 3]
    assert column(coded(near, top=2.0**53 + 2)) == [near[0], near[1], near[1]]
    assert column(coded(near, bottom=2.0**53)) == near
    with pytest.raises(DataError, match=r"beyond 2\^53"):
        coded(near, top=2.0**53 + 2, replace_by="mean")


def test_a_threshold_wider_than_the_column_fits() -> None:
    assert column(coded(pd.Series([1, 2], dtype="int8"), bottom=300)) == [300, 300]


def test_labels_make_an_ordinal_variable_with_the_range_of_every_value() -> None:
    masked = coded([17, 44, 91, 97], top=90, replace_by="label")
    assert column(masked) == ["17", "44", "90 and over", "90 and over"]
    variable = masked.data.variable("v")
    assert variable.scale is Scale.ORDINAL
    assert variable.categories == ("17", "44", "90 and over")
    assert variable.intervals == (
        Interval(label="17", low=17.0, high=17.0),
        Interval(label="44", low=44.0, high=44.0),
        Interval(label="90 and over", low=90.0, high=None),
    )
    own = coded([1.5, 8.0], bottom=2, replace_by="label", bottom_label="hardly any")
    assert column(own) == ["hardly any", "8"]


def test_means_keep_the_total_and_may_need_decimals() -> None:
    masked = coded([1, 2, 90, 91, 93], top=90, replace_by="mean")
    assert column(masked) == pytest.approx([1, 2] + [274 / 3] * 3)
    telling = "The mean of the top tail of v gives values away"
    assert [note for note in masked.notes if telling not in note] == ["v holds numbers with decimals now."]
    whole = coded([1, 2, 90, 92], top=90, replace_by="mean")
    assert column(whole) == [1, 2, 91, 91]
    assert whole.data.column("v").dtype == "int64"


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=40),
    st.integers(500, 999).map(lambda tenths: tenths / 10),
    st.integers(1, 500).map(lambda tenths: tenths / 10),
)
def test_quantiles_code_at_most_their_share_and_ties_stay_outside(
    values: list[int], top: float, bottom: float
) -> None:
    masked = coded(values, by="quantile", top_quantile=top, bottom_quantile=bottom, replace_by="label")
    result = column(masked)
    coded_top = [value for value, new in zip(values, result, strict=True) if str(new).endswith("over")]
    coded_bottom = [value for value, new in zip(values, result, strict=True) if str(new).endswith("under")]
    assert coded_top == beyond(values, top)
    assert coded_bottom == [-value for value in beyond([-value for value in values], 100 - bottom)]
    assert len(coded_top) <= len(values) * (100 - top) / 100 + 1e-9
    assert len(coded_bottom) <= len(values) * bottom / 100 + 1e-9


def beyond(values: Sequence[int], percent: float) -> list[int]:
    """Return the values above the smallest one that has the share at or below it."""
    needed = math.ceil(round(percent * 10) * len(values) / 1000)
    quantile = min(v for v in values if sum(w <= v for w in values) >= needed)
    return [value for value in values if value > quantile]


def test_most_records_at_the_extreme_are_not_coded_by_a_quantile() -> None:
    masked = coded([0] * 97 + [5, 6, 7], by="quantile", top_quantile=95)
    assert column(masked) == [0] * 97 + [5, 5, 5]
    alike = coded([4, 4], by="quantile", top_quantile=95, replace_by="label")
    assert column(alike) == [4, 4]
    assert alike.notes == ("No record lies in the top tail of v.",)


def test_ordinal_variables_are_coded_by_category() -> None:
    values = ["none", "higher", "secondary", None]
    masked = coded(values, SCHOOL, top="secondary")
    assert column(masked)[:3] == ["none", "secondary", "secondary"]
    assert masked.data.variable("v").categories == ("none", "primary", "secondary")
    labelled = coded(values, SCHOOL, bottom="primary", replace_by="label")
    assert column(labelled)[:3] == ["primary and under", "higher", "secondary"]
    assert labelled.data.variable("v").categories == ("primary and under", "secondary", "higher")
    assert labelled.data.missing("v").tolist() == [False, False, False, True]


def test_bands_of_an_earlier_recoding_keep_their_ranges() -> None:
    ranges = ((0, 9), (10, 19), (20, 29))
    labels = tuple(f"{low} to {high}" for low, high in ranges)
    intervals = tuple(
        Interval(label=label, low=low, high=high) for label, (low, high) in zip(labels, ranges, strict=True)
    )
    variable = Variable(name="v", scale=Scale.ORDINAL, categories=labels, intervals=intervals)
    masked = coded(list(labels), variable, top="10 to 19", replace_by="label", top_label="10 or more")
    assert masked.data.variable("v").intervals == (
        intervals[0],
        Interval(label="10 or more", low=10, high=29),
    )


def test_ordinal_codes_without_declared_order_are_taken_as_numbers() -> None:
    masked = coded([1, 2, 5, 6], Variable(name="v", scale=Scale.ORDINAL), top=4)
    assert column(masked) == [1, 2, 4, 4]


def test_missing_codes_are_in_no_tail() -> None:
    variable = Variable(name="v", scale=Scale.CONTINUOUS, missing=(999,))
    masked = coded([5, 95, 999], variable, top=90)
    assert column(masked) == [5, 90, 999]
    labelled = coded([5, 95, 999], variable, top=90, replace_by="label")
    assert labelled.data.missing("v").tolist() == [False, False, True]
    with pytest.raises(DataError, match="codes for missing"):
        coded([5, 1000], variable, top=999)


def test_records_left_out_before_are_coded_by_the_same_rule() -> None:
    initial = Microdata(pd.DataFrame({"v": [5, 95, 99]}))
    coding = initial.coding("v")
    kept = initial.take(np.array([0, 1]))
    origin = TailCoding(variable="v", top=90, replace_by="mean").apply(kept).provenance("v")
    assert origin is not None
    assert origin.recoded(coding).tolist() == [5, 95, 95]


def test_a_tail_without_records_has_the_threshold_as_mean() -> None:
    initial = Microdata(pd.DataFrame({"v": [5, 95]}))
    coding = initial.coding("v")
    masked = TailCoding(variable="v", top=90, replace_by="mean").mask(initial.take(np.array([0])))
    assert masked.notes == ("No record lies in the top tail of v.",)
    origin = masked.data.provenance("v")
    assert origin is not None
    assert origin.recoded(coding).tolist() == [5, 90]


@pytest.mark.parametrize(
    ("values", "variable", "parameters", "message"),
    [
        (["a"], None, {"top": 3}, "v is nominal"),
        ([1, 2], None, {"top": "x"}, "give its top threshold as a number"),
        (["none"], SCHOOL, {"top": "college"}, "no category college"),
        (["none"], SCHOOL, {"top": "primary", "bottom": "secondary"}, "must be below"),
        (["none"], SCHOOL, {"top": "primary", "replace_by": "mean"}, "has no mean"),
        ([1, 2], None, {"top": 1.5}, "give a whole threshold"),
        ([1, 50], None, {"top": 40, "replace_by": "label", "top_label": "1"}, "equals another"),
        ([1e308, 1.5e308], None, {"top": 1e308, "replace_by": "mean"}, "too large"),
    ],
)
def test_data_that_do_not_fit_are_refused_in_words(
    values: list[Any], variable: Variable | None, parameters: dict[str, Any], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        coded(values, variable, **parameters)


def test_labels_for_too_many_different_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "MOST_CATEGORIES", 3)
    with pytest.raises(DataError, match="4 different values"):
        coded([1, 2, 3, 4, 9], top=9, replace_by="label")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "threshold must be given"),
        ({"top": 3, "bottom": 3}, "must be below"),
        ({"top": 3, "replace_by": "label", "bottom_label": "x"}, "no threshold on this side"),
        ({"top": 3, "top_label": "x"}, "no effect"),
        ({"by": "quantile", "top_quantile": 0.95}, "at least 50"),
        ({"by": "quantile", "top": 95}, "no effect"),
    ],
)
def test_wrong_parameters_are_refused_in_words(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        TailCoding(variable="v", **parameters)


def test_summary() -> None:
    assert TailCoding(variable="Age", top=90).summary() == "Age top coded at 90"
    both = TailCoding(variable="Income", by="quantile", top_quantile=99.5, bottom_quantile=1)
    assert both.summary() == "Income bottom coded at 1\u202f% and top coded at 99.5\u202f%"


def test_a_tail_of_bands_is_called_by_the_end_of_the_outermost_one() -> None:
    ages = Variable(name="v", scale=Scale.CONTINUOUS)
    data = Microdata(pd.DataFrame({"v": [3, 14, 25, 37, 41]}), [ages])
    bands = Recoding(variable="v", how="width", width=10.0).apply(data)
    above = TailCoding(variable="v", top="30 to 39", replace_by="label").apply(bands)
    assert above.column("v").tolist() == ["0 to 9", "10 to 19", "20 to 29", "30 and over", "30 and over"]
    below = TailCoding(variable="v", bottom="10 to 19", replace_by="label").apply(bands)
    assert below.column("v").tolist()[:2] == ["19 and under", "19 and under"]
