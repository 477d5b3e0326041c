"""Attacks by differences: two public editions, or two parts of one, whose files differ by one record."""

import json
from itertools import pairwise

import numpy as np
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.results.assessment import Assessment
from sdcdesk.core.results.edition import EVERYTHING
from sdcdesk.loss import ContinuousLoss, Distributions, Factors, HeadlineLoss
from sdcdesk.masking import METHODS
from tests.attacks.public_numbers import P, firms, near, numbers

RECORDS = 60

ONE_BY_ONE = range(RECORDS - 1, 0, -3)
"""Records that are left out in turn; the first of them has the largest value."""


def without(data: Microdata, record: int) -> Microdata:
    return part(data, np.delete(np.arange(len(data)), record))


def part(data: Microdata, records: np.ndarray) -> Microdata:
    """Return a file of its own with some of the records."""
    return Microdata(data.frame.iloc[records].reset_index(drop=True), data.variables)


def of_turnover(found: Assessment, name: str, *, internal: bool) -> tuple[float, float] | None:
    """Return a number of the table of variables and half the step that it is rounded to; None: withheld."""
    table = found.to_json(*([EVERYTHING] if internal else []))["tables"]["variables"]
    [place] = [place for place, row in enumerate(table["rows"]) if row["variable"] == "turnover"]
    value = table["rows"][place][name]
    steps = {column["name"]: column.get("rounded_to") for column in table["columns"]}[name]
    return None if value is None else (value, (steps[place] or 0.0) / 2 if steps else 0.0)


def value_of_one(large: Assessment, small: Assessment, *, internal: bool) -> tuple[float, float] | None:
    """Return what means with and without a record say of its value, and how uncertain that is."""
    told = [of_turnover(found, "mean_before", internal=internal) for found in (large, small)]
    if told[0] is None or told[1] is None:
        return None
    (whole, half), (rest, other) = told[0], told[1]
    n = len(large.original)
    return n * whole - (n - 1) * rest, n * half + (n - 1) * other


@pytest.mark.parametrize("largest", [900.0, 5e6])
def test_the_value_of_one_record_stays_uncertain_where_two_files_differ_by_it(largest: float) -> None:
    data = firms(RECORDS, largest)
    values = data.numbers("turnover")
    exact = pinned = 0
    large = ContinuousLoss().assess(data, data)
    for record in ONE_BY_ONE:
        file = without(data, record)
        small = ContinuousLoss().assess(file, file)
        whole = value_of_one(large, small, internal=True)
        public = value_of_one(large, small, internal=False)
        exact += whole is not None and near(whole[0], values[record], 1e-6)
        if public is not None:
            pinned += public[1] < P / 100 * values.max()
            assert abs(public[0] - values[record]) <= public[1] * (1 + 1e-9), (
                "the truth is among the possible"
            )
    assert (exact, pinned) == (len(ONE_BY_ONE), 0)


@pytest.mark.parametrize(
    "method",
    [
        METHODS["rounding"](variables=["turnover"], base=50.0),
        METHODS["microaggregation"](variables=["turnover"], k=3),
        METHODS["additive_noise"](variables=["turnover"]),
        METHODS["multiplicative_noise"](variables=["turnover"]),
    ],
)
def test_no_number_of_two_editions_gives_the_changed_value(method: object) -> None:
    """Whoever knows x′ and n·a − (n − 1)·b of a number knows the part of x in it."""
    data = firms(RECORDS, 5e6)
    small = without(data, RECORDS - 1)
    found = {True: set(), False: set()}
    for internal in (True, False):
        editions = []
        for file in (data, small):
            masked = method.apply(file, seed=3)  # type: ignore[attr-defined]
            editions.append({})
            for measure in (ContinuousLoss(), HeadlineLoss(), Distributions(), Factors()):
                assessment = measure.assess(file, masked)
                written = json.loads(json.dumps(assessment.to_json(*([EVERYTHING] if internal else []))))
                editions[-1] |= {(measure.name, *at): number for at, number in numbers(written)}
        for at in editions[0].keys() & editions[1].keys():
            difference = RECORDS * editions[0][at] - (RECORDS - 1) * editions[1][at]
            if near(difference, 5e6):
                found[internal].add(at)
    assert found[True], "the attack works on what is not public"
    assert not found[False]


def test_a_step_that_leaves_one_record_out_does_not_tell_its_value() -> None:
    data = firms(RECORDS, 900.0)
    values = data.numbers("turnover")
    exact = pinned = 0
    for record in ONE_BY_ONE:
        found = ContinuousLoss().assess(data, data.take(np.delete(np.arange(RECORDS), record)))
        for internal in (True, False):
            before, after = (
                of_turnover(found, f"mean_{side}", internal=internal) for side in ("before", "after")
            )
            if before is None or after is None:
                continue
            guess = RECORDS * before[0] - (RECORDS - 1) * after[0]
            reach = RECORDS * before[1] + (RECORDS - 1) * after[1]
            exact += internal and near(guess, values[record], 1e-6)
            pinned += not internal and reach < P / 100 * values.max()
    assert (exact, pinned) == (len(ONE_BY_ONE), 0)


@pytest.mark.parametrize("largest", [300.0, 900.0, 5e6])
def test_strata_and_the_whole_do_not_tell_the_record_that_is_in_no_stratum(largest: float) -> None:
    data = firms(RECORDS, largest)
    parts = [np.arange(30), np.arange(30, RECORDS - 1), np.arange(RECORDS)]
    files = [part(data, records) for records in parts]
    told = [of_turnover(ContinuousLoss().assess(file, file), "mean_before", internal=False) for file in files]
    known = [(len(file) * one[0], len(file) * one[1]) for file, one in zip(files, told, strict=True) if one]
    if len(known) < len(parts):
        return  # one part is not told at all
    guess, uncertain = known[2][0] - known[0][0] - known[1][0], sum(half for _, half in known)
    assert uncertain >= P / 100 * largest
    assert abs(guess - largest) <= uncertain


def test_deviations_of_two_editions_do_not_tell_a_value() -> None:
    """Whoever knows n, m and s knows the sum of squares."""
    data = firms(RECORDS, 900.0)
    ranges = []
    for file in (data, without(data, RECORDS - 1)):
        found = ContinuousLoss().assess(file, file)
        mean, deviation = (
            of_turnover(found, f"{name}_before", internal=False) for name in ("mean", "deviation")
        )
        assert mean is not None
        assert deviation is not None
        n = len(file)
        ends = [
            (n - 1) * (deviation[0] + way * deviation[1]) ** 2 + n * (mean[0] + way * mean[1]) ** 2
            for way in (-1, 1)
        ]
        ranges.append(ends)
    low, high = ranges[0][0] - ranges[1][1], ranges[0][1] - ranges[1][0]
    assert low <= 900.0**2 <= high
    reach = [abs(max(end, 0.0) ** 0.5 - 900.0) for end in (low, high)]
    assert max(reach) >= P / 100 * 900.0


def test_more_records_lose_fewer_digits() -> None:
    halves = []
    for records in (100, 1000, 10_000):
        file = firms(records, 400.0)
        told = of_turnover(ContinuousLoss().assess(file, file), "mean_before", internal=False)
        assert told is not None
        halves.append(told[1])
    assert all(wide > narrow for wide, narrow in pairwise(halves))
