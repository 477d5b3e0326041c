"""What was hidden in the last edition is hidden again, where that protects."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.tables import (
    CellSuppression,
    CellTable,
    LastEdition,
    MinimumFrequency,
    audited,
    build,
    read_last_edition,
    write_table,
)


def firms(columns: str = "abcd", extra: float = 0.0) -> CellTable:
    """Return a table in which two firms are in N, a, and five in each other cell."""
    each = [(row, column) for row in "NSEW" for column in columns for _ in range(5)]
    frame = pd.DataFrame([one for one in each if one != ("N", "a")] + [("N", "a")] * 2, columns=["r", "c"])
    frame["v"] = 10.0
    frame.loc[(frame["r"] == "E") | (frame["c"] == "b"), "v"] += extra
    table = build(Microdata(frame), rows=["r"], columns=["c"], value="v")
    return table.sensitive(MinimumFrequency(3))


def hidden(table: CellTable) -> set[str]:
    return {table.cell_text(cell) for cell in np.flatnonzero(table.is_hidden).tolist()}


@pytest.mark.parametrize("approach", ["optimal", "heuristic", "hierarchical", "hypercube"])
@pytest.mark.parametrize("internal", [False, True])
def test_the_pattern_of_a_file_of_last_year_is_taken_again_though_another_one_is_cheaper(
    tmp_path: Path, approach: str, internal: bool
) -> None:
    then, path = CellSuppression(approach=approach), tmp_path / "then.csv"
    cells = {("S", "c"), ("S", "a"), ("N", "c")}
    first = firms().with_hand(hidden=[firms().place_of(codes) for codes in cells])
    write_table(then.protect(first), path, internal=internal)
    edition = read_last_edition(path)
    assert edition.dimensions == ("r", "c")
    assert {*edition.hidden} == cells | {("N", "a")}
    now = firms(extra=-1.0)  # all others are a bit cheaper
    now = now.with_hidden_before(edition.cells_of(now))
    safe = then.protect(now)
    assert hidden(safe) == {"N, a", "N, c", "S, a", "S, c"}
    assert audited(safe).is_passed
    found = then.find(safe)
    assert (found.value("hidden_again"), found.value("newly_hidden")) == (1.0, 0)
    forgetful = CellSuppression(approach=approach, hidden_before=1.0)
    other = forgetful.protect(now)
    assert hidden(other) != hidden(safe)
    told = forgetful.find(other)
    assert told.value("hidden_again") == len(hidden(other) & hidden(safe)) / 4
    assert told.value("newly_hidden") == len(hidden(other) - hidden(safe))


def test_what_no_longer_protects_is_shown_again_and_what_is_sensitive_anew_is_hidden() -> None:
    table = firms()
    table = table.with_hidden_before([table.place_of(codes) for codes in (("W", "d"), ("E", "d"))])
    safe = CellSuppression().protect(table)
    assert "N, a" in hidden(safe)
    assert audited(safe).is_passed
    assert not {"W, d", "E, d"} <= hidden(safe)


def test_the_order_of_variables_does_not_matter_and_codes_that_are_gone_are_left_out() -> None:
    table = firms()
    edition = LastEdition(dimensions=("c", "r"), hidden=(("b", "S"), ("gone", "S")))
    assert edition.cells_of(table) == {table.place_of(["S", "b"])}
    assert LastEdition(dimensions=("c", "r")).cells_of(table) == frozenset()
    with pytest.raises(DataError, match="is a table of c, and this one of r and c"):
        LastEdition(dimensions=("c",), hidden=(("b",),)).cells_of(table)
    with pytest.raises(DataError, match="none of the cells that were hidden"):
        LastEdition(dimensions=("c", "r"), hidden=(("gone", "S"),)).cells_of(table)


def test_a_table_of_another_program_is_read_by_its_marks(tmp_path: Path) -> None:
    path = tmp_path / "then.csv"
    path.write_text("r,c,note,value\nN,a,n,(D)\nN,b,n,3\nS,a,n,\n", encoding="utf-8")
    edition = read_last_edition(path, ["c", "r"])
    assert edition.hidden == (("a", "N"), ("a", "S"))
    assert edition.file == "then.csv"
    with pytest.raises(DataError, match="no column size; choose the same table"):
        read_last_edition(path, ["size"])
    path.write_text("r,c,number\nN,a,3\n", encoding="utf-8")
    with pytest.raises(DataError, match="no column value"):
        read_last_edition(path)


def test_without_a_last_edition_nothing_is_said_of_one() -> None:
    protection = CellSuppression()
    found = protection.find(protection.protect(firms()))
    assert not {"hidden_again", "newly_hidden"} & {*found.figures}
