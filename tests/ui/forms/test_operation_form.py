from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from sdcdesk.core.errors import DataError, ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method, Operation
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.document.measures import MEASURES
from sdcdesk.masking import METHODS, Microaggregation, Pram, Recoding, Rounding, TailCoding
from ui.forms.form import OperationForm

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "recoding": [
        {"variable": "age", "how": "width", "width": 10.0, "top": 90.0},
        {"variable": "age", "how": "width", "width": 7.5, "start": -2.5, "style": "brackets"},
        {"variable": "age", "how": "breaks", "breaks": [0, 18, 65, 1000.5], "closed": "right"},
        {
            "variable": "age",
            "how": "breaks",
            "breaks": [0, 18, 65],
            "labels": ["young", "not so"],
        },
        {"variable": "income", "how": "quantiles", "bands": 4},
        {"variable": "zip", "how": "prefix", "keep": 2, "mark": ""},
        {"variable": "zip", "how": "mapping", "mapping": {"0012": "city", "gone": "7"}, "others": "refuse"},
        {"variable": "school", "how": "mapping", "mapping": {"none": "low", "primary": "low"}},
        {"variable": "area", "how": "mapping", "mapping": {"1": 10, "2": 10}},
        {"variable": "area", "how": "mapping", "mapping": {"1": "10", "2": "town"}},
    ],
    "tail_coding": [
        {"variable": "age", "top": 80.0},
        {"variable": "school", "top": "higher", "bottom": "none", "replace_by": "label", "top_label": "up"},
        {"variable": "age", "by": "quantile", "top_quantile": 97.5},
    ],
    "rounding": [
        {"variables": ["income"], "base": 100.0},
        {"variables": ["income", "age"], "base": 0.1, "variant": "printed"},
        {"variables": ["income"], "rounding_set": "own", "points": [0, 1e6, 2.5e7]},
    ],
    "random_rounding": [{"variables": ["income"], "base": 100.0}],
    "record_suppression": [{"k": 3}, {"k": 5, "keys": ["zip", "age"], "missing": "wildcard"}],
    "microaggregation": [
        {"variables": ["income", "age"], "k": 3},
        {"variables": ["income", "bonus"], "k": 4, "grouping": "together", "within": ["zip"]},
        {"variables": ["income"], "partition": "optimal", "objective": "absolute", "longest": 12},
        {"variables": ["income"], "centroid": "median", "keep_equal_together": True, "whole_numbers": True},
    ],
    "additive_noise": [{"variables": ["income", "bonus"], "variance_share": 0.5, "kind": "restored"}],
    "pram": [
        {"variable": "zip", "how": "keep", "diagonal": 80.0, "invariant": True},
        {"variable": "area", "how": "matrix", "transitions": {"1": {"1": 0.75, "2": 0.25}, "2": {"2": 1.0}}},
        {"variable": "area", "how": "matrix", "transitions": {"1": {"1": 0.1, "9": 0.9}, "2": {"2": 1.0}}},
    ],
    "simple_random_sampling": [{"percentage": 50.0}, {"by": "size", "size": 12}],
}

CASES = [
    pytest.param(method(**parameters), id=f"{method.name}-{number}")
    for method in METHODS
    for number, parameters in enumerate(EXAMPLES.get(method.name, []))
]


@pytest.fixture
def data() -> Microdata:
    rng = np.random.default_rng(4)
    frame = pd.DataFrame(
        {
            "id": [f"P{number}" for number in range(60)],
            "income": rng.lognormal(10, 1, 60).round(2),
            "bonus": rng.integers(0, 4, 60) * 1000.0,
            "age": rng.integers(0, 100, 60),
            "zip": rng.choice(["0012", "0013", "4801"], 60),
            "area": rng.integers(1, 3, 60),
            "school": rng.choice(["none", "primary", "higher"], 60),
        }
    )
    return Microdata(
        frame,
        [
            Variable(name="id", role=Role.IDENTIFIER),
            Variable(name="income", role=Role.CONFIDENTIAL, scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="bonus", scale=Scale.CONTINUOUS, unit="euros"),
            Variable(name="age", role=Role.KEY, scale=Scale.CONTINUOUS, unit="years"),
            Variable(name="zip", role=Role.KEY),
            Variable(name="area", role=Role.KEY),
            Variable(name="school", scale=Scale.ORDINAL, categories=("none", "primary", "higher")),
        ],
    )


@pytest.fixture
def shown(qtbot: QtBot, data: Microdata):
    def show(kind: type[Operation], operation: Operation | None = None) -> OperationForm:
        form = OperationForm(kind, data, operation)
        qtbot.addWidget(form)
        with qtbot.waitExposed(form):
            form.show()
        return form

    return show


def write(form: OperationForm, qtbot: QtBot, name: str, text: str) -> None:
    """Write into a field as a user does."""
    line = form.editors[name].findChild(QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Delete)
    qtbot.keyClicks(line, text)


def test_every_method_has_an_example() -> None:
    assert set(EXAMPLES) == {method.name for method in METHODS}


@pytest.mark.parametrize("method", CASES)
def test_what_is_shown_is_read_back(method: Method, shown) -> None:
    form = shown(type(method), method)
    assert form.model() == method
    assert {type(value) for value in form.model().parameters.values()} == {
        type(value) for value in method.parameters.values()
    }


@pytest.mark.parametrize("method", CASES)
def test_a_german_user_reads_the_same(method: Method, shown) -> None:
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    assert shown(type(method), method).model() == method


@pytest.mark.parametrize("method", CASES)
def test_filled_in_and_reset(method: Method, shown) -> None:
    form = shown(type(method))
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
    assert form.rows["width"].is_shown
    assert not form.rows["keep"].is_shown
    combo = form.editors["how"].focusProxy()
    qtbot.keyClick(combo, Qt.Key.Key_End)
    assert form.editors["how"].value() == "prefix"
    assert form.rows["keep"].is_shown
    assert not form.rows["width"].is_shown
    assert not form.rows["mark"].is_shown
    form.more.click()
    assert form.rows["mark"].is_shown


def test_keys_are_offered_first_and_identifiers_last(shown) -> None:
    combo = shown(Recoding).editors["variable"].focusProxy()
    names = [combo.itemText(place) for place in range(combo.count())]
    assert names == ["age", "zip", "area", "income", "bonus", "school", "id"]


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
    assert form.error.text() == "The bottom code must be below the top code."
    assert form.error.isVisible()


def test_data_that_do_not_fit_are_told(shown) -> None:
    form = shown(Recoding, Recoding(variable="zip", how="prefix", keep=2))
    form.show_error(DataError("Recode values: zip holds text, and numbers are needed.", "variable"))
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
    item = editor.list.findItems("bonus", Qt.MatchFlag.MatchExactly)[0]
    item.setCheckState(Qt.CheckState.Checked)
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
    form.editors["how"].group.buttons()[1].click()
    grid = form.editors["transitions"].grid
    grid.setFocus()
    grid.setCurrentCell(0, 0)
    qapp.clipboard().setText("0.9\t0.1\n0.2\t0.8\tfar too much")
    qtbot.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert form.model() == Pram(
        variable="area", how="matrix", transitions={"1": {"1": 0.9, "2": 0.1}, "2": {"1": 0.2, "2": 0.8}}
    )
    grid.setCurrentCell(1, 1)
    qtbot.keyClick(grid, Qt.Key.Key_Delete)
    with pytest.raises(SdcError):
        form.entered()
    assert form.rows["transitions"].error.isVisible() or form.error.isVisible()


def test_the_keyboard_walks_through_a_table_and_out_of_it(shown, qtbot: QtBot) -> None:
    form = shown(Recoding, Recoding(variable="area", how="mapping", mapping={"1": "a"}))
    grid = form.editors["mapping"].grid
    grid.setFocus()
    grid.setCurrentCell(0, 1)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    cell = grid.findChild(QLineEdit)
    cell.setText("b")
    qtbot.keyClick(cell, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: grid.text(0, 1) == "b")
    assert form.model().mapping == {"1": "b"}
    assert grid.currentRow() == 1
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
