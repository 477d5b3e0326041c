"""Intervals of counts of three variables against all tables of whole numbers that agree with them."""

import numpy as np
import pytest

from sdcdesk.tables import CellTable, MinimumFrequency, audited
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.protection.suppression.method import CellSuppression
from tests.tables.attacks.test_intervals import hiding
from tests.tables.protection.suppression.attackers import tree

MOST = 4
"""More than any cell has that no published one bounds; seeds whose intervals go further are left out."""


def counts(shape: tuple[int, ...], seed: int, kind: str = "counts") -> tuple[CellTable, np.ndarray]:
    """A table of few people, and cells that are hidden at random."""
    rng = np.random.default_rng(seed)
    grid = rng.choice([0, 1, 2], size=shape, p=[0.5, 0.4, 0.1])
    for axis in range(3):
        grid = np.concatenate([grid.sum(axis, keepdims=True), grid], axis)
    hidden = (rng.random(grid.shape) < 0.7).ravel()
    hidden[0] = False
    dimensions = [tree(name, size) for name, size in zip("abc", shape, strict=True)]
    table = CellTable(dimensions, grid.ravel(), grid.ravel(), kind=kind)  # type: ignore[arg-type]
    return table, hidden


def every_table(table: CellTable, hidden: np.ndarray) -> np.ndarray:
    """All tables that have the same published numbers, int64 (tables, cells)."""
    cells = list(np.ndindex(table.shape))
    inner = [one for one in cells if all(one)]
    holds = np.array(
        [[all(w in (0, p) for w, p in zip(whole, part, strict=True)) for part in inner] for whole in cells]
    ).astype(int)
    sums, told = holds[~hidden], table.values[~hidden].astype(int)
    found = np.zeros((1, 0), dtype=int)
    for place in range(len(inner)):
        most = min(told[sums[:, place] > 0])  # the total is published
        found = np.concatenate(
            [np.column_stack([found, np.full(len(found), one)]) for one in range(most + 1)]
        )
        partly, ended = found @ sums[:, : place + 1].T, ~sums[:, place + 1 :].any(axis=1)
        found = found[(partly <= told).all(axis=1) & (partly == told)[:, ended].all(axis=1)]
        if len(found) > 40_000:
            return np.empty((0, len(cells)))
    return np.asarray(found @ holds.T)


@pytest.mark.parametrize("shape", [(2, 2, 2), (3, 3, 2)])
def test_some_table_of_counts_has_either_end(shape: tuple[int, ...]) -> None:
    compared = 0
    for seed in range(14):
        table, hidden = counts(shape, seed)
        possible = every_table(table, hidden)[:, hidden]
        if not len(possible):
            continue
        compared += 1
        found = audited(hiding(table, hidden))
        assert found.low.tolist() == possible.min(axis=0).tolist()
        assert found.high.tolist() == possible.max(axis=0).tolist()
    assert compared > 8


def test_counts_are_less_uncertain_than_sums_of_the_same_numbers() -> None:
    """Here no table of counts has the next whole numbers inside the interval of sums."""
    table, hidden = counts((3, 3, 2), 4)
    found = audited(hiding(table, hidden))
    sums = audited(hiding(counts((3, 3, 2), 4, "sums")[0], hidden))
    low, high = np.ceil(sums.low - 1e-6), np.floor(sums.high + 1e-6)
    assert ((found.low > low) | (found.high < high)).any()
    assert found.low.tolist() == every_table(table, hidden)[:, hidden].min(axis=0).tolist()


@pytest.mark.parametrize("seed", [0, 3])
def test_suppression_of_counts_leaves_other_counts_possible(seed: int) -> None:
    table, _ = counts((3, 3, 2), seed)
    safe = CellSuppression().protect(table.sensitive(MinimumFrequency(2)))
    possible = every_table(safe, safe.is_hidden)
    assert len(possible)
    sensitive = possible[:, safe.is_sensitive]
    assert safe.is_sensitive.any()
    assert (sensitive.min(axis=0) < sensitive.max(axis=0)).all()
    assert audited(safe).is_passed


def test_counts_beside_sums_stay_whole_numbers() -> None:
    """Tables of two subjects are audited together: what is known of each is its own."""
    dimensions = [tree("a", 3)]
    people = CellTable(
        dimensions, np.array([5.0, 2, 2, 1]), np.array([5, 2, 2, 1]), kind="counts", subject="people"
    )
    sales = CellTable(dimensions, np.array([5.5, 2.2, 2.2, 1.1]), subject="sales")
    weighted = CellTable(dimensions, np.array([5.5, 2.5, 2, 1]), kind="counts", subject="weighted")
    system = CellSystem.of(people, sales, weighted)
    assert [system.integer[own].all() for own in system.cells] == [True, False, False]
    assert not system.integer[system.cells[2]].any()
    assert system.restricted(np.array([1, 5])).integer.tolist() == [True, False]
    judged = people.sensitive(MinimumFrequency(3))
    hidden = np.array([False, True, True, False])
    found = audited(hiding(judged, hidden), hiding(sales, hidden))
    assert found.high.tolist() == [4.0, 4.0, 4.4, 4.4]
