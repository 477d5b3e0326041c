"""Truta, Fotouhi and Barth-Jones (2006): k-anonymity (Table 1) and microaggregated ages (Figures 4 and 5)."""

import pytest

from sdcdesk.masking import Microaggregation
from sdcdesk.masking.finished_file.record_matching import match
from sdcdesk.risk import TRUTA_2006, DisclosureRisk, KAnonymity, WeightMatrix, compare
from sdcdesk.risk.anonymity.shared_values import shared_values
from sdcdesk.risk.anonymity.weighted_risk import compare_anonymity
from tests.worked.truta_2006 import microaggregated, patients, people

INITIAL = people()
MASKED = microaggregated()
GROUP_SIZES = {"MM1": 2, "MM2": 4, "MM3": 8}
"""Of the microaggregation."""

CELLS = {
    "MM1": {(2, 1): 8},
    "MM2": {(2, 1): 4, (4, 1): 4},
    "MM3": {(2, 1): 2, (6, 1): 6},
}
SIZES = {"MM1": {2: 4}, "MM2": {2: 2, 4: 1}, "MM3": {2: 1, 6: 1}}
RISKS = {
    "MM1": (0, 0.5, 0.25),
    "MM2": (0, 0.375, 0.125),
    "MM3": (0, 0.25, 0.0625),
}
"""Table 3."""


@pytest.mark.parametrize("name", MASKED)
def test_figure_4_is_the_microaggregation_of_age(name: str) -> None:
    masked = Microaggregation(variables=["Age"], k=GROUP_SIZES[name]).apply(INITIAL)
    assert masked.column("Age").tolist() == MASKED[name].column("Age").tolist()
    assert masked.column("Sex").tolist() == MASKED[name].column("Sex").tolist()


@pytest.mark.parametrize("name", MASKED)
def test_classification_matrices_and_group_sizes(name: str) -> None:
    compared = compare(INITIAL, MASKED[name], ["Age", "Sex"], "category")
    cells = compared.matrix.table().itertuples(index=False, name=None)
    assert {(i, j): count for i, j, count in cells} == CELLS[name]
    table = KAnonymity().assess(INITIAL, MASKED[name], same_order=True).table("group_sizes")
    assert dict(zip(table["size"], table["groups"], strict=True)) == SIZES[name]
    assert compared.before.number == 8


@pytest.mark.parametrize("name", MASKED)
def test_risks(name: str) -> None:
    for weights, expected in zip(TRUTA_2006.values(), RISKS[name], strict=True):
        assert (
            DisclosureRisk(weights=weights)
            .assess(INITIAL, MASKED[name], same_order=True)
            .value("dr_weighted")
            == expected
        )


@pytest.mark.parametrize("name", MASKED)
def test_whole_groups_merged_are_assessed_exactly(name: str) -> None:
    masked = match(INITIAL, MASKED[name], recoded_only=True, same_order=True)
    assessment = DisclosureRisk().assess(INITIAL, masked)
    assert assessment.value("exactness") == "exact"
    assert assessment.value("dr_link") == assessment.value("dr_max") == RISKS[name][1]


@pytest.mark.parametrize("name", MASKED)
def test_all_three_are_2_anonymous_and_none_is_3_anonymous(name: str) -> None:
    assert KAnonymity().assess(INITIAL, MASKED[name], same_order=True).value("k") == 2
    for k, anonymous in ((2, True), (3, False)):
        risk = DisclosureRisk(weights=WeightMatrix.k_anonymity(k)).assess(
            INITIAL, MASKED[name], same_order=True
        )
        assert (risk.value("dr_weighted") == 0) is anonymous


@pytest.mark.parametrize("name", MASKED)
def test_the_weighted_risk_tells_files_of_one_k_apart(name: str) -> None:
    """Section 4: k is the same, the risks are not, and the matching matrix says what k says."""
    assessment = DisclosureRisk(weights=TRUTA_2006["W3"]).assess(INITIAL, MASKED[name], same_order=True)
    two, three = compare_anonymity(assessment, 2), compare_anonymity(assessment, 3)
    assert two.after.smallest == three.after.smallest == 2
    assert two.matching.dr_weighted == 0
    assert two.anonymous
    assert not three.anonymous
    # Groups of two count fully, one record in two.
    assert three.matching.dr_weighted == three.after.below / 2 / 8
    missed = two.missed_by_anonymity
    assert missed.dr_max == RISKS[name][1]
    assert missed.ceiling == 0.5
    assert missed.were_alone == 8
    assert two.missed_by_risk.dr_weighted == RISKS[name][2]


def test_patients_are_2_anonymous() -> None:
    assessment = KAnonymity(k=2).assess(patients(), patients())
    assert assessment.value("k") == 2
    assert assessment.value("groups") == 3
    assert assessment.value("records_below_k") == assessment.value("groups_below_k") == 0


def test_two_patients_share_their_illness() -> None:
    """Section 1: attribute disclosure without identity disclosure."""
    found = shared_values(patients(), ["Age", "Zip", "Sex"], "category")
    assert [one.variable for one in found] == ["Illness"]
    assert found[0].found.tolist() == [False, False, False, True, True, False]
    both = compare_anonymity(DisclosureRisk().assess(patients(), patients(), same_order=True), 2)
    assert both.anonymous
    assert both.missed_by_anonymity.attribute.variables == (("Illness", 2),)
    assert both.missed_by_anonymity.attribute.rows.tolist() == [3, 4]


def test_sums_of_the_printed_matrices() -> None:
    totals = [matrix.total(8) for matrix in TRUTA_2006.values()]
    assert totals == [8, pytest.approx(72 / 7), 8]
