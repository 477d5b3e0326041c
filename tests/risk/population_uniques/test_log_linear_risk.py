"""Log-linear risk of small files against its formulas."""

from itertools import product
from math import exp

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.risk import LogLinearRisk, PopulationUniques
from sdcdesk.risk.population_uniques import log_linear

Row = tuple[str | None, str, str]

ROWS = st.lists(
    st.tuples(st.sampled_from(["a", "b", None]), st.sampled_from("xyz"), st.sampled_from("pq")),
    min_size=1,
    max_size=25,
)


def microdata(rows: list[Row]) -> Microdata:
    frame = pd.DataFrame(rows, columns=["zip", "sex", "job"]).astype(object)
    return Microdata(frame, [Variable(name=name, role=Role.KEY) for name in frame])


def expected(rows: list[Row], row: Row) -> float:
    """Records that independent keys let expect with the values of a record."""
    found = float(len(rows))
    for place, value in enumerate(row):
        found *= sum(each[place] == value for each in rows) / len(rows)
    return found


@given(ROWS, st.integers(0, 400), st.sampled_from([0.0, 0.3, 1.0]))
def test_it_is_what_the_formulas_say(rows: list[Row], others: int, threshold: float) -> None:
    data, n = microdata(rows), len(rows)
    found = LogLinearRisk(population_size=n + others, threshold=threshold).assess(data, data)
    alone = [rows.count(row) == 1 for row in rows]
    assert found.value("sample_uniques") == sum(alone)
    varying = sum(len(set(values)) > 1 for values in zip(*rows, strict=True))
    if not any(alone):
        # A sum over no records, whatever the model.
        sums = ("tau_1", "tau_2", "records_above", "share_above")
        assert [found.value(name) for name in sums] == [0, 0, 0, 0]
        assert found.value("tau_1_share") is found.value("largest_risk") is None
        assert np.isnan(found.record("risk")).all()
        assert found.record("population_unique").tolist() == [0.0] * n
        return
    if varying < 2:
        assert found.value("tau_1") is None
        assert np.isnan(found.record("risk")).all()
        assert np.isnan(found.record("population_unique")).all()
        return
    left = [expected(rows, row) * others / n for row in rows]
    unique = [exp(-nu) if one else 0.0 for nu, one in zip(left, alone, strict=True)]
    right = [(1 - exp(-nu)) / nu if nu else 1.0 for nu in left]
    right = [risk if one else 0.0 for risk, one in zip(right, alone, strict=True)]
    assert found.record("population_unique") == pytest.approx(unique, rel=1e-9)
    assert np.nan_to_num(found.record("risk")) == pytest.approx(right, rel=1e-9)
    assert found.value("tau_1") == pytest.approx(sum(unique))
    assert found.value("tau_2") == pytest.approx(sum(right))
    assert found.value("tau_1_share") == pytest.approx(sum(unique) / sum(alone))
    assert found.value("tau_2_share") == pytest.approx(sum(right) / sum(alone))
    assert found.value("largest_risk") == pytest.approx(max(right))
    risk = np.nan_to_num(found.record("risk"), nan=-1.0)
    assert found.value("records_above") == np.count_nonzero(risk > threshold)
    rows_above = found.figure("records_above").rows
    assert rows_above is not None
    assert rows_above().tolist() == np.flatnonzero(risk > threshold).tolist()
    beside = PopulationUniques(population_size=n + others).assess(data, data)
    assert beside.value("log_linear") == pytest.approx(sum(unique) / n)


CUBE: list[Row] = [*product("ab", "xyz", "pq")] * 2 + [("a", "x", "p"), ("c", "x", "p"), ("b", "z", "q")]


def test_records_at_risk_are_listed_and_can_be_shown() -> None:
    data = microdata(CUBE)
    found = LogLinearRisk(population_size=100, model="two_way").assess(data, data)
    table = found.tables["records_at_risk"]
    assert table.frame["zip after"].tolist() == ["c"]
    assert table.rows is not None
    assert table.rows(0).tolist() == [25]
    thresholds = found.tables["thresholds"]
    assert thresholds.rows is not None
    counted = [quantity.value for quantity in thresholds.frame["records"]]
    assert [len(thresholds.rows(at)) for at in range(len(thresholds))] == counted
    assert found.value("fit") in {"no sign of error", "too simple", "too rich"}


def test_named_interactions_tie_keys_together() -> None:
    data = microdata(CUBE)
    asked = {"population_size": 100, "model": "named"}
    one = LogLinearRisk(**asked, interactions=["zip × sex", "sex*job", "zip*job"]).assess(data, data)
    all_pairs = LogLinearRisk(population_size=100, model="two_way").assess(data, data)
    assert one.value("tau_1") == pytest.approx(all_pairs.value("tau_1"))
    assert one.value("tau_1") != LogLinearRisk(population_size=100).assess(data, data).value("tau_1")


def test_records_do_not_form_groups_where_a_missing_value_matches_every_value() -> None:
    lacking, whole = microdata([*CUBE[:-1], (None, *CUBE[-1][1:])]), microdata(CUBE)
    asked = LogLinearRisk(population_size=100, missing="wildcard")
    reason = asked.assess(lacking, lacking).figure("tau_1").quantity.reason
    assert reason is not None
    assert "do not form groups" in reason.text
    by_category = LogLinearRisk(population_size=100).assess(whole, whole)
    assert asked.assess(whole, whole).value("tau_1") == by_category.value("tau_1")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"model": "named", "interactions": ["zip × sex × job"]}, "a parameter for every combination"),
        ({"keys": ["zip"]}, "a parameter for every combination"),
        ({"keys": ["zip", "sex"], "model": "two_way"}, "a parameter for every combination"),
        ({"population_size": None}, "how many people"),
    ],
)
def test_what_no_model_tells_is_said(asked: dict[str, object], why: str) -> None:
    data = microdata(CUBE)
    found = LogLinearRisk(**{"population_size": 100, **asked}).assess(data, data)
    for name in ("tau_1", "tau_2_share", "largest_risk", "records_above", "share_above", "test_1"):
        reason = found.figure(name).quantity.reason
        assert reason is not None
        assert why in reason.text
    assert found.value("fit") == "not assessed"
    assert found.tables["records_at_risk"].frame.empty


def test_too_large_tables_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_linear, "LARGEST_TABLE", 17)
    data = microdata(CUBE)
    found = LogLinearRisk(population_size=100, model="two_way").assess(data, data)
    reason = found.figure("tau_1").quantity.reason
    assert reason is not None
    assert "have 18 combinations of values, and at most 17 are fitted" in reason.text
    assert LogLinearRisk(population_size=100).assess(data, data).value("tau_1") is not None


def test_a_fit_that_does_not_converge_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sdcdesk.kernels.log_linear.ROUNDS", 1)
    data = microdata(CUBE)
    found = LogLinearRisk(population_size=100, model="two_way").assess(data, data)
    reason = found.figure("tau_1").quantity.reason
    assert reason is not None
    assert "No convergence" in reason.text


def test_in_a_whole_population_who_is_alone_is_found() -> None:
    data = microdata(CUBE)
    found = LogLinearRisk(population_size=len(CUBE)).assess(data, data)
    assert found.value("tau_1") == found.value("tau_2") == found.value("sample_uniques") == 1
    assert found.value("error_1") is None
