import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.inspection.contradictions import contradictions


def found(values: object, **described: object) -> list[tuple[str, list[int]]]:
    data = Microdata(pd.DataFrame({"v": values}), [Variable(name="v", **described)])
    return [(one.message, one.rows.tolist()) for one in contradictions(data, "v")]


def test_each_fault_of_a_weight_is_counted_and_located() -> None:
    values = [1.0, -2.0, 0.0, np.nan, -3.0, 99.0, np.inf]
    assert found(values, role="weight", scale="continuous", missing=(99,)) == [
        ("A weight must not be negative: 2 records", [1, 4]),
        ("A weight must not be zero: 1 record", [2]),
        ("A weight must be finite: 1 record", [6]),
        ("A weight is missing: 2 records", [3, 5]),
    ]


def test_a_negative_code_for_missing_is_no_negative_weight() -> None:
    assert found([1, 2, -9], role="weight", scale="continuous", missing=(-9,)) == [
        ("A weight is missing: 1 record", [2])
    ]


def test_a_good_weight_contradicts_nothing() -> None:
    assert found([1, 2, 3], role="weight", scale="continuous") == []


def test_a_weight_of_text_is_said_once() -> None:
    assert found(["a", "b"], role="weight") == [("A weight must be a number, and this is text", [])]


def test_a_household_must_be_known() -> None:
    assert found(pd.Series([1, None, 2], dtype="Int64"), role="household") == [
        ("Household not known: 1 record", [1])
    ]


def test_continuous_text_shows_the_records_that_are_no_numbers() -> None:
    assert found(["1.5", "none", None, "NA", "7"], scale="continuous", missing=("NA",)) == [
        ("Continuous, but it holds text: 1 record", [1])
    ]


def test_continuous_text_of_numbers_was_read_wrongly() -> None:
    assert found(["1.5", "2"], scale="continuous") == [("Continuous, but its numbers were read as text", [])]


def test_an_ordinal_value_needs_a_place_in_the_declared_order() -> None:
    described = {"scale": "ordinal", "categories": ("low", "high"), "missing": ("unknown",)}
    assert found(["low", "middle", None, "unknown", "high"], **described) == [
        ("No place in its order: 1 record", [1])
    ]
    assert found(["low", "middle"], scale="ordinal") == [], "without a declared order all have one"
    assert found(["low", "middle"], scale="nominal", categories=("low",)) == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a", "b"] * 10, "An identifier with only 2 different values"),
        (["a"] * 10, "An identifier with only 1 different value"),
    ],
)
def test_an_identifier_must_tell_records_apart(values: list[str], message: str) -> None:
    assert found(values, role="identifier") == [(message, [])]


@pytest.mark.parametrize("values", [["a", "b"] * 9, list(range(21)) * 10, [None, None], []])
def test_identifiers_with_enough_values_or_few_records_pass(values: list[object]) -> None:
    assert found(pd.Series(values, dtype="object").astype("str"), role="identifier") == []


def test_roles_without_conditions_contradict_nothing() -> None:
    assert found([-1.0, np.nan], role="key", scale="continuous") == []


def test_an_unknown_variable_is_named() -> None:
    with pytest.raises(DataError, match="no variable w"):
        contradictions(Microdata(pd.DataFrame({"v": [1]})), "w")
