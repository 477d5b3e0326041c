from itertools import product
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import DataError, ParameterError, SdcError
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, Microaggregation, Pram, Recoding, Rounding, TailCoding
from tests.ui.forms.conftest import EXAMPLES
from tests.ui.ticking import toggle
from ui.forms.editors.tables import MatrixEditor
from ui.forms.form import OperationForm
from ui.forms.grid import RINGED

CASES = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    for number, parameters in enumerate(EXAMPLES.get(method.name, []))
]


def write(form: OperationForm, qtbot: QtBot, name: str, text: str) -> None:
    """Write into a field as a user does."""
    line = form.editors[name].findChild(QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Delete)
    qtbot.keyClicks(line, text)


@pytest.mark.parametrize("method", CASES)
def test_what_is_shown_is_read_back(method: Method, shown) -> None:
    form = shown(type(method), method)
    assert form.model() == method
    assert {type(value) for value in form.model().parameters.values()} == {
        type(value) for value in method.parameters.values()
    }


@pytest.mark.parametrize("kind", MEASURES, ids=lambda kind: kind.name)
def test_a_folded_form_holds_the_same_before_its_rare_fields_are_made(
    kind: type[Operation], data: Microdata, qtbot: QtBot
) -> None:
    for parameters in EXAMPLES[kind.name]:
        model = kind(**parameters)
        whole, folded = OperationForm(kind, data, model), OperationForm(kind, data, model, folded=True)
        for form in (whole, folded):
            qtbot.addWidget(form)
        assert folded.model() == whole.model()
        folded.fill(model)
        assert (folded.model(), folded.names) == (whole.model(), list(whole.rows))
        folded.make_rare()
        assert (folded.model(), list(folded.rows)) == (whole.model(), list(whole.rows))


@pytest.mark.parametrize("kind", MEASURES, ids=lambda kind: kind.name)
def test_a_folded_form_takes_values_that_are_filled_in(
    kind: type[Operation], data: Microdata, qtbot: QtBot
) -> None:
    for parameters in EXAMPLES[kind.name]:
        whole, folded = OperationForm(kind, data), OperationForm(kind, data, folded=True)
        for form in (whole, folded):
            qtbot.addWidget(form)
            form.fill(kind(**parameters))
        assert folded.model() == whole.model()


@pytest.mark.parametrize("kind", METHODS, ids=lambda kind: kind.name)
def test_a_german_user_reads_the_same_filled_in_and_reset(kind: type[Method], shown) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    form = shown(kind)
    for parameters in EXAMPLES.get(kind.name, []):
        method = kind(**parameters)
        form.fill(method)
        assert form.model() == method
        form.set_model(method)
        assert form.model() == method


@pytest.mark.parametrize("kind", [*METHODS], ids=lambda kind: kind.name)
def test_every_control_has_a_name(kind: type[Method], shown) -> None:
    form = shown(kind)
    for name, editor in form.editors.items():
        assert editor.accessibleName(), name
        focus: QWidget = editor.focusProxy()
        assert focus is not None, f"{name} can be reached with the keyboard"
        assert focus.accessibleName(), name
        assert editor.toolTip().endswith("."), name


@pytest.mark.parametrize("kind", [*METHODS], ids=lambda kind: kind.name)
def test_nothing_is_said_before_the_user_did_something(kind: type[Method], shown) -> None:
    form = shown(kind)
    try:
        form.entered()
    except SdcError as error:
        assert error.message.endswith(".")
    assert not any(row.error.isVisible() for row in form.rows.values())
    assert not form.error.isVisible()


def test_only_what_applies_is_shown(shown, qtbot: QtBot) -> None:
    form = shown(Recoding)
    assert form.rows["width"].is_included
    assert not form.rows["keep"].is_included
    combo = form.editors["how"].focusProxy()
    qtbot.keyClick(combo, Qt.Key.Key_End)
    assert form.editors["how"].value() == "prefix"
    assert form.rows["keep"].is_included
    assert not form.rows["width"].is_included
    assert not form.rows["mark"].is_included
    form.more.click()
    assert form.rows["mark"].is_included


def test_keys_are_offered_first_and_identifiers_last(shown) -> None:
    combo = shown(Recoding).editors["variable"].focusProxy()
    names = [combo.itemText(place) for place in range(combo.count())]
    assert names == ["age", "zip", "area", "income", "bonus", "school", "home", "weight", "id"]


def test_what_is_wrong_with_the_data_is_told_without_the_title_of_the_method(shown) -> None:
    form = shown(TailCoding)
    wrong = DataError(
        "income has no order; choose another variable.", "variable", title="Top and bottom coding"
    )
    assert form.error_text(wrong) == "Variable: income has no order; choose another variable."
    form.show_error(wrong)
    assert form.rows["variable"].error.text() == "Income has no order; choose another variable."


def test_a_number_out_of_range_is_told_below_its_field(shown, qtbot: QtBot) -> None:
    form = shown(TailCoding, TailCoding(variable="age", by="quantile", bottom_quantile=5.0))
    write(form, qtbot, "bottom_quantile", "60")
    with pytest.raises(ParameterError) as caught:
        form.entered()
    assert caught.value.field == "bottom_quantile"
    row = form.rows["bottom_quantile"]
    assert row.error.text() == "More than 0 and at most 50."
    assert row.error.isVisible()
    assert row.editor.focusProxy().property("invalid")
    assert form.error_text(caught.value) == "Bottom quantile: more than 0 and at most 50."
    write(form, qtbot, "bottom_quantile", "6")
    assert form.entered() == TailCoding(variable="age", by="quantile", bottom_quantile=6.0)
    assert not row.error.isVisible()
    assert not row.editor.focusProxy().property("invalid")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("ten", "This is not a number."), ("inf", "This is not a number."), ("", "A value must be given.")],
)
def test_what_is_no_number_is_told(shown, qtbot: QtBot, text: str, sentence: str) -> None:
    form = shown(Recoding, Recoding(variable="age", how="width", width=10.0))
    write(form, qtbot, "width", text)
    with pytest.raises(SdcError):
        form.entered()
    assert form.rows["width"].error.text() == sentence


def test_a_rule_between_fields_is_told_where_it_belongs(shown, qtbot: QtBot) -> None:
    form = shown(Recoding, Recoding(variable="age", how="width", width=10.0, top=50.0))
    write(form, qtbot, "bottom", "60")
    with pytest.raises(SdcError):
        form.entered()
    assert form.rows["bottom"].error.text() == "Must be below the top code."
    assert form.rows["bottom"].error.isVisible()


def test_data_that_do_not_fit_are_told(shown) -> None:
    form = shown(Recoding, Recoding(variable="zip", how="prefix", keep=2))
    form.show_error(DataError("zip holds text, and numbers are needed.", "variable", title="Recode values"))
    assert form.rows["variable"].error.text() == "Zip holds text, and numbers are needed."
    form.show_error(DataError("income is missing everywhere.", "income"))
    assert form.error.isVisible()
    assert not form.rows["variable"].error.isVisible()


def test_notes_say_unit_range_and_what_was(shown, qtbot: QtBot) -> None:
    form = shown(Recoding, Recoding(variable="age", how="width", width=5.0, top=90.0))
    assert form.rows["width"].note.text() == "years"
    write(form, qtbot, "width", "10")
    assert form.rows["width"].note.text() == "years, was 5"
    write(form, qtbot, "top", "")
    assert form.rows["top"].note.text() == "years, was 90"
    groups = shown(Microaggregation)
    assert groups.rows["k"].note.text() == "records, at least 2"
    form = shown(Rounding, Rounding(variables=["income"], base=10.0))
    assert form.rows["base"].note.text() == "euros"
    form.editors["variables"].set_value(["income", "age"])
    form.editors["variables"].edited.emit()
    assert form.rows["base"].note.text() == ""


def test_ticked_variables_keep_the_order_in_which_they_were_given(shown) -> None:
    form = shown(Microaggregation, Microaggregation(variables=["income", "age"]))
    editor = form.editors["variables"]
    toggle(editor.list, "bonus")
    assert editor.value() == ["income", "age", "bonus"]


def test_a_table_has_a_row_for_each_value_of_the_variable(shown) -> None:
    form = shown(Recoding, Recoding(variable="zip", how="mapping", mapping={"0013": "x"}))
    editor = form.editors["mapping"]
    assert editor.categories == ["0012", "0013", "4801"]
    form.editors["variable"].set_value("school")
    form.editors["variable"].edited.emit()
    assert editor.categories == ["none", "primary", "higher"]


def test_a_table_of_very_many_values_says_that_it_is_cut(qtbot: QtBot) -> None:
    towns = Microdata(pd.DataFrame({"town": [f"t{number:04d}" for number in range(1200)]}))
    form = OperationForm(Recoding, towns, Recoding(variable="town", how="mapping", mapping={"t1100": "x"}))
    qtbot.addWidget(form)
    assert form.rows["mapping"].note.text() == "the first 200 of 1,200 values"
    assert form.editors["mapping"].categories[-1] == "t1100"
    assert form.model().mapping == {"t1100": "x"}


def test_a_block_is_pasted_into_a_matrix(shown, qapp, qtbot: QtBot) -> None:
    form = shown(Pram)
    form.editors["variable"].set_value("area")
    form.editors["how"].group.buttons()[2].click()
    grid = form.editors["transitions"].grid
    grid.setFocus()
    grid.setCurrentIndex(grid.cells.index(0, 0))
    qapp.clipboard().setText("0.9\t0.1\n0.2\t0.8\tfar too much")
    qtbot.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert form.model() == Pram(
        variable="area", how="matrix", transitions={"1": {"1": 0.9, "2": 0.1}, "2": {"1": 0.2, "2": 0.8}}
    )
    grid.setCurrentIndex(grid.cells.index(1, 1))
    qtbot.keyClick(grid, Qt.Key.Key_Delete)
    with pytest.raises(SdcError):
        form.entered()
    assert form.rows["transitions"].error.isVisible() or form.error.isVisible()


def ringed(editor: MatrixEditor) -> list[tuple[int, int]]:
    """Return the cells that break a rule."""
    cells = editor.grid.cells
    places = product(range(cells.rowCount()), range(cells.columnCount()))
    return [place for place in places if cells.index(*place).data(RINGED)]


def test_a_matrix_with_titles_is_loaded_and_broken_rules_are_ringed(
    shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = shown(Pram)
    form.editors["variable"].set_value("area")
    form.editors["how"].group.buttons()[2].click()
    editor, path = form.editors["transitions"], tmp_path / "matrix.csv"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    (load,) = (one for one in editor.findChildren(QPushButton) if one.text() == "Load from CSV…")

    path.write_text("from;2;1;9\n1;0.25;0.7;\n2;1;;\n9;;x;1\n", encoding="utf-8")
    load.click()
    assert editor.categories == ["1", "2", "9"]
    assert [editor.grid.text(row, 3) for row in range(3)] == ["0.95", "1", "1"]
    assert ringed(editor) == [(0, 3), (2, 0)]

    path.write_text("from,1,2\n1,0.75,0.25\n2,0,1\n", encoding="utf-8")
    load.click()
    editor.grid.cells.setData(editor.grid.cells.index(2, 2), "1")
    assert not ringed(editor)
    assert form.model().transitions == {
        "1": {"1": 0.75, "2": 0.25},
        "2": {"1": 0.0, "2": 1.0},
        "9": {"9": 1.0},
    }

    path.write_text("no matrix", encoding="utf-8")
    load.click()
    with pytest.raises(SdcError):
        form.entered()
    assert "must have the new categories in its first line" in form.rows["transitions"].error.text()


def test_the_keyboard_walks_through_a_table_and_out_of_it(shown, qtbot: QtBot) -> None:
    form = shown(Recoding, Recoding(variable="area", how="mapping", mapping={"1": "a"}))
    grid = form.editors["mapping"].grid
    grid.setFocus()
    grid.setCurrentIndex(grid.cells.index(0, 1))
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    cell = grid.findChild(QLineEdit)
    cell.setText("b")
    qtbot.keyClick(cell, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: grid.text(0, 1) == "b")
    assert form.model().mapping == {"1": "b"}
    assert grid.currentIndex().row() == 1
    qtbot.keyClick(grid, Qt.Key.Key_Tab)
    assert not grid.hasFocus()


@pytest.mark.parametrize("text", ["18; 40; 65", "18 40 65", "18, 40, 65", "18,40,65", "18;40 ;65;"])
def test_lists_of_numbers_are_understood(shown, qtbot: QtBot, text: str) -> None:
    form = shown(Recoding, Recoding(variable="age", how="breaks", breaks=[1, 2]))
    write(form, qtbot, "breaks", text)
    assert form.entered() == Recoding(variable="age", how="breaks", breaks=[18, 40, 65])


def test_a_category_is_told_from_a_number(data: Microdata, qtbot: QtBot) -> None:
    grades = data.describe(data.variable("school").changed(categories=()))
    grades = grades.assign(
        {"school": pd.Series(["1", "2", "3"] * 20, dtype="str")},
        [Variable(name="school", scale=Scale.ORDINAL, categories=("1", "2", "3"))],
    )
    form = OperationForm(TailCoding, grades)
    qtbot.addWidget(form)
    form.editors["variable"].set_value("school")
    form.editors["variable"].edited.emit()
    write(form, qtbot, "top", "3")
    assert form.entered() == TailCoding(variable="school", top="3")


@pytest.mark.parametrize("measure", [*MEASURES], ids=lambda kind: kind.name)
def test_measures_have_forms_too(measure: type[Operation], shown) -> None:
    form = shown(measure, measure())
    assert form.model() == measure()


def test_strata_have_a_row_each_for_whole_numbers_and_keys_one_for_numbers(shown) -> None:
    form = shown(METHODS["stratified_sampling"])
    form.fill({"within": ("school",), "allocation": "given"})
    grid = form.rows["numbers"].editor.grid
    rows = [grid.text(row, 0) for row in range(grid.cells.rowCount())]
    grid.cells.write({(rows.index("none"), 1): "3"})
    form.rows["numbers"].editor.edited.emit()
    assert form.model().numbers == {"none": 3}
    suppression = shown(METHODS["local_suppression"])
    suppression.fill({"keys": ("zip", "age"), "k": 3})
    suppression.rows["importance"].editor.grid.cells.write({(0, 1): "2.5"})
    assert list(suppression.model().importance.values()) == [2.5]
