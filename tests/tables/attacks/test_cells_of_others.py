"""Tests of what rules ask for cells without their largest contributors."""

import numpy as np
import pytest

from sdcdesk.tables import CellSuppression, MinimumFrequency, PPercent
from sdcdesk.tables.attacks.cells_of_others import CellsOfOthers
from sdcdesk.tables.attacks.requirements import Requirements
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
    found = CellsOfOthers.of(CellSystem.of(table)).safe.reshape(table.shape)
    assert found[:2, :2].all(), "his own cell, its row, its column and the total"
    safe = CellSuppression().protect(table)
    assert safe.is_hidden.any()
    assert disclosed(safe, safe.is_hidden) == []


def test_who_could_learn_another_ones_part_is_kept_from_it() -> None:
    leaves, amounts = dominated((40,))
    table = table_of([tree("r", 2), tree("s", 2)], np.array(leaves), np.array(amounts)).sensitive(
        PPercent(10)
    )
    system = CellSystem.of(table)
    row = table.place_of(["0", "Total"])
    assert not CellsOfOthers.of(system).safe[row], "without him the row has one contributor"
    needs = Requirements.of(system)
    largest, other = (needs.contributors.attacker(who) for who in (0, 1))
    assert needs.against(system, row, largest) == pytest.approx((4, 4, 0)), "10 % of 40"
    assert needs.against(system, row, other) == pytest.approx((81.2, 81.2, 0)), "10 % of 812"


def test_a_cell_of_two_is_no_more_uncertain_below_than_each_ones_own_part() -> None:
    amounts = np.array([90.0, 10, 50, 40, 30])
    table = table_of([tree("a", 2)], np.array([[1], [1], [2], [2], [2]]), amounts)
    system = CellSystem.of(table.sensitive(MinimumFrequency(3, 100)))
    needs, cell = Requirements.of(system), 1
    assert needs.against(system, cell, needs.contributors.attacker(0)) == (10, 10, 0)
    assert needs.against(system, cell, needs.contributors.attacker(1)) == (90, 100, 0)
    assert needs.against(system, cell, needs.contributors.attacker(2)) == (100, 100, 0)


def test_nothing_is_asked_of_others_where_there_is_no_rule() -> None:
    leaves, amounts = dominated((3, 4, 6))
    table = table_of([tree("r", 2), tree("s", 2)], np.array(leaves), np.array(amounts))
    found = CellsOfOthers.of(CellSystem.of(table))
    assert not found.safe.any()
    assert not found.upper.any()
