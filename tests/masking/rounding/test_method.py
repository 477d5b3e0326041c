import math
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.numbers.quantity import VALUES, Quantity
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.rounding.method import Rounding

BASES = ["0.1", "0.3", "1", "2.5", "7", "100"]


def rounded(values: Any, **parameters: Any) -> list[Any]:
    data = Microdata(pd.DataFrame({"v": values}))
    return Rounding(variables=["v"], **parameters).apply(data).column("v").tolist()


def slowly(value: Fraction, base: Fraction, largest: Fraction, *, with_zero: bool) -> Fraction:
    """Look for the set of attraction among all of them (Example 4)."""
    last = max(1, math.floor(largest / base))
    for i in range(0 if with_zero else 1, last):
        if value < base * i + base / 2:
            return base * i
    return base * last


@given(
    st.lists(st.integers(0, 5000), min_size=1, max_size=15),
    st.sampled_from(BASES),
    st.sampled_from(["with_zero", "printed"]),
)
def test_sets_of_attraction_agree_with_exact_fractions(
    hundredths: list[int], base: str, variant: str
) -> None:
    exact = [Fraction(value, 100) for value in hundredths]
    expected = [
        float(slowly(value, Fraction(base), max(exact), with_zero=variant == "with_zero")) for value in exact
    ]
    assert rounded([value / 100 for value in hundredths], base=float(base), variant=variant) == expected


def test_example_4_with_base_10_as_printed() -> None:
    values = [0, 4, 14, 15, 24, 25, 84, 85, 97]
    assert rounded(values, base=10, variant="printed") == [10, 10, 10, 20, 20, 30, 80, 90, 90]
    assert rounded(values, base=10) == [0, 0, 10, 20, 20, 30, 80, 90, 90]


def test_the_last_point_is_the_base_where_no_multiple_fits() -> None:
    assert rounded([0, 3, 6, 7], base=10) == [0, 0, 10, 10]
    assert rounded([0, 3, 6, 7], base=10, variant="printed") == [10, 10, 10, 10]


def test_halves_are_those_of_decimal_numbers() -> None:
    assert rounded([0.05, 0.15, 0.25, 0.35, 1.0], base=0.1) == [0.1, 0.2, 0.3, 0.4, 1.0]


@given(st.lists(st.integers(-300, 300), min_size=1, max_size=10))
def test_negative_values_mirror_positive_ones(values: list[int]) -> None:
    mirrored = [-value for value in values]
    assert rounded(values, base=7) == [-value for value in rounded(mirrored, base=7)]


def test_zero_has_no_sign() -> None:
    assert math.copysign(1, rounded([-0.3, -8.0], base=1)[0]) == 1


def test_own_points_attract_to_the_middle_and_beyond_their_ends() -> None:
    points = [0.1, 0.2, 5]
    values = [-7.0, 0.1499, 0.15, 2.59, 2.6, 99.0]
    assert rounded(values, rounding_set="own", points=points) == [0.1, 0.1, 0.2, 0.2, 5.0, 5.0]


@pytest.mark.parametrize("dtype", ["int8", "int64", "Int64"])
def test_whole_numbers_stay_whole_where_the_points_are(dtype: str) -> None:
    data = Microdata(pd.DataFrame({"v": pd.Series([4, 61, 120], dtype=dtype)}))
    whole = Rounding(variables=["v"], base=100).apply(data).column("v")
    assert pd.api.types.is_integer_dtype(whole)
    assert whole.tolist() == [0, 100, 100]
    own = Rounding(variables=["v"], rounding_set="own", points=[0, 1000]).apply(data).column("v")
    assert own.tolist() == [0, 0, 0]
    assert Rounding(variables=["v"], base=2.5).apply(data).column("v").tolist() == [5.0, 60.0, 120.0]


def test_missing_values_stay() -> None:
    variable = Variable(name="v", scale=Scale.CONTINUOUS, missing=(-8,))
    data = Microdata(pd.DataFrame({"v": pd.Series([-8, 14, None], dtype="Int64")}), [variable])
    masked = Rounding(variables=["v"], base=10).mask(data)
    assert masked.data.column("v").tolist()[:2] == [-8, 10]
    assert masked.data.missing("v").tolist() == [True, False, True]
    assert masked.reported == {VALUES_CHANGED: Quantity(1, VALUES)}


def test_a_value_never_becomes_a_code_for_missing() -> None:
    data = Microdata(
        pd.DataFrame({"v": [98, 3, 500]}), [Variable(name="v", scale=Scale.CONTINUOUS, missing=(100,))]
    )
    with pytest.raises(DataError, match="codes for missing"):
        Rounding(variables=["v"], base=10).apply(data)


def test_records_left_out_before_are_rounded_by_the_same_rule() -> None:
    initial = Microdata(pd.DataFrame({"v": [4, 27, 99]}))
    coding = initial.coding("v")
    masked = Rounding(variables=["v"], base=10).apply(initial.take(np.array([0, 1])))
    origin = masked.provenance("v")
    assert origin is not None
    assert origin.exact
    assert origin.recoded(coding).tolist() == [0, 20, 20]


def test_negative_values_as_printed_are_refused_by_number() -> None:
    with pytest.raises(DataError, match="2 values of v are negative"):
        rounded([-1, -2, 3], base=10, variant="printed")


@pytest.mark.parametrize("values", [[1e308, -1e308], [1e16, 0.0]])
def test_a_base_too_small_for_the_numbers_is_refused(values: list[float]) -> None:
    with pytest.raises(DataError, match="too small for the numbers"):
        rounded(values, base=1e-6)


def test_huge_numbers_are_rounded_to_huge_bases() -> None:
    assert rounded([1.4e100, 2.5e100, 5e-324], base=1e100) == [1e100, 2e100, 0.0]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "Base \\(base\\): a value must be given"),
        ({"base": 0}, "more than 0"),
        ({"base": 1e-200}, "between"),
        ({"rounding_set": "own"}, "at least two"),
        ({"rounding_set": "own", "points": [2, 1]}, "ascend"),
        ({"rounding_set": "own", "points": [1, 2], "base": 3}, "no effect"),
        ({"base": 3, "points": [1, 2]}, "no effect"),
    ],
)
def test_wrong_parameters_are_refused_in_words(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Rounding(variables=["v"], **parameters)


def test_categories_are_refused_by_name() -> None:
    with pytest.raises(DataError, match="v is nominal"):
        rounded(["a"], base=1)


def test_summary() -> None:
    assert Rounding(variables=["a", "b"], base=10).summary() == "a, b rounded to multiples of 10"
    own = Rounding(variables=["a"], rounding_set="own", points=[0, 1])
    assert own.summary() == "a rounded to 2 points"
