"""Class conditions: a coding meets them where every group that stays does, by their definitions."""

import math
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.risk import TCloseness
from sdcdesk.search.codings.class_conditions import ClassCondition
from tests.search.codings.example_files import Example, drawn_file
from tests.search.codings.slow_lattice import coarsened

SEEDS = (2, 3, 5, 6, 9)


def entropy(shares: pd.Series) -> float:
    return -math.fsum(shares * np.log(shares))


def recursive(counts: pd.Series, c: float, l: int) -> bool:  # noqa: E741 - the letter of the papers
    falling = sorted(counts, reverse=True)
    return falling[0] < c * sum(falling[l - 1 :])


def equal_distance(group: pd.Series, whole: pd.Series) -> float:
    shares = group.value_counts(normalize=True)
    overall = whole.value_counts(normalize=True)
    return shares.reindex(overall.index, fill_value=0).sub(overall).abs().sum() / 2


def ordered_distance(group: pd.Series, whole: pd.Series) -> float:
    overall = whole.value_counts(normalize=True).sort_index()
    shares = group.value_counts(normalize=True).reindex(overall.index, fill_value=0)
    return float(shares.sub(overall).cumsum().abs().sum() / max(len(overall) - 1, 1))


Holds = Callable[[pd.Series, pd.Series], bool]
"""Whether the values of a group, none missing, meet a condition, beside those of all groups that stay."""

CONDITIONS: dict[str, tuple[ClassCondition, Holds]] = {
    "distinct": (search.DistinctDiversity("secret", l=3), lambda group, _: group.nunique() >= 3),
    "entropy": (
        search.EntropyDiversity("secret", l=1.9),
        lambda group, _: math.exp(entropy(group.value_counts(normalize=True))) >= 1.9 - 1e-9,
    ),
    "recursive": (
        search.RecursiveDiversity("secret", c=1.5, l=2),
        lambda group, _: recursive(group.value_counts(), 1.5, 2),
    ),
    "closeness": (
        search.Closeness("secret", t=0.31),
        lambda group, whole: equal_distance(group, whole) <= 0.31 + 1e-12,
    ),
    "closeness by order": (
        search.Closeness("secret", t=0.21, ordered=True),
        lambda group, whole: ordered_distance(group, whole) <= 0.21 + 1e-12,
    ),
}


def with_secret(seed: int) -> Example:
    """Return an example file with a confidential variable, some of it missing."""
    data, texts, hierarchies = drawn_file(seed)
    draws = np.random.default_rng(seed)
    secret = pd.Series(draws.integers(0, 5, len(data)), dtype="Int64").mask(draws.random(len(data)) < 0.1)
    return Microdata(data.frame.assign(secret=secret)), texts, hierarchies


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_coding_meets_a_condition_where_all_its_groups_do(seed: int, condition: str, whole: bool) -> None:
    data, texts, hierarchies = with_secret(seed)
    asked, holds = CONDITIONS[condition]
    secret, k = data.frame["secret"], min(2, len(data))
    found = search.lattice(data, hierarchies, k=k, suppress=0.4, conditions=[asked], whole=whole)
    free = search.lattice(data, hierarchies, k=k, suppress=0.4)
    expected = {}
    for node in found.lattice.nodes():
        at_node = coarsened(texts, hierarchies, node)
        parts = [part for _, part in secret.groupby([at_node[name] for name in at_node], dropna=False)]
        stay = [part.dropna() for part in parts if len(part) >= k and part.notna().any()]
        everyone = pd.concat(stay) if stay else secret.dropna()
        if free.suppressed(node) <= free.request.allowed and all(holds(part, everyone) for part in stay):
            expected[node] = free.loss(node)
    safe = set(map(tuple, found.levels[found.safe].tolist()))
    assert found.complete
    if not expected:
        assert (found.optimum, safe) == (None, set())
        return
    least = min(expected.values())
    assert set(found.tied) == {node for node, loss in expected.items() if loss <= least + 1e-10}
    assert safe <= set(expected)
    if whole:
        assert safe == set(expected)
        assert set(found.minimal) == {
            node
            for node in expected
            if not any(o != node and all(a <= b for a, b in zip(o, node, strict=True)) for o in expected)
        }


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_measure_finds_the_released_file_as_close_as_was_asked(seed: int, *, ordered: bool) -> None:
    data, _, hierarchies = with_secret(seed)
    asked = search.Closeness("secret", t=0.31, ordered=ordered)
    found = search.lattice(data, hierarchies, k=min(2, len(data)), suppress=0.6, conditions=[asked])
    data = data.describe(data.variable("secret").changed(scale="ordinal"))
    ground = "scale" if ordered else "equality"
    measure = TCloseness(keys=tuple(hierarchies), variables=("secret",), ground=ground)
    for node in map(tuple, found.levels[found.safe][:40].tolist()):
        masked = found.recipe(node, seed=1).apply(data)
        if masked.frame["secret"].notna().any():
            assert measure.assess(data, masked).value("distance") <= 0.31 + 1e-12


def test_conditions_that_cannot_be_asked_are_refused() -> None:
    data, _, hierarchies = with_secret(3)
    with pytest.raises(ParameterError, match="key0 is a key"):
        search.lattice(data, hierarchies, k=1, conditions=[search.DistinctDiversity("key0", l=2)])
    with pytest.raises(DataError):
        search.lattice(data, hierarchies, k=1, conditions=[search.Closeness("nothing", t=0.1)])
    for wrong in (
        lambda: search.DistinctDiversity("secret", l=0),
        lambda: search.EntropyDiversity("secret", l=0.5),
        lambda: search.RecursiveDiversity("secret", c=0, l=2),
        lambda: search.Closeness("secret", t=1.5),
    ):
        with pytest.raises(ParameterError):
            wrong()
