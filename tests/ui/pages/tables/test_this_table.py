"""One table in the window: built, judged, protected, decided on cell by cell, and exported."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.results.limit import Verdict
from sdcdesk.document.planned_table import FinishedTable, PlannedTable
from sdcdesk.document.table_commands import with_table
from sdcdesk.tables import CellSuppression, MinimumFrequency, TablePlan
from sdcdesk.tables.cells.cell_status import CellStatus
from tests.ui.numbers_shown import numbers_of
from tests.ui.page_window import PageWindow
from tests.ui.screen_contracts import open_dark_and_strange, page_complaints
from tests.ui.test_every_screen import complaints
from ui.models.cells_model import NARROW, STATUS
from ui.pages.tables.cell_card import EXPOSED
from ui.pages.tables.cell_table_card import WITHHELD
from ui.pages.tables.page import TablesPage
from ui.pages.tables.plan_dialog import ReasonDialog
from ui.pages.tables.rules_dialog import RulesDialog
from ui.pages.tables.stage import STAGE
from ui.pages.tables.together.together_tab import TogetherTab
from ui.session.computation import Ready
from ui.session.navigator import TOGETHER
from ui.session.session import Session
from ui.shell.main_window import MainWindow

PLAN = {"rows": ("Race",), "columns": ("Sex",)}


@pytest.fixture
def stand(sampled: Session, qtbot: QtBot) -> PageWindow[TablesPage]:
    """The page with one table, of people by race and sex."""
    stand = PageWindow(TablesPage, STAGE, sampled, qtbot)
    stand.page.this.commands.add()
    stand.page.this.commands.change_plan(PLAN)
    stand.settle()
    return stand


def test_a_unit_that_is_being_typed_outlasts_results_that_come(stand: PageWindow[TablesPage]) -> None:
    this, field = stand.page.this, stand.page.this.builder.unit
    field.setFocus()
    QTest.keyClicks(field, "eur")
    this.commands.change_plan({"rows": ("Zip",)})
    stand.settle()
    assert field.text() == "eur"
    QTest.keyClicks(field, "os")
    QTest.keyClick(field, Qt.Key.Key_Return)
    stand.settle()
    assert this.planned is not None
    assert this.planned.unit == "euros"
    stand.session.undo()
    stand.settle()
    assert field.text() == ""


def test_a_table_is_built_judged_and_protected_and_every_step_can_be_undone(
    stand: PageWindow[TablesPage],
) -> None:
    page, this = stand.page, stand.page.this
    model = this.card.view.cells
    frame = stand.session.data.frame  # type: ignore[union-attr]
    assert model.rowCount() == frame["Race"].nunique(dropna=False) + 1
    total = model.index(model.rowCount() - 1, model.columnCount() - 1)
    assert total.data() == "5,000", "totals stand below and at the right"
    assert STAGE.state(stand.session).words == "Needs rules"
    assert page.filled.text() == "Choose rules"
    page.filled.click()
    dialog = this.commands.dialog
    assert isinstance(dialog, RulesDialog)
    assert not dialog.filled.isEnabled()
    dialog.add_rule(MinimumFrequency)
    dialog.forms[0][1].fill({"least": int(frame["Race"].value_counts().min()) + 1})
    dialog.forms[0][1].edited.emit()
    dialog.filled.click()
    stand.settle()
    assert this.result is not None
    assert this.result.verdict is Verdict.UNSAFE
    assert "sensitive cell" in STAGE.state(stand.session).words
    assert page.filled.text() == "Protect table"
    this.commands.change(protection=CellSuppression())
    stand.settle()
    assert this.result.verdict is Verdict.SAFE
    assert STAGE.state(stand.session).words == "1 protected"
    assert this.audit.badge.accessibleName() == "Passed"
    assert "Possible saving: 0 %" in this.audit.made.text().replace("\u202f", " ")
    stand.session.undo()
    stand.settle()
    assert this.result.verdict is Verdict.UNSAFE


def test_keys_hide_a_cell_and_leave_it_to_the_rules_and_what_is_published_hides_why(
    stand: PageWindow[TablesPage],
) -> None:
    this, view = stand.page.this, stand.page.this.card.view
    view.setCurrentIndex(view.cells.index(1, 0))
    cell = view.chosen
    assert this.cell_card.title() == this.table.cell_text(cell)  # type: ignore[union-attr]
    stand.qtbot.keyClick(view, Qt.Key.Key_S)
    stand.settle()
    assert view.chosen == cell
    assert view.currentIndex().data(STATUS) == CellStatus.FORCED
    assert this.cell_card.hide_cell.text() == "Leave to the rules"
    this.card.segments.setCurrentIndex(1)
    assert view.cells.find(cell).data() == "–"
    assert view.cells.find(cell).data(STATUS) == CellStatus.SECONDARY
    stand.qtbot.keyClick(view, Qt.Key.Key_S)
    stand.settle()
    assert view.cells.find(cell).data(STATUS) == CellStatus.PUBLISHED
    with stand.qtbot.waitSignal(stand.session.navigator.records_wanted) as wanted:
        stand.qtbot.keyClick(view, Qt.Key.Key_Return)
    assert len(wanted.args[0]) == this.table.values[cell]  # type: ignore[union-attr]


def test_the_best_pattern_so_far_is_drawn_while_a_better_one_is_looked_for(
    stand: PageWindow[TablesPage],
) -> None:
    this = stand.page.this
    this.commands.change(rules=(MinimumFrequency(3),), protection=CellSuppression())
    stand.settle()
    result = this.result
    assert result is not None
    assert result.judged is not None
    draft = result.judged.with_secondary(~result.judged.is_sensitive)
    under_way = replace(result, protected=None, draft=draft)
    this.card.show_result(result.planned, under_way)
    this.audit.show_result(under_way, stale=True)
    assert this.card.view.cells.table is draft
    assert this.audit.badge.accessibleName() == "Not audited yet"
    assert "best pattern so far" in this.audit.words.text()


def test_the_hidden_cells_of_the_last_edition_are_preferred_until_it_is_forgotten(
    stand: PageWindow[TablesPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    this, path = stand.page.this, tmp_path / "then.csv"

    def entries() -> dict[str, bool]:
        this._open_menu()
        [menu] = [one for one in this.findChildren(QMenu) if one.isVisible()]
        found = {one.text(): one.isEnabled() for one in menu.actions()}
        menu.close()
        return found

    choose = "Prefer the hidden cells of the last edition…"
    assert not entries()[choose], "only suppression prefers cells"
    this.commands.change(rules=(MinimumFrequency(3),), protection=CellSuppression())
    stand.settle()
    assert this.table is not None
    total = this.table.codes(len(this.table) - 1)
    lines = ["Race,Sex,value", f"{total[0]},{total[1]},", "Total,Total,3"]
    path.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    this.commands.choose_last_edition()
    stand.settle()
    edition = stand.project.tables[0].last_edition
    assert edition is not None
    assert edition.hidden == (total,)
    assert "Hidden again" in this.audit.made.text()
    assert "Forget the last edition (then.csv)" in entries()
    this.commands.change(last_edition=None)
    stand.settle()
    assert "Hidden again" not in this.audit.made.text()
    path.write_text("Race,value\nx,\n", encoding="utf-8")
    with stand.qtbot.waitSignal(stand.session.failed) as failed:
        this.commands.read_last_edition(path)
    assert "no column Sex" in failed.args[0].message


def test_a_table_that_nobody_audited_leaves_with_a_recorded_reason_only(
    stand: PageWindow[TablesPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    this = stand.page.this
    assert this.result is not None
    this.exporting.export(this.result)
    dialog = this.exporting.dialog
    assert isinstance(dialog, ReasonDialog)
    assert not dialog.filled.isEnabled()
    dialog.editor.text.setPlainText("Agreed with the owner of the data")
    dialog.filled.click()
    stand.settle()
    assert target.read_text(encoding="utf-8-sig").count("\n") > this.card.view.cells.rowCount()
    assert stand.project.tables[0].override == "Agreed with the owner of the data"


def test_a_sensitive_cell_that_is_published_by_hand_is_no_safe_one(stand: PageWindow[TablesPage]) -> None:
    this, view = stand.page.this, stand.page.this.card.view
    this.commands.change(rules=(MinimumFrequency(60),), protection=CellSuppression())
    stand.settle()
    assert this.audit.badge.accessibleName() == "Passed"
    assert this.table is not None
    assert this.result is not None
    before = this.result.protected
    view.choose(int(this.table.is_sensitive.argmax()))
    stand.qtbot.keyClick(view, Qt.Key.Key_P)
    stand.settle()
    assert view.currentIndex().data(NARROW), "drawn as sensitive, whoever decided it"
    assert this.cell_card.verdict.text() == EXPOSED
    assert this.cell_card.title() in this.audit.words.text(), "the audit names it"
    assert STAGE.state(stand.session).words == "1 cell not safe"
    this.commands.free_cells()
    stand.settle()
    assert this.audit.badge.accessibleName() == "Passed"
    assert this.result.protected is before, "what was known before is not computed again"


def test_what_was_found_of_the_table_before_is_no_verdict_and_stands_as_it_was(
    stand: PageWindow[TablesPage],
) -> None:
    this, view = stand.page.this, stand.page.this.card.view
    this.commands.change(rules=(MinimumFrequency(2),))
    stand.settle()
    assert this.audit.badge.accessibleName() == "Passed"
    title, across = this.card.title(), view.cells.columnCount()
    view.choose(0)
    project = stand.project.changed(
        tables=(stand.project.tables[0].changed(plan=TablePlan(rows=("Race", "Zip"), columns=("Sex",))),)
    )
    stand.session.change("Rows changed", project)
    stand.page.refresh()
    assert (this.card.title(), view.cells.columnCount()) == (title, across), "while the new one is computed"
    assert this.audit.badge.accessibleName() == "Not audited yet"
    assert not this.cell_card.hide_cell.isEnabled()
    stand.settle()
    assert this.card.title() != title


def test_several_variables_are_ticked_in_one_menu(stand: PageWindow[TablesPage]) -> None:
    button = stand.page.this.builder.rows
    button.list.popup(stand.page.mapToGlobal(stand.page.rect().center()))
    for name in ("Zip", "Age"):
        action = next(one for one in button.list.actions() if one.text() == name)
        stand.qtbot.mouseMove(button.list, button.list.actionGeometry(action).center())
        stand.qtbot.mouseClick(
            button.list, Qt.MouseButton.LeftButton, pos=button.list.actionGeometry(action).center()
        )
        assert button.list.isVisible()
        assert action.isChecked()
    stand.qtbot.keyClick(button.list, Qt.Key.Key_Escape)
    assert stand.project.tables[0].plan == TablePlan(rows=("Race", "Zip", "Age"), columns=("Sex",))
    stand.settle()


def test_a_table_is_copied_as_shown_unless_that_would_let_it_leave_without_a_reason(
    stand: PageWindow[TablesPage],
) -> None:
    card = stand.page.this.card
    card.copying().act()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == card.view.cells.rowCount() + 1
    assert lines[-1].split("\t")[-1] == "5,000"
    card.segments.setCurrentIndex(1)
    assert card.copying().reason == WITHHELD


def test_the_kind_of_file_that_was_chosen_is_written_and_no_other_file_is_replaced_unasked(
    stand: PageWindow[TablesPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    this = stand.page.this
    this.commands.change(rules=(MinimumFrequency(1),))
    stand.settle()
    answers = iter([("Table.csv", "Excel (*.xlsx)"), ("mine", "CSV (*.csv)")])

    def answer(*_: object) -> tuple[str, str]:
        name, kind = next(answers)
        return str(tmp_path / name), kind

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    (tmp_path / "mine.csv").write_text("kept", encoding="utf-8")
    stand.page.filled.click()
    stand.settle()
    assert (tmp_path / "Table.xlsx").exists()
    with stand.qtbot.waitSignal(stand.session.failed):
        stand.page.filled.click()
    assert (tmp_path / "mine.csv").read_text(encoding="utf-8") == "kept"


def test_a_repair_hides_what_is_needed_and_a_finished_table_says_nothing_of_the_one_before(
    stand: PageWindow[TablesPage], tmp_path: Path
) -> None:
    this, target = stand.page.this, tmp_path / "table.csv"
    this.commands.change(rules=(MinimumFrequency(60),))
    stand.settle()
    assert this.audit.badge.accessibleName() == "Unsafe"
    this.audit.repair.click()
    stand.settle()
    assert this.audit.badge.accessibleName() == "Passed"
    assert this.planned is not None
    assert this.planned.hidden
    assert this.result is not None
    this.exporting.write(this.result, target)
    stand.settle()
    finished = FinishedTable(file=InputFile.chosen(target))
    stand.session.change(*with_table(stand.project, PlannedTable(name="Read", finished=finished)))
    this.commands.show("Read")
    stand.settle()
    assert this.audit.badge.accessibleName() == "Passed"
    assert this.audit.figures["Value hidden"].text() == "–"
    assert this.builder.rows.text() == "none"
    assert this.cell_card.empty is not None, "the chosen cell is one of the table before"


def test_the_last_edition_of_a_finished_table_is_read_by_the_columns_of_that_table(
    stand: PageWindow[TablesPage], tmp_path: Path
) -> None:
    commands, path = stand.page.this.commands, tmp_path / "then.csv"
    path.write_text("a,value,n\nx,,2\ny,,3\nz,4,4\nTotal,20,9\n", encoding="utf-8")
    finished = FinishedTable(file=InputFile.chosen(path), frequency="n")
    planned = PlannedTable(name="Read", finished=finished, protection=CellSuppression())
    stand.session.change(*with_table(stand.project, planned))
    commands.show("Read")
    commands.read_last_edition(path)
    stand.settle()
    edition = stand.project.tables[-1].last_edition
    assert edition is not None
    assert (edition.dimensions, edition.hidden) == (("a",), (("x",), ("y",)))


def test_two_tables_are_published_together_and_subtracted(stand: PageWindow[TablesPage]) -> None:
    commands = stand.page.this.commands
    commands.change(rules=(MinimumFrequency(60),), protection=CellSuppression())
    commands.add()
    commands.change_plan({"rows": ("Race",), "columns": ()})
    commands.change(rules=(MinimumFrequency(60),))
    stand.settle()
    stand.page.open_tab(TOGETHER)
    tab = stand.page.tabs.current
    assert isinstance(tab, TogetherTab)
    stand.settle()
    chip = tab.chips[0][1]
    chip.setFocus()
    stand.qtbot.keyClick(chip, Qt.Key.Key_Space)
    stand.settle()
    assert chip.hasFocus(), "who ticks by the keyboard goes on from there"
    assert [one.together for one in stand.project.tables] == [True, True]
    assert stand.project.tables[0].protection == stand.project.tables[1].protection
    assert tab.compare.isEnabled()
    tab.subtract()
    stand.settle()
    assert isinstance(tab.found.state, Ready)
    assert f"of {tab.found.state.value.parts}" in tab.said.text()
    assert tab.model.rowCount() == len(tab.found.state.value.frame)
    tab.publish("Table", on=False)
    stand.settle()
    assert not any(one.together for one in stand.project.tables)


def test_contracts_of_all_screens(
    window: MainWindow,
    sample: Path,
    qtbot: QtBot,
    computing: None,  # noqa: ARG001
    settled: Callable[..., None],
    clipped: Callable[[QWidget], list[str]],
) -> None:
    open_dark_and_strange(window, sample, qtbot)
    window.show_stage("tables")
    settled(window, window.jobs)
    before, found = numbers_of(window), list[str]()
    page = window.stages.current_page()
    assert isinstance(page, TablesPage)
    commands = page.this.commands
    commands.add()
    commands.change_plan(PLAN)
    commands.change(rules=(MinimumFrequency(60),), protection=CellSuppression())
    settled(window, window.jobs)
    page.this.card.view.setCurrentIndex(page.this.card.view.cells.index(0, 0))
    settled(window, window.jobs)
    found += page_complaints(window, clipped, before, "protected")
    page.open_tab("Published together")
    settled(window, window.jobs)
    found += page_complaints(window, clipped, before, "together")
    page.open_tab("This table")
    window.resize(960, 540)
    settled(window, window.jobs)
    found += complaints(window, clipped, "narrow")
    assert found == [], "\n".join(found)
