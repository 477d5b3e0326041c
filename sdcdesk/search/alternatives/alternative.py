"""Alternatives of a grid: a recipe each, with what it differs in from the others of its family."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import ParameterError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined, listed, plain, sentence
from sdcdesk.document.grid import MOST_RUNS, Family, Grid, GridLine
from sdcdesk.document.hierarchy_names import resolved
from sdcdesk.document.project import NAMED, Project
from sdcdesk.document.recipe import Recipe, Step
from sdcdesk.masking import METHODS

STREAMS = 1_000
"""Streams of random numbers between one draw and the next; no family has as many steps."""

AS_IT_IS = "As it is"
"""What people call a family without steps."""


class Setting(NamedTuple):
    """A value that varies within a family.

    Attributes
    ----------
    step
        Step of the family, from 0.
    parameter
        Name of the parameter of its method.
    value
        The value, as JSON has it.
    """

    step: int
    parameter: str
    value: Any

    def to_json(self) -> dict[str, Any]:
        """Return the value with step and parameter as plain JSON values.

        Returns
        -------
        dict[str, Any]
            "step", "parameter" and "value".
        """
        return {"step": self.step, "parameter": self.parameter, "value": json.loads(json.dumps(self.value))}


@dataclass(frozen=True, slots=True)
class Alternative:
    """One recipe that is compared with others.

    Attributes
    ----------
    number
        Its place in the grid, from 0.
    family
        Family that it belongs to, from 0.
    group
        Place of its combination of values, from 0: draws of one combination share it.
    title
        What people call the family.
    recipe
        The whole recipe, with the seed of the project.
    first
        Place of the first step that is not one of the recipe as it stands.
    settings
        What tells it from the others of its family, its draw aside.
    draw
        Which of several draws of random numbers it is, from 1; 0: its steps draw none. The first draw is what
        the same steps draw when they are added to the recipe by hand.
    """

    number: int
    family: int
    group: int
    title: str
    recipe: Recipe
    first: int = 0
    settings: tuple[Setting, ...] = ()
    draw: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of its family."""
        return self.recipe.steps[self.first :]

    @property
    def key(self) -> str:
        """What tells its recipe from any other of the same project: the steps as their file holds them."""
        return json.dumps(self.recipe.model_dump(mode="json")["steps"], sort_keys=True)

    @property
    def words(self) -> str:
        """What its steps do, in the words of a recipe; not which draw it is."""
        if not self.steps:
            return plain("The recipe as it is" if self.recipe.steps else "The original as it is")
        return joined([step.method.summary() for step in self.steps], "; ")

    @property
    def full_words(self) -> str:
        """The same with the draw, where it is one of several."""
        if self.draw < 2:
            return self.words
        return sentence("{words} (draw {draw})", words=self.words, draw=str(self.draw))


def find_alternatives(grid: Grid, project: Project, data: Microdata) -> tuple[Alternative, ...]:
    """Return the alternatives of a grid, checked against a file before anything is applied to it.

    Parameters
    ----------
    grid
        Methods with what varies.
    project
        Whose recipe they stand after or instead of, with its seed and its hierarchies.
    data
        The initial file.

    Returns
    -------
    tuple[Alternative, ...]
        Family by family; the values of the last step vary fastest but for the draws.

    Raises
    ------
    ParameterError
        The grid is empty or too large, or a value is of the wrong kind or out of range; the sentence names
        line and parameter.
    """
    _require_size(grid)
    begun = project.recipe if grid.before == "recipe" else project.recipe.changed(steps=())
    known: dict[str, Method] = {}
    combined = (
        (number, settings, tuple(known.setdefault(_written(method), method) for method in methods))
        for number, family in enumerate(grid.lines)
        for settings, methods in _combinations(number + 1, family, project, data)
    )
    found: list[Alternative] = []
    for group, (number, settings, methods) in enumerate(combined):
        family = grid.lines[number]
        draws = range(1, grid.draws + 1) if any(line.random for line in family) else (0,)
        for draw in draws:
            recipe = _with_steps(begun, methods, draw)
            place, title, first = len(found), family_title(family), len(begun.steps)
            found.append(Alternative(place, number, group, title, recipe, first, settings, draw))
    return tuple(found)


def family_title(family: Family) -> str:
    """Return what people call a family.

    Parameters
    ----------
    family
        A family of a grid.

    Returns
    -------
    str
        The titles of its lines.
    """
    return joined([line.name for line in family], ", ") or AS_IT_IS


def _require_size(grid: Grid) -> None:
    if not grid.lines:
        raise ParameterError("There is nothing to compare: the grid has no line; add one at least.", "lines")
    if grid.runs > MOST_RUNS:
        wrong = "The grid has {n} alternatives, more than the {most} that are compared; try fewer values."
        raise ParameterError(
            sentence(wrong, wrong, "n", n=grid.runs, most=MOST_RUNS),
            "lines",
        )


def _combinations(
    number: int, family: Family, project: Project, data: Microdata
) -> Iterator[tuple[tuple[Setting, ...], tuple[Method, ...]]]:
    """Walk through the combinations of values of a family, each with its methods."""
    try:
        lines = [_methods(line, project, data) for line in family]
    except SdcError as error:
        title = sentence("Line {number}", number=str(number))
        raise type(error)(error.message, error.field, title=title) from None
    for parts in product(*lines):
        settings = tuple(
            Setting(step, name, value)
            for step, (varying, _) in enumerate(parts)
            for name, value in varying.items()
        )
        yield settings, tuple(method for _, method in parts)


def _written(method: Method) -> str:
    """Return what tells a method with its parameters from any other."""
    return json.dumps(METHODS.write(method), sort_keys=True)


def _methods(line: GridLine, project: Project, data: Microdata) -> tuple[tuple[dict[str, Any], Method], ...]:
    """Return the methods of a line with the hierarchies of the project; refuse variables that are absent."""
    found = line.methods()
    absent = dict.fromkeys(name for _, method in found for _, name, _ in method.chosen() if name not in data)
    if absent:
        names = listed([short(name) for name in list(absent)[:NAMED]], len(absent))
        raise ParameterError(
            sentence("the file lacks {names}; name variables of the file.", names=names),
            "variables",
            title=line.name,
        )
    try:
        whole = resolved(tuple(method for _, method in found), project.hierarchies)
    except ValueError as error:
        raise ParameterError(
            sentence("{problem}.", problem=error.args[0]), "hierarchy", title=line.name
        ) from None
    methods = whole if isinstance(whole, tuple) else (whole,)
    return tuple(zip((varying for varying, _ in found), methods, strict=True))


def _with_steps(begun: Recipe, methods: tuple[Method, ...], draw: int) -> Recipe:
    """Return a recipe with steps at its end; in each draw random steps have streams that no other draw has.

    The seed stays that of the project, which nobody can guess: draws differ by the numbers of their streams.
    Steps that draw nothing stay the same, so that they are applied once for all draws.
    """
    free = 1 + max((step.stream for step in begun.steps), default=0)
    drawn = max(draw - 1, 0) * STREAMS
    steps = (
        Step(method=method, stream=free + place + (drawn if method.random else 0))
        for place, method in enumerate(methods)
    )
    return begun.changed(steps=(*begun.steps, *steps))
