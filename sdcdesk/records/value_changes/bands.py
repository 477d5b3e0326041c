"""Bars of numbers and of the bands that they were put into."""

from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Interval
from sdcdesk.core.running.errors import DataError
from sdcdesk.inspection.profile import Distribution, distribution
from sdcdesk.inspection.profile.bins import bin_labels, bin_places
from sdcdesk.records.value_changes.bars import Bars, ValueChange, alike, named_categories, shared_bars

PARTS = 40
"""Bars of numbers that lie in the bands of the other file, about."""


def banded(fine: Microdata, bins: Distribution, coarse: Microdata, coarse_bins: Distribution) -> ValueChange:
    """Return the bars of numbers and of the bands that they were put into.

    Parameters
    ----------
    fine
        The file with numbers.
    bins
        Their distribution.
    coarse
        The file with bands.
    coarse_bins
        Their distribution.

    Returns
    -------
    ValueChange
        `before` holds the numbers, `after` the bands.
    """
    name = coarse_bins.name
    numbers = fine.numbers(name, rounded=True)
    numbers = numbers[~np.isnan(numbers)]
    ranges = find_ranges(coarse, coarse_bins)
    if not ranges or len(numbers) == 0:
        return _only_coarse(coarse_bins)
    if len(ranges) < len(coarse_bins.labels):
        return _binned(coarse, bins, name)
    whole = bool((numbers == np.floor(numbers)).all())
    edges, places = _edges(ranges, numbers, whole=whole)
    counts = np.bincount(bin_places(numbers, edges), minlength=len(edges) - 1)
    # Bins within bands have ends that nobody chose: a few digits of them are enough.
    texts = bin_labels(edges, "linear" if whole else "logarithmic", whole=whole)
    outer = shared_bars(np.arange(len(coarse_bins.labels)), coarse_bins.labels, coarse_bins.counts)
    return ValueChange(shared_bars(places, texts, counts), outer)


def spanning(coarse_bins: Distribution, ranges: list[Interval], breaks: list[float]) -> Bars:
    """Return the bars of bands that do not lie in those of the other file: from break to break of both.

    Parameters
    ----------
    coarse_bins
        The distribution of the bands.
    ranges
        The range of each, in the same order.
    breaks
        Ascending breaks of both files.

    Returns
    -------
    Bars
        Places on the axis count breaks.
    """
    lows = [entry.low if entry.low is not None else -np.inf for entry in ranges]
    left = np.searchsorted(breaks, lows).astype(np.float64)
    return Bars(coarse_bins.labels, left, np.append(left[1:], float(len(breaks))), coarse_bins.counts)


def find_ranges(coarse: Microdata, coarse_bins: Distribution) -> list[Interval]:
    """Return the ranges of the categories that are shown, in order; none where one has none.

    Parameters
    ----------
    coarse
        The file with bands.
    coarse_bins
        Their distribution.

    Returns
    -------
    list[Interval]
        Low and high of each category, None where it is open.
    """
    ranges = {interval.label: interval for interval in coarse.variable(coarse_bins.name).intervals}
    wanted = [str(category) for category in named_categories(coarse_bins)]
    return [ranges[label] for label in wanted] if set(wanted) <= set(ranges) else []


def _only_coarse(coarse_bins: Distribution) -> ValueChange:
    places = np.arange(len(coarse_bins.labels))
    nothing = shared_bars(places[:0], (), coarse_bins.counts[:0])
    return ValueChange(nothing, shared_bars(places, coarse_bins.labels, coarse_bins.counts))


def _binned(coarse: Microdata, bins: Distribution, name: str) -> ValueChange:
    """Return the bars where there are too many bands to show: each counts at its lower end."""
    coding = coarse.coding(name)
    ranges = {interval.label: interval for interval in coarse.variable(name).intervals}
    ends = [ranges.get(str(category)) for category in coding.categories]
    values = [np.nan if end is None else end.low if end.low is not None else end.high for end in ends]
    numbers = pd.Series(np.append(np.asarray(values, dtype=np.float64), np.nan)[coding.codes])
    described = coarse.variable(name).changed(scale="continuous", categories=(), intervals=(), missing=())
    try:
        counted = distribution(Microdata(numbers.to_frame(name), [described]), name, like=bins)
    except DataError:
        return _only_coarse(distribution(coarse, name))
    return alike(bins.labels, bins.counts, counted.counts)


def _edges(ranges: list[Interval], numbers: np.ndarray, *, whole: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges of the bins within the bands, and the band of each bin.

    A number at the break between two bands counts in the upper one.
    """
    step = 1.0 if whole else 0.0
    last = ranges[-1].high
    lows = [entry.low for entry in ranges]
    first = float(numbers.min()) if lows[0] is None else min(lows[0], float(numbers.min()))
    end = max(float(numbers.max()), last if last is not None else -np.inf) + step
    breaks = [first, *(float(low) for low in lows[1:] if low is not None), end]
    edges, places = [breaks[0]], []
    for place, (low, high) in enumerate(pairwise(breaks)):
        parts = _parts(high - low, max(PARTS // len(ranges), 1), whole=whole)
        edges += np.linspace(low, high, parts + 1)[1:].tolist()
        places += [place] * parts
    return np.asarray(edges), np.asarray(places)


def _parts(width: float, most: int, *, whole: bool) -> int:
    """Return into how many equal bins a band is divided; those of whole numbers hold equally many."""
    if width <= 0:
        return 1
    return next(parts for parts in range(most, 0, -1) if not whole or width % parts == 0)
