"""Additive noise: every value gets a random number added to it."""

import math
from typing import ClassVar, Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, variable_unit
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, sentence
from sdcdesk.masking.covariance import correlations, mixed, spread_of, standard_deviation, triangular_root
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import RECOVERABLE_VARIANCE
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)

KINDS = {
    "uncorrelated": "Each variable by itself",
    "correlated": "As correlated as the variables",
    "restored": "Correlated, then means and variances restored",
}


NOISE_VARIANCE = Declared(
    "noise_variance",
    "Noise variance by variance",
    NUMBER,
    "Realised variance of the noise, divided by the variance of the variable. It follows from the random "
    "numbers, and stands in no public document.",
    secrecy=Secrecy.INTERNAL,
)

BY_VARIABLE = by_variable(NOISE_VARIANCE, RECOVERABLE_VARIANCE)


class AdditiveNoise(KeepsDecimals, DrawsByRecord):
    """Add normal noise to continuous variables.

    The noise has mean 0 and a variance that is a share c of that of the variable. At 10 %, c = 0.1: the
    masked values have 1.1 times the variance of the original ones, and the standard deviation of the
    noise is √0.1, about 32 %, of that of the variable. There are three kinds:

    - *uncorrelated*: the noise of one variable is independent of that of the others. Variances grow by
      the factor 1 + c, covariances stay, so correlations shrink by this factor.
    - *correlated*: the covariance matrix of the noise is c times that of the variables. Variances and
      covariances grow by 1 + c, correlations stay.
    - *restored*: correlated noise, then each masked value v′ becomes m + (v′ − m) / √(1 + c), where m is
      the mean of the variable (Kim 1986): means, variances and covariances stay.

    All this holds in expectation over the noise; a single draw differs from it by chance (random orthogonal
    matrix masking keeps means and covariances exactly). The variance of
    the original can be recovered as Var(V′) / (1 + c), for *restored* as Var(V′); it is among the
    figures.

    Variances and covariances are divided by n − 1. *Uncorrelated* uses all values of each variable, the
    other kinds the records in which none of the chosen variables is missing. Where variables determine
    one another, as parts and their total do, correlated noise follows the same rule. Missing values stay
    missing. A variable without variance gets no noise.

    When to use
        For continuous variables that an intruder can compare with a file of his own. No exact match is
        left, and what analysts lose is told by one number, c.
    When not to use
        For codes and categories. Noise knows no limits: an age may become negative, a zero is no longer
        a zero. A large value of a skewed variable stays recognisable, as all get noise of one size. And
        noise misleads about single values: if V is positive with a decreasing density, as incomes often
        are, then E(V | V′ = w) < w, the original is on average below its masked value (Matloff 1986).
        Judge the risk by record linkage: counts of equal keys say nothing here.


    Examples
    --------
    >>> import pandas as pd
    >>> from sdcdesk.core.data.microdata import Microdata
    >>> from sdcdesk.masking import AdditiveNoise
    >>> data = Microdata(pd.DataFrame({"income": [1200.0, 1900.0, 2500.0, 4100.0]}))
    >>> noise = AdditiveNoise(variables=["income"], variance_share=10.0)
    >>> noise.apply(data, seed=7).column("income").round().tolist()
    [1664.0, 1769.0, 2517.0, 3930.0]
    """

    name: ClassVar[str] = "additive_noise"
    title: ClassVar[str] = "Additive noise"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, "
        "section 3; Kim (1986); Matloff (1986)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "bonus"], "variance_share": 20.0},
        {
            "variables": ["income"],
            "kind": "restored",
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables that get noise.", accepts=CONTINUOUS, min_length=1
    )
    variance_share: float = parameter(
        10.0,
        "Variance of the noise",
        "In % of the variance of each variable: 10 is a tenth of it.",
        FieldDisplay(unit="% of the variance"),
        gt=0,
        le=10_000,
    )
    kind: Literal["uncorrelated", "correlated", "restored"] = parameter(
        "correlated",
        "Kind of noise",
        "Whether the noise of several variables is correlated as they are, and whether means and "
        "covariances are restored afterwards.",
        FieldDisplay(choices=KINDS),
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "Noise of {part} of the variance on {names}",
            part=Percentage(self.variance_share),
            names=", ".join(self.variables),
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        normal = np.empty((len(data), len(values)), order="F")
        for place in range(len(values)):
            normal[:, place] = draws.normal(data.rows, place)
        used = self._used(list(values.values()))
        spreads = [spread_of(column) for column in used]
        deviations = [0.0 if spread is None else spread.deviation for spread in spreads]
        root = np.eye(len(used))
        if self.kind != "uncorrelated":
            root = triangular_root(correlations(used, spreads=spreads))
        notes = decimal_notes(values) if self.whole_numbers else []
        columns: dict[str, pd.Series] = {}
        found: dict[str, dict[Declared, Quantity]] = {}
        for (place, name), share in progress.over(list(enumerate(self.variables))):
            share.at(0.0, name)
            spread = deviations[place]
            deviation = math.sqrt(self.variance_share / 100) * spread
            if deviation == 0:
                notes.append(sentence("{name} has no variance and got no noise.", name=name))
                columns[name] = data.column(name)  # what may be called exact hangs on the method alone
                continue
            old, noise = values[name], mixed(normal, root[place])
            noise *= deviation
            new = self._restored(old, old + noise)
            columns[name] = replace_numbers(data, name, new, whole=self.whole_numbers)
            # Where all are used, they are looked at once.
            whole = used[place] is old
            found[name] = self._figures(data.variable(name), old, noise, new, spread if whole else None)
        return Masked(with_numbers(data, columns), notes=tuple(notes), tables=(BY_VARIABLE.table(found),))

    def _used(self, values: list[np.ndarray]) -> list[np.ndarray]:
        """Return the values that variances and covariances are computed from, checked."""
        present = [~np.isnan(column) for column in values]
        if self.kind != "uncorrelated":
            present = [np.logical_and.reduce(present)] * len(values)
        # All are taken without a copy.
        used = [
            column if there.all() else column[there] for column, there in zip(values, present, strict=True)
        ]
        for name, column in zip(self.variables, used, strict=True):
            if len(column) < 2:
                one, many = (
                    ("{n} record has values of {name}, and a variance needs 2; choose other variables."),
                    ("{n} records have values of {name}, and a variance needs 2; choose other variables."),
                )
                if self.kind != "uncorrelated" and len(self.variables) > 1:
                    one, many = (
                        (
                            "{n} record has values of all chosen variables, and a variance needs 2; "
                            "choose other variables."
                        ),
                        (
                            "{n} records have values of all chosen variables, and a variance needs "
                            "2; choose other variables."
                        ),
                    )
                wrong = sentence(one, many, "n", n=len(column), name=name)
                raise DataError(wrong, "variables", title=self.title)
        return used

    def _restored(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        if self.kind != "restored":
            return new
        mean = old[~np.isnan(old)].mean()
        restored: np.ndarray = mean + (new - mean) / math.sqrt(1 + self.variance_share / 100)
        return restored

    def _figures(
        self, variable: Variable, old: np.ndarray, noise: np.ndarray, new: np.ndarray, spread: float | None
    ) -> dict[Declared, Quantity]:
        there = ~np.isnan(old)
        present = slice(None) if there.all() else there
        growth = 1.0 if self.kind == "restored" else 1 + self.variance_share / 100
        spread = standard_deviation(old[present]) if spread is None else spread
        ratio = standard_deviation(noise[present]) / spread
        recoverable = standard_deviation(new[present]) ** 2 / growth
        unit = variable_unit(variable.unit, 2)
        return {
            NOISE_VARIANCE: Quantity(ratio**2, NUMBER, contributions=NEVER_PUBLISHED),
            RECOVERABLE_VARIANCE: Quantity(recoverable, unit, contributions=NEVER_PUBLISHED),
        }
