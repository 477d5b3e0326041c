"""Hierarchies from frequencies: the rarest values together, or neighbours until they are enough."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.hierarchies.builders import neighbour_hierarchy, rare_hierarchy

COUNTS = st.lists(st.integers(0, 20), min_size=1, max_size=10)
SHARES = st.lists(st.integers(0, 10).map(lambda tenth: tenth / 10), min_size=1, max_size=3, unique=True)


def test_the_rarest_values_become_other() -> None:
    jobs = ["clerk", "mayor", "baker", "pilot"]
    found = rare_hierarchy(jobs, np.array([80, 3, 15, 2]), [0.05, 0.2])
    assert found.levels == (
        ("clerk", "other", "baker", "other"),
        ("clerk", "other", "other", "other"),
        ("*",) * 4,
    )
    assert found.titles == (
        "rarest 5 % together",
        "rarest 20 % together",
        "dropped",
    )


def test_a_share_is_the_decimal_fraction_that_was_written() -> None:
    found = rare_hierarchy(["a", "b", "c"], np.array([14, 15, 71]), [0.29])
    assert found.levels[0] == ("other", "other", "c")
    assert neighbour_hierarchy(["a", "b", "c"], np.array([7, 20, 73]), [0.07]).levels[0] == ("a", "b", "c")


def test_a_value_that_is_called_other_stays_apart() -> None:
    found = rare_hierarchy(["other", "a", "b"], np.array([98, 1, 1]), [0.02])
    assert found.levels[0] == ("other", "other (2)", "other (2)")


@given(COUNTS, SHARES)
def test_as_many_rare_values_are_together_as_the_share_allows(counts: list[int], shares: list[float]) -> None:
    shares.sort()
    values = [f"v{at}" for at in range(len(counts))]
    found = rare_hierarchy(values, np.array(counts), shares)
    for share, labels in zip(shares, found.levels, strict=False):
        rare: list[int] = []
        for at in sorted(range(len(counts)), key=lambda at: (counts[at], at)):
            if sum(counts[one] for one in (*rare, at)) <= Fraction(str(share)) * sum(counts):
                rare.append(at)
            else:
                break
        rare = rare if len(rare) > 1 else []
        assert [*labels] == ["other" if at in rare else value for at, value in enumerate(values)]
    assert found.has_one_top


@given(COUNTS, SHARES)
def test_neighbours_are_together_until_they_are_enough(counts: list[int], shares: list[float]) -> None:
    shares.sort()
    values = [f"v{at}" for at in range(len(counts))]
    found = neighbour_hierarchy(values, np.array(counts), shares)
    groups = [[at] for at in range(len(counts))]
    for share, labels in zip(shares, found.levels, strict=False):
        least, wider = Fraction(str(share)) * sum(counts), [[]]
        for group in groups:
            if wider[-1] and sum(counts[at] for at in wider[-1]) >= least:
                wider.append([])
            wider[-1] = wider[-1] + group
        if len(wider) > 1 and sum(counts[at] for at in wider[-1]) < least:
            wider[-2:] = [wider[-2] + wider[-1]]
        groups = wider
        for group in groups:
            first, last = values[group[0]], values[group[-1]]
            label = first if len(group) == 1 else f"{first} – {last}"
            assert {labels[at] for at in group} == {label}


def test_many_values_are_put_together_at_once() -> None:
    counts = np.arange(100_000)
    for build in (rare_hierarchy, neighbour_hierarchy):
        found = build([f"v{at}" for at in range(len(counts))], counts, [0.001, 0.1])
        assert len(found.labels(2)) < len(found.labels(1)) < 100_000


@pytest.mark.parametrize("shares", [(), (1.5,), (-0.1,), (0.2, 0.1), (0.1, 0.1), (float("nan"),)])
def test_wrong_shares_are_refused(shares: tuple[float, ...]) -> None:
    for build in (rare_hierarchy, neighbour_hierarchy):
        with pytest.raises(ParameterError) as caught:
            build(["a", "b"], np.array([1, 2]), shares)
        assert caught.value.field == "shares"


def test_wrong_counts_are_refused() -> None:
    for counts in ([1], [1, -2]):
        with pytest.raises(DataError, match="count"):
            rare_hierarchy(["a", "b"], np.array(counts))
