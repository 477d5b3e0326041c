"""Grid of alternatives: methods with the values of their parameters that are tried, on one file."""

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from sdcdesk.core.files.input_file import InputFile
from sdcdesk.core.operations.method import Method
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking import METHODS

MOST_STEPS = 100
"""Steps that a family may have."""

MOST_RUNS = 10_000
"""Alternatives that a grid may have; each is applied and assessed."""

BEFORE = {"original": "the original, instead of the recipe", "recipe": "the file as the recipe leaves it"}
"""What alternatives are applied to, in words."""


def _plain(value: Any) -> Any:
    return value.model_dump(mode="json") if isinstance(value, Model) else value


class GridLine(Model):
    """One method with what varies.

    Attributes
    ----------
    method
        Its name.
    parameters
        The values that are tried, by parameter; one that does not vary has one value, and one that is left
        out has its default.
    title
        What people call the line; empty: the title of the method.
    """

    method: str
    parameters: dict[str, tuple[Any, ...]] = Field(default_factory=dict)
    title: str = ""

    @field_validator("parameters", mode="before")
    @classmethod
    def _as_json(cls, parameters: Any) -> Any:
        """Take hierarchies, files and other models as a file holds them."""
        if not isinstance(parameters, dict):
            return parameters
        return {
            name: tuple(map(_plain, values)) if isinstance(values, list | tuple) else values
            for name, values in parameters.items()
        }

    @field_validator("method")
    @classmethod
    def _known(cls, name: str) -> str:
        METHODS[name]
        return name

    @model_validator(mode="after")
    def _parameters_of_the_method(self) -> "GridLine":
        kind = METHODS[self.method]
        for name, values in self.parameters.items():
            if name not in kind.model_fields:
                wrong = "{title} has no parameter {name}; it has {names}."
                names = ", ".join(kind.model_fields)
                raise ParameterError(
                    sentence(wrong, title=kind.title, name=short(name), names=names), "parameters"
                )
            if not values:
                wrong = "{title}: no value of {name} is given; name one at least, or leave the parameter out."
                raise ParameterError(sentence(wrong, title=kind.title, name=name), "parameters")
        try:
            _ = self.input_files
        except (ValueError, SdcError):
            raise ParameterError("a file is written as its path.", "file", title=kind.title) from None
        return self

    @property
    def varying(self) -> tuple[str, ...]:
        """The parameters of which several values are tried."""
        return tuple(name for name, values in self.parameters.items() if len(values) > 1)

    @property
    def runs(self) -> int:
        """In how many ways the method is applied."""
        return prod(len(values) for values in self.parameters.values())

    @property
    def random(self) -> bool:
        """Whether the method draws random numbers."""
        return METHODS[self.method].random

    @property
    def name(self) -> str:
        """What people call the line."""
        return self.title or METHODS[self.method].title

    @property
    def input_files(self) -> tuple[InputFile, ...]:
        """The data files that it names."""
        values = (value for name in self._file_parameters for value in self.parameters.get(name, ()))
        return tuple(InputFile.model_validate(value) for value in values)

    def with_input_files(self, change: Callable[[InputFile], InputFile]) -> "GridLine":
        """Return the line in which every data file that it names is replaced.

        Parameters
        ----------
        change
            Returns another file for each.

        Returns
        -------
        GridLine
            The same object where it names none.
        """
        files = {
            name: tuple(change(InputFile.model_validate(value)) for value in self.parameters[name])
            for name in self._file_parameters
            if name in self.parameters
        }
        return self.changed(parameters={**self.parameters, **files}) if files else self

    @property
    def _file_parameters(self) -> tuple[str, ...]:
        fields = METHODS[self.method].model_fields.items()
        return tuple(name for name, info in fields if info.annotation is InputFile)

    def methods(self) -> tuple[tuple[dict[str, Any], Method], ...]:
        """Return the method with each combination of values, the last parameter varying fastest.

        Returns
        -------
        tuple of tuple
            The values that vary, by parameter, and the method with them.

        Raises
        ------
        ParameterError
            A value is of the wrong kind or out of range, or two of them exclude one another.
        """
        kind, found = METHODS[self.method], []
        for values in product(*self.parameters.values()):
            given = dict(zip(self.parameters, values, strict=True))
            try:
                method = kind(**given)
            except SdcError as error:
                raise type(error)(error.message, error.field, title=self.name) from None
            found.append(({name: given[name] for name in self.varying}, method))
        return tuple(found)


Family = Annotated[tuple[GridLine, ...], Field(max_length=MOST_STEPS)]
"""Steps one after another, of which every combination of values is an alternative; often a single one."""


class Grid(Model):
    """Alternatives for one file, as people write them down: families of steps with what varies.

    Attributes
    ----------
    lines
        The families. Each is a list of steps that are applied one after another, often of one; without steps
        it stands for the recipe, or the original, as it is.
    before
        What the steps are applied after: the steps of the project's recipe, or nothing.
    draws
        How often a family with random steps is tried, each time with random numbers of its own.
    """

    lines: tuple[Family, ...] = ()
    before: Literal["recipe", "original"] = parameter(
        "original",
        "Applied to",
        "Whether alternatives take the place of the steps of the recipe, or follow them.",
        FieldDisplay(choices=BEFORE),
    )
    draws: int = parameter(
        1,
        "Random methods",
        "How often a method that draws random numbers is tried, each time with other ones; the map shows how "
        "far its figures spread.",
        FieldDisplay(unit="times each"),
        ge=1,
        le=MOST_RUNS,
    )

    @field_validator("lines", mode="before")
    @classmethod
    def _families(cls, lines: Any) -> Any:
        """Take a line that stands by itself as a family of one step."""
        if not isinstance(lines, tuple):
            return lines
        return tuple((one,) if isinstance(one, dict | GridLine) else one for one in lines)

    def with_input_files(self, change: Callable[[InputFile], InputFile]) -> "Grid":
        """Return the grid in which every data file that lines name is replaced.

        Parameters
        ----------
        change
            Returns another file for each.

        Returns
        -------
        Grid
            The same object where none is named.
        """
        if not self.input_files:
            return self
        lines = tuple(tuple(line.with_input_files(change) for line in family) for family in self.lines)
        return self.changed(lines=lines)

    @property
    def input_files(self) -> tuple[InputFile, ...]:
        """The data files that lines name."""
        return tuple(file for family in self.lines for line in family for file in line.input_files)

    @property
    def runs(self) -> int:
        """How many alternatives there are."""
        return sum(self.runs_of(family) for family in self.lines)

    def runs_of(self, family: Family) -> int:
        """Return how many alternatives a family has.

        Parameters
        ----------
        family
            One of the grid.

        Returns
        -------
        int
            Combinations of values, times the draws where a step is random.
        """
        draws = self.draws if any(line.random for line in family) else 1
        return draws * prod(line.runs for line in family)
