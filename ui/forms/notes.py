"""Notes beside and below a field: its unit, its range, and what its value was."""

from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.operations.parameters import accepts, field_display
from sdcdesk.core.operations.permitted import POSITIVE, permitted
from sdcdesk.core.text.sentence import sentence
from ui.forms.editor import Editor
from ui.look.locale import user_locale

NOTHING: Any = object()
"""Stands for the value that a field had, where it had none."""


def note(editor: Editor, info: FieldInfo, value: Any, was: Any, units: set[str]) -> str:
    """Return the quiet note of a field.

    Parameters
    ----------
    editor, info
        The field and its parameter.
    value, was
        What is entered, and what was saved; `NOTHING` if nothing was.
    units
        Units of the variables that are chosen in the form.
    """
    if editor.table:
        return _nothing(editor, info, value)
    parts = [_unit(editor, info, units), _nothing(editor, info, value)]
    if was is not NOTHING and _listed(value) != _listed(was):
        words = "none" if was is None else editor.value_text(was)
        parts.append(sentence("was {words}", words=words) if words else "")
    elif permitted(info) != POSITIVE:
        parts.append(permitted(info).text(user_locale()))
    return ", ".join(part for part in parts if part)


def _unit(editor: Editor, info: FieldInfo, units: set[str]) -> str:
    """Return the unit of a field; a number without one of its own is in the unit of the variables."""
    unit = field_display(info).unit
    return unit if unit or not editor.measured or len(units) != 1 else next(iter(units))


def _nothing(editor: Editor, info: FieldInfo, value: Any) -> str:
    """Return what it means that nothing is ticked or entered, or an example of what is."""
    words = field_display(info).empty
    if not words or not (value in ([], {}) or (editor.table and value is None)):
        return ""
    if editor.table:
        return (
            sentence("for example {words}", words=words)
            if field_display(info).levels
            else sentence("empty: {words}", words=words)
        )
    return sentence("None ticked: {words}", words=words) if accepts(info) is not None else ""


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
