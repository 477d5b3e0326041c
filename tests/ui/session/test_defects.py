import logging
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import SdcError
from ui.session import defects as room
from ui.session.defects import Defects
from ui.shell.main_window import MainWindow
from ui.widgets.message_bar import MessageBar

NAMED = "Maria Lopez, 48201"


@pytest.fixture
def defects(qapp: QObject) -> Iterator[Defects]:  # noqa: ARG001 - signals need the application
    heard, usual = Defects(), sys.excepthook
    heard.start()
    yield heard
    heard.stop()
    sys.excepthook = usual


def fail() -> None:
    raise KeyError(NAMED)


class Painted(QWidget):
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        fail()


class Emitter(QObject):
    said = Signal()


def provoke(how: str, qtbot: QtBot) -> QObject | None:
    """Let something fail; what is returned must live until then."""
    if how == "timer":
        QTimer.singleShot(0, fail)
    elif how == "slot":
        emitter = Emitter()
        emitter.said.connect(fail)
        emitter.said.emit()
    elif how == "thread":
        threading.Thread(target=fail).start()
    else:
        widget = Painted()
        qtbot.addWidget(widget)
        widget.show()
        return widget
    return None


@pytest.mark.parametrize("how", ["timer", "slot", "thread", "event"])
def test_an_exception_anywhere_is_shown_and_logged_without_its_values(
    defects: Defects, qtbot: QtBot, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(defects.caught) as found:
        kept = provoke(how, qtbot)
    del kept
    error = found.args[0]
    assert isinstance(error, SdcError)
    assert "KeyError in fail" in error.message
    assert "KeyError in fail" in caplog.text
    assert "Lopez" not in error.message + caplog.text


def test_the_same_defect_is_not_shown_again_and_again(
    defects: Defects, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[SdcError] = []
    defects.caught.connect(found.append)
    QTimer.singleShot(0, fail)
    with qtbot.waitSignal(defects.caught):
        QTimer.singleShot(0, fail)
    monkeypatch.setattr(room, "QUIET", -1.0)
    with qtbot.waitSignal(defects.caught):
        QTimer.singleShot(0, fail)
    assert len(found) == 2


def test_an_error_that_a_user_can_act_on_keeps_its_sentence(defects: Defects, qtbot: QtBot) -> None:
    def refuse() -> None:
        raise SdcError("Age holds text.")

    with qtbot.waitSignal(defects.caught) as found:
        QTimer.singleShot(0, refuse)
    assert found.args[0].message == "Age holds text."


def test_the_window_shows_a_defect_in_its_message_bar(
    window: MainWindow, defects: Defects, qtbot: QtBot
) -> None:
    defects.caught.connect(window.session.failed)
    with qtbot.waitSignal(window.session.failed):
        QTimer.singleShot(0, fail)
    assert window.welcome.message_bar.isVisible()
    assert "KeyError in fail" in window.welcome.message_bar.text()


@pytest.mark.parametrize("own_bar", [False, True])
def test_a_defect_is_shown_in_the_dialog_that_lies_over_the_window(
    window: MainWindow, defects: Defects, qtbot: QtBot, own_bar: bool
) -> None:
    defects.caught.connect(window.show_defect)
    dialog = QDialog(window)
    rows = QVBoxLayout(dialog)
    rows.addWidget(QLabel("Content"))
    if own_bar:
        rows.addWidget(MessageBar())
    dialog.open()
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: any(bar.isVisible() for bar in dialog.findChildren(MessageBar)))
    [bar] = dialog.findChildren(MessageBar)
    assert "KeyError in fail" in bar.text()
    assert window.welcome.message_bar.text() == bar.text()
    dialog.close()
