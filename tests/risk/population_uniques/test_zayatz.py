"""Zayatz's estimator against Bayes' rule in fractions."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.zayatz import zayatz
from tests.risk.population_uniques.samples import MIXED, sample


def one_drawn(people: int, drawn: int, size: int) -> Fraction:
    """The probability that of a group of so many people exactly one is drawn."""
    return (
        Fraction(size * comb(people - size, drawn - 1), comb(people, drawn))
        if size <= people
        else Fraction(0)
    )


@given(MIXED, st.integers(1, 300))
def test_it_is_bayes_rule(sizes: list[int], others: int) -> None:
    n = sum(sizes)
    people = n + others
    found = zayatz(sample(sizes, people))
    assert isinstance(found, Estimate)
    uniques = sizes.count(1)
    all_ones = sum(one_drawn(people, n, size) for size in sizes)
    share = one_drawn(people, n, 1) * uniques / all_ones
    assert found.of_uniques == pytest.approx(float(share), rel=1e-11)
    assert found.people == pytest.approx(float(uniques * share * people / n), rel=1e-11)


@pytest.mark.parametrize("others", [1, 10**6, 10**15])
def test_huge_groups_and_populations_are_no_obstacle(others: int) -> None:
    found = zayatz(sample([1, 2, 10**6], 10**6 + 3 + others))
    assert isinstance(found, Estimate)
    assert found.of_uniques is not None
    assert 0 < found.of_uniques <= 1


@pytest.mark.parametrize("sizes", [[], [2, 3], [1, 1, 1], [1]])
def test_without_uniques_or_with_nothing_else_it_says_so(sizes: list[int]) -> None:
    assert isinstance(zayatz(sample(sizes, 100)), Reason)
