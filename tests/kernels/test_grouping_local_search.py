"""Local search: every change saves what it says, the loss never rises, and groups keep their sizes."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import fixed_groups, mdav, sum_of_squares_total, sum_of_squares_within
from sdcdesk.kernels.grouping.group_changes import dissolutions, exchanges, moves
from sdcdesk.kernels.grouping.group_state import NOTHING, Changes, Groups
from sdcdesk.kernels.grouping.local_search import improved


def loss(matrix: np.ndarray, labels: np.ndarray) -> float:
    return sum(
        ((matrix[labels == group] - matrix[labels == group].mean(axis=0)) ** 2).sum()
        for group in np.unique(labels)
    )


def draw_groups(data: st.DataObject, k: int, columns: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Return records and groups of k to 2k − 1 of them."""
    sizes = data.draw(st.lists(st.integers(k, 2 * k - 1), min_size=2, max_size=8))
    rows = st.lists(st.integers(-20, 20), min_size=columns, max_size=columns)
    matrix = data.draw(st.lists(rows, min_size=sum(sizes), max_size=sum(sizes)))
    labels = data.draw(st.permutations(np.repeat(np.arange(len(sizes)), sizes).tolist()))
    return np.array(matrix, dtype=float), np.array(labels)


def after(labels: np.ndarray, changes: Changes, row: int) -> np.ndarray:
    changed = labels.copy()
    moved = changes.records[row][changes.records[row] != NOTHING]
    changed[moved] = changes.targets[row][changes.targets[row] != NOTHING]
    return changed


@given(st.data())
def test_each_change_saves_what_it_says(data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 4))
    matrix, labels = draw_groups(data, k)
    groups = Groups(matrix, labels, 2 * k - 1)
    every = np.arange(len(labels))
    beside = np.tile(np.arange(labels.max() + 1), (len(labels), 1))
    found = [dissolutions(groups, np.arange(labels.max() + 1), beside, k)]
    for group in range(labels.max() + 1):
        going = every[labels != group]
        target = np.full(len(going), group)
        there = groups.apart(going, target)
        found += [moves(groups, going, target, there, k), exchanges(groups, going, target, there)]
    for changes in found:
        for row, saving in enumerate(changes.savings):
            changed = after(labels, changes, row)
            assert saving == pytest.approx(loss(matrix, labels) - loss(matrix, changed), abs=1e-8)
            sizes = np.bincount(changed)
            assert (sizes[sizes > 0] >= k).all()
            assert (sizes < 2 * k).all()


@given(st.data())
def test_savings_of_changes_that_are_made_together_add_up(data: st.DataObject) -> None:
    k = data.draw(st.integers(2, 3))
    matrix, labels = draw_groups(data, k)
    groups = Groups(matrix, labels, 2 * k - 1)
    every, target = np.arange(len(labels)), (labels + 1) % (labels.max() + 1)
    changes = exchanges(groups, every, target, groups.apart(every, target))
    rows = sorted(range(len(changes.savings)), key=lambda row: -changes.savings[row])
    touched: set[int] = set()
    expected, saved = labels.copy(), 0.0
    for row in rows:
        own = {int(labels[record]) for record in changes.records[row]}
        if not own & touched:
            expected, saved = after(expected, changes, row), saved + changes.savings[row]
        touched |= own
    groups.make(changes)
    np.testing.assert_array_equal(groups.labels, expected)
    assert groups.loss() == pytest.approx(loss(matrix, labels) - saved, abs=1e-8)
    assert groups.loss() == pytest.approx(loss(matrix, expected), abs=1e-8)


@given(st.data())
def test_the_loss_never_rises(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 4))
    matrix, labels = draw_groups(data, k)
    given_labels = labels.copy()
    new = improved(matrix, labels, k, SILENT)
    assert loss(matrix, new) <= loss(matrix, labels) + 1e-9
    assert set(new.tolist()) == set(range(new.max() + 1))
    assert np.bincount(new).min() >= k
    assert np.bincount(new).max() < 2 * k
    np.testing.assert_array_equal(labels, given_labels)


def test_two_clumps_that_were_mixed_are_found() -> None:
    matrix = np.array([[0.0], [10.0], [0.1], [10.1], [0.2], [10.2]])
    assert improved(matrix, np.array([0, 0, 0, 1, 1, 1]), 3, SILENT).tolist() in (
        [0, 1, 0, 1, 0, 1],
        [1, 0, 1, 0, 1, 0],
    )


def test_a_group_between_others_dissolves() -> None:
    # Each of the pair in the middle belongs to its own side, where there is room.
    matrix = np.array([[0.0], [0.1], [0.2], [9.8], [9.9], [10.0]])
    new = improved(matrix, np.array([0, 0, 1, 1, 2, 2]), 2, SILENT)
    assert new.tolist() in ([0, 0, 0, 1, 1, 1], [1, 1, 1, 0, 0, 0])


def test_groups_that_are_larger_from_the_start_are_taken_and_take_no_more() -> None:
    matrix = np.array([[0.0], [0.1], [0.2], [9.2], [0.4], [9.0], [9.1], [0.5]])
    new = improved(matrix, np.array([0, 0, 0, 0, 0, 1, 1, 1]), 2, SILENT)
    assert new.tolist() == [0, 0, 0, 1, 0, 1, 1, 0]


@pytest.mark.parametrize("labels", [[], [0, 0, 0]])
def test_what_has_no_neighbours_stays(labels: list[int]) -> None:
    matrix = np.arange(2 * len(labels), dtype=float).reshape(-1, 2)
    assert improved(matrix, np.array(labels, dtype=np.int64), 2, SILENT).tolist() == labels


def test_the_same_groups_every_time() -> None:
    matrix = np.random.default_rng(3).standard_normal((400, 3))
    start = mdav(matrix, 3, SILENT)
    first, second = (improved(matrix, start, 3, SILENT) for _ in range(2))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize(("k", "most"), [(3, 5.3), (4, 6.9), (5, 8.2), (10, 12.5)])
def test_less_is_lost_on_census_than_by_mdav(shared_data, k: int, most: float) -> None:
    census = pd.read_csv(shared_data / "census-casc.csv").to_numpy(dtype=float)
    scores = (census - census.mean(axis=0)) / census.std(axis=0)
    new = improved(scores, mdav(scores, k, SILENT), k, SILENT)
    assert 100 * sum_of_squares_within(scores, new) / sum_of_squares_total(scores) <= most


def test_cancel() -> None:
    matrix = np.random.default_rng(3).standard_normal((40, 3))
    with pytest.raises(Cancelled):
        improved(matrix, fixed_groups(40, 3), 3, Progress(cancelled=lambda: True))
