from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from sdcdesk.io import read
from sdcdesk.kernels import wildcard as counts
from sdcdesk.masking import LocalSuppression
from sdcdesk.masking.local_suppression import wildcard_suppression
from sdcdesk.risk import KAnonymity
from tests.masking.local_suppression.slowly import Intruder, microdata, records_of
from tests.masking.local_suppression.test_strict_suppression import SURVEY

TABLES = hnp.arrays(np.int64, st.tuples(st.integers(1, 12), st.integers(1, 4)), elements=st.integers(-1, 2))


@pytest.mark.parametrize("largest_table", [2_000_000, 0])
@given(st.data(), TABLES, st.integers(2, 4))
def test_records_are_safe_among_the_masked_ones_and_only_unsafe_ones_are_touched(
    largest_table: int, data: st.DataObject, table: np.ndarray, k: int
) -> None:
    records, keys = table.shape
    together = data.draw(st.none() | st.integers(1, keys))
    strata = data.draw(st.lists(st.integers(0, 1), min_size=records, max_size=records))
    file = microdata(table, area=strata)
    method = LocalSuppression(k=k, mode="wildcard", together=together, within=["area"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wildcard_suppression, "LARGEST_TABLE", largest_table)
        patch.setattr(counts, "LARGEST_TABLE", largest_table)
        masked = method.mask(file)
    before, after = records_of(file, keys), records_of(masked.data, keys)
    original, released = Intruder(before, k, together, strata), Intruder(after, k, together, strata)
    lost = failing = 0
    for stratum, old, new in zip(strata, before, after, strict=True):
        assert all(b in (a, None) for a, b in zip(old, new, strict=True)), "values stay or go"
        assert old == new or not original.safe(old, stratum)
        hopeless = original.least_cost(old, stratum, [1.0] * keys) is None
        assert released.safe(new, stratum) is not hopeless
        lost += hopeless
        failing += not original.safe(new, stratum)
    assert masked.figures["records_unsafe_after"].value == lost
    assert masked.figures["records_failing_strict"].value == failing


@given(st.data(), TABLES, st.integers(2, 3))
def test_sizes_by_fewer_keys_are_met_where_they_can_be(
    data: st.DataObject, table: np.ndarray, k: int
) -> None:
    records, keys = table.shape
    fewer = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=keys))
    masked = LocalSuppression(k=k, mode="wildcard", fewer=fewer).mask(microdata(table))
    after = records_of(masked.data, keys)
    asked = [(k, keys), *((one, number) for number, one in enumerate(fewer, start=1))]
    for size, together in asked:
        if size <= records:
            assert all(Intruder(after, size, together).safe(record) for record in after)
    unsafe = records if max(size for size, _ in asked) > records else 0
    assert masked.figures["records_unsafe_after"].value == unsafe


@given(st.data(), TABLES, st.sampled_from([0.02, 0.1, 0.3]))
def test_the_individual_risk_is_below_a_limit(data: st.DataObject, table: np.ndarray, limit: float) -> None:
    records, keys = table.shape
    weights = data.draw(st.lists(st.sampled_from([1.0, 2.5, 40.0]), min_size=records, max_size=records))
    file = microdata(table, w=weights)
    masked = LocalSuppression(by="risk", largest_risk=limit, weight="w", mode="wildcard").mask(file)
    after = records_of(masked.data, keys)
    released = Intruder(after, limit, weights=weights)
    unsafe = sum(not released.safe(record) for record in after)
    assert masked.figures["records_unsafe_after"].value == unsafe
    everyone = (None,) * keys
    assert unsafe == 0 or not released.safe(everyone), "they stay unsafe with all keys blanked"


def smallest_count(records: np.ndarray) -> int:
    """Count compatible records of each pair of different keys, −1 being missing."""
    different = Counter(map(tuple, records.tolist()))
    keys, sizes = np.array(list(different)), np.array(list(different.values()))
    return min(int(sizes[((keys == key) | (keys < 0) | (key < 0)).all(axis=1)].sum()) for key in keys)


@pytest.mark.parametrize(("k", "most"), [(3, 80), (5, 150)])
def test_household_survey(shared_data: Path, k: int, most: int) -> None:
    survey = read(shared_data / "household-survey.csv")
    masked = LocalSuppression(keys=SURVEY, k=k, mode="wildcard").mask(survey)
    before, after = (data.frame[list(SURVEY)].to_numpy(float, na_value=-1) for data in (survey, masked.data))
    assert int((before != after).sum()) == masked.figures["cells_blanked"].value
    assert masked.figures["cells_blanked"].value <= most
    assert smallest_count(after) >= k
    assert (after[before != after] == -1).all()
    failing = sum(int(((before == record) | (record < 0)).all(axis=1).sum()) < k for record in after)
    assert masked.figures["records_failing_strict"].value == failing > 0


def test_two_records_without_any_key_would_hide_the_whole_survey(shared_data: Path) -> None:
    """Fewest blanks alone protect nobody: so only unsafe records are touched, each as far as it needs."""
    survey = read(shared_data / "household-survey.csv")
    blank = np.arange(len(survey)) < 2
    hidden = survey.assign({name: survey.column(name).astype("Int64").mask(blank) for name in SURVEY})
    found = KAnonymity(keys=list(SURVEY), missing="wildcard").assess(survey, hidden)
    assert found.value("k") == 3
    assert smallest_count(hidden.frame[list(SURVEY)].to_numpy(float, na_value=-1)) == 3


@pytest.mark.parametrize("mode", ["strict", "wildcard"])
def test_all_combinations_of_keys_are_safe_in_the_survey(shared_data: Path, mode: str) -> None:
    survey = read(shared_data / "household-survey.csv")
    masked = LocalSuppression(keys=SURVEY, k=3, mode=mode, together=2).mask(survey)
    after = masked.data.frame[list(SURVEY)].to_numpy(float, na_value=-1)
    for pair in combinations(range(len(SURVEY)), 2):
        assert smallest_count(after[:, pair]) >= 3
