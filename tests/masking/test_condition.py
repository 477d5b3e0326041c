import operator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.comparison import Comparison
from sdcdesk.masking.condition import Condition

SCHOOL = Variable(name="school", scale=Scale.ORDINAL, categories=("none", "primary", "higher"))
FRAME = pd.DataFrame(
    {
        "age": [0, 17, 18, -9],
        "income": [1.5, np.nan, 2.5, 1e308],
        "zip": ["0012", "12", None, "A"],
        "school": ["higher", "none", "primary", None],
        "flag": [True, False, True, True],
    }
)
DATA = Microdata(FRAME, [Variable(name="age", scale=Scale.CONTINUOUS, missing=(-9,)), SCHOOL])

RELATIONS = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
    "is": operator.eq,
    "is not": operator.ne,
}


def holds(variable: str, relation: str, *values: Any, data: Microdata = DATA) -> list[int]:
    compared = Comparison(variable=variable, relation=relation, values=list(values))
    return np.flatnonzero(compared.holds(data)).tolist()


@given(
    st.lists(st.none() | st.integers(-3, 3), min_size=1, max_size=8),
    st.sampled_from(list(RELATIONS)),
    st.integers(-4, 4) | st.sampled_from([-0.5, 1.5]),
    st.booleans(),
)
def test_numbers_are_compared_one_by_one(
    column: list[int | None], relation: str, value: float, whole: bool
) -> None:
    frame = pd.DataFrame({"x": pd.Series(column, dtype="Int64" if whole else "float64")})
    data = Microdata(frame, [Variable(name="x", scale=Scale.CONTINUOUS, missing=(0,))])
    expected = [
        place
        for place, number in enumerate(column)
        if number not in (None, 0) and RELATIONS[relation](number, value)
    ]
    assert holds("x", relation, value, data=data) == expected


def test_categories_are_compared_in_their_order_and_text_as_it_stands() -> None:
    assert holds("school", "at least", "primary") == [0, 2]
    assert holds("school", "less than", "primary") == [1]
    assert holds("school", "more than", "higher") == []
    assert holds("zip", "is", "0012", "A") == [0, 3]
    assert holds("zip", "is not", "0012") == [1, 3], "a missing value is not another one"
    assert holds("zip", "is", 12) == [1]
    assert holds("flag", "is", "True") == [0, 2, 3]


def test_missing_values_are_asked_for() -> None:
    assert holds("age", "is missing") == [3]
    assert holds("zip", "is not missing") == [0, 1, 3]


def test_large_numbers_are_compared_with_all_their_digits() -> None:
    large = Microdata(pd.DataFrame({"n": [2**53, 2**53 + 1]}))
    assert holds("n", "more than", 2**53, data=large) == [1]
    assert holds("n", "is", 2**53 + 1, data=large) == [1]
    assert holds("income", "at least", 1e308) == [3]


def test_categories_of_pandas_are_values_too() -> None:
    kinds = pd.Categorical(["a", "c", None], categories=["a", "b", "c"], ordered=True)
    data = Microdata(pd.DataFrame({"kind": kinds}))
    assert holds("kind", "more than", "b", data=data) == [1]


def test_comparisons_hold_all_or_any() -> None:
    comparisons = [
        {"variable": "age", "relation": "at least", "values": [17]},
        {"variable": "flag", "relation": "is", "values": ["True"]},
    ]
    assert Condition(comparisons=comparisons).holds(DATA).tolist() == [False, False, True, False]
    either = Condition(comparisons=comparisons, hold="any")
    assert either.holds(DATA).tolist() == [True, True, True, True]
    assert either.variables == ("age", "flag")
    assert either.holds(DATA.take(np.array([], dtype=np.int64))).tolist() == []


@pytest.mark.parametrize(
    ("variable", "relation", "value", "message"),
    [
        ("zip", "at least", "0012", "have no order"),
        ("age", "is", "17", "holds numbers"),
        ("school", "at most", "secondary", "none of its categories"),
        ("gone", "is", 1, "no variable gone"),
    ],
)
def test_what_cannot_be_compared_is_refused_without_the_value(
    variable: str, relation: str, value: Any, message: str
) -> None:
    with pytest.raises(DataError, match=message) as raised:
        holds(variable, relation, value)
    assert "secondary" not in raised.value.message


@pytest.mark.parametrize(
    ("relation", "values"),
    [("is", []), ("at least", []), ("at least", [1, 2]), ("is missing", [1]), ("like", ["a"])],
)
def test_each_relation_has_its_number_of_values(relation: str, values: list[Any]) -> None:
    with pytest.raises(ParameterError):
        Comparison(variable="age", relation=relation, values=values)
