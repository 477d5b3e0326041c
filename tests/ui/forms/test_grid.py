"""Grid to type in: its keys, what cannot be typed in, and thousands of rows."""

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ui.forms.grid import RINGED, Grid, GridCells

NAMES = [f"name {number}" for number in range(10_000)]


@pytest.fixture
def grid(qtbot: QtBot) -> Grid:
    """A grid of ten thousand rows: their names, and a column to type in."""
    grid = Grid()
    grid.cells.fixed = {0: NAMES.__getitem__}
    grid.lay_out(NAMES, ["For", "Weight"])
    qtbot.addWidget(grid)
    with qtbot.waitExposed(grid):
        grid.show()
    grid.setFocus()
    return grid


def choose(grid: Grid, row: int, column: int) -> None:
    """Make a cell the current one."""
    grid.setCurrentIndex(grid.cells.index(row, column))


def current(grid: Grid) -> tuple[int, int]:
    """Return row and column of the current cell."""
    return grid.currentIndex().row(), grid.currentIndex().column()


def test_cells_are_sound(qtmodeltester: ModelTester) -> None:
    cells = GridCells()
    qtmodeltester.check(cells)
    cells.fixed = {0: "abc".__getitem__}
    cells.lay_out("abc", ["For", "Weight"])
    cells.fill({(2, 1): "2"})
    qtmodeltester.check(cells)
    assert cells.setData(cells.index(0, 1), "1")


def test_only_rows_that_are_seen_are_asked_for(qtbot: QtBot) -> None:
    grid, asked = Grid(), set[int]()
    grid.cells.fixed = {0: lambda row: asked.add(row) or NAMES[row]}
    grid.lay_out(NAMES, ["For", "Weight"])
    grid.cells.fill({(9_999, 1): "2"})
    qtbot.addWidget(grid)
    with qtbot.waitExposed(grid):
        grid.show()
    qtbot.waitUntil(lambda: bool(asked))
    assert len(asked) < 100
    grid.scrollToBottom()
    qtbot.waitUntil(lambda: 9_999 in asked)
    assert len(asked) < 200


def test_what_is_typed_is_written_and_told_once(grid: Grid, qtbot: QtBot) -> None:
    choose(grid, 3, 1)
    with qtbot.waitSignal(grid.entered):
        qtbot.keyClicks(grid, "5")
        cell = grid.findChild(QLineEdit)
        qtbot.keyClicks(cell, "7")
        qtbot.keyClick(cell, Qt.Key.Key_Return)
    assert (grid.cells.texts, current(grid)) == ({(3, 1): "57"}, (4, 1))
    with qtbot.assertNotEmitted(grid.entered):
        assert grid.cells.setData(grid.cells.index(3, 1), "57")
        assert not grid.cells.setData(grid.cells.index(3, 0), "another name")
    grid.cells.setData(grid.cells.index(3, 1), "")
    assert (grid.cells.texts, grid.text(3, 0), grid.text(3, 1)) == ({}, "name 3", "")


def test_letters_go_to_a_row_whose_name_begins_so(grid: Grid, qtbot: QtBot) -> None:
    choose(grid, 0, 0)
    qtbot.keyClicks(grid, "name 9876")
    assert current(grid) == (9876, 0)


def test_tab_goes_from_cell_to_cell_and_out_at_both_ends(grid: Grid, qtbot: QtBot) -> None:
    choose(grid, 0, 0)
    for expected in ((0, 1), (1, 0), (1, 1)):
        qtbot.keyClick(grid, Qt.Key.Key_Tab)
        assert current(grid) == expected
    for row, column, forward in ((9_999, 1, True), (0, 0, False)):
        choose(grid, row, column)
        grid.focusNextPrevChild(forward)
        assert current(grid) == (row, column)


def test_delete_empties_what_is_selected_and_can_be_typed_in(grid: Grid, qtbot: QtBot) -> None:
    grid.cells.fill({(row, 1): str(row) for row in range(6)})
    choose(grid, 1, 0)
    selection = grid.selectionModel()
    for row in (1, 2, 4):
        selection.select(
            grid.cells.index(row, 1),
            QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows,
        )
    with qtbot.waitSignal(grid.entered):
        qtbot.keyClick(grid, Qt.Key.Key_Delete)
    assert grid.cells.texts == {(row, 1): str(row) for row in (0, 3, 5)}
    assert grid.text(1, 0) == "name 1"


def test_a_block_that_is_pasted_leaves_out_what_is_fixed_or_not_there(grid: Grid, qtbot: QtBot) -> None:
    choose(grid, 9_998, 0)
    with qtbot.waitSignal(grid.entered):
        grid.paste("a\tb\tc\nd;e\nf\tg")
    assert grid.cells.texts == {(9_998, 1): "b", (9_999, 1): "e"}


def test_other_rows_leave_the_current_cell_where_it_is(grid: Grid) -> None:
    choose(grid, 2, 1)
    grid.lay_out(["x", "y", "z"], ["For", "Weight"])
    assert (current(grid), grid.cells.rowCount()) == ((2, 1), 3)
    grid.lay_out(["x"], ["For", "Weight"])
    assert current(grid) == (-1, -1)


def test_a_cell_that_breaks_a_rule_says_which(grid: Grid) -> None:
    grid.cells.broken = lambda row, column: "No digits." if grid.text(row, column).isdigit() else ""
    grid.cells.fill({(0, 1): "7", (1, 1): "x"})
    first, second = grid.cells.index(0, 1), grid.cells.index(1, 1)
    tip = Qt.ItemDataRole.ToolTipRole
    assert (first.data(tip), first.data(RINGED)) == ("No digits.", True)
    assert (second.data(tip), second.data(RINGED)) == (None, False)
