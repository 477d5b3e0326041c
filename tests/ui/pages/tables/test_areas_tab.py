"""The tab over the sample: areas are its zip codes, which lie in states or stand alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.masking import Recoding
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import merged_areas
from tests.ui.numbers_shown import numbers_of
from tests.ui.page_window import PageWindow
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
from ui.pages.tables import stage as tables_stage
from ui.pages.tables.areas.areas_tab import NO_AREA, OLD, AreasTab
from ui.pages.tables.areas.merge_card import MERGE, STOP, USE
from ui.pages.tables.page import TablesPage
from ui.session.computation import Failed
from ui.session.navigator import BY_AREA
from ui.session.session import Session
from ui.shell.main_window import MainWindow


class Stand(PageWindow[TablesPage]):
    """The tab, with two tables of every zip code."""

    def __init__(self, session: Session, qtbot: QtBot) -> None:
        super().__init__(TablesPage, tables_stage.STAGE, session, qtbot)
        self.page.open_tab(BY_AREA)
        self.change(lambda project: project.changed(recipe=project.recipe.changed(steps=())))

    @property
    def tab(self) -> AreasTab:
        tab = self.page.tabs.current
        assert isinstance(tab, AreasTab)
        return tab

    def publish(self, **choices: object) -> None:
        measure = LinkedTables(published=("Age × Sex", "Sex × Race"), area="Zip", **choices)
        self.change(lambda project: with_measure(project, self.tab.measure.scenario, measure))


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> Stand:
    return Stand(sampled, qtbot)


def test_areas_are_merged_and_become_a_step(stand: Stand) -> None:
    tab, card = stand.tab, stand.tab.merging
    assert not card.button.isEnabled()
    assert NO_AREA in card.button.toolTip()
    stand.publish()
    assert card.button.isEnabled()
    card.button.click()
    assert card.button.text() == STOP
    stand.settle()
    found = tab.computation.last
    assert found is not None
    assert found.mapping
    masked = tab.session.results.run.masked  # type: ignore[union-attr]
    measure = tab._measure()
    assert measure is not None
    expected = merged_areas(measure, masked, 0.0, progress=Progress())
    assert found.mapping == expected.mapping
    assert stand.page.header.filled.text() == USE
    stand.page.header.filled.click()
    stand.settle()
    step = stand.project.recipe.steps[-1].method
    assert isinstance(step, Recoding)
    assert step.mapping == dict(found.mapping)
    assert tab.line.text() == OLD
    assert stand.page.header.filled.text() == MERGE
    stand.session.undo()
    stand.settle()
    assert not stand.project.recipe.steps
    assert stand.page.header.filled.text() == USE


def test_the_limit_is_checked_where_it_is_typed(stand: Stand) -> None:
    card = stand.tab.merging
    stand.publish()
    for typed, most in (("100", None), ("", None), ("a", None), ("12.5", 0.125)):
        card.limit.setText(typed)
        card.limit.textEdited.emit(typed)
        assert card.most == most
        assert card.button.isEnabled() == (most is not None)
        assert card.problem.isHidden() == (most is not None)


def test_a_parent_that_is_none_is_said(stand: Stand) -> None:
    stand.publish()
    card = stand.tab.merging
    card.parent_area.choose("Sex")
    card.parent_area.picked.emit("Sex")
    card.button.click()
    stand.settle()
    assert isinstance(stand.tab.computation.state, Failed)
    assert "An area of Zip has records of several values of Sex" in stand.tab.line.text()
    assert card.button.text() == MERGE


def test_every_state_keeps_the_contracts_of_screens(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    open_dark_and_strange(window, sample, qtbot)
    window.show_stage("tables", BY_AREA)
    settled(window, window.jobs)
    before, found = numbers_of(window), complaints(window, clipped, "no area")
    page = window.stages.current_page()
    assert isinstance(page, TablesPage)
    tab, session = page.tabs.current, window.session
    assert isinstance(tab, AreasTab)
    assert session.project is not None
    measure = LinkedTables(published=("Age × Sex", "Sex × Race"), area="Zip")
    session.change("Change", with_measure(session.project, tab.measure.scenario, measure))
    settled(window, window.jobs)
    tab.merge()
    settled(window, window.jobs)
    assert tab.computation.last is not None
    found += page_complaints(window, clipped, before, "merged")
    assert found == [], "\n".join(found)
