"""Tails of a variable: which of its values lie in them, and what stands for them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import pandas as pd

from sdcdesk.core.data.bands import share_place
from sdcdesk.core.data.coding import find_places
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import (
    as_text,
    holds_numbers,
    present_numbers,
    text_series,
    value_as_text,
)
from sdcdesk.core.data.variable import Interval, Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.replacement import MOST_CATEGORIES, Replacement, Rule, merged_intervals

Side = Literal["bottom", "top"]

LARGEST_WHOLE = 2.0**63
"""A column of whole numbers holds what is below this."""

Ends = tuple[float | None, float | None]

SIDES: tuple[Side, ...] = ("bottom", "top")
"""Both sides, in the order of the values."""


@dataclass(frozen=True, slots=True, eq=False)
class Tail:
    """The highest or the lowest values.

    Attributes
    ----------
    side
        "bottom" or "top".
    threshold
        The value that the tail begins with.
    inside
        For each known value, in order, whether it lies in the tail.
    """

    side: Side
    threshold: Value
    inside: np.ndarray

    def label(self, variable: Variable) -> str:
        """Return the label that stands for it where the user gives none.

        Parameters
        ----------
        variable
            It says the ends of a band that the tail begins with: from "80 to 89" on is "80 and over".

        Returns
        -------
        str
            "80 and over", "20 and under".
        """
        bands = (band for band in variable.intervals if band.label == self.threshold)
        ends = next(((band.low, band.high) for band in bands), (None, None))
        end = ends[0] if self.side == "top" else ends[1]
        begins = self.threshold if end is None else end
        at = value_as_text(begins)
        return sentence("{at} and over" if self.side == "top" else "{at} and under", at=at)

    @property
    def interval(self) -> Ends:
        """The ends of the tail of a continuous variable, one of them open."""
        return (float(self.threshold), None) if self.side == "top" else (None, float(self.threshold))


def at_threshold(old: pd.Series, variable: Variable, side: Side, threshold: Value) -> Tail:
    """Return the tail that begins with a threshold.

    Parameters
    ----------
    old
        The known values, in order.
    variable
        Where it declares categories, or holds text, the threshold is one of its categories.
    side, threshold
        See `Tail`.

    Returns
    -------
    Tail
        The known values that lie in it.

    Raises
    ------
    DataError
        The threshold is no number, or no category of the variable.
    """
    if holds_numbers(old) and not variable.categories:
        if isinstance(threshold, str):
            words = "{name} holds numbers; give its bottom threshold as a number."
            if side == "top":
                words = "{name} holds numbers; give its top threshold as a number."
            raise DataError(sentence(words, name=variable.name), side)
        return Tail(side, threshold, _beyond(old, side, threshold))
    categories = old.tolist()
    if threshold not in categories:
        words = "{name} has no category {at}; choose one of its {n} categories as bottom threshold."
        if side == "top":
            words = "{name} has no category {at}; choose one of its {n} categories as top threshold."
        raise DataError(sentence(words, name=variable.name, at=threshold, n=len(categories)), side)
    place = categories.index(threshold)
    return Tail(side, categories[place], beyond(np.arange(len(old)), side, place))


def _beyond(old: pd.Series, side: Side, threshold: float) -> np.ndarray:
    """Return for each number, by all its digits, whether it is the threshold or lies beyond it."""
    if pd.api.types.is_integer_dtype(old) and abs(threshold) < LARGEST_WHOLE:
        whole = math.ceil(threshold) if side == "top" else math.floor(threshold)
        return np.asarray(old >= whole if side == "top" else old <= whole, dtype=bool)
    return beyond(present_numbers(old), side, threshold)


def beyond(numbers: np.ndarray, side: Side, threshold: float) -> np.ndarray:
    """Return for each number whether it is the threshold or lies beyond it.

    Parameters
    ----------
    numbers
        float64 (n,).
    side
        "top" or "bottom".
    threshold
        In units of the numbers.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    inside: np.ndarray = numbers >= threshold if side == "top" else numbers <= threshold
    return inside


def at_quantile(old: pd.Series, records: np.ndarray, side: Side, percent: float) -> Tail | None:
    """Return the tail beyond a quantile: its share of the records is at most that beyond the quantile.

    Parameters
    ----------
    old
        The known values, (m,), in order.
    records
        int64 (m,), the number of records with each.
    side
        See `Tail`.
    percent
        The quantile, 0…100.

    Returns
    -------
    Tail
        None where no value lies beyond.
    """
    share = Fraction(str(percent)) / 100
    if side == "bottom":
        records, share = records[::-1], 1 - share
    quantile = np.searchsorted(np.cumsum(records), share_place(int(records.sum()), share), side="right")
    later = np.flatnonzero(records[quantile + 1 :])
    if len(later) == 0:
        return None
    first = int(quantile + 1 + later[0])
    place = first if side == "top" else len(old) - 1 - first
    return Tail(side, old.iloc[[place]].tolist()[0], beyond(np.arange(len(old)), side, place))


def is_whole(value: Value) -> bool:
    """Return whether a number is a whole one that a column of whole numbers can hold.

    Parameters
    ----------
    value
        A number.

    Returns
    -------
    bool
        False also where int64 cannot hold it.
    """
    return isinstance(value, int) or (float(value).is_integer() and abs(float(value)) < LARGEST_WHOLE)


def records_with(data: Microdata, name: str, old: pd.Series) -> np.ndarray:
    """Return the number of records with each known value.

    Parameters
    ----------
    data
        The file before the step.
    name
        Name of the variable.
    old
        The known values, (m,).

    Returns
    -------
    np.ndarray
        int64 (m,).
    """
    coding = data.coding(name)
    known = find_places(coding.categories, pd.Index(old))
    return np.bincount(known[coding.codes[coding.codes >= 0]], minlength=len(old))


def with_values(
    variable: Variable, old: pd.Series, tails: Sequence[Tail], values: Sequence[Value]
) -> Replacement:
    """Return the replacement of each tail by one value of the variable's own kind.

    Parameters
    ----------
    variable
        Description of the variable before.
    old
        The known values, in order.
    tails
        One or two, which do not overlap.
    values
        One for each tail.

    Returns
    -------
    Replacement
        Each known value with what stands for it.
    """
    new = old
    notes: tuple[str, ...] = ()
    if pd.api.types.is_integer_dtype(old):
        whole = all(map(is_whole, values))
        values = [int(value) if whole else float(value) for value in values]
        new = old.astype("int64" if whole else "float64")
        notes = () if whole else (sentence("{name} holds numbers with decimals now.", name=variable.name),)
    for tail, value in zip(tails, values, strict=True):
        new = new.mask(pd.Series(tail.inside), value)
    rule = _beyond_rule(tails, values, numeric=True) if _are_ordered_numbers(variable, old) else None
    if variable.scale is Scale.CONTINUOUS:
        return Replacement(old, new, variable, notes, rule)
    described = variable.changed(
        categories=tuple(new.drop_duplicates().tolist()) if variable.categories else (),
        intervals=merged_intervals(variable, old, new),
    )
    return Replacement(old, new, described, notes, rule)


def _are_ordered_numbers(variable: Variable, old: pd.Series) -> bool:
    """Return whether the order of values is that of numbers, so that it is known of others, too."""
    return holds_numbers(old) and not variable.categories


def with_labels(
    variable: Variable, old: pd.Series, tails: Sequence[Tail], labels: Mapping[Side, str]
) -> Replacement:
    """Return the replacement of each tail by its label, and of all other values by their text.

    Parameters
    ----------
    variable
        Description of the variable before.
    old
        The known values, in order.
    tails
        One or two, which do not overlap.
    labels
        Name of the new category, by side.

    Returns
    -------
    Replacement
        Each known value with its text; the result is ordinal.

    Raises
    ------
    DataError
        There would be too many categories, or a label equals a value that stays.
    """
    new = text_series(as_text(old))
    kept = new[~np.any([tail.inside for tail in tails], axis=0)].tolist()
    if len(kept) > MOST_CATEGORIES:
        raise DataError(
            sentence(
                "{n} different values of {name} would become categories; replace the tails by the threshold "
                "or their mean instead.",
                n=len(kept),
                name=variable.name,
            ),
            "replace_by",
        )
    for tail in tails:
        new = new.mask(pd.Series(tail.inside), labels[tail.side])
    ends = {side: [labels[side]] if side in labels else [] for side in SIDES}
    categories = [*ends["bottom"], *kept, *ends["top"]]
    if len(set(categories)) < len(categories):
        raise DataError(
            sentence(
                "A label for a tail of {name} equals another of its values; choose another label.",
                name=variable.name,
            ),
            "replace_by",
        )
    if variable.scale is Scale.CONTINUOUS:
        numbers = zip(as_text(old), present_numbers(old).tolist(), strict=True)
        ranges: dict[str, Ends] = {text: (value, value) for text, value in numbers}
        ranges |= {labels[tail.side]: tail.interval for tail in tails}
        intervals = tuple(
            Interval(label=label, low=ranges[label][0], high=ranges[label][1]) for label in categories
        )
    else:
        intervals = merged_intervals(variable, old, new)
    described = variable.changed(scale=Scale.ORDINAL, categories=tuple(categories), intervals=intervals)
    numeric = _are_ordered_numbers(variable, old)
    rule = _beyond_rule(tails, [labels[tail.side] for tail in tails], numeric=False) if numeric else None
    own = {labels[tail.side] for tail in tails if labels[tail.side] == tail.label(variable)}
    return Replacement(old, new, described, rule=rule, of_codes=frozenset(own))


def _beyond_rule(tails: Sequence[Tail], values: Sequence[Value], *, numeric: bool) -> Rule:
    """Return what becomes of numbers that the file does not have: they lie in a tail, or stay."""

    def rule(numbers: pd.Series) -> list[Value | None]:
        new: list[Value | None] = list(numbers.tolist()) if numeric else list(as_text(numbers))
        for tail, value in zip(tails, values, strict=True):
            inside = _beyond(numbers, tail.side, float(tail.threshold))
            new = [value if beyond else kept for beyond, kept in zip(inside, new, strict=True)]
        return new

    return rule
