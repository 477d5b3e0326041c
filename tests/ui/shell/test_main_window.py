import json
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QLineEdit, QMenu, QTableView
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.findings import Findings
from sdcdesk.core.running.errors import DataError, WriteError
from sdcdesk.core.running.progress import Progress
from sdcdesk.document import data_changes
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.project_file import load
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.sample import sample_project
from sdcdesk.io import ReadOptions
from sdcdesk.masking import Rounding
from sdcdesk.release.scenario_row import Column
from sdcdesk.report.export import export
from sdcdesk.report.export_plan import Plan
from sdcdesk.risk import RISKS
from ui.dialogs.limit_dialog import LimitDialog
from ui.dialogs.notice import OTHER, Notice
from ui.pages.large_button import LargeButton
from ui.pages.page import Check, Page, Stage, StageState
from ui.pages.risk.page import RiskPage
from ui.pages.risk.scenario_model import session_rows
from ui.pages.stages import STAGES, checklist
from ui.pages.variables.page import VariablesPage
from ui.plots.export import Exporter
from ui.session.saving import Autosave
from ui.shell.main_window import MainWindow
from ui.widgets.gauge import Gauge
from ui.widgets.what_is_this import WhatIsThis


@pytest.mark.usefixtures("computing")
def test_who_opens_a_project_with_other_random_numbers_is_told(
    window: MainWindow, sample: Path, qtbot: QtBot
) -> None:
    written = json.loads(sample.read_text(encoding="utf-8"))
    del written["recipe"]["randomness"]
    sample.write_text(json.dumps({**written, "format": 3}), encoding="utf-8")
    with qtbot.waitSignal(window.session.notified) as told:
        window.files.open(sample)
    assert "1 random step of its recipe gives other values now" in told.args[0]
    qtbot.waitUntil(lambda: window.session.results is not None)


def test_the_welcome_page_offers_three_ways_and_nothing_that_needs_a_file(window: MainWindow) -> None:
    assert window.stages.currentWidget() is window.welcome
    assert not window.rail.isVisible()
    assert not window.panel.isVisible()
    for key in ("save", "export", "add_step", "undo"):
        assert not window.commands[key].isEnabled()
        assert window.commands[key].toolTip()


def test_pages_are_imported_before_anybody_waits_for_them(
    make_window: Callable[[], MainWindow], settled: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = []

    def noted(stage: Stage) -> Stage:
        return replace(stage, page=lambda: (imported.append(stage.key), stage.page())[1])

    monkeypatch.setattr("ui.shell.stages.STAGES", [noted(stage) for stage in STAGES])
    settled(make_window())
    assert imported == [stage.key for stage in STAGES]


def test_opening_a_project_shows_its_risk(opened: MainWindow) -> None:
    assert opened.rail.isVisible()
    assert opened.panel.isVisible()
    assert opened.rail.current() == "risk"
    assert opened.top.name.text() == "billing_5000.sdcdesk"
    assert opened.top.state.text() == "saved"


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_every_stage_opens_by_its_keys(
    looked_at: MainWindow, settled: Callable[..., None], size: tuple[int, int]
) -> None:
    looked_at.resize(*size)
    for stage in STAGES:
        looked_at.commands[f"stage_{stage.key}"].trigger()
        page = looked_at.stages.current_page()
        assert page is not None
        assert page.stage.key == stage.key
        assert looked_at.rail.current() == stage.key
        settled(looked_at, looked_at.jobs)
        assert page.filled.isVisible()


def test_the_keys_of_a_stage_lead_the_keyboard_into_its_page(
    looked_at: MainWindow, settled: Callable[..., None]
) -> None:
    for stage in [one.key for one in STAGES if one.key not in ("loss", "compare", "tables")]:
        looked_at.commands[f"stage_{stage}"].trigger()
        settled(looked_at, looked_at.jobs)
        page = looked_at.stages.current_page()
        assert page.column.isAncestorOf(looked_at.focusWidget()), stage
        assert isinstance(looked_at.focusWidget(), QTableView), "its table rather than what stands around it"
    looked_at.commands["stage_tables"].trigger()
    settled(looked_at, looked_at.jobs)
    page = looked_at.stages.current_page()
    assert page.isAncestorOf(looked_at.focusWidget()) or page is looked_at.focusWidget(), "no table yet"
    looked_at.commands["stage_loss"].trigger()
    settled(looked_at, looked_at.jobs)
    page = looked_at.stages.current_page()
    assert page.isAncestorOf(looked_at.focusWidget()) or page is looked_at.focusWidget()
    QTest.keyClick(looked_at.focusWidget(), Qt.Key.Key_Tab)
    assert page.isAncestorOf(looked_at.focusWidget()), "from the page itself Tab leads to its first stop"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter], ids=["return", "enter"])
def test_enter_presses_the_button_that_has_the_keyboard(looked_at: MainWindow, key: Qt.Key) -> None:
    looked_at.show_stage("variables")
    header = looked_at.stages.current_page().header
    header.filled.setFocus()
    QTest.keyClick(header.filled, key)
    assert looked_at.stages.current_page().stage.key == "risk", "as the button says"


def test_a_finished_file_is_offered_where_nothing_was_masked_yet(
    opened: MainWindow, settled: Callable[..., None]
) -> None:
    action = opened.commands["assess_finished"]
    assert not action.isEnabled()
    assert "first step" in action.toolTip()
    opened.session.change_recipe("Remove", lambda _recipe: Recipe(seed=1))
    settled(opened, opened.jobs)
    assert action.isEnabled()
    opened.session.close()
    assert action.isEnabled(), "it asks for the original first"


def test_enter_beside_buttons_and_with_other_keys_presses_nothing(looked_at: MainWindow) -> None:
    looked_at.show_stage("variables")
    page = looked_at.stages.current_page()
    page.toolbar.search.setFocus()
    QTest.keyClick(page.toolbar.search, Qt.Key.Key_Return)
    page.header.filled.setFocus()
    QTest.keyClick(page.header.filled, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert looked_at.stages.current_page() is page


class Published(Page):
    """A stage that only this test knows."""

    stage = Stage(
        key="report",
        title="Report",
        purpose="What leaves with the file",
        welcome="Leave with everything",
        page=lambda: Published,
        state=lambda _session: StageState("2 pages", "tick"),
        checks=lambda _session: (Check(done=False, words="write the report"),),
        manual="suda2",
    )

    def refresh(self) -> None:
        self.header.set_filled("Write report")


@pytest.mark.usefixtures("computing")
def test_a_new_stage_is_a_declaration(
    make_window: Callable[[], MainWindow], sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("ui.pages.stages", "ui.pages.welcome", "ui.shell.main_window", "ui.shell.stages"):
        monkeypatch.setattr(f"{module}.STAGES", (*STAGES, Published.stage))
    window = make_window()
    assert [label for label in window.welcome.findChildren(QLabel) if label.text() == "Leave with everything"]
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    action = window.commands["stage_report"]
    assert (action.text(), action.shortcut().toString()) == ("Report", "Ctrl+8")
    action.trigger()
    assert isinstance(window.stages.current_page(), Published)
    assert window.rail.current() == "report"
    model = window.rail.list.model()
    assert model.index(7, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Report: 2 pages"
    assert window.rail.checklist.text() == "7 of 9"
    assert window.rail.checklist.accessibleDescription() == "Next: write the report"


def test_every_measure_stands_in_the_menu_and_leads_to_its_stage(looked_at: MainWindow) -> None:
    for measure in MEASURES:
        if measure.shared_tab:
            assert f"measure_{measure.name}" not in {action.objectName() for action in looked_at.commands}
            continue
        action = looked_at.commands[f"measure_{measure.name}"]
        assert looked_at.commands.menu(action) == "Measures"
        assert action.text() == measure.title
        action.trigger()
        assert looked_at.rail.current() == measure.concern.value


class Hush(Measure):
    """How quiet a file is."""

    name: ClassVar[str] = "hush"
    title: ClassVar[str] = "Hush"
    source: ClassVar[str] = "This test"
    concern: ClassVar[Concern] = Concern.RISK
    purpose: ClassVar[str] = "How quiet the file is"

    def _assess(self, _original: Microdata, _masked: Microdata, _progress: Progress) -> Findings:
        return Findings(sections=())


def test_a_measure_that_comes_later_has_its_entry_and_tab_until_it_goes(opened: MainWindow) -> None:
    opened.show_stage("risk")
    menu, page = opened.commands.menus["Measures"], opened.stages.page("risk")
    titles = [action.text() for action in menu.actions()]
    RISKS.register(Hush)
    try:
        menu.aboutToShow.emit()
        entry = opened.commands["measure_hush"]
        assert entry in menu.actions()
        assert entry.isEnabled()
        entry.trigger()
        assert page.header.tabs.tabText(page.header.tabs.currentIndex()) == "Hush"
        assert page.measures.currentWidget().kind is Hush
        assert any(found.words == "Hush" for found in opened._findable())
    finally:
        RISKS.remove("hush")
    menu.aboutToShow.emit()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [action.text() for action in menu.actions()] == titles
    opened.session.altered.emit()
    assert page.tab == 0


def test_the_checklist_opens_with_what_is_done(looked_at: MainWindow) -> None:
    looked_at.rail.checklist.click()
    [menu] = [one for one in looked_at.findChildren(QMenu) if one.accessibleName() == "Release checklist"]
    listed = {entry.text(): entry.isChecked() for entry in menu.actions()}
    assert next(iter(listed)) == "Open a data file"
    assert [words for words, done in listed.items() if not done] == ["Export the safe file"]
    menu.close()


@pytest.mark.parametrize(
    ("words", "stage"), [("Open a data file", "data"), ("Describe a disclosure scenario", "risk")]
)
def test_an_entry_of_the_checklist_leads_to_where_it_is_done(
    looked_at: MainWindow, words: str, stage: str
) -> None:
    looked_at.show_stage("risk", "Disclosure risk")
    looked_at.show_stage("loss")
    looked_at.rail.checklist.click()
    [menu] = [one for one in looked_at.findChildren(QMenu) if one.accessibleName() == "Release checklist"]
    next(entry for entry in menu.actions() if entry.text() == words).trigger()
    menu.close()
    page = looked_at.stages.current_page()
    assert page is not None
    assert page.stage.key == stage
    assert page.header.tabs.count() == 0 or page.header.tabs.currentIndex() == 0


@pytest.mark.usefixtures("computing")
def test_all_that_sets_a_limit_opens_the_limits_of_the_scenario(opened: MainWindow, qtbot: QtBot) -> None:
    session = opened.session
    assert session.project is not None
    without = (session.project.scenarios[0], session.project.scenarios[1].changed(limits=()))
    with qtbot.waitSignal(session.computed):
        session.change("no limit", session.project.changed(scenarios=without))
    opened.show_stage("risk")
    risk = opened.stages.current_page()
    assert isinstance(risk, RiskPage)
    entry = next(check for check in checklist(session) if check.words.startswith("set a limit"))
    for open_it in (
        risk.limits.click,
        opened.panel.check.set_limit.click,
        opened.commands["set_limit"].trigger,
        lambda: opened._lead_to(entry),
    ):
        open_it()
        [dialog] = opened.findChildren(LimitDialog)
        assert dialog.scenario.name == "Colleague"
        assert dialog.focusWidget() is dialog.editor.rows[0].value
        dialog.reject()
        QCoreApplication.sendPostedEvents(dialog, QEvent.Type.DeferredDelete)
    with qtbot.waitSignal(session.computed):
        session.change("none", session.project.changed(scenarios=()))
    assert not opened.commands["set_limit"].isEnabled()
    assert "belong to a scenario" in opened.commands["set_limit"].toolTip()


def test_every_entry_of_the_checklist_acts(looked_at: MainWindow) -> None:
    for check in checklist(looked_at.session):
        assert looked_at.commands[check.act].isEnabled(), check.words


def test_records_lead_back_to_where_they_came_from(looked_at: MainWindow) -> None:
    looked_at.show_stage("risk", "k-anonymity")
    looked_at.session.navigator.show_records(np.array([1, 2]), "alone")
    page = looked_at.stages.current_page()
    assert page is not None
    assert page.stage.key == "data"
    assert page.message_bar.button.toolTip() == "Back (Alt+Left)"
    page.message_bar.button.click()
    assert page.message_bar.isHidden()
    back = looked_at.stages.current_page()
    assert back is not None
    assert (back.stage.key, back.header.tabs.tabText(back.header.tabs.currentIndex())) == (
        "risk",
        "k-anonymity",
    )


def test_alt_left_goes_back_and_changes_no_limit(opened: MainWindow, qtbot: QtBot) -> None:
    opened.activateWindow()
    qtbot.waitUntil(opened.isActiveWindow)
    gauge, places = opened.panel.findChild(Gauge), []
    for jump in (("masking", ""), ("risk", "k-anonymity"), ("variables", "")):
        places.append(opened.stages.place)
        opened.show_stage(*jump)
    gauge.setFocus()
    limit = gauge.limit
    for place in reversed(places):
        qtbot.keyClick(opened.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert opened.stages.place == place
    assert not opened.commands["back"].isEnabled()
    assert opened.commands["back"].toolTip() == "No page was left yet"
    qtbot.keyClick(gauge, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert gauge.limit == limit


def test_see_the_risk_opens_the_overview(looked_at: MainWindow) -> None:
    looked_at.show_stage("risk", "k-anonymity")
    looked_at.show_stage("variables")
    looked_at.commands["filled"].trigger()
    page = looked_at.stages.current_page()
    assert page is not None
    assert (page.stage.key, page.header.tabs.currentIndex()) == ("risk", 0)


@pytest.mark.usefixtures("computing")
def test_undo_says_what_it_takes_back(opened: MainWindow, qtbot: QtBot) -> None:
    session = opened.session
    with qtbot.waitSignal(session.computed):
        session.change_recipe("Switch off step 3", lambda recipe: recipe.switched(2, on=False))
    assert opened.commands["undo"].text() == "Undo: Switch off step 3"
    assert opened.top.undo.isEnabled()
    assert opened.top.state.text() == "not saved"
    with qtbot.waitSignal(session.computed):
        opened.commands["undo"].trigger()
    assert opened.top.state.text() == "saved"
    assert opened.commands["redo"].text() == "Redo: Switch off step 3"


@pytest.mark.usefixtures("computing")
def test_a_variable_is_described_and_undone_by_the_keyboard_alone(opened: MainWindow, qtbot: QtBot) -> None:
    session = opened.session
    opened.show_stage("variables")
    page = opened.stages.current_page()
    assert isinstance(page, VariablesPage)

    def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        qtbot.keyClick(opened.focusWidget(), key, modifier)
        qtbot.waitUntil(lambda: not session.jobs.running)

    def shown() -> tuple[str, str, tuple[object, ...]]:
        assert session.data is not None
        age = session.data.variable("Age")
        return age.label, age.unit, age.missing

    page.table.choose("Age")
    opened.raise_()
    opened.activateWindow()
    page.table.setFocus()
    qtbot.waitUntil(page.table.hasFocus)
    press(Qt.Key.Key_F2)
    for words, before in (("Alter", ""), ("Jahre", "years"), ("998", "")):
        field = opened.focusWidget()
        assert isinstance(field, QLineEdit)
        assert field.text() == before
        qtbot.keyClicks(field, words)  # in the place of what Tab has selected
        press(Qt.Key.Key_Tab)
    assert shown() == ("Alter", "Jahre", (998,))
    for left in (("Alter", "Jahre", ()), ("Alter", "years", ()), ("", "years", ())):
        assert isinstance(opened.focusWidget(), QLineEdit), "the next field, in which nothing was typed"
        press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert shown() == left
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert shown() == ("Alter", "years", ())


@pytest.mark.usefixtures("computing")
def test_a_long_undo_label_hides_no_menu(opened: MainWindow, qtbot: QtBot) -> None:
    opened.resize(1100, 720)
    with qtbot.waitSignal(opened.session.computed):
        opened.session.change_recipe(
            f"Switch off {'a long step ' * 9}", lambda recipe: recipe.switched(2, on=False)
        )
    menus = opened.top.menus
    qtbot.waitUntil(lambda: menus.width() >= menus.sizeHint().width())
    undo, whole = opened.top.undo, opened.commands["undo"].text()
    beginning, end = undo.text().split("…")
    assert beginning
    assert whole.startswith(beginning)
    assert end
    assert whole.endswith(end)
    assert undo.toolTip().startswith(whole)
    assert undo.accessibleName() == whole
    assert opened.width() == 1100


def test_actions_are_found_by_typing(looked_at: MainWindow, qtbot: QtBot) -> None:
    looked_at.commands["find_action"].trigger()
    qtbot.keyClicks(looked_at.top.search, "variab")
    assert looked_at.find_action.isVisible()
    assert looked_at.find_action.list.currentIndex().data().startswith("Variables")
    qtbot.keyClick(looked_at.top.search, Qt.Key.Key_Return)
    assert looked_at.rail.current() == "variables"
    assert not looked_at.find_action.isVisible()


def test_variables_and_manual_pages_are_found_too(looked_at: MainWindow, qtbot: QtBot) -> None:
    looked_at.commands["find_action"].trigger()
    qtbot.keyClicks(looked_at.top.search, "amount_b")
    qtbot.keyClick(looked_at.top.search, Qt.Key.Key_Return)
    assert looked_at.rail.current() == "variables"
    assert looked_at.stages.page("variables").table.names() == ["Amount_Billed"]
    looked_at.commands["find_action"].trigger()
    qtbot.keyClicks(looked_at.top.search, "manual pram")
    assert looked_at.find_action.list.currentIndex().data() == "Manual: PRAM"


def test_the_tabs_of_a_stage_follow_one_another(looked_at: MainWindow) -> None:
    tabs = looked_at.stages.current_page().header.tabs
    seen = []
    for _ in range(tabs.count()):
        looked_at.commands["next_tab"].trigger()
        seen.append(tabs.tabText(tabs.currentIndex()))
    assert seen == ["Weight matrix", *(kind.title for kind in RISKS if not kind.shared_tab), "Overview"]


def test_the_focus_walks_through_the_parts_of_the_window(looked_at: MainWindow, qtbot: QtBot) -> None:
    looked_at.activateWindow()
    qtbot.waitUntil(looked_at.isActiveWindow)
    looked_at.rail.list.setFocus()
    seen = []
    for _ in range(4):
        looked_at.commands["next_part"].trigger()
        seen.append(looked_at.focusWidget())
    assert len({id(widget) for widget in seen}) >= 3


def test_what_is_this_answers_for_the_figure_that_has_the_focus(
    looked_at: MainWindow,
    popover: Callable[[], WhatIsThis],
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(
        Notice, "open", lambda notice: said.extend(one.text() for one in notice.findChildren(QLabel))
    )
    shift = Qt.KeyboardModifier.ShiftModifier
    figure = looked_at.panel.check.figures.smallest
    figure.setFocus()
    QTest.keyClick(figure, Qt.Key.Key_F1, shift)
    assert popover().explanation.title.startswith("Smallest group")
    popover().close()
    looked_at.show_stage("risk")
    table = looked_at.stages.current_page().overview.scenarios.table
    table.setCurrentIndex(table.rows.index(0, Column.MINIMAL))
    # Another window may have got what the popover had.
    looked_at.activateWindow()
    qtbot.waitUntil(looked_at.isActiveWindow)
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    QTest.keyClick(table, Qt.Key.Key_F1, shift)
    assert popover().explanation.title.startswith("Minimal disclosure risk")
    popover().close()
    assert not said
    table.setCurrentIndex(table.rows.index(0, Column.KNOWN))
    QTest.keyClick(table, Qt.Key.Key_F1, shift)
    assert "Choose a figure with a dotted line first: click it, or press Tab." in said


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize(
    ("answer", "leaves"),
    [(QDialog.DialogCode.Rejected, False), (OTHER, True)],
)
def test_unsaved_work_is_asked_about(
    opened: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    answer: int,
    leaves: bool,
) -> None:
    with qtbot.waitSignal(opened.session.computed):
        opened.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    monkeypatch.setattr(Notice, "exec", lambda _notice: answer)
    opened.commands["close"].trigger()
    assert (opened.session.data is None) is leaves


def test_a_table_is_never_saved_over_an_original(opened: MainWindow, sample: Path) -> None:
    said: list[str] = []
    opened.session.failed.connect(lambda error: said.append(error.message))
    exporter = Exporter(opened.rail, lambda: "Figures")
    exporter.failed.connect(opened.session.failed)
    link = sample.with_name("link.csv")
    link.hardlink_to(sample.with_suffix(".csv"))
    originals = (sample, sample.with_suffix(".csv"), link)
    before = [path.read_bytes() for path in originals]
    for path in originals:
        exporter.save(path, b"a\n")
    assert ["is never replaced" in words for words in said] == [True, True, True]
    assert [path.read_bytes() for path in originals] == before
    exporter.save(sample.with_name("figures.csv"), b"a\n")
    assert len(said) == 3


@pytest.mark.usefixtures("computing")
def test_saving_keeps_what_is_on_the_screen(opened: MainWindow, qtbot: QtBot, sample: Path) -> None:
    with qtbot.waitSignal(opened.session.computed):
        opened.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    opened.commands["save"].trigger()
    assert opened.top.state.text() == "saved"
    with qtbot.waitSignal(opened.session.computed):
        opened.files.open(sample)
    assert not opened.session.project.recipe.steps[2].on


def test_the_first_window_fits_its_screen(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    first = MainWindow(window.settings, Autosave(tmp_path / "other"))
    qtbot.addWidget(first)
    room, least = first.screen().availableSize(), first.minimumSize()
    assert first.width() <= max(room.width(), least.width())
    assert first.height() <= max(room.height(), least.height())


@pytest.mark.usefixtures("computing")
def test_the_sample_opens_as_a_copy(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = sample_project()
    before = shipped.read_bytes()
    with qtbot.waitSignal(window.session.computed):
        window.files.open_sample()
    assert window.session.path is None
    assert window.session.data_file == shipped.with_suffix(".csv")
    proposed: list[str] = []

    def choose(_window: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        proposed.append(name)
        return str(shipped), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    with qtbot.waitSignal(window.session.failed):
        assert not window.files.save()
    assert proposed == [str(Path.home() / shipped.name)]
    assert shipped.read_bytes() == before


@pytest.mark.usefixtures("computing")
def test_what_was_only_opened_is_left_without_a_question_and_what_was_changed_is_not(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Notice] = []

    def stay(notice: Notice) -> int:
        asked.append(notice)
        return int(QDialog.DialogCode.Rejected)

    monkeypatch.setattr(Notice, "exec", stay)
    with qtbot.waitSignal(window.session.computed):
        window.files.open_sample()
    assert window.files.may_leave()
    assert not asked
    window.session.change_recipe("Remove", lambda _recipe: Recipe(seed=1))
    assert not window.files.may_leave()
    assert len(asked) == 1
    window.session.undo()
    assert window.files.may_leave()


def test_an_export_ends_in_a_strip_with_files_hashes_and_their_folder(
    opened: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", folders.append)
    done = export(opened.session.release, Plan(target=tmp_path / "out.csv", report=tmp_path / "out.html"))
    opened.session.wrote.emit(done)
    bar = opened.written
    assert bar.text() == "Wrote out.csv, out.html."
    assert all(file.sha256 in bar.details() for file in done.files)
    bar.button.click()
    assert folders == [QUrl.fromLocalFile(str(tmp_path))]


@pytest.mark.usefixtures("computing")
def test_the_strip_of_an_export_stays_until_it_is_closed_and_says_when_it_is_outdated(
    opened: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    session = opened.session
    done = export(session.release, Plan(target=tmp_path / "out.csv"))
    session.note_export()
    session.wrote.emit(done)
    for stage in STAGES:
        opened.show_stage(stage.key)
        session.computed.emit()
        assert opened.written.isVisible(), stage.key
    with qtbot.waitSignal(session.computed):
        session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    assert "Outdated" in opened.written.text()
    with qtbot.waitSignal(session.computed):
        session.undo()
    assert opened.written.text() == "Wrote out.csv."
    opened.written.close_button.click()
    session.computed.emit()
    assert opened.written.isHidden()


def test_escape_twice_stops_and_every_stage_offers_to_compute_again(opened: MainWindow, qtbot: QtBot) -> None:
    for stage in [stage.key for stage in STAGES]:
        opened.show_stage(stage)
        opened.session.compute()
        with qtbot.waitSignal(opened.session.computed):
            QTest.keyClick(opened, Qt.Key.Key_Escape)
            assert opened.jobs.running, "once is not enough"
            QTest.keyClick(opened, Qt.Key.Key_Escape)
        bar = opened.stages.current_page().message_bar
        assert bar.text().startswith("Stopped")
        assert not opened.commands["export"].isEnabled()
        assert opened.commands["export"].toolTip().startswith("Stopped")
        assert opened.job_bar.text().startswith("Stopped")
        assert "…" not in {row.text(column) for row in session_rows(opened.session) for column in Column}
        if stage == "risk":
            overview = opened.stages.current_page().overview  # type: ignore[attr-defined]
            assert overview.missing.empty.accessibleName() == "Stopped"
        with qtbot.waitSignal(opened.session.computed):
            bar.button.click()
        assert bar.isHidden()
        assert opened.commands["export"].isEnabled()


@pytest.mark.usefixtures("computing")
def test_with_a_failed_step_nothing_is_up_to_date(opened: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(opened.session.computed):
        opened.session.add_step(Rounding(variables=["Name"], base=10.0))
    assert opened.job_bar.text() == "Step 5 failed, so there is no masked file"
    with qtbot.waitSignal(opened.session.computed):
        opened.session.undo()
    assert opened.job_bar.text() == "Up to date"


def test_a_failed_computation_says_why_and_offers_to_compute_again(
    opened: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise DataError("It does not fit.")

    with monkeypatch.context() as patched:
        patched.setattr("sdcdesk.release.project_results.check_release", fail)
        with qtbot.waitSignal(opened.session.computed):
            opened.session.compute()
    bar = opened.stages.current_page().message_bar
    assert bar.text() == "Could not be computed: It does not fit."
    opened.show_stage("data")
    bar = opened.stages.current_page().message_bar
    assert bar.text() == "Could not be computed: It does not fit."
    with qtbot.waitSignal(opened.session.computed):
        bar.button.click()
    assert bar.isHidden()


def test_an_error_stands_below_the_header(opened: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    bad = tmp_path / "bad.sdcdesk"
    bad.write_text("{", encoding="utf-8")
    opened.files.open(bad)
    page = opened.stages.current_page()
    assert page is not None
    qtbot.waitUntil(page.message_bar.isVisible)
    assert "bad.sdcdesk is damaged at line 1" in page.message_bar.text()
    assert opened.session.data is not None, "what was open stays open"


@pytest.mark.usefixtures("computing")
@pytest.mark.parametrize("answered", [True, False])
def test_a_project_whose_data_have_moved_asks_where_they_are(
    window: MainWindow, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    moved = sample.with_name("moved.csv")
    sample.with_suffix(".csv").rename(moved)
    answer = str(moved) if answered else ""
    monkeypatch.setattr(Notice, "exec", lambda _notice: int(QDialog.DialogCode.Accepted))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_given: (answer, ""))
    with qtbot.waitSignal(window.session.computed if answered else window.session.failed):
        window.files.open(sample)
    assert (window.session.data_file == moved) is answered
    assert window.session.is_saved is not answered


def recents(window: MainWindow) -> list[tuple[str, str]]:
    """Return the recent projects, and the verdicts on them."""
    return [(entry.path.name, entry.verdict) for entry in window.settings.recent()]


def test_a_project_is_recent_as_soon_as_it_is_saved(
    opened: MainWindow,
    sample: Path,
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert opened.session.release is not None
    verdict = opened.session.release.verdict_text()
    assert recents(opened) == [(sample.name, verdict)]
    beside = make_window()  # a crash of the first one would change nothing of what it sees
    other = sample.with_name("other.sdcdesk")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    assert opened.files.save_as()
    assert recents(opened) == [("other.sdcdesk", verdict), (sample.name, verdict)]
    qtbot.waitUntil(lambda: len(beside.welcome.model.rows) == 2)
    assert [recent.path for recent in beside.welcome.model.rows] == [other.resolve(), sample.resolve()]


def test_the_verdict_on_a_recent_project_is_that_on_what_was_saved(opened: MainWindow, qtbot: QtBot) -> None:
    session = opened.session
    saved = recents(opened)
    assert session.project is not None
    scenarios = tuple(one.with_limit("dr_weighted", 0.0001) for one in session.project.scenarios)
    with qtbot.waitSignal(session.computed):
        session.change("strict", session.project.changed(scenarios=scenarios))
    assert session.release is not None
    assert str(session.release.verdict) == "unsafe"
    assert recents(opened) == saved, "nobody saved that"
    assert opened.files.save()
    assert recents(opened) == [(saved[0][0], "unsafe")]


def test_what_was_never_saved_is_not_recent(window: MainWindow, sample: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.computed):
        window.files._opening.data(sample.with_suffix(".csv"), ReadOptions())
    with qtbot.waitSignal(window.session.computed):
        window.session.add_step(Rounding(variables=["Amount_Billed"], base=10.0))
    assert recents(window) == []
    window.files.saving.discard()
    window.session._saved = window.session.project
    with qtbot.waitSignal(window.session.computed):
        window.files.open_sample()
    assert recents(window) == [], "the sample has a button of its own"


@pytest.mark.usefixtures("computing")
def test_a_crash_loses_nothing(
    opened: MainWindow, qtbot: QtBot, make_window: Callable[[], MainWindow]
) -> None:
    with qtbot.waitSignal(opened.session.computed):
        opened.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    opened.files.saving.keep()
    opened.files.saving._autosave._lock.unlock()  # what the system does when the process ends
    after = make_window()
    assert after.welcome.kept.isVisible()
    assert "was kept" in after.welcome.kept.text()
    with qtbot.waitSignal(after.session.computed):
        after.welcome.kept.button.click()
    assert not after.session.project.recipe.steps[2].on
    assert after.top.state.text() == "not saved"


def _answer(monkeypatch: pytest.MonkeyPatch, *answers: int) -> list[str]:
    """Answer what is asked about data files, and return what is said."""
    said, left = [], list(answers)

    def answer(notice: Notice) -> int:
        said.append("\n".join(label.text() for label in notice.findChildren(QLabel)))
        return left.pop(0)

    monkeypatch.setattr(Notice, "exec", answer)
    return said


@pytest.fixture
def left_behind(opened: MainWindow, qtbot: QtBot, make_window: Callable[[], MainWindow]) -> MainWindow:
    """A window that offers the unsaved work of one that is gone."""
    with qtbot.waitSignal(opened.session.computed):
        opened.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    opened.files.saving.keep()
    opened.files.saving._autosave._lock.unlock()  # what the system does when the process ends
    return make_window()


@pytest.mark.usefixtures("computing")
def test_work_that_cannot_be_restored_yet_is_kept(
    left_behind: MainWindow, qtbot: QtBot, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.with_suffix(".csv").rename(sample.with_name("elsewhere.csv"))
    _answer(monkeypatch, QDialog.DialogCode.Rejected)
    with qtbot.waitSignal(left_behind.session.failed):
        left_behind.welcome.kept.button.click()
    left_behind.welcome.message_bar.close_button.click()
    assert len(Autosave(tmp_path / "autosave").recovered()) == 1, "to close an error throws nothing away"
    assert left_behind.welcome.kept.isVisible()


@pytest.mark.usefixtures("computing")
def test_restored_work_goes_only_when_this_window_has_kept_it(
    left_behind: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise WriteError("The disk has no room for 7f.json; choose another folder.", why="the disk is full")

    [work] = Autosave(tmp_path / "autosave").recovered()
    said: list[str] = []
    left_behind.session.failed.connect(lambda error: said.append(error.message))
    with monkeypatch.context() as lacking:
        lacking.setattr(Autosave, "keep", full)
        with qtbot.waitSignal(left_behind.session.computed):
            left_behind.welcome.kept.button.click()
    assert said == ["Unsaved work is not kept for a crash (the disk is full); save the project often."]
    assert not left_behind.session.is_saved
    assert work.file.is_file(), "it is the only copy"
    left_behind.files.saving.keep()
    assert not work.file.exists(), "this window keeps it now"
    assert len(list((tmp_path / "autosave").glob("*.json"))) == 1


def test_recovered_work_goes_on_with_located_and_changed_data(
    left_behind: MainWindow, qtbot: QtBot, sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sample.with_suffix(".csv").rename(tmp_path / "elsewhere.csv")
    data.write_text("\n".join(data.read_text(encoding="utf-8").splitlines()[:-5]))
    said = _answer(monkeypatch, QDialog.DialogCode.Accepted, QDialog.DialogCode.Accepted)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(data), ""))
    after = left_behind.session
    with qtbot.waitSignal(after.computed):
        left_behind.welcome.kept.button.click()
    assert "is not there" in said[0]
    assert "elsewhere.csv is not the file" in said[1]
    assert (len(after.data), after.data_file) == (4_995, data)
    assert not after.project.recipe.steps[2].on
    assert not after.is_saved
    assert not left_behind.files._autosave.recovered(), "this window keeps it now"


@pytest.mark.usefixtures("computing")
def test_what_another_window_saved_is_replaced_only_where_the_user_says_so(
    opened: MainWindow,
    make_window: Callable[[], MainWindow],
    qtbot: QtBot,
    sample: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = make_window()
    for window in (opened, other):
        with qtbot.waitSignal(window.session.computed):
            window.files.open(sample)
        with qtbot.waitSignal(window.session.computed):
            window.session.change_recipe("off", lambda recipe: recipe.switched(2, on=False))
    assert opened.files.save()
    opened.session.change("Title", opened.session.project.changed(title="Theirs"))
    assert opened.files.save(), "what this window saved itself is no change of another"
    first = sample.read_bytes()
    said = _answer(monkeypatch, QDialog.DialogCode.Rejected, QDialog.DialogCode.Accepted, OTHER)
    assert not other.files.save()
    assert f"{sample.name} was changed by another window" in said[0]
    mine = sample.with_name("mine.sdcdesk")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(mine), ""))
    assert other.files.save()
    assert (sample.read_bytes(), load(mine).recipe.steps[2].on) == (first, False)
    sample.write_text("{}")
    assert opened.files.save()
    assert (len(said), sample.read_bytes()) == (3, first)


@pytest.mark.usefixtures("computing")
def test_restored_work_does_not_replace_what_was_saved_since(
    left_behind: MainWindow, qtbot: QtBot, sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = load(sample).changed(title="Saved since")
    saved.save(sample)
    with qtbot.waitSignal(left_behind.session.computed):
        left_behind.welcome.kept.button.click()
    said = _answer(monkeypatch, QDialog.DialogCode.Rejected)
    assert not left_behind.files.save()
    assert (len(said), load(sample)) == (1, saved)


def test_a_changed_data_file_is_told_and_gone_on_with(
    window: MainWindow, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sample.with_suffix(".csv")
    lines = data.read_text(encoding="utf-8").splitlines()
    data.write_text("\n".join(f"{line},{'Later' if n == 0 else n}" for n, line in enumerate(lines[:-5])))
    said, reads = _answer(monkeypatch, QDialog.DialogCode.Accepted), []
    read = data_changes.read_file
    monkeypatch.setattr(
        data_changes, "read_file", lambda *args, **kinds: reads.append(1) or read(*args, **kinds)
    )
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    assert len(reads) == 1, "a million records are read once"
    assert len(window.session.data) == 4_995
    assert "New: Later." in said[0]
    assert "4,995 records" in said[0]
    assert "SHA-256" in said[0]
    assert window.top.state.text() == "not saved"


@pytest.mark.usefixtures("computing")
def test_a_moved_data_file_is_located(
    window: MainWindow, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sample.with_suffix(".csv").rename(sample.with_name("elsewhere.csv"))
    said = _answer(monkeypatch, QDialog.DialogCode.Accepted)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(data), ""))
    with qtbot.waitSignal(window.session.computed):
        window.files.open(sample)
    assert len(said) == 1, "it is the same file: nothing else is asked"
    assert window.session.data_file == data


@pytest.mark.usefixtures("computing")
def test_who_gives_up_on_a_data_file_reads_why_and_can_still_locate_it(
    window: MainWindow, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sample.with_suffix(".csv").rename(sample.with_name("elsewhere.csv"))
    _answer(monkeypatch, QDialog.DialogCode.Rejected)
    with qtbot.waitSignal(window.session.failed) as failed:
        window.files.open(sample)
    assert "is not there" in failed.args[0].message
    bar, chosen = window.welcome.message_bar, ["", str(data)]
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen.pop(0), ""))
    assert (bar.isVisible(), bar.button.text()) == (True, "Locate…")
    bar.button.click()
    assert bar.button.isVisible(), "to choose no file after all leaves the way open"
    with qtbot.waitSignal(window.session.computed):
        bar.button.click()
    assert window.session.data_file == data
    window.session.close()
    assert not bar.isVisible(), "what went wrong is mended"


def test_the_welcome_page_of_a_low_window_is_read_whole(window, qtbot):
    window.resize(window.minimumSize())
    words = [one for one in window.welcome.findChildren(QLabel) if one.text() and one.wordWrap()]
    qtbot.waitUntil(lambda: all(one.height() >= one.heightForWidth(one.width()) for one in words))
    assert all(one.height() >= one.sizeHint().height() for one in window.welcome.findChildren(LargeButton))
    right = window.welcome.width()
    seen = (one for one in words if one.isVisible())
    assert all(one.mapTo(window.welcome, one.rect().topRight()).x() < right for one in seen)


def test_the_buttons_of_a_notice_are_never_cut(shown, clipped):
    asked = Notice("Data file", "It has changed.", None, "Go on with the changed file", "Locate…")
    shown(asked, asked.width(), asked.height())
    room = asked.filled.fontMetrics().horizontalAdvance(asked.filled.text()) + 24
    assert asked.filled.width() >= room
    assert not clipped(asked)


def test_nothing_overlaps_in_the_smallest_window(looked_at, qtbot):
    looked_at.resize(looked_at.minimumSize())
    looked_at._on_opened()
    assert not looked_at.panel.isVisible(), "the drawer waits until it is asked for"
    top = looked_at.top
    parts = (top.menus, top.name, top.state, top.undo, top.redo, top.search)
    shown = [part for part in parts if part.isVisible()]
    qtbot.waitUntil(lambda: all(a.geometry().right() < b.geometry().left() for a, b in pairwise(shown)))
    assert top.menus.width() >= top.menus.sizeHint().width()


def test_the_window_is_named_by_its_project_and_marked_while_it_is_not_saved(opened: MainWindow) -> None:
    assert opened.windowTitle() == "billing_5000.sdcdesk[*] – SDCDesk"
    assert not opened.isWindowModified()
    opened.session.change_recipe("Seed", lambda recipe: recipe.changed(seed=12))
    assert opened.isWindowModified()
    assert opened.files.save()
    assert not opened.isWindowModified()
    opened.session.close()
    assert opened.windowTitle() == "SDCDesk"
