import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Variable
from sdcdesk.risk import RISKS, TRUTA_2004, DisclosureRisk, WeightMatrix

ORIGINAL = Microdata(
    pd.DataFrame({"zip": ["a", "a", "b", "b", "b", "c", "d", None], "sex": list("FFMMFFMM"), "id": range(8)}),
    [
        Variable(name="zip", role=Role.KEY),
        Variable(name="sex", role=Role.KEY),
        Variable(name="id", role=Role.IDENTIFIER),
    ],
)
SAMPLE = ORIGINAL.take(np.array([7, 5, 2, 3, 0]))
NOBODY = ORIGINAL.take(np.array([], dtype=np.int64))


def test_figures_are_divided_by_all_initial_and_by_released_records() -> None:
    found = DisclosureRisk(weights=TRUTA_2004["W3"]).assess(ORIGINAL, SAMPLE)
    assert found.value("dr_min") == 2 / 8
    assert found.value("dr_min_released") == 2 / 5
    assert found.value("dr_max") == (2 + 2 / 2 + 1 / 2) / 8
    assert found.value("dr_weighted") == (2 + 2 / 6 + 1 / 6) / 8
    assert found.value("dr_weighted_released") == (2 + 2 / 6 + 1 / 6) / 5
    assert "8 initial records" in found.figure("dr_weighted").meaning
    assert "5 released records" in found.figure("dr_weighted_released").meaning


def test_missing_keys_are_a_category_or_match_all_and_the_result_says_which() -> None:
    category = DisclosureRisk().assess(ORIGINAL, SAMPLE)
    wildcard = DisclosureRisk(missing="wildcard").assess(ORIGINAL, SAMPLE)
    assert category.record("f").tolist() == [1, 1, 2, 2, 1]
    assert wildcard.record("f").tolist() == [3, 1, 3, 3, 1]
    assert wildcard.record("F").tolist() == [4, 1, 3, 3, 2]
    assert category.notes[0] != wildcard.notes[0]
    assert wildcard.parameters["missing"] == "wildcard"
    assert wildcard.table("group_sizes")["groups_before"].isna().all()
    assert "no groups" in wildcard.figure("groups_after").meaning


def test_contributions_of_cells_and_of_records_add_up_to_the_weighted_risk() -> None:
    found = DisclosureRisk(weights=WeightMatrix.geometric(0.3)).assess(ORIGINAL, SAMPLE)
    weighted = found.value("dr_weighted")
    table = found.table("contributions")
    assert table["contribution"].sum() == pytest.approx(weighted, rel=1e-14)
    assert found.record("contribution").sum() == pytest.approx(weighted, rel=1e-14)
    cell = table[(table["i"] == 2) & (table["j"] == 2)].iloc[0]
    assert cell["weight"] == 0.3
    assert cell["contribution"] == pytest.approx(2 * 0.3 / 2 / 8)


def test_group_sizes_before_and_after() -> None:
    table = DisclosureRisk().assess(ORIGINAL, SAMPLE).table("group_sizes")
    assert table.to_dict("list") == {
        "size": [1, 2],
        "groups_before": [4, 2],
        "records_before": [4, 4],
        "groups_after": [3, 1],
        "records_after": [3, 2],
    }


def test_without_weights_every_record_counts() -> None:
    found = DisclosureRisk().assess(ORIGINAL, SAMPLE)
    assert found.value("dr_weighted") == found.value("dr_max")


@pytest.mark.parametrize(
    ("limits", "verdict"),
    [
        ({}, "not assessed"),
        ({"limit_minimal": 0.25}, "safe"),
        ({"limit_minimal": float(np.nextafter(0.25, 0))}, "unsafe"),
        ({"limit_minimal": 0.25, "limit_maximal": 0.25}, "unsafe"),
        ({"limit_weighted": 1.0}, "safe"),
        ({"limit_weighted": 0}, "unsafe"),
        ({"least_k": 2}, "unsafe"),
        ({"limit_maximal": 1, "least_k": 2}, "unsafe"),
    ],
)
def test_the_verdict_compares_full_values_with_every_limit(limits: dict[str, Any], verdict: str) -> None:
    found = DisclosureRisk(**limits).assess(ORIGINAL, SAMPLE)
    assert found.value("verdict") == verdict
    table = found.table("thresholds").set_index("measure")
    assert table["limit"].notna().sum() == len(limits)
    assert ("unsafe" in set(table["verdict"])) == (verdict == "unsafe")


def test_a_risk_equal_to_its_limit_is_safe_although_floats_would_exceed_it() -> None:
    original = Microdata(
        pd.DataFrame({"zip": list("aaaaabbbbbbbbbb")}), [Variable(name="zip", role=Role.KEY)]
    )
    # One record of a group of 5 and one of a group of 10 are released: DR_max = (1/5 + 1/10) / 15.
    assert (1 / 5 + 1 / 10) / 15 > 0.02
    weights = WeightMatrix(structure="general", block=[[0.7]], tail=1)
    measure = DisclosureRisk(weights=weights, limit_weighted=0.02, limit_maximal=0.02)
    found = measure.assess(original, original.take(np.array([0, 5])))
    assert found.value("dr_weighted") == found.value("dr_max") == 0.02
    assert found.value("verdict") == "safe"


def test_an_empty_release_has_no_risk_no_k_and_no_verdict() -> None:
    found = DisclosureRisk(limit_maximal=0.1, least_k=3).assess(ORIGINAL, NOBODY)
    risks = {name: figure.value for name, figure in found.figures.items() if name.startswith("dr_")}
    assert len(risks) == 8
    assert set(risks.values()) == {0}
    assert found.value("k") is None
    assert found.value("verdict") == "not assessed"
    assert found.value("records_before") == 8
    assert set(found.table("thresholds")["verdict"]) == {"not assessed"}


def test_the_number_of_initial_records_stays_after_suppression() -> None:
    assert DisclosureRisk().assess(ORIGINAL, ORIGINAL.take(np.array([5]))).value("dr_min") == 1 / 8


def test_one_record() -> None:
    one = Microdata(pd.DataFrame({"zip": ["a"]}), [Variable(name="zip", role=Role.KEY)])
    found = DisclosureRisk().assess(one, one)
    assert [found.value(name) for name in ("dr_min", "dr_weighted", "dr_max", "dr_link")] == [1, 1, 1, 1]


def test_an_original_without_records_is_refused() -> None:
    with pytest.raises(DataError, match="holds no records"):
        DisclosureRisk(keys=["zip"]).assess(NOBODY, NOBODY)


def test_keys_are_those_with_the_role_unless_named() -> None:
    assert DisclosureRisk(keys=["sex"]).assess(ORIGINAL, ORIGINAL).value("k") == 4
    assert DisclosureRisk().assess(ORIGINAL, ORIGINAL).value("k") == 1


@pytest.mark.parametrize("name", RISKS)
def test_without_key_variables_the_user_is_told_to_choose_them(name: Any) -> None:
    plain = Microdata(ORIGINAL.frame)
    with pytest.raises(DataError, match="role key") as error:
        name().assess(plain, plain)
    assert error.value.field == "keys"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"keys": ["zip", "zip"]}, "named twice"),
        ({"missing": "ignore"}, "Missing key values"),
        ({"k": 1}, "at least 2"),
        ({"limit_weighted": 1.5}, "at most 1"),
        ({"limit_weighted": float("nan")}, "Limit of DR_W"),
        ({"weights": {"structure": "general", "block": [[1, 2], [0, 0]], "tail": 0}}, r"w\(1, 2\) = 2"),
        ({"weights": {"structure": "general", "block": [[1, 2]], "tail": 0}}, "Row 1"),
        ({"weights": "maximal"}, "Weights"),
    ],
)
def test_parameters_out_of_range_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        DisclosureRisk(**parameters)


@pytest.mark.parametrize(("keys", "message"), [(["zap"], "did you mean zip"), (["id"], "role identifier")])
def test_keys_that_cannot_be_are_refused(keys: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        DisclosureRisk(keys=keys).assess(ORIGINAL, ORIGINAL)


def test_weights_written_as_json_give_the_same_measure() -> None:
    measure = DisclosureRisk(weights=TRUTA_2004["W4"], limit_weighted=0.1)
    written = json.loads(json.dumps(measure.parameters, allow_nan=False))
    assert DisclosureRisk(**written) == measure
    assert RISKS.parse(f"disclosure_risk:{json.dumps(written)}") == measure


def test_the_catalogue_knows_all_measures() -> None:
    assert [measure.name for measure in RISKS] == ["disclosure_risk", "k_anonymity", "sampling_risk"]
