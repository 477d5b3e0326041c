"""States of the tabs of tables, one by one: nothing there, on its way, found, old, failed, and stopped."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.risk import LinkedTables
from sdcdesk.tables import Dominance, TablePlan
from tests.ui.numbers_shown import numbers_of
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
from ui.pages.tables.areas.areas_tab import AreasTab
from ui.pages.tables.critique.critique_tab import CritiqueTab
from ui.pages.tables.page import TablesPage
from ui.pages.tables.together.together_tab import NOT_YET, TogetherTab
from ui.session.computation import Computing, Failed, Ready, State, Stopped
from ui.session.navigator import BY_AREA, CRITIQUE, TOGETHER
from ui.session.tabulating import JOB
from ui.shell.main_window import MainWindow

RULES = (Dominance(n=1, k=60.0),)
BY_ZIP = PlannedTable(name="Zip", plan=TablePlan(rows=("Zip",), value="Amount_Billed"), rules=RULES)
BY_SEX = PlannedTable(name="Sex", plan=TablePlan(rows=("Sex",), value="Amount_Billed"), rules=RULES)

COMPUTES = "sdcdesk.release.table_results.compute_tables"


class Walk:
    """A small dark window with numbers of nobody, whose complaints are collected state by state."""

    def __init__(
        self,
        window: MainWindow,
        settled: Callable[..., None],
        clipped: Callable[[QWidget], list[str]],
        monkeypatch: pytest.MonkeyPatch,
        qtbot: QtBot,
    ) -> None:
        self.window, self.session = window, window.session
        self._settled, self._clipped, self._patch, self._qtbot = settled, clipped, monkeypatch, qtbot
        self._before = numbers_of(window)
        self.found: list[str] = []

    @property
    def page(self) -> TablesPage:
        page = self.window.stages.current_page()
        assert isinstance(page, TablesPage)
        return page

    def open(self, tab: str) -> None:
        self.window.show_stage("tables", tab)
        self.settle()

    def settle(self) -> None:
        self._settled(self.window, self.window.jobs)

    def plan(self, *tables: PlannedTable) -> None:
        assert self.session.project is not None
        self.session.change("Tables", self.session.project.changed(tables=tables))

    def look(self, state: str, *, whole: bool = False) -> None:
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if whole:
            self.found += page_complaints(self.window, self._clipped, self._before, state)
        else:
            self.found += complaints(self.window, self._clipped, state)

    @contextmanager
    def held(self, name: str) -> Iterator[None]:
        """Let something compute until it is stopped."""

        def compute(*given: object, **named: object) -> None:
            progress = next(one for one in (*given, *named.values()) if isinstance(one, Progress))
            while True:
                progress.check()
                threading.Event().wait(0.01)

        with self._patch.context() as patch:
            patch.setattr(name, compute)
            yield

    @contextmanager
    def failing(self, name: str) -> Iterator[None]:
        def compute(*_given: object, **_named: object) -> None:
            raise DataError("The cells of Zip cannot be counted.")

        with self._patch.context() as patch:
            patch.setattr(name, compute)
            yield

    def states_of_tables(self, state: Callable[[], State]) -> None:
        """Go through what becomes of the tables: on their way, stopped, failed, found, and old."""
        with self.held(COMPUTES):
            self.plan(BY_ZIP.changed(together=True), BY_SEX.changed(together=True))
            self._qtbot.waitUntil(lambda: isinstance(state(), Computing))
            self.look("working")
            self.window.jobs.cancel(JOB)
            self.settle()
        assert state() == Stopped()
        self.look("stopped")
        with self.failing(COMPUTES):
            self.session.tabulating.again()
            self.settle()
        assert isinstance(state(), Failed)
        self.look("failed")
        self.session.tabulating.again()
        self.settle()
        assert isinstance(state(), Ready)
        self.look("found", whole=True)
        with self.held(COMPUTES):
            self.plan(BY_ZIP.changed(together=True, title="Bills"), BY_SEX.changed(together=True))
            self._qtbot.waitUntil(lambda: isinstance(state(), Computing))
            self.look("old")
            self.window.jobs.cancel(JOB)
            self.settle()


@pytest.fixture
def walk(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> Walk:
    open_dark_and_strange(window, sample, qtbot)
    return Walk(window, settled, clipped, monkeypatch, qtbot)


def test_this_table(walk: Walk) -> None:
    walk.open("")
    walk.look("nothing")
    assert walk.page.this.empty is not None
    assert walk.page.this.example.isVisible()
    walk.states_of_tables(lambda: walk.session.tabulating.computation.state)
    assert walk.found == [], "\n".join(walk.found)


def test_published_together(walk: Walk) -> None:
    walk.open(TOGETHER)
    walk.look("nothing")
    tab = walk.page.tabs.current
    assert isinstance(tab, TogetherTab)
    said = []

    def state() -> State:
        said.append((type(walk.session.tabulating.computation.state), tab.badge.accessibleName()))
        return walk.session.tabulating.computation.state

    walk.states_of_tables(state)
    # No verdict is shown but on the tables as they are.
    assert {kind for kind, words in said if NOT_YET not in words} == {Ready}
    assert walk.found == [], "\n".join(walk.found)


def test_by_area(walk: Walk) -> None:
    walk.open(BY_AREA)
    walk.look("nothing")
    tab = walk.page.tabs.current
    assert isinstance(tab, AreasTab)
    assert walk.session.project is not None
    measure = LinkedTables(published=("Sex × Race",), area="Zip")
    walk.session.change("Areas", with_measure(walk.session.project, tab.measure.scenario, measure))
    walk.settle()
    with walk.held("sdcdesk.release.area_proposals.merged_areas"):
        tab.compute()
        walk.look("working")
        tab.compute()
        walk.settle()
    assert tab.computation.state == Stopped()
    walk.look("stopped")
    with walk.failing("sdcdesk.release.area_proposals.merged_areas"):
        tab.compute()
        walk.settle()
    assert isinstance(tab.computation.state, Failed)
    walk.look("failed")
    tab.compute()
    walk.settle()
    walk.look("found")
    other = measure.changed(threshold=2)
    walk.session.change("Areas", with_measure(walk.session.project, tab.measure.scenario, other))
    walk.settle()
    assert tab.line.isVisible()
    walk.look("old")
    assert walk.found == [], "\n".join(walk.found)


def test_critique_of_the_rules(walk: Walk) -> None:
    walk.open(CRITIQUE)
    walk.look("an example")
    tab = walk.page.tabs.current
    assert isinstance(tab, CritiqueTab)
    walk.plan(BY_ZIP)
    walk.settle()
    tab.which.setCurrentIndex(0)
    tab.choose()
    walk.settle()
    walk.states_of_tables(lambda: tab.computation.state)
    assert tab.computation.state == Stopped()
    assert tab.card.empty is not None
    tab.card.empty.button.click()
    walk.settle()
    assert isinstance(tab.computation.state, Ready)
    assert walk.found == [], "\n".join(walk.found)
