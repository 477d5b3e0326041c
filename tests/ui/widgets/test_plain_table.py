from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from ui.forms.grid import Grid
from ui.widgets.painting import ROOT
from ui.widgets.plain_table import DataTable
from ui.widgets.widest_text import widest_text

RECORDS = 1000


class Numbered(QStandardItemModel):
    """Says which numbers of records were read."""

    def __init__(self) -> None:
        super().__init__(RECORDS, 1)
        self.read: set[int] = set()

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Vertical:
            self.read.add(section)
        return super().headerData(section, orientation, role)


def test_only_numbers_that_are_seen_are_read(qtbot: QtBot) -> None:
    model = Numbered()
    table = DataTable("Records", model)
    qtbot.addWidget(table)
    table.resize(300, 200)
    table.fit_numbers(model.rowCount(ROOT))
    with qtbot.waitExposed(table):
        table.show()
    table.updateGeometries()
    assert max(model.read, default=0) < 20
    numbers = table.verticalHeader()
    assert numbers.width() >= widest_text(["1,000"])
    assert numbers.sectionsClickable(), "a click chooses a record"


def test_no_button_without_a_name_stands_between_the_headers(qtbot: QtBot) -> None:
    table, grid = DataTable("Records", Numbered()), Grid()
    grid.lay_out(["a", "b"], ["c", "d"])
    for one in (table, grid):
        qtbot.addWidget(one)
        with qtbot.waitExposed(one):
            one.show()
        buttons = [button for button in one.findChildren(QAbstractButton) if button.isVisible()]
        assert [button for button in buttons if not button.visibleRegion().isEmpty()] == []
