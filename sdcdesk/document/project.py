"""Project: which data, what is known of them, the recipe, the scenarios and what to measure."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
    model_validator,
)
from pydantic_core import to_json

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.files.atomic import same_file, write_atomically
from sdcdesk.core.files.input_file import InputFile, input_files, with_input_files
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.results.coarsening import USUAL
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.running.errors import ProjectError, SdcError, WriteError
from sdcdesk.core.running.model import FieldError, Model
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.document.axes import Axes, loss_axis, risk_axis
from sdcdesk.document.data_reference import DataReference
from sdcdesk.document.grid import Grid
from sdcdesk.document.hierarchy_names import by_name, resolved
from sdcdesk.document.measures import WrittenMeasure, leading_measure
from sdcdesk.document.migrations import FORMAT
from sdcdesk.document.noted_alternative import NotedAlternative
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.document.recipe import Recipe
from sdcdesk.document.scenario import Scenario
from sdcdesk.document.standing_answers import require_standing_answers
from sdcdesk.hierarchies.hierarchy import Hierarchy, read_hierarchy
from sdcdesk.io import FileOptions, FileRead, read_file
from sdcdesk.masking import GivenAnswer
from sdcdesk.masking.edit_rules.edit_rule import EditRule
from sdcdesk.risk import WeightMatrix

NAMED = 10
"""Absent variables that are named; the others are counted."""

ALL_ALIKE = "All alike"
"""Name of the weight matrix of the scenario to begin with."""

ALL_KEYS = "All key variables"
"""What somebody knows in the scenario to begin with."""


def _not_twice(written: Any, check: ValidatorFunctionWrapHandler) -> Any:
    """Check descriptions that are read; those of a project are not checked again at each of its changes."""
    is_checked = isinstance(written, tuple) and set(map(type, written)) <= {Variable}
    return written if is_checked else check(written)


class Project(Model):
    """Everything but the data: saved as readable JSON, reproduces every figure and the safe file.

    Attributes
    ----------
    format
        Number of the file format.
    title
        What people call it.
    data
        The data file.
    variables
        Descriptions; a variable without one is described by its column.
    weights
        Weight matrices by name.
    hierarchies
        Generalisation hierarchies, each of a name of its own, by which the file says where they are used.
    scenarios
        Disclosure scenarios; the file is safe only if it is safe in all.
    rules
        Edit rules: what must hold between the variables of every record.
    recipe
        The masking steps; it must be given, for its seed belongs to this project alone.
    measures
        What is measured besides the scenarios.
    axes
        The figures of the risk–loss path, where they were chosen.
    accepted
        Names of what leaves beside the keys and is accepted knowingly; see `ResidualRisk`.
    threshold
        Documents leave out aggregates that count fewer records; 0: none.
    dominance
        Documents round means and other numbers computed from values, or leave them out, so that every value
        stays uncertain by so many percent of the largest.
    answers
        The journal of answers to interval queries; see `Journal`.
    grid
        The alternatives that are compared; None: nobody has compared any.
    notes
        What was noted on alternatives.
    tables
        The statistical tables that are to be published, in their order.
    touching
        By variable with areas those of them that touch, in pairs, as the data call them.
    """

    format: Literal[14] = FORMAT
    title: str = ""
    data: DataReference
    variables: Annotated[tuple[Variable, ...], WrapValidator(_not_twice)] = ()
    weights: dict[str, WeightMatrix] = Field(default_factory=dict)
    hierarchies: tuple[Hierarchy, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    rules: tuple[EditRule, ...] = ()
    recipe: Recipe
    measures: tuple[WrittenMeasure, ...] = Field(default_factory=lambda: (leading_measure(Concern.LOSS)(),))
    axes: Axes = Axes()
    accepted: tuple[str, ...] = ()
    threshold: int = parameter(
        0,
        "Smallest count",
        "The report says “fewer than” it where a number counts fewer records, and rounds shares and leaves "
        "out curves from which such a number could be computed; 0 withholds none. It belongs to the project. "
        "The internal edition and the figures show all counts.",
        FieldDisplay(unit="records"),
        ge=0,
    )
    dominance: float = parameter(
        USUAL,
        "Uncertainty of values",
        "Report and figures round means and other numbers that are computed from values, or leave them out, "
        "so that every single value stays uncertain by so many percent of the largest one (the p % rule). It "
        "belongs to the project. The internal edition shows these numbers whole.",
        FieldDisplay(unit="%"),
        ge=1,
        le=100,
    )
    answers: tuple[GivenAnswer, ...] = ()
    grid: Grid | None = None
    notes: tuple[NotedAlternative, ...] = ()
    tables: tuple[PlannedTable, ...] = ()
    touching: dict[str, tuple[tuple[str, str], ...]] = Field(default_factory=dict)

    @field_validator("hierarchies", mode="before")
    @classmethod
    def _which_is_none(cls, written: Any) -> Any:
        """Say which hierarchy is none, and why."""
        entries = written if isinstance(written, tuple) else ()
        for place, entry in enumerate(entries, start=1):
            try:
                read_hierarchy(entry)
            except ValueError as error:
                wrong = sentence("hierarchy {place}: {wrong}", place=str(place), wrong=error.args[0])
                raise ValueError(wrong) from None
        return written

    @field_validator("hierarchies")
    @classmethod
    def _named(cls, hierarchies: tuple[Hierarchy, ...]) -> tuple[Hierarchy, ...]:
        names = [hierarchy.name for hierarchy in hierarchies]
        if "" in names:
            raise ValueError("one has no name, by which it could be found; give it one")
        if len(set(names)) < len(names):
            raise ValueError("two share a name; give each one of its own")
        return hierarchies

    @field_validator("scenarios", "recipe", "measures", "tables")
    @classmethod
    def _with_hierarchies(cls, part: Any, info: ValidationInfo) -> Any:
        """Put the hierarchies of the project in the place of their names."""
        return resolved(part, info.data.get("hierarchies", ()))

    @field_validator("grid")
    @classmethod
    def _names_hierarchies(cls, grid: Grid | None, info: ValidationInfo) -> Grid | None:
        """Put the names of hierarchies of the project in their place: a grid names them where it can."""
        hierarchies = info.data.get("hierarchies", ())
        if grid is None or not hierarchies:
            return grid
        return Grid(**by_name(grid.model_dump(mode="json"), hierarchies))

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for scenario in self.scenarios:
            if scenario.weights not in self.weights:
                raise ValueError(
                    sentence(
                        "scenario {name} uses the weight matrix {weights}, which the project does not hold",
                        name=short(scenario.name),
                        weights=short(scenario.weights),
                    )
                )
        names = [scenario.name for scenario in self.scenarios]
        if len(set(names)) < len(names):
            raise ValueError("two scenarios share a name")
        rules = [rule.name for rule in self.rules]
        if len(set(rules)) < len(rules):
            raise FieldError("rules", "two edit rules share a name")
        if len({table.name for table in self.tables}) < len(self.tables):
            raise FieldError("tables", "two tables share a name; give each one of its own")
        return self

    def open_data(self, project: Path, path: Path | None = None, progress: Progress = SILENT) -> Microdata:
        """Read the data and describe them.

        Parameters
        ----------
        project
            Where the project file is.
        path
            Another data file, for instance next year's; it may differ from the one referred to.
        progress
            Receives how far the work is.

        Returns
        -------
        Microdata
            All records, described as the project says.

        Raises
        ------
        ProjectError
            The file referred to is gone or has changed, or lacks variables that scenarios or steps need:
            all of them are named.
        DataError
            The file lacks described variables: all of them are named.
        ReadError
            The file cannot be read.
        """
        return self.read_data(project, path, progress)[0]

    def read_data(
        self, project: Path, path: Path | None = None, progress: Progress = SILENT
    ) -> tuple[Microdata, Self]:
        """Read the data and describe them; parameters and errors are those of `open_data`.

        Parameters
        ----------
        project
            Where the project file is.
        path
            Another data file, for instance next year's, or the same where the project was made on a random
            sample of it: all its records are read.
        progress
            Receives how far the work is.

        Returns
        -------
        tuple[Microdata, Self]
            The data, and the project that refers to the very bytes that were read, and to those of its other
            files: the same one where no other file was named.
        """
        there, options = self.data_source(project, path)
        if path is None:
            self.data.check_file(there)
        try:
            found = read_file(there, options, variables=self.variables, progress=progress)
        except SdcError:
            # That it is another file comes first.
            if path is None and not self.data.holds(there, progress):
                raise self.data.changed_file() from None
            raise
        if path is None and found.sha256 != self.data.sha256:
            raise self.data.changed_file()
        referring = self.referring_to(found, there, project)
        return self.prepared(found.data), (self if path is None else referring).pinned(progress)

    def data_source(self, project: Path, path: Path | None = None) -> tuple[Path, FileOptions]:
        """Return which file `read_data` reads, and how.

        Parameters
        ----------
        project, path
            As `read_data` takes them.

        Returns
        -------
        tuple[Path, FileOptions]
            The file need not be there.
        """
        there = path or self.data.located(project)
        options = self.data.reading(there)
        if path is not None:  # the sample is one of the file that it was drawn of
            options = options.changed(sample=None, sample_seed=None)
        return there, options

    def prepared(self, data: Microdata) -> Microdata:
        """Return the data as the project takes them: with its edit rules, as original or released file.

        Parameters
        ----------
        data
            The data as they were read, described by the project.

        Returns
        -------
        Microdata
            The same records.
        """
        return self.data.with_standing(data).with_edit_rules(self.rules)

    def referring_to(self, file: FileRead, data: Path, project: Path) -> Self:
        """Return the project that refers to the very bytes that were read.

        Parameters
        ----------
        file, data
            What was read, and the data file.
        project
            Where the project file is.

        Returns
        -------
        Self
            Only the reference to the data differs.

        Raises
        ------
        ProjectError
            The data lack variables that scenarios or steps need: all of them are named.
        """
        self._check_names(file.data)
        return self.changed(data=DataReference.from_file(file, data, project, released=self.data.released))

    def followed_measures(self) -> tuple[Measure, ...]:
        """Return those of the project's measures that limits of a scenario name, or the risk axis.

        Returns
        -------
        tuple[Measure, ...]
            In the order of the project.
        """
        named = {limit.measure for scenario in self.scenarios for limit in scenario.limits}
        named |= {self.risk_axis(scenario).measure for scenario in self.scenarios}
        return tuple(measure for measure in self.measures if measure.name in named)

    def risk_axis(self, scenario: Scenario) -> FigureAddress:
        """Return the figure that stands for the risk in a scenario of the project; see `axes.risk_axis`.

        Parameters
        ----------
        scenario
            One of its scenarios, or one as it was changed.

        Returns
        -------
        FigureAddress
            Measure and figure.
        """
        return risk_axis(self.axes, scenario, self.measures)

    @property
    def loss_axis(self) -> FigureAddress:
        """The figure that stands for the loss; see `axes.loss_axis`."""
        return loss_axis(self.axes, self.scenarios, self.measures)

    @property
    def unlimited(self) -> str:
        """Name of the first scenario without a limit; empty: there is none."""
        return next((scenario.name for scenario in self.scenarios if not scenario.limits), "")

    def with_default_scenario(self) -> Self:
        """Return the project with a scenario to begin with, where it has key variables and none.

        Everybody knows all keys, all records count alike, and no risk is too high: so the risk can be seen
        before anybody has said how much is accepted.

        Returns
        -------
        Self
            The same project where it has a scenario already.
        """
        if self.scenarios or not any(variable.role is Role.KEY for variable in self.variables):
            return self
        alike = WeightMatrix.maximal().changed(title=ALL_ALIKE)
        scenario = Scenario(name="Everybody's keys", knows=ALL_KEYS, weights=ALL_ALIKE)
        return self.changed(weights={ALL_ALIKE: alike, **self.weights}, scenarios=(scenario,))

    def save(self, path: Path, *, forget_answers: bool = False) -> tuple[str, ...]:
        """Write the project atomically: the old file stands until the new one is complete.

        Parameters
        ----------
        path
            Where the project is written.
        forget_answers
            Whether answers to queries may go that stand in the file and not in this project.

        Returns
        -------
        tuple of str
            Sentences on what a killed process had left in its folder.

        Raises
        ------
        WriteError
            The file cannot be written, is the data file, or holds answers that this project lacks.
        """
        if same_file(path, self.data.located(path)):
            raise WriteError(
                sentence("{name} is the data file of the project; choose another name.", name=path.name)
            )
        if not forget_answers:
            require_standing_answers(path, self.answers)
        content = self.content(path)
        return write_atomically(path, lambda file: file.write(content), overwrite=True)

    def content(self, path: Path) -> bytes:
        """Return what the file of the project holds.

        Parameters
        ----------
        path
            Where it will stand; other files are named as they are seen from there.

        Returns
        -------
        bytes
            JSON in UTF-8.
        """
        return self.with_input_files(lambda file: file.seen_from(path.parent))._written()

    def with_input_files(self, change: Callable[[InputFile], InputFile]) -> Self:
        """Return the project in which every other data file that steps and measures name is replaced.

        Parameters
        ----------
        change
            Returns another file for each.

        Returns
        -------
        Self
            The data file of the project stays as it is; the same object where none is named.
        """
        if not self.input_files:
            return self
        steps = tuple(
            step.changed(method=with_input_files(step.method, change)) for step in self.recipe.steps
        )
        scenarios = tuple(
            scenario.changed(measures=_with_input_files(scenario.measures, change))
            for scenario in self.scenarios
        )
        measures = _with_input_files(self.measures, change)
        grid = self.grid and self.grid.with_input_files(change)
        recipe = self.recipe.changed(steps=steps)
        tables = tuple(
            table
            if table.finished is None
            else table.changed(finished=with_input_files(table.finished, change))
            for table in self.tables
        )
        return self.changed(recipe=recipe, scenarios=scenarios, measures=measures, grid=grid, tables=tables)

    def pinned(self, progress: Progress = SILENT) -> Self:
        """Return the project with the hashes of other data files that were named without; see `InputFile`.

        Parameters
        ----------
        progress
            Stops the work where the user asked to.

        Returns
        -------
        Self
            The same object where every file has its hash.
        """
        if all(file.sha256 for file in self.input_files):
            return self
        return self.with_input_files(lambda file: file.pinned(progress))

    @property
    def input_files(self) -> tuple[InputFile, ...]:
        """The other data files that steps, measures and tables name, each once."""
        measures = (*(one for scenario in self.scenarios for one in scenario.measures), *self.measures)
        finished = (table.finished for table in self.tables if table.finished is not None)
        operations = (*(step.method for step in self.recipe.steps), *measures, *finished)
        named = (file for operation in operations for file in input_files(operation).values())
        return tuple(dict.fromkeys((*named, *(self.grid.input_files if self.grid else ()))))

    @property
    def digest(self) -> str:
        """What tells the project from any other: SHA-256 of the file that holds it, as hexadecimal digits."""
        return hashlib.sha256(self._written()).hexdigest()

    def _written(self) -> bytes:
        # Variables hold no hierarchies, and are written as they are: a file may have ten thousand.
        written = by_name(self.model_dump(mode="json", exclude={"variables"}), self.hierarchies)
        whole = {name: written.get(name, self.variables) for name in type(self).model_fields}
        return to_json(whole, indent=2) + b"\n"

    def _check_names(self, data: Microdata) -> None:
        uses: list[tuple[str, str, dict[str, str]]] = []
        for scenario in self.scenarios:
            named = {"scenario": short(scenario.name)}
            uses += [(name, "{name} is a key of scenario {scenario}", named) for name in scenario.keys]
            for measure in scenario.measures:
                words, both = (
                    "{name} is used by {title} of scenario {scenario}",
                    {"title": measure.title, **named},
                )
                uses += [(name, words, both) for _, name, _ in measure.chosen()]
        for rule in self.rules:
            words, named = "{name} is used by the edit rule {rule}", {"rule": short(rule.name)}
            uses += [(name, words, named) for name in rule.variables]
        for number, step in enumerate(self.recipe.steps, start=1):
            words, named = "{name} is used by step {step}", {"step": str(number)}
            uses += [(name, words, named) for _, name, _ in step.method.chosen()]
        for table in self.tables:
            words, named = "{name} is used by the table {table}", {"table": short(table.name)}
            uses += [(name, words, named) for name in table.variables()]
        absent = {name: (words, named) for name, words, named in reversed(uses) if name not in data}
        if absent:
            first = [
                sentence(words, name=short(name), **named)
                for name, (words, named) in list(absent.items())[:NAMED]
            ]
            raise ProjectError(
                sentence(
                    "The data lack variables that the project needs: {uses}.",
                    uses=listed(first, len(absent), "; "),
                ),
                "data",
            )
            raise ProjectError(words, "data")


def _with_input_files(
    measures: tuple[Measure, ...], change: Callable[[InputFile], InputFile]
) -> tuple[Measure, ...]:
    return tuple(with_input_files(measure, change) for measure in measures)
