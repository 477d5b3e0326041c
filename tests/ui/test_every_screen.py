"""Every stage of the real window, in every size and scheme: nothing clipped, everything named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from ui.actions import STAGES
from ui.autosave import Autosave
from ui.main_window import MainWindow
from ui.settings import Settings
from ui.theme import theme

CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractItemView)


def leave(window: MainWindow) -> None:
    window.session._saved = window.session.project
    window.files.saving.discard()
    window.jobs.close()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    store = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    made = MainWindow(Settings(store), Autosave(tmp_path / "autosave"))
    qtbot.addWidget(made, before_close_func=leave)
    made.resize(1440, 900)
    made.show()
    qtbot.waitExposed(made)
    return made


def own(widget: QWidget) -> bool:
    """Return whether a widget is ours, not a part that Qt made inside one of ours."""
    return (
        not widget.objectName().startswith("qt_") and widget.metaObject().className() != "QLineEditIconButton"
    )


def words(widget: QWidget) -> str:
    """Return what a control is called."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text or widget.toolTip()


def visible(window: MainWindow) -> list[QWidget]:
    return [w for w in window.findChildren(QWidget) if w.isVisible() and own(w) and isinstance(w, CONTROLS)]


def check(window: MainWindow, clipped: Callable[[QWidget], list[str]], where: str) -> None:
    """Grab the window and complain of what a careful user would complain of."""
    assert not window.grab().isNull()
    assert clipped(window) == [], f"clipped on {where}"
    controls = visible(window)
    assert [w.metaObject().className() for w in controls if not words(w)] == [], f"without a name on {where}"
    silent = [words(w) for w in controls if not w.isEnabled() and not w.toolTip() and w.parent().isEnabled()]
    assert silent == [], f"disabled without a reason on {where}"
    filled = [w for w in controls if w.property("filled") and w.window() is window]
    assert len(filled) <= 1, f"more than one filled button on {where}"


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=["1440x900", "1280x720"])
def test_every_stage_with_the_sample(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    clipped: Callable[[QWidget], list[str]],
    size: tuple[int, int],
) -> None:
    window.resize(*size)
    with qtbot.waitSignal(window.session.computed, timeout=20_000):
        window.files.open(sample)
    for scheme in ("light", "dark"):
        theme().set_scheme(scheme)
        for stage in STAGES:
            window.show_stage(stage)
            qtbot.wait(700)
            tabs = window.stages.current_page().header.tabs
            for tab in range(max(tabs.count(), 1)):
                tabs.setCurrentIndex(tab)
                qtbot.wait(200)
                check(window, clipped, f"{stage} {tab} {scheme}")


def test_every_stage_of_a_file_that_nobody_described(
    window: MainWindow, sample: Path, qtbot: QtBot, clipped: Callable[[QWidget], list[str]]
) -> None:
    from sdcdesk.io import ReadOptions

    with qtbot.waitSignal(window.session.computed, timeout=20_000):
        window.files._opening.data(sample.parent / "billing_5000.csv", ReadOptions())
    for stage in STAGES:
        window.show_stage(stage)
        qtbot.wait(500)
        check(window, clipped, f"{stage}, nothing described")


def test_the_welcome_page(window: MainWindow, clipped: Callable[[QWidget], list[str]]) -> None:
    for size in ((1440, 900), (1280, 720), (960, 600)):
        window.resize(*size)
        check(window, clipped, f"welcome {size}")


def test_every_action_does_something(window: MainWindow, sample: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.computed, timeout=20_000):
        window.files.open(sample)
    for stage in STAGES:
        window.show_stage(stage)

    def idle(action: QAction) -> bool:
        return action.receivers("2triggered(bool)") == 0

    assert [action.objectName() for action in window.commands if idle(action)] == []
