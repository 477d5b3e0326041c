"""Attack: one person counts in many numbers of a document, which together tell what none of them does.

Who knows the values of all others knows what each number is with one value of this person and with another,
and adds up how likely what is told would be. Before, he was right of 22 in 24 people by one report, in which
each of some 40 numbers had been rounded by a chance of its own.
"""

from collections.abc import Callable
from functools import cache
from math import floor, log

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING, WITHHELD, Edition
from sdcdesk.core.results.findings_json import findings_json
from sdcdesk.masking import METHODS
from sdcdesk.risk import IntervalDisclosure

RECORDS = 600
PEOPLE = 120
STEP = 10

Tell = Callable[[int, bool], np.ndarray]
"""What is told of the survey of a person whose value is near, or far."""


def world(person: int, *, near: bool) -> tuple[Microdata, Microdata]:
    """Return a survey and what is released of it, in which a debt is near its released value or far."""
    random = np.random.default_rng(person)
    debts = np.round(random.lognormal(7, 0.8, RECORDS), 2)
    variable = Variable(name="debt", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS)
    drawn = METHODS["additive_noise"](variables=["debt"], variance_share=1.0).apply(
        Microdata(pd.DataFrame({"debt": debts}), [variable]), seed=person
    )
    released = drawn.numbers("debt")
    debts[0] = round(float(released[0]) * (1.002 if near else 1.9), 2)
    data = Microdata(pd.DataFrame({"debt": debts}), [variable])
    return data, data.assign({"debt": pd.Series(released)})


@cache
def inside(person: int, near: bool, edition: Edition) -> np.ndarray:
    """Return how many values lie in intervals of each width."""
    written = findings_json(assessed(person, near), edition)
    return np.array([row["inside"] for row in written["tables"]["widths"]["rows"]], dtype=float)


@cache
def assessed(person: int, near: bool) -> Assessment:
    """Return what is found in the survey of a person."""
    return IntervalDisclosure(variables=("debt",)).assess(*world(person, near=near))


def likely(told: float, count: float) -> float:
    """Return how likely a count is told so, if it is rounded up or down at random."""
    below = floor(count / STEP)
    up = count / STEP - below
    return {below * STEP: 1 - up, (below + 1) * STEP: up}.get(round(told), 0.0) or 0.003


def guessed_right(tell: Tell, parts: Callable[[np.ndarray], np.ndarray]) -> float:
    """Return the share of people of whom it is found whether their value is near."""
    right = 0.0
    for person in range(PEOPLE):
        near = bool(np.random.default_rng(person + 500).integers(2))
        counts = {one: parts(inside(person, one, EVERYTHING)) for one in (False, True)}
        evidence = sum(
            log(likely(one, with_it) / likely(one, without))
            for one, with_it, without in zip(tell(person, near), counts[True], counts[False], strict=True)
        )
        right += float((evidence > 0) == near) if evidence else 0.5
    return right / PEOPLE


def twice(counts: np.ndarray) -> np.ndarray:
    """Return numbers as counts and as shares of all, in counts."""
    return np.tile(counts, 2)


def by_chances_of_their_own(person: int, near: bool) -> np.ndarray:
    """Return what was told before: each count, and each share, rounded by itself."""
    counts = twice(inside(person, near, EVERYTHING)) / STEP
    below = np.floor(counts)
    chances = np.random.default_rng((person, near)).random(len(counts))
    rounded: np.ndarray = STEP * (below + (chances < counts - below))
    return rounded


def public(person: int, near: bool) -> np.ndarray:
    return inside(person, near, WITHHELD)


def between(counts: np.ndarray) -> np.ndarray:
    """Return what each row adds to the one before it."""
    return np.diff(counts, prepend=0.0)


def test_what_was_told_before_gives_three_in_four_away() -> None:
    assert guessed_right(by_chances_of_their_own, twice) > 0.72


@pytest.mark.parametrize("parts", [np.array, between], ids=["counts", "what rows add"])
def test_counts_that_include_one_another_tell_a_person_by_no_more_than_two_of_them(
    parts: Callable[[np.ndarray], np.ndarray],
) -> None:
    assert guessed_right(lambda person, near: parts(public(person, near)), parts) < 0.63


def test_a_share_tells_no_more_than_its_count() -> None:
    for person in range(20):
        written = findings_json(assessed(person, True), WITHHELD)
        columns = {column["name"]: column for column in written["tables"]["widths"]["columns"]}
        for place, row in enumerate(written["tables"]["widths"]["rows"]):
            told = row["inside"] / RECORDS
            assert abs(row["share"] - told) < 0.999 * columns["share"]["rounded_to"][place]
