"""Column batch: short columns that are converted together, as a file may have thousands of them.

What decides about a column are rules for each of its cells. So columns that all keep them are converted as
if they were one; where some do not, each half is tried.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.numerals import as_numbers, signs_in
from sdcdesk.io.columns.spelling import Numbers, Spelling, merges, spelling
from sdcdesk.io.columns.text_columns import spans, trimmed, without_empty

_ANY = r"^[-+]?[0-9]*\.?[0-9]*([eE][-+]?[0-9]+)?$"
"""How any number is written, and little else …"""

_EXACT = r"^-?((0|[1-9][0-9]*)?(\.[0-9]*)?([eE][-+][0-9]+)?|(0|[1-9][0-9]*)?\.[0-9]*[eE][0-9]+)$"
"""… and one that loses nothing. It tells words from numbers for all columns at once; `as_numbers` decides."""

CELLS = 1 << 16
"""Cells of a batch, unless a single column has more."""


@dataclass(frozen=True, slots=True, eq=False)
class ColumnBatch:
    """Columns of text, equally long, one after the other.

    Attributes
    ----------
    text
        Their cells as the file has them, null where empty; several columns in one piece.
    present
        The same, null also where a word means missing.
    columns
        How many; at least one.
    """

    text: pa.ChunkedArray
    present: pa.ChunkedArray
    columns: int

    @property
    def records(self) -> int:
        """Cells of each column."""
        return len(self.text) // self.columns

    def column(self, place: int) -> pa.ChunkedArray:
        """Return the cells of a column.

        Parameters
        ----------
        place
            0, 1, ….

        Returns
        -------
        pa.ChunkedArray
            (n,) strings.
        """
        return self.text if self.columns == 1 else self.text.slice(place * self.records, self.records)

    def take(self, places: Sequence[int]) -> "ColumnBatch":
        """Return some of the columns.

        Parameters
        ----------
        places
            At least one, ascending.

        Returns
        -------
        ColumnBatch
            In the same order.
        """
        if len(places) == self.columns:
            return self
        which = np.zeros(self.columns, dtype=bool)
        which[list(places)] = True
        cells = pa.array(np.repeat(which, self.records))
        text = self.text.filter(cells)
        return ColumnBatch(
            text, text if self.present is self.text else self.present.filter(cells), len(places)
        )

    def without(self, words: Sequence[str]) -> "ColumnBatch":
        """Return the columns with these words as missing, blanks around them or not.

        Parameters
        ----------
        words
            As they stand in the file.

        Returns
        -------
        ColumnBatch
            The same text.
        """
        if not words:
            return self
        found = pc.is_in(pc.ascii_trim(self.text, characters=" "), pa.array(words, type=self.text.type))
        return ColumnBatch(self.text, without_empty(pc.if_else(found, "", self.text)), self.columns)

    def numbers(self, decimal: str, *, exact: bool) -> "list[Converted | None]":
        """Convert columns to numbers where nothing is lost by it; see `as_numbers`.

        Parameters
        ----------
        decimal
            The decimal sign.
        exact
            Whether nothing may be lost, and different texts may not become the same number.

        Returns
        -------
        list[Converted or None]
            One entry for each column; None where it stays text.
        """
        if self.columns == 1:
            return [_single(self, decimal, exact=exact)]
        found: list[Converted | None] = [None] * self.columns
        for places, whole in _alike(self, decimal, exact=exact):
            together = _together(self.take(places), decimal, whole=whole, exact=exact)
            for place, converted in zip(places, together, strict=True):
                found[place] = converted
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Converted:
    """A column of text as numbers.

    Attributes
    ----------
    values
        (n,) int64, Int64 where some are missing, or float64.
    spelled
        The cells that are written otherwise than their numbers.
    """

    values: Numbers
    spelled: Spelling


def one_after_the_other(columns: Sequence[pa.ChunkedArray]) -> pa.ChunkedArray:
    """Return columns one after the other.

    Parameters
    ----------
    columns
        Strings, equally long; at least one column.

    Returns
    -------
    pa.ChunkedArray
        Several columns in one piece, out of which each is taken faster than out of many.
    """
    if len(columns) == 1:
        return columns[0]
    return pa.chunked_array([pa.concat_arrays([chunk for column in columns for chunk in column.chunks])])


def _single(batch: ColumnBatch, decimal: str, *, exact: bool) -> Converted | None:
    numbers = as_numbers(batch.present, decimal, exact=exact)
    if numbers is None:
        return None
    values = _array(numbers)
    spelled = spelling(batch.text, values, decimal, exact=exact)
    lost = exact and merges(batch.present, values, spelled, decimal)
    return None if lost else Converted(values, spelled)


def _array(numbers: pd.Series) -> Numbers:
    found: Numbers = numbers.to_numpy() if isinstance(numbers.dtype, np.dtype) else numbers.array
    return found


def _alike(batch: ColumnBatch, decimal: str, *, exact: bool) -> Iterator[tuple[list[int], bool]]:
    """Return the columns that may be whole numbers, and those that may be decimals; others are text."""
    bounds, raw = spans(batch.present.combine_chunks())
    cells = [raw[start:end].tobytes() for start, end in pairwise(bounds[:: batch.records].tolist())]
    signs = [signs_in(cell, decimal) if cell.strip(b" ") else None for cell in cells]
    places = [place for place, found in enumerate(signs) if found is not None]
    if not places:
        return
    text = trimmed(batch.take(places).present)
    numerals = pc.match_substring_regex(text, (_EXACT if exact else _ANY).replace(r"\.", re.escape(decimal)))
    words = _holding(pc.invert(numerals).fill_null(False), len(places))
    negative_zeros = _holding(pc.equal(text, "-0").fill_null(False), len(places))
    only_digits = [found <= {"-", " "} for found in signs if found is not None]
    kinds = [digits and not zero for digits, zero in zip(only_digits, negative_zeros, strict=True)]
    for whole in (True, False):
        found = zip(places, kinds, words, strict=True)
        alike = [place for place, kind, word in found if kind is whole and not word]
        if alike:
            yield alike, whole


def _holding(cells: Any, columns: int) -> list[bool]:
    """Return which columns have a cell of which something is true."""
    found: list[bool] = np.logical_or.reduce(np.asarray(cells).reshape(columns, -1), axis=1).tolist()
    return found


def _together(batch: ColumnBatch, decimal: str, *, whole: bool, exact: bool) -> Iterator[Converted | None]:
    if batch.columns == 1:
        yield _single(batch, decimal, exact=exact)
        return
    numbers = as_numbers(batch.present, decimal, exact=exact)
    if numbers is not None and pd.api.types.is_integer_dtype(numbers.dtype) == whole:
        yield from _apart(batch, _array(numbers), decimal, exact=exact)
        return
    half = batch.columns // 2
    for places in (range(half), range(half, batch.columns)):
        yield from _together(batch.take(places), decimal, whole=whole, exact=exact)


def _apart(batch: ColumnBatch, values: Numbers, decimal: str, *, exact: bool) -> Iterator[Converted | None]:
    """Return the columns of a batch that was converted as one."""
    records = batch.records
    spelled = spelling(batch.text, values, decimal, exact=exact)
    cuts = np.searchsorted(spelled.rows, np.arange(batch.columns + 1) * records).tolist()
    gaps = _holding(pd.isna(values), batch.columns)
    zeros = isinstance(values, np.ndarray) and (values == 0) & np.signbit(values)
    negative = _holding(np.broadcast_to(zeros, len(values)), batch.columns)
    for place, (first, last) in enumerate(pairwise(cuts)):
        cells = slice(place * records, (place + 1) * records)
        own = values[cells]
        if isinstance(own, pd.arrays.IntegerArray) and not gaps[place]:
            own = own.to_numpy(dtype=np.int64)
        odd = Spelling(spelled.rows[first:last] - cells.start, spelled.texts.slice(first, last - first))
        # Without these two all texts follow from their numbers.
        is_apart = not exact or not (last > first or negative[place])
        present = batch.present.slice(cells.start, records)
        yield Converted(own, odd) if is_apart or not merges(present, own, odd, decimal) else None
