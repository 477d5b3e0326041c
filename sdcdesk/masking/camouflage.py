"""Camouflage: intervals in the place of values, in which a value can lie anywhere."""

from collections.abc import Iterator
from typing import ClassVar, Literal

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.core.data.variable import Role, Scale, Variable
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Reason, Why, number, variable_unit
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.core.operations.parameters import REQUIRED, Accepts, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws, draws_from_seed
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.kernels.camouflage import Intervals, Protection, camouflaged
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.new_values import numbers_to_square

AMOUNTS = Accepts(
    scales=(Scale.CONTINUOUS,),
    roles=(Role.CONFIDENTIAL, Role.OTHER),
)
"""Continuous variables that nobody is recognised by."""

PUBLIC = Accepts(roles=(Role.KEY, Role.STRATUM, Role.OTHER))
"""Variables that can be public: what is confidential, or tells or numbers people, never can."""

SIZES = {"percent": "In % of each value", "value": "In units of the variable"}

TOO_WIDE = Reason(Why.INFINITE, "The intervals are wider than any number of standard deviations.")

OFTEN = 0.1
"""Share of the records, with a value other than 0, in which two variables are the same often."""

SAME_INTERVALS = (
    "{name} and {other} have the same value in many records, of which both intervals together tell more than "
    "either may; leave one of them out."
)
SAME_VALUES = (
    "{other} has the same value as {name} in many records, and tells what the interval of {name} hides; "
    "leave {other} out."
)

COLUMNS = 2
"""Columns of random numbers that a variable has: where its values lie, and how wide intervals are."""


STEP = Declared(
    "step",
    "Step",
    variable_unit(),
    "Both ends of every interval are whole multiples of it.",
)

MEAN_WIDTH = Declared(
    "mean_width",
    "Mean width by standard deviation",
    NUMBER,
    "Mean width of the intervals, divided by the standard deviation of the variable.",
)

BY_VARIABLE = by_variable(STEP, MEAN_WIDTH)


class Camouflage(Method):
    """Replace values by intervals that hide them, and answer queries by intervals that contain the truth.

    The released file has for each variable x the two variables `x_low` and `x_high` in the place of x. Each
    interval contains the value, begins at least the lower protection below it and ends at least the upper
    protection above it. Missing values have no interval.

    First an inner interval is drawn around the value, once to twice as wide as the protection, below and
    above together (of protections above 100 %, as the value). How wide it is, and which share of it lies
    below the value, is drawn for each record by itself. The interval is then made of the inner one alone: it
    reaches beyond it by the protection that any value in it needs, and both ends are moved outwards to whole
    steps.

    The step is stated with the results. It is 1, 2 or 5 times a power of ten, and as fine as it can be, but
    no finer than the grid on which three in four of the different values lie (whole euros, hundreds), a tenth
    of the protection of the value in the middle, and a trillionth of the largest end. No protection is less
    than a step, so that zeros get an interval too, and no value is released exactly.

    What this promises: who knows this rule, the protection and the step, but not the seed, learns that a
    value lies in its inner interval, and no more. That holds two values of the grid at least, is at least as
    wide as the protection of the value in it that has the least, and all places in it are equally likely,
    counted in protections. Neither the digits of the ends nor other records tell more, as each is drawn by
    itself. What the values are known to be besides, such as never below 0 or mostly a round number, cuts the
    interval further, as it would cut any.

    The source draws a few camouflage vectors, columns as long as the file, of which the true one is a mean
    with weights common to all records, so that intervals for sums are narrow. Where values are known to be
    whole numbers, these weights follow from the released file alone (two vectors) or from sums over a few
    hundred sets (three), and with them all values. So weights are drawn by record here, and queries are
    answered in another way.

    Queries over a subset of the records (*Ask for an interval* in the menu of the step, `IntervalQuery` in
    Python, `query` on the command line) are answered from the released intervals alone: an answer is what the
    statistic can be where each value lies anywhere in its interval, its ends rounded outwards to whole steps.
    So any number of answers, combined in any way, tell no more about values than the released file. A sum is
    therefore known no better than the sum of the ends. Narrower ranges for subsets are not offered, nor are
    ratios and correlations, for which nothing could be promised.

    A query chooses its records by public variables: keys, and those declared here. Identifiers, numbers of
    households, weights and confidential variables are never public; who means one to be gives it another
    role first. Public variables count as known to everybody as they stand before the step, so that
    this step belongs after those that mask them.

    When to use
        Where users need correct bounds rather than perturbed numbers, as in a query service for amounts
        of which nobody may be known to within some per cent.
    When not to use
        Where users run models, or need sums and means that are closer than single values. Use one seed only:
        the intervals of two draws intersect to less. So do those of two variables that have the same value in
        a record, as earnings and wages of who earns nothing else: such a variable is named, and best left
        out. The middle of an interval is the best guess of its
        value; over many records the mean of the middles is close to the true mean.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [31, 45, 52], "income": [1200.0, 1900.0, 2500.0]}))
    >>> camouflage = sdc.masking.Camouflage(variables=["income"], below=10.0, above=10.0)
    >>> masked = camouflage.apply(data, seed=7)
    >>> masked.names
    ('age', 'income_low', 'income_high')
    >>> bool((masked.numbers("income_low") <= 0.9 * data.numbers("income")).all())
    True
    """

    name: ClassVar[str] = "camouflage"
    title: ClassVar[str] = "Camouflage"
    source: ClassVar[str] = (
        "After Gopal, Goes and Garfinkel (1998), Interval Protection of Confidential Information in a "
        "Database; weights drawn by record"
    )
    purpose: ClassVar[Purpose] = Purpose.LESS_DETAIL
    random: ClassVar[bool] = True
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income"]},
        {"variables": ["income", "bonus"], "size": "value", "value_below": 9.0, "value_above": 2.5},
        {
            "variables": ["income"],
            "below": 5.0,
            "above": 2.5,
            "least": 10.0,
            "public": ["age"],
            "smallest": 20,
        },
    )

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
        FieldDisplay(choices=SIZES),
    )
    below: float = parameter(
        10.0,
        "At least below",
        "In % of the value: each interval begins at least this far below it.",
        FieldDisplay(unit="%", when={"size": ("percent",)}),
        ge=0,
        le=1e6,
    )
    above: float = parameter(
        10.0,
        "At least above",
        "In % of the value: each interval ends at least this far above it.",
        FieldDisplay(unit="%", when={"size": ("percent",)}),
        ge=0,
        le=1e6,
    )
    least: float = parameter(
        0.0,
        "But no less than",
        "In units of the variable, for values that are 0 or small.",
        FieldDisplay(when={"size": ("percent",)}),
        ge=0,
        le=1e100,
    )
    value_below: float = parameter(
        0.0,
        "At least below",
        "In units of the variable: each interval begins at least this far below the value.",
        FieldDisplay(when={"size": ("value",)}),
        ge=0,
        le=1e100,
    )
    value_above: float = parameter(
        0.0,
        "At least above",
        "In units of the variable: each interval ends at least this far above the value.",
        FieldDisplay(when={"size": ("value",)}),
        ge=0,
        le=1e100,
    )
    public: tuple[str, ...] = parameter(
        (),
        "Public besides the keys",
        "Variables that everybody may know, by which queries may choose records. Keys are public anyway.",
        FieldDisplay(more=True, empty="none"),
        accepts=PUBLIC,
    )
    smallest: int = parameter(
        10,
        "Smallest set of a query",
        "Queries about fewer records are refused, and those that would tell fewer records apart: by what "
        "they leave out, or beside earlier answers.",
        FieldDisplay(unit="records", more=True),
        ge=2,
    )

    @model_validator(mode="after")
    def _protecting(self) -> "Camouflage":
        field = "below" if self.size == "percent" else "value_below"
        if not any(self._both_protections):
            raise FieldError(field, "is 0 like the protection above, so that values would be released")
        if set(self.public) & set(self.variables):
            raise FieldError("public", "a variable that becomes intervals is not public; leave it out")
        return self

    @property
    def _both_protections(self) -> tuple[float, float]:
        """Protection below and above, in % of the value or in units of the variable."""
        percent = self.size == "percent"
        return (self.below, self.above) if percent else (self.value_below, self.value_above)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence("{names} as intervals", names=", ".join(self.variables))

    def public_variables(self, data: Microdata) -> tuple[str, ...]:
        """Return the variables by which a query may choose records.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        tuple[str, ...]
            In the order of the file: keys, and those that the step declares public.
        """
        return tuple(
            variable.name
            for variable in data.variables
            if variable.role is Role.KEY or variable.name in self.public
        )

    def intervals(self, data: Microdata, seed: Draws | int, variable: str) -> Intervals:
        """Return the intervals that the step releases in the place of a variable.

        Parameters
        ----------
        data
            The file before the step.
        seed
            Seed of the step or, of a step of a recipe, its random numbers.
        variable
            One of the variables of the step.

        Returns
        -------
        Intervals
            In the order of the file.
        """
        draws = draws_from_seed(seed, self.title, data.lineage.streams)
        values = numbers_to_square(data, variable)
        first = COLUMNS * self.variables.index(variable)
        places, widths = (draws.uniform(data.rows, first + column) for column in range(COLUMNS))
        return camouflaged(values, self._protection, places, widths)

    @property
    def _protection(self) -> Protection:
        if self.size == "value":
            return Protection(0.0, 0.0, self.value_below, self.value_above)
        # One side without protection has no least one either.
        least = (self.least if share else 0.0 for share in self._both_protections)
        return Protection(self.below / 100, self.above / 100, *least)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        columns: dict[str, pd.Series] = {}
        found_of: dict[str, dict[Declared, Quantity]] = {}
        described = []
        for name, _ in progress.over(self.variables, self.title):
            found, variable = self.intervals(data, draws, name), data.variable(name)
            for end, steps in (("low", found.low), ("high", found.high)):
                columns[f"{name}_{end}"] = pd.Series(found.step.numbers(steps))
                described.append(_described(variable, end))
            found_of[name] = {STEP: Quantity(found.step.size, variable_unit(variable.unit))}
            present = ~np.isnan(found.low)
            deviation = standard_deviation(data.numbers(name)[present])
            if deviation:
                width = float(found.step.numbers(found.high - found.low)[present].mean()) / deviation
                found_of[name][MEAN_WIDTH] = number(width, NUMBER, TOO_WIDE, contributions=NEVER_PUBLISHED)
        tables, notes = (BY_VARIABLE.table(found_of),), tuple(self._same_elsewhere(data))
        return Masked(data.drop(self.variables).appended(columns, described), tables=tables, notes=notes)

    def _same_elsewhere(self, data: Microdata) -> Iterator[Sentence]:
        """Yield which variables have the values of another one, so that they tell what its intervals hide."""
        values = {
            one.name: data.numbers(one.name)
            for one in data.variables
            if one.name in self.variables or (one.scale is Scale.CONTINUOUS and is_numeric(data, one.name))
        }
        for name in self.variables:
            later = self.variables[self.variables.index(name) + 1 :]
            for other in values:
                if other in self.variables and other not in later:
                    continue
                if _often_the_same(values[name], values[other]):
                    yield sentence(SAME_INTERVALS if other in later else SAME_VALUES, name=name, other=other)


def _often_the_same(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two variables have the same value in many records, other than 0."""
    both = ~np.isnan(one) & ~np.isnan(other) & ((one != 0) | (other != 0))
    return bool(both.any()) and float((one[both] == other[both]).mean()) >= OFTEN


def _described(variable: Variable, end: str) -> Variable:
    """Return the description of one end of the intervals of a variable."""
    named = variable.label or variable.name
    label = sentence("{label}, low end" if end == "low" else "{label}, high end", label=named)
    return Variable(
        name=f"{variable.name}_{end}",
        label=label,
        role=variable.role,
        scale=Scale.CONTINUOUS,
        unit=variable.unit,
    )
