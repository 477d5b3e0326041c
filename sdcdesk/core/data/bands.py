"""Bands of numbers: where they break, and what they are called."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

import numpy as np

from sdcdesk.core.data.plain_values import number_as_text
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence

Closed = Literal["left", "right"]

MOST_BANDS = 10_000
"""More bands are refused: nobody could read them."""


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands that together cover every number: r breaks make r − 1 bands and an open one at either end.

    A number's *place* is its band's: 0 below the first break, r above the last.

    Attributes
    ----------
    breaks
        Ascending, possibly none.
    closed
        The end that belongs to a band: "left" [low, high), "right" (low, high].
    lowest_included
        With `closed` "right": whether the first break belongs to the band above it all the same.
    """

    breaks: tuple[float, ...]
    closed: Closed = "left"
    lowest_included: bool = False

    def __post_init__(self) -> None:
        if any(low >= high for low, high in pairwise(self.breaks)):
            raise DataError("The bands are narrower than numbers of this size can tell apart; widen them.")

    def places(self, numbers: np.ndarray) -> np.ndarray:
        """Return the place of each number.

        Parameters
        ----------
        numbers
            float64 (n,), none missing.

        Returns
        -------
        np.ndarray
            int64 (n,), 0…r.
        """
        side: Closed = "right" if self.closed == "left" else "left"
        places = np.searchsorted(self.breaks, numbers, side=side)
        if self.lowest_included:
            places[numbers == self.breaks[0]] = 1
        return places

    def ends(self, place: int) -> tuple[float, float]:
        """Return the breaks below and above a place, infinite where it is open.

        Parameters
        ----------
        place
            0…r.

        Returns
        -------
        tuple[float, float]
            Low and high.
        """
        low = self.breaks[place - 1] if place > 0 else -math.inf
        return low, self.breaks[place] if place < len(self.breaks) else math.inf

    def whole_ends(self, place: int) -> tuple[float, float]:
        """Return the lowest and the highest whole number of a place; the breaks must be whole.

        Parameters
        ----------
        place
            0…r.

        Returns
        -------
        tuple[float, float]
            Lowest and highest, infinite where the band is open.
        """
        low, high = self.ends(place)
        return low if self._holds_low(place) else low + 1, high if self._holds_high(place) else high - 1

    def label(self, place: int, *, whole: bool, brackets: bool = False) -> str:
        """Name a place.

        Parameters
        ----------
        place
            0…r.
        whole
            Whether the variable holds whole numbers: "30 to 39" with both ends in the band.
        brackets
            Write "[30, 40)" for whole numbers too.

        Returns
        -------
        str
            "30 to 39", "[30, 40)", "under 30" or "90 and over".
        """
        low, high = self.ends(place)
        if math.isinf(low) and math.isinf(high):
            return "any value"
        if math.isinf(low):
            return (
                sentence("{high} and under", high=number_as_text(high))
                if self._holds_high(place)
                else sentence("under {high}", high=number_as_text(high))
            )
        if whole and not brackets:
            low, high = self.whole_ends(place)
            if low < high < math.inf:
                return sentence("{low} to {high}", low=number_as_text(low), high=number_as_text(high))
            return number_as_text(low) if low == high else sentence("{low} and over", low=number_as_text(low))
        if math.isinf(high):
            return (
                sentence("{low} and over", low=number_as_text(low))
                if self._holds_low(place)
                else sentence("over {low}", low=number_as_text(low))
            )
        left = "[" if self._holds_low(place) else "("
        right = "]" if self._holds_high(place) else ")"
        return f"{left}{number_as_text(low)}, {number_as_text(high)}{right}"

    def _holds_low(self, place: int) -> bool:
        return self.closed == "left" or (self.lowest_included and place == 1)

    def _holds_high(self, place: int) -> bool:
        return self.closed == "right" and not (self.lowest_included and place == 0)


def equal_width(
    numbers: np.ndarray, width: float, start: float, bottom: float | None, top: float | None
) -> Bands:
    """Return bands of equal width that cover all numbers.

    Parameters
    ----------
    numbers
        float64 (m,), all numbers the variable may take.
    width, start
        Bands begin at start + j·width for whole j, below the start too. The breaks are computed as
        decimal fractions, so that with width 0.1 the number 0.3 begins a band.
    bottom, top
        Where the open bands "under …" and "… and over" begin; None for no open band.

    Returns
    -------
    Bands
        Bands closed on the left.

    Raises
    ------
    DataError
        There would be too many bands.
    """
    lowest, highest = (numbers.min(), numbers.max()) if len(numbers) else (start, start)
    first = _band(lowest if bottom is None else bottom, width, start)
    last = _band(highest if top is None else top, width, start) + 1
    if last - first > MOST_BANDS:
        raise DataError(
            sentence(
                "Bands of {width} would be more than {most}; choose wider ones, or a top and a bottom code.",
                width=float(width),
                most=MOST_BANDS,
            ),
            "width",
        )
    breaks = [float(exact(start) + j * exact(width)) for j in range(first, last + 1)]
    inside = [b for b in breaks if (bottom is None or b > bottom) and (top is None or b < top)]
    ends = [[] if end is None else [end] for end in (bottom, top)]
    return Bands(tuple(map(float, ends[0] + inside + ends[1])))


@dataclass(frozen=True, slots=True)
class Beyond:
    """Bands of equal width below and above those that the file needs.

    Attributes
    ----------
    width, start
        As of the bands.
    below, above
        Whether there are such bands below, and above; False where an open one holds all numbers there.
    """

    width: float
    start: float
    below: bool
    above: bool

    def band(self, number: float, bands: Bands) -> Bands | None:
        """Return the band of a number that no band of the file holds; None: one does.

        Parameters
        ----------
        number
            Finite.
        bands
            Bands of the file.

        Returns
        -------
        Bands or None
            A single band between two breaks.
        """
        outside = (self.below and number < bands.breaks[0]) or (self.above and number >= bands.breaks[-1])
        if not outside:
            return None
        first = _band(number, self.width, self.start)
        low, high = (float(exact(self.start) + j * exact(self.width)) for j in (first, first + 1))
        return Bands((low, high))


def at_quantiles(numbers: np.ndarray, bands: int) -> Bands:
    """Return bands that hold equally many numbers, as far as ties allow.

    The breaks are numbers of the file: the smallest with at least j/bands of all at or below it. Equal
    ones merge, and so does one that nothing lies above. The outer bands are open, so that neither the
    smallest nor the largest number becomes known.

    Parameters
    ----------
    numbers
        float64 (n,), none missing.
    bands
        How many are wanted, at least 2.

    Returns
    -------
    Bands
        Closed on the right; fewer than wanted where numbers are tied.
    """
    ascending = np.sort(numbers)
    places = sorted({share_place(len(ascending), Fraction(j, bands)) for j in range(1, bands)})
    breaks = dict.fromkeys(float(ascending[place]) for place in places if len(ascending))
    return Bands(tuple(b for b in breaks if b < ascending[-1]), "right")


def share_place(count: int, share: Fraction) -> int:
    """Return the place, in ascending order, of the smallest of `count` values that has a share up to it.

    Parameters
    ----------
    count
        How many values there are.
    share
        0…1.

    Returns
    -------
    int
        Counted from 0.
    """
    return max(math.ceil(share * count) - 1, 0)


def _band(number: float, width: float, start: float) -> int:
    return math.floor((exact(number) - exact(start)) / exact(width))
