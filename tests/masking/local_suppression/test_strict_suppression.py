from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.io import read
from sdcdesk.masking import LocalSuppression
from tests.masking.local_suppression.slowly import Intruder, Record, compatible, microdata, records_of

TABLES = hnp.arrays(np.int64, st.tuples(st.integers(1, 9), st.integers(1, 4)), elements=st.integers(-1, 2))
SURVEY = ("urbrur", "roof", "water", "relat", "sex")


@given(st.data(), TABLES, st.integers(2, 4))
def test_blanks_are_the_cheapest_of_all_subsets(data: st.DataObject, table: np.ndarray, k: int) -> None:
    records, keys = table.shape
    together = data.draw(st.none() | st.integers(1, keys))
    strata = data.draw(st.lists(st.integers(0, 1), min_size=records, max_size=records))
    importance = data.draw(st.lists(st.sampled_from([0.5, 1.0, 1.5, 3.0]), min_size=keys, max_size=keys))
    file = microdata(table, area=strata)
    before = records_of(file, keys)
    method = LocalSuppression(
        k=k,
        together=together,
        within=["area"],
        importance={f"k{j}": cost for j, cost in enumerate(importance)},
    )
    masked = method.mask(file)
    intruder = Intruder(before, k, together, strata)
    lost = 0
    for stratum, old, new in zip(strata, before, records_of(masked.data, keys), strict=True):
        assert all(b in (a, None) for a, b in zip(old, new, strict=True)), "values stay or go"
        least = intruder.least_cost(old, stratum, importance)
        if least is None:
            assert new == old
            lost += 1
        else:
            assert intruder.safe(new, stratum)
            assert least == sum(
                cost for cost, a, b in zip(importance, old, new, strict=True) if a is not None and b is None
            )
    unsafe = sum(not intruder.safe(old, stratum) for old, stratum in zip(before, strata, strict=True))
    assert masked.figures["records_unsafe_before"].value == unsafe
    assert masked.figures["records_unsafe_after"].value == lost
    assert masked.figures["records_failing_strict"].value == lost
    assert bool(lost) is any("not safe whatever is blanked" in note for note in masked.notes)


@given(st.data(), TABLES, st.integers(2, 3))
def test_sizes_by_fewer_keys_are_met_at_the_least_cost(
    data: st.DataObject, table: np.ndarray, k: int
) -> None:
    keys = table.shape[1]
    fewer = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=keys))
    file = microdata(table)
    before = records_of(file, keys)
    masked = LocalSuppression(k=k, fewer=fewer).mask(file)
    intruders = [Intruder(before, k), *(Intruder(before, one, n) for n, one in enumerate(fewer, start=1))]

    def safe(record: Record) -> bool:
        return all(one.safe(record) for one in intruders)

    for old, new in zip(before, records_of(masked.data, keys), strict=True):
        costs = [
            sum(old[key] is not None for key in blanks)
            for number in range(keys + 1)
            for blanks in combinations(range(keys), number)
            if safe(tuple(None if key in blanks else value for key, value in enumerate(old)))
        ]
        if not costs:
            assert new == old
            continue
        assert safe(new)
        assert min(costs) == sum(a is not None and b is None for a, b in zip(old, new, strict=True))
    assert masked.figures["records_unsafe_before"].value == sum(not safe(old) for old in before)


@given(st.data(), TABLES, st.sampled_from([0.02, 0.1, 0.3]))
def test_blanks_bring_the_individual_risk_below_a_limit_at_least_cost(
    data: st.DataObject, table: np.ndarray, limit: float
) -> None:
    records, keys = table.shape
    # Sums of these numbers are exact, so that no risk is on the other side of the limit by rounding.
    weights = data.draw(st.lists(st.sampled_from([1.0, 2.5, 40.0]), min_size=records, max_size=records))
    file = microdata(table, w=weights)
    before = records_of(file, keys)
    masked = LocalSuppression(by="risk", largest_risk=limit, weight="w").mask(file)
    intruder = Intruder(before, limit, weights=weights)
    for old, new in zip(before, records_of(masked.data, keys), strict=True):
        least = intruder.least_cost(old, 0, [1.0] * keys)
        assert intruder.safe(new) is (least is not None)
        assert (least or 0) == sum(a != b for a, b in zip(old, new, strict=True))


@given(TABLES, st.integers(2, 4))
def test_a_strict_result_is_safe_by_wildcard(table: np.ndarray, k: int) -> None:
    masked = LocalSuppression(k=k).mask(microdata(table))
    after = records_of(masked.data, table.shape[1])
    unsafe = sum(sum(compatible(one, other) for other in after) < k for one in after)
    assert unsafe <= (masked.figures["records_unsafe_after"].value or 0)


@pytest.mark.parametrize(("k", "cells"), [(3, 137), (5, 245)])
def test_household_survey(shared_data: Path, k: int, cells: int) -> None:
    survey = read(shared_data / "household-survey.csv")
    masked = LocalSuppression(keys=SURVEY, k=k).mask(survey)
    assert masked.figures["cells_blanked"].value == cells
    before, after = (data.frame[list(SURVEY)].to_numpy(float, na_value=-1) for data in (survey, masked.data))
    assert int((before != after).sum()) == cells
    blanked = np.flatnonzero((before != after).any(axis=1))
    for record in after[blanked]:
        assert ((before == record) | (record < 0)).all(axis=1).sum() >= k
    untouched = after[np.setdiff1d(np.arange(len(after)), blanked)]
    _, sizes = np.unique(untouched, axis=0, return_counts=True)
    assert sizes.min() >= k
