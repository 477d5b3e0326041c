"""The tab with codings on it under the contracts of all screens: clipping, names, reasons, Tab, wheel."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import turned_over
from tests.ui.tab_order import Rings, tab_complaints
from tests.ui.test_every_screen import complaints
from ui.pages.masking.page import MaskingPage
from ui.pages.safe_coding.codings_card import LIST, MAP
from ui.pages.safe_coding.safe_coding_tab import SafeCodingTab
from ui.shell.main_window import MainWindow


def test_map_and_list(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    window.resize(1280, 720)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    window.session.navigator.find_coding()
    settled(window, window.jobs)
    page = window.stages.current_page()
    assert isinstance(page, MaskingPage)
    tab = page.tabs.current
    assert isinstance(tab, SafeCodingTab)
    tab.condition.more.click()
    tab.condition.groups.add.click()
    settled(window, window.jobs)
    assert tab.search.found is not None
    found, rings, project = [], Rings(), window.session.project
    for name, view in (("list", LIST), ("map", MAP)):
        tab.codings.views.setCurrentIndex(view)
        settled(window, window.jobs)
        found += complaints(window, clipped, name)
        found += tab_complaints(window, name, rings, within=page)
        found += [f"{name}: the wheel changes {what}" for what in turned_over(window)]
    assert found == [], "\n".join(found)
    assert window.session.project is project
