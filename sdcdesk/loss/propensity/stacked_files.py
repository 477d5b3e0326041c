"""Stacked files: the original's records and, below them, the masked ones, variable by variable."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.numeric import is_numeric
from sdcdesk.kernels.classification_tree import BinnedVariable
from sdcdesk.kernels.design_columns import DesignColumn, Indicator, Numbers

MOST_BINS = 64
"""Bins of a number with more different values: as many records in each as ties allow."""


@dataclass(frozen=True, slots=True, eq=False)
class StackedVariable:
    """A variable of both files, one below the other.

    Attributes
    ----------
    name
        Its name.
    numbers
        float64 (N,), NaN where missing; None: it has categories.
    codes
        int64 (N,), of categories 0, 1, …, a missing value being one of them; empty for numbers.
    categories
        How many categories there are.
    pooled
        Categories that are too rare, and counted as one.
    """

    name: str
    numbers: np.ndarray | None
    codes: np.ndarray
    categories: int = 0
    pooled: int = 0

    def binned(self) -> BinnedVariable:
        """Return it in bins.

        Returns
        -------
        BinnedVariable
            Of numbers, missing ones are below all others.
        """
        if self.numbers is None:
            return BinnedVariable(self.codes, self.categories, ordered=False)
        present = self.numbers[np.isfinite(self.numbers)]
        ends = np.unique(present)
        if len(ends) > MOST_BINS:
            # Without interpolation: an end is a value, above which the next bin begins.
            shares = np.arange(1, MOST_BINS + 1) / MOST_BINS
            ends = np.unique(np.quantile(present, shares, method="inverted_cdf"))
        codes = np.searchsorted(ends, self.numbers) + 1
        codes[~np.isfinite(self.numbers)] = 0
        return BinnedVariable(codes, len(ends) + 1, ordered=True)

    def columns(self) -> tuple[DesignColumn, ...]:
        """Return it as columns of a linear model.

        Returns
        -------
        tuple[DesignColumn, ...]
            Of numbers themselves, and whether they are missing, where some are; of categories an indicator of
            each but the first.
        """
        if self.numbers is None:
            return tuple((Indicator(self.codes, code),) for code in range(1, self.categories))
        missing = ~np.isfinite(self.numbers)
        mean = float(self.numbers[~missing].mean()) if not missing.all() else 0.0
        spread = float(np.abs(self.numbers[~missing] - mean).max(initial=0.0)) or 1.0
        centred: DesignColumn = (Numbers(np.where(missing, 0.0, (self.numbers - mean) / spread)),)
        return (centred, (Indicator(missing.astype(np.int64), 1),)) if missing.any() else (centred,)


def stacked(original: Microdata, masked: Microdata, name: str, most: int) -> StackedVariable:
    """Return a variable of both files, one below the other.

    Parameters
    ----------
    original, masked
        Both files.
    name
        A variable of both.
    most
        Categories that are told apart; those that are rarer in both files together count as one.

    Returns
    -------
    StackedVariable
        Numbers, where both files hold numbers; else categories, those that a recoding of the recipe made of
        the original ones where there is one.
    """
    if is_numeric(original, name) and is_numeric(masked, name):
        both = np.concatenate([file.numbers(name, rounded=True) for file in (original, masked)])
        return StackedVariable(name, both, np.zeros(0, np.int64))
    level = comparison_level(original, masked, name)
    codes = np.concatenate(
        [level.before(original.coding(name).codes), level.after(masked.coding(name).codes)]
    ).astype(np.int64)
    counts = np.bincount(codes + 1)
    kept = np.argsort(-counts, kind="stable")[:most]
    kept = np.sort(kept[counts[kept] > 0])
    rare = int((counts > 0).sum()) - len(kept)
    places = np.full(len(counts), len(kept))
    places[kept] = np.arange(len(kept))
    return StackedVariable(name, None, places[codes + 1], len(kept) + (rare > 0), rare)
