"""Range texts: ranges of an ordered key in words, whose ends are round values between its neighbours.

The ends of a range are values that maybe one record has, the outer ones the extremes of the file: no label
tells them. Values that are no numbers and no dates are categories, which a range may name.
"""

import math
from collections.abc import Callable, Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import Bands
from sdcdesk.core.data.plain_values import all_whole, as_text, holds_numbers, present_numbers
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.dates import read_dates

RangeText = Callable[[int, int], str]
"""Returns the text of the range from the value at one place to that at a higher one."""


def range_text(values: pd.Series) -> RangeText:
    """Return how ranges of some values are told.

    Parameters
    ----------
    values
        The different values in order, (m,), none missing.

    Returns
    -------
    RangeText
        Of numbers "30 to 44" or "[30, 44.5)", of dates "1980-01-01 to before 1985-01-01", in both cases with
        open outer ends; of other values "first to last".
    """
    told, texts = round_range_text(values), as_text(values)
    return told or (lambda low, high: sentence("{first} to {last}", first=texts[low], last=texts[high]))


def round_range_text(values: pd.Series) -> RangeText | None:
    """Return how ranges of numbers or dates are told.

    Parameters
    ----------
    values
        As of `range_text`.

    Returns
    -------
    RangeText or None
        None for other values, and for those that do not ascend.
    """
    kind = pd.api.types.infer_dtype(values)
    if holds_numbers(values) or kind == "decimal":
        numbers = ascending_numbers(values)
        return None if numbers is None else _of_numbers(numbers)
    if kind in ("date", "datetime", "datetime64"):
        return _of_dates(values.tolist())
    try:
        days = read_dates(values.tolist()).days if kind == "string" and len(values) else ()
    except DataError:
        return None
    ascend = bool(days) and all(one < other for one, other in pairwise(days))
    return _of_dates(days) if ascend else None


def ascending_numbers(values: pd.Series) -> np.ndarray | None:
    """Return values as numbers where ranges of them are told by round ends.

    Parameters
    ----------
    values
        As of `range_text`.

    Returns
    -------
    np.ndarray or None
        float64 (m,); None where they are no numbers, infinite, or do not ascend.
    """
    decimals = pd.api.types.infer_dtype(values) == "decimal"
    if not decimals and not holds_numbers(values):
        return None
    numbers = present_numbers(values.astype(float) if decimals else values)
    ascend = np.isfinite(numbers).all() and (numbers[1:] > numbers[:-1]).all()
    return numbers if ascend else None


def round_bands(numbers: np.ndarray, low: int, high: int) -> tuple[Bands, int]:
    """Return the range from the number at one place to that at a higher one, with round ends.

    Parameters
    ----------
    numbers
        float64 (m,), ascending.
    low, high
        The places.

    Returns
    -------
    tuple[Bands, int]
        Bands of all numbers, and the place of the range among them.
    """
    starts = [at for at in (low, high + 1) if 0 < at < len(numbers)]
    breaks = tuple(roundest_between(float(numbers[at - 1]), float(numbers[at])) for at in starts)
    return Bands(breaks), int(low > 0)


def _of_numbers(numbers: np.ndarray) -> RangeText:
    whole = all_whole(numbers)

    def text(low: int, high: int) -> str:
        bands, place = round_bands(numbers, low, high)
        return bands.label(place, whole=whole)

    return text


def _of_dates(days: Sequence[date]) -> RangeText:
    def text(low: int, high: int) -> str:
        start = _date_text(days[low - 1], days[low]) if low else ""
        end = _date_text(days[high], days[high + 1]) if high + 1 < len(days) else ""
        if start and end:
            return sentence("{start} to before {end}", start=start, end=end)
        if start:
            return sentence("{start} and later", start=start)
        return sentence("before {end}", end=end) if end else "any date"

    return text


def _date_text(before: date, first: date) -> str:
    """Return where a range begins: with the roundest year, month or day between two dates."""
    if before.year < first.year:
        return date(int(roundest_between(before.year, first.year)), 1, 1).isoformat()
    if before.month < first.month:
        return date(first.year, int(roundest_between(before.month, first.month)), 1).isoformat()
    if before.day < first.day:
        return date(first.year, first.month, int(roundest_between(before.day, first.day))).isoformat()
    return first.isoformat(" ") if isinstance(first, datetime) else first.isoformat()


def roundest_between(low: float, high: float) -> float:
    """Return the number above one and at most another that has the fewest digits.

    Parameters
    ----------
    low, high
        Finite, low < high.

    Returns
    -------
    float
        0 where it lies between; of equally many digits the smallest, for a record has the highest.

    Examples
    --------
    >>> roundest_between(38, 41), roundest_between(812.4, 813.07), roundest_between(-3, 4)
    (40.0, 813.0, 0.0)
    """
    above, most = exact(low), exact(high)
    if above < 0 <= most:
        return 0.0
    power = Fraction(10) ** (math.floor(math.log10(max(abs(low), abs(high)))) + 1)
    while True:
        first, last = (math.floor(above / power) + 1) * power, math.floor(most / power) * power
        # The first may be the lower number itself as a float, where hardly any lie between.
        for found in (first, last):
            # Compared exactly before it becomes a float, for beyond the largest float there is none.
            if above < found <= most and float(found) > low:
                return float(found)
        power /= 10
