"""Range texts: ranges of an ordered key in words, whose ends are round values between its neighbours.

The ends of a range are values that maybe one record has, the outer ones the extremes of the file: no label
tells them. Values that are no numbers and no dates are categories, which a range may name.
"""

from collections.abc import Callable
from datetime import date, datetime

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import Bands
from sdcdesk.core.data.plain_values import all_whole, as_text, holds_numbers, present_numbers
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.ordered_cuts import roundest_between

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
    kind = pd.api.types.infer_dtype(values)
    if holds_numbers(values) or kind == "decimal":
        numbers = present_numbers(values.astype(float) if kind == "decimal" else values)
        if np.isfinite(numbers).all() and (numbers[1:] > numbers[:-1]).all():
            return _of_numbers(numbers)
    if kind in ("date", "datetime", "datetime64"):
        return _of_dates(values.tolist())
    texts = as_text(values)
    return lambda low, high: sentence("{first} to {last}", first=texts[low], last=texts[high])


def _of_numbers(numbers: np.ndarray) -> RangeText:
    whole = all_whole(numbers)

    def text(low: int, high: int) -> str:
        starts = [at for at in (low, high + 1) if 0 < at < len(numbers)]
        breaks = tuple(roundest_between(float(numbers[at - 1]), float(numbers[at])) for at in starts)
        return Bands(breaks).label(int(low > 0), whole=whole)

    return text


def _of_dates(days: list[date]) -> RangeText:
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
