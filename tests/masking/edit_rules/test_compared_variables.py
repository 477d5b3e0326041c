"""Variables compared with each other, against all values that a masked one may have been."""

import operator
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import AdditiveNoise, Recoding, ValueSuppression
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.edit_rules.edit_rule import EditRule

RELATIONS = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
    "is": operator.eq,
    "is not": operator.ne,
}
SCHOOL = ("none", "primary", "higher")
MARRIED = EditRule(
    name="Married for less than one lives",
    then={"comparisons": [{"variable": "married", "relation": "less than", "other": "age"}]},
)


def file(married: list[Any], age: list[Any]) -> Microdata:
    frame = pd.DataFrame({"married": married, "age": age}, dtype="Int64")
    described = [
        Variable(name="married", scale=Scale.CONTINUOUS, missing=(-9,)),
        Variable(name="age", scale=Scale.CONTINUOUS),
    ]
    return Microdata(frame, described).with_edit_rules([MARRIED])


def compared(relation: str, one: str = "married", other: str = "age") -> Comparison:
    return Comparison(variable=one, relation=relation, other=other)


def broken(rule: EditRule, data: Microdata) -> list[bool]:
    return rule.broken(data, data.initial).tolist()


COLUMN = st.lists(st.none() | st.integers(0, 6) | st.just(-9), min_size=6, max_size=6)


@given(COLUMN, st.lists(st.none() | st.integers(0, 6), min_size=6, max_size=6), st.sampled_from([*RELATIONS]))
def test_numbers_are_compared_record_by_record(
    married: list[int | None], age: list[int | None], relation: str
) -> None:
    expected = [
        one not in (None, -9) and other is not None and RELATIONS[relation](one, other)
        for one, other in zip(married, age, strict=True)
    ]
    assert compared(relation).holds(file(married, age)).tolist() == expected


@given(
    st.lists(st.integers(0, 6), min_size=6, max_size=6),
    st.lists(st.integers(0, 6), min_size=6, max_size=6),
    st.sampled_from([*RELATIONS]),
    st.lists(st.sampled_from(["married", "age"]), unique=True),
)
def test_a_recoded_value_lies_anywhere_between_the_ends_of_what_it_was_made_of(
    married: list[int], age: list[int], relation: str, recoded: list[str]
) -> None:
    rule = EditRule(name="r", then={"comparisons": [compared(relation)]})
    data = file(married, age).with_edit_rules([rule])
    masked, possible = data, {"married": [[one] for one in married], "age": [[one] for one in age]}
    for name in recoded:
        masked = Recoding(variable=name, how="breaks", breaks=[0, 3, 7]).apply(masked)
        values = data.column(name).tolist()
        bands = {low: [v for v in values if (v < 3) == low] for low in (True, False)}
        possible[name] = [list(range(min(bands[v < 3]), max(bands[v < 3]) + 1)) for v in values]
    expected = [
        not any(RELATIONS[relation](one, other) for one, other in product(ones, others))
        for ones, others in zip(possible["married"], possible["age"], strict=True)
    ]
    assert broken(rule, masked) == expected


def test_categories_go_by_their_order_and_text_by_being_equal() -> None:
    frame = pd.DataFrame(
        {
            "mother": ["none", "higher", "primary", None],
            "child": ["primary", "none", "primary", "none"],
            "born": ["A", "B", "C", "A"],
            "lives": ["A", "C", None, "D"],
        }
    )
    schools = [Variable(name=name, scale=Scale.ORDINAL, categories=SCHOOL) for name in ("mother", "child")]
    data = Microdata(frame, schools)
    assert compared("less than", "mother", "child").holds(data).tolist() == [True, False, False, False]
    assert compared("at least", "mother", "child").holds(data).tolist() == [False, True, True, False]
    assert compared("is", "born", "lives").holds(data).tolist() == [True, False, False, False]
    assert compared("is not", "born", "lives").holds(data).tolist() == [False, True, False, True]


PLACES = st.lists(st.none() | st.sampled_from("pqrst"), min_size=5, max_size=5)


@given(
    PLACES,
    PLACES,
    st.sampled_from(["is", "is not"]),
    st.sets(st.sampled_from("pqrst")),
    st.sampled_from("Mq"),
)
def test_recoded_text_is_one_of_those_that_it_was_made_of(
    born: list[str | None], lives: list[str | None], relation: str, merged: set[str], name: str
) -> None:
    rule = EditRule(name="r", then={"comparisons": [compared(relation, "born", "lives")]})
    frame = pd.DataFrame({"born": [*born, *"pqrst"], "lives": [*lives, *"tsrqp"]}, dtype=object)
    data = Microdata(frame).with_edit_rules([rule])
    mapping = dict.fromkeys(sorted(merged), name)
    masked = Recoding(variable="born", how="mapping", mapping=mapping).apply(data) if mapping else data

    def possible(value: str | None) -> set[str]:
        # A value that the initial file has too means what it meant there.
        return merged if value == "M" else {value} if value else set()

    expected = [
        bool(possible(one))
        and bool(other)
        and not any(RELATIONS[relation](each, other) for each in possible(one))
        for one, other in zip(
            masked.column("born").fillna("").tolist(), frame["lives"].fillna("").tolist(), strict=True
        )
    ]
    assert broken(rule, masked) == expected


def test_what_has_no_order_in_common_is_refused() -> None:
    frame = pd.DataFrame({"age": [1, 2], "zip": ["a", "b"], "school": ["none", "higher"]})
    described = [
        Variable(name="age", scale=Scale.CONTINUOUS),
        Variable(name="school", scale=Scale.ORDINAL, categories=SCHOOL),
    ]
    data = Microdata(frame, described)
    for one, relation, other, why in (
        ("age", "less than", "zip", "zip is nominal"),
        ("age", "is", "zip", "cannot be compared with each other"),
        ("age", "less than", "school", "cannot be compared with each other"),
        ("age", "is", "gone", "gone"),
    ):
        with pytest.raises(DataError, match=why):
            compared(relation, one, other).check(data)


def test_a_comparison_is_with_a_variable_or_with_values() -> None:
    for wrong in (
        {"relation": "is", "values": [1], "other": "age"},
        {"relation": "is missing", "other": "age"},
        {"relation": "is", "other": "married"},
    ):
        with pytest.raises(ParameterError, match="compare with another variable, or with values"):
            Comparison(variable="married", **wrong)


def test_steps_report_what_they_make_impossible_between_variables() -> None:
    data = file([10, 20, 30], [40, 45, 31])
    noisy = AdditiveNoise(variables=["married"], variance_share=900.0, whole_numbers=True).mask(data, seed=2)
    new = noisy.data.numbers("married") >= data.numbers("age")
    assert noisy.figures["records_made_impossible"].value == new.sum() > 0
    kept = AdditiveNoise(
        variables=["married"], variance_share=900.0, whole_numbers=True, edit_rules="keep"
    ).mask(data, seed=2)
    assert (kept.data.numbers("married") < data.numbers("age")).all()
    assert broken(MARRIED, data.drop(["age"])) == [False] * 3, "it may have had every value"


def test_values_are_blanked_by_two_variables() -> None:
    data = file([50, 20, None], [40, 45, 31])
    where = {"comparisons": [{"variable": "married", "relation": "at least", "other": "age"}]}
    masked = ValueSuppression(variables=["married"], where=where).apply(data)
    assert masked.missing("married").tolist() == [True, False, True]
    np.testing.assert_array_equal(masked.numbers("married")[1], 20)
