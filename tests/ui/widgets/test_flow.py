import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from ui.widgets.flow import FlowLayout


@pytest.fixture
def holder(qtbot):
    made = QWidget()  # what it holds lives as long as it
    qtbot.addWidget(made)
    return made


def flow_of(holder: QWidget, widths: list[int]) -> tuple[FlowLayout, list[QWidget]]:
    flow = FlowLayout(holder, gap=10)
    parts = []
    for width in widths:
        part = QWidget()
        part.setFixedSize(QSize(width, 20))
        flow.addWidget(part)
        parts.append(part)
    return flow, parts


def test_widgets_that_fit_stand_on_one_line(holder):
    flow, _ = flow_of(holder, [50, 50])
    assert flow.heightForWidth(110) == 20
    assert flow.sizeHint() == QSize(110, 20)


def test_what_does_not_fit_begins_a_new_line(holder):
    flow, parts = flow_of(holder, [50, 50, 30])
    assert flow.heightForWidth(109) == 50
    holder.resize(109, 50)
    holder.show()
    assert [(part.x(), part.y()) for part in parts] == [(0, 0), (0, 30), (60, 30)]


def test_hidden_widgets_take_no_room(holder):
    flow, parts = flow_of(holder, [50, 50])
    parts[0].hide()
    assert flow.heightForWidth(60) == 20


def test_widgets_can_be_inserted_and_taken_out(holder):
    flow, parts = flow_of(holder, [50])
    first = QWidget()
    flow.insert(0, first)
    assert flow.itemAt(0).widget() is first
    flow.removeWidget(first)
    assert flow.count() == 1
    assert flow.itemAt(0).widget() is parts[0]
    assert flow.itemAt(7) is None


def test_what_is_lower_than_its_line_stands_in_its_middle_where_that_is_wanted(holder):
    flow = FlowLayout(holder, gap=10, centred=True)
    parts = [QWidget(), QWidget()]
    for part, height in zip(parts, (20, 30), strict=True):
        part.setFixedSize(QSize(50, height))
        flow.addWidget(part)
    holder.resize(200, 30)
    holder.show()
    assert [part.y() for part in parts] == [5, 0]
