"""Hierarchy of bands: numbers in bands of one width at each level, which nest."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import Bands, equal_width
from sdcdesk.core.data.plain_values import all_whole, as_text, holds_numbers, number_as_text, present_numbers
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.assembled import LevelLabels, Values, assembled, by_code, value_column
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import value_number


def band_hierarchy(
    values: Values,
    widths: Sequence[float],
    *,
    start: float = 0.0,
    bottom: float | None = None,
    top: float | None = None,
    unit: str = "",
) -> Hierarchy:
    """Return the hierarchy of numbers in bands of equal width, wider ones at each level.

    Parameters
    ----------
    values
        Numbers, or texts that are numbers.
    widths
        Width of the bands of each level, the narrowest first; each is a multiple of the one before.
    start
        Bands begin at start + j·width for whole j, below the start too.
    bottom, top
        Where the open bands "under …" and "… and over" begin, at every level; None: there is no such band.
    unit
        Unit of the numbers, for the titles: "years".

    Returns
    -------
    Hierarchy
        With the values as they are given, "30 to 34" or "[30, 35)" as labels, and "10-year bands" as titles.

    Raises
    ------
    ParameterError
        The widths are none, not positive, or do not nest; where bands begin is not finite; or the bottom is
        not below the top.
    DataError
        A value is no number, or there would be too many bands.

    Examples
    --------
    >>> ages = band_hierarchy([17, 34, 39], [5, 10], unit="years")
    >>> ages.rows["34"], ages.titles
    (('30 to 34', '30 to 39', '*'), ('5-year bands', '10-year bands', 'dropped'))
    """
    _require_nesting(widths)
    for name, given in (("start", start), ("bottom", bottom), ("top", top)):
        if given is not None and not math.isfinite(given):
            raise ParameterError("Bands begin and end at numbers that are finite.", name)
    if bottom is not None and top is not None and bottom >= top:
        raise ParameterError("The bottom code must be below the top code.", "bottom")
    column = value_column(values)
    numbers = as_numbers(column)
    finite = numbers[np.isfinite(numbers)]
    levels = (
        LevelLabels(_title(width, unit), band_labels(numbers, equal_width(finite, width, start, bottom, top)))
        for width in map(float, widths)
    )
    return assembled(as_text(column), levels)


def as_numbers(column: pd.Series) -> np.ndarray:
    """Return values as numbers.

    Parameters
    ----------
    column
        Numbers, or texts that are numbers, (m,).

    Returns
    -------
    np.ndarray
        float64 (m,), none missing.

    Raises
    ------
    DataError
        A value is no number; the sentence names its place.
    """
    if holds_numbers(column):
        return present_numbers(column)
    numbers = np.array([number_of(str(value)) for value in column.tolist()], dtype=np.float64)
    if np.isnan(numbers).any():
        place = int(np.isnan(numbers).argmax()) + 1
        wrong = "Value {place} of {size} is no number; bands and breaks need numbers."
        raise DataError(sentence(wrong, place=str(place), size=len(numbers)), "values")
    return numbers


def band_labels(numbers: np.ndarray, bands: Bands) -> list[str]:
    """Return the label of the band of each number.

    Parameters
    ----------
    numbers
        float64 (m,), none missing.
    bands
        They cover every number.

    Returns
    -------
    list[str]
        "30 to 39" where all numbers and breaks are whole, and "[30, 40)" elsewhere.
    """
    whole = all_whole(numbers) and all_whole(bands.breaks)
    found, codes = np.unique(bands.places(numbers), return_inverse=True)
    return by_code([bands.label(place, whole=whole) for place in found.tolist()], codes)


def number_of(text: str) -> float:
    """Return the number that a text is; NaN where it is none, and infinite where it is too large.

    Parameters
    ----------
    text
        A value, or a cut.

    Returns
    -------
    float
        As near as a float can be.
    """
    number = value_number(text)
    try:
        return np.nan if number is None else float(number)
    except OverflowError:  # as that of more digits than a computation takes: it lies beyond all others
        return -np.inf if text.startswith("-") else np.inf


def _title(width: float, unit: str) -> str:
    text = number_as_text(width)
    if not unit:
        return sentence("bands of {width}", width=text)
    if unit == "years":
        return sentence("{width}-year bands", width=text)
    return sentence("bands of {width} {unit}", width=text, unit=unit)


def _require_nesting(widths: Sequence[float]) -> None:
    if not widths:
        raise ParameterError("Bands need a width; give one for each level, the narrowest first.", "widths")
    if any(not width > 0 or not np.isfinite(width) for width in widths):
        raise ParameterError("Widths of bands must be numbers above 0.", "widths")
    for narrow, wide in pairwise(map(float, widths)):
        if wide <= narrow or exact(wide) % exact(narrow):
            raise ParameterError(
                sentence(
                    "Bands of {narrow} do not nest in bands of {wide}; make each width a multiple of the one "
                    "before, such as 5, 10, 20.",
                    narrow=narrow,
                    wide=wide,
                ),
                "widths",
            )
