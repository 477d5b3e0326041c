"""Described frames: the part of microdata that says what its variables hold."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.running.errors import DataError


def test_undescribed_columns_are_described_by_what_they_hold(people: Microdata) -> None:
    assert people.variable("town").scale is Scale.NOMINAL
    assert people.variable("income").scale is Scale.CONTINUOUS
    assert people.variable("town").role is Role.OTHER


def test_ordered_categories_of_pandas_become_an_ordinal_variable() -> None:
    column = pd.Categorical(["low", "high"], categories=["low", "mid", "high"], ordered=True)
    data = Microdata(pd.DataFrame({"level": column}))
    assert data.variable("level").scale is Scale.ORDINAL
    assert data.variable("level").categories == ("low", "mid", "high")
    assert data.coding("level").codes.tolist() == [0, 2]


def test_variables_of_roles_are_those_of_the_descriptions_as_they_are_now(people: Microdata) -> None:
    assert people.named(Role.KEY, Role.WEIGHT) == ()
    described = people.describe(
        people.variable("town").changed(role=Role.WEIGHT), people.variable("age").changed(role=Role.KEY)
    )
    assert described.named(Role.WEIGHT, Role.KEY) == ("age", "town"), "in the order of the file"
    assert described.named(Role.KEY) == ("age",)
    assert people.named(Role.KEY, Role.WEIGHT) == (), "the data before stay as they are"
    assert described.drop(["age"]).named(Role.WEIGHT, Role.KEY) == ("town",)
    undone = described.describe(*people.variables)
    assert undone.named(Role.KEY, Role.WEIGHT) == ()


def test_missing_are_empty_cells_and_declared_codes_only(people: Microdata) -> None:
    assert people.missing("age").tolist() == [False, False, True, False]
    assert people.missing("town").tolist() == [False, True, False, False]
    np.testing.assert_array_equal(people.numbers("age"), [34, 34, np.nan, 51])
    assert people.column("age").tolist() == [34, 34, -9, 51], "the code stays in the file"
    undeclared = people.describe(people.variable("age").changed(missing=()))
    assert undeclared.numbers("age").tolist() == [34, 34, -9, 51], "a sentinel nobody declared is a value"


def test_codes_are_ascending_and_missing_is_minus_one(people: Microdata) -> None:
    coding = people.coding("age")
    assert coding.codes.tolist() == [0, 0, -1, 1]
    assert coding.categories.tolist() == [34, 51]
    assert people.coding("town").codes.tolist() == [0, -1, 1, 0]


def test_declared_order_rules_the_codes(people: Microdata) -> None:
    ordered = people.describe(Variable(name="town", scale=Scale.ORDINAL, categories=("Bay", "Cole", "Ann")))
    assert ordered.coding("town").codes.tolist() == [2, -1, 0, 2]
    with pytest.raises(DataError, match="town: 1 of its values has no place in its declared order"):
        people.describe(Variable(name="town", scale=Scale.ORDINAL, categories=("Bay",))).coding("town")
    open_ended = people.describe(Variable(name="town", categories=("Bay",)))
    assert open_ended.coding("town").categories.tolist() == ["Bay", "Ann"]


def test_a_missing_code_among_the_declared_categories_stays_missing(people: Microdata) -> None:
    data = people.describe(Variable(name="town", categories=("Ann", "Bay"), missing=("Bay",)))
    assert data.coding("town").codes.tolist() == [0, -1, -1, 0]
    assert data.missing("town").tolist() == [False, True, True, False]


def test_text_is_not_taken_for_numbers(people: Microdata) -> None:
    with pytest.raises(DataError, match="town holds text"):
        people.numbers("town")
    with pytest.raises(DataError, match="infinite"):
        Microdata(pd.DataFrame({"x": [1.0, np.inf]})).numbers("x")


def test_an_unknown_variable_is_named_with_a_close_one(people: Microdata) -> None:
    with pytest.raises(DataError, match="no variable incme in the data; did you mean income"):
        people.column("incme")


def test_two_columns_of_one_name_are_refused() -> None:
    with pytest.raises(DataError, match="Two columns are called a"):
        Microdata(pd.DataFrame([[1, 2]], columns=["a", "a"]))
