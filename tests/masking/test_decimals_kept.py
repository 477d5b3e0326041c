"""Computed values have the decimals of their variable where that is asked for."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.inspection.step_suggestions import first_values
from sdcdesk.masking import METHODS
from sdcdesk.masking.decimals_kept import KeepsDecimals, count_decimals, rounded_halves_to_even

NAMED = ["age", "wage"]

STEPS = {
    "microaggregation": {"variables": NAMED, "k": 3},
    "additive_noise": {"variables": NAMED},
    "multiplicative_noise": {"variables": NAMED},
    "outlier_noise": {"variables": NAMED, "inside": 60.0},
    "multivariate_top_coding": {"variables": NAMED, "inside": 60.0},
    "orthogonal_masking": {"variables": NAMED},
    "matrix_masking": {"variables": NAMED, "mixture": "1.3,0\n0,1.7"},
    "multiple_imputation": {"variables": NAMED, "predictors": ["size"]},
    "resampling": {"variables": NAMED, "samples": 3},
    "probability_distortion": {"variables": NAMED, "family": "normal", "replicates": 19},
}


@pytest.fixture
def people() -> Microdata:
    rng = np.random.default_rng(8)
    wage = np.round(rng.lognormal(3, 0.5, 60), 2)
    wage[7] = -9
    frame = pd.DataFrame({"age": rng.integers(20, 60, 60), "wage": wage, "size": rng.integers(1, 6, 60)})
    frame["long"] = rng.normal(size=60)
    described = [Variable(name=name, role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS) for name in frame]
    described[1] = described[1].changed(missing=(-9,))
    return Microdata(frame, described)


def test_every_method_that_computes_is_tried() -> None:
    assert set(STEPS) == {method.name for method in METHODS if issubclass(method, KeepsDecimals)}


@pytest.mark.parametrize("name", STEPS)
def test_computed_values_have_the_decimals_of_their_variable(name: str, people: Microdata) -> None:
    step: Method = METHODS[name](**STEPS[name])
    all_digits, kept = (step.changed(decimals=asked).mask(people, 1) for asked in (False, True))
    assert count_decimals(all_digits.data.numbers("age")) != 0
    assert pd.api.types.is_integer_dtype(kept.data.column("age"))
    assert (count_decimals(kept.data.numbers("wage")) or 0) <= 2
    difference = np.abs(kept.data.numbers("wage") - all_digits.data.numbers("wage"))
    assert np.nanmax(difference) <= 0.005 * (1 + 1e-9), "only rounded"
    assert kept.data.column("wage").iloc[7] == -9, "a code stays"
    assert "age is rounded to whole numbers, as it held before." in kept.notes
    assert "wage is rounded to 2 decimals, as it had before." in kept.notes


def test_numbers_that_were_computed_keep_their_digits(people: Microdata) -> None:
    step = METHODS["additive_noise"](variables=["long"])
    one, other = (step.changed(decimals=asked).apply(people, 1) for asked in (False, True))
    assert one.column("long").equals(other.column("long"))


@given(
    cents=st.lists(st.lists(st.integers(-99_999, 99_999), min_size=2, max_size=7), min_size=1, max_size=30),
    places=st.integers(0, 4),
)
def test_halves_go_to_the_even_digit_whatever_the_machine_makes_of_them(
    cents: list[list[int]], places: int
) -> None:
    means = [sum(number / 10**places for number in group) / len(group) for group in cents]
    exact = [round(Fraction(sum(group), len(group))) for group in cents]
    expected = [number / 10**places for number in exact]
    assert rounded_halves_to_even(np.array(means), places).tolist() == expected


def test_what_has_no_decimals_stays() -> None:
    numbers = np.array([np.nan, 1e300, -(2.0**60)])
    assert np.array_equal(rounded_halves_to_even(numbers, 6), numbers, equal_nan=True)


def test_halves_of_group_means_go_to_the_even_digit() -> None:
    """Their mean is 0.15, and a little less in binary."""
    data = Microdata(
        pd.DataFrame({"wage": [-2.7, 1.0, -0.6, 2.9]}), [Variable(name="wage", scale=Scale.CONTINUOUS)]
    )
    masked = METHODS["microaggregation"](variables=["wage"], k=3, decimals=True).apply(data)
    assert masked.column("wage").tolist() == [0.2] * 4


def test_means_do_not_tell_the_sum_of_their_group(people: Microdata) -> None:
    step = METHODS["microaggregation"](variables=["age"], k=3, decimals=True)
    means = step.apply(people).numbers("age")
    sizes = pd.Series(means).map(pd.Series(means).value_counts()).to_numpy()
    sums = pd.Series(people.numbers("age")).groupby(means).transform("sum").to_numpy()
    assert (np.abs(means * sizes - sums) > 0.5).any()


def test_steps_that_are_begun_in_the_window_keep_decimals(people: Microdata) -> None:
    assert first_values(METHODS["microaggregation"], people) == {"decimals": True}
    assert "decimals" not in first_values(METHODS["rounding"], people)


@pytest.mark.parametrize(
    ("numbers", "decimals"),
    [([1.0, 2.0], 0), ([0.1, 0.25], 2), ([np.nan, 1.5], 1), ([1 / 3], None), ([np.nan], None), ([1e300], 0)],
)
def test_decimals_are_counted(numbers: list[float], decimals: int | None) -> None:
    assert count_decimals(np.array(numbers)) == decimals
