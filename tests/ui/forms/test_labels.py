"""Forms show what variables are called, and answer with their names."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.operations.display_names import operation_with_display_names
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import SdcError
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.scenario import Scenario
from sdcdesk.masking import METHODS, Microaggregation, Pram, Recoding, ValueSuppression
from tests.ui.forms.conftest import EXAMPLES
from tests.ui.ticking import texts, toggle
from ui.forms.editors.choices import ComboEditor, VariablesEditor
from ui.forms.editors.keys import KeysEditor
from ui.forms.form import ModelForm, OperationForm
from ui.widgets.variable_combo import VariableCombo


@pytest.fixture
def labelled(data: Microdata) -> Microdata:
    """The microdata of all forms, whose variables have labels."""
    called = [variable.changed(label=f"What people call {variable.name}") for variable in data.variables]
    return data.describe(*called)


def _form(kind: type[Operation], data: Microdata, qtbot: QtBot, values: dict[str, Any]) -> OperationForm:
    form = OperationForm(kind, data, kind(**values))
    qtbot.addWidget(form)
    form.show()
    return form


def test_lists_show_labels_and_answer_with_names(labelled: Microdata, qtbot: QtBot) -> None:
    form = _form(Microaggregation, labelled, qtbot, {"variables": ["income", "age"]})
    editor = form.editors["variables"]
    assert isinstance(editor, VariablesEditor)
    names = editor.list.names()
    assert texts(editor.list) == [f"What people call {name}" for name in names]
    rows = editor.list.model()
    assert [rows.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(len(names))] == names
    assert editor.value() == ["income", "age"]
    assert editor.value_text(["age"]) == "What people call age"
    toggle(editor.list, "What people call income")
    assert editor.value() == ["age"]


def test_keys_show_labels(labelled: Microdata, qtbot: QtBot) -> None:
    form = ModelForm(Scenario, labelled, None, fields=["keys"])
    qtbot.addWidget(form)
    editor = form.editors["keys"]
    assert isinstance(editor, KeysEditor)
    editor.set_value(("age", "zip"))
    assert editor.chosen() == ("age", "zip")
    assert editor.value_text(("age",)) == "What people call age"
    assert "What people call zip" in editor.all.toolTip()


def test_choices_of_one_variable_show_labels(labelled: Microdata, qtbot: QtBot) -> None:
    editor = _form(Pram, labelled, qtbot, {"variable": "zip"}).editors["variable"]
    assert isinstance(editor, ComboEditor)
    assert editor.combo.currentText() == "What people call zip"
    assert editor.combo.name == "zip"
    assert editor.value() == "zip"


def test_what_is_wrong_is_told_in_labels(labelled: Microdata, qtbot: QtBot) -> None:
    form = _form(Recoding, labelled, qtbot, {"variable": "school", "how": "width", "width": 10.0})
    with pytest.raises(SdcError) as raised:
        form.entered().check(labelled)
    words = "What people call school holds text, and numbers are needed; choose another variable."
    assert form.error_text(raised.value) == words
    form.show_error(raised.value)
    assert form.error.text() == words


def test_conditions_show_labels(labelled: Microdata, qtbot: QtBot) -> None:
    where = {"comparisons": [{"variable": "zip", "relation": "is", "values": ["0012"]}]}
    form = _form(ValueSuppression, labelled, qtbot, {"variables": ["bonus"], "where": where})
    [row] = form.editors["where"].rows
    assert row.variable.currentText() == "What people call zip"
    row.variable.choose("school")
    assert row.read().variable == "school"


def test_other_data_have_other_labels(labelled: Microdata, data: Microdata, qtbot: QtBot) -> None:
    form = _form(Pram, labelled, qtbot, {"variable": "zip"})
    form.set_data(data)
    assert form.editors["variable"].combo.currentText() == "zip"
    assert form.model().variable == "zip"


def test_a_choice_of_variables_answers_with_the_name(qtbot: QtBot) -> None:
    combo = VariableCombo()
    qtbot.addWidget(combo)
    combo.offer(["a", "b"], {"a": "First", "b": "b"}, "b")
    assert (combo.name, combo.currentText(), combo.toolTip()) == ("b", "b", "b")
    combo.choose("a")
    assert (combo.name, combo.currentText(), combo.toolTip()) == ("a", "First", "First: a")
    combo.choose("gone")
    assert combo.name == "a"
    with qtbot.waitSignal(combo.picked) as picked:
        combo.activated.emit(0)
    assert picked.args == ["a"]


@pytest.mark.parametrize("kind", [*METHODS, *MEASURES], ids=lambda kind: kind.name)
def test_every_summary_can_be_given_in_labels(kind: type[Operation], data: Microdata) -> None:
    called = {name: f"What people call {name}" for name in data.names}
    for parameters in EXAMPLES[kind.name]:
        operation = kind(**parameters)
        named = operation_with_display_names(operation, called)
        assert not hasattr(named, "summary") or str(named.summary())
        assert operation_with_display_names(operation, {}) == operation


def test_values_that_are_recoded_stand_beside_what_they_mean(data: Microdata, qtbot: QtBot) -> None:
    labels = (ValueLabel(value="none", label="No school"),)
    labelled = data.describe(data.variable("school").changed(value_labels=labels))
    mapping = {"none": "low", "primary": "low"}
    form = _form(Recoding, labelled, qtbot, {"variable": "school", "how": "mapping", "mapping": mapping})
    grid = form.editors["mapping"].grid
    assert [grid.text(row, 0) for row in range(2)] == ["none No school", "primary"]
    assert form.model().mapping == mapping
