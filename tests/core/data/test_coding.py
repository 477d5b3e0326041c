"""Coding: values are compared and appended by all their digits, whatever the types of their columns."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.coding import LARGEST_EXACT, encode, find_places, joined
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable

WHOLE = pd.Index([LARGEST_EXACT, LARGEST_EXACT + 1])
"""Whole numbers that float64 does not tell apart."""


@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_whole_numbers_are_found_among_decimal_ones_by_all_digits(kind: str) -> None:
    decimal = pd.Index([0.5, float(LARGEST_EXACT)])
    assert find_places(WHOLE.astype(kind), decimal).tolist() == [1, -1]
    assert find_places(decimal, WHOLE.astype(kind)).tolist() == [-1, 0]


def test_whole_numbers_are_appended_to_decimal_ones_with_all_digits() -> None:
    decimal = pd.Index([0.5])
    assert joined(WHOLE, decimal).tolist() == [LARGEST_EXACT, LARGEST_EXACT + 1, 0.5]
    assert joined(decimal, WHOLE).tolist() == [0.5, LARGEST_EXACT, LARGEST_EXACT + 1]


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "uint64"])
@given(
    numbers=st.lists(st.integers(0, 2**20), max_size=60), missing=st.sets(st.integers(0, 2**20), max_size=3)
)
def test_numbers_are_coded_in_ascending_order_whether_few_or_most_differ(
    kind: str, numbers: list[int], missing: set[int]
) -> None:
    column = pd.Series(numbers, dtype=kind)
    coding = encode(column, Variable(name="x", missing=tuple(missing)))
    ascending = sorted({*numbers} - missing)
    assert coding.categories.tolist() == ascending
    assert str(coding.categories.dtype) == kind
    assert coding.codes.dtype == np.int32
    assert coding.codes.tolist() == [-1 if x in missing else ascending.index(x) for x in numbers]


@given(
    numbers=st.lists(
        st.one_of(st.sampled_from([0.0, -0.0, np.nan, np.inf, -np.inf]), st.floats()), max_size=30
    )
)
def test_special_numbers_are_coded_alike_among_few_and_many(numbers: list[float]) -> None:
    # A column of which few values differ takes another way: the same one, three times over.
    once, thrice = (
        encode(pd.Series(numbers * times, dtype="float64"), Variable(name="x")) for times in (1, 3)
    )
    assert once.codes.tolist() * 3 == thrice.codes.tolist()
    np.testing.assert_array_equal(once.categories, thrice.categories)
    np.testing.assert_array_equal(np.signbit(once.categories), np.signbit(thrice.categories))


def test_what_shares_all_values_is_coded_once() -> None:
    data = Microdata(pd.DataFrame({"x": ["b", "a"], "y": ["c", "c"]}))
    before = data.coding("x")
    same = data.with_lineage(data.lineage.as_original())
    assert same.coding("x") is before
    assert data.coding("y") is same.coding("y")
    assert same.assign({"y": pd.Series(["d", "c"])}).coding("y") is not data.coding("y")
    assert data.coding("y").categories.tolist() == ["c"]


def test_columns_that_no_step_touched_are_coded_once_for_all_files() -> None:
    data = Microdata(pd.DataFrame({"x": ["b", "a"], "y": [3, -9], "z": [1, 2]}))
    later = data.assign({"z": pd.Series([2, 2])})
    last = later.drop(["y"])
    assert last.coding("x") is later.coding("x") is data.coding("x")
    assert later.coding("z") is not data.coding("z")
    assert data.coding("z").codes.tolist() == [0, 1]
    assert later.coding("z").codes.tolist() == [0, 0]
    # Another description is another coding, whoever is asked first; other words on it are not.
    with_code = later.describe(Variable(name="y", scale=Scale.CONTINUOUS, missing=(-9,)))
    assert with_code.coding("y").codes.tolist() == [0, -1]
    assert later.coding("y").codes.tolist() == [1, 0]
    assert later.coding("y") is data.coding("y")
    labelled = later.describe(later.variable("y").changed(label="Years"))
    assert labelled.coding("y") is data.coding("y")
    some = later.take(np.array([1]))
    assert some.coding("x").codes.tolist() == [0]
    assert some.assign({"y": pd.Series([5])}).coding("x") is some.coding("x")


def test_an_assigned_column_may_redescribe_another_one() -> None:
    data = Microdata(pd.DataFrame({"x": [1, -9], "y": [3, 4]}))
    before = data.coding("x")
    coded = Variable(name="x", scale=Scale.CONTINUOUS, missing=(-9,))
    assert data.assign({"y": pd.Series([4, 4])}, [coded]).coding("x").codes.tolist() == [0, -1]
    assert data.coding("x") is before


@pytest.mark.parametrize("categories", [1, 127, 128, 129, 2**15, 2**15 + 1])
def test_every_category_has_its_code_however_few_bytes_codes_are_kept_in(categories: int) -> None:
    column = pd.Series([*(f"{number:06}" for number in range(categories)), None])
    coding = encode(column, Variable(name="x"))
    assert coding.codes.tolist() == [*range(categories), -1]
    assert coding.take(np.array([categories, categories - 1])).codes.tolist() == [-1, categories - 1]
