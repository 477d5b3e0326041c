"""Editors by type: which editor a parameter of a model gets. A new parameter type is one editor."""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.variable import Role
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import FieldDisplay, accepts, field_display
from sdcdesk.core.text.sentence import sentence
from ui.forms.editor import Editor


@dataclass(frozen=True)
class FormParameter:
    """A parameter for which an editor is made.

    Attributes
    ----------
    info
        As it is declared.
    data
        What the form is about, such as microdata; None: it is about none.
    offers
        What can be chosen besides, by type and name: the weight matrices of the project.
    """

    info: FieldInfo
    data: DescribedFrame | None = None
    offers: Mapping[type, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def kind(self) -> Any:
        """Its type, without the None of one that may be left out."""
        return without_none(self.info.annotation)

    @property
    def inside(self) -> tuple[Any, ...]:
        """The types or values within its type."""
        return get_args(self.kind)

    @property
    def how(self) -> FieldDisplay:
        """How it is shown."""
        return field_display(self.info)

    @property
    def otherwise(self) -> Role | None:
        """The role of the variables for which naming none stands."""
        accepted = accepts(self.info)
        return accepted.otherwise if accepted else None

    @property
    def display_names(self) -> dict[str, str]:
        """What variables are called where they are offered, by their names."""
        return display_names(self.data.variables) if self.data is not None else {}

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that it may name."""
        accepted = accepts(self.info)
        return fitting(accepted, self.data) if accepted and self.data is not None else ()


Maker = Callable[[FormParameter], Editor]

_MAKERS: dict[Any, Maker] = {}


def edits(*kinds: Any) -> Callable[[Maker], Maker]:
    """Register what makes the editor of these types.

    A type is a class, whose subclasses have the same editor where they have no own; `Literal`, `Union`,
    `tuple` or `dict`; or a class of metadata, such as `Accepts`, which comes before the type itself.
    """

    def register(maker: Maker) -> Maker:
        _MAKERS.update(dict.fromkeys(kinds, maker))
        return maker

    return register


def editor_for(parameter: FormParameter) -> Editor:
    """Return the editor of a parameter.

    Raises
    ------
    TypeError
        No editor knows the type: a defect of the model, which a contract test finds.
    """
    kind = parameter.kind
    marks = [type(entry) for entry in parameter.info.metadata]
    bases = kind.__mro__ if isinstance(kind, type) else ()
    origin = Union if get_origin(kind) is types.UnionType else get_origin(kind)
    for key in (*marks, kind, origin, *bases):
        if key is not None and key is not object and key in _MAKERS:
            return _MAKERS[key](parameter)
    raise TypeError(sentence("no editor for {kind}", kind=str(kind)))


def without_none(annotation: Any) -> Any:
    """Return the type of a parameter that may be left out."""
    if get_origin(annotation) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(annotation) if kind is not type(None)]
        return kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 - built, not written
    return annotation
