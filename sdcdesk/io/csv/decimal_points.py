"""Decimal points: how numbers with decimals are written, found from their values and a search for the points.

A number does not tell how many zeros end its decimals: 1.5 and 1.50 are the same. The text has one point for
each number with decimals, in the same order, and the decimals end where a separator stands.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sdcdesk.core.data.narrow import narrowed
from sdcdesk.io.columns.numerals import POWERS, SAFE_DIGITS, are_digits, shortest
from sdcdesk.io.columns.plain_numbers import PlainNumbers
from sdcdesk.io.columns.text_columns import content_of
from sdcdesk.io.csv.not_plain import NotPlain
from sdcdesk.io.csv.options import ReadOptions

_LETTERS = 64
"""Bytes from here on stand in words, and in numbers with an exponent."""

_LINE_END = ord("\n")


@dataclass(frozen=True, slots=True, eq=False)
class Decimals:
    """Columns of numbers in a piece of text, of which some have decimals or are missing.

    Attributes
    ----------
    content
        uint8 (m,), the text, whose lines all have as many fields and end.
    columns
        float64 (n,) by their places, in that order, NaN where missing.
    words
        (n,) strings: the columns of words.
    options
        How the text is written.
    """

    content: np.ndarray
    columns: Mapping[int, np.ndarray]
    words: Sequence[pa.Array]
    options: ReadOptions


@dataclass(frozen=True, slots=True, eq=False)
class PlainDecimals:
    """Numbers as they are written if their integer parts have no needless digits.

    Attributes
    ----------
    columns
        Numbers by their places.
    length
        Bytes that they would take. They take no fewer, so that they are written so where it is as many.
    """

    columns: dict[int, PlainNumbers]
    length: int


def plain_decimals(decimals: Decimals) -> PlainDecimals:
    """Return how numbers are written.

    Parameters
    ----------
    decimals
        Columns of numbers.

    Returns
    -------
    PlainDecimals
        With all of them.

    Raises
    ------
    NotPlain
        Some have an exponent, more than `SAFE_DIGITS` digits or nothing on one side of their point; or words
        have points, too; or some whole numbers of a column have a point, and others none.
    """
    content, columns = decimals.content, decimals.columns
    point, words = ord(decimals.options.decimal), [*map(content_of, decimals.words)]
    if any((one == point).any() for one in words):
        raise NotPlain
    values = np.column_stack([*columns.values()])
    missing = np.isnan(values)
    values[missing] = 0
    points = np.flatnonzero(content == point)
    # What follows a point is looked at up to the next separator: only numbers without one hide an exponent.
    if len(points) < values.size - np.count_nonzero(missing):
        letters = sum(np.count_nonzero(one >= _LETTERS) for one in words)
        if np.count_nonzero(content >= _LETTERS) != letters:
            raise NotPlain
    pointed = _pointed(decimals, points, np.rint(values) != values, ~missing)
    places = np.zeros(values.shape, dtype=np.uint8)
    places[pointed] = _places(decimals, points)
    # With so few digits different decimal numbers are different doubles, and dividing a whole number by a
    # power of ten gives the one that is meant.
    powers = POWERS[places]
    digits = np.rint(values * powers)
    if max(digits.max(), -digits.min()) >= 10**SAFE_DIGITS or (digits / powers != values).any():
        raise NotPlain
    length = shortest(values.astype(np.int64).ravel()) + len(points) + int(places.sum())
    length += int(np.count_nonzero((values < 0) & (values > -1)))  # a minus before a zero
    length -= int(np.count_nonzero(missing))
    return PlainDecimals(
        {
            place: PlainNumbers(
                narrowed(digits[:, at].astype(np.int64)),
                places[:, at].copy() if pointed[:, at].any() else None,
                missing[:, at].copy() if missing[:, at].any() else None,
            )
            for at, place in enumerate(columns)
        },
        length,
    )


def _pointed(decimals: Decimals, points: np.ndarray, broken: np.ndarray, present: np.ndarray) -> np.ndarray:
    """Return which numbers are written with a point, of which some are broken, and some missing.

    None has two, and those that are broken have one; so their number tells where all, or no others, have one.
    """
    if len(points) == np.count_nonzero(broken):
        return broken
    if len(points) == np.count_nonzero(present):
        return present
    # Columns differ: those of whole numbers have none, and in others all numbers have one.
    pointed = present & broken.any(axis=0)
    content, columns = decimals.content, [*decimals.columns]
    separators = np.flatnonzero(_are_separators(decimals, content))
    fields = len(separators) // len(present)
    rows, at = np.nonzero(pointed)
    if not np.array_equal(np.searchsorted(separators, points), rows * fields + np.array(columns)[at]):
        raise NotPlain
    return pointed


def _places(decimals: Decimals, points: np.ndarray) -> np.ndarray:
    """Return how many digits stand between these points and the next separators."""
    content = decimals.content
    if not are_digits(content.take(points - 1)).all():
        raise NotPlain
    found, going_on = np.zeros(len(points), dtype=np.uint8), np.ones(len(points), dtype=bool)
    for place in range(1, SAFE_DIGITS + 1):
        going_on &= are_digits(content.take(points + place, mode="clip"))
        if not going_on.any():
            break
        found += going_on
    ends = content.take(points + found + 1, mode="clip")
    if not (found.all() and _are_separators(decimals, ends).all()):
        raise NotPlain
    return found


def _are_separators(decimals: Decimals, signs: np.ndarray) -> np.ndarray:
    are: np.ndarray = (signs == ord(decimals.options.delimiter)) | (signs == _LINE_END)
    return are
