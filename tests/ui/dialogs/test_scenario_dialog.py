from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import load
from sdcdesk.document.scenario import knowledge
from sdcdesk.risk import RISKS
from tests.ui.conftest import colours_of
from tests.ui.ticking import texts, toggle
from ui.dialogs.scenario_dialog import ScenarioDialog
from ui.forms.editors.limits import LimitRow
from ui.forms.numbers import percent_text, read_share
from ui.look.theme import theme
from ui.widgets.combo import ElidedCombo


@pytest.fixture
def project(sample: Path) -> Project:
    return load(sample)


@pytest.fixture
def data(sample_data: Microdata) -> Microdata:
    return sample_data


@pytest.fixture
def adding(project: Project, data: Microdata, qtbot: QtBot) -> ScenarioDialog:
    return _shown(ScenarioDialog(project, data, None), qtbot)


@pytest.fixture
def editing(project: Project, data: Microdata, qtbot: QtBot) -> ScenarioDialog:
    return _shown(ScenarioDialog(project, data, project.scenarios[0]), qtbot)


def _shown(dialog: ScenarioDialog, qtbot: QtBot) -> ScenarioDialog:
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    return dialog


def _type(dialog: ScenarioDialog, name: str, text: str) -> None:
    editor = dialog.form.editors[name]
    field = editor.rows[0].value if name == "limits" else editor.line
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Delete)
    QTest.keyClicks(field, text)


def _reported(dialog: ScenarioDialog, name: str) -> str:
    error = dialog.form.rows[name].error
    return error.text() if error.isVisible() else ""


def test_an_unchanged_scenario_comes_back_as_it_was(editing: ScenarioDialog, project: Project) -> None:
    assert editing.filled.isEnabled()
    assert editing.scenario() == project.scenarios[0]
    assert editing.matrix() is None


def test_a_new_scenario_needs_a_name_before_it_is_added(adding: ScenarioDialog) -> None:
    assert not adding.filled.isEnabled()
    assert adding.filled.toolTip() == "Name: must not be empty."
    assert _reported(adding, "name") == "", "nothing is wrong before anything was typed"
    _type(adding, "name", "Journalist")
    assert adding.filled.isEnabled()
    made = adding.scenario()
    assert (made.name, made.keys, made.missing, made.k) == ("Journalist", (), "category", 3)
    assert made.limits == (), "an empty limit is no limit"


def test_a_name_is_taken_once(adding: ScenarioDialog) -> None:
    _type(adding, "name", "Colleague")
    assert _reported(adding, "name") == "Another scenario has this name."
    assert not adding.filled.isEnabled()


@pytest.mark.parametrize("typed", ["101", "-1", "many", "1e400"])
def test_a_limit_that_is_no_share_is_said_below_its_field(editing: ScenarioDialog, typed: str) -> None:
    _type(editing, "limits", typed)
    assert _reported(editing, "limits") != ""
    assert not editing.filled.isEnabled()
    assert editing.filled.toolTip().startswith("Limits: ")
    _type(editing, "limits", "100")
    assert editing.filled.isEnabled()
    assert editing.scenario().limit("dr_weighted") == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("1", "At least 2."), ("", "A value must be given."), ("2.5", "This must be a whole number.")],
)
def test_group_sizes_are_whole_and_at_least_two(editing: ScenarioDialog, typed: str, sentence: str) -> None:
    _type(editing, "k", typed)
    assert _reported(editing, "k") == sentence


def _choose(row: LimitRow, measure: str, figure: str) -> None:
    for box, name in ((row.measure, measure), (row.figure, figure)):
        box.setCurrentIndex(box.findData(name))
        assert box.currentIndex() >= 0
        box.activated.emit(box.currentIndex())


def test_a_limit_can_stand_on_any_figure_of_any_measure(editing: ScenarioDialog) -> None:
    assert len(editing.form.editors["limits"].rows) == 1
    editing.form.editors["limits"].add.click()
    row = editing.form.editors["limits"].rows[1]
    _choose(row, "disclosure_risk", "k")
    assert row.side.currentData() == "at least", "more is better"
    row.value.setText("4")
    editing.form.editors["limits"].add.click()
    _choose(editing.form.editors["limits"].rows[2], "headline_loss", "loss")
    editing.form.editors["limits"].rows[2].value.setText("12.5")
    assert [
        (limit.measure, limit.figure, limit.side, limit.value) for limit in editing.scenario().limits
    ] == [
        ("disclosure_risk", "dr_weighted", "at most", 0.02),
        ("disclosure_risk", "k", "at least", 4),
        ("headline_loss", "loss", "at most", 12.5),
    ]
    row.remove.click()
    assert [limit.figure for limit in editing.scenario().limits] == ["dr_weighted", "loss"]


def test_two_limits_of_one_kind_on_one_figure_are_refused(editing: ScenarioDialog) -> None:
    editing.form.editors["limits"].add.click()
    _choose(editing.form.editors["limits"].rows[1], "disclosure_risk", "dr_weighted")
    editing.form.editors["limits"].rows[1].value.setText("5")
    assert _reported(editing, "limits").startswith("Two limits are of the same figure")
    assert not editing.filled.isEnabled()


def test_long_names_of_a_limit_are_elided_and_whole_in_the_tooltip(editing: ScenarioDialog) -> None:
    row = editing.form.editors["limits"].rows[0]
    _choose(row, "disclosure_risk", "records_below_k")
    for combo in (row.measure, row.figure):
        assert isinstance(combo, ElidedCombo)
        assert combo.toolTip() == combo.currentText() != ""


def test_counts_are_whole_numbers(editing: ScenarioDialog) -> None:
    row = editing.form.editors["limits"].rows[0]
    _choose(row, "disclosure_risk", "records_below_k")
    row.value.setText("2.5")
    assert _reported(editing, "limits") != ""
    assert row.value.property("invalid")


def test_a_limit_on_what_does_not_exist_any_more_stays_until_it_is_removed(
    project: Project, data: Microdata, qtbot: QtBot
) -> None:
    gone = Limit(measure="gone", figure="x", side="at least", value=3)
    old = project.scenarios[0].changed(limits=(gone,))
    dialog = _shown(ScenarioDialog(project, data, old), qtbot)
    row = dialog.form.editors["limits"].rows[0]
    assert row.measure.currentText() == "gone (does not exist)"
    assert dialog.scenario().limits == (gone,)
    row.remove.click()
    assert dialog.scenario().limits == ()


def test_an_empty_limit_is_none(editing: ScenarioDialog) -> None:
    _type(editing, "limits", "")
    assert editing.scenario().limits == ()


def test_keys_are_ticked_or_all_of_them(editing: ScenarioDialog) -> None:
    keys = editing.form.editors["keys"]
    assert keys.chosen() == ("Age", "Sex", "Zip")
    keys.some.click()
    toggle(keys.list, *map(keys.list.called, keys.chosen()))
    assert _reported(editing, "keys") == "Tick at least one variable"
    keys.all.click()
    assert _reported(editing, "keys") == ""
    assert editing.scenario().keys == ()
    assert not keys.list.isEnabled()
    assert "role key" in keys.list.toolTip()
    image = keys.list.viewport().grab().toImage()
    ground = image.pixelColor(image.width() - 3, image.height() - 3)
    assert ground == theme().colour("window"), "it looks as it is"


def test_without_key_variables_all_of_them_are_none(project: Project, data: Microdata, qtbot: QtBot) -> None:
    others = data.describe(*(variable.changed(role=Role.OTHER) for variable in data.variables))
    dialog = _shown(ScenarioDialog(project, others, None), qtbot)
    _type(dialog, "name", "Journalist")
    assert (
        dialog.filled.toolTip() == "The intruder knows: no variable has the role key: tick variables instead"
    )
    keys = dialog.form.editors["keys"]
    keys.some.click()
    toggle(keys.list, texts(keys.list)[0])
    assert dialog.filled.isEnabled()


def test_a_preset_comes_along_with_the_scenario(editing: ScenarioDialog) -> None:
    editing.form.editors["weights"].set_value("W4, Truta 2004")
    assert editing.scenario().weights == "W4, Truta 2004"
    matrix = editing.matrix()
    assert matrix is not None
    assert matrix.block[0] == (3, 1, 0)


def test_a_project_without_matrices_starts_with_the_one_that_asks_nothing(
    project: Project, data: Microdata, qtbot: QtBot
) -> None:
    empty = project.changed(scenarios=(), weights={})
    dialog = _shown(ScenarioDialog(empty, data, None), qtbot)
    matrix = dialog.matrix()
    assert matrix is not None
    assert matrix.tail == 1


def test_shares_are_read_as_they_are_typed() -> None:
    assert read_share("1.1") == 0.011
    assert read_share(" 2 % ") == 0.02
    assert read_share("") is None
    assert percent_text(0.011) == "1.1"
    assert percent_text(0.07) == "7"
    assert percent_text(None) == ""
    for share in (0.0, 1e-12, 0.3, 1 / 3, 1.0):
        assert read_share(percent_text(share)) == pytest.approx(share, rel=1e-15)


def test_a_decimal_comma_is_understood() -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German))
    assert read_share("1,5") == 0.015


def test_every_field_has_a_name(adding: ScenarioDialog) -> None:
    fields = list(adding.form.editors.values())
    row = adding.form.editors["limits"].rows[0]
    limits = [row.measure, row.figure, row.side, row.value, row.remove]
    assert all(field.accessibleName() for field in [*fields, *limits])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_drawn_in_both_schemes(editing: ScenarioDialog, scheme: str) -> None:
    theme().set_scheme("dark" if scheme == "dark" else "light")
    editing.findChild(QScrollArea).ensureWidgetVisible(editing.form.editors["limits"])
    _type(editing, "limits", "x")
    colours = colours_of(editing.grab().toImage())
    assert theme().colour("surface").name() in colours
    assert theme().colour("risk").name() in colours


def test_measures_of_the_scenario_are_ticked_and_have_their_parameters(
    editing: ScenarioDialog, project: Project
) -> None:
    editor = editing.form.editors["measures"]
    # Measures that suppose nothing of an intruder are the same in every scenario.
    assert set(editor.boxes) == {measure.name for measure in RISKS if knowledge(measure)} - {
        "disclosure_risk"
    }
    before = {measure.name for measure in project.scenarios[0].measures}
    assert {name for name, box in editor.boxes.items() if box.isChecked()} == before
    editor.boxes["k_anonymity"].setChecked(False)
    editor.boxes["sampling_risk"].setChecked(False)
    editor.boxes["sampling_risk"].click()
    form = editor.forms["sampling_risk"]
    assert form.isVisible()
    assert "keys" not in form.rows, "the scenario says it"
    form.editors["replicates"].line.setText("many")
    form.editors["replicates"].edited.emit()
    assert not editing.filled.isEnabled()
    form.editors["replicates"].line.setText("7")
    form.editors["replicates"].edited.emit()
    [measure] = editing.scenario().measures
    assert (measure.name, measure.replicates) == ("sampling_risk", 7)
    editor.boxes["sampling_risk"].click()
    assert not form.isVisible()
    assert editing.scenario().measures == ()


def test_the_parameters_of_a_measure_are_those_of_the_scenario(
    project: Project, data: Microdata, qtbot: QtBot
) -> None:
    measure = RISKS["sampling_risk"](replicates=7)
    scenario = project.scenarios[0].changed(measures=(measure,))
    dialog = _shown(ScenarioDialog(project, data, scenario), qtbot)
    assert dialog.scenario().measures == (measure,)


def test_long_names_leave_all_fields_in_the_window(project: Project, qtbot: QtBot) -> None:
    names = [f"answer_of_the_respondent_to_question_{number}_of_the_interview" for number in range(9)]
    long = Microdata(pd.DataFrame({name: [1, 2] for name in names}))
    long = long.describe(*(variable.model_copy(update={"role": Role.KEY}) for variable in long.variables))
    dialog = _shown(ScenarioDialog(project, long, None), qtbot)
    assert all(area.horizontalScrollBar().maximum() == 0 for area in dialog.findChildren(QScrollArea))
    QApplication.processEvents()
    assert dialog.form.width() <= dialog.width()
