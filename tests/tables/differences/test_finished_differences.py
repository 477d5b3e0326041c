"""Differences of finished tables, against somebody who solves all that both files say with another solver."""

import io
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import CellTable, MinimumFrequency, PPercent
from sdcdesk.tables.cells.sensitivity import Sensitivity
from sdcdesk.tables.differences.differences import Differences
from sdcdesk.tables.differences.finished_differences import finished_differences
from sdcdesk.tables.files.finished import from_cells

RULES = (MinimumFrequency(least=3),)
WIDE = "region,value\nTotal,60\nN,30\nS,30\n"


def table(text: str) -> CellTable:
    return from_cells(Microdata(pd.read_csv(io.StringIO(text))))


def rows(found: Differences) -> list[tuple[object, ...]]:
    return [(one.first, one.second, one.lowest, one.highest) for one in found.found]


def test_a_finished_table_of_some_of_the_records_is_subtracted() -> None:
    narrow = "region,value\nTotal,48\nN,28\nS,20\n"
    found = finished_differences(table(WIDE), table(narrow), RULES)
    assert rows(found) == [("N", "", 2, 2)]
    assert "2 contributors" in found.found[0].why
    assert "No cell of the second table is larger than in the first table" in str(found.notes[0])
    turned = finished_differences(table(narrow), table(WIDE), RULES)
    assert rows(turned) == [("", "N", 2, 2)]
    assert "No cell of the first table is larger than in the second table" in str(turned.notes[0])
    # One who hides N and S of the other table says of N only that it lies between 0 and 12.
    hidden = "region,value\nTotal,48\nN,x\nS,x\n"
    assert rows(finished_differences(table(WIDE), table(hidden), RULES)) == []


def test_a_part_that_is_known_to_be_small_is_told_though_nobody_knows_it() -> None:
    wide = "region,value\nTotal,5\nN,3\nS,2\n"
    narrow = "region,value\nTotal,3\nN,x\nS,x\n"
    found = finished_differences(table(wide), table(narrow), (MinimumFrequency(least=3),))
    assert rows(found) == [("Total", "", 2, 2)]


def test_two_geographies_of_the_same_people_are_subtracted_by_their_overlaps() -> None:
    new = "region,value\nTotal,60\nX,28\nY,32\n"
    overlaps = {("N", "X"), ("N", "Y"), ("S", "Y")}
    found = finished_differences(table(WIDE), table(new), RULES, overlaps)
    assert rows(found) == [("N", "Y", 2, 2)]
    assert rows(finished_differences(table(WIDE), table(new), RULES, {*overlaps, ("S", "X")})) == []
    for wrong, words in (
        ({("N", "X"), ("S", "Y"), ("W", "Y")}, "W: the areas that overlap are those of region"),
        ({("N", "X"), ("N", "Y")}, "S: the areas that overlap"),
        ({("Q", "X")}, "No dimension of the first table has the areas"),
    ):
        with pytest.raises(DataError, match=words):
            finished_differences(table(WIDE), table(new), RULES, wrong)
    with pytest.raises(DataError, match="No values of the hidden cells agree"):
        finished_differences(table(WIDE), table(new), RULES, {("N", "X"), ("S", "Y")})


def test_tables_of_the_same_records_give_away_what_either_hides() -> None:
    first = "region,size,value\nTotal,Total,30\nTotal,a,20\nTotal,b,10\n"
    first += "N,Total,15\nN,a,x\nN,b,x\nS,Total,15\nS,a,x\nS,b,x\n"
    second = first.replace("N,a,x", "N,a,14").replace("N,b,x", "N,b,1").replace("S,a,x", "S,a,6")
    second = second.replace("S,b,x", "S,b,9")
    judged = table(first)
    nothing = np.zeros(len(judged))
    released = judged.published
    judged = judged.with_sensitivity(Sensitivity(judged.is_hidden, nothing, nothing, nothing))
    judged = judged.with_released(released).with_unknown(judged.unknown)
    found = finished_differences(judged, table(second), RULES)
    assert found.parts == 9
    assert {one.first for one in found.found} == {"N, a", "N, b", "S, a", "S, b"}
    assert {one.why for one in found.found} == {"It is sensitive in its own table."}


def test_sums_are_judged_by_frequencies_where_both_files_have_them() -> None:
    wide = "region,value,frequency\nTotal,600.5,9\nN,300.5,5\nS,300,4\n"
    narrow = "region,value,frequency\nTotal,400,7\nN,200,4\nS,200,3\n"
    found = finished_differences(table(wide), table(narrow), (PPercent(p=10.0),))
    assert [(one.first, one.value, one.frequency) for one in found.found] == [
        ("Total", 200.5, 2),
        ("N", 100.5, 1),
        ("S", 100, 1),
    ]
    bare = ["\n".join(",".join(line.split(",")[:2]) for line in text.splitlines()) for text in (wide, narrow)]
    found = finished_differences(*map(table, bare), ())
    assert rows(found) == []
    assert "How many contribute to the parts is not known" in str(found.notes[-1])


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("region,value\nTotal,60\nN,31\nS,29\n", "differ in both directions"),
        ("region,value\nTotal,60\nX,30\nY,30\n", "region has other codes in each table"),
        ("region,value\nTotal,x\nN,x\nS,x\n", "no cell of the same codes that both publish"),
        ("region,value\nTotal,-9\nN,-10\nS,1\n", "have negative values"),
    ],
)
def test_tables_that_cannot_be_compared_are_refused(second: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        finished_differences(table(WIDE), table(second), RULES)


@settings(max_examples=25, deadline=None)
@given(
    counts=st.lists(st.integers(0, 6), min_size=8, max_size=8),
    seed=st.integers(0, 2**32),
)
def test_intervals_are_those_of_one_who_solves_both_files(counts: list[int], seed: int) -> None:
    """People by region, size and whether the filter keeps them; both tables hide some cells."""
    cube = np.array(counts).reshape(2, 2, 2)
    rng = np.random.default_rng(seed)
    texts, known, sums = [], [], []
    for kept in (slice(None), slice(0, 1)):
        inner = cube[:, :, kept].sum(axis=2)
        values = np.vstack([inner.sum(axis=0), inner])
        values = np.column_stack([values.sum(axis=1), values])
        hidden = rng.random((3, 3)) < 0.35
        hidden[0, 0] = False
        lines = ["region,size,value"]
        for row, column in np.ndindex(3, 3):
            shown = "x" if hidden[row, column] else str(values[row, column])
            lines.append(f"{'TNS'[row]},{'Tab'[column]},{shown}")
            if not hidden[row, column]:
                known.append(_cells(row, column, kept))
                sums.append(values[row, column])
        texts.append("\n".join(lines))
    first, second = (
        from_cells(Microdata(pd.read_csv(io.StringIO(text), dtype=str)), total="T", kind="counts")
        for text in texts
    )
    both = [(one, other) for one, other in zip(first.released, second.released, strict=True)]
    if all(one == other for one, other in both if not np.isnan(one + other)):
        return  # taken for tables of the same records
    found = {
        (one.first, one.second): (one.lowest, one.highest)
        for one in finished_differences(first, second, RULES).found
    }
    expected = {}
    for row, column in product(range(3), range(3)):
        cost = _cells(row, column, slice(1, 2))
        ends = [sign * linprog(sign * cost, A_eq=np.array(known), b_eq=sums).fun for sign in (1, -1)]
        low, high = np.ceil(ends[0] - 1e-6), np.floor(ends[1] + 1e-6)
        if low >= 1 and high <= 2:
            expected[f"{'TNS'[row]}, {'Tab'[column]}", ""] = (low, high)
    assert {key: ends for key, ends in found.items() if not key[1]} == expected


def _cells(row: int, column: int, kept: slice) -> np.ndarray:
    picked = np.zeros((2, 2, 2))
    picked[
        slice(None) if row == 0 else slice(row - 1, row),
        slice(None) if column == 0 else slice(column - 1, column),
        kept,
    ] = 1
    return picked.ravel()
