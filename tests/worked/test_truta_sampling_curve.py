"""Truta, Fotouhi and Barth-Jones (SAC 2004), section 3: risk against sampling factor, without simulation.

The figures of the ten people of section 2 are means over all samples, which are looked at one by one here.
For the billing data of Figures 3.1 and 3.2, which are not printed, stand files of the same variables and
sizes.
"""

import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.counting.frequencies import frequencies
from sdcdesk.counting.key_codes import key_codes
from sdcdesk.io import ReadOptions
from sdcdesk.kernels.hypergeometric import hypergeometric, spans
from sdcdesk.risk import TRUTA_2004, ClassificationMatrix, SamplingRisk, compare
from sdcdesk.risk.sampling import expected

PEOPLE = Microdata(
    pd.DataFrame({"Age": [10, 30, 20, 20, 10, 25, 20, 25, 10, 20], "Sex": list("MMMFFFMFMM")}),
    [
        Variable(name="Age", role=Role.KEY, scale=Scale.CONTINUOUS),
        Variable(name="Sex", role=Role.KEY),
    ],
)
KEYS = ["Age", "Sex"]

CELLS = {
    (1, 1): Fraction(3, 2),
    (1, 2): Fraction(10, 9),
    (1, 3): Fraction(5, 12),
    (2, 2): Fraction(8, 9),
    (2, 3): Fraction(5, 6),
    (3, 3): Fraction(1, 4),
}
"""E[c_ij] for samples of five."""

RISKS = {"W1": 0.15, "W2": 0.3, "W3": 11 / 60, "W4": 239 / 1080}
"""E[DR] for samples of five: 0.15, 0.3, 0.183333, 0.221296."""

SAMPLES = Path(__file__).resolve().parents[2] / "resources" / "samples"
SIZES = (1000, 5000, 25000)
KEY_SETS = {"KA1": ("Age", "Sex", "Zip"), "KA2": ("Age", "Race", "Sex")}


def classified() -> ClassificationMatrix:
    return compare(PEOPLE, PEOPLE, KEYS, "category").matrix


def test_expected_classification_matrix_is_the_mean_over_all_samples() -> None:
    cells: dict[tuple[int, int], Fraction] = {}
    samples = list(combinations(range(10), 5))
    for drawn in samples:
        matrix = compare(PEOPLE, PEOPLE.take(np.array(drawn)), KEYS, "category").matrix
        for i, j, count in zip(matrix.i.tolist(), matrix.j.tolist(), matrix.counts.tolist(), strict=True):
            cells[i, j] = cells.get((i, j), Fraction(0)) + Fraction(count, len(samples))
    assert cells == CELLS


def test_expected_classification_matrix_from_group_sizes() -> None:
    # E[c_ij] = F_j · i · P(i of j are drawn), with F_1…F_3 = 3, 2, 1.
    sizes, groups = np.array([1, 2, 3]), np.array([3, 2, 1])
    where = spans(10, sizes, 5)
    table = hypergeometric(10, sizes, 5, where)
    for row, j in enumerate(sizes.tolist()):
        for i in range(1, j + 1):
            found = groups[row] * i * table[row, i - where.start[row]]
            assert found == pytest.approx(float(CELLS[i, j]), rel=1e-14)
    assert sum(CELLS.values()) == 5


@pytest.mark.parametrize("weights", RISKS)
def test_expected_risks_of_five_of_ten(weights: str) -> None:
    found = expected(classified(), TRUTA_2004[weights], [5])
    assert found.dr_weighted[0] == pytest.approx(RISKS[weights], rel=1e-14)
    assert found.dr_min[0] == pytest.approx(RISKS["W1"], rel=1e-14)
    assert found.dr_max[0] == pytest.approx(RISKS["W2"], rel=1e-14)


def test_fourth_weights_for_one_and_for_all_ten() -> None:
    found = expected(classified(), TRUTA_2004["W4"], [1, 10])
    assert found.dr_weighted.tolist() == pytest.approx([11 / 300, 0.6], rel=1e-14)


def test_deviations_of_five_of_ten() -> None:
    curve = SamplingRisk(factors=[50], weights=TRUTA_2004["W4"]).assess(PEOPLE, PEOPLE).table("curve")
    sizes = frequencies(key_codes(PEOPLE, KEYS), "category").sizes
    drawn = [list(sample) for sample in combinations(range(10), 5)]
    links = np.array([[(sizes[sample] == 1).sum(), (1 / sizes[sample]).sum()] for sample in drawn]) / 10
    assert curve.loc[0, ["sd_min", "sd_max"]].tolist() == pytest.approx(links.std(axis=0).tolist(), rel=1e-12)


@pytest.fixture(scope="module")
def billing() -> dict[int, Microdata]:
    text = ReadOptions(text=("Zip",))
    return {size: sdc.read(SAMPLES / f"billing_{size}.csv", text) for size in SIZES}


@pytest.fixture(scope="module")
def curves(billing: dict[int, Microdata]) -> dict[tuple[str, int], pd.DataFrame]:
    """The figures: sampling factors 10…100 %, weights W4 as an example of the curves between."""
    factors = [float(percentage) for percentage in range(10, 101, 10)]
    found = {}
    for name, keys in KEY_SETS.items():
        measure = SamplingRisk(keys=keys, weights=TRUTA_2004["W4"], factors=factors, replicates=12, seed=2004)
        for size, data in billing.items():
            found[name, size] = measure.assess(data, data).table("curve")
    return found


def test_curves_are_straight_lines(curves: dict[tuple[str, int], pd.DataFrame]) -> None:
    # "Almost linearly", the source says of its simulations; the expectations are exactly linear.
    for curve in curves.values():
        for risk in ("dr_min", "dr_max"):
            line = curve["factor"] * curve[risk].iloc[-1]
            assert curve[risk].tolist() == pytest.approx(line.tolist(), rel=1e-13)


def test_any_other_risk_lies_between_and_need_not_be_a_line(
    curves: dict[tuple[str, int], pd.DataFrame],
) -> None:
    for curve in curves.values():
        assert (curve["dr_min"] <= curve["dr_weighted"]).all()
        assert (curve["dr_weighted"] <= curve["dr_max"]).all()
        assert (curve["dr_weighted"].diff().iloc[1:] > 0).all()
    bent = curves["KA2", 25000]
    line = bent["factor"] * bent["dr_weighted"].iloc[-1]
    assert (bent["dr_weighted"] - line).abs().max() > 0.05 * bent["dr_weighted"].iloc[-1]


def test_zip_identifies_more_people_than_race(curves: dict[tuple[str, int], pd.DataFrame]) -> None:
    for size in SIZES:
        for risk in ("dr_min", "dr_max"):
            assert (curves["KA1", size][risk] > curves["KA2", size][risk]).all()


def test_smaller_files_are_riskier(curves: dict[tuple[str, int], pd.DataFrame]) -> None:
    for name in KEY_SETS:
        for risk in ("dr_min", "dr_max"):
            small, middle, large = (curves[name, size][risk] for size in SIZES)
            assert (small > middle).all()
            assert (middle > large).all()


def test_simulations_as_the_source_made_them_lie_about_the_lines(
    curves: dict[tuple[str, int], pd.DataFrame],
) -> None:
    # Twelve samples of each size, so a mean is within 4.5 standard errors.
    for curve in curves.values():
        for risk, sd in (("dr_min", "sd_min"), ("dr_max", "sd_max")):
            error = (curve[f"{risk}_simulated_mean"] - curve[risk]).abs()
            assert (error <= 4.5 * curve[sd] / math.sqrt(12) + 1e-15).all()
            assert (error.iloc[:-1] > 0).any()
