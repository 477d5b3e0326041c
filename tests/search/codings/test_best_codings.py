"""Best codings without looking at all: the same optimum as by all nodes, and bounds that hold."""

import numpy as np
import pandas as pd
import pytest

from sdcdesk import search
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.kernels.lattice import walk
from sdcdesk.search.codings import bounded_search, optimum, some_codings
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.visits import Visits
from tests.search.codings.example_files import drawn_file

SEEDS = range(8)

LOSSES = [
    "loss",
    "loss_geometric",
    "headline",
    "precision",
    "entropy",
    "height",
    "discernibility",
    "class_size",
]


def both(seed: int, loss: str) -> tuple[Codings, Codings]:
    """Return what is found by all nodes, and by as few as prove the optimum."""
    data, _, hierarchies = drawn_file(seed)
    draws = np.random.default_rng(seed)
    asked = {"k": int(draws.integers(1, min(len(data), 5) + 1)), "suppress": int(draws.integers(0, 20))}
    whole = search.lattice(data, hierarchies, loss=loss, whole=True, **asked)
    return whole, search.lattice(data, hierarchies, loss=loss, whole=False, **asked)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_optimum_and_all_tied_nodes_are_those_of_the_whole_lattice(seed: int, loss: str) -> None:
    whole, some = both(seed, loss)
    assert some.complete
    assert (some.optimum, set(some.tied)) == (whole.optimum, set(whole.tied))
    assert some.bound == whole.bound or some.bound == pytest.approx(whole.bound)
    assert set(some.minimal) <= set(whole.minimal)
    same = whole.nodes.merge(some.nodes, on=list(whole.lattice.keys), suffixes=("", "_some"))
    assert len(same) == len(some.levels)
    for name in ("suppressed", "smallest_group", *LOSSES):
        pd.testing.assert_series_equal(same[name], same[f"{name}_some"], check_names=False)


@pytest.mark.parametrize("most", [1, 3, 10, 100_000])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_bound_holds_and_proves_the_optimum_where_visits_suffice(
    monkeypatch: pytest.MonkeyPatch, seed: int, most: int
) -> None:
    data, _, hierarchies = drawn_file(seed)
    asked = {"k": min(3, len(data)), "suppress": 0.1}
    whole = search.lattice(data, hierarchies, whole=True, **asked)
    monkeypatch.setattr(some_codings, "MOST_NODES", 0)
    found = search.lattice(data, hierarchies, whole=False, visits=most, **asked)
    if whole.optimum is None:
        assert (found.optimum, found.complete) == (None, True)
        return
    best = whole.loss(whole.optimum)
    assert found.optimum is not None
    assert found.suppressed(found.optimum) <= found.request.allowed
    assert found.bound is not None
    assert found.bound <= best + 1e-9 <= found.loss(found.optimum) + 2e-9
    if most == 100_000:
        assert found.complete
        assert set(found.tied) == set(whole.tied)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_no_node_loses_less_than_its_bound_by_those_left_out_at_a_coarser_one(seed: int, loss: str) -> None:
    data, _, hierarchies = drawn_file(seed)
    whole = search.lattice(data, hierarchies, k=min(4, len(data)), suppress=1.0, loss=loss, whole=True)
    visits = Visits(whole.keys, whole.request)
    lost = np.nan_to_num(whole.losses[loss], nan=np.inf)
    for place in np.random.default_rng(seed).permutation(len(lost))[:12]:
        nodes, *_ = visits.visit(tuple(whole.levels[place].tolist()))
        for number, node in enumerate(nodes):
            finer = np.flatnonzero((whole.levels <= node).all(axis=1))
            bounds = visits.bounds(whole.levels[finer], number)
            assert (bounds <= lost[finer] + 1e-9).all()
            assert (bounds >= visits.bounds(whole.levels[finer]) - 1e-9).all()


def wide_file() -> tuple[Microdata, dict[str, Hierarchy]]:
    """Return a file of twelve keys with ten levels each: 10^12 nodes."""
    draws = np.random.default_rng(1)
    values = [str(value) for value in range(512)]
    levels = tuple(tuple(str(value >> level) for value in range(512)) for level in range(1, 10))
    hierarchy = Hierarchy(values=tuple(values), levels=levels)
    names = [f"key{key}" for key in range(12)]
    frame = pd.DataFrame({name: draws.integers(0, 512, 200) for name in names})
    return Microdata(frame), dict.fromkeys(names, hierarchy)


def test_a_lattice_of_a_million_millions_is_searched_with_a_bound() -> None:
    data, hierarchies = wide_file()
    told: list[Codings] = []
    found = search.lattice(data, hierarchies, k=3, suppress=0.1, visits=150, so_far=told.append)
    assert found.lattice.size == 10**12
    assert not found.complete
    assert found.optimum is not None
    assert found.bound is not None
    assert 0 <= found.bound <= found.loss(found.optimum)
    masked = found.recipe(found.optimum, seed=1).apply(data)
    assert len(data) - len(masked) == found.suppressed(found.optimum) <= 20
    losses = [one.loss(one.optimum) for one in told if one.optimum is not None]
    assert len(losses) == len(told) > 1
    assert losses == sorted(losses, reverse=True)
    assert all(one.bound is not None and one.bound <= losses[-1] for one in told)


def test_all_nodes_of_such_a_lattice_are_refused_before_anything_is_counted() -> None:
    data, hierarchies = wide_file()
    counted = Progress(listener=lambda *_: pytest.fail("something was counted"))
    with pytest.raises(ParameterError, match=r"The lattice has 1,000,000,000,000 codings"):
        search.lattice(data, hierarchies, k=3, whole=True, progress=counted)


def test_a_walk_through_all_codings_tells_the_best_where_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(walk, "BLOCK", 2)
    data, _, hierarchies = drawn_file(3)
    asked = {"k": 2, "suppress": 0.3, "whole": True}
    whole = search.lattice(data, hierarchies, **asked)
    best = whole.loss(whole.optimum)
    stopped_with = 0
    for steps in range(5, 500, 40):
        told: list[Codings] = []
        left = iter(range(steps))
        stopping = Progress(cancelled=lambda left=left: next(left, None) is None)  # type: ignore[misc]
        try:
            found = search.lattice(data, hierarchies, so_far=told.append, progress=stopping, **asked)
        except Cancelled:
            stopped_with += len(told)
        else:
            assert found.loss(found.optimum) == best
            assert told
        assert len(told) <= 21
        for one in told:
            assert not one.complete
            assert one.optimum is not None
            assert one.bound is not None
            assert one.bound <= best + 1e-12 <= one.loss(one.optimum) + 2e-12
            assert one.suppressed(one.optimum) == whole.suppressed(one.optimum) <= one.request.allowed
        assert [one.loss(one.optimum) for one in told] == sorted(
            (one.loss(one.optimum) for one in told), reverse=True
        )
    assert stopped_with


def test_keys_of_an_earlier_search_are_taken_for_the_same_file_alone() -> None:
    data, _, hierarchies = drawn_file(3)
    first = search.lattice(data, hierarchies, k=2)
    assert search.lattice(data, hierarchies, k=3, coded=first.keys).keys is first.keys
    other, _, others = drawn_file(4)
    asked = {"k": 2, "suppress": 0.2}
    found = search.lattice(other, others, coded=first.keys, **asked)
    assert found.nodes.equals(search.lattice(other, others, **asked).nodes)
    fewer = dict(list(hierarchies.items())[:1])
    assert search.lattice(data, fewer, k=2, coded=first.keys).lattice.keys == tuple(fewer)


@pytest.mark.parametrize("module", [optimum, bounded_search])
def test_a_search_stops_as_soon_as_it_is_asked(monkeypatch: pytest.MonkeyPatch, module: object) -> None:
    data, _, hierarchies = drawn_file(3)
    if module is bounded_search:
        monkeypatch.setattr(some_codings, "MOST_NODES", 0)
    told: list[Codings] = []
    stopping = Progress(cancelled=lambda: bool(told))
    with pytest.raises(Cancelled):
        search.lattice(data, hierarchies, k=2, whole=False, so_far=told.append, progress=stopping)
    assert told[-1].optimum is not None
