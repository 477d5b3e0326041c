"""Operations: masking methods, measures and others, each declared once as a class with its parameters."""

import inspect
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import model_validator

from sdcdesk.core.data.described_frame import DescribedFrame
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.parameters import Accepts, accepts, applies
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.figure import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_or, sentence

Subject = TypeVar("Subject", bound=DescribedFrame)
"""What an operation is applied to, described by variables of which its parameters name some: microdata."""


class Operation(Model, Generic[Subject]):
    """Something that is done to a subject, such as microdata, or measured on it.

    A subclass is declared once: its docstring is its manual page, its fields are its parameters. The
    Python constructor, the command line, the recipe, the form and the contract tests all follow.

    Attributes
    ----------
    name
        How recipes and commands call it.
    title
        How people call it.
    source
        Where it is defined: paper and section.
    examples
        Parameters that it is shown and tried with, for a file of people with the variables age, zip, school,
        income, bonus, weight, home and id (`tests/contract/conftest.py`). The first are the most usual;
        together they give each parameter another value than its default.
    declares
        Its figures, before anything is computed.
    tables
        Its tables, likewise; each that is found is one of them, though not all of them are always found.

    Raises
    ------
    ParameterError
        A parameter is missing, unknown, of the wrong kind or out of range.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    examples: ClassVar[tuple[Mapping[str, Any], ...]] = ()
    declares: ClassVar[tuple[Declared, ...]] = ()
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = ()

    @model_validator(mode="after")
    def _nothing_ignored(self) -> Self:
        """Refuse a parameter that has no effect beside the others, rather than ignore it."""
        for name in self.model_fields_set:
            info = type(self).model_fields[name]
            if not self.applies(name) and getattr(self, name) != info.default:
                raise FieldError(name, "has no effect here; leave it out")
        return self

    @model_validator(mode="after")
    def _each_variable_once(self) -> Self:
        """Refuse a parameter that names a variable twice: nobody could say what the second time means."""
        for name, info in type(self).model_fields.items():
            named = getattr(self, name)
            if accepts(info) is not None and not isinstance(named, str | None) and len({*named}) < len(named):
                raise FieldError(name, "a variable is named twice; name each once")
        return self

    def applies(self, parameter: str) -> bool:
        """Return whether a parameter has an effect beside the values of the others.

        Parameters
        ----------
        parameter
            Name of a parameter.

        Returns
        -------
        bool
            False where another parameter makes it meaningless ("only with width").
        """
        return applies(type(self), parameter, lambda other: getattr(self, other))

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that have an effect, as plain JSON values."""
        return self.model_dump(
            mode="json", include={name for name in type(self).model_fields if self.applies(name)}
        )

    @classmethod
    def declared(cls, figure: str) -> Declared | None:
        """Return a declared figure by its name; None: the operation has no such figure.

        Parameters
        ----------
        figure
            Name of a figure.

        Returns
        -------
        Declared or None
            Its words and unit, before anything is computed.
        """
        return next((declared for declared in cls.declares if declared.name == figure), None)

    @classmethod
    def manual(cls) -> str:
        """Return the manual page: what it does, when to use it, its parameters, an example.

        Returns
        -------
        str
            Numpydoc text without indentation.
        """
        return inspect.cleandoc(cls.__doc__ or "")

    def chosen(self) -> Iterator[tuple[str, str, Accepts]]:
        """Walk through (parameter, variable named by it, what the parameter accepts).

        Yields
        ------
        tuple[str, str, Accepts]
            Once for each variable that a parameter names.
        """
        for parameter, info in type(self).model_fields.items():
            accepted, value = accepts(info), getattr(self, parameter)
            if accepted is not None and value is not None:
                named = (value,) if isinstance(value, str) else value
                yield from ((parameter, name, accepted) for name in named)

    @classmethod
    def lacking(cls, data: Subject) -> str:
        """Return why the operation cannot be used with these data; empty where it can.

        Parameters
        ----------
        data
            What it would be used with.

        Returns
        -------
        str
            A sentence without its full stop, or "".
        """
        for info in cls.model_fields.values():
            accepted = accepts(info)
            if accepted is not None and info.is_required() and not any_fits(accepted, data):
                wanted = joined_by_or(accepted.scales or accepted.roles)
                return sentence("Needs a variable that is {wanted}, and there is none", wanted=wanted)
        return ""

    def check(self, data: Subject) -> tuple[str, ...]:
        """Check that the operation fits the data.

        Parameters
        ----------
        data
            What it would be used with.

        Returns
        -------
        tuple of str
            What is allowed but not advised.

        Raises
        ------
        DataError
            A variable does not exist, or has a scale or role that the operation cannot take.
        """
        notes = []
        for parameter, name, accepted in self.chosen():
            variable = data.variable(name)
            if accepted.scales and variable.scale not in accepted.scales:
                allowed = joined_by_or(accepted.scales)
                raise DataError(
                    sentence(
                        "{name} is {scale}, but this needs a variable that is {allowed}; "
                        "choose another variable or change its scale.",
                        name=short(name),
                        scale=str(variable.scale),
                        allowed=allowed,
                    ),
                    parameter,
                    title=self.title,
                )
            if accepted.roles and variable.role not in accepted.roles:
                allowed = joined_by_or(accepted.roles)
                raise DataError(
                    sentence(
                        "{name} has the role {role}, but this needs {allowed}; choose "
                        "another variable or change its role.",
                        name=short(name),
                        role=str(variable.role),
                        allowed=allowed,
                    ),
                    parameter,
                    title=self.title,
                )
            if variable.scale in accepted.advised_against:
                notes.append(
                    sentence(
                        "{title} is not advised for {scale} variables such as {name}.",
                        title=self.title,
                        scale=str(variable.scale),
                        name=short(name),
                    )
                )
        return tuple(notes)


AnyOperation = Operation[Any]
"""An operation, whatever it is applied to."""


def any_fits(accepted: Accepts, data: DescribedFrame) -> bool:
    """Return whether there is a variable that a parameter accepts, which the first one tells.

    Parameters
    ----------
    accepted
        Scales and roles that the parameter takes.
    data
        Where the variables are looked up.

    Returns
    -------
    bool
        Whether `fitting` returns any.
    """
    return next(_accepted(accepted, data), None) is not None


def fitting(accepted: Accepts, data: DescribedFrame) -> tuple[str, ...]:
    """Return the variables that a parameter accepts: keys first, identifiers last, else in file order.

    Parameters
    ----------
    accepted
        Scales and roles that the parameter takes.
    data
        Where the variables are looked up.

    Returns
    -------
    tuple[str, ...]
        Names of variables.
    """
    key, identifier = Role.KEY, Role.IDENTIFIER  # to look them up ten thousand times would take longer
    ordered = sorted(_accepted(accepted, data), key=lambda one: (one.role is identifier) - (one.role is key))
    return tuple(one.name for one in ordered)


def _accepted(accepted: Accepts, data: DescribedFrame) -> Iterator[Variable]:
    """Walk through the variables that a parameter accepts, in file order."""
    scales, roles = accepted.scales, accepted.roles
    for variable in data.variables:
        if (not scales or variable.scale in scales) and (not roles or variable.role in roles):
            yield variable
