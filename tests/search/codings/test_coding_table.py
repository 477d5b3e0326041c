import numpy as np
import pytest

from sdcdesk.search.codings.coding_table import CodingTable


@pytest.fixture
def table() -> CodingTable:
    """All codings of two variables with figures drawn by a fixed seed, many of them equal."""
    draw = np.random.default_rng(24)
    levels = np.indices((4, 5)).reshape(2, -1).T
    left_out, smallest = draw.integers(0, 4, 20), draw.integers(0, 3, 20)
    loss, meets = draw.integers(0, 5, 20) / 5, draw.random(20) < 0.6
    finest, front = meets & (draw.random(20) < 0.4), meets & (draw.random(20) < 0.5)
    best = finest & (loss == loss[finest].min())
    breaking = left_out // 2
    return CodingTable(levels, left_out, breaking, smallest, loss, meets, finest, front, best)


def usual(table: CodingTable) -> list[int]:
    """Sort one coding after the other, as an obvious second way."""

    def key(place: int) -> tuple[object, ...]:
        rank = 0 if table.finest[place] else 1 if table.front[place] else 2 if table.meets[place] else 3
        node = table.node(place)
        return rank, table.loss[place], sum(node), node

    return sorted(range(len(table)), key=key)


def test_the_finest_come_first_then_the_front_then_others_that_meet_the_condition(table: CodingTable) -> None:
    assert table.usual_order.tolist() == usual(table)


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("column", ["coding", "left_out", "smallest", "loss"])
def test_equal_codings_stay_in_the_usual_order(table: CodingTable, column: str, ascending: bool) -> None:
    values = table.levels.sum(axis=1) if column == "coding" else getattr(table, column)
    wanted = sorted(usual(table), key=lambda place: values[place] if ascending else -values[place])
    assert table.order(column, ascending=ascending).tolist() == wanted


def test_codings_are_filtered_by_levels_and_found(table: CodingTable) -> None:
    kept = np.flatnonzero(table.with_levels({1: 3}))
    assert {table.node(place) for place in kept} == {(level, 3) for level in range(4)}
    assert table.with_levels({}).all()
    assert not table.with_levels({0: 9}).any()
    assert all(table.find(table.node(place)) == place for place in range(len(table)))
    assert table.find((4, 0)) == -1
