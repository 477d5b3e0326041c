"""Variable grid, against splitting squares one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdcdesk.kernels.variable_grid import variable_grid

HOMES = st.lists(st.tuples(st.integers(0, 16), st.integers(0, 16)), min_size=1, max_size=60)


Place = tuple[float, float]


def split(
    homes: list[int], places: list[Place], low: Place, side: float, least: int, deep: int = 24
) -> list[set[int]]:
    """Return the squares of some homes by splitting one after another."""
    half = side / 2
    parts: dict[tuple[bool, bool], list[int]] = {}
    for home in homes:
        x, y = places[home]
        parts.setdefault((x >= low[0] + half, y >= low[1] + half), []).append(home)
    if deep == 0 or side == 0 or any(len(part) < least for part in parts.values()):
        return [set(homes)]
    return [
        square
        for (right, upper), part in parts.items()
        for square in split(
            part, places, (low[0] + half * right, low[1] + half * upper), half, least, deep - 1
        )
    ]


@given(homes=HOMES, least=st.integers(1, 8))
def test_squares_are_those_of_splitting_one_by_one(homes: list[tuple[int, int]], least: int) -> None:
    x, y = np.array(homes, dtype=np.float64).T
    grid = variable_grid(x, y, np.arange(len(homes)), least)
    low = float(x.min()), float(y.min())
    side = max(float(np.ptp(x)), float(np.ptp(y)))
    places = [(float(one), float(other)) for one, other in homes]
    expected = split(list(range(len(homes))), places, low, side, least)
    found = [set(np.flatnonzero(grid.cell == cell).tolist()) for cell in range(len(grid.households))]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    for cell, members in enumerate(found):
        assert grid.households[cell] == len(members)
        for home in members:
            assert grid.x[cell] <= x[home] <= grid.x[cell] + grid.side[cell]
            assert grid.y[cell] <= y[home] <= grid.y[cell] + grid.side[cell]
    if len(homes) >= least:
        assert grid.households.min() >= least


def test_people_of_one_household_count_once() -> None:
    rng = np.random.default_rng(2)
    home = np.repeat(np.arange(200), rng.integers(1, 6, 200))
    x, y = rng.random(200)[home], rng.random(200)[home]
    grid = variable_grid(x, y, home)
    assert grid.households.sum() == 200
    assert grid.households.min() >= 32
    assert len(grid.households) > 1


def test_nobody_everybody_at_one_place_and_nowhere() -> None:
    nothing = np.zeros(0)
    assert not len(variable_grid(nothing, nothing, nothing.astype(int)).households)
    alike = variable_grid(np.ones(5), np.ones(5), np.arange(5), 1)
    assert alike.households.tolist() == [5]
    with pytest.raises(ValueError, match="no number"):
        variable_grid(np.array([np.nan]), np.ones(1), np.zeros(1, dtype=int))
