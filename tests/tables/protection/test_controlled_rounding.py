"""Controlled rounding: right on average, additive, next to the truth; against all tables that there are."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import Cancelled, Progress
from sdcdesk.tables import CellTable, ControlledRounding, build
from sdcdesk.tables.cells.circulation import Circulation
from tests.tables.protection.suppression.attackers import table_of, tree

SHAPES = (((3,), (3,)), ((2, 2), (3,)), ((3,), (2, 2)), ((2, 2, 2), (2,)), ((5,),), ((2, 3),))


def random_table(shape: tuple[tuple[int, ...], ...], seed: int, step: float = 1.0) -> CellTable:
    rng = np.random.default_rng(seed)
    dimensions = [tree("abc"[at], *branches) for at, branches in enumerate(shape)]
    number = 25
    leaves = np.column_stack([rng.choice(one.leaves, number) for one in dimensions])
    return table_of(dimensions, leaves, rng.integers(1, 40, number) * step)


def holds(table: CellTable, whole: tuple[int, ...], part: tuple[int, ...]) -> bool:
    """Whether a cell is part of another one, or it."""
    for dimension, above, below in zip(table.dimensions, whole, part, strict=True):
        while below not in (above, -1):
            below = dimension.parents[below]
        if below != above:
            return False
    return True


def neighbours(table: CellTable, base: float) -> list[tuple[float, ...]]:
    """All tables of neighbouring multiples that add up, by trying the inner cells."""
    inner = np.flatnonzero(~table.margins)
    pairs = [
        [(table.code_places(whole), table.code_places(part)) for part in inner] for whole in range(len(table))
    ]
    sums = np.array([[holds(table, *pair) for pair in row] for row in pairs]).astype(float)
    low, high = np.floor(table.values / base) * base, np.ceil(table.values / base) * base
    tried = np.array(list(product(*({low[one], high[one]} for one in inner.tolist())))) @ sums.T
    return [tuple(one) for one in tried[((tried >= low) & (tried <= high)).all(axis=1)].tolist()]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 2**32), st.sampled_from([1.0, 0.1, 0.37]), st.integers(0, 99))
def test_networks_are_rounded_to_neighbours_that_add_up(
    shape: tuple[tuple[int, ...], ...], seed: int, step: float, key: int
) -> None:
    table, base = random_table(shape, seed, step), 5.0
    found = ControlledRounding(base=base).protect(table, key=key)
    assert found.published is not None
    assert not found.published.notes, "this is exactly right on average"
    assert not len(table.relations.broken(found.released))
    assert (found.released % base == 0).all()
    off = np.abs(found.released - table.values)
    assert (off < base).all()
    exact = np.abs(table.values / base - np.rint(table.values / base)) < 1e-9
    assert off[exact] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("shape", [((2,), (2,)), ((2, 2), (2,))])
def test_rounded_values_are_right_on_average_over_keys(shape: tuple[tuple[int, ...], ...]) -> None:
    table = random_table(shape, 3)
    rounding = ControlledRounding(base=10.0)
    found = [rounding.protect(table, key=key).released for key in range(800)]
    # The standard deviation of a mean of 800 is at most 5/√800 = 0.18; five of them are allowed.
    assert np.mean(found, axis=0) == pytest.approx(table.values, abs=0.9)
    assert set(map(tuple, np.array(found).tolist())) == set(neighbours(table, 10.0)), "each comes about"


@pytest.mark.parametrize("seed", range(6))
def test_three_by_three_is_one_of_all_tables_of_neighbours(seed: int) -> None:
    table = random_table(((3,), (3,)), seed)
    every = neighbours(table, 7.0)
    found = {tuple(ControlledRounding(base=7.0).protect(table, key=key).released) for key in range(12)}
    assert found <= set(every)
    assert len(found) > 1
    nearest = ControlledRounding(base=7.0, way="nearest").protect(table).released
    assert tuple(nearest) in every
    least = min(float(np.abs(np.array(one) - table.values).sum()) for one in every)
    assert np.abs(nearest - table.values).sum() == pytest.approx(least)


def people() -> Microdata:
    rng = np.random.default_rng(5)
    columns = {name: rng.choice(list("pqr"), 60) for name in ("region", "size", "sex")}
    return Microdata(pd.DataFrame(columns))


def test_the_order_of_rows_and_columns_changes_nothing_and_the_key_does() -> None:
    one = build(people(), rows=["region"], columns=["size"])
    turned = build(people(), rows=["size"], columns=["region"])
    rounding = ControlledRounding(base=5.0)
    first, second = rounding.protect(one, key=8), rounding.protect(turned, key=8)
    for cell in range(len(one)):
        assert first.released[cell] == second.released[turned.place_of(one.codes(cell)[::-1])]
    assert any((rounding.protect(one, key=key).released != first.released).any() for key in range(4))
    with pytest.raises(ParameterError, match="Give a key"):
        rounding.protect(one)


def test_what_is_no_network_adds_up_and_says_that_it_may_not_be_right_on_average() -> None:
    three = build(people(), rows=["region"], columns=["size", "sex"])
    linked = (
        build(people(), rows=["region"], columns=["size"]),
        build(people(), rows=["region"], columns=["sex"]),
    )
    for tables in ((three,), linked, (random_table(((2, 2), (2, 2)), 1),)):
        results = [ControlledRounding(base=5.0).protect_together(tables, key=key) for key in range(3)]
        for found in results[0]:
            assert not len(found.relations.broken(found.released))
            assert (found.released % 5 == 0).all()
            assert found.published is not None
            assert "need not be right on average" in str(found.published.notes[0].text)
        assert any((one[0].released != results[0][0].released).any() for one in results)
    assert Circulation.of(three) is None
    north = [result[0].released[4] for result in [ControlledRounding().protect_together(linked, key=2)]]
    assert north == [ControlledRounding().protect_together(linked, key=2)[1].released[4]]


def test_it_stops_when_asked() -> None:
    table = random_table(((3,), (3,)), 0)
    with pytest.raises(Cancelled):
        ControlledRounding().protect(table, key=1, progress=Progress(cancelled=lambda: True))
