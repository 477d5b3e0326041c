"""Where Tab leads: the order of what is laid out, found without items of layouts."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

import ui
from ui.widgets.focus import tab_stops, walk
from ui.widgets.layout import column, row


def test_stops_follow_rows_and_columns_whatever_was_made_first(qtbot: QtBot) -> None:
    whole = QWidget()
    last, second, first, third = (QPushButton(name) for name in ("last", "second", "first", "third"))
    column(row(column(first, second), column(third)), last, inside=whole)
    qtbot.addWidget(whole)
    with qtbot.waitExposed(whole):
        whole.show()
    assert [one.text() for one in tab_stops(whole)] == ["first", "second", "third", "last"]


class Listening(QPushButton):
    """A button that keeps the reasons for which it got the keyboard."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.reasons: list[Qt.FocusReason] = []

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's way
        self.reasons.append(event.reason())
        super().focusInEvent(event)


def test_a_stop_is_told_from_which_side_the_keyboard_comes(qtbot: QtBot) -> None:
    whole = QWidget()
    first, second = Listening("first"), Listening("second")
    column(first, second, inside=whole)
    qtbot.addWidget(whole)
    with qtbot.waitExposed(whole):
        whole.show()
    whole.activateWindow()
    qtbot.waitUntil(whole.isActiveWindow)
    first.setFocus()
    assert walk(whole, 1)
    assert second.hasFocus()
    assert walk(whole, -1)
    assert first.hasFocus()
    assert (second.reasons[-1], first.reasons[-1]) == (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
    )


def test_no_layout_is_asked_for_its_items() -> None:
    """PySide keeps what stood for an item that Qt has deleted, and falls when its memory is used again.

    A test that asks spoils those that come after it, too.
    """
    folders = (Path(ui.__file__).parent, Path(__file__).parents[1])
    asking = {
        path.name
        for folder in folders
        for path in folder.rglob("*.py")
        if ".itemAt(" in path.read_text(encoding="utf-8")
    }
    assert asking == {"test_focus.py", "test_flow.py"}, "the latter asks a layout of ours"
