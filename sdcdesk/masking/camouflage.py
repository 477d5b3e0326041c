"""Confidentiality via camouflage: intervals in the place of values, and interval answers to queries."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.method import Masked, Method, Purpose
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.model import FieldError
from sdcdesk.core.parameters import REQUIRED, Accepts, Shown, parameter
from sdcdesk.core.progress import Progress
from sdcdesk.core.quantity import NUMBER, VALUES, Quantity, Reason, Why, number
from sdcdesk.core.randomness import Draws, draws_of
from sdcdesk.core.sentence import sentence
from sdcdesk.core.variable import Role, Scale, Variable
from sdcdesk.kernels.camouflage import camouflage_vectors
from sdcdesk.kernels.interval_queries import (
    Range,
    count_range,
    largest_range,
    quantile_range,
    smallest_range,
    sum_range,
    variance_range,
)
from sdcdesk.masking.condition import Condition
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.new_values import numbers_to_square

AMOUNTS = Accepts(
    scales=(Scale.CONTINUOUS,),
    roles=(Role.CONFIDENTIAL, Role.OTHER),
)
"""Continuous variables that nobody is recognised by."""

SIZES = {"percent": "In % of each value", "value": "In units of the variable"}

EXACT = "Some intervals have no width: these values are released as they are; give a least protection."

TOO_WIDE = Reason(Why.INFINITE, "The intervals are wider than any number of standard deviations.")

WEIGHTS_FROM, VARIABLE = 2**40, 2**8
"""Columns of random numbers: those of the weights, and how many a variable has."""

Statistic = Literal[
    "count", "sum", "mean", "max", "min", "variance", "standard deviation", "at least", "quantile"
]


@dataclass(frozen=True, slots=True)
class Answer:
    """An interval that contains the true answer to a query.

    Attributes
    ----------
    low, high
        Its ends.
    kind
        "exact": they are the answer; "range": what some weights could make it; "outer": contains that range.
    """

    low: float
    high: float
    kind: Literal["exact", "range", "outer"]


class Camouflage(Method):
    """Replace values by intervals that hide them, and answer queries by intervals that contain the truth.

    For each variable k camouflage vectors p¹…pᵏ are drawn, columns as long as the file, of which the true
    one is a mean with secret weights: a = Σ λⱼ·pʲ, λⱼ > 0 random with sum 1. In each record the least of
    them lies at least the lower protection below the value, the largest at least the upper protection above
    it; how far beyond, up to twice, is random, as is which vector is least. The released
    file has for each variable x the two variables `x_low` and `x_high`, the least and the largest of the
    vectors, in the place of x. Missing values have no interval.

    Queries over any subset of the records (*Ask for an interval* in the menu of the step, `query` in Python
    and on the command line) get the range of the statistic over all weighted means of the vectors, so that
    the truth always lies within, and any number of answers together tell no more than the vectors:

    - sum, mean: least and largest of those of the vectors;
    - max: at most the largest of all; at least the solution of a linear program; min: the mirror;
    - variance, standard deviation (÷ n − 1): at most the largest of the vectors; at least the solution of
      a quadratic program;
    - count by public attributes: exact;
    - count of values at least c, median, quantiles: from the records' own intervals, called *outer*, as no
      weights may reach their ends.

    Ratios and correlations are not offered. All ends are moved outwards by a billionth, for rounding.

    When to use
        Where users need correct bounds rather than perturbed numbers, as in a query service for amounts
        of which nobody may be known to within some per cent.
    When not to use
        Where users run models. Where weights or vectors could become known: with both the truth follows, so
        keep project, recipe and seed as secret as the data. With two vectors, who knows one true value
        knows the weights. Use one seed only: intervals of two draws intersect to less. The
        share of the interval between a value and its ends tells nothing certain, but averages do: the
        middle of all intervals is a fair guess of a mean.

    Figures
    -------
    mean width by standard deviation
        For each variable: mean width of the intervals, divided by the standard deviation of the variable.
    values released exactly
        Intervals of no width, such as those of zeros with a protection in %.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [31, 45, 52], "income": [1200.0, 1900.0, 2500.0]}))
    >>> camouflage = sdc.masking.Camouflage(variables=["income"], below=10.0, above=10.0)
    >>> masked = camouflage.apply(data, seed=7)
    >>> masked.names
    ('age', 'income_low', 'income_high')
    >>> answer = camouflage.query(data, 7, "sum", "income")
    >>> answer.low <= 5600 <= answer.high
    True
    """

    name: ClassVar[str] = "camouflage"
    title: ClassVar[str] = "Camouflage"
    source: ClassVar[str] = (
        "Gopal, Goes and Garfinkel (1998), Interval Protection of Confidential Information in a Database"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    random: ClassVar[bool] = True

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The confidential variables that become intervals; keys cannot.",
        accepts=AMOUNTS,
        min_length=1,
    )
    size: Literal["percent", "value"] = parameter(
        "percent",
        "Protection",
        "Whether it grows with the value or is the same for all.",
        Shown(choices=SIZES),
    )
    below: float = parameter(
        10.0,
        "At least below",
        "In % of the value: each interval begins at least this far below it.",
        Shown(unit="%", when={"size": ("percent",)}),
        ge=0,
        le=1e100,
    )
    above: float = parameter(
        10.0,
        "At least above",
        "In % of the value: each interval ends at least this far above it.",
        Shown(unit="%", when={"size": ("percent",)}),
        ge=0,
        le=1e100,
    )
    least: float = parameter(
        0.0,
        "But no less than",
        "In units of the variable, for values that are 0 or small.",
        Shown(when={"size": ("percent",)}),
        ge=0,
        le=1e100,
    )
    value_below: float = parameter(
        0.0,
        "At least below",
        "In units of the variable: each interval begins at least this far below the value.",
        Shown(when={"size": ("value",)}),
        ge=0,
        le=1e100,
    )
    value_above: float = parameter(
        0.0,
        "At least above",
        "In units of the variable: each interval ends at least this far above the value.",
        Shown(when={"size": ("value",)}),
        ge=0,
        le=1e100,
    )
    vectors: int = parameter(
        3, "Camouflage vectors", "More of them hide the weights better and widen intervals.", ge=2, le=8
    )

    @model_validator(mode="after")
    def _protecting(self) -> "Camouflage":
        field = "below" if self.size == "percent" else "value_below"
        if not any(self._asked):
            raise FieldError(field, "is 0 like the protection above, so that values would be released")
        return self

    @property
    def _asked(self) -> tuple[float, float]:
        """Protection below and above, in % of the value or in units of the variable."""
        percent = self.size == "percent"
        return (self.below, self.above) if percent else (self.value_below, self.value_above)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("{names} as intervals", names=", ".join(self.variables))

    def query(
        self,
        data: Microdata,
        seed: Draws | int,
        statistic: Statistic,
        variable: str,
        where: Condition | None = None,
        at: float = 0.5,
    ) -> Answer:
        """Answer a query about the records that meet a condition and have a value.

        Parameters
        ----------
        data
            The file before the step: the same for all queries.
        seed
            Seed of the step: the same for all queries.
        statistic
            What is asked; "at least" counts the values of at least `at`, "quantile" that of the share `at`.
        variable
            One of the variables of the step.
        where
            Compares public variables; None: all records.
        at
            A threshold, or a share from 0 to 1.

        Returns
        -------
        Answer

        Raises
        ------
        DataError
            Too few records have a value, or the condition compares a variable that is hidden.
        ParameterError
            The variable is none of the step, the statistic is not offered, or the share is none.
        """
        self.check(data)
        if variable not in self.variables:
            raise ParameterError("A query is about one of the variables of the step.", "variables")
        if where is not None and set(where.variables) & set(self.variables):
            raise DataError(
                "A query chooses records by public variables only; leave hidden ones out.", "where"
            )
        values = numbers_to_square(data, variable)
        chosen = ~np.isnan(values)
        if where is not None:
            chosen &= where.holds(data)
        if statistic == "count":
            return Answer(int(chosen.sum()), int(chosen.sum()), "exact")
        draws = draws_of(seed, self.title)
        return _answer(self._vectors(data, draws, variable)[:, chosen], statistic, at)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        columns: dict[str, pd.Series] = {}
        figures: dict[str, Quantity] = {}
        described, exact = [], 0
        for name, _ in progress.over(self.variables, self.title):
            vectors = self._vectors(data, draws, name)
            low, high = vectors.min(axis=0), vectors.max(axis=0)
            variable = data.variable(name)
            for end, values in (("low", low), ("high", high)):
                columns[f"{name}_{end}"] = pd.Series(values)
                described.append(_described(variable, end))
            exact += int((low == high).sum())
            present = ~np.isnan(low)
            deviation = standard_deviation(data.numbers(name)[present])
            if deviation:
                width = float((high - low)[present].mean()) / deviation
                figures[f"mean width of {name} by its standard deviation"] = number(width, NUMBER, TOO_WIDE)
        masked = data.drop(self.variables).appended(columns, described)
        notes = (EXACT,) if exact else ()
        return Masked(masked, figures | {"values released exactly": Quantity(exact, VALUES)}, notes)

    def _vectors(self, data: Microdata, draws: Draws, name: str) -> np.ndarray:
        """Return the camouflage vectors of a variable, float64 (k, n)."""
        values, place = numbers_to_square(data, name), self.variables.index(name)
        columns = range(place * VARIABLE, place * VARIABLE + self.vectors + 1)
        uniform = np.column_stack([draws.uniform(data.rows, column) for column in columns])
        weights = 1 + draws.uniform(np.arange(self.vectors), WEIGHTS_FROM + place)
        unit = np.abs(values) / 100 if self.size == "percent" else np.ones(len(values))
        below, above = (
            np.maximum(amount * unit, self.least) if amount else np.zeros(len(values))
            for amount in self._asked
        )
        return camouflage_vectors(values, below, above, weights / weights.sum(), uniform)


def _described(variable: Variable, end: str) -> Variable:
    """Return the description of one end of the intervals of a variable."""
    label = f"{variable.label or variable.name}, {end} end"
    return Variable(
        name=f"{variable.name}_{end}",
        label=label,
        role=variable.role,
        scale=Scale.CONTINUOUS,
        unit=variable.unit,
    )


def _mean_range(vectors: np.ndarray) -> Range:
    low, high = sum_range(vectors)
    return low / vectors.shape[1], high / vectors.shape[1]


def _deviation_range(vectors: np.ndarray) -> Range:
    low, high = variance_range(vectors)
    return math.sqrt(low), math.sqrt(high)


RANGES: dict[str, tuple[int, Callable[[np.ndarray], Range]]] = {
    "sum": (0, sum_range),
    "mean": (1, _mean_range),
    "max": (1, largest_range),
    "min": (1, smallest_range),
    "variance": (2, variance_range),
    "standard deviation": (2, _deviation_range),
}
"""For each statistic the records that it needs, and its range over all weights."""


def _answer(vectors: np.ndarray, statistic: str, at: float) -> Answer:
    """Return the answer for the records of these columns, float64 (k, m)."""
    if statistic == "at least":
        return Answer(*count_range(vectors, at), "outer")
    needed, found = (1, None) if statistic == "quantile" else RANGES.get(statistic, (0, None))
    if vectors.shape[1] < needed:
        raise DataError("The query finds too few records with a value; ask for more of them.", "where")
    if found is not None:
        return Answer(*found(vectors), "range")
    if statistic != "quantile":
        raise ParameterError(
            "No interval of this statistic would contain the truth for certain.", "statistic"
        )
    if not 0 <= at <= 1:
        raise ParameterError("The share of a quantile lies between 0 and 1.", "at")
    return Answer(*quantile_range(vectors, at), "outer")
