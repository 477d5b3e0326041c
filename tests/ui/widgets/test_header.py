import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from ui.models.rows import RowColumn, RowTable
from ui.widgets.painting import ROOT, Index
from ui.widgets.plain_table import DataTable, PlainTable
from ui.widgets.symbol_header import SymbolHeader

ROWS = 2000


class Counted(RowTable[int]):
    """Counts how often it is asked for the number of its rows."""

    declares = (RowColumn("Number", str), RowColumn("The same", str))

    def __init__(self) -> None:
        super().__init__()
        self.set_rows(range(ROWS))
        self.asked = 0

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        self.asked += 1
        return super().rowCount(parent)


@pytest.mark.parametrize("numbered", [False, True])
def test_headers_are_drawn_without_going_through_all_selected_rows(qtbot: QtBot, *, numbered: bool) -> None:
    model = Counted()
    view = DataTable("Numbers", model) if numbered else PlainTable("Numbers")
    view.setHorizontalHeader(SymbolHeader(view))
    view.setModel(model)
    qtbot.addWidget(view)
    view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    with qtbot.waitExposed(view):
        view.show()
    view.selectAll()
    before = view.horizontalHeader().grab().toImage()
    model.asked = 0
    view.grab()
    assert model.asked < ROWS / 10
    view.clearSelection()
    assert view.horizontalHeader().grab().toImage() == before, "it looks the same"
    assert view.model().headerData(0, Qt.Orientation.Horizontal) == "Number"
