"""Which editor a parameter gets: decided by its type, once for all operations."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import Accepts, accepts, shown
from sdcdesk.core.variable import Role
from ui.forms.choice_editors import FEW, ComboEditor, FlagEditor, RadioEditor, VariablesEditor
from ui.forms.editor import Editor
from ui.forms.line_editors import LineEditor, ListEditor, NumberEditor, ValueEditor
from ui.forms.table_editors import MatrixEditor, PairsEditor

_LAST = {Role.KEY: 0, Role.IDENTIFIER: 2}


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
    # Only where the explanation says what an empty field means may it be left empty.
    hint = "none" if "empty" in (info.description or "") else ""
    if kind in (int, float):
        return NumberEditor(whole=kind is int, hint=hint)
    if kind is str:
        return LineEditor()
    return _compound(kind, hint)


def fitting(accepted: Accepts, data: Microdata) -> list[str]:
    """Return the variables that a parameter accepts: keys first, identifiers last, else in file order."""
    fit = [
        variable
        for variable in data.variables
        if (not accepted.scales or variable.scale in accepted.scales)
        and (not accepted.roles or variable.role in accepted.roles)
    ]
    return [variable.name for variable in sorted(fit, key=lambda variable: _LAST.get(variable.role, 1))]


def lacking(kind: type[Operation], data: Microdata) -> str:
    """Return why an operation cannot be used with these data; empty where it can."""
    for info in kind.model_fields.values():
        accepted = accepts(info)
        if accepted is not None and info.is_required() and not fitting(accepted, data):
            wanted = " or ".join(accepted.scales or accepted.roles)
            return f"Needs a variable that is {wanted}, and there is none"
    return ""


def _compound(kind: Any, hint: str) -> Editor:
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        return ListEditor(numbers=inside[0] in (int, float))
    if origin is dict:
        nested = get_origin(inside[1]) is dict
        return MatrixEditor() if nested else PairsEditor(numbers=inside[1] in (int, float))
    if origin in (Union, types.UnionType) and set(inside) <= {int, float, str}:
        return ValueEditor(hint)
    raise TypeError(f"no editor for {kind}")


def _without_none(annotation: Any) -> Any:
    """Return the type of a parameter that may be left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 - built, not written
    return annotation
