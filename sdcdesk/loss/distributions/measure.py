"""ComparedDistributions: how far values and distributions of continuous variables moved."""

from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.operations.parameters import NOT_IDENTIFIERS, Accepts, FieldDisplay, parameter
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings
from sdcdesk.core.running.progress import Progress
from sdcdesk.loss.continuous_measure import ContinuousMeasure
from sdcdesk.loss.distributions.compared_variable import ComparedVariable, compare_variable
from sdcdesk.loss.distributions.findings import DECLARES, to_findings
from sdcdesk.loss.distributions.tables import TABLES, ComparedDistributions
from sdcdesk.loss.selection import continuous_names


class Distributions(ContinuousMeasure):
    """How far values moved, and what became of the distribution of each continuous variable.

    For each variable, x before and x′ after masking:

    - *IL1s*: the mean of |x − x′| / (√2·S) over the released records with both values, S the standard
      deviation (÷ n − 1) of the whole original. Two independent values of one normal distribution are about
      0.8 apart in these units, so that 0.8 is what drawing values anew would cost. All variables together:
      the mean over all their values;
    - *SSE/SST*: Σ (x − x′)² / Σ (x − x̄)² over the same records, x̄ their original mean. Of group means it is
      the share of the variance that lies within groups. All variables together: a mean over them;
    - *Hellinger distance*: √(1 − Σ √(p·p′)), p and p′ the shares of all present values of each file in
      classes. The classes hold equal numbers of original values: they end at its quantiles, an end belongs to
      the class below it, equal ends are one, and values of the masked file outside the range of the original
      have two classes of their own. All variables together: a mean over them;
    - *Kolmogorov–Smirnov distance*: max |F − F′|, the largest difference between both distribution functions,
      at any value. All variables together: that of the variable where it is largest;
    - *moments* of each file: mean, standard deviation (÷ n − 1), skewness m₃ / m₂^1.5 and excess kurtosis
      m₄ / m₂² − 3, whose moments are ÷ n.

    One variable is drawn: its distribution before and after in classes of equal width, and its quantiles
    against each other (linear between neighbouring values), a QQ plot. Unless you name it, it is the one
    with the largest Kolmogorov–Smirnov distance.

    Missing values: IL1s and SSE/SST take records with both values; all else takes the present values of each
    whole file. What is divided by the deviation of a constant variable is not defined; the means leave it
    out, and it is named. A variable without values in one file has no distances. Sampling weights are not
    used. Where nothing says who is who, IL1s and SSE/SST are not defined.

    When to use: after noise, microaggregation, rounding or swapping, to see whether distributions survived;
    IL1s and SSE/SST compare the settings of one method.

    When not: swapping and shuffling keep every distribution, and only IL1s and SSE/SST tell that records were
    changed; what happens between variables is in `continuous_loss` and `factors`.

    Public documents tell IL1s in steps that hide every value, and the Kolmogorov–Smirnov distance in steps of
    ten records. SSE/SST, Hellinger distances and moments are left out, for values of records could be
    computed from them; so are classes and quantiles, which are values.

    Example
    -------
    Two values of four exchange places, so that nothing else changes:

    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.loss import Distributions
    >>> original = Microdata(pd.DataFrame({"income": [10.0, 20.0, 40.0, 50.0]}))
    >>> masked = original.assign({"income": pd.Series([20.0, 10.0, 40.0, 50.0])})
    >>> found = Distributions().assess(original, masked)
    >>> round(found.value("il1s"), 4), found.value("sse_sst"), found.value("kolmogorov_smirnov")
    (0.1936, 0.2, 0.0)
    """

    name: ClassVar[str] = "distributions"
    title: ClassVar[str] = "Distributions"
    source: ClassVar[str] = (
        "IL1s: Yancey, Winkler and Creecy (2002), Disclosure risk assessment in perturbative microdata "
        "protection; SSE/SST: Domingo-Ferrer and Mateo-Sanz (2002), Practical data-oriented microaggregation"
    )
    purpose: ClassVar[str] = "How far values moved, and the distribution of each number with them."
    declares: ClassVar[tuple[Declared, ...]] = DECLARES
    tables: ClassVar[tuple[DeclaredTable[Any], ...]] = TABLES
    counts_values: ClassVar[bool] = True
    examples = (
        {},
        {"variables": ["age", "income"], "classes": 5, "drawn": "income"},
    )

    classes: int = parameter(
        20,
        "Classes",
        "How many classes of equally many original values the Hellinger distance takes.",
        ge=2,
        le=1000,
    )
    drawn: str | None = parameter(
        None,
        "Variable drawn",
        "Whose distribution and quantiles are drawn; it is compared too.",
        FieldDisplay(empty="the one whose distribution moved most"),
        accepts=Accepts(scales=(Scale.CONTINUOUS,), roles=NOT_IDENTIFIERS),
    )

    @property
    def by_record(self) -> tuple[str, ...]:
        """Names of what needs to know who is who."""
        return "il1s", "sse_sst", "values"

    def _assess(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        return self._compared(original, masked, progress, paired=True)

    def _assess_unpaired(self, original: Microdata, masked: Microdata, progress: Progress) -> Findings:
        return self._compared(original, masked, progress, paired=False)

    def _compared(
        self, original: Microdata, masked: Microdata, progress: Progress, *, paired: bool
    ) -> Findings:
        named = self.variables
        if named and self.drawn is not None and self.drawn not in named:
            named = (*named, self.drawn)
        names, notes = continuous_names(named, original, masked, progress)
        in_order = np.array_equal(masked.rows, np.arange(len(original)))
        kept = (slice(None) if in_order else masked.rows) if paired else None
        compared = tuple(
            compare_variable(name, original.numbers(name), masked.numbers(name), kept, self.classes)
            for name, _ in progress.over(names, self.title)
        )
        found = ComparedDistributions(original, masked, compared, self._drawn(compared))
        return to_findings(found, notes, paired=paired)

    def _drawn(self, compared: tuple[ComparedVariable, ...]) -> ComparedVariable | None:
        """Return the variable that is drawn: the one named, or that with the largest distance."""
        if self.drawn is not None:
            return next((one for one in compared if one.name == self.drawn), None)
        distances = np.nan_to_num([one.kolmogorov_smirnov for one in compared], nan=-1.0)
        return compared[int(np.argmax(distances))] if compared else None
