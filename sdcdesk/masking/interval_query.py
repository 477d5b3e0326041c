"""Interval query: what is asked of camouflaged values, and its answer as findings."""

from typing import ClassVar, Literal

from sdcdesk.core.errors import DataError
from sdcdesk.core.figure import Figure, State
from sdcdesk.core.findings import Findings, Note, Section
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import REQUIRED, Shown, parameter
from sdcdesk.core.quantity import NUMBER, RECORDS, VALUES, Bound, Quantity, Unit, of_variable
from sdcdesk.core.randomness import Draws
from sdcdesk.core.sentence import Percentage, joined, plain, sentence
from sdcdesk.masking.camouflage import AMOUNTS, Answer, Camouflage, Statistic
from sdcdesk.masking.condition import Condition

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

KINDS = {
    "exact": State("kind", "Kind", "exact", "Public variables alone decide it, so that it is no interval."),
    "range": State("kind", "Kind", "range", "All that the secret weights of the vectors could make of it."),
    "outer": State(
        "kind", "Kind", "outer", "From the intervals of the single records: no weights may reach its ends."
    ),
}

PROMISE = (
    "The true answer lies within. Any number of answers together tell no more than the camouflage vectors, "
    "as long as seed and step stay as they are."
)


class IntervalQuery(Operation):
    """Ask for a statistic of camouflaged values, and get an interval that surely contains it.

    The records that are meant are chosen by public variables; of those, the records with a value count. The
    interval is that of the statistic over all means of the camouflage vectors, for counts of at least a
    threshold and for quantiles an outer one; see the method *Camouflage*.

    When to use
        To answer users of the file, who see the intervals of single records only: a sum or mean gets a far
        narrower interval than the sum of the records' own.
    When not to use
        After the seed or the step has changed: intervals of two draws together are narrower than either.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"age": [31, 45, 52], "income": [1200.0, 1900.0, 2500.0]}))
    >>> camouflage = sdc.masking.Camouflage(variables=["income"])
    >>> query = sdc.masking.IntervalQuery(variable="income", statistic="mean")
    >>> found = query.answered(camouflage, data, seed=7)
    >>> found.value("low") <= 5600 / 3 <= found.value("high")
    True
    """

    name: ClassVar[str] = "interval_query"
    title: ClassVar[str] = "Query of camouflaged values"
    source: ClassVar[str] = Camouflage.source

    statistic: Statistic = parameter(
        "sum", "Statistic", "What is asked for.", Shown(choices=STATISTICS, menu=True)
    )
    variable: str = parameter(REQUIRED, "Variable", "A variable of the step.", accepts=AMOUNTS)
    threshold: float = parameter(
        0.0,
        "Threshold",
        "Values of at least this are counted.",
        Shown(when={"statistic": ("at least",)}),
    )
    below: float = parameter(
        50.0,
        "Share below",
        "So many of the values, in %, are at most the quantile: 50 is the median.",
        Shown(unit="%", when={"statistic": ("quantile",)}),
        ge=0,
        le=100,
    )
    where: Condition | None = parameter(
        None, "Records", "Which records are meant, by public variables; all where nothing is compared."
    )

    def answered(self, step: Camouflage, data: Microdata, seed: Draws | int) -> Findings:
        """Return the answer as findings.

        Parameters
        ----------
        step
            The step that camouflages the variable.
        data
            The file before that step.
        seed
            Its seed or, of a step of a recipe, its random numbers.

        Returns
        -------
        Findings
            Figures `low`, `high` and `width`, and a state `kind`: "exact", "range" or "outer".

        Raises
        ------
        DataError
            Too few records have a value, the condition compares a variable that is hidden, or the variable
            is none of the step.
        """
        if self.variable not in step.variables:
            names = ", ".join(step.variables)
            raise DataError(
                sentence("The step camouflages {names}; ask about one of them.", names=names), "variable"
            )
        self.check(data)
        if self.where is not None:
            self.where.check(data)
        at = self.threshold if self.statistic == "at least" else self.below / 100
        answer = step.query(data, seed, self.statistic, self.variable, self.where, at)
        return self._findings(answer, self._unit(data))

    def _unit(self, data: Microdata) -> Unit:
        if self.statistic == "count":
            return RECORDS
        if self.statistic == "at least":
            return VALUES
        unit = data.variable(self.variable).unit
        power: Literal[1, 2] = 2 if self.statistic == "variance" else 1
        return of_variable(unit, power) if unit else NUMBER

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
        section = Section(name="answer", title=self._asked(), blocks=blocks, notes=(Note(plain(PROMISE)),))
        return Findings(sections=(section,))

    def _asked(self) -> str:
        """Return what was asked, which tells an answer from those beside it."""
        asked = {
            "at least": "Values of {name} of at least {threshold}",
            "quantile": "Quantile of {name} with {below} below",
        }.get(self.statistic, f"{STATISTICS[self.statistic]} of {{name}}")
        numbers = {"threshold": self.threshold, "below": Percentage(self.below)}
        used = {name: number for name, number in numbers.items() if f"{{{name}}}" in asked}
        told = sentence(asked, name=self.variable, **used)
        return joined([told, self.where.words], ", where ") if self.where else told
