"""Noise for outliers: values that stand out get a random number added to them, and no others."""

import math
from typing import ClassVar, Literal

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import RECORDS, Quantity
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import Percentage, sentence
from sdcdesk.kernels.robust_scatter import CONSISTENCY, chi_square_quantile
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.decimals_kept import KEEP_OF_FEW, KeepsDecimals
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)
from sdcdesk.masking.outlying_records import INSIDE, OUTLYING_RECORDS, find_outlying

OUTLYING = {
    "value": "Values far from the median of their variable",
    "record": "Records far from the centre of all variables",
    "either": "Both",
}


class OutlierNoise(KeepsDecimals, DrawsByRecord):
    """Add normal noise to outlying values, and leave all others exactly as they are.

    Noise of one size for all hides what is common, and leaves what is rare recognisable; here it goes where
    the risk is. What is outlying is said by robust measures, which outliers themselves hardly move:

    - a *value* v of a variable, if |v − median| > z·1.4826·MAD, where MAD is the median of these differences
      and z the number within which the share q (`inside`) of a standard normal distribution lies, on both
      sides of 0;
    - a *record*, if its robust Mahalanobis distance from the centre by all variables of the step exceeds
      √χ²(q; d): centre and covariances are those of the half of the records that lie closest together
      (minimum covariance determinant: deterministic search, reweighted). Then all its values get noise.
      A record that lacks one of the values is not outlying in this sense, and a variable without variance
      does not count;
    - *either*: a value that is outlying, or whose record is.

    The noise of each value is normal and independent of all others, with mean 0 and a variance that is a
    share c of that of the variable (÷ n − 1, over all its values), as of additive noise: outliers make it
    large. Missing values stay missing. In expectation means stay what they are; variances grow by c times the
    share of the values with noise.

    What gets noise has as many decimals as its variable (`decimals`): else digits would tell which values
    did.

    When to use
        For continuous variables in which a few persons or firms stand out, and where users need the others
        without any error.
    When not to use
        Where an intruder knows values in the middle, too: they are released as they are, and a value that is
        unique there is found. Nor where values are round by custom, as hundreds: those with noise are not,
        and so tell which were outlying; round all of them afterwards. Where half of the records lie in one
        plane, because variables determine others or most values are equal, robust distances are not defined,
        and that is refused; choose *value* then.

    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [1200, 1900, 2500, 2100, 1700, 41000]}))
    >>> noise = sdc.masking.OutlierNoise(variables=["income"], outlying="value", whole_numbers=True)
    >>> noise.apply(data, seed=7).column("income").tolist()
    [1200, 1900, 2500, 2100, 1700, 43903]
    """

    name: ClassVar[str] = "outlier_noise"
    title: ClassVar[str] = "Noise for outliers"
    source: ClassVar[str] = (
        "Templ and Meindl (2008), Robustification of Microdata Masking Methods and the Comparison with "
        "Existing Methods; Hubert, Rousseeuw and Verdonck (2012), on robust distances"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (VALUES_CHANGED, OUTLYING_RECORDS)
    examples = (
        {"variables": ["income", "age"], "variance_share": 20.0},
        {
            "variables": ["income"],
            "outlying": "value",
            "inside": 90.0,
            "whole_numbers": True,
            "edit_rules": "keep",
            "households": True,
        },
        {"variables": ["income", "weight"], "outlying": "record", "inside": 80.0, "decimals": False},
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED,
        "Variables",
        "The variables whose outlying values get noise.",
        accepts=CONTINUOUS,
        min_length=1,
    )
    outlying: Literal["value", "record", "either"] = parameter(
        "either", "Outlying", "What gets noise.", FieldDisplay(choices=OUTLYING)
    )
    inside: float = parameter(97.5, *INSIDE, FieldDisplay(unit="% of normal records"), ge=50, lt=100)
    variance_share: float = parameter(
        10.0,
        "Variance of the noise",
        "In % of the variance of each variable: 10 is a tenth of it.",
        FieldDisplay(unit="% of the variance"),
        gt=0,
        le=10_000,
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)
    decimals: bool = parameter(True, *KEEP_OF_FEW)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "Noise of {part} of the variance on outliers of {names}",
            part=Percentage(self.variance_share),
            names=", ".join(self.variables),
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        far = np.zeros(len(data), dtype=bool)
        reported = {}
        if self.outlying != "value":
            found = find_outlying(values, self.inside, self.title, progress.part(0.0, 0.8))
            far[found.places] = True
            reported[OUTLYING_RECORDS] = Quantity(len(found.places), RECORDS)
        notes = decimal_notes(values) if self.whole_numbers else []
        columns, noisy = {}, 0
        for (place, name), share in progress.part(0.8, 1.0).over(list(enumerate(self.variables))):
            share.at(0.0, name)
            old = values[name]
            present = ~np.isnan(old)
            chosen = present & (far if self.outlying == "record" else far | self._outlying(old, present))
            deviation = math.sqrt(self.variance_share / 100) * standard_deviation(old[present])
            if not deviation:
                notes.append(sentence("{name} has no variance and got no noise.", name=name))
                columns[name] = data.column(name)  # what may be called exact hangs on the method alone
                continue
            new = np.where(chosen, old + deviation * draws.normal(data.rows, place), old)
            columns[name] = replace_numbers(data, name, new, whole=self.whole_numbers)
            noisy += int(chosen.sum())
        reported[VALUES_CHANGED] = values_counted(noisy, data)
        return Masked(with_numbers(data, columns), reported, tuple(notes))

    def _outlying(self, values: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Return which values are far from the median, bool (n,)."""
        if not present.any():
            return present
        gaps = np.abs(values - np.median(values[present]))
        limit = math.sqrt(chi_square_quantile(self.inside / 100, 1))
        outlying: np.ndarray = gaps > limit * CONSISTENCY * np.median(gaps[present])
        return outlying
