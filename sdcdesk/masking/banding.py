"""A variable put into bands: the labels of its values, and the description that goes with them."""

import math
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.errors import DataError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Interval, Scale
from sdcdesk.masking.bands import Bands
from sdcdesk.masking.replacement import Replacement, all_whole, known_values, numbers_of, text_series


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


def banded(data: Microdata, name: str, bands: Bands, naming: Naming = Naming()) -> Replacement:
    """Return the replacement of numbers by their bands.

    The categories are all bands between breaks, and an open one where a known value lies in it.

    Raises
    ------
    DataError
        Bands and names differ in number, or two bands have the same name.
    """
    old = known_values(data, name)
    numbers = numbers_of(old)
    places = pd.Series(bands.places(numbers))
    whole = all_whole(numbers) and all_whole(bands.breaks)
    names = _names(bands, naming, set(places.unique().tolist()), whole=whole)
    if len(set(names.values())) < len(names):
        raise DataError(f"Two bands of {name} have the same name; name them differently.", "labels")
    described = data.variable(name).changed(
        scale=Scale.ORDINAL,
        categories=tuple(names.values()),
        intervals=tuple(_interval(bands, place, label, whole=whole) for place, label in names.items()),
    )
    return Replacement(old, text_series(places.map(names).tolist()), described)


def _names(bands: Bands, naming: Naming, occupied: set[int], *, whole: bool) -> dict[int, str]:
    """Return the name of each place that is a category, in ascending order."""
    above = len(bands.breaks)
    between = range(1, above)
    given = len(naming.labels)
    if given == above + 1:
        return dict(enumerate(naming.labels))
    if given not in (0, len(between)):
        raise DataError(
            f"Ties leave {above + 1} bands, but {given} names are given; choose fewer bands.", "labels"
        )
    always = [0] * naming.below + [*between] + [above] * naming.above
    made = {
        place: bands.label(place, whole=whole, brackets=naming.brackets)
        for place in sorted(occupied.union(always))
    }
    return made | dict(zip(between, naming.labels, strict=False))


def _interval(bands: Bands, place: int, label: str, *, whole: bool) -> Interval:
    low, high = bands.whole_ends(place) if whole else bands.ends(place)
    return Interval(
        label=label, low=None if math.isinf(low) else low, high=None if math.isinf(high) else high
    )
