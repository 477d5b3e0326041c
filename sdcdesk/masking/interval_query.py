"""Interval query: what is asked of camouflaged values, and its answer as findings."""

from collections.abc import Callable
from typing import ClassVar, Literal, Protocol

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, VALUES, Bound, Quantity, Unit, variable_unit
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.figure import Figure, State
from sdcdesk.core.results.findings import Findings, Note, Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import Percentage, listed, plain, sentence
from sdcdesk.kernels.camouflage import Intervals
from sdcdesk.kernels.interval_queries import (
    Range,
    count_range,
    deviation_range,
    largest_range,
    mean_range,
    quantile_range,
    smallest_range,
    sum_range,
)
from sdcdesk.masking.camouflage import AMOUNTS, Camouflage
from sdcdesk.masking.condition import Condition

Statistic = Literal[
    "count", "sum", "mean", "max", "min", "variance", "standard deviation", "at least", "quantile"
]

RANGES: dict[str, Callable[[np.ndarray, np.ndarray], Range]] = {
    "sum": sum_range,
    "mean": mean_range,
    "max": largest_range,
    "min": smallest_range,
    "variance": deviation_range,
    "standard deviation": deviation_range,
}
"""For each statistic its range; a variance is the square of a deviation."""

NAMED = 10
"""Public variables that are named; the others are counted."""

STATISTICS = {
    "sum": "Sum",
    "mean": "Mean",
    "count": "Number of values",
    "at least": "Number of values of at least a threshold",
    "max": "Largest value",
    "min": "Smallest value",
    "quantile": "Quantile",
    "standard deviation": "Standard deviation",
    "variance": "Variance",
}

_QUESTIONS = {
    "sum": "Sum of {name}",
    "mean": "Mean of {name}",
    "count": "Number of values of {name}",
    "at least": "Values of {name} of at least {threshold}",
    "max": "Largest value of {name}",
    "min": "Smallest value of {name}",
    "quantile": "Quantile of {name} with {below} below",
    "standard deviation": "Standard deviation of {name}",
    "variance": "Variance of {name}",
}
"""What is asked by each of them."""

KINDS = {
    "exact": State("kind", "Kind", "exact", "Public variables alone decide it, so that it is no interval."),
    "range": State(
        "kind", "Kind", "range", "What it can be where each value lies anywhere in its released interval."
    ),
}

PROMISE = (
    "The true answer lies within. It follows from the released intervals and from public variables alone, so "
    "that any number of answers tell no more about a value than its interval does."
)


class Answer(Protocol):
    """An answer that was given: an interval, or a number."""

    @property
    def kind(self) -> Literal["exact", "range"]:
        """Which of the two it is."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def high(self) -> float:
        """The upper end."""


class Answers(Protocol):
    """The answers that were given, beside which others may be; see `Journal`."""

    def admit(
        self, query: "IntervalQuery", data: Microdata, intervals: Intervals, least: int
    ) -> tuple[np.ndarray, Answer | None]:
        """Return which records a query is about, if it may be answered beside the answers given.

        Parameters
        ----------
        query
            What is asked.
        data
            The file before the step.
        intervals
            The intervals of the variable.
        least
            The smallest set.

        Returns
        -------
        tuple[np.ndarray, Answer or None]
            bool (n,), the records with a value; and the answer, where the very same was given before.

        Raises
        ------
        DataError
            It may not be answered.
        """

    def note(
        self,
        query: "IntervalQuery",
        data: Microdata,
        intervals: Intervals,
        kind: Literal["exact", "range"],
        low: float,
        high: float,
    ) -> Answer:
        """Add an answer that was admitted.

        Parameters
        ----------
        query, data, intervals
            As in `admit`.
        kind, low, high
            The answer.

        Returns
        -------
        Answer
            As it is kept.
        """


class IntervalQuery(Operation[Microdata]):
    """Ask for a statistic of camouflaged values, and get an interval that surely contains it.

    The records that are meant are chosen by public variables; of those, the records with a value count. The
    interval is what the statistic can be where each value lies anywhere in its released interval, rounded
    outwards to whole steps (for a variance to squares of them); see the method *Camouflage*. So answers tell
    no more about values than the released file, and a sum is known no better than the sum of the ends:

    - sum, mean, min, max, median and other quantiles, and counts of values of at least c: that of all low
      and that of all high ends;
    - variance, standard deviation (÷ n − 1): at least that of the values in the intervals that lie closest
      together; at most a bound that they need not reach;
    - number of values: exact.

    Conditions name public variables only: keys, and those that the step declares. Each answer given stands
    in a journal that the project keeps. A query is refused where it is about fewer records than the smallest
    set of the step, where it leaves out some, but fewer, or where it has some, but fewer, that a set answered
    before has not, or lacks some, but fewer; and where sums over answered sets could be combined, with any
    factors, to one that counts none but records of such small groups. Numbers of values are exact, so that
    such differences would tell whether somebody with certain public values is in the file, and which released
    record it is. A refusal tells that one of these sets is small; it says nothing about values.

    When to use
        To answer users of the file from its project, or where no file is released.
    When not to use
        Where users need more than the sum of the ends can tell. Where answers were given already under
        another seed or step: the intervals of two draws together are narrower than either, and are refused.
        Two copies of a project do not know of one another's answers: ask one of them only.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": range(30, 60), "income": range(1000, 4000, 100)}))
    >>> data = data.describe(data.variable("age").changed(role="key"))
    >>> camouflage, journal = sdc.masking.Camouflage(variables=["income"]), sdc.masking.Journal()
    >>> query = sdc.masking.IntervalQuery(variable="income", statistic="mean")
    >>> found = query.answered(camouflage, data, 7, journal)
    >>> found.value("low") <= 2450 <= found.value("high")
    True
    >>> [given.records for given in journal.answers]
    [30]
    """

    name: ClassVar[str] = "interval_query"
    title: ClassVar[str] = "Query of camouflaged values"
    source: ClassVar[str] = Camouflage.source

    statistic: Statistic = parameter(
        "sum", "Statistic", "What is asked for.", FieldDisplay(choices=STATISTICS, menu=True)
    )
    variable: str = parameter(REQUIRED, "Variable", "A variable of the step.", accepts=AMOUNTS)
    threshold: float = parameter(
        0.0,
        "Threshold",
        "Values of at least this are counted.",
        FieldDisplay(when={"statistic": ("at least",)}),
    )
    below: float = parameter(
        50.0,
        "Share below",
        "So many of the values, in %, are at most the quantile: 50 is the median.",
        FieldDisplay(unit="%", when={"statistic": ("quantile",)}),
        ge=0,
        le=100,
    )
    where: Condition | None = parameter(
        None, "Records", "Which records are meant, by public variables; all where nothing is compared."
    )

    def answered(self, step: Camouflage, data: Microdata, seed: Draws | int, journal: Answers) -> Findings:
        """Return the answer as findings, and note it in the journal.

        Parameters
        ----------
        step
            The step that camouflages the variable.
        data
            The file before that step.
        seed
            Its seed or, of a step of a recipe, its random numbers.
        journal
            The answers given before: always the same one, such as that of a project.

        Returns
        -------
        Findings
            Figures `low`, `high` and `width`, and a state `kind`: "exact" or "range".

        Raises
        ------
        DataError
            The condition compares a variable that is not public; the set, or what tells it from earlier
            ones, is too small; or the variable is none of the step.
        """
        self._require_public(step, data)
        intervals = step.intervals(data, seed, self.variable)
        chosen, earlier = journal.admit(self, data, intervals, step.smallest)
        if earlier is None:
            low, high = self._range(intervals.subset(chosen))
            kind: Literal["exact", "range"] = "exact" if self.statistic == "count" else "range"
            earlier = journal.note(self, data, intervals, kind, low, high)
        return self._findings(earlier, self.unit(data))

    @property
    def question(self) -> str:
        """What is asked, in words, which tells an answer from those beside it."""
        question = sentence(
            _QUESTIONS[self.statistic],
            name=self.variable,
            threshold=self.threshold,
            below=Percentage(self.below),
        )
        if self.where is None:
            return question
        return sentence("{question}, where {condition}", question=question, condition=self.where.words)

    def unit(self, data: Microdata) -> Unit:
        """Return the unit of the answer.

        Parameters
        ----------
        data
            The file before the step.

        Returns
        -------
        Unit
            That of the variable, where the file still has it.
        """
        if self.statistic == "count":
            return RECORDS
        if self.statistic == "at least":
            return VALUES
        unit = data.variable(self.variable).unit if self.variable in data else ""
        power: Literal[1, 2] = 2 if self.statistic == "variance" else 1
        return variable_unit(unit, power) if unit else NUMBER

    def _require_public(self, step: Camouflage, data: Microdata) -> None:
        """Refuse what is no variable of the step, and conditions by what is not public."""
        if self.variable not in step.variables:
            names = ", ".join(step.variables)
            raise DataError(
                sentence("The step camouflages {names}; ask about one of them.", names=names), "variable"
            )
        self.check(data)
        step.check(data)
        if self.where is None:
            return
        public = step.public_variables(data)
        if any(name not in public for name in self.where.variables):
            words = (
                "Records are chosen by public variables only, which are keys and what the step "
                "declares public: {names}."
            )
            if not public:
                words = (
                    "Records are chosen by public variables only, which are keys and what the step declares "
                    "public, and there are none."
                )
            names = listed([short(name) for name in public[:NAMED]], len(public))
            raise DataError(sentence(words, names=names), "where")
        self.where.check(data)

    def _range(self, intervals: Intervals) -> tuple[float, float]:
        """Return the ends of the answer from the intervals of the records that are meant."""
        low, high, step = intervals.low, intervals.high, intervals.step
        if self.statistic == "count":
            return float(len(low)), float(len(low))
        if self.statistic == "at least":
            fewest, most = count_range(step.numbers(low), step.numbers(high), self.threshold)
            return float(fewest), float(most)
        if self.statistic == "quantile":
            ends = quantile_range(low, high, self.below / 100)
        else:
            ends = RANGES[self.statistic](low, high)
        first, last = step.numbers(np.array(ends, np.float64)).tolist()
        return (first**2, last**2) if self.statistic == "variance" else (first, last)

    def _findings(self, answer: Answer, unit: Unit) -> Findings:
        exact = answer.kind == "exact"
        low, high = (
            Quantity(end, unit, Bound.EXACT if exact else bound)
            for end, bound in ((answer.low, Bound.AT_LEAST), (answer.high, Bound.AT_MOST))
        )
        blocks = (
            Figure(name="low", title="At least", quantity=low, meaning="Lower end of the interval."),
            Figure(name="high", title="At most", quantity=high, meaning="Upper end of the interval."),
            Figure(
                name="width",
                title="Width",
                quantity=Quantity(answer.high - answer.low, unit),
                meaning="Upper less lower end.",
            ),
            KINDS[answer.kind],
        )
        section = Section(name="answer", title=self.question, blocks=blocks, notes=(Note(plain(PROMISE)),))
        return Findings(sections=(section,))
