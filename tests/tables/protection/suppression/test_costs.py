"""Costs decide which cells are hidden to protect others."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import (
    CellSuppression,
    CellSystem,
    CellTable,
    Dimension,
    MinimumFrequency,
    build,
    read_finished,
)
from sdcdesk.tables.files.finished_columns import FinishedColumns
from sdcdesk.tables.protection.suppression.costs import Cost, hiding_costs
from sdcdesk.tables.protection.suppression.distances import distances_from
from tests.tables.protection.suppression.attackers import tree


def apart(dimension: Dimension, one: int, other: int) -> int:
    """Count the levels from the deeper code up to the nearest one that is, or is above, both."""
    paths = [dimension.path(dimension.codes[at]) for at in (one, other)]
    return max(map(len, paths)) - len(set(paths[0]) & set(paths[1]))


@settings(max_examples=15, deadline=None)
@given(
    shape=st.sampled_from([((3,), (2, 2)), ((2, 3), (2, 2)), ((2, 2, 2),), ((2,), (2,), (3,))]),
    seed=st.integers(0, 2**32),
    share=st.sampled_from([0.05, 0.3]),
)
def test_the_distance_is_that_of_the_nearest_sensitive_cell(
    shape: tuple[tuple[int, ...], ...], seed: int, share: float
) -> None:
    dimensions = [tree("abc"[at], *branches) for at, branches in enumerate(shape)]
    number = int(np.prod([len(one) for one in dimensions]))
    table = CellTable(dimensions, np.zeros(number), np.zeros(number))
    cells = np.random.default_rng(seed).random(number) < share
    places = list(product(*(range(len(one)) for one in dimensions)))
    slow = [
        min(
            (
                sum(apart(*three) for three in zip(dimensions, at, to, strict=True))
                for to, is_wanted in zip(places, cells, strict=True)
                if is_wanted
            ),
            default=1,
        )
        for at in places
    ]
    assert distances_from(CellSystem.of(table), cells).tolist() == slow


def test_the_way_to_another_table_leads_through_the_cells_that_both_have() -> None:
    frame = pd.DataFrame({"region": list("NNSS"), "size": list("abab"), "kind": list("uvuv")})
    data = Microdata(frame)
    first = build(data, rows=["region"], columns=["size"])
    second = build(data, rows=["region"], columns=["kind"])
    system = CellSystem.of(first, second)
    cells = np.zeros(len(system), dtype=bool)
    cells[system.cells[0][first.place_of(["N", "a"])]] = True
    found = distances_from(system, cells)
    assert found[system.cells[1][second.place_of(["N", "Total"])]] == 1
    assert found[system.cells[1][second.place_of(["N", "u"])]] == 2
    assert found[system.cells[1][second.place_of(["S", "u"])]] == 3


ROWS, COLUMNS = list("NSEW"), list("abcd")


def firms(costs: dict[tuple[str, str], float] | None = None) -> CellTable:
    """Return a table in which two firms are in N, a, and five in each other cell."""
    each = [(row, column) for row in ROWS for column in COLUMNS for _ in range(5)]
    frame = pd.DataFrame([one for one in each if one != ("N", "a")] + [("N", "a")] * 2, columns=["r", "c"])
    frame["v"] = 10.0
    frame["cost"] = [
        (costs or {}).get((row, column), 5.0) for row, column in zip(frame["r"], frame["c"], strict=True)
    ]
    table = build(
        Microdata(frame), rows=["r"], columns=["c"], value="v", cost=None if costs is None else "cost"
    )
    return table.sensitive(MinimumFrequency(3))


def hidden(table: CellTable, **parameters: object) -> set[str]:
    safe = CellSuppression(**parameters).protect(table)
    return {safe.cell_text(cell) for cell in np.flatnonzero(safe.is_hidden).tolist()}


def test_costs_of_records_are_added_up_over_each_cell_and_the_cheapest_cells_are_hidden() -> None:
    cheap = {("N", "d"): 1.0, ("W", "a"): 1.0, ("W", "d"): 1.0}
    table = firms(cheap)
    assert table.costs is not None
    assert table.costs[table.place_of(["N", "d"])] == 5.0
    assert table.costs[table.place_of(["S", "d"])] == 25.0
    assert table.costs[table.place_of(["Total", "d"])] == 60.0
    assert hidden(table, cost="given") == {"N, a", "N, d", "W, a", "W, d"}
    dear = dict.fromkeys(cheap, 100.0)
    assert not hidden(firms(dear), cost="given") & {"N, d", "W, a", "W, d"}


def test_weights_count_in_costs_and_a_record_without_a_cost_adds_nothing() -> None:
    frame = pd.DataFrame({"r": list("NNS"), "w": [2.0, 1.0, 3.0], "cost": [1.5, np.nan, 4.0]})
    table = build(Microdata(frame), rows=["r"], weight="w", cost="cost")
    assert table.costs is not None
    assert table.costs.tolist() == [15.0, 3.0, 12.0]
    with pytest.raises(DataError, match="cost has costs below 0"):
        build(Microdata(frame.assign(cost=-1.0)), rows=["r"], cost="cost")


@pytest.mark.parametrize("approach", ["optimal", "heuristic", "hierarchical", "hypercube"])
def test_costs_of_a_finished_table_are_a_column(tmp_path: Path, approach: str) -> None:
    lines = ["r,c,value,frequency,price"]
    for row, column in product(["Total", *ROWS], ["Total", *COLUMNS]):
        count = (4 if row == "Total" else 1) * (4 if column == "Total" else 1)
        # Three fewer in N, a, and in all that it is a part of.
        frequency = 5 * count - (3 if row in ("N", "Total") and column in ("a", "Total") else 0)
        price = {("N", "c"): 0.0, ("E", "a"): 0.1, ("E", "c"): 0.1}.get((row, column), 9.0)
        lines.append(f"{row},{column},{50 * count},{frequency},{price}")
    path = tmp_path / "table.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    table = read_finished(path, columns=FinishedColumns(cost="price")).sensitive(MinimumFrequency(3))
    assert hidden(table, cost="given", approach=approach) == {"N, a", "N, c", "E, a", "E, c"}
    path.write_text("\n".join(lines).replace("50,5,9.0", "50,5,-9.0", 1), encoding="utf-8")
    with pytest.raises(DataError, match="N, b: its cost is missing, negative or no number"):
        read_finished(path, columns=FinishedColumns(cost="price"))
    with pytest.raises(DataError, match="no column dear; name the one of the costs"):
        read_finished(path, columns=FinishedColumns(cost="dear"))


@pytest.mark.parametrize(
    ("cost", "words"),
    [("given", "No costs are given with the table"), ("frequency", "How many contribute .* is not known")],
)
def test_costs_that_are_not_known_are_refused(cost: Cost, words: str) -> None:
    values = np.array([6.0, 1, 2, 3])
    table = CellTable([Dimension.flat("r", list("abc"))], values)
    with pytest.raises(DataError, match=words):
        hiding_costs(CellSystem.of(table), cost)


def test_by_distance_what_is_hidden_lies_under_one_total() -> None:
    codes = ("Total", "North", "a", "b", "c", "South", "x", "y", "z")
    regions = Dimension(name="r", codes=codes, parents=(-1, 0, 1, 1, 1, 0, 5, 5, 5))
    values = np.full((len(regions), 4), 0.0)
    table_of = Dimension.flat("c", list("uvw"))
    leaves = regions.leaves
    values[np.ix_(leaves, [1, 2, 3])] = 30.0
    values[leaves[0], 1] = 5.0  # sensitive
    values[np.ix_(leaves[3:], [1, 2, 3])] = 20.0  # cheaper by value, and far away
    for place in range(len(regions) - 1, 0, -1):
        values[regions.parents[place], 1:] += values[place, 1:]
    values[:, 0] = values[:, 1:].sum(axis=1)
    frequency = np.where(values == 5.0, 1, 9).ravel()
    table = CellTable([regions, table_of], values.ravel(), frequency).sensitive(MinimumFrequency(3))
    near = hidden(table, cost="distance")
    assert near <= {f"{row}, {column}" for row in "abc" for column in ("u", "v", "w")}
    assert len(near) == 4
