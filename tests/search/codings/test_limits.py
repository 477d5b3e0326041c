"""Limits on figures of measures: what is found keeps them, as the measure itself says of its file."""

from functools import cache
from importlib import import_module

import pytest

from sdcdesk import risk, search
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import DataError, ParameterError
from tests.search.codings.example_files import drawn_file

SEEDS = (1, 2, 5, 6)

LIMITED = import_module("sdcdesk.search.codings.limited_codings")

AT_MOST = Limit(measure="disclosure_risk", figure="dr_weighted", value=0.12)


@cache
def expected(seed: int) -> dict[tuple[int, ...], float]:
    """Return the loss of all nodes within the threshold whose files keep the limit."""
    data, _, hierarchies = drawn_file(seed)
    found = search.lattice(data, hierarchies, k=2, suppress=0.3)
    measure = risk.DisclosureRisk(keys=list(hierarchies))
    kept = {}
    for node in found.lattice.nodes():
        if found.suppressed(node) <= found.request.allowed:
            value = measure.assess(data, found.recipe(node, seed=1).apply(data)).value("dr_weighted")
            if value is not None and value <= AT_MOST.value:
                kept[node] = found.loss(node)
    return kept


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("every", [True, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_coding_keeps_the_limit(
    monkeypatch: pytest.MonkeyPatch, seed: int, every: bool, whole: bool
) -> None:
    if not every:
        monkeypatch.setattr(LIMITED, "ALL_ASSESSED", 0)
    data, _, hierarchies = drawn_file(seed)
    kept = expected(seed)
    found = search.lattice(data, hierarchies, k=2, suppress=0.3, limits=[AT_MOST], whole=whole)
    assert found.complete
    if not kept:
        assert found.optimum is None
        return
    least = min(kept.values())
    tied = {node for node, loss in kept.items() if loss <= least + 1e-10}
    assert set(found.tied) == tied
    assert found.bound == pytest.approx(least)
    safe = set(map(tuple, found.levels[found.safe].tolist()))
    assert safe <= set(kept)
    minimal = {
        node
        for node in kept
        if not any(other != node and all(a <= b for a, b in zip(other, node, strict=True)) for other in kept)
    }
    assert set(found.minimal) <= minimal
    if whole and every:
        assert safe == set(kept)
        assert set(found.minimal) == minimal


def test_where_too_many_would_be_assessed_the_bound_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    data, _, hierarchies = drawn_file(5)
    monkeypatch.setattr(LIMITED, "MOST_ASSESSED", 1)
    monkeypatch.setattr(LIMITED, "ALL_ASSESSED", 0)
    impossible = AT_MOST.changed(value=0.0)
    found = search.lattice(data, hierarchies, k=1, limits=[impossible], whole=True)
    assert (found.optimum, found.complete) == (None, False)
    assert found.bound is not None


@pytest.mark.parametrize(
    "limit",
    [
        {"measure": "no_measure", "figure": "k", "value": 1.0},
        {"measure": "k_anonymity", "figure": "no_figure", "value": 1.0},
        {"measure": "disclosure_risk", "figure": "dr_weighted", "value": 2.0},
    ],
)
def test_a_limit_that_nothing_can_keep_is_refused(limit: dict[str, object]) -> None:
    data, _, hierarchies = drawn_file(1)
    with pytest.raises(ParameterError) as caught:
        search.lattice(data, hierarchies, k=1, limits=[Limit(**limit)])
    assert caught.value.field == "limits"


@pytest.mark.parametrize("whole", [True, False])
def test_a_measure_that_can_assess_no_file_says_why(whole: bool) -> None:
    data, _, hierarchies = drawn_file(1)
    limit = Limit(measure="t_closeness", figure="distance", value=0.5)
    with pytest.raises(DataError, match="no variable has the role confidential"):
        search.lattice(data, hierarchies, k=2, suppress=0.3, limits=[limit], whole=whole)
