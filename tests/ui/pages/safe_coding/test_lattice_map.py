from itertools import product

import pytest

from ui.pages.safe_coding.lattice_map import LatticeMap

HEIGHTS = [(1,), (3, 2, 1), (0, 2), (1, 1, 1, 1, 1)]


@pytest.mark.parametrize("heights", HEIGHTS)
def test_columns_hold_every_coding_once_by_its_steps(heights: tuple[int, ...]) -> None:
    found = LatticeMap(heights)
    nodes = list(product(*(range(height + 1) for height in heights)))
    assert sorted(node for column in found.columns for node in column) == sorted(nodes)
    assert all(sum(node) == place for place, column in enumerate(found.columns) for node in column)
    assert found.size == len(nodes)
    assert found.highest == max(sum(sum(node) == n for node in nodes) for n in range(sum(heights) + 1))


@pytest.mark.parametrize("heights", HEIGHTS)
def test_lines_join_codings_that_are_one_step_apart(heights: tuple[int, ...]) -> None:
    nodes = list(product(*(range(height + 1) for height in heights)))
    apart = [
        (one, other)
        for one, other in product(nodes, nodes)
        if sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1 and sum(one) < sum(other)
    ]
    assert sorted(LatticeMap(heights).edges) == sorted(apart)


def test_columns_stand_in_the_middle_and_the_first_variables_come_first() -> None:
    found = LatticeMap((3, 2, 1))
    assert found.columns[1] == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert [found.place(node) for node in found.columns[1]] == [(1, -1.0), (1, 0.0), (1, 1.0)]
    assert found.place((0, 0, 0)) == (0, 0.0)
    assert [found.place(node)[1] for node in found.columns[2]] == [-2.0, -1.0, 0.0, 1.0, 2.0]


@pytest.mark.parametrize("heights", HEIGHTS)
def test_arrows_go_along_lines_and_within_columns(heights: tuple[int, ...]) -> None:
    found = LatticeMap(heights)
    for column in found.columns:
        for row, node in enumerate(column):
            right, left = found.neighbour(node, "coarser"), found.neighbour(node, "finer")
            assert right == node == found.columns[-1][0] or (node, right) in found.edges
            assert left == node == found.columns[0][0] or (left, node) in found.edges
            assert found.neighbour(node, "below") == column[min(row + 1, len(column) - 1)]
            assert found.neighbour(node, "above") == column[max(row - 1, 0)]


def test_columns_have_titles() -> None:
    found = LatticeMap((3, 1))
    titles = [found.column_title(column) for column in range(len(found.columns))]
    assert titles == ["original", "1 step coarser", "2 steps", "3 steps", "coarsest"]
