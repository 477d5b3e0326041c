import numpy as np
import pandas as pd
import pytest

import sdcdesk as sdc
from sdcdesk.core.running.errors import DataError
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension

PEOPLE = sdc.Microdata(
    pd.DataFrame(
        {"region": ["N", "N", "S", None], "size": list("abab"), "age": list("xyxx"), "n": [5, 2, 7, 1]}
    )
)


def cell(system, table, codes):
    [place] = [at for at, one in enumerate(system.tables) if one is table]
    return system.cells[place][table.place_of(codes)]


def test_a_total_is_the_cell_of_a_table_without_its_variable():
    first = sdc.tables.build(PEOPLE, rows=["region"], columns=["size"], value="n")
    second = sdc.tables.build(PEOPLE, rows=["age"], columns=["region"], value="n", total="All")
    system = CellSystem.of(first, second)
    assert cell(system, first, ["N", "Total"]) == cell(system, second, ["All", "N"])
    assert cell(system, first, ["Total", "Total"]) == cell(system, second, ["All", "All"])
    assert cell(system, first, ["N", "a"]) not in system.cells[1]
    assert len(system) == len(first) + len(second) - 4  # Total, N, S and missing stand in both
    assert system.relations.shape == (len(first.relations) + len(second.relations), len(system))
    assert not (system.relations @ system.values).any()
    for own, table in zip(system.cells, system.tables, strict=True):
        np.testing.assert_array_equal(system.values[own], table.values)


@pytest.mark.parametrize("plan", [{"value": None}, {"where": {"n": ["5", "7"]}}, {"weight": "n"}])
def test_tables_of_other_numbers_share_no_cells(plan):
    first = sdc.tables.build(PEOPLE, rows=["region"], value="n")
    second = sdc.tables.build(PEOPLE, rows=["region"], **{"value": "n", **plan})
    assert len(CellSystem.of(first, second)) == 2 * len(first)


def test_a_table_of_the_records_with_one_value_has_the_cells_of_that_value():
    whole = sdc.tables.build(PEOPLE, rows=["region"], columns=["size"], value="n")
    north = sdc.tables.build(PEOPLE, rows=["size"], value="n", where={"region": ["N"]})
    system = CellSystem.of(whole, north)
    assert len(system) == len(whole)
    assert cell(system, north, ["Total"]) == cell(system, whole, ["N", "Total"])
    same = sdc.tables.build(PEOPLE, rows=["region"], columns=["size"], value="n", where={"region": ["N"]})
    system = CellSystem.of(whole, same)
    for code in ("N", "Total"):
        assert cell(system, same, [code, "a"]) == cell(system, whole, ["N", "a"])
    every = sdc.tables.build(PEOPLE, rows=["size"], value="n", where={"age": ["y", "x"]})
    assert len(CellSystem.of(whole, every)) == len(whole)  # a filter that leaves nobody out
    assert cell(system, same, ["S", "a"]) not in system.cells[0]  # none of its records are in N
    np.testing.assert_array_equal(system.values[system.cells[1]], same.values)


def test_totals_without_those_who_lack_a_value_are_other_totals():
    first = sdc.tables.build(PEOPLE, rows=["region"], value="n", missing="left_out")
    second = sdc.tables.build(PEOPLE, rows=["size"], value="n", missing="left_out")
    assert len(CellSystem.of(first, second)) == len(first) + len(second)
    third = sdc.tables.build(PEOPLE, rows=["size", "age"], value="n")  # nobody lacks these
    assert len(CellSystem.of(second, third)) == len(third)


def test_subtotals_called_alike_with_other_parts_are_different_cells():
    data = sdc.Microdata(pd.DataFrame({"town": list("kbuk"), "sex": list("fmfm")}))
    by_coast = Hierarchy.from_rows({"k": ["North"], "b": ["North"], "u": ["South"]})
    by_state = Hierarchy.from_rows({"k": ["North"], "b": ["South"], "u": ["South"]})
    plain = sdc.tables.build(data, rows=["town"])
    tables = [
        sdc.tables.build(data, rows=["town"], hierarchies={"town": one}) for one in (by_coast, by_state)
    ]
    assert [one.dimensions[0].codes for one in tables] == [
        ("Total", "North", "k", "b", "u"),
        ("Total", "k", "South", "b", "u"),
    ]
    assert len(CellSystem.of(plain, *tables)) == len(plain) + 2
    other = Hierarchy.from_rows({"k": ["North"], "b": ["West"], "u": ["North"]})
    mixed = CellSystem.of(tables[0], sdc.tables.build(data, rows=["town"], hierarchies={"town": other}))
    assert len(mixed) == len(tables[0]) + 1  # North of k and u


def test_equal_cells_are_those_that_have_equal_codes_looked_at_one_by_one():
    plans = [
        {"rows": ["region"], "columns": ["size"]},
        {"rows": ["age", "size"]},
        {"rows": ["region", "age"]},
    ]
    tables = [sdc.tables.build(PEOPLE, value="n", **plan) for plan in plans]
    system = CellSystem.of(*tables)
    numbers = {}
    for own, table in zip(system.cells, tables, strict=True):
        for place, number in enumerate(own.tolist()):
            pairs = zip(table.dimensions, table.codes(place), strict=True)
            key = frozenset((one.name, code) for one, code in pairs if code != "Total")
            assert numbers.setdefault(key, number) == number
            assert system.values[number] == table.values[place]
    assert sorted(numbers.values()) == list(range(len(system)))
    for number, (table, place) in enumerate(system.names.tolist()):
        assert system.cells[table][place] == number


def test_one_cell_with_two_values_is_named():
    region = Dimension.flat("region", ["N", "S"])
    tables = [CellTable([region], np.array([1 + n, 1, n])) for n in (3.0, 4.0)]
    with pytest.raises(DataError, match=r"Total has different values in two tables"):
        CellSystem.of(*tables)


def test_what_everybody_knows_beforehand():
    region = Dimension.flat("region", ["N", "S"])
    counts = CellSystem.of(CellTable([region], np.array([3.0, 1, 2]), kind="counts"))
    assert counts.integer.all()
    assert counts.lowest.tolist() == [0, 0, 0]
    sums = CellSystem.of(CellTable([region], np.array([-1.0, 1, -2])))
    assert not sums.integer.any()
    assert np.isneginf(sums.lowest).all()
