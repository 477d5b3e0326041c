"""MDAV in blocks: within a block it is MDAV, and the blocks are neighbours of the sizes promised."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.kernels.grouping import mdav
from sdcdesk.kernels.grouping import mdav_blocks as module
from sdcdesk.kernels.grouping.local_search import improved
from sdcdesk.kernels.grouping.mdav_blocks import blocked_mdav


def same_partition(first: np.ndarray, second: np.ndarray) -> bool:
    pairs = set(zip(first.tolist(), second.tolist(), strict=True))
    return len(pairs) == len(set(first.tolist())) == len(set(second.tolist()))


@pytest.mark.parametrize(("n", "k"), [(2, 1), (7, 2), (40, 3), (301, 5), (300, 7)])
def test_one_block_is_mdav(n: int, k: int) -> None:
    matrix = np.random.default_rng(n).integers(-5, 6, (n, 3)).astype(float)
    assert same_partition(blocked_mdav(matrix, k, max(n, 2 * k), SILENT), mdav(matrix, k, SILENT))


def slow_blocks(matrix: np.ndarray, members: list[int], k: int, block: int) -> list[list[int]]:
    if len(members) <= block:
        return [sorted(members)]
    spreads = [max(matrix[members, j]) - min(matrix[members, j]) for j in range(matrix.shape[1])]
    widest = spreads.index(max(spreads))
    ascending = sorted(members, key=lambda record: (matrix[record, widest], members.index(record)))
    middle = round(len(members) / 2 / k) * k
    return [
        *slow_blocks(matrix, ascending[:middle], k, block),
        *slow_blocks(matrix, ascending[middle:], k, block),
    ]


@pytest.mark.parametrize(("n", "k", "block"), [(100, 3, 12), (257, 2, 30), (500, 10, 20), (64, 1, 2)])
def test_every_block_is_grouped_by_itself(n: int, k: int, block: int) -> None:
    matrix = np.random.default_rng(n).integers(0, 50, (n, 2)).astype(float)
    labels = blocked_mdav(matrix, k, block, SILENT)
    seen: set[int] = set()
    for members in slow_blocks(matrix, list(range(n)), k, block):
        own = labels[members]
        assert same_partition(own, mdav(matrix[members], k, SILENT))
        assert not seen & set(own.tolist())
        seen |= set(own.tolist())
    assert seen == set(range(len(seen)))


@pytest.mark.parametrize("limit", ["VALUES_AT_ONCE", "GAPS_AT_ONCE"])
def test_blocks_that_are_worked_through_one_after_the_other_get_the_same_groups(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    matrix = np.random.default_rng(3).integers(0, 9, (400, 2)).astype(float)
    expected = blocked_mdav(matrix, 3, 30, SILENT)
    monkeypatch.setattr(module, limit, 50)
    np.testing.assert_array_equal(blocked_mdav(matrix, 3, 30, SILENT), expected)


@given(st.data())
def test_groups_hold_k_and_less_than_twice_k_before_and_after_the_search(data: st.DataObject) -> None:
    k = data.draw(st.integers(1, 5))
    values = st.lists(st.integers(0, 6), min_size=2, max_size=2)
    matrix = np.array(data.draw(st.lists(values, min_size=k, max_size=60)), dtype=float)
    labels = blocked_mdav(matrix, k, data.draw(st.integers(2 * k, 4 * k)), SILENT)
    for groups in (labels, improved(matrix, labels, k, SILENT)):
        sizes = np.bincount(groups)
        assert sizes.min() >= k
        assert sizes.max() < 2 * k or len(matrix) < 2 * k


def test_the_input_is_left_alone_and_no_record_gives_no_group() -> None:
    matrix = np.asfortranarray(np.random.default_rng(1).standard_normal((50, 3)))
    before = matrix.copy()
    blocked_mdav(matrix, 3, 10, SILENT)
    np.testing.assert_array_equal(matrix, before)
    assert len(blocked_mdav(np.empty((0, 2)), 3, 10, SILENT)) == 0


def test_fewer_than_k_are_one_group() -> None:
    assert blocked_mdav(np.array([[1.0], [2.0]]), 3, 6, SILENT).tolist() == [0, 0]


def test_blocks_below_two_groups_and_numbers_that_are_missing_are_refused() -> None:
    with pytest.raises(ValueError, match="two groups"):
        blocked_mdav(np.zeros((9, 1)), 3, 5, SILENT)
    with pytest.raises(ValueError, match="finite"):
        blocked_mdav(np.array([[np.nan]]), 1, 2, SILENT)


def test_cancel() -> None:
    with pytest.raises(Cancelled):
        blocked_mdav(np.zeros((9, 1)), 3, 6, Progress(cancelled=lambda: True))
