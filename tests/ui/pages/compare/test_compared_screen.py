"""The page with alternatives on it under the contracts of all screens."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.search.alternatives.comparison import Comparison
from tests.ui.conftest import turned_over
from tests.ui.numbers_shown import FOREIGN, STRANGE, numbers_of
from tests.ui.tab_order import Rings, tab_complaints
from tests.ui.test_every_screen import complaints
from ui.look.theme import theme
from ui.pages.compare.page import ComparePage
from ui.shell.main_window import MainWindow


def test_alternatives(
    window: MainWindow,
    sample: Path,
    compared: Comparison,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    QLocale.setDefault(STRANGE)
    theme().set_scheme("dark")
    window.resize(1280, 720)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    window.show_stage("compare")
    settled(window, window.jobs)
    before, found = numbers_of(window), []
    window.session.comparing.show(compared)
    page = window.stages.current_page()
    assert isinstance(page, ComparePage)
    page.choose(3)
    settled(window, window.jobs)
    found += complaints(window, clipped, "found")
    found += tab_complaints(window, "found", Rings(), within=page)
    found += [f"the wheel changes {what}" for what in turned_over(page)]
    found += [f"in no locale: {text}" for text in numbers_of(window) - before if FOREIGN.search(text)]
    assert page.number == 3
    assert page.filled.isEnabled()
    page.choose(compared.failed[0].alternative.number)
    window.resize(960, 540)
    settled(window, window.jobs)
    found += complaints(window, clipped, "failed, narrow")
    assert found == [], "\n".join(found)
