import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pandas as pd
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListView, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.cli import main
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.running.progress import SILENT, Cancelled, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.recipe import Recipe
from sdcdesk.io import read
from sdcdesk.io.codebook.codebooks import CODEBOOKS
from sdcdesk.masking import Rounding
from sdcdesk.release.release_check import Release
from sdcdesk.release.residual_risk import Kind, ResidualRisk
from sdcdesk.report.export import export
from sdcdesk.report.export_plan import Plan
from sdcdesk.report.export_problem import problem
from sdcdesk.report.export_warnings import ExportWarning, warnings
from sdcdesk.report.html import render
from sdcdesk.search import Grid, compare
from sdcdesk.tables import CellSuppression, MinimumFrequency, TablePlan
from tests.ui.ticking import texts, toggle
from ui.dialogs import export_dialog
from ui.dialogs.export_dialog import EXPORT, LOOK, ExportDialog
from ui.look.theme import theme
from ui.session.session import Session
from ui.widgets.layout import ScrollArea

Opener = Callable[[], ExportDialog]


@pytest.fixture
def opened(qtbot: QtBot, sampled: Session) -> Opener:
    """Open the dialog on the session as it is."""

    def show() -> ExportDialog:
        dialog = ExportDialog(sampled)
        # The dialog deletes itself when it closes.
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        qtbot.addWidget(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        return dialog

    return show


@pytest.fixture
def strict(sampled: Session, qtbot: QtBot) -> Session:
    """The sample under a limit that it does not keep."""
    project = sampled.project
    assert project is not None
    scenarios = tuple(s.with_limit("dr_weighted", 0.005) for s in project.scenarios)
    with qtbot.waitSignal(sampled.computed):
        sampled.change("strict", project.changed(scenarios=scenarios))
    return sampled


def editor(dialog: ExportDialog, name: str) -> Any:
    """The editor of a field, wherever it stands."""
    forms = (dialog.form.choices, dialog.form.others, dialog.form.options)
    return next(form.editors[name] for form in forms if form is not None and name in form.editors)


def enter(dialog: ExportDialog, name: str, value: object) -> None:
    """Enter a value as a user does."""
    editor(dialog, name).set_value(value)
    editor(dialog, name).edited.emit()


def rename(dialog: ExportDialog, name: str) -> None:
    """Type another name."""
    line = editor(dialog, "target").line
    line.setText(name)
    line.textEdited.emit(name)


def name_error(dialog: ExportDialog) -> str:
    return dialog.form.choices.rows["target"].error.text()


def write(dialog: ExportDialog, session: Session, qtbot: QtBot) -> str:
    """Press the button and return what is said when it is done."""
    assert dialog.filled.isEnabled(), dialog.hint.text()
    with qtbot.waitSignal(session.done) as done:
        dialog.filled.click()
    return str(done.args[0])


# Safe


def test_safe_file_is_written_as_the_command_line_writes_it(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    dialog = opened()
    assert editor(dialog, "target").line.text() == "billing_5000_masked.csv"
    assert not dialog.filled.hasFocus()
    assert not dialog.filled.isDefault(), "Enter alone does not export at once"
    assert dialog.badge.verdict == "safe"
    assert "reason" not in dialog.form.choices.rows
    enter(dialog, "figures", True)
    enter(dialog, "edition", "internal")
    assert write(dialog, sampled, qtbot) == "Wrote billing_5000_masked.csv, 4,000 records"
    assert dialog.result() == ExportDialog.DialogCode.Accepted
    assert sampled.exported
    written = (
        "billing_5000_masked.csv",
        "billing_5000_masked_report.html",
        "billing_5000_masked_figures.json",
    )
    beside = sample.with_name("cli")
    beside.mkdir()
    other = [str(beside / name) for name in written]
    arguments = ["--out", other[0], "--report", other[1], "--internal-report", "--json", other[2]]
    assert main(["run", str(sample), *arguments]) == 0
    capsys.readouterr()
    for ours, theirs in zip(written, other, strict=True):
        assert sample.with_name(ours).read_bytes() == Path(theirs).read_bytes(), ours
    assert "holds values of the data" in Path(other[1]).read_text(encoding="utf-8")


def test_the_internal_edition_shows_what_was_compared(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    line = {"method": "rounding", "parameters": {"variables": [["Age"]], "base": [5.0, 20.0]}}
    project, data = sampled.project, sampled.data
    assert project is not None
    assert data is not None
    sampled.comparing.show(compare(project, Grid(lines=[line]), data=data))
    for edition, shown in (("public", False), ("internal", True)):
        dialog = opened()
        enter(dialog, "edition", edition)
        enter(dialog, "replace", True)
        write(dialog, sampled, qtbot)
        report = sample.with_name("billing_5000_masked_report.html").read_text(encoding="utf-8")
        assert ("Age rounded to multiples of 20" in report) is shown


def test_the_report_withholds_small_counts_under_the_threshold_of_the_project(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    row = dialog.form.others.rows["threshold"]
    assert row.is_included, "the report is written unless somebody does not want it"
    enter(dialog, "threshold", -1)
    assert not dialog.filled.isEnabled()
    enter(dialog, "threshold", 500)
    assert dialog.filled.isEnabled()
    write(dialog, sampled, qtbot)
    assert "fewer than 500" in sample.with_name("billing_5000_masked_report.html").read_text(encoding="utf-8")
    assert sampled.project.threshold == 500
    assert sampled.exported, "what left is of the project as it is now"
    assert sampled.history.undo_label == "Withhold counts below 500"
    again = opened()
    assert again.form.threshold == 500


def test_nothing_moves_where_a_box_opens_what_lies_below_it(opened: Opener) -> None:
    dialog = opened()
    others = dialog.form.others
    [first, *_] = dialog.form.others.editors["edition"].findChildren(QRadioButton)
    assert (first.text(), first.isChecked()) == ("Public: without values of the data", True)
    assert others.editors["report"].value()

    def places() -> list[tuple[str, int]]:
        forms = (dialog.form.choices, others)
        rows = [pair for form in forms for pair in form.rows.items() if pair[1].is_included]
        return [(name, row.place.mapTo(dialog, row.place.rect().topLeft()).y()) for name, row in rows]

    before = dict(places())
    for name, value in (("report", False), ("figures", True), ("report", True), ("edition", "internal")):
        enter(dialog, name, value)
        QApplication.processEvents()
        assert dict(places()).items() <= before.items(), name
    enter(dialog, "edition", "public")
    assert dict(places()) == before


def seen_at(dialog: ExportDialog, part: QWidget) -> int:
    QApplication.processEvents()
    return part.mapTo(dialog, QPoint()).y()


def test_fields_stay_in_place_where_warnings_come_and_go(opened: Opener, sampled: Session) -> None:
    assert sampled.release is not None
    release = replace(sampled.release, formulas={"Patient_No": 7, "Zip": 2})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(sampled), "release", property(lambda _: release))
        dialog = opened()
        rows = dialog.form.others.rows

        def told() -> list[str]:
            return [box.text() for box in dialog.warnings.findChildren(QLabel) if box.isVisible()]

        identifiers = dialog.form.others.editors["kept"].findChild(QListView)
        before, warned = seen_at(dialog, rows["kept"].place), told()
        QTest.mouseClick(
            identifiers.viewport(),
            Qt.MouseButton.LeftButton,
            pos=identifiers.visualRect(identifiers.model().index(0, 0)).topLeft() + QPoint(16, 14),
        )
        assert dialog.form.others.editors["kept"].value() == ["Patient_No"]
        assert seen_at(dialog, rows["kept"].place) == before
        assert told() != warned, "of the formulas that leave now"
        assert len(told()) == len(warned)
        order = rows["order"].editor.findChildren(QRadioButton)
        for button in (order[1], order[0], order[2]):
            button.setFocus()
            before, warned = seen_at(dialog, rows["order"].place), told()
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            assert seen_at(dialog, rows["order"].place) == before
            assert told() != warned
        form = dialog.form.choices.rows["format"]
        dialog.fields.verticalScrollBar().setValue(0)
        for each in ("excel", "csv"):
            form.editor.setFocus()
            before = seen_at(dialog, form.place)
            enter(dialog, "format", each)
            assert seen_at(dialog, form.place) == before


def test_a_new_warning_is_seen_above_fields_that_stay(opened: Opener) -> None:
    dialog = opened()
    field = dialog.form.choices.rows["format"]
    field.editor.setFocus()
    before = seen_at(dialog, field.place)
    dialog.fields.hold(field.place)
    new = ExportWarning("Something else that holds from now on", is_unsafe=False)
    dialog.warnings.show_warnings((*dialog.warnings.shown, new))
    assert seen_at(dialog, field.place) == before
    [words] = [box for box in dialog.warnings.findChildren(QLabel) if box.text() == new.text]
    assert not words.visibleRegion().isEmpty()


def test_parts_get_their_style_few_times(opened: Opener) -> None:
    class Count(QObject):
        styles = 0

        def eventFilter(self, _one: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
            self.styles += event.type() == QEvent.Type.StyleChange
            return False

    count, application = Count(), QApplication.instance()
    assert application is not None
    application.installEventFilter(count)
    dialog = opened()
    application.removeEventFilter(count)
    assert count.styles < 4 * len(dialog.findChildren(QWidget)), "most of the time that it takes to open"


def test_report_and_edition_come_before_how_the_file_is_written(opened: Opener) -> None:
    dialog = opened()
    form = dialog.form
    report, edition = (form.others.rows[name].place for name in ("report", "edition"))
    top = [one.mapTo(form, QPoint()).y() for one in (form.file, report, edition, form.options)]
    assert top == sorted(top)


def test_how_uncertain_values_stay_belongs_to_the_project(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    row = dialog.form.others.rows["dominance"]
    assert row.is_included, "the report is public at first"
    enter(dialog, "edition", "internal")
    assert not row.is_included
    enter(dialog, "figures", True)
    assert row.is_included, "the figures are public always"
    enter(dialog, "dominance", 0.0)
    assert not dialog.filled.isEnabled()
    enter(dialog, "dominance", 50.0)
    assert dialog.filled.isEnabled()
    write(dialog, sampled, qtbot)
    figures = json.loads(sample.with_name("billing_5000_masked_figures.json").read_text(encoding="utf-8"))
    coarse = sampled.release.edition().released(sampled.release.path[-1].loss)
    assert figures["path"][-1]["loss"]["rounded_to"] == coarse.rounded_to
    assert sampled.project.dominance == 50.0
    assert sampled.history.undo_label == "Leave values uncertain by 50\u202f%"


@pytest.mark.usefixtures("strict")
def test_the_keys_of_export_lead_to_what_is_missing(opened: Opener, sample: Path, qtbot: QtBot) -> None:
    sample.with_name("billing_5000_masked.csv").write_text("old")
    dialog = opened()
    enter(dialog, "kept", ["Patient_No"])

    def led(value: object = None) -> str:
        qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        forms = (dialog.form.choices, dialog.form.others)
        fields = [(name, one) for form in forms for name, one in form.editors.items()]
        [name] = [name for name, one in fields if one.isAncestorOf(dialog.focusWidget())]
        enter(dialog, name, value)
        return name

    rename(dialog, "")
    assert led("identifiers") == "word"
    assert led(sample.with_name("billing_5000_masked.csv")) == "target"
    assert led("The board agreed") == "reason"
    assert led(True) == "replace"
    assert dialog.filled.isEnabled()


def test_identifiers_leave_only_with_the_typed_word(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    row = dialog.form.others.rows["word"]
    assert not row.is_included
    enter(dialog, "kept", ["Patient_No"])
    assert row.is_included
    assert not dialog.filled.isEnabled()
    assert "Type the word identifiers" in dialog.filled.toolTip()
    enter(dialog, "word", "identifier")
    assert not dialog.filled.isEnabled()
    enter(dialog, "word", "identifiers")
    write(dialog, sampled, qtbot)
    header = sample.with_name("billing_5000_masked.csv").read_text().splitlines()[0]
    assert header == "Patient_No,Age,Sex,Race,Zip,Amount_Billed", "the other identifier stays here"


def test_identifiers_that_leave_are_named_and_looked_at_as_all_that_leaves(
    opened: Opener, sampled: Session
) -> None:
    assert sampled.release is not None
    release = replace(sampled.release, formulas={"Patient_No": 2, "Zip": 1})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(sampled), "release", property(lambda _: release))
        dialog = opened()

        def told() -> list[str]:
            boxes = dialog.findChildren(QLabel)
            return [box.text() for box in boxes if box.isVisible() and "by a spreadsheet" in box.text()]

        for ticked, formulas in (([], "1 cell begins"), (["Patient_No"], "3 cells begin"), ([], "1 cell ")):
            enter(dialog, "kept", ticked)
            assert ("Patient number" in dialog.form.leaving.text()) is bool(ticked)
            assert ("Patient_No" in dialog.form.leaving.toolTip()) is bool(ticked)
            [words] = told()
            assert words.startswith(formulas)
            assert ("Patient number, " in words) is bool(ticked)


def test_a_random_order_takes_the_warning_of_the_order_away(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()

    def warned() -> bool:
        shown = [widget for widget in dialog.findChildren(QLabel) if widget.isVisibleTo(dialog)]
        return any("in the order of the original file, so that" in widget.text() for widget in shown)

    assert warned()
    assert dialog.badge.accessibleName() == "Safe in these scenarios"
    enter(dialog, "order", "records")
    assert not warned()
    assert dialog.badge.accessibleName() == "Safe"
    enter(dialog, "order", "kept")
    assert warned()
    assert dialog.badge.accessibleName() == "Safe in these scenarios"
    enter(dialog, "order", "records")
    write(dialog, sampled, qtbot)
    written = pd.read_csv(sample.with_name("billing_5000_masked.csv"), dtype=str)
    masked = sampled.results.release.run.masked
    ages = masked.column("Age").astype(str)
    assert written["Age"].tolist() != ages.tolist()
    assert sorted(written["Age"]) == sorted(ages)


def test_parquet_has_no_signs_and_its_own_ending(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    enter(dialog, "delimiter", ";")
    enter(dialog, "format", "parquet")
    assert editor(dialog, "target").line.text() == "billing_5000_masked.parquet"
    assert dialog.form.options is not None
    assert not dialog.form.options.rows
    assert not dialog.form.writing.isVisible(), "a title stands above nothing"
    enter(dialog, "format", "csv")
    assert dialog.form.writing.isVisible()
    enter(dialog, "format", "parquet")
    write(dialog, sampled, qtbot)
    assert sample.with_name("billing_5000_masked.parquet").read_bytes()[:4] == b"PAR1"


def test_semicolons_and_decimal_commas(opened: Opener, sampled: Session, sample: Path, qtbot: QtBot) -> None:
    dialog = opened()
    enter(dialog, "decimal", ",")
    assert "A comma cannot both" in dialog.hint.text()
    enter(dialog, "delimiter", ";")
    enter(dialog, "encoding", "utf-8-sig")
    write(dialog, sampled, qtbot)
    content = sample.with_name("billing_5000_masked.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbfAge;Sex;")
    assert b"." not in content.splitlines()[1]


def test_files_beside_the_masked_one_are_replaced_only_where_that_is_allowed(
    opened: Opener, sample: Path, sampled: Session, qtbot: QtBot
) -> None:
    beside = sample.with_name("people.rda")
    beside.write_text("mine")
    dialog = opened()
    rename(dialog, "people.asc")
    assert editor(dialog, "format").value() == "fixed"
    assert editor(dialog, "replace").box.text() == "Replace people.rda"
    assert dialog.form.companions.text().endswith("cannot be read: people.rda")
    assert not dialog.filled.isEnabled()
    enter(dialog, "replace", True)
    write(dialog, sampled, qtbot)
    assert beside.read_text() != "mine"
    assert len(read(sample.with_name("people.asc"))) == 4000


def test_the_format_follows_the_name(opened: Opener) -> None:
    dialog = opened()
    rename(dialog, "people.parquet")
    assert editor(dialog, "format").value() == "parquet"
    rename(dialog, "people.data")
    assert editor(dialog, "format").value() == "parquet", "such an ending changes nothing"
    enter(dialog, "format", "csv")
    assert editor(dialog, "target").line.text() == "people.data"
    assert name_error(dialog).startswith(
        "people.data would be written in the format CSV: let its name end in .csv"
    )
    assert not dialog.filled.isEnabled()


# Names


@pytest.mark.parametrize("name", ["billing_5000.csv", "billing_5000.sdcdesk", "./billing_5000.csv"])
def test_original_and_project_are_never_overwritten(opened: Opener, sample: Path, name: str) -> None:
    before = sample.with_name("billing_5000.csv").read_bytes()
    dialog = opened()
    rename(dialog, name)
    assert not dialog.filled.isEnabled()
    assert "never overwritten" in name_error(dialog)
    assert not dialog.form.choices.rows["replace"].is_included, "nor is it offered"
    assert sample.with_name("billing_5000.csv").read_bytes() == before


def test_other_name_of_the_original_is_seen_through(opened: Opener, sample: Path) -> None:
    link = sample.with_name("innocent.csv")
    link.symlink_to(sample.with_name("billing_5000.csv"))
    dialog = opened()
    rename(dialog, "innocent.csv")
    assert "never overwritten" in name_error(dialog)


def test_missing_name_and_folder_are_told_below_the_field(opened: Opener, sample: Path) -> None:
    dialog = opened()
    rename(dialog, "")
    assert name_error(dialog) == "Give the file a name."
    rename(dialog, "nowhere/file.csv")
    assert name_error(dialog) == "There is no folder nowhere; choose another one."
    assert editor(dialog, "target").line.property("invalid")
    sample.with_name("folder").mkdir()
    rename(dialog, "folder")
    assert "is a folder" in name_error(dialog)


def test_file_that_exists_is_replaced_only_if_allowed(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    target = sample.with_name("billing_5000_masked.csv")
    target.write_text("old")
    dialog = opened()
    assert dialog.form.choices.rows["replace"].is_included
    assert editor(dialog, "replace").box.text() == "Replace billing_5000_masked.csv"
    assert not dialog.filled.isEnabled()
    enter(dialog, "replace", True)
    write(dialog, sampled, qtbot)
    assert target.read_text().startswith("Age,")


def test_files_that_are_replaced_take_no_more_room_than_the_dialog_has(opened: Opener, sample: Path) -> None:
    name = "billing_5000_masked_of_the_whole_year"
    names = [f"{name}.csv", f"{name}_report.html", f"{name}_figures.json"]
    for each in names:
        sample.with_name(each).write_text("old")
    dialog = opened()
    rename(dialog, f"{name}.csv")
    [area] = [one for one in dialog.findChildren(ScrollArea) if one.isAncestorOf(dialog.form)]
    assert area.widget().width() <= area.viewport().width()
    for document in ("report", "figures"):
        enter(dialog, document, True)
    assert editor(dialog, "replace").box.text() == "Replace the 3 files of this name"
    assert editor(dialog, "replace").box.toolTip().splitlines() == names
    assert area.widget().width() <= area.viewport().width()


# Not safe


@pytest.mark.usefixtures("strict")
def test_unsafe_file_needs_a_reason_that_is_recorded(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    assert dialog.badge.verdict == "unsafe"
    assert editor(dialog, "target").line.text() == "billing_5000_masked.csv", "it is not called safe"
    assert dialog.form.choices.rows["reason"].is_included
    assert "Give the reason" in dialog.filled.toolTip()
    enter(dialog, "reason", "  \n")
    assert not dialog.filled.isEnabled()
    enter(dialog, "reason", "The <board> agreed")
    enter(dialog, "report", False)
    assert "recorded in the report or in the figures" in dialog.hint.text()
    enter(dialog, "report", True)
    enter(dialog, "figures", True)
    write(dialog, sampled, qtbot)
    figures = json.loads(sample.with_name("billing_5000_masked_figures.json").read_text())
    assert figures["override"] == "The <board> agreed"
    assert figures["verdict"] == "unsafe"
    report = sample.with_name("billing_5000_masked_report.html").read_text()
    assert "Released although the verdict is unsafe." in report
    assert "The &lt;board&gt; agreed" in report


def test_failing_scenario_is_named_before_the_rest(strict: Session) -> None:
    assert strict.results is not None
    assert strict.results.release is not None
    found = warnings(strict.results.release)
    assert found[0] == ("Neighbour: DR_W is ≤\u202f1.22\u202f%, not shown to be within 0.5\u202f%", True)
    assert ("The weighted risks are upper bounds", False) in found
    assert not any(one.is_unsafe for one in found if one.text.startswith("Colleague"))


def test_what_leaves_is_called_by_labels(sampled: Session) -> None:
    project = sampled.project
    date = ResidualRisk(Kind.DATE, "Zip", "Zip", sentence("{name} holds dates.", name="Zip"), 9, "")
    labelled = tuple(
        one.changed(label="Where they live") if one.name == "Zip" else one for one in project.variables
    )
    release = replace(sampled.release, project=project.changed(variables=labelled))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Release, "open", lambda _release: (date,))
        assert ("Zip holds dates", False) in warnings(release)
        called = display_names(release.project.variables)
        assert ("Where they live holds dates", False) in warnings(release, called=called)


def test_a_name_without_blanks_and_a_long_label_leave_the_fields_in_sight(
    opened: Opener, sampled: Session, qtbot: QtBot
) -> None:
    variables = (
        sampled.data.variable("Zip").changed(label="L" * 300),
        sampled.data.variable("Race").changed(label=" ".join(["Which race does the person say"] * 9)),
    )
    with qtbot.waitSignal(sampled.computed):
        sampled.describe("Labels", *variables)
    dialog = opened()
    content = dialog.fields.widget()
    assert content.width() <= dialog.fields.viewport().width()
    assert max(map(len, dialog.form.leaving.text().split(", "))) <= len("Leaving: ") + 60


def test_file_that_nobody_assessed_needs_a_reason_too(opened: Opener, sampled: Session, qtbot: QtBot) -> None:
    project = sampled.project
    assert project is not None
    with qtbot.waitSignal(sampled.computed):
        sampled.change("none", project.changed(scenarios=()))
    dialog = opened()
    assert dialog.badge.verdict == "not assessed"
    assert dialog.form.choices.rows["reason"].is_included


def test_reason_of_a_safe_file_is_not_recorded(sampled: Session, tmp_path: Path) -> None:
    assert sampled.results is not None
    assert sampled.results.release is not None
    release = sampled.results.release
    plan = Plan(tmp_path / "x.csv", figures=tmp_path / "x_figures.json", reason="typed, not needed")
    export(release, plan, SILENT)
    assert "override" not in json.loads((tmp_path / "x_figures.json").read_text())
    assert "Reason given" not in render(release)


# Trouble


def test_failure_is_told_in_the_dialog(opened: Opener, sampled: Session, sample: Path, qtbot: QtBot) -> None:
    dialog = opened()
    # A file appears after the dialog has looked.
    sample.with_name("billing_5000_masked.csv").write_text("somebody else's")
    dialog.filled.click()
    qtbot.waitUntil(lambda: dialog.message_bar.isVisible())
    assert "exists already" in dialog.message_bar.text()
    assert dialog.form.isEnabled()
    assert not sampled.exported
    assert sample.with_name("billing_5000_masked.csv").read_text() == "somebody else's"


def test_cancel_stops_the_writing_and_leaves_nothing(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(_release: object, _plan: Plan, progress: Progress) -> None:
        while True:
            progress.at(0.5, "Writing")

    monkeypatch.setattr(export_dialog, "export", slow)
    dialog = opened()
    field = editor(dialog, "target").line
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert EXPORT in [job.kind for job in sampled.jobs.running]
    assert not dialog.form.isEnabled()
    assert dialog.cancel.text() == "Stop"
    qtbot.waitUntil(lambda: dialog.bar.value() == 500)
    dialog.cancel.click()
    qtbot.waitUntil(lambda: EXPORT not in [job.kind for job in sampled.jobs.running])
    assert dialog.isVisible()
    assert dialog.message_bar.text() == "Stopped: the masked file was not written."
    assert dialog.form.isEnabled()
    assert dialog.filled.isEnabled()
    assert dialog.focusWidget() is field, "the keyboard is where it was"
    assert not sample.with_name("billing_5000_masked.csv").exists()


def test_a_closed_dialog_looks_for_losses_no_more(
    opened: Opener, sampled: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = Event()

    def endless(_release: object, _plan: Plan, progress: Progress) -> None:
        try:
            while True:
                progress.at(0.5, "Looking")
        except Cancelled:
            stopped.set()
            raise

    monkeypatch.setattr(export_dialog, "plan_losses", endless)
    dialog = opened()
    assert LOOK in [job.kind for job in sampled.jobs.running]
    dialog.reject()
    assert LOOK not in [job.kind for job in sampled.jobs.running]
    qtbot.waitUntil(stopped.is_set)


def test_no_look_for_losses_outlasts_a_stopped_writing(
    opened: Opener, sampled: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []

    def endless(_release: object, _plan: Plan, progress: Progress) -> None:
        looks.append(True)
        while True:
            progress.at(0.5, "Working")

    for name in ("plan_losses", "export"):
        monkeypatch.setattr(export_dialog, name, endless)
    dialog = opened()
    qtbot.waitUntil(lambda: len(looks) == 1)
    dialog.filled.click()
    assert [job.kind for job in sampled.jobs.running] == [EXPORT], "nobody can act on what it finds"
    qtbot.waitUntil(lambda: len(looks) == 2)
    dialog.reject()
    qtbot.waitUntil(lambda: [job.kind for job in sampled.jobs.running] == [LOOK])
    dialog.reject()
    assert not sampled.jobs.running


def test_cancelled_writing_leaves_no_file(sampled: Session, tmp_path: Path) -> None:
    assert sampled.results is not None
    assert sampled.results.release is not None
    plan = Plan(tmp_path / "x.csv", report=tmp_path / "x.html", figures=tmp_path / "x.json")
    asked = iter([False] * 2 + [True] * 100)
    with pytest.raises(Cancelled):
        export(sampled.results.release, plan, Progress(cancelled=lambda: next(asked)))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("x")] == []


def test_results_that_are_not_up_to_date_are_not_exported(opened: Opener, sampled: Session) -> None:
    dialog = opened()
    sampled.change_recipe("off", lambda recipe: recipe.switched(0, on=False))
    assert not dialog.filled.isEnabled()
    assert "Wait until risk and loss are computed" in dialog.filled.toolTip()


def test_without_a_masked_file_there_is_nothing_to_export(
    opened: Opener, sampled: Session, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(sampled.computed):
        sampled.add_step(Rounding(variables=["Name"], base=10.0))
    dialog = opened()
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == "There is no masked file to export"


def test_plan_has_no_problem_where_all_is_given(sampled: Session, tmp_path: Path) -> None:
    assert sampled.results is not None
    assert sampled.results.release is not None
    assert problem(sampled.results.release, Plan(tmp_path / "a.csv")) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_dialog_is_drawn_in_both_schemes(opened: Opener, scheme: str) -> None:
    theme().set_scheme(scheme)
    dialog = opened()
    image = dialog.grab().toImage()
    assert image.pixelColor(3, image.height() - 3) == theme().colour("surface")


def test_a_file_that_gives_a_table_away_asks_for_a_reason(
    opened: Opener, sampled: Session, qtbot: QtBot
) -> None:
    project = sampled.project
    assert project is not None
    recipe = Recipe(seed=project.recipe.seed).then(Rounding(variables=("Age",), base=5.0))
    few = MinimumFrequency(least=200)
    table = PlannedTable(
        name="Races",
        plan=TablePlan(rows=("Race",), columns=("Sex",)),
        rules=(few,),
        protection=CellSuppression(),
    )
    sampled.change("a table", project.changed(recipe=recipe, tables=(table,)))
    tables = sampled.tabulating

    def compared() -> bool:
        release = sampled.release
        return release is not None and bool(tables.beside(release.run.masked))

    qtbot.waitUntil(compared)
    [found] = tables.results
    assert found.table is not None
    hidden = int((found.table.is_sensitive & found.table.is_hidden).sum())
    assert hidden > 0
    dialog = opened()
    words = sentence("gives away {n} protected cells of table Races", n=hidden)
    assert any(str(words) in one.text() for one in dialog.findChildren(QLabel))
    assert "reason" in dialog.form.choices.rows
    assert "reason" in dialog.hint.text()
    assert dialog.filled.text() == "Export all the same"


# Codebooks, and what the file will lack


def test_codebooks_are_ticked_and_written(
    opened: Opener, sampled: Session, sample: Path, qtbot: QtBot
) -> None:
    dialog = opened()
    ticks = editor(dialog, "codebooks").list
    assert texts(ticks) == [form.title for form in CODEBOOKS]
    toggle(ticks, *texts(ticks)[:2])
    write(dialog, sampled, qtbot)
    for ending in (".csv", ".xml"):
        assert sample.with_name(f"billing_5000_masked_codebook{ending}").exists()


def test_a_codebook_that_cannot_be_written_keeps_the_button_back(opened: Opener) -> None:
    dialog = opened()
    enter(dialog, "codebooks", ["spss"])
    assert dialog.filled.isEnabled()
    enter(dialog, "format", "parquet")
    assert not dialog.filled.isEnabled()
    assert "SPSS syntax reads files of CSV and SPSS" in dialog.hint.text()


def test_the_codebook_for_the_owner_stands_beside_the_file_under_a_name_of_its_own(
    opened: Opener, sample: Path
) -> None:
    dialog = opened()
    assert dialog.form.plan().internal_codebook is None
    enter(dialog, "internal_codebook", True)
    name = "billing_5000_masked_internal_codebook.csv"
    assert dialog.form.plan().internal_codebook == sample.with_name(name)


def test_what_the_file_will_lack_is_listed_before_it_is_written(
    opened: Opener, sampled: Session, qtbot: QtBot
) -> None:
    project = sampled.project
    assert project is not None
    name = "Zip"
    described = [
        one.changed(missing=(*one.missing, -9), value_labels=(ValueLabel(value=-9, label="None"),))
        if one.name == name
        else one
        for one in project.variables
    ]
    with qtbot.waitSignal(sampled.computed):
        sampled.change("labels", project.changed(variables=tuple(described), recipe=Recipe(seed=1)))
    dialog = opened()
    words = "CSV files hold codes without their labels; write a codebook beside the file."
    qtbot.waitUntil(lambda: dialog.lacking.text() == words)
    assert dialog.lacking.isVisible()
    enter(dialog, "reason", "Agreed with the board.")
    # However far the fields are scrolled, it is in sight.
    at = dialog.lacking.mapTo(dialog, QPoint(0, 0))
    assert dialog.rect().contains(at)
    assert not dialog.form.isAncestorOf(dialog.lacking)
    note = dialog.form.others.rows["codebooks"].note
    assert note.text() == (
        "CSV files do not tell which codes stand for missing, labels of variables, labels of values or "
        "units: "
        "tick a codebook, which does."
    )
    enter(dialog, "codebooks", ["csv"])
    assert not note.isVisibleTo(dialog)
    qtbot.waitUntil(lambda: not dialog.lacking.isVisible())
    enter(dialog, "codebooks", [])
    assert note.isVisibleTo(dialog)
    qtbot.waitUntil(dialog.lacking.isVisible)
    line = editor(dialog, "target").line
    line.selectAll()
    for key in "people.xlsx":
        qtbot.keyClicks(line, key)
        qtbot.waitUntil(lambda: not sampled.jobs.running)
    qtbot.waitUntil(lambda: "Excel files hold codes without their labels" in dialog.lacking.text())
    assert not note.isVisibleTo(dialog), "it is among what the file will lack"


def test_formulas_are_told_of_the_formats_only_in_which_a_spreadsheet_would_compute_them(
    opened: Opener, sampled: Session
) -> None:
    assert sampled.release is not None
    release = replace(sampled.release, formulas={"Zip": 2})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(sampled), "release", property(lambda _: release))
        dialog = opened()

        def is_told() -> bool:
            shown = (box.text() for box in dialog.findChildren(QLabel) if box.isVisible())
            return any("would be computed by a spreadsheet" in words for words in shown)

        assert is_told()
        enter(dialog, "format", "excel")
        assert not is_told()
        enter(dialog, "format", "csv")
        assert is_told()
        enter(dialog, "neutral", True)
        assert not is_told()
