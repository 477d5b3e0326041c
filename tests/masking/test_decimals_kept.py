"""Computed values have the decimals of their variable where that is asked for."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.method import Method
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.inspection.step_suggestions import first_values
from sdcdesk.masking import METHODS
from sdcdesk.masking.decimals_kept import KeepsDecimals, decimals_of

NAMED = ["age", "wage"]

STEPS = {
    "microaggregation": {"variables": NAMED, "k": 3},
    "additive_noise": {"variables": NAMED},
    "multiplicative_noise": {"variables": NAMED},
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
    all_digits, kept = step.mask(people, 1), step.changed(decimals=True).mask(people, 1)
    assert decimals_of(all_digits.data.numbers("age")) != 0
    assert pd.api.types.is_integer_dtype(kept.data.column("age"))
    assert (decimals_of(kept.data.numbers("wage")) or 0) <= 2
    difference = np.abs(kept.data.numbers("wage") - all_digits.data.numbers("wage"))
    assert np.nanmax(difference) <= 0.005 * (1 + 1e-9), "only rounded"
    assert kept.data.column("wage").iloc[7] == -9, "a code stays"
    assert "age is rounded to whole numbers, as it held before." in kept.notes
    assert "wage is rounded to 2 decimals, as it had before." in kept.notes


def test_numbers_that_were_computed_keep_their_digits(people: Microdata) -> None:
    step = METHODS["additive_noise"](variables=["long"])
    one, other = step.apply(people, 1), step.changed(decimals=True).apply(people, 1)
    assert one.column("long").equals(other.column("long"))


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
    assert decimals_of(np.array(numbers)) == decimals
