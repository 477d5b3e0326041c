"""Kernels of a lattice: whichever way nodes are reached, their figures are those of single counts."""

import numpy as np
import pytest

from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.lattice import head_and_tail, key_parts, node_visits, tail_rows
from sdcdesk.kernels.lattice import walk as walking
from sdcdesk.kernels.lattice.head_and_tail import split
from sdcdesk.kernels.lattice.key_levels import KeyLevels, distinct_keys, level_digits
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures
from sdcdesk.kernels.lattice.node_groups import group_sizes, node_labels
from sdcdesk.kernels.lattice.node_visits import NodeVisits
from sdcdesk.kernels.lattice.packed_cells import PackedCells
from sdcdesk.kernels.lattice.walk import walk

SEEDS = range(6)


def drawn_keys(seed: int) -> tuple[KeyLevels, Amounts]:
    """Return keys with levels of random labels, records of very different numbers, and whole amounts."""
    draws = np.random.default_rng(seed)
    columns, digits = [], []
    records = int(draws.integers(1, 300))
    for _ in range(int(draws.integers(1, 6))):
        size = int(draws.integers(1, 9))
        labels = [draws.permutation(size)]
        for _ in range(int(draws.integers(0, 3))):
            labels.append(labels[-1] // int(draws.integers(1, 4)))
        order, own = level_digits(labels)
        assert all((np.diff(level) >= 0).all() for level in own)
        assert sorted(order.tolist()) == list(range(size))
        digits.append(own)
        columns.append(draws.integers(0, size, records))
    counts = draws.integers(1, 2 ** int(draws.integers(1, 36)), records)
    keys = distinct_keys(columns, counts, digits)

    def of_labels(own: np.ndarray) -> np.ndarray:
        amounts = draws.integers(0, 9, own.shape).astype(np.float64)
        return np.take_along_axis(amounts, own, axis=1)

    own = tuple(of_labels(one) for one in digits)
    joint = tuple(np.array([of_labels(one) for _ in range(2)]) for one in digits)
    return keys, Amounts(own, joint)


def one_by_one(keys: KeyLevels, k: int, amounts: Amounts) -> NodeFigures:
    nodes = list(np.ndindex(keys.shape))
    figures = NodeFigures.empty(len(nodes), amounts)
    for place, node in enumerate(nodes):
        labels, groups = node_labels(keys, node)
        sizes = group_sizes(labels, groups, keys.counts)
        out = sizes < k
        kept = sizes[~out]
        figures.suppressed[place] = sizes[out].sum()
        figures.smallest[place] = min(kept, default=0)
        figures.classes[place] = len(kept)
        figures.squares[place] = np.square(kept.astype(np.float64)).sum()
        gone = out[labels]
        for key, (codes, level) in enumerate(zip(keys.codes, node, strict=True)):
            own, joint = amounts.own[key][level], amounts.joint[key][:, level]
            records = np.bincount(codes[gone], keys.counts[gone], len(own))
            figures.own[place, key] = own @ records
            figures.joint[place] += joint @ records
    return figures


def assert_same(found: NodeFigures, expected: NodeFigures) -> None:
    for name in ("suppressed", "smallest", "classes", "own", "joint"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name), err_msg=name)
    np.testing.assert_allclose(found.squares, expected.squares, rtol=1e-12)


def wanted(keys: KeyLevels) -> int:
    """Return a size that some groups have and others do not."""
    return int(np.median(keys.counts)) + 1


@pytest.mark.parametrize("values", [1, 20, 1 << 13])
@pytest.mark.parametrize("cells", [1, 6, 40])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_finds_what_single_counts_find(
    monkeypatch: pytest.MonkeyPatch, seed: int, cells: int, values: int
) -> None:
    monkeypatch.setattr(head_and_tail, "CELLS", cells)
    monkeypatch.setattr(key_parts, "VALUES", values)
    monkeypatch.setattr(tail_rows, "LARGEST", 64)
    keys, amounts = drawn_keys(seed)
    assert_same(walk(keys, wanted(keys), amounts), one_by_one(keys, wanted(keys), amounts))


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_of_too_many_combinations_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    keys, amounts = drawn_keys(seed)
    expected = one_by_one(keys, wanted(keys), amounts)
    monkeypatch.setattr(walking, "LARGEST_KEY", 1)
    assert_same(walk(keys, wanted(keys), amounts), expected)


@pytest.mark.parametrize("values", [1, 20, 1 << 13])
@pytest.mark.parametrize("rows", [1, 10**9])
@pytest.mark.parametrize("seed", SEEDS)
def test_visits_in_any_order_find_what_single_counts_find(
    monkeypatch: pytest.MonkeyPatch, seed: int, rows: int, values: int
) -> None:
    monkeypatch.setattr(node_visits, "MOST_ROWS", rows)
    monkeypatch.setattr(key_parts, "VALUES", values)
    monkeypatch.setattr(key_parts, "MOST_NUMBERS", rows)
    keys, amounts = drawn_keys(seed)
    expected = one_by_one(keys, wanted(keys), amounts)
    visits, nodes = NodeVisits(split(keys, amounts), wanted(keys)), list(np.ndindex(keys.shape))
    for place in np.random.default_rng(seed).permutation(len(nodes))[:40]:
        found, figures = visits.visit(nodes[place])
        assert list(nodes[place]) in found.tolist()
        places = np.ravel_multi_index(tuple(found.T), keys.shape)
        assert_same(figures, expected.take(places))


@pytest.mark.parametrize("most", [1, 3, 1000, 2**20, 2**40])
def test_packed_cells_hold_their_counts_and_sums(most: int) -> None:
    draws = np.random.default_rng(most)
    table = draws.integers(0, most, (5, 12)).astype(np.float64)
    packed = PackedCells.packed(table, int(table.sum()))
    np.testing.assert_array_equal(packed.unpacked(), table)
    np.testing.assert_array_equal(packed.totals(), table.sum(axis=0))
    starts = np.array([0, 1, 5])
    np.testing.assert_array_equal(packed.added(starts).unpacked(), np.add.reduceat(table, starts, axis=1))
    order = np.array([3, 0, 3])
    np.testing.assert_array_equal(packed.take(order).unpacked(), table[:, order])


def test_a_walk_stops_as_soon_as_it_is_asked() -> None:
    keys, amounts = drawn_keys(1)
    asked: list[float] = []
    stopping = Progress(lambda done, _: asked.append(done), lambda: len(asked) == 2)
    with pytest.raises(Cancelled):
        walk(keys, 2, amounts, stopping)
    assert len(asked) == 2


@pytest.mark.parametrize("keys", [1, 3])
def test_keys_of_one_value_are_one_group_at_every_node(keys: int) -> None:
    digits = [np.zeros((2, 1), dtype=np.int32)] * keys
    found = distinct_keys([np.zeros(4, dtype=np.int64)] * keys, np.ones(4, dtype=np.int64), digits)
    amounts = Amounts(tuple(np.ones((2, 1)) for _ in digits), tuple(np.ones((1, 2, 1)) for _ in digits))
    for k, gone in ((4, 0), (5, 4)):
        assert walk(found, k, amounts).suppressed.tolist() == [gone] * 2**keys
        assert NodeVisits(split(found, amounts), k).visit((0,) * keys)[1].suppressed.tolist()[0] == gone
