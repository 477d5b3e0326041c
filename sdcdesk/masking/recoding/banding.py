"""A variable put into bands, and what they are called."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import Bands, Beyond
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import all_whole, present_numbers, text_series
from sdcdesk.core.data.variable import Interval, Scale, Value
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.replacement import Replacement, known_values


@dataclass(frozen=True, slots=True)
class Naming:
    """How bands are named, and which open ones are there even when empty.

    Attributes
    ----------
    labels
        Names given by the user: for all bands, or for all but the open ones; empty for names made from
        the breaks.
    brackets
        Whether such names are written "[30, 40)" for whole numbers too.
    below, above
        Whether the band below the first break, or above the last, is a category in any case.
    """

    labels: tuple[str, ...] = ()
    brackets: bool = False
    below: bool = False
    above: bool = False


def banded(
    data: Microdata, name: str, bands: Bands, naming: Naming = Naming(), beyond: Beyond | None = None
) -> Replacement:
    """Return the replacement of numbers by their bands.

    The categories are all bands between breaks, and an open one where a known value lies in it.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of a variable that holds numbers.
    bands
        They cover all its numbers.
    naming
        Names that the user gave, or how bands are named.
    beyond
        Which bands numbers have that the file lacks and none of the bands holds; None: the open ones.

    Returns
    -------
    Replacement
        Each known value with its band; the result is ordinal.

    Raises
    ------
    DataError
        Bands and names differ in number, or two bands have the same name.
    """
    old = known_values(data, name)
    numbers = present_numbers(old)
    places = bands.places(numbers)
    whole = all_whole(numbers) and all_whole(bands.breaks)
    occupied = np.flatnonzero(np.bincount(places)).tolist()
    names = _names(bands, naming, set(occupied), whole=whole)
    if len(set(names.values())) < len(names):
        raise DataError(
            sentence("Two bands of {name} have the same name; name them differently.", name=name), "labels"
        )
    described = data.variable(name).changed(
        scale=Scale.ORDINAL,
        categories=tuple(names.values()),
        intervals=tuple(_interval(bands, place, label, whole=whole) for place, label in names.items()),
    )
    # Each name is written once: places are taken from all of them, those without a name never.
    every = text_series([names.get(place, "") for place in range(max(names, default=-1) + 1)])
    new = every.take(places).reset_index(drop=True)

    def rule(values: pd.Series) -> list[Value | None]:
        labels: list[Value | None] = []
        for number, place in zip(
            present_numbers(values).tolist(), bands.places(present_numbers(values)), strict=True
        ):
            wider = beyond.band(number, bands) if beyond else None
            own = wider or bands
            label = own.label(own.places(np.array([number])).item(), whole=whole, brackets=naming.brackets)
            labels.append(names.get(int(place), label) if wider is None else label)
        return labels

    of_codes = frozenset(names.values()).difference(naming.labels)
    return Replacement(old, new, described, rule=rule, of_codes=of_codes)


def _names(bands: Bands, naming: Naming, occupied: set[int], *, whole: bool) -> dict[int, str]:
    """Return the name of each place that is a category, in ascending order."""
    above = len(bands.breaks)
    between = range(1, above)
    labels = len(naming.labels)
    if labels == above + 1:
        return dict(enumerate(naming.labels))
    if labels not in (0, len(between)):
        raise DataError(
            sentence(
                "Ties leave {n} bands, but {given} names are given; choose fewer bands.",
                n=above + 1,
                given=labels,
            ),
            "labels",
        )
    always = [0] * naming.below + [*between] + [above] * naming.above
    names = {
        place: bands.label(place, whole=whole, brackets=naming.brackets)
        for place in sorted(occupied.union(always))
    }
    return names | dict(zip(between, naming.labels, strict=False))


def _interval(bands: Bands, place: int, label: str, *, whole: bool) -> Interval:
    low, high = bands.whole_ends(place) if whole else bands.ends(place)
    return Interval(
        label=label, low=None if math.isinf(low) else low, high=None if math.isinf(high) else high
    )
