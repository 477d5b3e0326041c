"""The page with alternatives on it under the contracts of all screens."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.search.alternatives.comparison import Comparison
from tests.ui.numbers_shown import numbers_of
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
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
    open_dark_and_strange(window, sample, qtbot)
    window.show_stage("compare")
    settled(window, window.jobs)
    before, found = numbers_of(window), list[str]()
    window.session.comparing.show(compared)
    page = window.stages.current_page()
    assert isinstance(page, ComparePage)
    page.choose(3)
    settled(window, window.jobs)
    found += page_complaints(window, clipped, before, "found")
    assert page.number == 3
    assert page.filled.isEnabled()
    page.choose(compared.failed[0].alternative.number)
    window.resize(960, 540)
    settled(window, window.jobs)
    found += complaints(window, clipped, "failed, narrow")
    assert found == [], "\n".join(found)
