"""Conditions on groups: at every node, what is left out and lost by the definitions, and by the recipe."""

import math
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from itertools import accumulate

import numpy as np
import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.loss import HeadlineLoss
from sdcdesk.masking.suppression.class_conditions import AnyClassCondition, sensitivity
from sdcdesk.risk import LDiversity, TCloseness
from sdcdesk.search.codings.some_codings import best_codings
from tests.search.codings.example_files import Example, drawn_file
from tests.search.codings.slow_lattice import Node, coarsened, nodes, slow_node

SEEDS = (2, 9, 10)

SOME = import_module("sdcdesk.search.codings.some_codings")

Values = list[int]

Holds = Callable[[Values, Values], bool]
"""Whether the values of a group, none missing, meet a condition, beside those of all groups that stay."""


def share(values: Values, value: int) -> float:
    return values.count(value) / len(values)


def effective(values: Values) -> float:
    return math.exp(-math.fsum(share(values, one) * math.log(share(values, one)) for one in set(values)))


def recursive(values: Values, c: float, l: int) -> bool:  # noqa: E741 - the letter of the papers
    falling = sorted(Counter(values).values(), reverse=True)
    return falling[0] < c * sum(falling[l - 1 :])


def equal_distance(group: Values, whole: Values) -> float:
    return math.fsum(abs(share(group, one) - share(whole, one)) for one in set(whole)) / 2


def ordered_distance(group: Values, whole: Values) -> float:
    steps = accumulate(share(group, one) - share(whole, one) for one in sorted(set(whole)))
    return math.fsum(map(abs, steps)) / max(len(set(whole)) - 1, 1)


DISTINCT = search.DistinctDiversity(variable="secret", l=3), lambda group, _: len(set(group)) >= 3
CLOSE = (
    search.Closeness(variable="secret", t=0.31, ground="equality"),
    lambda group, whole: equal_distance(group, whole) <= 0.31 + 1e-12,
)
ENTROPY = (
    search.EntropyDiversity(variable="secret", l=1.9),
    lambda group, _: effective(group) >= 1.9 - 1e-9,
)

CONDITIONS: dict[str, list[tuple[AnyClassCondition, Holds]]] = {
    "distinct": [DISTINCT],
    "entropy": [ENTROPY],
    "recursive": [
        (
            search.RecursiveDiversity(variable="secret", c=1.5, l=3),
            lambda group, _: recursive(group, 1.5, 3),
        )
    ],
    "closeness": [CLOSE],
    "closeness by order": [
        (
            search.Closeness(variable="secret", t=0.21),
            lambda group, whole: ordered_distance(group, whole) <= 0.21 + 1e-12,
        )
    ],
    "several": [
        ENTROPY,
        CLOSE,
        (search.DistinctDiversity(variable="other", l=2), lambda group, _: len(set(group)) >= 2),
    ],
}


def with_secrets(seed: int, *, some_missing: bool = True) -> Example:
    """Return an example file with two confidential variables, one of them ordinal, some of it missing."""
    data, texts, hierarchies = drawn_file(seed)
    draws = np.random.default_rng(seed)
    secret = pd.Series(draws.integers(0, 5, len(data)), dtype="Int64")
    if some_missing:
        secret = secret.mask(draws.random(len(data)) < 0.1)
    data = Microdata(data.frame.assign(secret=secret, other=draws.integers(0, 3, len(data))))
    data = data.describe(data.variable("secret").changed(scale="ordinal", role=Role.CONFIDENTIAL))
    return data, texts, hierarchies


def staying(
    data: Microdata, groups: pd.DataFrame, k: int, asked: list[tuple[AnyClassCondition, Holds]]
) -> tuple[np.ndarray, np.ndarray]:
    """Return which records stay, and which are in groups of k, by the definitions."""
    labels = groups.groupby(list(groups), dropna=False).ngroup().to_numpy()
    large = pd.Series(labels).map(pd.Series(labels).value_counts()).to_numpy() >= k
    stay = large.copy()
    values = {
        condition.variable: [None if pd.isna(one) else int(one) for one in data.frame[condition.variable]]
        for condition, _ in asked
    }
    beside_others = [isinstance(condition, search.Closeness) for condition, _ in asked]
    for closeness in (False, *[True] * len(data)):
        gone = set()
        for (condition, holds), beside in zip(asked, beside_others, strict=True):
            known = [
                (label, value)
                for label, value, stays in zip(labels, values[condition.variable], stay, strict=True)
                if stays and value is not None and beside == closeness
            ]
            for group in {label for label, _ in known}:
                own = [value for label, value in known if label == group]
                if not holds(own, [value for _, value in known]):
                    gone.add(group)
        stay &= ~np.isin(labels, list(gone))
        if closeness and not gone:
            break
    return stay, large


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_coding_leaves_out_and_loses_what_the_definitions_say(
    monkeypatch: pytest.MonkeyPatch, seed: int, name: str
) -> None:
    data, texts, hierarchies = with_secrets(seed)
    asked, k = CONDITIONS[name], min(2, len(data))
    conditions = [condition for condition, _ in asked]
    found = search.lattice(data, hierarchies, k=k, suppress=0.4, conditions=conditions)
    some = best_codings(found.keys, found.request, 2000)
    weights, safe = [1.0] * len(hierarchies), {}
    for node in nodes(hierarchies):
        stay, large = staying(data, coarsened(texts, hierarchies, node), k, asked)
        expected = slow_node(texts, hierarchies, node, k, weights, stay)
        assert found.suppressed(node) == expected.pop("suppressed")
        assert found.breaking(node) == int((large & ~stay).sum())
        assert (found.smallest_group(node) or 0) == expected.pop("smallest_group")
        assert {one: found.loss(node, one) for one in expected} == pytest.approx(expected, nan_ok=True)
        if (~stay).sum() <= found.request.allowed:
            safe[node] = found.loss(node)
    assert set(map(tuple, found.levels[found.safe].tolist())) == set(safe)
    assert set(found.minimal) == {node for node in safe if not any(below(one, node) for one in safe)}
    least = min(safe.values(), default=math.inf)
    best = {node for node, loss in safe.items() if loss <= least + 1e-10}
    assert set(found.tied) == set(some.tied) == best
    assert set(some.minimal) <= set(found.minimal)
    assert found.complete
    # As if the lattice were too large to prove the optimum.
    monkeypatch.setattr(SOME, "MOST_NODES", 0)
    few = best_codings(found.keys, found.request, 9)
    assert few.optimum is None or few.optimum in safe
    assert few.optimum in best if few.complete and safe else (few.bound or 0.0) <= least + 1e-10
    assert set(few.minimal) <= set(found.minimal)


def below(one: Node, other: Node) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_recipe_leaves_the_file_that_was_promised_and_the_measures_find_it_so(name: str) -> None:
    data, _, hierarchies = with_secrets(9)
    conditions = [condition for condition, _ in CONDITIONS[name]]
    found = search.lattice(data, hierarchies, k=2, suppress=0.9, conditions=conditions)
    keys = tuple(hierarchies)
    assert found.nodes.loc[found.safe, "breaking"].any()
    for node in map(tuple, found.levels[found.safe][:25].tolist()):
        masked = found.recipe(node, seed=1).apply(data)
        assert len(data) - len(masked) == found.suppressed(node)
        headline = HeadlineLoss().assess(data, masked).value("loss")
        assert headline == pytest.approx(found.loss(node, "headline"))
        if not masked.frame["secret"].notna().any():
            continue
        for asked in conditions:
            how = {"keys": keys, "variables": (asked.variable,)}
            if isinstance(asked, search.Closeness):
                distance = TCloseness(**how, ground=asked.ground).assess(data, masked).value("distance")
                assert distance <= asked.t
            elif isinstance(asked, search.EntropyDiversity):
                assert LDiversity(**how).assess(data, masked).value("effective_l") >= asked.l
            elif isinstance(asked, search.DistinctDiversity):
                assert LDiversity(**how).assess(data, masked).value("distinct_l") >= asked.l
            else:
                measure = LDiversity(**how, l=asked.l, c=asked.c)
                assert measure.assess(data, masked).value("share_not_recursive") == 0


def test_where_it_is_proved_finer_codings_are_passed_over() -> None:
    data, _, hierarchies = with_secrets(9, some_missing=False)
    looked = {}
    for name, suppress in (("distinct", 5), ("entropy", 5), ("entropy", 0)):
        conditions = [condition for condition, _ in CONDITIONS[name]]
        found = search.lattice(data, hierarchies, k=2, suppress=suppress, conditions=conditions)
        some = best_codings(found.keys, found.request, 2000)
        assert set(some.tied) == set(found.tied)
        assert set(some.minimal) <= set(found.minimal)
        groups = found.request.conditioned
        assert groups is not None
        looked[name, suppress] = groups.is_monotone(found.request.allowed)
    assert looked == {("distinct", 5): True, ("entropy", 5): False, ("entropy", 0): True}
    with_missing, _, _ = with_secrets(9)
    found = search.lattice(with_missing, hierarchies, k=2, suppress=5, conditions=[DISTINCT[0]])
    assert found.request.conditioned is not None
    # Who has no value stays, until others who break the condition join.
    assert not found.request.conditioned.is_monotone(5)


def test_conditions_that_cannot_be_asked_are_refused() -> None:
    data, _, hierarchies = with_secrets(3)
    with pytest.raises(ParameterError, match="key0 is a key"):
        search.lattice(data, hierarchies, k=1, conditions=sensitivity(2, ["key0"]))
    with pytest.raises(DataError):
        search.lattice(data, hierarchies, k=1, conditions=[search.Closeness(variable="nothing", t=0.1)])
    for kind, wrong in (
        (search.DistinctDiversity, {"l": 0}),
        (search.EntropyDiversity, {"l": 0.5}),
        (search.RecursiveDiversity, {"c": 0, "l": 2}),
        (search.RecursiveDiversity, {"c": 1}),
        (search.Closeness, {"t": 1.5}),
    ):
        with pytest.raises(ParameterError):
            kind(variable="secret", **wrong)
