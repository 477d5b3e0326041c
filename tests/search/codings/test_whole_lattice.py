"""Whole lattice: every node as a slow count from the rows finds it, and as its recipe makes the file."""

from functools import cache

import numpy as np
import pandas as pd
import pytest

from sdcdesk import loss, search
from sdcdesk.search.codings.coding_losses import LOSSES
from sdcdesk.search.codings.codings import Codings
from tests.search.codings.example_files import drawn_file
from tests.search.codings.slow_lattice import coarsened, nodes, slow_minimal, slow_node

SEEDS = range(16)


@cache
def searched(seed: int) -> tuple[Codings, dict[tuple[int, ...], dict[str, float]]]:
    """Return what is found of an example file, and what the slow count finds of each node."""
    data, texts, hierarchies = drawn_file(seed)
    draws = np.random.default_rng(seed)
    k = int(draws.integers(1, min(len(data), 6) + 1))
    weights = {name: float(draws.integers(0, 4)) for name in hierarchies} | {"key0": 1.5}
    found = search.lattice(data, hierarchies, k=k, suppress=float(draws.integers(0, 5)) / 10, weights=weights)
    slow = {node: slow_node(texts, hierarchies, node, k, [*weights.values()]) for node in nodes(hierarchies)}
    return found, slow


@pytest.mark.parametrize("seed", SEEDS)
def test_every_figure_of_every_node_is_that_of_a_slow_count(seed: int) -> None:
    found, slow = searched(seed)
    assert found.complete
    table = found.nodes
    assert list(zip(*(table[name] for name in found.lattice.keys), strict=True)) == list(slow)
    for name in next(iter(slow.values())):
        expected = np.array([figures[name] for figures in slow.values()])
        got = table[name].astype("Float64").fillna(0 if name == "smallest_group" else np.nan)
        assert got.to_numpy(np.float64, na_value=np.nan) == pytest.approx(expected, abs=1e-11, nan_ok=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_optimum_the_minimal_nodes_and_ties_are_those_of_all_nodes(seed: int) -> None:
    found, slow = searched(seed)
    allowed = found.request.allowed
    safe = {node: figures["loss"] for node, figures in slow.items() if figures["suppressed"] <= allowed}
    assert set(found.minimal) == slow_minimal({n: one["suppressed"] for n, one in slow.items()}, allowed)
    if not safe:
        assert (found.optimum, found.tied, found.pareto, found.bound) == (None, (), (), None)
        return
    least = min(safe.values())
    tied = [node for node, lost in safe.items() if lost <= least + 1e-10]
    assert set(found.tied) == set(tied)
    assert found.optimum == min(tied, key=lambda node: (sum(node), node))
    assert found.bound == pytest.approx(least)
    front = {
        node
        for node, lost in safe.items()
        if not any(
            (slow[other]["suppressed"] <= slow[node]["suppressed"] and less < lost - 1e-10)
            or (slow[other]["suppressed"] < slow[node]["suppressed"] and less <= lost + 1e-10)
            for other, less in safe.items()
        )
    }
    assert set(found.pareto) == front


@pytest.mark.parametrize("seed", SEEDS)
def test_records_left_out_never_become_more_where_a_key_is_coarsened(seed: int) -> None:
    found, slow = searched(seed)
    for node, figures in slow.items():
        assert found.suppressed(node) == figures["suppressed"]
        assert all(
            found.suppressed(coarser) <= found.suppressed(node) for coarser in found.lattice.coarser(node)
        )


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_the_recipe_of_a_node_makes_the_file_of_its_figures(seed: int) -> None:
    data, texts, hierarchies = drawn_file(seed)
    found, slow = searched(seed)
    for node, figures in list(slow.items())[:: max(len(slow) // 12, 1)]:
        masked = found.recipe(node, seed=1).apply(data)
        assert len(data) - len(masked) == figures["suppressed"]
        keys = list(hierarchies)
        sizes = masked.frame.groupby(keys, dropna=False).size()
        assert (int(sizes.min()) if len(masked) else 0) == figures["smallest_group"]
        labels = coarsened(texts, hierarchies, node).iloc[masked.rows].reset_index(drop=True)
        for name in keys:
            released = masked.frame[name].astype("str").where(masked.frame[name].notna())
            pd.testing.assert_series_equal(released, labels[name], check_dtype=False, check_names=False)


@pytest.mark.parametrize("seed", SEEDS[:6])
def test_the_headline_loss_of_a_node_is_that_of_its_file(seed: int) -> None:
    data, _, hierarchies = drawn_file(seed)
    found = search.lattice(data, hierarchies, k=min(3, len(data)), suppress=1.0)
    for node in list(nodes(hierarchies))[::5]:
        masked = found.recipe(node, seed=1).apply(data)
        assessed = loss.HeadlineLoss().assess(data, masked).value("loss")
        assert found.loss(node, "headline") == pytest.approx(assessed, abs=1e-9)


def test_every_loss_has_a_column() -> None:
    data, _, hierarchies = drawn_file(3)
    found = search.lattice(data, hierarchies, k=1)
    assert set(LOSSES) < set(found.nodes.columns)
    assert all(meaning.endswith(".") for meaning in (one.meaning for one in LOSSES.values()))
