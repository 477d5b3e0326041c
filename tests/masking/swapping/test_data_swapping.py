from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.masking import DataSwapping
from sdcdesk.risk import DisclosureRisk

PEOPLE = st.lists(
    st.tuples(st.sampled_from("fm"), st.sampled_from("ABC"), st.sampled_from([1, 2, None])),
    min_size=1,
    max_size=40,
)


def of(people: list[tuple[Any, ...]]) -> Microdata:
    frame = pd.DataFrame(people, columns=["sex", "town", "job"]).astype({"job": "Int64"})
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("sex", "town", "job")])


@given(PEOPLE, st.integers(2, 5), st.sampled_from([0.0, 10.0, 35.5, 100.0]), st.integers(0, 99))
def test_pairs_of_one_stratum_exchange_whole_combinations(
    people: list[tuple[Any, ...]], k: int, rate: float, seed: int
) -> None:
    data = of(people)
    masked = DataSwapping(variables=["town", "job"], within=["sex"], k=k, rate=rate).mask(data, seed=seed)
    before, after = data.frame, masked.data.frame
    assert after["sex"].equals(before["sex"])
    assert after["job"].isna().equals(before["job"].isna())
    old, new = (pd.Series([str(row) for row in frame.itertuples(index=False)]) for frame in (before, after))
    assert sorted(old) == sorted(new), "sex, town and job together keep their counts"
    risky = before.groupby(["sex", "town", "job"], dropna=False)["town"].transform("size") < k
    swapped = old != new
    figures = {name: figure.value for name, figure in masked.figures.items()}
    assert figures["records_swapped"] == swapped.sum()
    assert figures["risky_records"] == risky.sum()
    assert figures["risky_records_without_partner"] == (risky & ~swapped).sum()
    assert swapped.sum() <= max(2 * risky.sum(), int(rate * len(data) // 100))
    for sex in "fm":  # nobody is left who could have been swapped
        able = before["job"].notna() & (before["sex"] == sex) & ~swapped
        if (able & (risky | (rate == 100))).any() and not (rate == 100 and swapped.sum() >= len(data) - 1):
            assert old[able].nunique() <= 1


def test_the_rate_is_a_share_of_all_records() -> None:
    frame = pd.DataFrame({"v": np.arange(1000), "w": 1})
    for rate, records in ((10.0, 100), (0.3, 2), (99.9, 998)):
        masked = DataSwapping(variables=["v"], target="drawn", rate=rate).mask(Microdata(frame), seed=1)
        assert (masked.data.column("v") != frame["v"]).sum() == records
        assert masked.figures["share_of_records_swapped"].value == records / 1000


def test_every_record_is_as_likely_to_be_swapped() -> None:
    data, times = Microdata(pd.DataFrame({"v": range(20)})), np.zeros(20)
    for seed in range(400):
        masked = DataSwapping(variables=["v"], target="drawn", rate=20.0).apply(data, seed=seed)
        times += masked.column("v") != data.column("v")
    assert times.sum() == 1600
    assert abs(times - 80).max() < 5 * np.sqrt(400 * 0.2 * 0.8)


def test_risky_records_without_a_partner_are_noted() -> None:
    data = of([("f", "A", 1), ("f", "A", 1), ("f", "A", 1), ("m", "B", 1)])
    masked = DataSwapping(variables=["town"], within=["sex"], k=2, rate=0).mask(data, seed=1)
    assert masked.notes == ("1 risky record found no partner and stays as it is.",)
    assert masked.data.frame.equals(data.frame)


def test_the_risk_of_swapped_keys_is_an_upper_bound_that_points_to_record_linkage() -> None:
    data = of([("f", "A", 1), ("f", "B", 1), ("m", "C", 2)])
    masked = DataSwapping(variables=["town"], k=2, rate=0).apply(data, seed=1)
    assessment = DisclosureRisk().assess(data, masked)
    assert assessment.value("exactness") == "upper bound"
    assert "record linkage" in str(assessment.states["exactness"])


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ParameterError, match="leave it out"):
        DataSwapping(variables=["v"], within=["v"])
    with pytest.raises(ParameterError, match="named twice"):
        DataSwapping(variables=["v", "v"])
    with pytest.raises(ParameterError, match="more than 0"):
        DataSwapping(variables=["v"], target="drawn", rate=0)
    with pytest.raises(ParameterError, match="no effect"):
        DataSwapping(variables=["v"], target="drawn", k=4)
    with pytest.raises(DataError, match="no variable has the role key"):
        DataSwapping(variables=["v"]).apply(Microdata(pd.DataFrame({"v": [1, 2]})), seed=1)
