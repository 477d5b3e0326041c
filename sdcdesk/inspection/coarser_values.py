"""Coarser values: recodings that put the values of one variable together, from fine to coarse."""

import re

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import number_as_text
from sdcdesk.core.data.variable import Interval, Scale, Value
from sdcdesk.core.numbers.round_steps import round_step
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.value_text import value_text
from sdcdesk.masking import Recoding

BANDS = 12
"""Bands that a first recoding makes at most, about."""

FEW_BANDS = 5
"""Bands that a rougher one makes."""

MOST_NAMED = 200
"""Categories up to which a recoding names each: more would fill the recipe."""

RARE = (0.02, 0.1)
"""Shares of the records below which categories are put together, finer recoding first."""

OTHER = "other"
"""What rare categories become."""


def coarser(data: Microdata, name: str) -> tuple[Recoding, ...]:
    """Return recodings of a variable that suit its scale, the finest first.

    Numbers are put into bands, codes of equal length lose their last characters, neighbours of ordered
    categories are put together, and rare ones of others.

    Parameters
    ----------
    data
        The file before the step.
    name
        The variable.

    Returns
    -------
    tuple[Recoding, ...]
        At most two; none where nothing suggests itself.
    """
    variable, values = data.variable(name), data.coding(name).values
    if len(values) < 2:
        return ()
    if variable.scale is Scale.CONTINUOUS and pd.api.types.is_numeric_dtype(values):
        steps = [into_bands(name, values, bands) for bands in (BANDS, FEW_BANDS)]
    elif variable.scale is Scale.ORDINAL:
        steps = [_neighbours(data, name, size) for size in (2, 4)]
    else:
        steps = [shortened(name, values, left_out) for left_out in (1, 2)]
        steps = steps if any(steps) else [rare_together(data, name, share) for share in RARE]
    found: dict[str, Recoding] = {str(step.parameters): step for step in steps if step is not None}
    return tuple(found.values())


def into_bands(name: str, values: pd.Series, bands: int) -> Recoding | None:
    """Return a recoding of numbers into bands of a round width; None where there is none.

    Parameters
    ----------
    name
        The variable.
    values
        Its different values, numbers.
    bands
        About how many bands at most.

    Returns
    -------
    Recoding or None
        With a width of 1, 2 or 5 times a power of ten.
    """
    numbers = values.to_numpy(dtype=np.float64)
    width = _round_width(float(numbers.max()) / bands - float(numbers.min()) / bands)
    return None if width is None else Recoding(variable=name, how="width", width=width)


def shortened(name: str, values: pd.Series, left_out: int) -> Recoding | None:
    """Return a recoding of codes of equal length to fewer characters; None of other texts.

    Parameters
    ----------
    name
        The variable.
    values
        Its different values.
    left_out
        Characters that are cut off.

    Returns
    -------
    Recoding or None
        At least one character stays.
    """
    if not pd.api.types.is_string_dtype(values):
        return None
    # What an earlier step cut away is cut away.
    lengths = values.str.rstrip("*").str.len()
    length = int(lengths.iloc[0])
    alike = length > left_out and bool((lengths == length).all())
    return Recoding(variable=name, how="prefix", keep=length - left_out) if alike else None


def _round_width(least: float) -> float | None:
    """Return the smallest 1, 2 or 5 times a power of ten that is at least a number."""
    if not 1e-12 < least < 1e12:
        return None
    return float(round_step(least))


def _neighbours(data: Microdata, name: str, size: int) -> Recoding | None:
    """Return a recoding that puts each so many neighbours in order together."""
    categories = data.coding(name).categories.tolist()
    if not size < len(categories) <= MOST_NAMED:
        return None
    bands = {interval.label: interval for interval in data.variable(name).intervals}
    mapping: dict[str, Value] = {}
    for first in range(0, len(categories), size):
        together = categories[first : first + size]
        if len(together) > 1:
            mapping.update(dict.fromkeys(together, _span(together[0], together[-1], bands)))
    return Recoding(variable=name, how="mapping", mapping=mapping)


_SPAN = re.compile("(.+) to (.+)")
"""A label that names the ends of what it holds."""


def _span(first: object, last: object, bands: dict[str, Interval]) -> str:
    """Return the name of neighbours that are put together: "30 to 49", or the first and the last."""
    low, high = bands.get(str(first)), bands.get(str(last))
    if low and high and low.low is not None and high.high is not None:
        begins, ends = number_as_text(low.low), number_as_text(high.high)
        spans = [_SPAN.fullmatch(str(one)) for one in (first, last)]
        if spans[0] and spans[1] and spans[0][1] == begins and spans[1][2] == ends:
            return sentence("{begins} to {ends}", begins=begins, ends=ends)
    return f"{value_text(first)} – {value_text(last)}"


def rare_together(data: Microdata, name: str, share: float) -> Recoding | None:
    """Return a recoding that puts rare categories together; None where fewer than two are rare.

    Parameters
    ----------
    data
        The file before the step.
    name
        The variable.
    share
        Share of the records with a value; rarer categories are put together.

    Returns
    -------
    Recoding or None
        A mapping of these categories to one.
    """
    coding = data.coding(name)
    categories = coding.categories
    if not 2 < len(categories) <= MOST_NAMED:
        return None
    counts = np.bincount(coding.codes[coding.codes >= 0], minlength=len(categories))
    rare = categories[(counts > 0) & (counts < share * counts.sum())].tolist()
    if len(rare) < 2:
        return None
    mapping: dict[str, Value] = dict.fromkeys(rare, OTHER)
    return Recoding(variable=name, how="mapping", mapping=mapping)
