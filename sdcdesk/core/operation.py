"""Operations: masking methods and measures, each declared once as a class whose fields are its parameters."""

import inspect
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import model_validator

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import DataError
from sdcdesk.core.findings import Declared, Findings, Note
from sdcdesk.core.legible import brief
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.model import FieldError, Model
from sdcdesk.core.parameters import Accepts, accepts, applies
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.quantity import Quantity
from sdcdesk.core.randomness import Draws, draws_of
from sdcdesk.core.sentence import plain
from sdcdesk.core.variable import Role, Scale
from sdcdesk.core.without_original import GENERAL, nothing_found, without_original

BY_ORDER = (
    "Matched by order: nothing names the records of the masked file, so each was compared with the one at "
    "the same place in the original."
)
"""Stands first among the findings where the order of the records is all that pairs them."""


class Operation(Model):
    """Something that is done to microdata, or measured on them.

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

    Raises
    ------
    ParameterError
        A parameter is missing, unknown, of the wrong kind or out of range.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]

    @model_validator(mode="after")
    def _nothing_ignored(self) -> Self:
        """Refuse a parameter that has no effect beside the others, rather than ignore it."""
        for name in self.model_fields_set:
            info = type(self).model_fields[name]
            if not self.applies(name) and getattr(self, name) != info.default:
                raise FieldError(name, "has no effect here; leave it out")
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
    def lacking(cls, data: Microdata) -> str:
        """Return why the operation cannot be used with these data; empty where it can.

        Parameters
        ----------
        data
            The file it would be used with.

        Returns
        -------
        str
            A sentence without its full stop, or "".
        """
        for info in cls.model_fields.values():
            accepted = accepts(info)
            if accepted is not None and info.is_required() and not fitting(accepted, data):
                wanted = " or ".join(accepted.scales or accepted.roles)
                return f"Needs a variable that is {wanted}, and there is none"
        return ""

    def check(self, data: Microdata) -> tuple[str, ...]:
        """Check that the operation fits the data.

        Parameters
        ----------
        data
            The file it would be used with.

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
                allowed = " or ".join(accepted.scales)
                raise DataError(
                    f"{self.title}: {brief(name)} is {variable.scale}, but this needs a variable that is "
                    f"{allowed}; choose another variable or change its scale.",
                    parameter,
                )
            if accepted.roles and variable.role not in accepted.roles:
                allowed = " or ".join(accepted.roles)
                raise DataError(
                    f"{self.title}: {brief(name)} has the role {variable.role}, but this needs {allowed}; "
                    "choose another variable or change its role.",
                    parameter,
                )
            if variable.scale in accepted.advised_against:
                notes.append(
                    f"{self.title} is not advised for {variable.scale} variables such as {brief(name)}."
                )
        return tuple(notes)


def fitting(accepted: Accepts, data: Microdata) -> tuple[str, ...]:
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
    order = {Role.KEY: 0, Role.IDENTIFIER: 2}
    fit = [
        variable
        for variable in data.variables
        if (not accepted.scales or variable.scale in accepted.scales)
        and (not accepted.roles or variable.role in accepted.roles)
    ]
    return tuple(variable.name for variable in sorted(fit, key=lambda each: order.get(each.role, 1)))


class Purpose(StrEnum):
    """What a masking method is for; groups the menu."""

    LESS_DETAIL = "Less detail"
    LEAVE_OUT = "Leave out"
    CHANGE_VALUES = "Change values"
    SAMPLE = "Sample"
    ELSEWHERE = "Masked elsewhere"


@dataclass(frozen=True, slots=True)
class Masked:
    """What a method returns.

    Attributes
    ----------
    data
        The masked microdata.
    figures
        What the method reports of itself, by titles in plain words ("records left out").
    notes
        Sentences the user should read.
    """

    data: Microdata
    figures: Mapping[str, Quantity] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Method(Operation):
    """A masking method: a pure function of microdata, parameters and, where it is random, a seed.

    Attributes
    ----------
    purpose
        Its place in the menu.
    random
        Whether it needs a seed.
    """

    purpose: ClassVar[Purpose]
    random: ClassVar[bool] = False

    @classmethod
    def lacking(cls, data: Microdata) -> str:
        """Return why the method cannot be offered for these data; empty where it can.

        Parameters
        ----------
        data
            The file it would be used with.

        Returns
        -------
        str
            Also of a released file whose original is not known: what a step costs could not be said.
        """
        if data.is_released:
            return "Was opened to be assessed only; open it as a data file to mask it"
        return super().lacking(data)

    def apply(
        self, data: Microdata, seed: Draws | int | None = None, progress: Progress = SILENT
    ) -> Microdata:
        """Return the masked microdata; see `mask`.

        Parameters
        ----------
        data
            The file before the step.
        seed
            Seed of the random numbers, or those of a step of a recipe; needed by random methods only.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Microdata
            The file after the step.

        Raises
        ------
        DataError
            The method does not fit the data.
        """
        return self.mask(data, seed, progress).data

    def mask(self, data: Microdata, seed: Draws | int | None = None, progress: Progress = SILENT) -> Masked:
        """Mask the data.

        Parameters
        ----------
        data
            Left as it is.
        seed
            A whole number, or the random numbers of a step of a recipe; needed by methods that draw them. A
            number gives the same file as the first step of a recipe with this seed.
        progress
            Receives how far the work is, and asked whether to stop.

        Returns
        -------
        Masked

        Raises
        ------
        DataError
            The method does not fit the data.
        ParameterError
            The method draws random numbers and no seed was given, or none that is one.
        Cancelled
            The user asked to stop.
        """
        notes = self.check(data)
        # A method that draws nothing needs no seed.
        draws = draws_of(0 if seed is None and not self.random else seed, self.title)
        progress.at(0.0, self.title)
        result = self._mask(data, draws, progress)
        masked = result.data.drawn(data) if self.random else result.data
        return Masked(masked, result.figures, notes + result.notes)

    @abstractmethod
    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        """Mask data that fit; methods that are not `random` leave `draws` alone."""

    @abstractmethod
    def summary(self) -> str:
        """Return the step in a few plain words ("Age into 5-year bands").

        Returns
        -------
        str
            A noun phrase for lists of steps, without a full stop.
        """


class Concern(StrEnum):
    """What a measure is about; its tab stands in the stage of the same name."""

    RISK = "risk"
    LOSS = "loss"


class Measure(Operation):
    """A measure of disclosure risk or information loss: looks at both files, changes neither.

    Attributes
    ----------
    concern
        Risk or loss.
    purpose
        What it answers, in a line below its title.
    declares
        Its figures, before anything is computed: each is always among the findings, with a value or the
        reason why there is none.
    version
        Rises when a definition changes, so that old and new results are told apart.
    of_original
        Whether the same figures of the original file say where the masking began. They are then shown
        beside those of the masked file.
    needs_original
        Why it, or what `comparing` names, says nothing of a released file whose original is not known;
        empty: it looks at the released file only.
    """

    concern: ClassVar[Concern]
    purpose: ClassVar[str] = ""
    declares: ClassVar[tuple[Declared, ...]] = ()
    version: ClassVar[int] = 1
    of_original: ClassVar[bool] = False
    needs_original: ClassVar[str] = GENERAL

    @property
    def comparing(self) -> tuple[str, ...] | None:
        """Names of the figures, states, tables, columns and series that need the original; None: all do."""
        return None

    @classmethod
    def declared(cls, figure: str) -> Declared | None:
        """Return a declared figure by its name; None: the measure has no such figure.

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

    def assess(
        self, original: Microdata | None, masked: Microdata, progress: Progress = SILENT
    ) -> Assessment:
        """Assess masked against original microdata.

        Parameters
        ----------
        original
            The whole initial file; None: it is not known, and what compares with it is not defined.
        masked
            The masked file; its rows name records of the original.
        progress
            Receives the share that is done, and stops the work where the user asked to.

        Returns
        -------
        Assessment
            Every declared figure, with a value or the reason why there is none.

        Raises
        ------
        DataError
            The original holds no records or is not the whole initial file, the measure does not fit the
            data, a masked record names an initial record that does not exist, or nothing tells which one it
            came from.
        Cancelled
            The user asked to stop.
        """
        if original is None:
            original = masked = masked.as_released()
        if len(original) == 0:
            raise DataError("The original file holds no records, so there is nothing to assess.")
        if not np.array_equal(original.rows, np.arange(len(original))):
            raise DataError(
                "The original must be the whole initial file, in its own order; some of it was left out."
            )
        if len(masked) and not 0 <= masked.rows.min() <= masked.rows.max() < len(original):
            raise DataError(
                "The masked records do not come from this original file; choose the matching one."
            )
        pairing = masked.paired_with(original)
        self.check(original)
        progress.at(0.0, self.title)
        found = self._found(original, masked, progress)
        progress.at(1.0, self.title)
        if pairing.by == "order":
            found = found.noted(Note(plain(BY_ORDER), "warning"))
        return Assessment(
            measure=self.name,
            title=self.title,
            source=self.source,
            version=self.version,
            parameters=self.parameters,
            original=original,
            masked=masked,
            sections=found.sections,
            records=found.records,
        )

    def _found(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit, as far as the original is known."""
        why, comparing = self.needs_original, self.comparing
        if not original.is_released or not why:
            return self._assess(original, masked, progress)
        if comparing is None:
            return nothing_found(self.name, self.declares, why)
        return without_original(self._assess(original, masked, progress), comparing, why)

    @abstractmethod
    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        """Assess data that fit."""


KEY_LIKE = Accepts(scales=(Scale.NOMINAL, Scale.ORDINAL, Scale.CONTINUOUS))
"""Any variable an intruder could know."""

CATEGORICAL = Accepts(scales=(Scale.NOMINAL, Scale.ORDINAL))
"""Variables with categories."""

CONTINUOUS = Accepts(scales=(Scale.CONTINUOUS,))
"""Variables with numbers on which sums mean something."""

ORDERED = Accepts(scales=(Scale.ORDINAL, Scale.CONTINUOUS))
"""Variables whose values have an order."""

NOT_IDENTIFIERS = tuple(role for role in Role if role is not Role.IDENTIFIER)
