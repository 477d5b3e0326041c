"""Truta, Fotouhi and Barth-Jones (SAC 2004), section 2: ten people, three samples, four weight matrices."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, compare

PEOPLE = Microdata(
    pd.DataFrame({"Age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "Sex": list("MMMFFFMFMM")}),
    [
        Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="Sex", role=Role.KEY),
    ],
)
SAMPLES = {
    "S1": PEOPLE.take(np.array([1, 2, 3, 4, 5]) - 1),
    "S2": PEOPLE.take(np.array([1, 3, 6, 7, 9]) - 1),
    "S3": PEOPLE.take(np.array([1, 3, 7, 9, 10]) - 1),
}

SIZES = {
    "S1": {1: 5},
    "S2": {1: 1, 2: 2},
    "S3": {2: 1, 3: 1},
}
"""Figure 2.2: f_i of each sample."""

CELLS = {
    "S1": {(1, 1): 3, (1, 2): 1, (1, 3): 1},
    "S2": {(1, 2): 1, (2, 2): 2, (2, 3): 2},
    "S3": {(2, 2): 2, (3, 3): 3},
}
"""C1, C2 and C3."""

RISKS = {
    ("S1", "W1"): 3 / 10,
    ("S1", "W2"): 23 / 60,
    ("S1", "W3"): 19 / 60,
    ("S1", "W4"): 19 / 60,
    ("S2", "W1"): 0,
    ("S2", "W2"): 13 / 60,
    ("S2", "W3"): 1 / 20,
    ("S2", "W4"): 7 / 60,
    ("S3", "W1"): 0,
    ("S3", "W2"): 1 / 5,
    ("S3", "W3"): 1 / 30,
    ("S3", "W4"): 1 / 5,
}
"""Figure 2.3, as fractions: 0.38333, 0.31667, 0.21667, 0.05, 0.11667, 0.03333."""


def assess(sample: str, weights: str = "W3") -> dict[str, object]:
    assessment = DisclosureRisk(weights=TRUTA_2004[weights]).assess(PEOPLE, SAMPLES[sample])
    return {name: assessment.value(name) for name in (*assessment.figures, *assessment.states)}


def test_groups_of_the_initial_file() -> None:
    table = DisclosureRisk().assess(PEOPLE, PEOPLE).table("group_sizes")
    assert assess("S1")["groups_before"] == 6
    assert dict(zip(table["size"], table["groups_before"], strict=True)) == {1: 3, 2: 2, 3: 1}
    assert dict(zip(table["size"], table["records_before"], strict=True)) == {1: 3, 2: 4, 3: 3}


@pytest.mark.parametrize("sample", SIZES)
def test_groups_of_the_samples(sample: str) -> None:
    table = DisclosureRisk().assess(PEOPLE, SAMPLES[sample]).table("group_sizes")
    found = dict(zip(table["size"], table["groups_after"], strict=True))
    assert {size: groups for size, groups in found.items() if groups} == SIZES[sample]
    assert assess(sample)["groups_after"] == sum(SIZES[sample].values())


@pytest.mark.parametrize("sample", CELLS)
def test_classification_matrices(sample: str) -> None:
    matrix = compare(PEOPLE, SAMPLES[sample], ["Age", "Sex"], "category").matrix
    cells = matrix.table().itertuples(index=False, name=None)
    assert {(i, j): count for i, j, count in cells} == CELLS[sample]


@pytest.mark.parametrize(("sample", "weights"), RISKS)
def test_weighted_risks(sample: str, weights: str) -> None:
    # Whole numbers are summed, so the fractions come out to the last bit.
    assert assess(sample, weights)["dr_weighted"] == RISKS[sample, weights]


@pytest.mark.parametrize("sample", SAMPLES)
def test_the_first_two_matrices_are_the_minimal_and_the_maximal_risk(sample: str) -> None:
    risks = assess(sample)
    assert risks["dr_min"] == RISKS[sample, "W1"]
    assert risks["dr_max"] == RISKS[sample, "W2"]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_is_assessed_exactly(sample: str) -> None:
    risks = assess(sample)
    assert risks["exactness"] == "exact"
    assert risks["dr_link"] == risks["dr_max"]
    assert risks["dr_max_released"] == pytest.approx(2 * RISKS[sample, "W2"], rel=1e-15)


def test_sums_of_the_printed_matrices() -> None:
    totals = {name: matrix.total(n=10, t=5) for name, matrix in TRUTA_2004.items()}
    assert totals == {"W1": 10, "W2": pytest.approx(16), "W3": 10, "W4": 10}
