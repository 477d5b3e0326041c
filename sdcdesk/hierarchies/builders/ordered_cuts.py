"""Hierarchy of ordered values: cut into groups of neighbours at each level."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import Bands
from sdcdesk.core.data.plain_values import as_text, holds_numbers
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.hierarchies.builders.assembled import (
    LevelLabels,
    Values,
    assembled,
    by_code,
    different_labels,
    value_column,
)
from sdcdesk.hierarchies.builders.bands import as_numbers, band_labels, number_of
from sdcdesk.hierarchies.builders.range_text import round_range_text
from sdcdesk.hierarchies.hierarchy import Hierarchy

BETWEEN = " – "
"""Stands between the first and the last of neighbours that are put together."""


def cut_hierarchy(values: Values, cuts: Sequence[Sequence[str | float]]) -> Hierarchy:
    """Return the hierarchy of ordered values that are cut into groups of neighbours.

    Parameters
    ----------
    values
        In their order. Numbers are cut by their size.
    cuts
        For each level where its groups begin, the narrowest groups first: of numbers any number, of others
        the value that a group begins with. The cuts of a level are among those of the one before.

    Returns
    -------
    Hierarchy
        With "18 to 64" or "first value – last value" as labels, and "3 groups" as titles.

    Raises
    ------
    ParameterError
        There is no cut, or one of a level is not among those of the level before.
    DataError
        A cut is no number where the values are numbers, or none of the values where they are not.

    Examples
    --------
    >>> cut_hierarchy([3, 18, 40, 70], [[18, 40, 65], [18, 65]]).rows["40"]
    ('40 to 64', '18 to 64', '*')
    >>> cut_hierarchy(["low", "mid", "high"], [["mid"]]).levels[0]
    ('low', 'mid – high', 'mid – high')
    """
    column = value_column(values)
    texts = as_text(column)
    if not cuts or not all(cuts):
        raise ParameterError("Each level needs at least one cut; say where its groups begin.", "cuts")
    numeric = holds_numbers(column)
    known = {text: float(place) for place, text in enumerate(texts)}
    begins = [
        sorted({_cut(cut, None if numeric else known, level, at) for at, cut in enumerate(some, start=1)})
        for level, some in enumerate(cuts, start=1)
    ]
    _require_nesting(begins)
    labels = (
        band_labels(as_numbers(column), Bands(tuple(some))) if numeric else group_labels(column, some)
        for some in begins
    )
    return assembled(texts, [LevelLabels(counted(len(set(some)), "group"), some) for some in labels])


def neighbour_labels(texts: Sequence[str], begins: Sequence[float]) -> list[str]:
    """Return the label of each value: the first and the last of its group, or the value where it is alone.

    Parameters
    ----------
    texts
        Values (m,) in their order.
    begins
        Places with which groups begin, ascending; the first group begins with the first value anyway.

    Returns
    -------
    list[str]
        (m,), different for different groups.
    """
    starts = sorted({0, *map(int, begins)})
    ends = [*(start - 1 for start in starts[1:]), len(texts) - 1]
    labels = [
        texts[first] if first == last else f"{texts[first]}{BETWEEN}{texts[last]}"
        for first, last in zip(starts, ends, strict=True)
    ]
    labels = different_labels(labels)
    sizes = [last - first + 1 for first, last in zip(starts, ends, strict=True)]
    return by_code(labels, np.repeat(np.arange(len(labels)), sizes))


def group_labels(column: pd.Series, begins: Sequence[float]) -> list[str]:
    """Return the label of each value: round numbers or dates between which its group lies, else its ends.

    The ends of a group are values that maybe one record has, and the outer ones the extremes of the file: of
    numbers and dates no label tells them. Others are categories.

    Parameters
    ----------
    column
        Values (m,) in their order.
    begins
        Places with which groups begin, ascending; the first group begins with the first value anyway.

    Returns
    -------
    list[str]
        (m,), as "under 30", "30 to 44", "45 and over"; or "first – last".
    """
    told = round_range_text(column)
    if told is None:
        return neighbour_labels(as_text(column), begins)
    starts = sorted({0, *map(int, begins)})
    ends = [*(start - 1 for start in starts[1:]), len(column) - 1]
    labels = [told(first, last) for first, last in zip(starts, ends, strict=True)]
    return by_code(labels, np.repeat(np.arange(len(labels)), np.diff([*starts, len(column)])))


def _cut(cut: str | float, known: Mapping[str, float] | None, level: int, at: int) -> float:
    """Return the number that a cut is, or the place of the value that it names."""
    if known is None:
        number = number_of(str(cut))
        if np.isfinite(number):
            return number
        wrong = "Cut {at} of level {level} is no number; the values are numbers, which are cut by their size."
    else:
        if str(cut) in known:
            return known[str(cut)]
        wrong = "Cut {at} of level {level} is none of the values; name the value that a group begins with."
    raise DataError(sentence(wrong, at=str(at), level=str(level)), "cuts")


def _require_nesting(begins: Sequence[Sequence[float]]) -> None:
    for level, (below, above) in enumerate(pairwise(begins), start=2):
        if not set(above) <= set(below):
            wrong = (
                "Some cut of level {level} is none of the level before; leave cuts out from level to level."
            )
            raise ParameterError(sentence(wrong, level=str(level)), "cuts")
