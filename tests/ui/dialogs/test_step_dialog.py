from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFileDialog, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.document.recipe import Recipe
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.masking import (
    METHODS,
    Microaggregation,
    ProbabilityDistortion,
    ProportionalSampling,
    Recoding,
    RecordSuppression,
    Rounding,
)
from sdcdesk.release.pipeline import Pipeline
from sdcdesk.release.step_preview import preview
from sdcdesk.risk import WeightMatrix
from tests.ui.ticking import toggle
from ui.dialogs import step_previewer
from ui.dialogs.frame import LARGE
from ui.dialogs.manual_dialog import show_manual
from ui.dialogs.step_dialog import StepDialog
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor, FlagEditor, RadioEditor, VariablesEditor
from ui.forms.editors.tables import PairsEditor
from ui.session.computation import Failed, Ready, Stopped
from ui.session.session import Session
from ui.session.settings import Settings
from ui.widgets.layout import FRAME, ScrollArea

pytestmark = pytest.mark.usefixtures("controls_in_place")

SENSIBLE: dict[str, dict[str, Any]] = {
    "recoding": {"variable": "Amount_Billed", "how": "quantiles", "bands": "5"},
    "tail_coding": {"variable": "Amount_Billed", "top": "5000"},
    "multivariate_top_coding": {"variables": ["Amount_Billed"], "inside": "90"},
    "rounding": {"variables": ["Amount_Billed"], "base": "100"},
    "local_recoding": {"k": "5"},
    "local_suppression": {"k": "5"},
    "value_suppression": {"variables": ["Amount_Billed"], "where": "984689"},
    "record_suppression": {"k": "2"},
    "risk_suppression": {"largest": "0.9"},
    "microaggregation": {"variables": ["Amount_Billed"], "k": "4", "grouping": "together"},
    "multiple_imputation": {"variables": ["Amount_Billed"], "predictors": ["Race"], "copy_number": "2"},
    "camouflage": {"variables": ["Amount_Billed"], "below": "5"},
    "additive_noise": {"variables": ["Amount_Billed"], "variance_share": "5", "whole_numbers": True},
    "multiplicative_noise": {"variables": ["Amount_Billed"], "deviation": "5", "shared": True},
    "outlier_noise": {"variables": ["Amount_Billed"], "inside": "95"},
    "orthogonal_masking": {"variables": ["Amount_Billed"], "variance_share": "5"},
    "multivariate_rounding": {"variables": ["Amount_Billed"], "points": "500; 2000; 8000"},
    "random_rounding": {"variables": ["Amount_Billed"], "base": "50"},
    "rank_swapping": {"variables": ["Amount_Billed"], "window": "10"},
    "data_swapping": {"variables": ["Race"], "within": ["Sex"], "k": "4", "rate": "10"},
    "record_swapping": {"areas": ["Zip"], "household": "Patient_No", "k": "2", "rate": "10"},
    "pram": {"variable": "Race", "diagonal": "75"},
    "shuffling": {"variables": ["Amount_Billed"], "within": ["Race"]},
    "probability_distortion": {"variables": ["Amount_Billed"], "family": "log_normal"},
    "resampling": {"variables": ["Amount_Billed"], "samples": "3"},
    "lossy_compression": {"variables": ["Amount_Billed"], "quality": "60"},
    "matrix_masking": {"variables": ["Amount_Billed"], "displacement": "10"},
    "simple_random_sampling": {"percentage": "90"},
    "stratified_sampling": {"percentage": "90", "within": ["Race", "Sex"]},
    "systematic_sampling": {"percentage": "90"},
    "bernoulli_sampling": {"probability": "90"},
    "household_sampling": {"percentage": "90", "household": "Zip"},
    "proportional_sampling": {"percentage": "40", "measure": "Amount_Billed"},
    "weight_calibration": {"weight": "Amount_Billed", "within": ["Sex"]},
    "random_order": {},
    "new_numbers": {"variables": ["Zip"]},
}
"""What a user would enter into the form of each method, for the sample."""


@pytest.fixture
def opened(sampled: Session, qtbot: QtBot) -> Iterator[Callable[..., StepDialog]]:
    """Open the dialog of a method or of a step."""
    shown: list[StepDialog] = []

    def show(kind: type[Method], position: int | None = None, **others: Any) -> StepDialog:
        dialog = StepDialog(sampled, kind, position, **others)
        qtbot.addWidget(dialog)
        shown.append(dialog)
        with qtbot.waitExposed(dialog):
            dialog.show()
        return dialog

    yield show
    for dialog in shown:
        dialog.done(0)


def choose(combo: QComboBox, words: str, qtbot: QtBot) -> None:
    """Go through a combo box with the arrow keys."""
    qtbot.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.findText(words)):
        qtbot.keyClick(combo, Qt.Key.Key_Down)


def enter(editor: Editor, value: Any, qtbot: QtBot) -> None:
    """Do with an editor what a user does."""
    if isinstance(editor, ComboEditor):
        choose(editor.combo, editor.value_text(value), qtbot)
    elif isinstance(editor, RadioEditor):
        button = next(one for one in editor.group.buttons() if one.text() == editor.value_text(value))
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    elif isinstance(editor, FlagEditor):
        qtbot.keyClick(editor.box, Qt.Key.Key_Space)
    elif isinstance(editor, VariablesEditor):
        for name in value:
            toggle(editor.list, editor.list.called(name))
    else:
        line = editor.findChild(QLineEdit) or editor.findChild(QPlainTextEdit)
        line.selectAll()
        qtbot.keyClicks(line, value)


def wait(dialog: StepDialog, qtbot: QtBot) -> None:
    """Wait until the preview shows what is entered."""
    qtbot.waitUntil(lambda: dialog.preview.seen is not None and dialog.preview.seen.preview is not None)
    qtbot.waitUntil(lambda: not dialog.preview.is_stale)


LATER = [kind for kind in METHODS if kind.purpose is not Purpose.ELSEWHERE]
"""Methods of a step behind others; a finished file is the first (tests/stories/test_finished_file.py)."""


def test_every_method_is_tried() -> None:
    assert set(SENSIBLE) == {kind.name for kind in LATER}


@pytest.mark.parametrize("kind", LATER, ids=lambda kind: kind.name)
def test_every_method_can_be_added(
    kind: type[Method], opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    dialog = opened(kind)
    for name, value in SENSIBLE[kind.name].items():
        enter(dialog.form.editors[name], value, qtbot)
    assert dialog.method is not None, dialog.filled.toolTip()
    wait(dialog, qtbot)
    seen = dialog.preview.seen
    assert seen.preview.then is not None
    stays = seen.variable in seen.preview.after.names
    assert (dialog.preview.chart.count() > 0) == stays
    assert dialog.preview.gone.isVisible() != stays, "an empty chart says why it is empty"
    rows = dialog.preview.table.texts()
    assert all("–" not in row for row in rows), rows
    assert dialog.preview.note.text().startswith("exact, all 5,000 records")
    assert dialog.filled.isEnabled()
    assert dialog.hint.text() == "Becomes step 5, at the end of the recipe"
    with qtbot.waitSignal(sampled.computed):
        qtbot.mouseClick(dialog.filled, Qt.MouseButton.LeftButton)
    added = sampled.project.recipe.steps[-1].method
    assert isinstance(added, kind)
    assert len(sampled.project.recipe.steps) == 5
    assert sampled.results.run.masked.fingerprint() == seen.preview.after.fingerprint()
    assert not dialog.isVisible()


def test_the_preview_is_what_the_engine_says(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    dialog = opened(Recoding, 0)
    enter(dialog.form.editors["width"], "20", qtbot)
    wait(dialog, qtbot)
    method = Recoding(variable="Age", how="width", width=20.0, top=90.0)
    assert dialog.method == method
    found = preview(sampled.project, sampled.results.run, 0, method)
    risk = found.then.scenario("Neighbour").after
    rows = dialog.preview.table.texts()
    assert rows[0][2] == quantity_text(risk.figure("dr_weighted").quantity).text
    assert rows[1][2] == quantity_text(risk.figure("dr_min").quantity).text
    assert rows[2] == ("Records in groups below 3", rows[2][1], str(risk.value("records_below_k")))
    assert rows[3] == ("Different values", "10", "6")
    assert rows[5][2] == quantity_text(found.then.loss.quantity, noun=False).text
    assert dialog.preview.table.badge.verdict == found.then.scenario("Neighbour").verdict
    assert dialog.preview.scenario.text() == "scenario Neighbour, worst of 2: Age, Sex, Zip"
    assert "with this change" in dialog.preview.gauge.accessibleDescription()
    assert dialog.hint.text().startswith("Steps 2 to 4 are computed again, about ")


def test_saving_changes_the_step_and_can_be_undone(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    before = sampled.project
    dialog = opened(Recoding, 0)
    enter(dialog.form.editors["width"], "20", qtbot)
    with qtbot.waitSignal(sampled.computed):
        qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    step = sampled.project.recipe.steps[0]
    assert step.method == Recoding(variable="Age", how="width", width=20.0, top=90.0)
    assert step.stream == before.recipe.steps[0].stream
    assert sampled.history.undo_label == "Age into bands of 20"
    sampled.undo()
    assert sampled.project == before


def test_a_step_saved_as_it_was_is_no_change(opened: Callable[..., StepDialog], sampled: Session) -> None:
    dialog = opened(Recoding, 0)
    dialog.accept()
    assert sampled.history.undo_label is None


def test_escape_leaves_the_recipe_alone(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    before = sampled.project
    dialog = opened(Recoding, 0)
    enter(dialog.form.editors["width"], "20", qtbot)
    qtbot.keyClick(dialog.form.editors["width"].focusProxy(), Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert sampled.project is before


def test_enter_in_a_field_saves_nothing(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    dialog = opened(Recoding, 0)
    enter(dialog.form.editors["width"], "20", qtbot)
    qtbot.keyClick(dialog.form.editors["width"].focusProxy(), Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert sampled.history.undo_label is None


def test_invalid_input_is_told_below_the_field_and_by_the_button(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    dialog = opened(Microaggregation, 3)
    enter(dialog.form.editors["k"], "1", qtbot)
    row = dialog.form.rows["k"]
    assert row.error.isVisible()
    assert row.error.text() == "At least 2."
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == "Smallest group: at least 2."
    qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible()
    assert sampled.history.undo_label is None
    enter(dialog.form.editors["k"], "5", qtbot)
    assert dialog.filled.isEnabled()
    assert not row.error.isVisible()


def test_until_something_was_seen_no_axis_and_no_verdict_are_shown(
    opened: Callable[..., StepDialog], qtbot: QtBot
) -> None:
    preview = opened(Rounding).preview
    assert preview.seen is None
    assert preview.note.text() == "Looking at the step…"
    assert not any(
        one.isVisible() for one in (preview.chart, preview.gauge, preview.table.badge, preview.legend)
    )
    height = preview.height()
    qtbot.waitUntil(lambda: preview.seen is not None)
    assert preview.chart.isVisible()
    assert preview.height() == height


def test_enter_on_cancel_cancels(opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot) -> None:
    dialog, before = opened(RecordSuppression), sampled.project
    dialog.cancel.setFocus()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.cancel, Qt.Key.Key_Return)
    assert sampled.project == before


def test_a_new_step_begins_quietly_and_shows_the_file_as_it_is(
    opened: Callable[..., StepDialog], qtbot: QtBot
) -> None:
    dialog = opened(Rounding)
    assert not dialog.filled.isEnabled()
    assert dialog.filled.toolTip() == "Variables: choose at least one variable."
    assert not dialog.form.rows["variables"].error.isVisible()
    qtbot.waitUntil(lambda: dialog.preview.seen is not None)
    assert dialog.preview.seen.preview is None
    assert dialog.preview.note.text() == "as the recipe is now"
    rows = dialog.preview.table.texts()
    assert rows[0][1:] == ("≤\u202f1.22\u202f%", "–")
    assert not dialog.preview.table.badge.isVisible()
    assert dialog.hint.text() == dialog.filled.toolTip(), "what is missing is said beside the button"


def test_pressing_the_keys_of_the_disabled_button_shows_what_is_missing(
    opened: Callable[..., StepDialog], qtbot: QtBot
) -> None:
    dialog = opened(Rounding)
    note = dialog.form.rows["variables"].lack
    assert note.isVisible()
    assert note.text() == "Choose at least one variable.", "below the field, before anything was done"
    qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.form.rows["variables"].error.text() == "Choose at least one variable."
    assert dialog.form.editors["variables"].focusProxy().hasFocus()


def test_a_new_step_begins_with_what_helps_most(opened: Callable[..., StepDialog]) -> None:
    dialog = opened(Recoding)
    assert dialog.filled.isEnabled()
    assert dialog.method == Recoding(variable="Zip", how="prefix", keep=3), "four characters are left of it"


def test_a_recode_table_is_pasted_and_loaded(
    opened: Callable[..., StepDialog], qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(Recoding)
    for name, value in {"variable": "Race", "how": "mapping"}.items():
        enter(dialog.form.editors[name], value, qtbot)
    table = dialog.form.editors["mapping"]
    assert isinstance(table, PairsEditor)
    table.grid.paste("Race\tnew\nWhite\tW\nBlack\tB\n")
    assert table.value() == {"Black": "B", "White": "W"}
    path = tmp_path / "table.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    [load] = [one for one in table.findChildren(QAbstractButton) if one.text().startswith("Load")]
    load.click()
    assert not dialog.filled.isEnabled()
    assert "table.csv" in dialog.form.rows["mapping"].error.text()
    path.write_text("White;pale\n", encoding="utf-8")
    load.click()
    assert table.value() == {"Black": "B", "White": "pale"}
    assert dialog.filled.isEnabled()


def test_labels_of_a_step_become_a_hierarchy_of_the_project(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    before = sampled.project
    dialog = opened(Recoding)
    for name, value in {"variable": "Race", "how": "level"}.items():
        enter(dialog.form.editors[name], value, qtbot)
    races = sampled.data.coding("Race").categories
    dialog.form.editors["hierarchy"].grid.paste("\n".join(f"{race}\t{race[:1]}\tany" for race in races))
    dialog.filled.click()
    [hierarchy] = sampled.project.hierarchies
    step = sampled.project.recipe.steps[-1].method
    assert (hierarchy.name, hierarchy.height, step.hierarchy) == ("Race", 2, hierarchy)
    again = opened(Recoding, len(sampled.project.recipe.steps) - 1)
    table = again.form.editors["hierarchy"]
    assert table.combo.currentText() == "Race"
    table.grid.paste("\n".join(f"{race}\t{race[:2]}\tany" for race in races))
    again.filled.click()
    assert [one.name for one in sampled.project.hierarchies] == ["Race"]
    assert sampled.project.hierarchies[0].labels(1) == tuple(race[:2] for race in races)
    sampled.undo()
    assert sampled.project.hierarchies == (hierarchy,)
    sampled.undo()
    assert sampled.project == before


def test_labels_that_another_step_cannot_do_without_are_kept(
    opened: Callable[..., StepDialog], sampled: Session
) -> None:
    races = [str(race) for race in sampled.data.coding("Race").categories]
    hierarchy = Hierarchy(name="Race", levels=[{race: race[:1] for race in races}])
    whole = hierarchy.changed(levels=[*hierarchy.levels, ["any"] * len(races)])
    for level in (2, 1):
        sampled.add_step(Recoding(variable="Race", how="level", hierarchy=whole, level=level))
    before = sampled.project
    dialog = opened(Recoding, len(before.recipe.steps) - 1)
    dialog.form.editors["hierarchy"].grid.paste("\n".join(f"{race}\t{race[:1]}" for race in races))
    dialog.filled.click()
    assert "cannot follow the change" in dialog.form.rows["hierarchy"].error.text()
    assert dialog.isVisible()
    assert sampled.project == before


def test_a_step_that_the_data_refuse_cannot_be_saved(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(METHODS["random_rounding"])
    for name, value in {"variables": ["Amount_Billed"], "rounding_set": "own", "points": "0; 100"}.items():
        enter(dialog.form.editors[name], value, qtbot)
    qtbot.waitUntil(lambda: dialog.form.rows["points"].error.isVisible())
    assert "lie outside the points" in dialog.form.rows["points"].error.text()
    assert not dialog.filled.isEnabled()
    assert "lie outside the points" in dialog.filled.toolTip()
    assert dialog.preview.is_stale


def test_what_is_seen_of_other_settings_is_called_so(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(Recoding, 0)
    wait(dialog, qtbot)
    enter(dialog.form.editors["width"], "0", qtbot)
    assert dialog.preview.is_stale
    assert dialog.preview.note.text() == "for the previous settings"
    enter(dialog.form.editors["width"], "20", qtbot)
    wait(dialog, qtbot)
    assert dialog.preview.note.text().startswith("exact, all 5,000 records")


def test_a_later_step_that_would_fail_is_named(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(Recoding, 0)
    enter(dialog.form.editors["variable"], "Amount_Billed", qtbot)
    wait(dialog, qtbot)
    assert dialog.preview.warning.text().startswith("Step 4, ")
    assert dialog.preview.table.texts()[0][2] == "–"
    assert dialog.filled.isEnabled()


def test_a_long_warning_is_read_whole(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(RecordSuppression)
    wait(dialog, qtbot)
    warning = dialog.preview.warning
    warning.setText("Every record was left out: the file is empty. " * 8)
    qtbot.waitUntil(lambda: warning.height() >= warning.heightForWidth(warning.width()))


def test_a_scenario_that_does_not_fit_says_why(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    project = sampled.project
    weights = {**project.weights, "sampling only": WeightMatrix.maximal("sampling")}
    scenario = project.scenarios[0].changed(weights="sampling only")
    recipe = Recipe(seed=1)
    sampled.change("Weights", project.changed(weights=weights, scenarios=(scenario,), recipe=recipe))
    qtbot.waitUntil(lambda: not sampled.is_stale)
    dialog = opened(Recoding)
    enter(dialog.form.editors["width"], "10", qtbot)
    wait(dialog, qtbot)
    assert dialog.preview.table.texts()[0][2] == "–"
    assert dialog.preview.table.badge.verdict == "not assessed"
    assert dialog.preview.warning.text().endswith(".")


def test_back_to_the_step_as_saved(opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(Recoding, 0)
    assert dialog.back.isVisible()
    assert not dialog.back.isEnabled()
    assert dialog.back.toolTip() == "The step is as it was saved"
    enter(dialog.form.editors["width"], "20", qtbot)
    enter(dialog.form.editors["how"], "quantiles", qtbot)
    qtbot.mouseClick(dialog.back, Qt.MouseButton.LeftButton)
    assert dialog.method == sampled.project.recipe.steps[0].method
    assert not opened(Recoding).back.isVisible()


def test_a_step_is_edited_on_the_data_that_it_begins_with(opened: Callable[..., StepDialog]) -> None:
    first, last = opened(METHODS["pram"], None), opened(Recoding, 0)
    combo = first.form.editors["variable"].focusProxy()
    # Age was put into bands by the first step, so that it is a category now.
    assert "Age" in [combo.itemText(place) for place in range(combo.count())]
    assert last.form.rows["width"].note.text() == "years"


def test_parameters_to_begin_with(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    start = RecordSuppression(k=4, keys=("Age", "Sex"))
    dialog = opened(RecordSuppression, start=start)
    assert dialog.method == start
    wait(dialog, qtbot)
    assert dialog.filled.isEnabled()


def test_without_variables_any_can_be_looked_at(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(METHODS["simple_random_sampling"])
    enter(dialog.form.editors["percentage"], "50", qtbot)
    wait(dialog, qtbot)
    combo = dialog.preview.variable
    assert combo.isVisible()
    assert [combo.itemText(n) for n in range(combo.count())] == ["Age", "Sex", "Race", "Zip", "Amount billed"]
    choose(combo, "Race", qtbot)
    qtbot.waitUntil(lambda: dialog.preview.seen.variable == "Race")
    assert dialog.preview.variable.currentText() == "Race"
    assert "White" in dialog.preview.chart.summary()


def test_warnings_call_variables_by_their_labels(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    age = sampled.data.variable("Age")
    with qtbot.waitSignal(sampled.computed):
        sampled.describe("Label", age.changed(label="Age in completed years"))
    words = "not advised for continuous variables such as Age in completed years."
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("None", lambda recipe: recipe.changed(steps=()))
    dialog = opened(METHODS["local_suppression"], None)
    enter(dialog.form.editors["keys"], ["Age", "Sex"], qtbot)
    wait(dialog, qtbot)
    assert words in dialog.preview.warning.text()


def test_figures_answer_what_they_are(opened: Callable[..., StepDialog], qtbot: QtBot, qapp) -> None:
    dialog = opened(Recoding, 0)
    wait(dialog, qtbot)
    dialog.preview.table.requested.emit(0, dialog.preview.table)
    popover = qapp.activePopupWidget()
    assert popover.explanation.rows[-1][1].replace("\u202f", " ") == "≤ 1.22 %"
    popover.close()


def test_a_large_file_is_looked_at_in_part_first(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_previewer, "PART", 500)
    monkeypatch.setattr(step_previewer, "QUICK", 0.0)
    sampled.change("No sample", sampled.project.changed(recipe=sampled.project.recipe.without(2)))
    qtbot.waitUntil(lambda: not sampled.is_stale)
    dialog = opened(Recoding, 0)
    captions, risks = [], []

    def note() -> None:
        if isinstance(dialog.previewer.state, Ready):
            captions.append(dialog.preview.note.text())
            risks.append(dialog.preview.table.texts()[0])

    dialog.previewer.changed.connect(note)
    qtbot.waitUntil(lambda: len(captions) == 2)
    assert captions[0] == "on 500 of 5,000 records"
    assert captions[1].startswith("exact, all 5,000 records")
    assert [risk[2] for risk in risks] == ["…", risks[1][1]]
    monkeypatch.setattr(step_previewer, "PATIENT", 0.0)
    enter(dialog.form.editors["width"], "20", qtbot)
    qtbot.waitUntil(lambda: dialog.preview.all_records.isVisible())
    assert dialog.preview.table.texts()[0][2] == "–"
    qtbot.mouseClick(dialog.preview.all_records, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.preview.note.text().startswith("exact"))
    assert not dialog.preview.all_records.isVisible()


def test_closing_stops_the_preview(opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot) -> None:
    dialog = opened(Recoding, 0)
    wait(dialog, qtbot)
    answers = []
    dialog.previewer.changed.connect(lambda: answers.append(dialog.previewer.state))
    enter(dialog.form.editors["width"], "20", qtbot)
    assert dialog.previewer._timer.isActive()
    dialog.reject()
    assert not dialog.previewer._timer.isActive()
    qtbot.waitUntil(lambda: not sampled.jobs._kept_jobs)
    assert not any(isinstance(answer, Ready) for answer in answers)
    assert step_previewer.JOB not in [job.kind for job in sampled.jobs.running]


def test_a_recipe_that_fails_can_be_mended(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    broken = sampled.project.recipe.edited(1, Rounding(variables=["Sex"], base=5.0))
    sampled.change("Break it", sampled.project.changed(recipe=broken))
    qtbot.waitUntil(lambda: not sampled.is_stale)
    dialog = opened(Rounding, 1)
    toggle(dialog.form.editors["variables"].list, "Sex")
    enter(dialog.form.editors["variables"], ["Amount_Billed"], qtbot)
    wait(dialog, qtbot)
    row = dialog.preview.table.texts()[0]
    assert row[1] == "–"
    assert row[2].endswith("%")


def test_without_a_scenario_the_values_are_shown_all_the_same(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    bare = sampled.project.changed(scenarios=(), recipe=Recipe(seed=1))
    sampled.change("No scenario", bare)
    qtbot.waitUntil(lambda: not sampled.is_stale)
    dialog = opened(Recoding)
    enter(dialog.form.editors["width"], "10", qtbot)
    wait(dialog, qtbot)
    assert dialog.preview.scenario.text() == "no scenario yet"
    assert not dialog.preview.gauge.isVisible()
    assert dialog.preview.table.texts()[3] == ("Different values", "100", "11")


def test_the_size_is_remembered(opened: Callable[..., StepDialog], tmp_path) -> None:
    settings = Settings(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))
    dialog = opened(Recoding, 0, settings=settings)
    room = dialog.screen().availableSize() - FRAME
    assert dialog.size() == QSize(*LARGE).boundedTo(room), "it fits its screen"
    dialog.resize(dialog.width(), 650)
    dialog.reject()
    assert opened(Recoding, 0, settings=settings).height() == 650


def test_f1_opens_the_manual_page(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(Recoding, 0)
    qtbot.keyClick(dialog, Qt.Key.Key_F1)
    manual = show_manual(Recoding)
    assert manual.kind is Recoding
    assert manual.isVisible()
    manual.close()


def test_every_control_says_what_it_is(opened: Callable[..., StepDialog], qtbot: QtBot) -> None:
    dialog = opened(Microaggregation, 3)
    wait(dialog, qtbot)
    controls: list[QWidget] = [*dialog.findChildren(QAbstractButton), *dialog.findChildren(QLineEdit)]
    silent = [
        control
        for control in controls
        if control.isVisible() and not control.accessibleName() and not getattr(control, "text", str)()
    ]
    assert silent == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures_can_be_taken(opened: Callable[..., StepDialog], look, qtbot: QtBot, scheme: str) -> None:
    look.set_scheme(scheme)
    dialog = opened(Recoding, 0)
    wait(dialog, qtbot)
    image = dialog.grab().toImage()
    assert image.pixelColor(5, 5) == look.colour("surface")


def test_a_step_of_a_recipe_run_elsewhere_needs_no_results(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    expected = Pipeline(sampled.data).run(sampled.project.recipe).masked.fingerprint()
    sampled.computation.state = Stopped()
    dialog = opened(Microaggregation, 3)
    wait(dialog, qtbot)
    assert dialog.preview.seen.preview.before.fingerprint() == expected


def test_the_chart_can_be_read_in_a_low_dialog(opened: Callable[..., StepDialog]) -> None:
    dialog = opened(Recoding, 0)
    dialog.resize(944, 492)
    assert dialog.preview.chart.height() >= 100


def test_tables_and_plots_of_the_step_stand_below_its_figures(
    opened: Callable[..., StepDialog], qtbot: QtBot
) -> None:
    start = ProbabilityDistortion(variables=["Amount_Billed"], family="log_normal", replicates=19)
    dialog = opened(ProbabilityDistortion, start=start)
    wait(dialog, qtbot)
    report, view = dialog.preview.sections
    assert set(report.tables) == {"parameters"}
    assert set(view.tables) == {"families_Amount_Billed", "histogram_Amount_Billed"}
    qtbot.waitUntil(view.charts["fit_plot_Amount_Billed"].isVisible)
    assert view.tables["families_Amount_Billed"].declared.frame["outcome"].tolist() == ["used: it was given"]
    choose(dialog.form.editors["family"].combo, "None: frequencies of intervals", qtbot)
    wait(dialog, qtbot)
    qtbot.waitUntil(lambda: not dialog.preview.sections)


def test_recodings_that_are_switched_off_can_be_tried_by_local_suppression(
    opened: Callable[..., StepDialog], sampled: Session, qtbot: QtBot
) -> None:
    rough = Recoding(variable="Zip", how="prefix", keep=1)
    sampled.add_step(rough)
    with qtbot.waitSignal(sampled.computed):
        sampled.change_recipe("off", lambda recipe: recipe.switched(4, False))
    dialog = opened(METHODS["local_suppression"])
    editor = dialog.form.editors["recodings"]
    assert editor.list.names() == [rough.summary()]
    toggle(editor.list, rough.summary())
    assert dialog.method.recodings == (rough,)
    wait(dialog, qtbot)
    report, trials = dialog.preview.sections
    assert report.strip.cells[0].figure.name == "cells_blanked"
    assert set(report.tables) == {"variables"}
    assert set(trials.tables) == {"recodings"}


def test_what_a_method_is_about_reads_as_its_manual_page(opened: Callable[..., StepDialog]) -> None:
    about = opened(ProportionalSampling).about.text
    assert "x<sub>r</sub>" in about.text()
    assert "x_r" in about.accessibleName()


@pytest.mark.parametrize("width", [784, 944, 1040])
def test_the_preview_ends_where_its_dialog_does(
    opened: Callable[..., StepDialog], qtbot: QtBot, width: int
) -> None:
    dialog = opened(Rounding, start=Rounding(variables=["Amount_Billed"], base=100.0))
    wait(dialog, qtbot)
    dialog.resize(width, 552)
    wait(dialog, qtbot)
    assert dialog.width() <= max(width, 800)
    table = dialog.preview.table
    assert table.badge.isVisible()

    def fits() -> None:
        for area in dialog.preview.findChildren(ScrollArea):
            assert area.widget().width() <= area.viewport().width()
        assert table.rect().contains(table.badge.geometry())
        figures = [*(one.then for one in table._rows), *(one.now for one in table._rows)]
        assert not any(table.badge.geometry().intersects(one.geometry()) for one in figures)

    # Qt arranges a window when it is next idle; what is looked at is how it comes to rest.
    qtbot.waitUntil(fits)


def test_a_preview_that_cannot_come_is_not_waited_for(
    opened: Callable[..., StepDialog], qtbot: QtBot
) -> None:
    levels: list[dict[str, str]] = [{"48021": "4802*"}]
    start = Recoding(variable="Zip", how="level", hierarchy=Hierarchy(levels=levels), level=1)
    dialog = opened(Recoding, start=start)
    qtbot.waitUntil(lambda: isinstance(dialog.previewer.state, Failed))
    assert "no label in the hierarchy" in dialog.filled.toolTip()
    assert dialog.preview.note.text() == "There is none: the step cannot be applied as it is"
    enter(dialog.form.editors["how"], "prefix", qtbot)
    enter(dialog.form.editors["keep"], "4", qtbot)
    qtbot.waitUntil(lambda: dialog.preview.seen is not None)
    assert dialog.preview.chart.isVisible()
