"""Truta, Fotouhi and Barth-Jones (2006): k-anonymity (Table 1) and microaggregated ages (Figures 4 and 5)."""

import pandas as pd
import pytest

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.risk import TRUTA_2006, DisclosureRisk, KAnonymity, WeightMatrix, compare

VARIABLES = [
    Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS),
    Variable(name="Sex", role=Role.KEY),
]


def people(ages: list[int]) -> Microdata:
    return Microdata(pd.DataFrame({"Age": ages, "Sex": list("MMFFFFFF")}), VARIABLES)


INITIAL = people([8, 10, 19, 23, 37, 43, 68, 72])
MASKED = {
    "MM1": people([9, 9, 21, 21, 40, 40, 70, 70]),
    "MM2": people([15, 15, 15, 15, 55, 55, 55, 55]),
    "MM3": people([35] * 8),
}
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
def test_classification_matrices_and_group_sizes(name: str) -> None:
    compared = compare(INITIAL, MASKED[name], ["Age", "Sex"], "category")
    cells = compared.matrix.table().itertuples(index=False, name=None)
    assert {(i, j): count for i, j, count in cells} == CELLS[name]
    table = KAnonymity().assess(INITIAL, MASKED[name]).table("group_sizes")
    assert dict(zip(table["size"], table["groups"], strict=True)) == SIZES[name]
    assert compared.before.number == 8


@pytest.mark.parametrize("name", MASKED)
def test_risks(name: str) -> None:
    for weights, expected in zip(TRUTA_2006.values(), RISKS[name], strict=True):
        assert DisclosureRisk(weights=weights).assess(INITIAL, MASKED[name]).value("dr_weighted") == expected


@pytest.mark.parametrize("name", MASKED)
def test_whole_groups_merged_are_assessed_exactly(name: str) -> None:
    assessment = DisclosureRisk().assess(INITIAL, MASKED[name])
    assert assessment.value("exactness") == "exact"
    assert assessment.value("dr_link") == assessment.value("dr_max") == RISKS[name][1]


@pytest.mark.parametrize("name", MASKED)
def test_all_three_are_2_anonymous_and_none_is_3_anonymous(name: str) -> None:
    assert KAnonymity().assess(INITIAL, MASKED[name]).value("k") == 2
    for k, anonymous in ((2, True), (3, False)):
        risk = DisclosureRisk(weights=WeightMatrix.k_anonymity(k)).assess(INITIAL, MASKED[name])
        assert (risk.value("dr_weighted") == 0) is anonymous


def test_patients_are_2_anonymous() -> None:
    frame = pd.DataFrame(
        {
            "Age": [50, 30, 30, 20, 20, 50],
            "Zip": ["43102"] * 6,
            "Sex": list("MFFMMM"),
            "Illness": ["Colon cancer", "Breast cancer", "HIV", "Diabetes", "Diabetes", "Heart disease"],
        }
    )
    patients = Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("Age", "Zip", "Sex")])
    assessment = KAnonymity(k=2).assess(patients, patients)
    assert assessment.value("k") == 2
    assert assessment.value("groups") == 3
    assert assessment.value("records_below_k") == assessment.value("groups_below_k") == 0


def test_sums_of_the_printed_matrices() -> None:
    totals = [matrix.total(8) for matrix in TRUTA_2006.values()]
    assert totals == [8, pytest.approx(72 / 7), 8]
