"""Intervals of hidden cells against another solver, and against all tables that there are."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.kernels.linear_program import LinearProgram, Solution
from sdcdesk.tables import CellTable, MinimumFrequency, audited, build
from sdcdesk.tables.attacks.attacks import successful_attacks
from sdcdesk.tables.attacks.intervals import HiddenCells, feasibility_intervals
from sdcdesk.tables.attacks.requirements import Requirements
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.released import Released
from tests.tables.protection.suppression.attackers import interval, table_of, tables, tree

SEEDS = st.integers(0, 2**32)


def hiding(table: CellTable, hidden: np.ndarray) -> CellTable:
    values = np.where(hidden, np.nan, table.values)
    return table.with_released(Released(values, hidden & ~table.is_sensitive))


@settings(max_examples=20, deadline=None)
@given(table=tables(), seed=SEEDS)
def test_they_are_those_of_another_solver(table: CellTable, seed: int) -> None:
    hidden = np.random.default_rng(seed).random(len(table)) < 0.4
    found = audited(hiding(table, hidden))
    assert found.cells.tolist() == np.flatnonzero(hidden).tolist()
    for place, cell in enumerate(found.cells.tolist()):
        expected = interval(table, hidden, cell)
        assert (found.low[place], found.high[place]) == pytest.approx(expected, abs=1e-6)


def test_counts_of_two_variables_reach_both_ends_of_their_intervals() -> None:
    inner = np.array([[2, 0, 1], [1, 3, 1], [0, 1, 2]])
    grid = _with_totals(inner)
    hidden = np.zeros((4, 4), dtype=bool)
    hidden[1:3, 1:3] = hidden[1, 0] = hidden[0, 2] = True
    hidden = hidden.ravel()
    table = CellTable([tree("a", 3), tree("b", 3)], grid.ravel(), kind="counts")
    found = audited(hiding(table, hidden))
    possible = []
    for tried in product(range(9), repeat=4):
        other = inner.copy()
        other[:2, :2] = np.reshape(tried, (2, 2))
        values = _with_totals(other).ravel()
        if (values == table.values)[~hidden].all():
            possible.append(values)
    assert len(possible) > 2
    assert found.low.tolist() == np.min(possible, axis=0)[hidden].tolist()
    assert found.high.tolist() == np.max(possible, axis=0)[hidden].tolist()


def _with_totals(inner: np.ndarray) -> np.ndarray:
    columns = np.vstack([inner.sum(axis=0), inner])
    return np.column_stack([columns.sum(axis=1), columns])


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e5, 1e8, 1e12])
def test_large_and_small_values_have_the_same_intervals_in_other_units(size: float) -> None:
    rng = np.random.default_rng(2)
    dimensions = [tree("a", 6), tree("b", 6)]
    leaves = np.array(list(product(range(1, 7), repeat=2)))
    amounts = np.round(rng.lognormal(0, 2, 36), 3)
    hidden = rng.random(49) < 0.4
    base = audited(hiding(table_of(dimensions, leaves, amounts), hidden))
    found = audited(hiding(table_of(dimensions, leaves, amounts * size), hidden))
    assert found.low / size == pytest.approx(base.low, rel=1e-6, abs=1e-6)
    assert found.high / size == pytest.approx(base.high, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 8, 9, 10])
def test_small_cells_beside_very_large_ones_are_known_where_sums_tell_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    leaves = np.array(list(product(range(1, 7), repeat=2)))
    table = table_of([tree("a", 6), tree("b", 6)], leaves, np.round(10 ** rng.uniform(0, 10, 36), 1))
    found = audited(hiding(table, rng.random(49) < 0.35))
    values = table.values[found.cells]
    _, sizes, directions = np.linalg.svd(table.relations.matrix.toarray()[:, found.cells].astype(float))
    free = directions[(sizes > 1e-9).sum() :]
    told = (np.abs(free) < 1e-9).all(axis=0)  # no movement that keeps all sums moves them
    assert told.any()
    assert found.known[told].all()
    assert (found.low <= values * (1 + 1e-9)).all()
    assert (found.high >= values * (1 - 1e-9)).all()


def test_ends_keep_the_digits_that_published_numbers_have() -> None:
    inner = np.array([[1e9 + 0.5, 3.25], [0.01, 1e6 + 0.02]])
    table = CellTable([tree("a", 2), tree("b", 2)], _with_totals(inner).ravel(), kind="sums")
    hidden = np.zeros((3, 3), dtype=bool)
    hidden[1:, 1:] = hidden[0, 0] = True
    found = audited(hiding(table, hidden.ravel()))
    # The total is the sum of its rows; around the other four 0.01 moves one way, 3.25 the other.
    assert found.low.tolist() == [1001000003.78, 1e9 + 0.5 - 1e6 - 0.02, 3.24, 0.0, 0.0]
    assert found.high.tolist() == [1001000003.78, 1e9 + 0.51, 1000003.27, 1000000.03, 1000000.03]


@pytest.mark.parametrize("huge", [1e9, 1e12, 1e13])
def test_values_lie_in_their_intervals_whatever_stands_beside_them(huge: float) -> None:
    inner = np.array([[huge + 0.25, 2.5, 1.0], [2.5, huge, 0.75], [1.25, 0.5, huge]])
    table = CellTable([tree("a", 3), tree("b", 3)], _with_totals(inner).ravel(), kind="sums")
    for seed in range(8):
        hidden = np.random.default_rng(seed).random(len(table)) < 0.5
        found = audited(hiding(table, hidden))
        assert (found.low <= table.values[hidden]).all()
        assert (table.values[hidden] <= found.high).all()


def test_nothing_bounds_values_that_may_be_negative() -> None:
    table = table_of([tree("a", 3)], np.array([[1], [2], [3]]), np.array([5.0, -2.0, 9.0]))
    found = audited(hiding(table, np.array([False, True, True, False])))
    assert (found.low == -np.inf).all()
    assert (found.high == np.inf).all()
    alone = audited(hiding(table, np.array([False, True, False, False])))
    assert (alone.low.tolist(), alone.high.tolist()) == ([5.0], [5.0])
    assert alone.known.all()


def test_only_wanted_intervals_are_found_and_it_stops_when_asked() -> None:
    table = table_of([tree("a", 2, 2)], np.array([[2], [3], [5], [6]]), np.array([5.0, 2.0, 9.0, 4.0]))
    system = CellSystem.of(table)
    hidden = np.array([False, False, True, True, False, True, True])
    known = system.values, hidden, system.lowest, system.highest, system.integer
    concealed = HiddenCells.of(system.relations, *known)
    assert len(concealed.parts()) == 2
    low, high = feasibility_intervals(concealed, np.array([True, False, False, False]))
    assert (low[0], high[0]) == (0.0, 7.0)
    assert np.isnan([*low[1:], *high[1:]]).all()
    with pytest.raises(Cancelled):
        feasibility_intervals(concealed, progress=Progress(cancelled=lambda: True))
    with pytest.raises(Cancelled):
        audited(hiding(table, hidden), progress=Progress(cancelled=lambda: True))


def test_it_stops_within_a_cell_that_many_people_could_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [str(one) for one in range(6)]
    people = pd.DataFrame(
        {"row": np.repeat(names, 6), "column": np.tile(names, 6), "v": np.arange(1.0, 37.0)}
    )
    table = build(Microdata(people), rows=["row"], columns=["column"], value="v")
    solved, minimise = [], LinearProgram.minimise

    def stopped(program: LinearProgram, *_args: object, **_named: object) -> Solution:
        solved.append(program)
        return replace(minimise(program), status="stopped")

    monkeypatch.setattr(LinearProgram, "minimise", stopped)
    system = CellSystem.of(table.sensitive(MinimumFrequency(3)))
    needs, asked = Requirements.of(system), Progress(cancelled=lambda: bool(solved))
    with pytest.raises(Cancelled):
        successful_attacks(system, needs.sensitive, needs, asked)
    assert len(solved) < 10, "each of the 36 people would have been tried on the first cell"
