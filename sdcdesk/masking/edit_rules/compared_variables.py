"""Variables compared with each other: what is known of a relation between two of them in each record."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING, find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import as_text, holds_numbers, without_categories
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

EQUAL = ("is", "is not")


class Standing(NamedTuple):
    """What is known of a comparison; where neither is true, it may hold or not.

    Attributes
    ----------
    holds, fails
        bool, for each record or value: whether it surely holds, or surely does not.
    """

    holds: np.ndarray
    fails: np.ndarray


class Range(NamedTuple):
    """What a value may have been: anything between two places; both are the same where it is known.

    Attributes
    ----------
    low, high
        float64 (n,), places by size or in the order of the categories; NaN where the value is missing.
    """

    low: np.ndarray
    high: np.ndarray


def pair_standing(one: str, relation: str, other: str, data: Microdata, initial: Microdata) -> Standing:
    """Return for each record what is known of a relation between two variables.

    Parameters
    ----------
    one, other
        The variables, in the order in which the relation is read.
    relation
        One that compares with values.
    data
        A file, initial or masked.
    initial
        The initial file, whose values are meant.

    Returns
    -------
    Standing
        bool (n,) each; neither where a value is missing.

    Raises
    ------
    DataError
        The variables do not exist in the initial file, or cannot be compared with each other.
    """
    placed, by_name = _places(one, relation, other, initial)
    first, second = (_range(name, data, initial, placed) for name in (one, other))
    if relation in EQUAL:
        same = (first.low == first.high) & (second.low == second.high) & (first.low == second.low)
        apart = (first.high < second.low) | (second.high < first.low)
        if by_name and (_is_recoded(one, data) or _is_recoded(other, data)):
            apart |= ~_may_be_equal(one, other, data, initial)
        return Standing(same, apart) if relation == "is" else Standing(apart, same)
    if relation in ("more than", "at least"):
        first, second = second, first
    below = first.high < second.low, first.low >= second.high
    most = first.high <= second.low, first.low > second.high
    return Standing(*(below if relation in ("less than", "more than") else most))


Placing = Callable[[pd.Index], np.ndarray]
"""Gives values their places, float64; NaN for those that have none."""


def _places(one: str, relation: str, other: str, initial: Microdata) -> tuple[Placing, bool]:
    """Return how values of both variables are put in one order, and whether it means nothing, as of names."""
    variables = [initial.variable(name) for name in (one, other)]
    numbers = [holds_numbers(initial.column(name)) for name in (one, other)]
    for variable in variables:
        if relation not in EQUAL and variable.scale is Scale.NOMINAL:
            raise DataError(
                sentence(
                    "{name} is nominal, so its values have no order; compare it by "
                    "is or is not, or change its scale.",
                    name=short(variable.name),
                ),
                "where",
            )
    ordered = [variable.categories for variable in variables]
    if ordered[0] and ordered[0] == ordered[1]:
        categories = pd.Index(as_text(pd.Series(ordered[0])))
        return lambda values: _positions(pd.Index(as_text(pd.Series(values))), categories), False
    if all(numbers) and not any(ordered):
        return lambda values: pd.to_numeric(pd.Series(values), errors="coerce").to_numpy(
            dtype=np.float64, na_value=np.nan
        ), False
    if relation in EQUAL and not any(numbers):
        texts = (
            as_text(pd.Series(without_categories(initial.coding(name).categories))) for name in (one, other)
        )
        shared = pd.Index(sorted({text for some in texts for text in some}))
        return lambda values: _positions(pd.Index(as_text(pd.Series(values))), shared), True
    raise DataError(
        sentence(
            "{one} and {other} cannot be compared with each other: both must hold "
            "numbers, or both text or the same categories.",
            one=short(one),
            other=short(other),
        ),
        "where",
    )


def _positions(values: pd.Index, among: pd.Index) -> np.ndarray:
    places = among.get_indexer(values).astype(np.float64)
    return np.where(places < 0, np.nan, places)


def _range(name: str, data: Microdata, initial: Microdata, placed: Placing) -> Range:
    if name not in data:
        return Range(np.full(len(data), -np.inf), np.full(len(data), np.inf))
    origin = data.provenance(name)
    if (
        holds_numbers(data.column(name))
        and not initial.variable(name).categories
        and not _is_recoded(name, data)
    ):
        numbers = data.numbers(name)
        return Range(numbers, numbers)
    first, coding = initial.coding(name), data.coding(name)
    then, now = without_categories(first.categories), without_categories(coding.categories)
    low = placed(now).copy()
    high = low.copy()
    known = find_places(now, then) >= 0
    if origin is not None and origin.fits(first):
        codes, images = pd.factorize(
            without_categories(pd.Index(origin.image.iloc[: len(then)])), use_na_sentinel=True
        )
        ranges = _together(placed(then), codes, len(images))
        image = find_places(now, pd.Index(images))
        recoded = ~known & (image >= 0)
        low[recoded], high[recoded] = (ends[image[recoded]] for ends in ranges)
        known |= recoded
    # A number that is no initial one is compared as it stands; any other value may have been every one.
    strange = ~known & np.isnan(low)
    low[strange], high[strange] = -np.inf, np.inf
    return Range(*(np.append(ends, np.nan)[coding.codes] for ends in (low, high)))


def _together(places: np.ndarray, codes: np.ndarray, groups: int) -> Range:
    """Return the least and the largest place of the values that became the same one."""
    low, high, placed = np.full(groups, np.inf), np.full(groups, -np.inf), codes != MISSING
    np.minimum.at(low, codes[placed], places[placed])
    np.maximum.at(high, codes[placed], places[placed])
    return Range(low, high)


def _may_be_equal(one: str, other: str, data: Microdata, initial: Microdata) -> np.ndarray:
    """Return in which records one text may stand behind both values; True where one is missing, bool (n,)."""
    if not {one, other} <= set(data.names):
        return np.ones(len(data), dtype=bool)
    (first, texts), (second, others) = (_meanings(name, data, initial) for name in (one, other))
    shared = texts.merge(others, on="text")
    radix = int(second.max(initial=0)) + 1
    pairs = shared["value_x"].to_numpy() * radix + shared["value_y"].to_numpy()
    found: np.ndarray = (first < 0) | (second < 0) | np.isin(first * radix + second, pairs)
    return found


def _meanings(name: str, data: Microdata, initial: Microdata) -> tuple[np.ndarray, pd.DataFrame]:
    """Return the code of each record's value, int64 (n,), and each code beside the texts that it stands for.

    A code is −1 where the value is missing, or may have been every one.
    """
    origin, first, coding = data.provenance(name), initial.coding(name), data.coding(name)
    then, now = without_categories(first.categories), without_categories(coding.categories)
    places = find_places(now, then)
    values, meant = [np.flatnonzero(places >= 0)], [places[places >= 0]]
    if origin is not None and origin.fits(first):
        codes, images = pd.factorize(
            without_categories(pd.Index(origin.image.iloc[: len(then)])), use_na_sentinel=True
        )
        value_of = find_places(pd.Index(images), now)
        value_of[np.isin(value_of, values[0])] = MISSING  # an initial value means what it meant
        recoded = np.append(value_of, MISSING)[codes]  # the code of a missing value counts from the end
        values.append(recoded[recoded >= 0])
        meant.append(np.flatnonzero(recoded >= 0))
    texts = np.array(as_text(pd.Series(then)), dtype=object)[np.concatenate(meant)]
    frame = pd.DataFrame({"value": np.concatenate(values), "text": texts})
    known = np.zeros(len(now) + 1, dtype=bool)
    known[frame["value"]] = True
    return np.where(known[coding.codes], coding.codes, MISSING).astype(np.int64), frame


def _is_recoded(name: str, data: Microdata) -> bool:
    origin = data.provenance(name) if name in data else None
    return origin is not None and origin.is_recoded
