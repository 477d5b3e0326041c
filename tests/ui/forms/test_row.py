"""What stands beside and below a field of a form: nothing of it is cut, and nothing hides another."""

from typing import Any

import pytest
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import accepts, field_display, form_parameters
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.masking import BernoulliSampling, LocalSuppression, Recoding, TailCoding
from tests.ui.forms.conftest import EXAMPLES
from tests.ui.forms.test_every_parameter import KINDS
from ui.dialogs.frame import AROUND, SIDE
from ui.forms.editors.choices import ComboEditor
from ui.forms.editors.tables import PairsEditor
from ui.forms.form import OperationForm

ROOM = SIDE - AROUND[0] - AROUND[2]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_list_that_may_stay_without_a_tick_says_what_that_means(kind: type[Operation]) -> None:
    fields = {name: kind.model_fields[name] for name in form_parameters(kind)}
    lists = {name: info for name, info in fields.items() if accepts(info) and info.annotation is not str}
    silent = [
        name for name, info in lists.items() if not info.is_required() and not field_display(info).empty
    ]
    assert [name for name in silent if lists[name].get_default() == ()] == []


def test_nothing_ticked_is_told_until_something_is(shown: Any) -> None:
    form: OperationForm[LocalSuppression] = shown(LocalSuppression)
    assert form.rows["keys"].note.text() == "None ticked: all with the role key"
    form.fill({"keys": ["zip"]})
    assert form.rows["keys"].note.text() == ""


@pytest.mark.parametrize(
    ("kind", "name", "unit", "lack"),
    [
        (BernoulliSampling, "probability", "%, at most 100", "A value must be given."),
        (TailCoding, "top", "years", "A top or a bottom threshold must be given."),
    ],
)
def test_what_a_field_lacks_does_not_hide_its_unit(
    kind: type[Operation], name: str, unit: str, lack: str, shown: Any
) -> None:
    form: OperationForm[Any] = shown(kind)
    form.fill({"variable": "age"} if "variable" in form.rows else {})
    with pytest.raises(ParameterError):
        form.entered()
    row = form.rows[name]
    assert (row.note.text(), row.lack.text(), row.error.text()) == (unit, lack, "")
    assert row.note.isVisible()
    assert row.lack.isVisible()
    form.fill({name: 50.0})
    form.entered()
    assert not row.lack.isVisible()


def test_labels_of_a_hierarchy_have_an_example(shown: Any) -> None:
    form: OperationForm[Recoding] = shown(Recoding)
    form.fill({"variable": "zip", "how": "level"})
    note = form.rows["hierarchy"].note
    assert note.text() == "for example Bremen > North > Germany"
    form.fill({"hierarchy": {"0012": "00 > city"}})
    assert note.text() == ""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_no_word_of_a_form_is_cut(kind: type[Operation], shown: Any) -> None:
    form: OperationForm[Any] = shown(kind)
    form.setFixedWidth(ROOM)
    form.more.setChecked(True)
    found = []
    for parameters in EXAMPLES[kind.name]:
        form.fill(kind(**parameters))
        form.layout().activate()
        for row in form.rows.values():
            if not row.is_included:
                continue
            if isinstance(row.editor, ComboEditor):
                found += cut_choices(row.editor)
            elif isinstance(row.editor, PairsEditor):
                found += cut_titles(row.editor)
    assert found == []


def cut_choices(editor: ComboEditor) -> list[str]:
    """Return the choices that do not fit into the closed menu."""
    combo, option = editor.combo, QStyleOptionComboBox()
    combo.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    field = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, combo)
    choices = [combo.itemText(place) for place in range(combo.count())]
    return [one for one in choices if combo.fontMetrics().horizontalAdvance(one) > field.width() - 4]


def cut_titles(editor: PairsEditor) -> list[str]:
    """Return the titles of the columns that do not fit into them."""
    header, model = editor.grid.horizontalHeader(), editor.grid.model()
    cut = [at for at in range(header.count()) if header.sectionSizeHint(at) > header.sectionSize(at)]
    return [model.headerData(at, header.orientation()) for at in cut]
