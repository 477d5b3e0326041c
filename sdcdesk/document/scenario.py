"""Disclosure scenarios: what an intruder knows, how it is measured, and how much risk is accepted."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import StringConstraints, field_serializer, model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Role, Variable
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.operations.parameters import REQUIRED, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.limit import Limit, Side
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import figure_name, require_fit
from sdcdesk.document.measures import MEASURES, WrittenMeasure, leading_measure, with_defaults
from sdcdesk.risk import WeightMatrix

MISSING = {
    "category": "Is a value of its own: it equals only another missing value",
    "wildcard": "Could be any value: it matches all of them",
}


@dataclass(frozen=True, slots=True)
class MatrixName:
    """Marks a text that names a weight matrix of the project."""


class Scenario(Model):
    """One way in which somebody could be recognised.

    Attributes
    ----------
    name
        "Neighbour".
    knows
        What the intruder is supposed to know, in words.
    keys
        The variables that the intruder knows; none: all with the role of a key.
    missing
        What a missing key value matches: only another missing value (`category`), or every value
        (`wildcard`).
    weights
        Name of the project's weight matrix.
    k
        Group size below which records are listed.
    measures
        What is measured besides the leading measure of risk, one of each kind; keys, missing values, weights
        and k are said by the scenario alone, see `own`.
    limits
        What is accepted, of any figure of any measure; none: the scenario gets no verdict.
    """

    name: Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)] = parameter(
        REQUIRED, "Name", "What the scenario is called.", FieldDisplay(wide=True, empty="Neighbour")
    )
    knows: Annotated[str, StringConstraints(strip_whitespace=True)] = parameter(
        "",
        "In words",
        "What the intruder is supposed to know.",
        FieldDisplay(wide=True, empty="Somebody next door, who knows age, sex and place"),
    )
    keys: tuple[str, ...] = parameter(
        (),
        "The intruder knows",
        "The variables by which the intruder looks for somebody.",
        accepts=Accepts(roles=(Role.KEY, Role.OTHER), otherwise=Role.KEY),
    )
    missing: Literal["category", "wildcard"] = parameter(
        "category",
        "A missing value",
        "What a missing key value matches.",
        FieldDisplay(choices=MISSING, menu=True),
    )
    weights: Annotated[str, MatrixName()] = parameter(
        REQUIRED, "Weights", "How much each record counts, by the sizes of its groups."
    )
    k: int = parameter(
        3,
        "Wanted group size",
        "Records in smaller groups are listed.",
        FieldDisplay(unit="records"),
        ge=2,
    )
    measures: tuple[WrittenMeasure, ...] = parameter(
        (), "Measures", "What is computed besides the disclosure risk, for what this intruder knows."
    )
    limits: tuple[Limit, ...] = parameter((), "Limits", "How much is accepted; an empty value is no limit.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        names = [leading_measure(Concern.RISK).name, *(measure.name for measure in self.measures)]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice:
            raise ValueError(
                sentence("{title} is among the measures already; name each once", title=MEASURES[twice].title)
            )
        for measure in self.measures:
            stated = [name for name in knowledge(type(measure)) if name in measure.model_fields_set]
            if stated:
                raise ValueError(
                    sentence(
                        "{title} says {said} itself, which is for the scenario to say; leave it out of the "
                        "measure",
                        title=measure.title,
                        said=stated[0],
                    )
                )
        stands = [(limit.measure, limit.figure, limit.side) for limit in self.limits]
        for limit, address in zip(self.limits, stands, strict=True):
            require_fit(limit)
            if stands.count(address) > 1:
                raise ValueError(
                    sentence(
                        "{figure_name} has two limits of the kind {side}; keep one",
                        figure_name=figure_name(limit),
                        side=limit.side,
                    )
                )
        return self

    @field_serializer("measures")
    def _written(self, measures: tuple[Measure, ...]) -> list[dict[str, Any]]:
        """Write each measure with what it says itself."""
        return [
            {
                **written,
                "parameters": {name: value for name, value in parameters.items() if name not in known},
            }
            for measure in measures
            for known, written in [(knowledge(type(measure)), MEASURES.write(measure))]
            for parameters in [written["parameters"]]
        ]

    def known_text(self, variables: Iterable[Variable]) -> str:
        """Return the scenario with the variables that it knows, as they are called: "Neighbour: Age, Sex".

        Parameters
        ----------
        variables
            All of the project; those with the role of a key are known where the scenario names none.

        Returns
        -------
        str
            Its name alone where nothing is known.
        """
        known = ", ".join(self.known_names(variables))
        return f"{self.name}: {known}" if known else self.name

    def known_names(self, variables: Iterable[Variable]) -> tuple[str, ...]:
        """Return the variables that it knows, as they are called.

        Parameters
        ----------
        variables
            As of `known_text`.

        Returns
        -------
        tuple[str, ...]
            In the order of the scenario.
        """
        described = tuple(variables)
        keys = self.keys or tuple(variable.name for variable in described if variable.role is Role.KEY)
        called = display_names(described)
        return tuple(called.get(key, key) for key in keys)

    def known_keys(self, data: Microdata) -> tuple[str, ...]:
        """Return the names of the keys that it knows.

        Parameters
        ----------
        data
            A file; its variables with the role of a key are known where the scenario names none.

        Returns
        -------
        tuple[str, ...]
            In the order of the scenario; the file may lack one that it names.
        """
        return self.keys or data.named(Role.KEY)

    def informed(self, measure: Measure, matrix: WeightMatrix) -> Measure:
        """Return a measure that supposes what the intruder of this scenario knows.

        Parameters
        ----------
        measure
            Its parameters keys, missing, weights and k, where it has them, are those of the scenario; the
            others stay.
        matrix
            The scenario's weight matrix.

        Returns
        -------
        Measure
            A measure of the same class.

        Raises
        ------
        ParameterError
            The measure cannot take what the scenario says.
        """
        known = {"keys": self.keys, "missing": self.missing, "weights": matrix, "k": self.k}
        parameters = {name: known[name] for name in knowledge(type(measure)) if measure.applies(name)}
        return measure.changed(**parameters) if parameters else measure

    def wanted(self, *, only_limited: bool = False, followed: Collection[str] = ()) -> tuple[Measure, ...]:
        """Return the measures of the scenario, before the knowledge of the intruder is filled in.

        These are the leading measure of risk, its own measures (of them, where wanted, only those with
        limits), and others on which its limits stand, unless they measure the same in every scenario: those
        belong to the project.

        Parameters
        ----------
        only_limited
            Whether measures without a limit are left out.
        followed
            Names of measures that are not left out for that.

        Returns
        -------
        tuple[Measure, ...]
            One of each class, the leading one first.
        """
        limited = {limit.measure for limit in self.limits}.union(followed)
        leading = leading_measure(Concern.RISK)
        found: dict[str, Measure] = {leading.name: leading()}
        for measure in self.measures:
            if measure.name in limited or not only_limited:
                found[measure.name] = measure
        for limit in self.limits:
            if limit.measure not in found and limit.measure in MEASURES:
                default = with_defaults(MEASURES[limit.measure])
                if default is not None and knowledge(type(default)):
                    found[limit.measure] = default
        return tuple(found.values())

    def limit(self, figure: str, measure: str = "", side: Side = "at most") -> float | None:
        """Return the value of the limit on a figure; None where none was set.

        Parameters
        ----------
        figure
            Name of the figure.
        measure
            Name of its measure; empty: the leading one of risk.
        side
            "at most" or "at least".

        Returns
        -------
        float or None
            In the unit of the figure.
        """
        address = (measure or leading_measure(Concern.RISK).name, figure, side)
        found = (limit.value for limit in self.limits if (limit.measure, limit.figure, limit.side) == address)
        return next(found, None)

    def with_limit(
        self,
        figure: str,
        value: float | None,
        measure: str = "",
        side: Side = "at most",
    ) -> Self:
        """Return the scenario with a limit on a figure, in its old place; None takes it away.

        Parameters
        ----------
        figure
            Name of the figure.
        value
            In the unit of the figure; None: no limit.
        measure
            Name of its measure; empty: the leading one of risk.
        side
            "at most" or "at least".

        Returns
        -------
        Self
            The other limits stay.
        """
        measure = measure or leading_measure(Concern.RISK).name
        address = (measure, figure, side)
        new = [Limit(measure=measure, figure=figure, side=side, value=value)] if value is not None else []
        limits: list[Limit] = []
        for limit in self.limits:
            if (limit.measure, limit.figure, limit.side) == address:
                limits += new
                new = []
            else:
                limits.append(limit)
        return self.changed(limits=(*limits, *new))


def known_keys(data: Microdata, scenario: Scenario | None) -> tuple[str, ...]:
    """Return the keys that somebody knows, as far as a file has them.

    Parameters
    ----------
    data
        The file.
    scenario
        What is known; None: all variables with the role of a key.

    Returns
    -------
    tuple[str, ...]
        Their names, possibly none.
    """
    named = data.named(Role.KEY) if scenario is None else scenario.known_keys(data)
    return tuple(name for name in named if name in data)


def knowledge(measure: type[Measure]) -> tuple[str, ...]:
    """Return those of a measure's parameters that a scenario fills in: named, and of the kind, as there.

    Parameters
    ----------
    measure
        Class of the measure.

    Returns
    -------
    tuple[str, ...]
        Names of parameters, such as keys, missing, weights and k.
    """
    own, known = measure.model_fields, leading_measure(Concern.RISK).model_fields
    return tuple(name for name in known if name in own and own[name].annotation == known[name].annotation)


def own(measure: Measure) -> Measure:
    """Return a measure without what a scenario says itself, as scenarios hold it.

    Parameters
    ----------
    measure
        A measure that can suppose an intruder.

    Returns
    -------
    Measure
        Its other parameters stay.
    """
    known = knowledge(type(measure))
    values = {name: getattr(measure, name) for name in measure.model_fields_set if name not in known}
    return type(measure)(**values)
