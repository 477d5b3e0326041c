"""The table model of findings: texts, order, what is copied, and how little is computed."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt

from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Reason, Why
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.table import Table
from sdcdesk.report.rows import table_text
from ui.models.table_model import BLOCK, RAW, TableModel

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
WHY = Reason(Why.NO_RECORDS, "Nobody is there.")


def small(**changed: Any) -> Table:
    """A text, a count, and a share that is not always defined."""
    frame = pd.DataFrame(
        {"name": ["b", "A", None, "c"], "n": [3, 10, 2, 5], "share": [0.5, np.nan, 0.031, 0.2]}
    )
    columns = (
        Column("name", "Name", role="key"),
        Column("n", "Records", RECORDS),
        Column("share", "Share", SHARE, "Of all.", undefined=WHY),
    )
    return Table(name="t", title="Things", columns=columns, frame=frame, **changed)


def texts(model: TableModel, column: int) -> list[str]:
    """Return what a column reads."""
    return [str(model.index(row, column).data()) for row in range(model.rowCount())]


def test_a_column_is_written_with_one_number_of_digits_and_its_unit_in_the_header() -> None:
    model = TableModel(small())
    assert model.headerData(2, Qt.Orientation.Horizontal) == "Share, %"
    assert texts(model, 2) == ["50.00", "–", "3.10", "20.00"]
    assert texts(model, 1) == ["3", "10", "2", "5"]
    assert texts(model, 0) == ["b", "A", "missing", "c"]


@pytest.mark.parametrize("order", [UP, DOWN])
def test_it_sorts_by_value_and_what_is_not_defined_comes_last_both_ways(order: Qt.SortOrder) -> None:
    model = TableModel(small())
    model.sort(2, order)
    assert texts(model, 2)[-1] == "–"
    values = [model.index(row, 2).data(RAW) for row in range(3)]
    assert values == sorted(values, reverse=order is DOWN)
    model.sort(1, order)
    assert texts(model, 1) == (["2", "3", "5", "10"] if order is UP else ["10", "5", "3", "2"])
    model.sort(0, order)
    assert texts(model, 0) == (["A", "b", "c", "missing"] if order is UP else ["c", "b", "A", "missing"])
    model.sort(-1)
    assert texts(model, 1) == ["3", "10", "2", "5"]


def test_a_cell_says_its_exact_value_or_why_there_is_none() -> None:
    model = TableModel(small(), reasons={"share": 2})
    assert model.index(1, 2).data() == "–²"
    assert model.index(1, 2).data(Qt.ItemDataRole.ToolTipRole) == "Nobody is there."
    assert (
        model.index(1, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Share: not defined: Nobody is there."
    )
    assert model.index(2, 2).data(Qt.ItemDataRole.ToolTipRole) == "3.1\u202f%"
    assert model.index(2, 2).data(Qt.ItemDataRole.AccessibleTextRole) == "Share: 3.10 percent"


def test_people_see_the_first_rows_and_files_carry_all() -> None:
    model = TableModel(small(capped=2))
    assert model.rowCount() == 2
    model.sort(1, DOWN)
    assert texts(model, 1) == ["10", "5"]
    assert model.displayed_rows() == [["Name", "Records", "Share, %"], ["A", "10", "–"], ["c", "5", "20.00"]]
    assert model.at_full_precision() == [
        ["Name", "Records", "Share"],
        ["A", "10", ""],
        ["c", "5", "0.2"],
        ["b", "3", "0.5"],
        ["", "2", "0.031"],
    ]
    model.show_all()
    assert model.rowCount() == 4


def test_cells_are_the_same_one_by_one_and_all_at_once_in_every_order() -> None:
    rows = 3 * BLOCK + 5
    frame = pd.DataFrame({"name": [f"row {row}" for row in range(rows)], "n": np.arange(rows) * 7 % rows})
    columns = (Column("name", "Name", role="key"), Column("n", "Records", RECORDS))
    model = TableModel(Table(name="t", title="Things", columns=columns, frame=frame, capped=BLOCK + 3))
    for change in (lambda: None, model.show_all, lambda: model.sort(1, DOWN), lambda: model.sort(-1)):
        change()
        positions = [model.position(row) for row in range(model.rowCount())]
        assert texts(model, 0) == [f"row {position}" for position in positions]
        assert [model.index(row, 1).data(RAW) for row in range(len(positions))] == [
            *frame["n"].iloc[positions]
        ]
        assert model.displayed_rows()[1:] == [
            [*pair] for pair in zip(texts(model, 0), texts(model, 1), strict=True)
        ]


def test_a_row_is_found_again_in_another_order() -> None:
    model = TableModel(small(capped=3))
    model.sort(1, DOWN)
    assert [model.position(row) for row in range(3)] == [1, 3, 0]
    assert model.find_row(3) == 1
    assert model.find_row(2) == -1


def test_sizes_that_differ_much_have_digits_of_their_own() -> None:
    frame = pd.DataFrame({"error": [188602250007.9, 0.0000018]})
    table = Table(name="t", title="T", columns=(Column("error", "Error", NUMBER),), frame=frame)
    assert texts(TableModel(table), 0) == ["188,602,250,008", "0.000001800"]


def test_a_million_rows_are_not_looked_at_before_they_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = 1_000_000
    frame = pd.DataFrame({"n": np.arange(rows), "share": np.linspace(0, 1, rows)})
    columns = (Column("n", "Number", RECORDS), Column("share", "Share", SHARE))
    looked_at = []
    every = Table.quantities

    def counted(table: Table, column: Column, wanted: Any = None) -> Any:
        looked_at.append(rows if wanted is None else len(wanted))
        return every(table, column, wanted)

    monkeypatch.setattr(Table, "quantities", counted)
    model = TableModel(Table(name="t", title="T", columns=columns, frame=frame))
    assert model.rowCount() == 200
    assert looked_at == []
    assert texts(model, 1)[0] == "0"
    model.show_all()
    assert model.rowCount() == rows
    assert model.index(rows - 1, 1).data() == "100"
    assert sum(looked_at) < 3000


def test_cells_that_are_quantities_keep_their_bounds_and_reasons_and_sort_by_number() -> None:
    cells = [Quantity(0.2, SHARE, Bound.AT_MOST), Quantity(None, SHARE, reason=WHY), Quantity(0.02004, SHARE)]
    columns = (Column("share", "Share", SHARE, limits=(0.02,)),)
    frame = pd.DataFrame({"share": cells})
    model = TableModel(Table(name="t", title="Things", columns=columns, frame=frame))
    assert texts(model, 0) == ["≤\u202f20.000", "–", "2.004"], "apart from the limit"
    assert "Nobody is there." in model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole)
    model.sort(0, UP)
    assert [model.index(row, 0).data(RAW) for row in range(3)] == [0.02004, 0.2, None]


def test_a_long_title_is_cut_and_its_tooltip_has_it_whole() -> None:
    name = f"age_of_the_{'respondent_' * 9}"
    model = TableModel(replace(small(), columns=(Column("name", name, role="key"), *small().columns[1:])))
    assert "…" in model.headerData(0, Qt.Orientation.Horizontal)
    assert model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == name
    assert model.displayed_rows()[0][0] == name


def test_a_column_has_the_same_digits_however_many_rows_are_shown_and_wherever() -> None:
    frame = pd.DataFrame({"share": [0.98, *([0.5] * 40), 0.031]})
    table = Table(name="t", title="T", columns=(Column("share", "Share", SHARE),), frame=frame, capped=1)
    model = TableModel(table)
    assert model.index(0, 0).data() == "98.00"
    model.show_all()
    assert model.index(0, 0).data() == "98.00"
    assert {table_text(table, rows).rows[0][0].text for rows in (1, 20, 42)} == {"98.00"}
