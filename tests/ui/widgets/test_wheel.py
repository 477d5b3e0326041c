"""The wheel scrolls the page; what was not clicked stays as it is, whatever has the keyboard."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QSlider,
    QSpinBox,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

import ui
from tests.ui.conftest import setting
from ui.widgets.combo import ElidedCombo
from ui.widgets.layout import column, scrolled, widget_in
from ui.widgets.tabs import Segments, TextTabs
from ui.widgets.wheel import WheelSafeSlider, WheelSafeSpinBox

LEFT = Qt.MouseButton.LeftButton

TURNED = r"(?:QComboBox|Q\w*SpinBox|Q\w*(?:Date|Time)Edit|QSlider|QDial|QTabBar|QTabWidget)"
"""Controls of Qt that the wheel changes wherever the pointer happens to be."""


def at_left(widget: QWidget) -> QPoint:
    """Return a place in a control that stays in it when its page is laid out again, and narrower."""
    return QPoint(4, widget.height() // 2)


def roll(widget: QWidget) -> None:
    """Turn the wheel as the system tells of it: what leaves it alone passes it on."""
    window, place = widget.window(), at_left(widget)
    QTest.wheelEvent(window.windowHandle(), QPointF(widget.mapTo(window, place)), QPoint(0, -120))


def _combo(*, typed: bool = False) -> QComboBox:
    made = ElidedCombo()
    made.addItems([f"Entry {number}" for number in range(9)])
    made.setEditable(typed)
    made.setCurrentIndex(4)
    return made


def _number(made: QSpinBox | QSlider) -> QWidget:
    made.setValue(40)
    return made


def _tabs() -> QTabBar:
    made = TextTabs()
    for words in ("One", "Two", "Three"):
        made.addTab(words)
    made.setCurrentIndex(1)
    return made


def _segments() -> QTabBar:
    made = Segments("Shown", ["One", "Two", "Three"])
    made.setCurrentIndex(1)
    return made


CHANGED: dict[str, Callable[[], QWidget]] = {
    "combo": _combo,
    "combo in which is typed": lambda: _combo(typed=True),
    "spin box": lambda: _number(WheelSafeSpinBox()),
    "slider": lambda: _number(WheelSafeSlider(Qt.Orientation.Horizontal)),
}
"""What the wheel changes once it was clicked."""

ALL = {**CHANGED, "tabs": _tabs, "segments": _segments}


class Page:
    """A control on a page that is longer than its window, and a field before it."""

    def __init__(self, control: QWidget) -> None:
        self.control, self.field = control, QLineEdit()
        below = QWidget()
        below.setMinimumHeight(2000)
        self.area: QScrollArea = scrolled(widget_in(column(self.field, control, below)))
        self.area.resize(300, 300)

    @property
    def scrolled(self) -> int:
        return self.area.verticalScrollBar().value()


@pytest.fixture
def page(request: pytest.FixtureRequest, qtbot: QtBot) -> Page:
    made = Page(ALL[request.param]())
    qtbot.addWidget(made.area)
    with qtbot.waitActive(made.area):
        made.area.show()
    made.field.setFocus()
    return made


@pytest.mark.parametrize("page", ALL, indirect=True)
def test_the_wheel_scrolls_the_page_and_changes_nothing(page: Page) -> None:
    before = setting(page.control)
    roll(page.control)
    assert page.scrolled > 0
    page.area.verticalScrollBar().setValue(0)
    page.control.setFocus(Qt.FocusReason.TabFocusReason)
    roll(page.control)
    assert page.scrolled > 0
    assert setting(page.control) == before


@pytest.mark.parametrize("page", CHANGED, indirect=True)
def test_what_was_clicked_follows_the_wheel_until_something_else_is_used(page: Page, qtbot: QtBot) -> None:
    control = page.control
    inside = control.findChild(QLineEdit) or control
    QTest.mouseClick(inside, LEFT, pos=at_left(inside))
    if isinstance(control, QComboBox):
        control.hidePopup()
        qtbot.waitUntil(lambda: QApplication.activePopupWidget() is None)
        with qtbot.waitActive(page.area):  # as a desktop does it
            page.area.activateWindow()
    before = setting(control)
    roll(inside)
    assert setting(control) != before
    assert page.scrolled == 0
    QTest.mouseClick(page.field, LEFT)
    before = setting(control)
    roll(control)
    control.setFocus(Qt.FocusReason.BacktabFocusReason)
    roll(control)
    assert setting(control) == before
    assert page.scrolled > 0


@pytest.mark.parametrize("page", ["tabs", "segments"], indirect=True)
def test_a_tab_that_was_clicked_stays_while_its_page_is_scrolled(page: Page) -> None:
    QTest.mouseClick(page.control, LEFT, pos=QPoint(4, 8))
    assert setting(page.control) == 0
    roll(page.control)
    assert setting(page.control) == 0
    assert page.scrolled > 0


@pytest.mark.parametrize("page", CHANGED, indirect=True)
def test_the_wheel_leaves_the_keyboard_where_it_is(page: Page) -> None:
    roll(page.control)
    assert page.field.hasFocus()


@pytest.mark.parametrize("page", ["combo"], indirect=True)
def test_the_list_of_a_combo_scrolls(page: Page, qtbot: QtBot) -> None:
    combo = page.control
    assert isinstance(combo, QComboBox)
    combo.addItems([f"Further {number}" for number in range(90)])
    combo.setMaxVisibleItems(5)
    combo.setStyleSheet("combobox-popup: 0")
    combo.showPopup()
    qtbot.waitUntil(combo.view().isVisible)
    bar = combo.view().verticalScrollBar()
    bar.setValue(0)
    roll(combo.view().viewport())
    assert bar.value() > 0
    combo.hidePopup()


def test_no_control_of_the_window_is_one_of_qt_that_the_wheel_changes() -> None:
    for path in Path(ui.__file__).parent.rglob("*.py"):
        made = re.findall(rf"\b{TURNED}\(|class .*\b{TURNED}\)", path.read_text(encoding="utf-8"))
        assert not made or path.name == "wheel.py", path
