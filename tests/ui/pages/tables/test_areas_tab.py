"""The tab over the sample: areas are its zip codes, which lie in states or stand alone."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.running.progress import Progress
from sdcdesk.document.measure_commands import with_measure
from sdcdesk.masking import Recoding
from sdcdesk.release.area_proposals import GridWish, SplitWish
from sdcdesk.risk.linked_tables.measure import LinkedTables
from sdcdesk.risk.linked_tables.redesign import merged_areas
from tests.ui.numbers_shown import numbers_of
from tests.ui.page_window import PageWindow
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
from ui.pages.tables import stage as tables_stage
from ui.pages.tables.areas.areas_tab import NO_AREA, OLD, STOPPED, AreasTab
from ui.pages.tables.areas.redesign_card import STOP, USE
from ui.pages.tables.areas.way_forms import NO_PAIRS, NOT_MERGED, SAME, TOUCH
from ui.pages.tables.page import TablesPage
from ui.session.computation import Failed, Stopped
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
    tab, card = stand.tab, stand.tab.card
    assert not card.button.isEnabled()
    assert NO_AREA in card.button.toolTip()
    stand.publish()
    assert card.button.isEnabled()
    card.button.click()
    assert card.button.text() == STOP
    stand.settle()
    found = tab.computation.last
    assert found is not None
    now = tab._now()
    assert now is not None
    expected = merged_areas(now.measure, now.masked, 0.0)
    assert found.figures == expected.figures
    assert f"{found.figures[0].areas} → {found.figures[1].areas}" in card.figures.accessibleName()
    assert stand.page.header.filled.text() == USE
    stand.page.header.filled.click()
    stand.settle()
    step = stand.project.recipe.steps[-1].method
    assert isinstance(step, Recoding)
    assert step.mapping == dict(expected.mapping)
    assert tab.line.text() == OLD
    assert stand.page.header.filled.text() == card.merging.title
    stand.session.undo()
    stand.settle()
    assert not stand.project.recipe.steps
    assert stand.page.header.filled.text() == USE


def test_a_merged_area_is_taken_apart(stand: Stand) -> None:
    stand.publish()
    tab, card = stand.tab, stand.tab.card
    card.way.setCurrentIndex(2)
    assert NOT_MERGED in card.button.toolTip()
    zips = sorted(set(stand.session.data.frame["Zip"].astype(str)))[:3]  # type: ignore[union-attr]
    step = Recoding(variable="Zip", how="mapping", mapping=dict.fromkeys(zips, "three"))
    stand.change(lambda project: project.changed(recipe=project.recipe.then(step)))
    assert card.apart.area.name == "three"
    card.button.click()
    stand.settle()
    found = tab.computation.last
    assert found is not None
    assert [one.name for one in found.made] == sorted(zips, key=[one.name for one in found.made].index)
    assert found.figures[1].areas == found.figures[0].areas + 2
    tab.act()
    stand.settle()
    assert not stand.project.recipe.steps
    stand.session.undo()
    stand.settle()
    assert [one.method for one in stand.project.recipe.steps] == [step]


def test_areas_that_touch_are_read_and_kept(stand: Stand, tmp_path: Path) -> None:
    stand.publish()
    card = stand.tab.card
    card.merging.neighbour.choose(TOUCH)
    card.merging.neighbour.picked.emit(TOUCH)
    assert NO_PAIRS in card.button.toolTip()
    zips = sorted(set(stand.session.data.frame["Zip"].astype(str)))  # type: ignore[union-attr]
    file = tmp_path / "touch.csv"
    file.write_text("a,b\n", encoding="utf-8")
    with stand.qtbot.waitSignal(stand.session.failed) as failed:
        stand.tab.read_pairs(file)
    assert "touch.csv names no two areas of Zip" in str(failed.args[0])
    file.write_text(f"one,other\n{zips[0]},{zips[-1]}\n", encoding="utf-8")
    stand.tab.read_pairs(file)
    stand.settle()
    file.unlink()
    assert stand.project.touching == {"Zip": (("one", "other"), (zips[0], zips[-1]))}
    card.merging.limit.setText("0")
    card.button.click()
    stand.settle()
    found = stand.tab.computation.last
    assert found is not None
    assert [one.name for one in found.made] == [f"{zips[0]}+{zips[-1]}"]
    stand.session.undo()
    stand.settle()
    assert not stand.project.touching
    assert NO_PAIRS in card.button.toolTip()


def test_what_is_typed_is_checked_where_it_stands(stand: Stand) -> None:
    card = stand.tab.card
    stand.publish()
    form = card.merging
    for field, typed, value in (
        (form.limit, "100", None),
        (form.limit, "", None),
        (form.limit, "12.5", 0.125),
        (form.least, "0", None),
        (form.least, "1.5", None),
        (form.least, "20", 20),
    ):
        field.setText(typed)
        field.textEdited.emit(typed)
        assert field.value == value
        assert card.button.isEnabled() == (value is not None)
        assert form.problem.isHidden() == (value is not None)


def test_a_failure_and_a_stop_are_said(stand: Stand, monkeypatch: pytest.MonkeyPatch) -> None:
    stand.publish()
    card = stand.tab.card
    card.merging.neighbour.choose("Sex")
    card.merging.neighbour.picked.emit("Sex")
    assert card.merging.neighbour.currentText() == "others of the same Sex"
    card.button.click()
    stand.settle()
    assert isinstance(stand.tab.computation.state, Failed)
    assert "An area of Zip has records of several values of Sex" in stand.tab.line.text()
    assert card.button.text() == card.merging.title
    card.merging.neighbour.choose("")
    card.merging.neighbour.picked.emit("")
    started = threading.Event()

    def endless(*_arguments: object, progress: Progress, **_choices: object) -> None:
        started.set()
        while True:
            progress.check()
            threading.Event().wait(0.01)

    monkeypatch.setattr("sdcdesk.release.area_proposals.merged_areas", endless)
    card.button.click()
    stand.qtbot.waitUntil(started.is_set)
    card.button.click()
    stand.settle()
    assert isinstance(stand.tab.computation.state, Stopped)
    assert stand.tab.line.text() == STOPPED
    monkeypatch.undo()
    stand.tab.line.act.click()
    stand.settle()
    assert stand.tab.computation.last is not None
    assert stand.tab.line.isHidden()


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
    for place, form in enumerate(tab.card.forms):
        tab.card.way.setCurrentIndex(place)
        tab.compute()
        settled(window, window.jobs)
        assert (tab.computation.last is None) == (place > 0)  # only the merge is possible here
        if place:
            found += complaints(window, clipped, form.title)
        else:
            found += page_complaints(window, clipped, before, form.title)
    assert found == [], "\n".join(found)


def test_each_sentence_asks_for_what_it_says(stand: Stand) -> None:
    stand.publish()
    card = stand.tab.card
    split, grid = card.splitting, card.grid
    card.way.setCurrentIndex(1)
    assert split.larger.name == "Zip"
    split.finer.choose("Zip")
    split.finer.picked.emit("Zip")
    assert SAME in card.button.toolTip()
    split.finer.choose("Age")
    split.finer.picked.emit("Age")
    split.limit.setText("20")
    split.least.setText("30")
    assert card.wish == SplitWish("Age", "Zip", 0.2, 30)
    stand.tab.compute()
    stand.settle()
    assert "An area of Age has records of several values of Zip" in stand.tab.line.text()
    card.way.setCurrentIndex(3)
    grid.north.choose("Age")
    grid.north.picked.emit("Age")
    assert SAME in card.button.toolTip()
    grid.north.choose("Amount_Billed")
    grid.north.picked.emit("Amount_Billed")
    grid.households.setText("200")
    assert card.wish == GridWish("Age", "Amount_Billed", 200, 1)
    stand.tab.compute()
    stand.settle()
    found = stand.tab.computation.last
    assert found is not None
    assert min(one.records for one in found.made) >= 200


def test_a_way_that_is_chosen_offers_the_variables_as_they_are_now(stand: Stand) -> None:
    card, session = stand.tab.card, stand.page.session
    assert session.data is not None
    session.describe("Label", session.data.variable("Race").changed(label="Ancestry"))
    for place, combo in ((1, card.splitting.finer), (3, card.grid.east), (0, card.merging.neighbour)):
        card.way.setCurrentIndex(place)
        words = [combo.itemText(at) for at in range(combo.count())]
        assert words, place
        assert any("Ancestry" in one for one in words) is (place != 3), "of which it is no number"
