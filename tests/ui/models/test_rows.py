from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ui.models.rows import RowColumn, RowList, RowTable
from ui.widgets.painting import LEFT, RIGHT


class Words(RowList[str]):
    def answers(self, row: str) -> Mapping[int, Any]:
        return {Qt.ItemDataRole.DisplayRole: row.upper()}

    def same(self, rows: Sequence[str]) -> bool:
        return len(rows) == len(self.rows)


class Pairs(RowTable[tuple[str, int]]):
    declares = (
        RowColumn("Word", lambda pair: pair[0]),
        RowColumn("Letters", lambda pair: str(pair[1]), right=True, hint=lambda pair: f"of {pair[0]}"),
    )


def test_a_list_keeps_its_selection_where_the_rows_stand_for_the_same(qtbot: QtBot) -> None:
    words = Words()
    with qtbot.waitSignal(words.modelReset):
        words.set_rows(["a", "b"])
    with qtbot.assertNotEmitted(words.modelReset), qtbot.waitSignal(words.dataChanged):
        words.set_rows(["c", "d"])
    assert [words.index(place).data() for place in range(words.rowCount())] == ["C", "D"]
    with qtbot.waitSignal(words.modelReset):
        words.set_rows([])
    assert words.rowCount() == 0
    assert words.index(0).data() is None


def test_a_table_has_titles_and_puts_numbers_at_the_right(qtbot: QtBot) -> None:
    pairs = Pairs()
    with qtbot.waitSignal(pairs.modelReset):
        pairs.set_rows([("one", 3)])
    across, down, side = (
        Qt.Orientation.Horizontal,
        Qt.Orientation.Vertical,
        Qt.ItemDataRole.TextAlignmentRole,
    )
    assert (pairs.rowCount(), pairs.columnCount()) == (1, 2)
    assert [pairs.headerData(column, across) for column in (0, 1)] == ["Word", "Letters"]
    assert [pairs.headerData(column, across, side) for column in (0, 1)] == [LEFT, RIGHT]
    assert pairs.headerData(0, down) is None
    cell = pairs.index(0, 1)
    assert (cell.data(), cell.data(side), cell.data(Qt.ItemDataRole.UserRole)) == ("3", RIGHT, ("one", 3))
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "of one"
    assert cell.data(Qt.ItemDataRole.AccessibleTextRole) == "3"
