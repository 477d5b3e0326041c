"""Distortion by probability distribution: the method and its parameters."""

from dataclasses import asdict
from typing import ClassVar, Literal, Self

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.numbers.quantity import NUMBER
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import KEY_LIKE, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws, generator
from sdcdesk.core.results.column import Column, Secrecy
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Section
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, plain, sentence
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.distortion.distribution import Distribution
from sdcdesk.masking.distortion.fit_findings import FAMILIES_TRIED, HISTOGRAM, VALUE_PARAMETERS, fit_section
from sdcdesk.masking.distortion.frequency_imposed import imposed, multinomial
from sdcdesk.masking.distortion.goodness_of_fit import Criterion
from sdcdesk.masking.distortion.identification import (
    CONTINUOUS_FAMILIES,
    DISCRETE_FAMILIES,
    Fitting,
    Identified,
    identify,
)
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    numbers_to_square,
    replace_codes,
    replace_numbers,
    with_numbers,
)

FAMILIES = {family.name: family for family in (*CONTINUOUS_FAMILIES, *DISCRETE_FAMILIES)}

FAMILY_WORDS = {
    "best": "The best of the continuous ones",
    "best_whole": "The best of those of whole numbers",
    "imposed": "None: frequencies of intervals",
    **{name: family.title for name, family in FAMILIES.items()},
}

CRITERIA = {
    "kolmogorov_smirnov": "Kolmogorov–Smirnov",
    "anderson_darling": "Anderson–Darling",
    "chi_squared": "χ²",
}

FamilyName = Literal[
    "best",
    "best_whole",
    "imposed",
    "normal",
    "exponential",
    "gamma",
    "weibull",
    "log_normal",
    "uniform",
    "triangular",
    "chi_squared",
    "beta",
    "logistic",
    "gumbel",
    "pareto",
    "poisson",
    "binomial",
    "geometric",
    "hypergeometric",
]


PARAMETERS: DeclaredTable[pd.DataFrame] = DeclaredTable(
    name="parameters",
    title="Parameters of the distributions used",
    about=plain("But for those that are values of records, such as the ends of a uniform distribution."),
    columns=(
        Column("variable", "Variable", role="key", secrecy=Secrecy.PUBLIC),
        Column("family", "Family", role="key", secrecy=Secrecy.PUBLIC),
        Column("parameter", "Parameter", role="key", secrecy=Secrecy.DERIVED),
        Column("value", "Value", NUMBER, secrecy=Secrecy.DERIVED),
    ),
)

Parameter = tuple[str, str, str, float]
"""Variable, family, name and value of a parameter."""


class ProbabilityDistortion(KeepsDecimals, MasksDistinctRecords, ChoosesValues):
    """Draw values anew from a distribution that fits them.

    Each variable is treated by itself, in three steps.

    *Identification.* Families of distributions are fitted by maximum likelihood, and the distance of each
    from the values is measured: by Kolmogorov–Smirnov, Anderson–Darling or χ². A family fits if its p-value
    exceeds the level; of those that fit, the one with the smallest distance is used. p-values come from a
    parametric bootstrap: samples of at most 1,000 values are drawn from the fitted distribution, fitted anew,
    and compared by √n·D, A² or χ². Gamma, Weibull, log-normal and exponential distributions begin at 0 unless
    their origin is fitted too; χ² and Pareto need values above 0; beta lies between 0 and 1 where all values
    do, else from one n-th of the range below the smallest to as much above the largest value. Families of
    whole numbers (Poisson, binomial, geometric, hypergeometric) are compared by χ². χ² is taken over 2·n^0.4
    cells, between 4 and 50, of nearly equally many values. You may name a family instead.

    *Generation.* As many values are drawn as there are. Where no family fits, frequencies are imposed: the
    range is cut into intervals of equal width, and each gets as many uniform values as it had. Categories are
    drawn with their frequencies (multinomial).

    *Mapping.* The smallest new value replaces the smallest old one, and so on; equal values are put in random
    order, categories go by their order. Relations between variables so stay nearly as they are. Without
    mapping a record gets any of the new values. Missing values stay missing.

    The same seed gives the same values on one machine. Likelihoods are those of numerical libraries, whose
    last digits differ between processors and versions: there, fitted parameters and drawn values agree to
    about nine significant digits, and another family is chosen only where two distances are as near as that.

    With `households`, records of a household that have the same values in all variables of the step are
    masked as one, the first of them in the initial file, and all get its new values; others, and who has
    no household, stand for themselves. The distribution is then that of the records that are masked: a
    large household counts no more than a small one.

    When to use
        Confidential variables whose distribution has a known form: what is released is a model with as many
        values as before, not the values. Without mapping, for a variable that is analysed alone.
    When not to use
        Where no family fits well: look at the p-value. With mapping the ranks stay, so that the richest
        record is the richest still, and in a large file, if the fit is good, new values are close to old
        ones: judge the risk by record linkage and interval disclosure. Without mapping all relations to other
        variables are lost. Totals and correlations hold approximately at best.


    Examples
    --------
    The ten values of the source, for which its program chose the Gumbel ("extreme value") distribution:

    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> salary = [186, 693, 830, 1177, 1219, 1428, 1902, 1903, 2496, 3406]
    >>> data = sdc.Microdata(pd.DataFrame({"salary": salary}))
    >>> distortion = sdc.masking.ProbabilityDistortion(variables=["salary"], family="gumbel")
    >>> found = distortion.mask(data, seed=7).findings
    >>> found.table("families_salary")["distance"].round(5).tolist()
    [0.11377]
    >>> found.table("parameters")[["parameter", "value"]].round(5).values.tolist()
    [['location', 1105.78048], ['scale', 732.43389]]
    """

    name: ClassVar[str] = "probability_distortion"
    title: ClassVar[str] = "Distortion by probability distribution"
    source: ClassVar[str] = (
        "Liew, Choi and Liew (1985); Domingo-Ferrer and Torra, Disclosure Control Methods and Information "
        "Loss for Microdata, section 3, Example 1"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    tables = (PARAMETERS, FAMILIES_TRIED, HISTOGRAM)
    examples = (
        {"variables": ["income", "zip"], "replicates": 19},
        {"variables": ["age"], "family": "imposed", "mapped": False, "intervals": 12},
        {
            "variables": ["income"],
            "criterion": "anderson_darling",
            "level": 2.5,
            "free_origin": True,
            "replicates": 39,
        },
        {
            "variables": ["age"],
            "family": "imposed",
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables whose values are drawn anew.", accepts=KEY_LIKE, min_length=1
    )
    family: FamilyName = parameter(
        "best",
        "Distribution",
        "The family from which numbers are drawn; of no effect on categories.",
        FieldDisplay(choices=FAMILY_WORDS, menu=True),
    )
    criterion: Criterion = parameter(
        "kolmogorov_smirnov",
        "Compared by",
        "The distance between values and distributions.",
        FieldDisplay(
            choices=CRITERIA, when={"family": ("best", *(family.name for family in CONTINUOUS_FAMILIES))}
        ),
    )
    level: float = parameter(
        5.0,
        "Level",
        "A distribution fits if its p-value, in %, exceeds this; if none does, frequencies are imposed.",
        FieldDisplay(unit="%", when={"family": ("best", "best_whole")}),
        ge=0,
        le=100,
    )
    free_origin: bool = parameter(
        False,
        "Fit the origin",
        "Exponential, gamma, Weibull and log-normal distributions need not begin at 0.",
        FieldDisplay(more=True, when={"family": ("best", "exponential", "gamma", "weibull", "log_normal")}),
    )
    intervals: int = parameter(
        10,
        "Intervals",
        "Intervals of equal width, where frequencies are imposed.",
        FieldDisplay(more=True, when={"family": ("best", "best_whole", "imposed")}),
        ge=8,
        le=20,
    )
    replicates: int = parameter(
        99,
        "Replicates",
        "Samples of the bootstrap for each p-value.",
        FieldDisplay(more=True, when={"family": tuple(name for name in FAMILY_WORDS if name != "imposed")}),
        ge=19,
        le=9999,
    )
    mapped: bool = parameter(
        True, "Map by rank", "The smallest new value replaces the smallest old one, and so on."
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    @model_validator(mode="after")
    def _enough_replicates(self) -> Self:
        if self.applies("level") and 0 < self.level * (self.replicates + 1) < 100:
            raise FieldError("replicates", "no p-value could be as small as the level; give more")
        return self

    def summary(self) -> str:
        """Return the step in a few plain words."""
        words = {
            "best": "{variables} drawn from the best distribution",
            "best_whole": "{variables} drawn from the best of counts",
            "imposed": "{variables} drawn from imposed frequencies",
        }.get(self.family, "{variables} drawn from a {family} distribution")
        return sentence(words, variables=", ".join(self.variables), family=FAMILY_WORDS[self.family])

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        columns: dict[str, pd.Series] = {}
        parameters: list[Parameter] = []
        notes: list[str] = []
        sections: list[Section] = []
        for (place, name), share in progress.over(list(enumerate(self.variables))):
            share.at(0.0, name)
            if data.variable(name).scale is Scale.CONTINUOUS:
                columns[name], found, remarks, fit = self._drawn_numbers(data, name, draws, place, share)
                parameters += found
                sections += fit
                notes += remarks
            else:
                columns[name] = self._drawn_categories(data, name, draws, place)
        names = [column.name for column in PARAMETERS.columns if isinstance(column, Column)]
        tables = (PARAMETERS.table(pd.DataFrame(parameters, columns=names)),) if parameters else ()
        return Masked(with_numbers(data, columns), {}, tuple(notes), tables, tuple(sections))

    def _drawn_categories(self, data: Microdata, name: str, draws: Draws, place: int) -> pd.Series:
        coding = data.coding(name)
        codes = coding.codes.astype(np.int64)
        present = np.flatnonzero(codes >= 0)
        if len(present):
            rows, old = data.rows[present], codes[present]
            new = np.sort(multinomial(np.bincount(old), draws.uniform(rows, 2 * place)))
            codes[present[self._order(old, rows, draws, place)]] = new
        return replace_codes(data.column(name), coding, codes)

    def _drawn_numbers(
        self, data: Microdata, name: str, draws: Draws, place: int, progress: Progress
    ) -> tuple[pd.Series, list[Parameter], list[str], list[Section]]:
        numbers = numbers_to_square(data, name)
        present = np.flatnonzero(~np.isnan(numbers))
        if not len(present):
            return data.column(name), [], [], []
        rows, old = data.rows[present], numbers[present]
        ascending = np.sort(old)
        identified = self._identified(ascending, name, draws, progress)
        chosen = identified.chosen.distribution if identified.chosen else None
        # In the order of the records, so that each interval gets the shares of its own.
        order = self._order(old, rows, draws, place)
        shares = np.maximum(draws.uniform(rows[order], 2 * place), 2.0**-54)
        series = chosen.quantile(np.sort(shares)) if chosen else imposed(ascending, shares, self.intervals)
        if not np.isfinite(series).all():
            raise DataError(
                sentence(
                    "the distribution of {name} gives numbers that are too large; choose another.",
                    name=name,
                ),
                "family",
                title=self.title,
            )
        new = np.full(len(numbers), np.nan)
        new[present[order]] = np.sort(series)
        whole = self.whole_numbers or bool(chosen and chosen.whole)
        notes = self._notes(identified, ascending, name)
        used, fit = _parameters(chosen, name), self._fit(identified, ascending, data, name)
        return replace_numbers(data, name, new, whole=whole), used, notes, fit

    def _fit(
        self, identified: Identified, ascending: np.ndarray, data: Microdata, name: str
    ) -> list[Section]:
        """Return what is told of the families; nothing where none was tried."""
        if not identified.candidates:
            return []
        unit, level = data.variable(name).unit, self.level if self.applies("level") else 0.0
        words, by_root = CRITERIA[self._criterion], self._criterion == "kolmogorov_smirnov"
        return [fit_section(identified, ascending, name, unit, words, level, by_root=by_root)]

    def _order(self, old: np.ndarray, rows: np.ndarray, draws: Draws, place: int) -> np.ndarray:
        """Return which record gets the smallest new value, the next one, and so on."""
        words = draws.words(rows, 2 * place + 1)
        return np.lexsort((rows, words, old) if self.mapped else (rows, words))

    def _identified(self, ascending: np.ndarray, name: str, draws: Draws, progress: Progress) -> Identified:
        if self.family == "imposed" or not ascending[-1] > ascending[0]:
            return Identified((), None, None)
        best = {"best": CONTINUOUS_FAMILIES, "best_whole": DISCRETE_FAMILIES}
        families = best.get(self.family) or (FAMILIES[self.family],)
        fitting = Fitting(self._criterion, self.free_origin)
        level = self.level / 100 if self.family in best else 0.0  # a p-value is never 0
        random = generator(draws.seed, draws.stream)
        found = identify(ascending, families, fitting, level, self.replicates, random, progress)
        only = found.candidates[0]
        if self.family not in best and found.chosen is None:
            words = (
                "{name} cannot have the {family} distribution, by which a value of it has no probability; "
                "choose another one."
            )
            if only.why:
                words = "{name} cannot have the {family} distribution ({why}); choose another one."
            wrong = sentence(words, name=name, family=only.family.title, why=only.why)
            raise DataError(wrong, "family", title=self.title)
        return found

    @property
    def _criterion(self) -> Criterion:
        discrete = self.family in ("best_whole", *(family.name for family in DISCRETE_FAMILIES))
        return "chi_squared" if discrete else self.criterion

    def _notes(self, identified: Identified, ascending: np.ndarray, name: str) -> list[str]:
        if not ascending[-1] > ascending[0]:
            return [sentence("{name} has one value only, which stays.", name=name)]
        if identified.chosen is not None or self.family == "imposed":
            return []
        return [
            sentence(
                "No distribution fits {name} at the level {level}; frequencies of {intervals} intervals were "
                "imposed.",
                name=name,
                level=Percentage(self.level),
                intervals=self.intervals,
            )
        ]


def _parameters(distribution: Distribution | None, name: str) -> list[Parameter]:
    """Return the parameters that are no values of the file."""
    if distribution is None:
        return []
    return [
        (name, distribution.title, parameter.replace("_", " "), value)
        for parameter, value in asdict(distribution).items()
        if parameter not in VALUE_PARAMETERS and not (parameter == "origin" and value == 0)
    ]
