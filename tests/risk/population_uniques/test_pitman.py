"""Pitman's estimator: its likelihood by the sequence itself, and the expected uniques by recursion."""

from math import lgamma, log

import numpy as np
import pytest
from hypothesis import given

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.pitman import pitman
from tests.risk.population_uniques.samples import MIXED, sample


def log_likelihood(sizes: list[int], alpha: float, theta: float) -> float:
    """Log-probability of the sequence 1, 1, …, 2, 2, … that fills one group after the other."""
    total, seen = 0.0, 0
    for number, size in enumerate(sizes):
        for f in range(size):
            chance = f - alpha if f else theta + number * alpha
            total += log(chance / (theta + seen)) if seen else 0.0
            seen += 1
    return total


def expected_uniques(people: int, alpha: float, theta: float) -> float:
    """E(S₁) of the N-th person, by taking one person after the other."""
    groups, alone = 1.0, 1.0
    for seen in range(1, people):
        new = (theta + groups * alpha) / (theta + seen)
        alone += new - alone * (1 - alpha) / (theta + seen)
        groups += new
    return alone


@given(MIXED)
def test_it_has_the_greatest_likelihood_or_says_that_there_is_none(sizes: list[int]) -> None:
    found = pitman(sample(sizes, 50 + sum(sizes)))
    grid = [
        (alpha, theta)
        for alpha in (1e-6, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
        for theta in (-alpha + 1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e4)
        if theta > -alpha
    ]
    best = max(log_likelihood(sizes, *place) for place in grid)
    if isinstance(found, Reason):
        # Then the likelihood falls from α = 0 on; it may rise to another maximum, never a higher one here.
        edge = max(log_likelihood(sizes, 1e-9, float(theta)) for theta in np.geomspace(1e-4, 1e9, 2000))
        assert best <= edge + 1e-6
    else:
        parameters = dict(found.parameters)
        assert log_likelihood(sizes, parameters["α"], parameters["θ"]) >= best - 1e-9


CURVED = [1] * 30 + [2] * 6 + [3] * 3 + [4, 5, 9, 20]


def test_the_estimate_is_the_expected_number_of_uniques() -> None:
    found = pitman(sample(CURVED, 5_000))
    assert isinstance(found, Estimate)
    fitted = dict(found.parameters)
    alpha, theta = fitted["α"], fitted["θ"]
    assert 0 < alpha < 1
    assert found.people == pytest.approx(expected_uniques(5_000, alpha, theta), rel=1e-9)
    # A record that is alone stays so if nobody of those who come joins it.
    stays = 1.0
    for seen in range(sum(CURVED), 5_000):
        stays *= 1 - (1 - alpha) / (theta + seen)
    assert found.of_uniques == pytest.approx(stays, rel=1e-9)


def test_the_estimate_of_the_paper_is_its_limit_for_many_people() -> None:
    """Hoshino 2001: Ŝ₁ ≈ Γ(θ + 1)/Γ(θ + α)·N^α."""
    people = 10**12
    found = pitman(sample(CURVED, people))
    assert isinstance(found, Estimate)
    fitted = dict(found.parameters)
    alpha, theta = fitted["α"], fitted["θ"]
    limit = np.exp(lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(people))
    assert found.people == pytest.approx(limit, rel=1e-9)


def test_even_groups_are_not_identifiable() -> None:
    found = pitman(sample([1, *[3] * 40, 2], 10_000))
    assert isinstance(found, Reason)
    assert "Not identifiable" in found.text


@pytest.mark.parametrize("sizes", [[], [2, 3], [1, 1, 1], [1]])
def test_without_uniques_or_with_nothing_else_it_says_so(sizes: list[int]) -> None:
    assert isinstance(pitman(sample(sizes, 100)), Reason)


def test_a_million_records_almost_all_alone_end() -> None:
    found = pitman(sample([1] * 999_990 + [2] * 5, 10**8))
    assert isinstance(found, Reason) or 0 < found.people <= 10**8
