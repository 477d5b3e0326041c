"""Numbers computed from values are rounded to steps that hide any of them, or are not told."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, Contributions
from sdcdesk.core.numbers.quantity import NUMBER, SHARE, Bound, Quantity, Why
from sdcdesk.core.results.coarsening import coarsened
from sdcdesk.core.results.limit import Limit, standing
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.kernels.moments import deviation
from sdcdesk.loss.value_contributions import behind

P = 10.0

VALUES = st.lists(st.floats(0.01, 1e9), min_size=4, max_size=40).map(np.array)


def told(value: float, effect: float, *limits: Limit, values: int = 100) -> Quantity:
    one = Quantity(value, NUMBER, contributions=Contributions(values, effect=effect))
    return coarsened(one, P, limits=limits)


def at_most(value: float) -> Limit:
    return Limit(measure="continuous_loss", figure="mean_variation_means", value=value)


def test_nothing_is_rounded_that_no_value_moves() -> None:
    assert Contributions(100).step(P) == 0
    exact = Quantity(1 / 3, NUMBER, contributions=Contributions(100))
    assert coarsened(exact) is exact
    assert coarsened(Quantity(1 / 3, NUMBER)).value == 1 / 3


def test_a_rounded_number_has_the_digits_of_its_step() -> None:
    found = told(0.123456, 0.024)
    assert (found.value, found.bound, found.rounded_to) == (0.12, Bound.ROUNDED, 0.01)
    assert quantity_text(found).text == "≈\u202f0.12"
    assert quantity_text(found).aloud == "about 0.12"
    assert found.to_json()["rounded_to"] == 0.01
    assert quantity_text(told(36_123.0, 1100.0)).text == "≈\u202f36,000"


def test_what_is_near_0_is_said_to_be_small_and_not_to_be_0() -> None:
    assert told(0.0, 0.024) == told(0.004, 0.024)
    assert quantity_text(told(0.004, 0.024)).text == "≤\u202f0.01"


@pytest.mark.parametrize(
    "behind_it",
    [
        NEVER_PUBLISHED,
        Contributions(2),
        Contributions(9, 100.0, 9.0),
        Contributions(9, 1.0, 9.0, float("nan")),
    ],
    ids=["never told", "too few", "dominated", "not known"],
)
def test_what_gives_a_value_away_is_withheld(behind_it: Contributions) -> None:
    found = coarsened(Quantity(0.5, SHARE, contributions=behind_it), P)
    assert found.reason is not None
    assert found.reason.code is Why.WITHHELD
    assert found.to_json() == {"value": None, "unit": "share", "bound": "exact", "reason": "withheld"}


def test_the_threshold_of_the_owner_counts_for_values_too() -> None:
    one = Quantity(0.5, NUMBER, contributions=Contributions(9, effect=0.01))
    assert coarsened(one, P, fewest=9).defined
    assert not coarsened(one, P, fewest=10).defined


@given(st.floats(0, 10), st.floats(0, 1), st.floats(0, 10), st.sampled_from(["at most", "at least"]))
def test_a_rounded_number_stands_to_its_limit_as_the_number(
    value: float, effect: float, limit: float, side: str
) -> None:
    one = at_most(limit).changed(side=side)
    found = told(value, effect, one)
    if found.value is not None:
        exact = Quantity(found.value, NUMBER)
        assert standing(exact, one) is standing(Quantity(value, NUMBER), one)


def test_between_two_near_limits_nothing_is_told() -> None:
    assert not told(0.52, 1.0, at_most(0.51), at_most(0.53)).defined


@given(VALUES, st.data())
def test_means_of_two_files_leave_every_value_uncertain(values: np.ndarray, data: st.DataObject) -> None:
    record = data.draw(st.integers(0, len(values) - 1))
    files = values, np.delete(values, record)
    means = [
        coarsened(Quantity(float(file.mean()), NUMBER, contributions=behind(file).mean), P) for file in files
    ]
    assume(all(mean.defined for mean in means))
    (whole, half), (rest, other) = ((mean.value or 0.0, (mean.rounded_to or 0.0)) for mean in means)
    n = len(values)
    # A bound upwards lies within a whole step of the number, all others within half of one.
    reach = n * half + (n - 1) * other
    assert n * half / 2 >= P / 100 * values.max()
    assert abs(n * whole - (n - 1) * rest - values[record]) <= reach * (1 + 1e-9)


@given(VALUES)
def test_mean_and_deviation_overrate_the_farthest_value_or_are_withheld(values: np.ndarray) -> None:
    found = behind(values)
    if found.mean.dominated(P):
        return
    order = np.argsort(np.abs(values - values.mean()), kind="stable")
    others = np.delete(values, order[-2])  # who is second knows himself
    n = len(others)
    guess = deviation(others) * (n - 1) / np.sqrt(n)
    farthest = abs(values[order[-1]] - others.mean())
    assert guess - farthest >= P / 100 * values.max() * (1 - 1e-6)


def test_a_deviation_is_rounded_the_more_the_farther_a_value_lies() -> None:
    steps = []
    for largest in (200.0, 400.0, 800.0):
        values = np.append(np.random.default_rng(1).normal(100, 20, 500), largest)
        spread = deviation(values)
        steps.append(behind(values).deviation(spread).step(P))
    assert all(narrow < wide for narrow, wide in pairwise(steps))
