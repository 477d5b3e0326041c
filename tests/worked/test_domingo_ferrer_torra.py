"""Domingo-Ferrer and Torra (2004), Table 1: distance-based and probabilistic linkage of two small files."""

from typing import Any

import pytest

from sdcdesk.kernels.moments import deviation
from sdcdesk.risk import DistanceLinkage, ProbabilisticLinkage
from sdcdesk.risk.linkage.links import Ties
from tests.worked.domingo_ferrer_torra_2004 import table_1

PAIRS = {
    "name, surname, age": (4, 4),
    "name, surname": (4, 2),
    "name, age": (1, 0),
    "surname, age": (3, 2),
    "name": (2, 0),
    "surname": (11, 0),
    "age": (2, 0),
    "none": (37, 0),
}
"""Pairs that agree in exactly these variables, and those of them that belong together."""


@pytest.mark.parametrize(("ties", "links"), [("expected", 6.5), ("strict", 6.0), ("generous", 7.0)])
def test_distance_based_linkage(ties: Ties, links: float) -> None:
    found = DistanceLinkage(ties=ties).assess(*table_1())
    assert found.value("linked") == links / 8
    assert found.record("chance").tolist() == [1, 1, 1, 1, 0.5, 0, 1, 1]


def test_ages_are_compared_in_standard_deviations_of_the_original() -> None:
    original, masked = table_1()
    assert deviation(original.numbers("age")) == pytest.approx(13.659, abs=5e-4)
    # By age alone, B6 (82) is nearest to A4 (53), and is linked wrongly.
    alone = DistanceLinkage(keys=["age"]).assess(original, masked)
    assert alone.record("chance")[5] == 0


def test_distance_based_linkage_by_name_and_surname() -> None:
    found = DistanceLinkage(keys=["name", "surname"]).assess(*table_1())
    assert found.value("linked") == pytest.approx(5.7 / 8, rel=1e-14)


def test_coincidence_vectors() -> None:
    table = ProbabilisticLinkage().assess(*table_1()).table("patterns")
    found = {agree: (pairs, right) for agree, pairs, right in table[["agree", "pairs", "right"]].to_numpy()}
    assert found == PAIRS
    assert table["pairs"].sum() == 64


def test_true_probabilities_of_agreement() -> None:
    for parameters in ({}, {"probabilities": "known"}):
        table = ProbabilisticLinkage(**parameters).assess(*table_1()).table("variables")
        assert table["true_m"].tolist() == [0.75, 1, 0.75]
        assert table["true_u"].tolist() == [5 / 56, 14 / 56, 4 / 56]
    assert table["m"].tolist() == [0.75, 1, 0.75]
    assert table["u"].tolist() == [5 / 56, 14 / 56, 4 / 56]


def test_estimated_probabilities_of_agreement() -> None:
    found = ProbabilisticLinkage().assess(*table_1())
    table = found.table("variables")
    assert table["m"].round(5).tolist() == [0.59785, 0.80624, 0.51596]
    assert table["u"].tolist() == pytest.approx([0.02935, 0.18900, 0.03589], abs=6e-6)
    assert found.value("share_of_matches") == pytest.approx(0.25071, abs=5e-6)
    assert found.value("true_share_of_matches") == 1 / 8
    steps = dict(found.figure("share_of_matches").computation)
    assert steps["Log-likelihood"].value == pytest.approx(-89.0289, abs=5e-5)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("parameters", [{}, {"probabilities": "known"}])
def test_all_eight_are_assigned_rightly_in_any_order(parameters: dict[str, Any], seed: int) -> None:
    found = ProbabilisticLinkage(**parameters, seed=seed).assess(*table_1())
    assert found.value("rightly_assigned") == 1


def test_links_by_both_bounds() -> None:
    """With the estimated probabilities only agreement in all variables is rare enough for 0.001."""
    found = ProbabilisticLinkage(false_links=0.001).assess(*table_1())
    assert found.value("linked") == found.value("links") == found.value("undecided") == 0.5
    assert found.value("upper_threshold") == pytest.approx(10.28686, abs=5e-6)
    every = ProbabilisticLinkage().assess(*table_1())
    assert every.value("linked") == every.value("least_linked") == every.value("most_linked") == 1
