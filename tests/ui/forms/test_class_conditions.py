"""Class conditions editor: every kind of condition is shown as it was, and what is typed becomes one."""

from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.masking import RecordSuppression
from sdcdesk.masking.suppression.class_conditions import (
    Closeness,
    DistinctDiversity,
    EntropyDiversity,
    RecursiveDiversity,
)
from ui.forms.editors.class_conditions import ClassConditionsEditor
from ui.forms.form import OperationForm

ALL = (
    DistinctDiversity(variable="age", l=3),
    EntropyDiversity(variable="age", l=2.5),
    RecursiveDiversity(variable="age", c=1.5, l=4),
    Closeness(variable="gone", t=0.25),
    Closeness(variable="age", t=0.5, ground="equality"),
)


def test_every_kind_of_condition_is_shown_and_read_back(data: Microdata, qtbot: QtBot) -> None:
    form: OperationForm[RecordSuppression] = OperationForm(RecordSuppression, data)
    qtbot.addWidget(form)
    editor = form.editors["conditions"]
    assert isinstance(editor, ClassConditionsEditor)
    assert (editor.value(), editor.rows) == ((), [])
    editor.set_value([one.model_dump(mode="json") for one in ALL])
    assert editor.value() == ALL
    shown = [(one.field.text(), one.second.text()) for one in editor.rows if one.second.isVisibleTo(one)]
    assert shown == [("1.5", "4")]
    wrong = editor.rows[2]
    wrong.second.setText("0")
    wrong.second.textEdited.emit("0")
    assert (wrong.field.property("invalid"), wrong.second.property("invalid")) == (False, True)
    assert editor.problem.startswith("Between 1 and")
    wrong.second.setText("2")
    wrong.second.textEdited.emit("2")
    assert editor.value()[2] == RecursiveDiversity(variable="age", c=1.5, l=2)
    editor.set_value(())
    editor.add.click()
    assert form.model().conditions == (DistinctDiversity(variable=editor.rows[0].variable.name, l=2),)
