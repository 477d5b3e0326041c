"""Random rounding: values go to one of the two points they lie between, right on average."""

from typing import ClassVar

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.masked import Masked
from sdcdesk.core.operations.method import Purpose
from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.results.original_counts import values_counted
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.declared import VALUES_CHANGED
from sdcdesk.masking.household_draws import DrawsByRecord
from sdcdesk.masking.new_values import replace_numbers, with_numbers
from sdcdesk.masking.rounding.method import RoundingMethod
from sdcdesk.masking.rounding.rounding_sets import Multiples, Points


class RandomRounding(DrawsByRecord, RoundingMethod):
    """Round every value up or down at random, so that it is right on average.

    A value v between the neighbouring points p < q goes to q with probability (v − p)/(q − p) and to p
    otherwise, each value by itself: its expectation is v. A point stays what it is. Points are the
    multiples of a base, negative ones and zero included, or a set of your own, which must enclose all
    values, since values outside could not be right on average. Equal values may become different.

    Whole numbers stay whole where base or points are whole. Missing values stay missing.

    When to use
        In place of rounding where sums and means must stay right on average, as in counts and amounts that
        are added up by users; and where nobody shall know which values were rounded up.
    When not to use
        Where equal records should stay equal, or where small files are added up: the error of a sum of m
        values has a standard deviation of up to b/2·√m. An unusual value remains unusual.


    Examples
    --------
    >>> import pandas as pd
    >>> import sdcdesk as sdc
    >>> data = sdc.Microdata(pd.DataFrame({"income": [4, 5, 20, 97]}))
    >>> rounding = sdc.masking.RandomRounding(variables=["income"], base=10)
    >>> set(rounding.apply(data, seed=7).frame["income"]) <= {0, 10, 20, 90, 100}
    True
    """

    name: ClassVar[str] = "random_rounding"
    title: ClassVar[str] = "Random rounding"
    source: ClassVar[str] = "Willenborg and De Waal (2001), Elements of Statistical Disclosure Control"
    purpose: ClassVar[Purpose] = Purpose.CHANGE_VALUES
    random: ClassVar[bool] = True
    declares = (VALUES_CHANGED,)
    examples = (
        {"variables": ["income"], "base": 100.0},
        {"variables": ["income"], "rounding_set": "own", "points": [0, 20_000, 10_000_000]},
        {"variables": ["income"], "base": 10.0, "edit_rules": "keep", "households": True},
    )

    def summary(self) -> str:
        """Return the step in a few plain words."""
        words = "{names} rounded at random to multiples of {base}"
        if self.base is None:
            words = "{names} rounded at random to {points}"
        return self._summary(words)

    def _mask(self, data: Microdata, draws: Draws, progress: Progress) -> Masked:
        changed, columns = 0, {}
        for (place, name), _ in progress.over(list(enumerate(self.variables)), self.title):
            self._present(data, name)
            numbers = data.numbers(name)
            rounded = self._rounded(numbers, draws.uniform(data.rows, place), name)
            changed += int((rounded != numbers)[~np.isnan(numbers)].sum())
            columns[name] = replace_numbers(data, name, rounded, whole=self._points_are_whole())
        return Masked(with_numbers(data, columns), {VALUES_CHANGED: values_counted(changed, data)})

    def _rounded(self, numbers: np.ndarray, draws: np.ndarray, name: str) -> np.ndarray:
        if self.base is None:
            low, high = self._enclosing(numbers, name)
        else:
            low, high = Multiples(self.base).neighbours(numbers)
        # A missing value compares as neither: it stays missing.
        return np.where(
            np.isnan(numbers), np.nan, np.where(draws < (numbers - low) / (high - low), high, low)
        )

    def _enclosing(self, numbers: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray]:
        outside = int(((numbers < self.points[0]) | (numbers > self.points[-1])).sum())
        if outside:
            raise DataError(
                sentence(
                    "{n} value of {name} lies outside the points; add points that enclose it.",
                    "{n} values of {name} lie outside the points; add points that enclose them.",
                    "n",
                    n=outside,
                    name=name,
                ),
                "points",
                title=self.title,
            )
        return Points(self.points).neighbours(numbers)
