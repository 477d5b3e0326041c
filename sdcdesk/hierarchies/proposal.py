"""Proposal of a hierarchy for a variable, from its values, how often they occur, its scale and its name."""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import all_whole, as_text, holds_numbers, present_numbers
from sdcdesk.core.data.role_vocabulary import ALL
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.data.variable_names import matching_word, name_words
from sdcdesk.core.numbers.decimal_fraction import exact
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.builders.assembled import LevelLabels, assembled, value_column
from sdcdesk.hierarchies.builders.bands import band_hierarchy
from sdcdesk.hierarchies.builders.dates import date_hierarchy
from sdcdesk.hierarchies.builders.frequency import neighbour_hierarchy, rare_hierarchy
from sdcdesk.hierarchies.builders.prefix import prefix_hierarchy
from sdcdesk.hierarchies.hierarchy import LONGEST_NAME, Hierarchy

BANDS = 20
"""Bands of the narrowest level, about, at most."""

WIDER = (1, 2, 4)
"""Widths of the levels of bands, in those of the narrowest."""

FEWEST_BANDS = 2
"""A level with no more bands than these is left out."""

EXTREMES = 0.01
"""Share of the records at either end that are put into open bands where they lie far from the others."""

FAR = 2.0
"""So many times the range of the others the whole range is where they lie far."""

CODE_LEVELS = 4
"""Levels of first characters at most."""

LONGEST_CODE = 20
"""Characters of a text up to which it may be a code."""

FEW_CODES = 12
"""Up to so many different codes are taken for categories."""

FEW_CATEGORIES = 3
"""Of so many unordered categories none is put together with another: sex, say."""

POSTAL = ("zip", "zipcode", "postcode", "postal", "plz")
"""Words of names of variables whose whole numbers are codes of places, as others of places are."""

AGES = ("age", "ages", "alter", "edad", "leeftijd")
"""Words of names of variables that hold years."""

CENTURIES = (1850, 2150)
"""Years between which a whole number of eight digits is taken for a date."""

_CODE = re.compile(r"[A-Za-z]{0,3}[ -]?[0-9][0-9A-Za-z.\- /]*")


def propose(data: Microdata, name: str) -> Hierarchy:
    """Return a hierarchy that suits a variable of a file.

    Parameters
    ----------
    data
        The file.
    name
        One of its variables.

    Returns
    -------
    Hierarchy
        See `proposed`; it is called after the variable.

    Raises
    ------
    DataError
        The file has no such variable, or the variable no value.

    Examples
    --------
    >>> ages = pd.DataFrame({"age": range(17, 91)})
    >>> propose(Microdata(ages, [Variable(name="age", scale="continuous")]), "age").rows["34"]
    ('30 to 34', '30 to 39', '20 to 39', '*')
    """
    coding = data.coding(name)
    counts = np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))
    return proposed(data.variable(name), coding.values, counts)


def proposed(variable: Variable, values: pd.Series, counts: np.ndarray) -> Hierarchy:
    """Return a hierarchy that suits a variable.

    Numbers are put into bands of round widths, extremes that lie far from the others into open ones, and
    bands that a step has made into wider ones. Dates go into months, quarters, years and decades. Codes lose
    characters from the end. Neighbours of ordered categories, and the rarest of more than a few others, are
    put together by how often they occur. A level that puts nothing together is left out, and above all there
    is one label.

    Parameters
    ----------
    variable
        Its description.
    values
        Its different values (m,), none missing: in declared order where it declares one, else ascending.
    counts
        int64 (m,), the number of records with each.

    Returns
    -------
    Hierarchy
        Called after the variable.

    Raises
    ------
    DataError
        There is no value.
    """
    if not len(values):
        words = "The variable {name} has no value, and so no hierarchy; leave it out."
        raise DataError(sentence(words, name=short(variable.name)), "values")
    column = value_column(values)
    texts = as_text(column)
    found = _found(variable, column, texts, np.asarray(counts))
    kept, different = [], len(texts)
    for level in range(1, found.height + 1):
        if 1 < len(found.labels(level)) < different:
            different = len(found.labels(level))
            kept.append(LevelLabels(found.level_title(level), found.levels[level - 1]))
    return assembled(found.values, kept, variable.name[:LONGEST_NAME])


def _found(variable: Variable, column: pd.Series, texts: list[str], counts: np.ndarray) -> Hierarchy:
    """Return the hierarchy with all its levels."""
    numeric = holds_numbers(column)
    if (dates := _dates(column, texts, numeric=numeric)) is not None:
        return dates
    if kept := _code_lengths(variable, texts, numeric=numeric):
        return prefix_hierarchy(column, kept)
    if numeric and variable.scale is Scale.CONTINUOUS:
        return _bands(variable, column, counts)
    if variable.intervals and (wider := _wider_bands(variable, texts)) is not None:
        return wider
    if variable.scale is Scale.ORDINAL:
        return neighbour_hierarchy(column, counts)
    return assembled(texts, []) if len(texts) <= FEW_CATEGORIES else rare_hierarchy(column, counts)


def _dates(column: pd.Series, texts: Sequence[str], *, numeric: bool) -> Hierarchy | None:
    """Return the hierarchy of dates; None: not all values are such, or are numbers of other centuries."""
    if numeric and not all(
        CENTURIES[0] <= int(text[:4]) <= CENTURIES[1] for text in texts if text.isdecimal()
    ):
        return None
    try:
        return date_hierarchy(column)
    except DataError:
        return None


def _code_lengths(variable: Variable, texts: Sequence[str], *, numeric: bool) -> list[int]:
    """Return how many characters of codes stay at each level; none where the values are no codes."""
    # What an earlier step cut away is cut away.
    stems = [text.rstrip("*") for text in texts]
    lengths = {len(stem) for stem in stems}
    if len(texts) <= FEW_CODES or variable.scale is Scale.ORDINAL or max(lengths) > LONGEST_CODE:
        return []
    if not all(_CODE.fullmatch(stem) for stem in stems):
        return []
    if len(lengths) > 1 and any(stem[0].isdecimal() for stem in stems):
        return []
    if numeric and variable.scale is Scale.CONTINUOUS and not _names_places(variable.name):
        return []
    merging, different = [], len(stems)
    for keep in range(max(lengths) - 1, 0, -1):
        left = len({stem[:keep] for stem in stems})
        if 1 < left < different:
            merging.append(keep)
            different = left
    if len(merging) <= CODE_LEVELS:
        return merging
    return [merging[place] for place in np.linspace(0, len(merging) - 1, CODE_LEVELS).round().astype(int)]


def _names_places(name: str) -> bool:
    return bool(matching_word(name_words(name), (*ALL.places, *POSTAL), ALL.place_stems))


def _bands(variable: Variable, column: pd.Series, counts: np.ndarray) -> Hierarchy:
    """Return numbers in bands; where they lie too close for bands, neighbours."""
    numbers = present_numbers(column)
    finite = np.isfinite(numbers)
    low, high, bottom, top = (
        _range(numbers[finite], counts[finite]) if finite.any() else (0.0, 0.0, None, None)
    )
    widths = _widths(low, high, whole=all_whole(numbers[finite]))
    if not widths:
        return neighbour_hierarchy(column, counts)
    widest = widths[-1]
    if bottom is not None:
        bottom = float(widest * math.floor(exact(bottom) / widest))
    if top is not None:
        top = float(widest * math.ceil(exact(top) / widest))
    wider, unit = [float(width) for width in widths], _unit(variable)
    try:
        return band_hierarchy(column, wider, bottom=bottom, top=top, unit=unit)
    except DataError:
        return neighbour_hierarchy(column, counts)


def _unit(variable: Variable) -> str:
    return variable.unit or ("years" if matching_word(name_words(variable.name), AGES) else "")


def _widths(low: float, high: float, *, whole: bool) -> list[Fraction]:
    """Return widths of bands that nest, the narrowest first; none where numbers lie too close or too far."""
    narrow = _round_width((high - low) / BANDS, whole=whole) if high > low else None
    if narrow is None:
        return []
    wider = (narrow * times for times in WIDER[1:])
    return [narrow, *takewhile(lambda width: (high - low) / float(width) > FEWEST_BANDS, wider)]


def _wider_bands(variable: Variable, texts: list[str]) -> Hierarchy | None:
    """Return categories that are bands of whole numbers in wider ones; None: they are no such bands.

    An earlier step made them; the outer ones may be open, and stay apart.
    """
    known = {interval.label: interval for interval in variable.intervals}
    bands = [known[text] for text in texts if text in known]
    closed = [(band.low, band.high) for band in bands if band.low is not None and band.high is not None]
    ends = [band.high if band.low is None else band.low for band in bands]
    if len(bands) < len(texts) or len(closed) < FEWEST_BANDS or None in ends:
        return None
    lows, sizes = [low for low, _ in closed], {high - low + 1 for low, high in closed}
    size, start = min(sizes), min(lows) % min(sizes)
    if len(sizes) > 1 or not all_whole([*lows, size]) or any(low % size != start for low in lows):
        return None
    widths = [float(width) for width in _widths(min(lows), max(lows), whole=True)]
    if not widths or start or any(width % size for width in widths):
        widths = [size * times for times in WIDER[1:]]
    bottoms = [band.high + 1 for band in bands if band.low is None and band.high is not None]
    tops = [band.low for band in bands if band.high is None and band.low is not None]
    found = band_hierarchy(
        [end for end in ends if end is not None],
        widths,
        start=start,
        bottom=max(bottoms, default=None),
        top=min(tops, default=None),
        unit=_unit(variable),
    )
    pairs = zip(found.titles, found.levels, strict=True)
    return assembled(texts, [LevelLabels(title, labels) for title, labels in pairs])


def _range(numbers: np.ndarray, counts: np.ndarray) -> tuple[float, float, float | None, float | None]:
    """Return the range of numbers, and where open bands begin if the extremes lie far from the others."""
    order = np.argsort(numbers, kind="stable")
    numbers, records = numbers[order], np.cumsum(counts[order])
    low, high = float(numbers[0]), float(numbers[-1])
    ends = np.searchsorted(records, [EXTREMES * records[-1], (1 - EXTREMES) * records[-1]])
    bottom, top = (float(numbers[min(end, len(numbers) - 1)]) for end in ends)
    if not bottom < top or high - low <= FAR * (top - bottom):
        return low, high, None, None
    return bottom, top, bottom, top


def _round_width(least: float, *, whole: bool) -> Fraction | None:
    """Return the smallest 1 or 5 times a power of ten that is at least a number; None: there is none.

    Widths of 2 would not nest in those of 5.
    """
    if not 1e-12 < least < 1e12:
        return None
    power = Fraction(10) ** (math.floor(math.log10(least)) - 1)
    width = next(
        width for times in (1, 10, 100) for width in (times * power, 5 * times * power) if width >= least
    )
    return max(width, Fraction(1)) if whole else width
