"""Contracts of all screens, asked of one page: nothing clipped, a way by Tab, numbers of the user."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import turned_over
from tests.ui.numbers_shown import FOREIGN, STRANGE, numbers_of
from tests.ui.tab_order import Rings, tab_complaints
from tests.ui.test_every_screen import complaints
from ui.look.theme import theme
from ui.shell.main_window import MainWindow


def open_dark_and_strange(window: MainWindow, sample: Path, qtbot: QtBot) -> None:
    """Open a project in a small dark window, whose user writes numbers as nobody else does."""
    QLocale.setDefault(STRANGE)
    theme().set_scheme("dark")
    window.resize(1280, 720)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)


def page_complaints(
    window: MainWindow, clipped: Callable[[QWidget], list[str]], before: set[str], state: str
) -> list[str]:
    """Return what is wrong with the page that is shown; numbers that were there before are not its own."""
    page = window.stages.current_page()
    found = complaints(window, clipped, state)
    found += tab_complaints(window, state, Rings(), within=page)
    found += [f"the wheel changes {what}" for what in turned_over(page)]
    return found + [f"in no locale: {text}" for text in numbers_of(window) - before if FOREIGN.search(text)]
