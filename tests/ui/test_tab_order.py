"""Tab in every screen of the window: each stop has a name, is seen, and comes as one reads."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.masking import METHODS
from tests.ui.test_every_screen import words
from ui.dialogs.export_dialog import ExportDialog
from ui.dialogs.import_dialog import ImportDialog
from ui.dialogs.notice import Notice
from ui.dialogs.problem_dialog import ProblemDialog
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.dialogs.step_dialog import StepDialog
from ui.pages.stages import STAGES
from ui.session.session import Session
from ui.shell.main_window import MainWindow
from ui.widgets.focus import tab_stops

MOST = 250
"""Stops of one screen."""


def stops(window: QWidget) -> Iterator[QWidget]:
    """Walk through a window with Tab, from its first stop until one comes again."""
    seen: list[QWidget] = []
    while len(seen) < MOST:
        at = window.focusWidget() or window
        QTest.keyClick(at, Qt.Key.Key_Tab)
        QApplication.processEvents()
        stop = window.focusWidget()
        assert stop is not None
        if stop in seen:
            return
        seen.append(stop)
        yield stop
    raise AssertionError("Tab never comes back")


def place(stop: QWidget) -> QRect:
    return QRect(stop.mapToGlobal(QPoint(0, 0)), stop.size())


def title(stop: QWidget) -> str:
    return words(stop) or f"a {type(stop).__name__} of {type(stop.parent()).__name__}"


def goes_back(before: QRect, after: QRect) -> bool:
    """Return whether a stop lies before the one from which Tab leads to it: above it, or left in its row."""
    middle = after.center()
    if middle.y() < before.top():
        return middle.x() < before.right()
    return middle.y() <= before.bottom() and middle.x() < before.left()


def ring_is_seen(stop: QWidget) -> bool:
    """Return whether a stop looks another way while it has the keyboard."""
    stop.activateWindow()
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert stop.hasFocus(), "the window is active"
    with_focus = stop.grab().toImage()
    stop.clearFocus()
    QApplication.processEvents()
    without = stop.grab().toImage()
    stop.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    return bool(with_focus != without)


def complaints(window: QWidget, where: str, rings: set[QWidget] | None = None) -> list[str]:
    """Walk through a screen and return what somebody without a mouse would complain of.

    ``rings`` holds the stops whose focus was looked at on screens before: the frame of the window is in all.
    """
    found, before = [], None
    rings = set() if rings is None else rings
    for stop in stops(window):
        if not words(stop):
            found.append(f"{where}: {title(stop)} has no name")
        if stop.visibleRegion().isEmpty():
            found.append(f"{where}: {title(stop)} is not seen")
        if stop not in rings and not ring_is_seen(stop):
            found.append(f"{where}: {title(stop)} shows no focus")
        now = place(stop)
        back = before is not None and goes_back(place(before), now)
        if back and stop is not next(tab_stops(window)):
            found.append(f"{where}: {title(before)} leads back to {title(stop)}")
        rings.add(stop)
        before = stop
    return found


@pytest.fixture
def begun(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window, which has the keyboard."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def test_the_welcome_page(begun: MainWindow) -> None:
    assert complaints(begun, "welcome") == []


@pytest.mark.parametrize("stage", [stage.key for stage in STAGES])
def test_every_stage(
    begun: MainWindow, sample: Path, qtbot: QtBot, settled: Callable[..., None], stage: str
) -> None:
    with qtbot.waitSignal(begun.session.computed):
        begun.files.open(sample)
    begun.show_stage(stage)
    found, tabs = [], begun.stages.current_page().header.tabs
    rings: set[QWidget] = set()
    for tab in range(max(tabs.count(), 1)):
        tabs.setCurrentIndex(tab)
        settled(begun, begun.jobs)
        found += complaints(begun, f"{stage} {tab}", rings)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.name)
def test_every_step_dialog(sampled: Session, qtbot: QtBot, settled: Callable[..., None], kind: type) -> None:
    dialog = StepDialog(sampled, kind)
    qtbot.addWidget(dialog)
    walked(dialog, sampled, qtbot, settled)


def test_other_dialogs(sampled: Session, sample: Path, qtbot: QtBot, settled: Callable[..., None]) -> None:
    dialogs = [
        ScenarioDialog(sampled.project, sampled.data, sampled.project.scenarios[0]),
        ExportDialog(sampled),
        ImportDialog(sample.with_suffix(".csv"), sampled.jobs),
        Notice("Data file", "It has changed.", None, "Go on", "Locate…"),
        ProblemDialog("Nothing has failed.", None),
    ]
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        walked(dialog, sampled, qtbot, settled)
        dialog.done(0)


def walked(dialog: QDialog, session: Session, qtbot: QtBot, settled: Callable[..., None]) -> None:
    """Walk through a dialog without a complaint."""
    dialog.show()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    settled(dialog, session.jobs)
    found = complaints(dialog, dialog.windowTitle())
    assert found == [], "\n".join(found)
