"""Multiplicative noise: every value is multiplied by a random factor."""

import math
from typing import ClassVar, Literal

import numpy as np
import pandas as pd
from pydantic import model_validator

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import VALUES, Quantity, Reason, Why, number, variable_unit
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.exponential import exponential
from sdcdesk.core.random.normal_quantile import logarithm
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.model import FieldError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, sentence
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import RECOVERABLE_VARIANCE
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import decimal_notes, numbers_to_square, replace_numbers, with_numbers

FACTORS = {
    "lognormal": "Around 1, none below 0",
    "split": "Away from 1 by a least amount, up or down",
}

TOO_LARGE = Reason(Why.INFINITE, "The variance is beyond the largest number that a computer writes.")


ZEROS_LEFT = Declared(
    "zeros_left",
    "Zeros left",
    VALUES,
    "Values that no factor changes, over all variables.",
    better="less",
)

BY_VARIABLE = by_variable(RECOVERABLE_VARIANCE)


class MultiplicativeNoise(KeepsDecimals, DrawsByRecord):
    """Multiply the values of continuous variables by random factors.

    A large value then moves by more than a small one: each by about the same share of itself. The factors
    have mean 1 and a standard deviation s, and come in two kinds:

    - *lognormal*: ln(factor) is normal with variance ln(1 + s²) and mean −ln(1 + s²)/2. Factors are
      positive, two thirds of them within about 1 ± s.
    - *split*: the factor is 1 + d or 1 − d with probability ½ each, where d is uniform between the least and
      the largest change. Every value moves by at least the least change. s² = (a² + a·b + b²)/3 for changes
      from a to b, as shares.

    Each value has a factor of its own, or all chosen variables of a record have the same, so that ratios
    between them and sums over them stay consistent in every record. Signs stay, zeros stay zero, and
    missing values stay missing.

    In expectation means stay. With factors of their own covariances between variables stay too. Variances
    grow: E(V′²) = (1 + s²)·E(V²), so that an analyst who knows s takes Σ V′²/(1 + s²) − (Σ V′)²/n, divided
    by n − 1, for the variance of V; it is among the figures. With one factor for a record the same holds for
    products of two variables.

    When to use
        For amounts that span orders of magnitude (turnover, income, wealth): additive noise that hides the
        large values would drown the small ones. *Split* where no value may be guessed to within some per
        cent.
    When not to use
        Where zeros tell something: they stay. For values that were shifted or may be negative: the size
        of the noise depends on where zero is. A record that is far larger than all others remains the
        largest, and with one factor for a record its ratios are released exactly. Judge the risk by record
        linkage.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [1200.0, 0.0, 2500.0, 41000.0]}))
    >>> noise = sdc.masking.MultiplicativeNoise(variables=["income"], factors="split", least=5.0, most=10.0)
    >>> changes = noise.apply(data, seed=7).frame["income"] / data.frame["income"] - 1
    >>> bool(changes.dropna().abs().between(0.05, 0.10).all())
    True
    """

    name: ClassVar[str] = "multiplicative_noise"
    title: ClassVar[str] = "Multiplicative noise"
    source: ClassVar[str] = (
        "Kim and Winkler (2003), Multiplicative Noise for Masking Continuous Data; Evans, Zayatz and Slanta "
        "(1998), Using Noise for Disclosure Limitation of Establishment Tabular Data"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (ZEROS_LEFT,)
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "bonus"]},
        {"variables": ["income", "age"], "factors": "split", "least": 2.5, "most": 7.5, "shared": True},
        {
            "variables": ["income"],
            "deviation": 2.5,
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables that are multiplied.", accepts=CONTINUOUS, min_length=1
    )
    factors: Literal["lognormal", "split"] = parameter(
        "lognormal",
        "Factors",
        "Whether factors lie around 1, or keep a distance from it so that every value moves.",
        FieldDisplay(choices=FACTORS),
    )
    deviation: float = parameter(
        10.0,
        "Standard deviation of the factors",
        "In % of the value: with 10, two thirds of the values change by less than about 10 %.",
        FieldDisplay(unit="%", when={"factors": ("lognormal",)}),
        gt=0,
        le=1000,
    )
    least: float = parameter(
        5.0,
        "Least change",
        "In % of the value: no value changes by less.",
        FieldDisplay(unit="%", when={"factors": ("split",)}),
        ge=0,
        lt=100,
    )
    most: float = parameter(
        15.0,
        "Largest change",
        "In % of the value: no value changes by more.",
        FieldDisplay(unit="%", when={"factors": ("split",)}),
        gt=0,
        lt=100,
    )
    shared: bool = parameter(
        False,
        "One factor for each record",
        "All chosen variables of a record are multiplied by the same factor.",
    )
    whole_numbers: bool = parameter(
        False,
        "Keep whole numbers whole",
        "Round variables that hold only whole numbers to whole numbers again (halves to the even one), "
        "so that small ones may keep their value.",
    )

    @model_validator(mode="after")
    def _in_order(self) -> "MultiplicativeNoise":
        if self.factors == "split" and self.least > self.most:
            raise FieldError("least", "is larger than the largest change")
        return self

    @property
    def factor_variance(self) -> float:
        """Variance s² of the factors."""
        if self.factors == "lognormal":
            return (self.deviation / 100) ** 2
        least, most = self.least / 100, self.most / 100
        return (least * least + least * most + most * most) / 3

    def summary(self) -> str:
        """Return the step in a few plain words."""
        names = ", ".join(self.variables)
        if self.factors == "lognormal":
            return sentence("{names} multiplied by 1 ± {s}", names=names, s=Percentage(self.deviation))
        return sentence(
            "{names} changed by {least} to {most}",
            names=names,
            least=Percentage(self.least),
            most=Percentage(self.most),
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        notes = decimal_notes(values) if self.whole_numbers else []
        columns: dict[str, pd.Series] = {}
        found: dict[str, dict[Declared, Quantity]] = {}
        factor = self._factors(draws, data.rows, 0)
        for (place, name), _ in progress.over(list(enumerate(self.variables)), self.title):
            if place and not self.shared:
                factor = self._factors(draws, data.rows, place)
            new = values[name] * factor
            columns[name] = replace_numbers(data, name, new, whole=self.whole_numbers)
            found[name] = self._recoverable(data.variable(name), new)
        zeros = sum(int((numbers == 0).sum()) for numbers in values.values())
        reported = {ZEROS_LEFT: Quantity(zeros, VALUES)}
        return Masked(with_numbers(data, columns), reported, tuple(notes), (BY_VARIABLE.table(found),))

    def _factors(self, draws: Draws, records: np.ndarray, column: int) -> np.ndarray:
        if self.factors == "lognormal":
            variance = _log1p(self.factor_variance)
            return exponential(math.sqrt(variance) * draws.normal(records, column) - variance / 2)
        # One uniform number says both: its half the direction, its place in that half the size.
        both = 2 * draws.uniform(records, column)
        up = both >= 1
        change = (self.least + (self.most - self.least) * np.where(up, both - 1, both)) / 100
        return np.where(up, 1 + change, 1 - change)

    def _recoverable(self, variable: Variable, new: np.ndarray) -> dict[Declared, Quantity]:
        present = new[~np.isnan(new)]
        if len(present) < 2:
            return {}
        size = float(np.abs(present).max()) or 1.0
        scaled = present / size
        squares = (scaled * scaled).sum() / (1 + self.factor_variance)
        variance = (squares - scaled.sum() ** 2 / len(scaled)) / (len(scaled) - 1)
        unit = variable_unit(variable.unit, 2)
        found = number(float(variance) * size * size, unit, TOO_LARGE, contributions=NEVER_PUBLISHED)
        return {RECOVERABLE_VARIANCE: found}


def _log1p(x: float) -> float:
    """Return ln(1 + x), the same to the last digit on every machine."""
    if x > 1e-3:
        return float(logarithm(np.array([1 + x]))[0])
    return x * (1 - x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x / 5))))
