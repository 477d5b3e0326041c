"""Comparison of alternatives: all outcomes, and what can be read from them: frame, groups, front, scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.grid import Grid
from sdcdesk.document.recipe import Recipe
from sdcdesk.release.risk_loss_path import Address
from sdcdesk.search.alternatives.front import Front, pareto_front
from sdcdesk.search.alternatives.outcome import Group, Outcome, more_is_better
from sdcdesk.search.alternatives.scores import has_scale, require_scale, score

SCHEMA = 1
"""Number of the form of the JSON; it rises when names in it change."""

INTERNAL = (
    "Comparison of alternatives. Internal: it tells with all digits how files stand that are not released, "
    "and guesses at the data or at the seed could be proved by it. Keep it where the project is kept."
)
"""What a saved comparison says of itself."""

FIRST = ("number", "family", "words", "draw", "records", "verdict")
"""The first columns of a frame."""


@dataclass(frozen=True, repr=False)
class Comparison:
    """What became of the alternatives of a grid, or of those that are done so far.

    It is a document for the people who choose: it tells, with all digits, how files stand that are never
    released.

    Attributes
    ----------
    grid
        What was compared.
    runs
        Alternatives of the grid, done or not.
    outcomes
        Those that are done in the order of the grid; at its end those that failed.
    risk, loss
        The figures on the axes of the project; the risk of no scenario is the worst over the scenarios.
    project, data
        Digests of what was compared: of all of the project that a figure hangs on, and of the initial file.
    """

    grid: Grid
    runs: int
    outcomes: tuple[Outcome, ...]
    risk: Address
    loss: Address
    project: str
    data: str

    def __repr__(self) -> str:
        return sentence("Comparison({n} of {runs} alternatives)", n=len(self.outcomes), runs=self.runs)

    @property
    def complete(self) -> bool:
        """Whether every alternative is done; those that failed are."""
        return len(self.outcomes) == self.runs

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """Alternatives that could not be applied."""
        return tuple(outcome for outcome in self.outcomes if outcome.error is not None)

    def with_outcomes(self, outcomes: tuple[Outcome, ...]) -> "Comparison":
        """Return the comparison with other outcomes.

        Parameters
        ----------
        outcomes
            Outcomes of alternatives of the grid.

        Returns
        -------
        Comparison
            The same otherwise.
        """
        return replace(self, outcomes=outcomes)

    def outcome(self, number: int) -> Outcome:
        """Return the outcome of an alternative.

        Parameters
        ----------
        number
            Its place in the grid, from 0.

        Returns
        -------
        Outcome
            As it is kept.

        Raises
        ------
        ParameterError
            There is no such alternative, or it is not done.
        """
        found = next((one for one in self.outcomes if one.alternative.number == number), None)
        if found is None:
            wrong = "There is no alternative {number} among those that are done; they are numbered from 0."
            raise ParameterError(sentence(wrong, number=str(number)), "number")
        return found

    def recipe(self, number: int) -> Recipe:
        """Return the whole recipe of an alternative, with the seed of the project.

        Parameters
        ----------
        number
            Its place in the grid, from 0.

        Returns
        -------
        Recipe
            Applied to the same file, it gives the very file that was assessed.

        Raises
        ------
        ParameterError
            There is no such alternative, or it is not done.
        """
        return self.outcome(number).alternative.recipe

    @property
    def figures(self) -> tuple[Address, ...]:
        """Every figure that was found, in the order of scenarios and measures; any two can be axes."""
        return tuple(dict.fromkeys(address for one in self.outcomes for address in one.figures))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The draws of each alternative together, in the order of the grid; without those that failed."""
        found: dict[int, list[Outcome]] = {}
        for outcome in self.outcomes:
            if outcome.error is None:
                found.setdefault(outcome.alternative.group, []).append(outcome)
        return tuple(Group(tuple(found[group])) for group in sorted(found))

    @property
    def frame(self) -> pd.DataFrame:
        """One row an alternative, in the order of `outcomes`, and a column for every figure.

        The columns are "number" (from 0), "family", "words", "draw", "records", "verdict", each parameter
        that varies ("2. window": of the second step of its family), each figure ("Neighbour:
        MEASURE.FIGURE", and "MEASURE.FIGURE" of the project's own measures), and "error". What is not known
        or not defined is missing.
        """
        varying = dict.fromkeys(setting[:2] for one in self.outcomes for setting in one.alternative.settings)
        columns = [*FIRST, *map(setting_column, sorted(varying)), *map(figure_column, self.figures), "error"]
        return pd.DataFrame([_row(outcome, self.figures) for outcome in self.outcomes], columns=columns)

    def front(self, risk: Address | None = None, loss: Address | None = None) -> Front:
        """Return the alternatives that no other one beats in two figures.

        Parameters
        ----------
        risk, loss
            Any two figures; the axes of the project where none is given.

        Returns
        -------
        Front
            Without alternatives of which one of both is not known or not defined.
        """
        axes = risk or self.risk, loss or self.loss
        points = []
        for outcome in self.outcomes:
            first, second = (_less(outcome, axis) for axis in axes)
            if first is not None and second is not None:
                points.append((outcome.alternative.number, first, second))
        return pareto_front(points)

    def scores(self, weight: float | Mapping[Address, float] = 0.5) -> dict[int, Quantity]:
        """Return the overall score of each alternative: a weighted mean of figures on 0–100, less is better.

        Parameters
        ----------
        weight
            How much the risk counts, 0…1; the loss counts the rest. Or how much each of any figures counts.

        Returns
        -------
        dict[int, Quantity]
            By number of the alternative, in the order of `outcomes`; not defined where a figure that counts
            is not.

        Raises
        ------
        ParameterError
            A weight is negative, all are 0, or a figure is no share and no score.
        """
        weights = self.weights(weight)
        _require_weights(weights.values())
        for axis, counts in weights.items():
            if counts:
                require_scale(axis)
        return {outcome.alternative.number: score(outcome, weights) for outcome in self.outcomes}

    def weights(self, weight: float | Mapping[Address, float]) -> dict[Address, float]:
        """Return how much each figure counts in the overall score.

        Parameters
        ----------
        weight
            See `scores`.

        Returns
        -------
        dict[Address, float]
            By figure.
        """
        return {self.risk: weight, self.loss: 1 - weight} if isinstance(weight, float | int) else {**weight}

    def to_json(self, weight: float | Mapping[Address, float] | None = None) -> dict[str, Any]:
        """Return the comparison as plain JSON values at full precision, as an internal document.

        Parameters
        ----------
        weight
            How much figures count in the overall score; see `scores`. None: risk and loss alike or, where one
            of them is not on 0–100, no score.

        Returns
        -------
        dict[str, Any]
            Without the seed and without values of the data; the same whatever the number of threads.

        Raises
        ------
        ParameterError
            See `scores`.
        """
        front = self.front()
        if weight is None and all(map(has_scale, (self.risk, self.loss))):
            weight = 0.5
        return {
            "schema": SCHEMA,
            "document": INTERNAL,
            "project": self.project,
            "data": self.data,
            "grid": self.grid.model_dump(mode="json"),
            "alternatives": self.runs,
            "done": len(self.outcomes),
            "axes": {"risk": self.risk._asdict(), "loss": self.loss._asdict()},
            "front": list(front.numbers),
            "ties": [list(tie) for tie in front.ties],
            **({} if weight is None else self._scores_json(weight)),
            "groups": [self._group_json(group) for group in self.groups],
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }

    def _scores_json(self, weight: float | Mapping[Address, float]) -> dict[str, Any]:
        """Return the scores and what counts in them."""
        weights = self.weights(weight)
        found = self.scores(weights)
        counts = [{**axis._asdict(), "weight": counts} for axis, counts in weights.items()]
        scores = [{"number": number, "score": score.value} for number, score in found.items()]
        return {"weights": counts, "scores": scores}

    def _group_json(self, group: Group) -> dict[str, Any]:
        numbers = [outcome.alternative.number for outcome in group.outcomes]
        axes = {"risk": self.risk, "loss": self.loss}
        return {"numbers": numbers, **{name: group.spread(axis)._asdict() for name, axis in axes.items()}}


def _require_weights(weights: Iterable[float]) -> None:
    given = list(weights)
    if any(not 0 <= one < float("inf") for one in given) or not sum(given):
        raise ParameterError("Weights are 0 or more, and one of them is more than 0.", "weights")


def _less(outcome: Outcome, axis: Address) -> float | None:
    """Return a figure so that less is better."""
    value = outcome.value(axis)
    return value if value is None or not more_is_better(axis) else -value


def setting_column(varying: tuple[int, str]) -> str:
    """Return the name of the column of a parameter that varies.

    Parameters
    ----------
    varying
        Step of its family, from 0, and name of the parameter.

    Returns
    -------
    str
        "1. window".
    """
    step, name = varying
    return f"{step + 1}. {name}"


def figure_column(address: Address) -> str:
    """Return the name of the column of a figure.

    Parameters
    ----------
    address
        Scenario, measure and figure.

    Returns
    -------
    str
        "Neighbour: MEASURE.FIGURE", or "MEASURE.FIGURE" of a measure of the project.
    """
    figure = f"{address.measure}.{address.figure}"
    return f"{address.scenario}: {figure}" if address.scenario else figure


def _row(outcome: Outcome, figures: Iterable[Address]) -> dict[str, Any]:
    alternative = outcome.alternative
    settings = {setting_column((step, name)): value for step, name, value in alternative.settings}
    values = {figure_column(address): outcome.value(address) for address in figures}
    return {
        "number": alternative.number,
        "family": alternative.title,
        "words": alternative.words,
        "draw": alternative.draw,
        "records": outcome.records,
        "verdict": str(outcome.verdict),
        **settings,
        **values,
        "error": None if outcome.error is None else outcome.error.message,
    }
