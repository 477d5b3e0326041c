from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from sdcdesk.document.hierarchy_commands import with_hierarchy
from sdcdesk.hierarchies.builders import band_hierarchy
from sdcdesk.hierarchies.hierarchy import Hierarchy
from ui.pages.hierarchies.hierarchies_tab import HierarchiesTab
from ui.pages.masking import stage as masking_stage
from ui.pages.masking.page import MaskingPage
from ui.session.navigator import HIERARCHIES
from ui.session.session import Session
from ui.widgets.actions import Actions


@pytest.fixture
def ages() -> Hierarchy:
    """A hierarchy of the ages of the sample, in three levels of bands and one label above."""
    return band_hierarchy(range(120), [5, 10, 20], unit="years").changed(name="Age")


@pytest.fixture
def shown_tab(sampled: Session, qtbot: QtBot) -> Iterator[HierarchiesTab]:
    """The tab with the sample, which holds no hierarchy yet."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(936, 780)
    page = MaskingPage(sampled, Actions(window), masking_stage.STAGE)
    window.setCentralWidget(page)
    with qtbot.waitExposed(window):
        window.show()
    page.open_tab(HIERARCHIES)
    tab = page.tabs.current
    assert isinstance(tab, HierarchiesTab)
    qtbot.waitUntil(lambda: not sampled.jobs.running)
    yield tab
    qtbot.waitUntil(lambda: not sampled.jobs.running)
    if tab.levels.chooser is not None:
        tab.levels.chooser.close()


@pytest.fixture
def give(shown_tab: HierarchiesTab, qtbot: QtBot) -> Callable[[Hierarchy, str], HierarchiesTab]:
    """Give a variable a hierarchy, and show it with its counts."""

    def show(hierarchy: Hierarchy, variable: str) -> HierarchiesTab:
        session = shown_tab.session
        assert session.project is not None
        session.change(*with_hierarchy(session.project, hierarchy.changed(name=variable)))
        shown_tab.choose_variable(variable)
        qtbot.waitUntil(lambda: not session.jobs.running)
        return shown_tab

    return show


@pytest.fixture
def tab(give: Callable[[Hierarchy, str], HierarchiesTab], ages: Hierarchy) -> HierarchiesTab:
    """The tab with the hierarchy of the ages."""
    return give(ages, "Age")
