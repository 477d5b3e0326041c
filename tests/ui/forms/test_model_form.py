"""Forms of models that are no operations, and editors of types that the house does not know."""

from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import pandas as pd
import pytest
from pydantic import ConfigDict
from PySide6.QtWidgets import QSpinBox, QVBoxLayout
from pytestqt.qtbot import QtBot

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, parameter
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.io import FORMATS
from sdcdesk.risk import TRUTA_2004, DisclosureRisk, WeightMatrix
from ui.forms.editor import Editor
from ui.forms.editors.choices import ComboEditor
from ui.forms.editors.files import FileEditor
from ui.forms.editors.lines import LineEditor, TextEditor
from ui.forms.form import ModelForm
from ui.forms.registry import FormParameter, editor_for, edits


class Tint(StrEnum):
    """A few members."""

    RED = "red"
    BLUE = "blue"


class Month(int):
    """A type of its own."""


class MonthEditor(Editor):
    """The one editor of a new type."""

    def __init__(self) -> None:
        super().__init__()
        self.box = QSpinBox()
        self.setFocusProxy(self.box)
        QVBoxLayout(self).addWidget(self.box)

    def value(self) -> Any:
        return Month(self.box.value())

    def set_value(self, value: Any) -> None:
        self.box.setValue(value or 1)


edits(Month)(lambda _asked: MonthEditor())


class Visit(Model):
    """A model that is no operation."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    place: str = parameter("", "Place", "Where it was.")
    tint: Tint = parameter(Tint.RED, "Tint", "Which colour.")
    sign: str = parameter(",", "Sign", "Which sign.", FieldDisplay(choices={",": "comma", ";": "semicolon"}))
    why: str = parameter("", "Reason", "Why it was.", FieldDisplay(long=True, empty="in a few words"))
    month: Month = parameter(Month(3), "Month", "When it was.")
    target: Path = parameter(Path("x.csv"), "Target", "Where it goes.")
    columns: tuple[str, ...] = parameter((), "Columns", "Some variables.", accepts=Accepts())
    secret: int = 7


class Span(Model):
    """A model with a rule between two fields."""

    first: int = parameter(1, "First", "Where it begins.")
    last: int = parameter(2, "Last", "Where it ends.")

    def model_post_init(self, _context: Any) -> None:
        if self.last < self.first:
            raise FieldError("last", "must not come before the first")


@pytest.fixture
def shown(qtbot: QtBot):
    def show(*given: Any, **named: Any) -> ModelForm[Any]:
        form: ModelForm[Any] = ModelForm(*given, **named)
        qtbot.addWidget(form)
        with qtbot.waitExposed(form):
            form.show()
        return form

    return show


def enter(form: ModelForm[Any], name: str, value: object) -> None:
    form.editors[name].set_value(value)
    form.editors[name].edited.emit()


def test_each_type_has_its_editor(shown) -> None:
    form = shown(Visit)
    kinds = {name: type(editor) for name, editor in form.editors.items()}
    assert kinds["place"] is LineEditor
    assert kinds["sign"] is ComboEditor
    assert kinds["why"] is TextEditor
    assert kinds["month"] is MonthEditor, "one editor makes a new type known"
    assert kinds["target"] is FileEditor
    assert "secret" not in kinds, "what has no title is not asked for"
    assert form.model() == Visit()


def test_what_is_not_asked_for_stays(shown) -> None:
    form = shown(Visit, None, Visit(secret=9, place="here"), fields=["place", "tint"])
    assert list(form.rows) == ["place", "tint"]
    enter(form, "place", "there")
    assert form.model() == Visit(secret=9, place="there")
    assert form.touched() == {"place": "there"}


def test_fields_that_nobody_touched_follow(shown) -> None:
    form = shown(Visit)
    enter(form, "place", "mine")
    form.fill(Visit(place="found", why="found"), untouched=True)
    assert form.editors["place"].value() == "mine"
    assert form.editors["why"].value() == "found"


def test_no_note_says_that_a_field_which_nobody_touched_was_otherwise(shown) -> None:
    form = shown(Visit, None, Visit(place="here", why="asked"))
    form.fill(Visit(place="found", why="found"), untouched=True)
    assert not any("was" in row.note.text() for row in form.rows.values())
    enter(form, "place", "mine")
    assert form.rows["place"].note.text() == "was found"


def test_variables_follow_the_data(shown) -> None:
    form = shown(Visit, Microdata(pd.DataFrame({"a": [1], "b": [2]})))
    enter(form, "columns", ["b"])
    form.set_data(Microdata(pd.DataFrame({"b": [1], "c": [2]})))
    assert form.editors["columns"].value() == ["b"]
    form.set_data(Microdata(pd.DataFrame({"c": [2]})))
    assert form.model().columns == ()


def test_a_rule_of_a_validator_stands_below_its_field(shown) -> None:
    form = shown(Span)
    enter(form, "last", 0)
    with pytest.raises(ParameterError) as caught:
        form.entered()
    assert caught.value.field == "last"
    assert form.rows["last"].error.text() == "Must not come before the first."


def test_weight_matrices_are_chosen_by_name(shown) -> None:
    matrices = {"mine": TRUTA_2004["W3"], "theirs": TRUTA_2004["W2"]}
    form = shown(DisclosureRisk, offers={WeightMatrix: matrices}, fields=["weights"])
    editor = form.editors["weights"]
    enter(form, "weights", TRUTA_2004["W2"])
    assert editor.combo.currentText() == "theirs"
    assert form.model().weights == TRUTA_2004["W2"]


@pytest.mark.parametrize("form", [*FORMATS], ids=lambda form: form.name)
def test_every_format_has_forms(form, shown) -> None:
    for model in filter(None, (form.read_options, form.write_options)):  # not every format is written
        assert shown(model, None, model()).model() == model()


def test_a_type_that_nobody_edits_is_a_defect() -> None:
    info = Visit.model_fields["secret"]
    strange = type(info)(annotation=Literal["a"] | bytes, default=b"")
    with pytest.raises(TypeError, match="no editor"):
        editor_for(FormParameter(strange))
