"""Which editor a parameter gets: decided by its type, once for all operations."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.parameters import Accepts, accepts, shown
from ui.forms.choice_editors import FEW, ComboEditor, FlagEditor, RadioEditor, VariablesEditor
from ui.forms.editor import Editor
from ui.forms.line_editors import LineEditor, ListEditor, NumberEditor, ValueEditor
from ui.forms.table_editors import MatrixEditor, PairsEditor


def editor_for(info: FieldInfo, data: Microdata) -> Editor:
    """Return the editor of a parameter.

    Raises
    ------
    TypeError
        No editor knows the type: a defect of the operation, which a contract test finds.
    """
    kind, accepted, how = _without_none(info.annotation), accepts(info), shown(info)
    if accepted is not None:
        names = fitting(accepted, data)
        return ComboEditor({name: name for name in names}) if kind is str else VariablesEditor(names)
    if get_origin(kind) is Literal:
        words = how.choices or {value: str(value) for value in get_args(kind)}
        return RadioEditor(words) if len(words) <= FEW else ComboEditor(words)
    if kind is bool:
        return FlagEditor(info.title or "")
    if kind in (int, float):
        return NumberEditor(how.unit, whole=kind is int)
    if kind is str:
        return LineEditor(how.unit)
    return _compound(kind, how.unit)


def fitting(accepted: Accepts, data: Microdata) -> list[str]:
    """Return the variables that a parameter accepts, in file order."""
    return [
        variable.name
        for variable in data.variables
        if (not accepted.scales or variable.scale in accepted.scales)
        and (not accepted.roles or variable.role in accepted.roles)
    ]


def _compound(kind: Any, unit: str) -> Editor:
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        return ListEditor(numbers=inside[0] in (int, float))
    if origin is dict:
        return MatrixEditor() if get_origin(inside[1]) is dict else PairsEditor()
    if origin in (Union, types.UnionType) and set(inside) <= {int, float, str}:
        return ValueEditor(unit)
    raise TypeError(f"no editor for {kind}")


def _without_none(annotation: Any) -> Any:
    """Return the type of a parameter that may be left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 - built, not written
    return annotation
