"""Rounding sets: the points that values are rounded to."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np

from sdcdesk.core.numbers.decimal_fraction import exact, first_from


@dataclass(frozen=True, slots=True)
class Multiples:
    """All multiples of a base.

    They are computed as decimal fractions: with base 0.1 the third is 0.3, and 0.15 lies exactly between
    the first and the second.

    Attributes
    ----------
    base
        Their distance, more than 0.
    """

    base: float

    def nearest(self, numbers: np.ndarray, largest: float, *, with_zero: bool = True) -> np.ndarray:
        """Return for each number the point p_i that attracts it: p_i − b/2 ≤ v < p_i + b/2.

        Parameters
        ----------
        numbers
            float64 (n,), 0 or more.
        largest
            V_max: the last point is p_r with r = max(1, ⌊V_max/b⌋), and attracts everything above.
        with_zero
            Whether 0 is a point; if not, p_1 = b attracts everything below.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        places = np.floor((_place_below(numbers, exact(self.base) / 2) + 1) / 2)
        last = max(1.0, float(_place_below(np.array([largest]), exact(self.base))[0]))
        return _multiples(np.clip(places, 0 if with_zero else 1, last), exact(self.base))

    def neighbours(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each number the last point at or below it, and the next point.

        Parameters
        ----------
        numbers
            float64 (n,), negative ones too.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Lower and upper points, twice float64 (n,).
        """
        places = _place_below(numbers, exact(self.base))
        return _multiples(places, exact(self.base)), _multiples(places + 1, exact(self.base))


@dataclass(frozen=True, slots=True)
class Points:
    """Points given by the user.

    Attributes
    ----------
    points
        Ascending, at least two.
    """

    points: tuple[float, ...]

    def nearest(self, numbers: np.ndarray) -> np.ndarray:
        """Return for each number the nearest point; the higher one from the middle on.

        Parameters
        ----------
        numbers
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        middles = [first_from((exact(low) + exact(high)) / 2) for low, high in pairwise(self.points)]
        nearest: np.ndarray = np.array(self.points)[np.searchsorted(middles, numbers, side="right")]
        return nearest

    def neighbours(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return for each number, none of them outside the points, the two points that it lies between.

        Parameters
        ----------
        numbers
            float64 (n,), between the first and the last point.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Lower and upper points, twice float64 (n,).
        """
        points = np.array(self.points)
        places = np.searchsorted(points[1:-1], numbers, side="right")
        return points[places], points[places + 1]


def _multiples(places: np.ndarray, base: Fraction) -> np.ndarray:
    multiples: np.ndarray = places * float(base.numerator) / float(base.denominator)
    return multiples


def _place_below(numbers: np.ndarray, base: Fraction) -> np.ndarray:
    """Return i of the last multiple i·base at or below each number."""
    places = np.floor(numbers * float(base.denominator) / float(base.numerator))
    # The division rounds, so that a place may be one off.
    places -= _multiples(places, base) > numbers
    places += _multiples(places + 1, base) <= numbers
    return places
