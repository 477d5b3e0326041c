"""Bins of a histogram: their edges and labels."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import numpy as np

from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.numbers.round_steps import round_step
from sdcdesk.core.text.sentence import sentence

Scale = Literal["linear", "logarithmic"]

MOST_BINS = 40

_PARTS = (0.05, 0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000)
"""Into how many bins of equal ratio a decade may be divided."""


def linear_edges(low: float, high: float, *, whole: bool) -> np.ndarray:
    """Return the edges of at most `MOST_BINS` bins [edge, next) of one round width over [low, high].

    Parameters
    ----------
    low, high
        Smallest and largest number.
    whole
        Whether all numbers are whole: then so are the edges.

    Returns
    -------
    np.ndarray
        float64 (bins + 1,), ascending.
    """
    # The range of the largest numbers is more than a float can hold, a share of it is not.
    span = high / (MOST_BINS - 1) - low / (MOST_BINS - 1)
    least = max(span, 1.0) if whole else span
    finest = math.ulp(max(abs(low), abs(high)))
    if not max(finest, 1e-280) < least < 1e280:
        return _single(low, high)
    width = Fraction(round_step(least * (1 - 1e-12)))
    first, last = (math.floor(exact(end) / width) for end in (low, high))
    edges = np.array([float(place * width) for place in range(first, last + 2)])
    return _covering(edges, low, high)


def logarithmic_edges(low: float, high: float) -> np.ndarray:
    """Return the edges of at most `MOST_BINS` bins of one ratio over [low, high], which are positive.

    Parameters
    ----------
    low
        Smallest number, more than 0.
    high
        Largest number.

    Returns
    -------
    np.ndarray
        float64 (bins + 1,), ascending.
    """
    ends = math.log10(low), math.log10(high)
    fitting = [n for n in _PARTS if math.floor(ends[1] * n) - math.floor(ends[0] * n) < MOST_BINS]
    parts = fitting[-1]
    places = np.arange(math.floor(ends[0] * parts), math.floor(ends[1] * parts) + 2)
    return _covering(10.0 ** np.minimum(places / parts, 308.0), low, high)


def bin_places(numbers: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Return the bin of each number; those beyond the edges belong to the outermost bins.

    Parameters
    ----------
    numbers
        float64 (n,), none missing.
    edges
        float64 (bins + 1,), ascending.

    Returns
    -------
    np.ndarray
        int64 (n,), 0…bins − 1.
    """
    return np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, len(edges) - 2)


def bin_labels(edges: np.ndarray, scale: Scale, *, whole: bool) -> tuple[str, ...]:
    """Return what the bins are called: "0 to 4" of whole numbers, else "0 to 5", the end not included.

    Parameters
    ----------
    edges
        float64 (bins + 1,), ascending.
    scale
        "linear" or "logarithmic".
    whole
        Whether all numbers are whole.

    Returns
    -------
    tuple[str, ...]
        One for each bin.
    """
    ends = [rough(edge) for edge in edges.tolist()] if scale == "logarithmic" else edges.tolist()
    counted = whole and scale == "linear"
    return tuple(_label(low, high - 1 if counted else high) for low, high in pairwise(ends))


def _label(low: float, high: float) -> str:
    return sentence("{low}", low=low) if high == low else sentence("{low} to {high}", low=low, high=high)


def _covering(edges: np.ndarray, low: float, high: float) -> np.ndarray:
    """Put the outermost edges right where rounding let them fall short of [low, high]."""
    edges[0], edges[-1] = min(edges[0], low), max(edges[-1], high)
    return edges if (edges[1:] > edges[:-1]).all() else _single(low, high)


def _single(low: float, high: float) -> np.ndarray:
    """Return one bin for numbers that lie too close, or too far, for round widths."""
    if low == high == np.finfo(np.float64).max:
        return np.array([np.nextafter(low, 0), high])
    return np.array([low, high if high > low else np.nextafter(low, np.inf)])
