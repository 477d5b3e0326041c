"""Resampling: values are replaced by averages of samples of them, rank by rank."""

from typing import ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED
from sdcdesk.core.numbers.quantity import NUMBER, Quantity, Why, undefined
from sdcdesk.core.operations.masked import Masked, by_variable
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.operations.parameters import CONTINUOUS, REQUIRED, FieldDisplay, parameter
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.masking.covariance import standard_deviation
from sdcdesk.masking.decimals_kept import KeepsDecimals
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.edit_rules.edit_rules_kept import ChoosesValues
from sdcdesk.masking.household_records import MasksDistinctRecords
from sdcdesk.masking.new_values import (
    KEEP_WHOLE,
    decimal_notes,
    numbers_to_square,
    replace_numbers,
    with_numbers,
)

VARIANCE_LEFT = Declared(
    "variance_left",
    "Variance by original variance",
    NUMBER,
    "Means of samples vary less than values; more samples, less variance at the ends.",
)

BY_VARIABLE = by_variable(VARIANCE_LEFT)


class Resampling(KeepsDecimals, MasksDistinctRecords, ChoosesValues):
    """Replace values by averages of samples of them, rank by rank.

    For each variable t samples are drawn with replacement from its n values, each of size n, and each is
    sorted. The j-th smallest value of the file becomes the mean of the j-th smallest values of the samples.
    Ranks therefore stay; equal values are put in random order first, and may become different ones. Missing
    values stay missing and are in no sample. Each variable is drawn by itself.

    With `households`, records of a household that have the same values in all variables of the step are
    masked as one, the first of them in the initial file, and all get its new values; others, and who has
    no household, stand for themselves. A large household then counts no more than a small one.

    When to use
        Continuous variables of small files, where the order of the records shall stay and no value shall
        be found exactly.
    When not to use
        For large files by itself: the value at the quantile q moves by about √(q(1 − q)/(n·t)) in quantiles,
        so that of 100,000 records next to none moves by as much as half a percent of the ranks, and whoever
        knows a value finds the record by its rank. Far-out values stay the far-out ones, as ranks
        stay. For codes and categories: means of codes mean nothing.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [1200.0, 4100.0, 1900.0, 2500.0]}))
    >>> sdc.masking.Resampling(variables=["income"], samples=3).apply(data, 7).column("income").tolist()
    [1200.0, 4100.0, 1866.6666666666667, 2633.3333333333335]
    """

    name: ClassVar[str] = "resampling"
    title: ClassVar[str] = "Resampling"
    source: ClassVar[str] = (
        "Domingo-Ferrer and Torra, Disclosure Control Methods and Information Loss for Microdata, section 3; "
        "Heer (1993)"
    )
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (VALUES_CHANGED,)
    tables = (BY_VARIABLE,)
    examples = (
        {"variables": ["income", "age"], "samples": 2},
        {
            "variables": ["income", "bonus"],
            "samples": 7,
            "whole_numbers": True,
            "decimals": True,
            "edit_rules": "keep",
            "households": True,
        },
    )

    variables: tuple[str, ...] = parameter(
        REQUIRED, "Variables", "The variables whose values change.", accepts=CONTINUOUS, min_length=1
    )
    samples: int = parameter(
        3,
        "Samples",
        "How many samples are averaged. One gives a sample of the values themselves; many come close to the "
        "values that they were drawn from, with the ends drawn in.",
        FieldDisplay(unit="samples"),
        ge=1,
        le=1000,
    )
    whole_numbers: bool = parameter(False, *KEEP_WHOLE)

    def summary(self) -> str:
        """Return the step in a few plain words."""
        return sentence(
            "{names} resampled, {samples}",
            names=", ".join(self.variables),
            samples=counted(self.samples, "sample"),
        )

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        values = {name: numbers_to_square(data, name) for name in self.variables}
        columns: dict[str, pd.Series] = {}
        changed, found = 0, {}
        for (place, name), share in progress.over(list(enumerate(self.variables))):
            share.at(0.0, name)
            old = values[name]
            new = np.full(len(old), np.nan)
            present = np.flatnonzero(~np.isnan(old))
            first = place * (self.samples + 1)
            new[present] = resampled(old[present], data.rows[present], self.samples, draws, first, share)
            columns[name] = replace_numbers(data, name, new, whole=self.whole_numbers)
            changed += int((old != new)[present].sum())
            found[name] = {VARIANCE_LEFT: _shrunk(old[present], new[present])}
        notes = decimal_notes(values) if self.whole_numbers else []
        reported = {VALUES_CHANGED: values_counted(changed, data)}
        return Masked(with_numbers(data, columns), reported, tuple(notes), (BY_VARIABLE.table(found),))


def resampled(
    values: np.ndarray, rows: np.ndarray, samples: int, draws: Draws, column: int, progress: Progress
) -> np.ndarray:
    """Return for each value the mean of the values of its rank in samples with replacement.

    Parameters
    ----------
    values
        float64 (n,), none missing.
    rows
        int64 (n,), positions of the initial records.
    samples
        How many, at least 1.
    draws
        Random numbers: of the order of equal values in a first column, of each sample in one after it.
    column
        The first column.
    progress
        Told after each sample.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    order = np.lexsort((rows, draws.words(rows, column), values))
    ascending, total = values[order], np.zeros(len(values))
    for sample, _share in progress.over(range(samples)):
        places = (draws.uniform(rows, column + 1 + sample) * len(values)).astype(np.int64)
        # How often each value was drawn gives the sample in order, without sorting.
        total += np.repeat(ascending, np.bincount(places, minlength=len(values)))
    found = np.empty(len(values))
    found[order] = np.clip(total / samples, ascending[:1], ascending[-1:])
    return found


def _shrunk(old: np.ndarray, new: np.ndarray) -> Quantity:
    deviation = standard_deviation(old) if len(old) > 1 else 0.0
    if deviation == 0:
        return undefined(NUMBER, Why.ZERO_DIVISOR, "The variable has no variance.")
    return Quantity((standard_deviation(new) / deviation) ** 2, NUMBER, contributions=NEVER_PUBLISHED)
