"""Comparison of the values of one variable in two files."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.inspection.profile import Distribution, distribution
from sdcdesk.records.value_changes.bands import banded, find_ranges, spanning
from sdcdesk.records.value_changes.bars import ValueChange, alike, turned
from sdcdesk.records.value_changes.categories import all_categories, nested, places_in

CROWDED = 0.6
"""Share of the records in one bin above which the others tell too little."""


def value_change(before: Microdata, after: Microdata, name: str) -> ValueChange:
    """Compare the values of a variable in two files of the same initial records.

    Missing values are left out. Numbers are counted in bins. Of many categories the most frequent ones are
    shown and the rest are one bar.

    Parameters
    ----------
    before, after
        Two masked files.
    name
        The variable, which both hold.

    Returns
    -------
    ValueChange
        Bars of both on one axis.
    """
    one, other = distribution(before, name), distribution(after, name)
    if one.edges is not None and other.edges is not None:
        bins = _separating_bins(before, one, after)
        return alike(bins.labels, bins.counts, distribution(after, name, like=bins).counts)
    if one.edges is not None:
        return banded(before, one, after, other)
    if other.edges is not None:
        return turned(banded(after, other, before, one))
    return _category_changes(before, one, after, other)


def _separating_bins(before: Microdata, bins: Distribution, after: Microdata) -> Distribution:
    """Return bins of equal ratio where most records of positive numbers lie in one bin of equal width."""
    crowded = len(bins.counts) > 1 and bins.counts.max() > CROWDED * bins.counts.sum()
    if not crowded or not all(_positive(data.numbers(bins.name, rounded=True)) for data in (before, after)):
        return bins
    return distribution(before, bins.name, scale="logarithmic")


def _positive(numbers: np.ndarray) -> bool:
    return not (numbers <= 0).any()


def _category_changes(
    before: Microdata, one: Distribution, after: Microdata, other: Distribution
) -> ValueChange:
    places = places_in(before, after, one.name)
    if places is not None:
        return nested(before, places, after, other)
    places = places_in(after, before, one.name)
    if places is not None:
        return turned(nested(after, places, before, one))
    ranges = find_ranges(before, one), find_ranges(after, other)
    if ranges[0] and ranges[1]:
        breaks = sorted({entry.low if entry.low is not None else -np.inf for entry in ranges[0] + ranges[1]})
        return ValueChange(spanning(one, ranges[0], breaks), spanning(other, ranges[1], breaks))
    return all_categories(before, after, one, other)
