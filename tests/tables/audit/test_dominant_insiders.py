"""Tests of the insiders from whom a cell needs no protection."""

import numpy as np

from sdcdesk.tables import CellSuppression, PPercent
from sdcdesk.tables.audit.dominant_insiders import dominant_insiders
from sdcdesk.tables.cells.cell_system import CellSystem
from tests.tables.protection.suppression.attackers import disclosed, table_of, tree


def dominated(others: tuple[int, ...]) -> tuple[list[tuple[int, int]], list[int]]:
    """Records of two regions and two sizes, of which the first one makes up nearly all."""
    parts = [((1, 1), (812,)), ((1, 2), others), ((2, 1), (5, 6, 6)), ((2, 2), (7, 8, 8))]
    return [at for at, amounts in parts for _ in amounts], [one for _, amounts in parts for one in amounts]


def test_a_row_that_one_contributor_dominates_can_be_protected() -> None:
    leaves, amounts = dominated((3, 4, 6))
    table = table_of([tree("r", 2), tree("s", 2)], np.array(leaves), np.array(amounts)).sensitive(
        PPercent(10)
    )
    assert dominant_insiders(CellSystem.of(table)).tolist().count(0) == 4, (
        "his own cell, its row, its column and the total"
    )
    safe = CellSuppression().protect(table)
    assert safe.is_hidden.any()
    assert disclosed(safe, safe.is_hidden) == []


def test_who_could_learn_another_ones_part_stays_a_suspect() -> None:
    leaves, amounts = dominated((40,))
    table = table_of([tree("r", 2), tree("s", 2)], np.array(leaves), np.array(amounts)).sensitive(
        PPercent(10)
    )
    found = dominant_insiders(CellSystem.of(table)).reshape(table.shape)
    assert found[1, 0] == -1, "without him the row has one contributor"


def test_nobody_is_spared_where_contributions_are_not_known() -> None:
    leaves, amounts = dominated((3, 4, 6))
    table = table_of([tree("r", 2), tree("s", 2)], np.array(leaves), np.array(amounts))
    assert (dominant_insiders(CellSystem.of(table)) == -1).all(), "no rule"
