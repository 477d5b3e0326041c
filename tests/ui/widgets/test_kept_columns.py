import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from ui.models.frame_model import FrameModel
from ui.widgets.plain_table import DataTable


@pytest.fixture
def table(qtbot):
    """Twenty columns, of which the first two are kept, in a table with room for five."""
    model = FrameModel()
    frame = pd.DataFrame(
        {f"v{n}": range(100) for n in range(18)} | {"age": range(100), "sex": ["f", "m"] * 50}
    )
    model.set_data(Microdata(frame, [Variable(name=name, role=Role.KEY) for name in ("age", "sex")]))
    table = DataTable("Records", model)
    qtbot.addWidget(table)
    table.resize(560, 300)
    with qtbot.waitExposed(table):
        table.show()
    table.kept.keep(model.keys)
    return table


def sideways(table: DataTable, value: int) -> None:
    table.horizontalScrollBar().setValue(value)
    QApplication.processEvents()


def test_keys_stay_in_view_when_the_table_is_scrolled_sideways(table):
    assert table.kept.isHidden(), "nothing hides them yet"
    sideways(table, 400)
    kept = table.kept
    assert kept.isVisible()
    assert [column for column in range(20) if kept.keeps(column)] == [0, 1]
    assert kept.width() == table.columnWidth(0) + table.columnWidth(1)
    header = table.horizontalHeader()
    assert kept.horizontalHeader().height() == header.height()
    assert kept.viewport().mapTo(table, QPoint()).x() == table.viewport().x(), "where they were"
    above = table.childAt(table.viewport().x() + 5, 5)
    assert above is kept.horizontalHeader().viewport(), "their names too"
    sideways(table, 0)
    assert kept.isHidden()


def test_records_stand_beside_one_another_however_the_table_is_scrolled(table):
    sideways(table, 400)
    for value in (7, 40, 3):
        table.verticalScrollBar().setValue(value)
        assert table.kept.rowViewportPosition(50) == table.rowViewportPosition(50)
    table.kept.verticalScrollBar().setValue(20)
    assert table.rowViewportPosition(50) == table.kept.rowViewportPosition(50) != 0


def test_the_cursor_never_hides_below_kept_columns(table, qtbot):
    sideways(table, 900)
    table.setFocus()
    table.setCurrentIndex(table.model().index(4, 10))
    for column in range(9, 1, -1):
        qtbot.keyClick(table, Qt.Key.Key_Left)
        assert table.currentIndex().column() == column
        assert table.kept.isHidden() or table.columnViewportPosition(column) >= table.kept.width()
    sideways(table, 600)
    table.setCurrentIndex(table.model().index(4, 1))
    assert table.horizontalScrollBar().value() == 600, "a kept column is in view already"


def test_a_click_chooses_the_record_and_gives_the_table_the_focus(table, qtbot):
    sideways(table, 400)
    kept = table.kept
    place = kept.visualRect(table.model().index(3, 1)).center()
    qtbot.mouseClick(kept.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert table.currentIndex() == table.model().index(3, 1)
    assert table.selectionModel() is kept.selectionModel()
    assert kept.focusProxy() is table
    assert kept.focusPolicy() is Qt.FocusPolicy.NoFocus


def test_widths_follow_on_both_sides(table):
    sideways(table, 400)
    table.setColumnWidth(0, 90)
    table.updateGeometries()
    assert table.kept.columnWidth(0) == 90
    table.kept.horizontalHeader().resizeSection(1, 70)
    table.updateGeometries()
    assert (table.columnWidth(1), table.kept.width()) == (70, 160)


def test_following_resizes_nothing_in_the_table(table):
    sideways(table, 400)
    resized = []
    table.horizontalHeader().sectionResized.connect(lambda *found: resized.append(found))
    table.kept.keep(range(1))
    table.kept.keep(range(2))
    table.updateGeometries()
    assert resized == []


def test_kept_columns_leave_room_for_the_others(table):
    sideways(table, 400)
    table.setColumnWidth(1, 5_000)
    table.updateGeometries()
    assert [column for column in range(20) if table.kept.keeps(column)] == [0]
    table.hideColumn(0)
    table.setColumnWidth(1, 100)
    table.updateGeometries()
    assert [column for column in range(20) if table.kept.keeps(column)] == [1]


def test_its_menu_is_that_of_the_table(table):
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    asked = []
    table.customContextMenuRequested.connect(asked.append)
    sideways(table, 400)
    place = table.kept.viewport().mapToGlobal(QPoint(5, 40))
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 40), place)
    QApplication.sendEvent(table.kept.viewport(), event)
    assert asked == [table.viewport().mapFromGlobal(place)]
