"""Parameters of operations: declared once, with all that a form, a command and a manual page need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.files.input_file import InputFile

REQUIRED: Any = ...
"""Default of a parameter that must be given."""


@dataclass(frozen=True, slots=True)
class Accepts:
    """Which variables a parameter may name.

    Attributes
    ----------
    scales, roles
        What is allowed; empty allows all.
    advised_against
        Scales that are allowed, but where the sources advise against the operation.
    otherwise
        Naming none stands for all variables of this role.
    """

    scales: tuple[Scale, ...] = ()
    roles: tuple[Role, ...] = ()
    advised_against: tuple[Scale, ...] = ()
    otherwise: Role | None = None


KEY_LIKE = Accepts(scales=(Scale.NOMINAL, Scale.ORDINAL, Scale.CONTINUOUS))
"""Any variable an intruder could know."""

CATEGORICAL = Accepts(scales=(Scale.NOMINAL, Scale.ORDINAL))
"""Variables with categories."""

CONTINUOUS = Accepts(scales=(Scale.CONTINUOUS,))
"""Variables with numbers on which sums mean something."""

ORDERED = Accepts(scales=(Scale.ORDINAL, Scale.CONTINUOUS))
"""Variables whose values have an order."""

NOT_IDENTIFIERS = tuple(role for role in Role if role is not Role.IDENTIFIER)


def no_identifiers(data: DescribedFrame) -> tuple[str, ...]:
    """Return what can be a variable of a table that is published.

    Parameters
    ----------
    data
        What the table is made of.

    Returns
    -------
    tuple[str, ...]
        Names of all variables but identifiers, in the order of the file.
    """
    return tuple(one.name for one in data.variables if one.role in NOT_IDENTIFIERS)


@dataclass(frozen=True, slots=True)
class FieldDisplay:
    """How forms and manual pages show a parameter, and when it applies.

    Attributes
    ----------
    unit
        Written after the field ("records", "%").
    more
        Rare: folded away in the form.
    when
        The parameter applies only while each of these other parameters has one of these values.
    choices
        Words for each allowed value, where the values are few.
    menu
        Choices stand in a menu, however few.
    empty
        What an empty field stands for ("none"), or an example of what to write.
    long, wide
        A text of several lines, or of one that takes the whole width.
    rows
        Returns, for the data, the names to which values can be given; None: the categories of a variable.
    levels
        A text holds labels of several levels, as tables of hierarchies have them in columns.
    combinations
        Name of the parameter whose variables have the combinations of values to which values are given.
    stops
        Numbers among which a slider chooses, ascending; any other can be typed. None: there is no slider.
    leads
        It stands above the figures even where that takes a second line.
    """

    unit: str = ""
    more: bool = False
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    choices: Mapping[Any, str] = field(default_factory=dict)
    menu: bool = False
    empty: str = ""
    long: bool = False
    wide: bool = False
    rows: Callable[[DescribedFrame], Sequence[str]] | None = None
    levels: bool = False
    combinations: str = ""
    stops: tuple[float, ...] = ()
    leads: bool = False


def parameter(
    default: Any,
    label: str,
    help: str,  # noqa: A002 - the word that users of command lines know
    display: FieldDisplay = FieldDisplay(),
    accepts: Accepts | None = None,
    **limits: Any,
) -> Any:
    """Declare a parameter.

    Parameters
    ----------
    default
        Value where none is given; `REQUIRED` for none.
    label, help
        Name in the form, and one or two sentences for the manual page.
    display
        Unit, choices, and when it applies.
    accepts
        For a parameter that names one variable (`str`) or several (`tuple[str, ...]`): which ones.
    limits
        Passed on to pydantic: ge, gt, le, lt, min_length, max_length.

    Returns
    -------
    Any
        What pydantic takes as the default of a field; the type is that of the field.
    """
    info: FieldInfo = Field(default, title=label, description=help, **limits)
    info.metadata += [display] if accepts is None else [display, accepts]
    return info


def field_display(info: FieldInfo) -> FieldDisplay:
    """Return how a declared parameter is shown.

    Parameters
    ----------
    info
        A field of an operation class.

    Returns
    -------
    FieldDisplay
        Label, unit and conditions as declared; plain where nothing was declared.
    """
    return next((entry for entry in info.metadata if isinstance(entry, FieldDisplay)), FieldDisplay())


def applies(kind: type[BaseModel], name: str, value: Callable[[str], Any]) -> bool:
    """Return whether a parameter has an effect beside the values of others.

    Parameters
    ----------
    kind
        The class that declares it.
    name
        The parameter.
    value
        Gives the value of another parameter by its name.

    Returns
    -------
    bool
        A parameter without an effect counts with its default, whatever its value.
    """
    fields = kind.model_fields

    def effective(other: str) -> Any:
        return value(other) if applies(kind, other, value) else fields[other].get_default()

    return all(effective(other) in values for other, values in field_display(fields[name]).when.items())


def form_parameters(kind: type[BaseModel]) -> list[str]:
    """Return the parameters that are asked for, those with a title, in the order of a form.

    Parameters
    ----------
    kind
        The class that declares them.

    Returns
    -------
    list[str]
        Files first, for the rest is about what they hold; then the variables, then as declared, rare ones
        last.
    """

    def place(name: str) -> int:
        info = kind.model_fields[name]
        if InputFile in (info.annotation, *get_args(info.annotation)):
            return 0
        if field_display(info).more:
            return 3
        return 2 if accepts(info) is None else 1

    return sorted((name for name, info in kind.model_fields.items() if info.title), key=place)


def accepts(info: FieldInfo) -> Accepts | None:
    """Return which variables a declared parameter may name; None: it names no variable.

    Parameters
    ----------
    info
        A field of an operation class.

    Returns
    -------
    Accepts or None
        Scales and roles that are allowed.
    """
    return next((entry for entry in info.metadata if isinstance(entry, Accepts)), None)
