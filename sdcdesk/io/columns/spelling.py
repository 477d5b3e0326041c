"""Spelling of numbers in text: which cells are written otherwise than their values would be."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.numerals import SAFE_DIGITS, exponents, leads
from sdcdesk.io.columns.text_columns import content_of, holds, in_one_piece, placed, spans

SMALL, LARGE = 1e-5, 1e10
"""Below the one, and from the other on, numbers with decimals are written with an exponent."""

_FEW = 100
"""Up to so many cells are compared one by one, which is cheaper than as a column."""

_TEXT = pa.large_string()

Numbers = np.ndarray | pd.arrays.IntegerArray
"""Values of a column: whole or decimal numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Spelling:
    """Cells of a column of numbers that are written in a way of their own: 2.50, 1., 007, NA.

    Attributes
    ----------
    rows
        int64 (m,), their records, ascending.
    texts
        m strings, as they stand in the file.
    """

    rows: np.ndarray
    texts: pa.Array

    @classmethod
    def plain(cls) -> "Spelling":
        """Return the spelling of a column all of whose cells follow from their numbers.

        Returns
        -------
        Spelling
            Without cells.
        """
        return cls(np.empty(0, dtype=np.int64), pa.array([], pa.string()))

    def texts_in(self, rows: np.ndarray) -> tuple[np.ndarray, pa.Array]:
        """Return which of these records are among them, and the texts of those.

        Parameters
        ----------
        rows
            int64 (k,), at least one record, in any order.

        Returns
        -------
        tuple[np.ndarray, pa.Array]
            bool (k,), and as many strings as are true.
        """
        first, last = np.searchsorted(self.rows, [rows[0], rows[-1] + 1])
        if (np.diff(rows) == 1).all():
            found = np.zeros(len(rows), dtype=bool)
            found[self.rows[first:last] - rows[0]] = True
            return found, self.texts.slice(first, last - first)
        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        found = self.rows[places] == rows
        return found, self.texts.take(pa.array(places[found]))


def canonical(numbers: pa.Array, decimal: str = ".") -> pa.Array:
    """Return numbers as text: as short as can be read back exactly.

    Parameters
    ----------
    numbers
        Whole or decimal numbers.
    decimal
        The decimal sign.

    Returns
    -------
    pa.Array
        Large strings, null where a number is.
    """
    text = numbers.cast(_TEXT)
    return text if decimal == "." else pc.replace_substring(text, ".", decimal)


def spelling(text: pa.ChunkedArray, numbers: Numbers, decimal: str, *, exact: bool = True) -> Spelling:
    """Return the cells whose text does not follow from their number.

    Parameters
    ----------
    text
        Cells as the file has them.
    numbers
        What they were read as.
    decimal
        Their decimal sign.
    exact
        Whether they were read as numbers because nothing was lost by it.

    Returns
    -------
    Spelling
        With as many cells as are written otherwise.
    """
    if not exact:
        suspected = pc.is_valid(text).to_numpy()
    elif pd.api.types.is_integer_dtype(numbers.dtype):
        # Whole numbers have no other way to be written; a word that means missing has no number.
        suspected = _blank(text)
        if pd.isna(numbers).sum() > text.null_count:
            suspected |= pd.isna(numbers) & pc.is_valid(text).to_numpy()
    else:
        suspected = _unusual(text, np.asarray(numbers))
    if not suspected.any():
        return Spelling(np.flatnonzero(suspected), pa.array([], text.type))
    # Long ones are kept as they are: to write the number and compare would take longer than to read it.
    other = suspected & _long(text)
    compared = suspected & ~other
    if compared.any():
        usual = canonical(pa.array(numbers[compared], from_pandas=True), decimal)
        texts = in_one_piece(_those(text, compared))
        other[compared] = ~pc.equal(texts, usual).fill_null(False).to_numpy(zero_copy_only=False)
    return Spelling(np.flatnonzero(other), in_one_piece(_those(text, other)))


def merges(text: pa.ChunkedArray, numbers: Numbers, spelled: Spelling, decimal: str) -> bool:
    """Return whether different texts stand for the same number, blanks around them left out.

    Parameters
    ----------
    text, numbers, decimal
        See `spelling`.
    spelled
        Cells that are written otherwise than their numbers.

    Returns
    -------
    bool
        Whether reading them as numbers would make values alike that may be different codes.
    """
    if pd.api.types.is_integer_dtype(numbers.dtype):  # which have no other way to be written
        return False
    values = np.asarray(numbers, dtype=np.float64)
    if len(values) <= _FEW:
        pairs = zip(text.to_pylist(), values.tolist(), strict=True)
        told = {word.strip(" "): number for word, number in pairs if word is not None and number == number}
        return len(set(told.values())) < len(told)
    if _both_zeros(values):
        return True
    if not len(spelled.rows) or _same_decimals(text, decimal) or _points_everywhere(text, spelled, decimal):
        return False
    ascending = np.sort(values)
    repeated = np.unique(ascending[1:][ascending[1:] == ascending[:-1]])
    odd = pd.Series(values[spelled.rows])
    shared = odd[odd.isin(repeated)].unique() if len(repeated) else repeated
    if not len(shared):
        return False
    rows = np.flatnonzero(pd.Series(values).isin(shared))
    texts = pc.ascii_trim(text.take(pa.array(rows)), characters=" ")
    return bool(pc.count_distinct(texts).as_py() > len(shared))


def _points_everywhere(text: pa.ChunkedArray, spelled: Spelling, decimal: str) -> bool:
    """Return whether all numbers have a decimal sign, and whole ones one zero behind it, as Python writes."""
    if pc.max(pc.binary_length(spelled.texts)).as_py() > SAFE_DIGITS:
        return False
    points = 0
    for chunk in text.chunks:
        points += int(np.count_nonzero(content_of(chunk) == ord(decimal)))
    if points < len(text) - text.null_count:
        return False
    tens = pc.match_substring_regex(spelled.texts, rf"^-?(0|[1-9][0-9]{{0,13}})[{decimal}]0$")
    return bool(pc.all(tens, min_count=0).as_py())


def _same_decimals(text: pa.ChunkedArray, decimal: str) -> bool:
    """Return whether all numbers have the same number of decimals, so that different ones are different."""
    places = set()
    for chunk in text.chunks:
        bounds, content = spans(chunk)
        lengths = np.diff(bounds)
        ends = bounds[1:][lengths > 0]
        if not len(ends):
            continue
        raw = content_of(chunk).tobytes()
        after = int(ends[0] - bounds[0]) - raw.rfind(decimal.encode(), 0, int(ends[0] - bounds[0]))
        if lengths.max() > SAFE_DIGITS + 1 or any(sign in raw for sign in (b" ", b"e", b"E")):
            return False
        points, before = content[ends - min(after, ends[0])], content[np.maximum(ends - after - 1, 0)]
        if not ((points == ord(decimal)) & (before >= ord("0"))).all() or lengths[lengths > 0].min() <= after:
            return False
        places.add(after)
    return len(places) == 1


def _those(text: Any, which: np.ndarray) -> Any:
    """Return some of the strings, without a copy where these are all."""
    return text if which.all() else text.filter(pa.array(which))


def _both_zeros(values: np.ndarray) -> bool:
    """Return whether there are both 0 and -0."""
    negative = np.signbit(values[values == 0])
    return bool(negative.any() and not negative.all())


def _blank(text: pa.ChunkedArray) -> np.ndarray:
    """Return which cells have blanks before or after."""
    found = np.zeros(len(text), dtype=bool)
    for chunk, place in placed(text):
        if holds(chunk, " "):
            found[place] = _ends(chunk, " ")
    return found


def _unusual(text: pa.ChunkedArray, values: np.ndarray) -> np.ndarray:
    """Return which cells may be written otherwise than their numbers: all that are, and a few others."""
    sizes = np.abs(values)
    found = ~((sizes >= SMALL) & (sizes < LARGE))  # so those that are missing are among them
    for chunk, place in placed(text):
        bounds, content = spans(chunk)
        if not len(content):
            continue
        found[place] |= _among(leads(chunk)[0], " .,")
        found[place] |= _among(content.take(bounds[1:] - 1, mode="clip"), " .,0")
        found[place] |= np.diff(bounds) > SAFE_DIGITS
        found[place][exponents(chunk)] = True
    unusual: np.ndarray = found & ~pc.is_null(text).to_numpy() if text.null_count else found
    return unusual


def _long(text: pa.ChunkedArray) -> np.ndarray:
    """Return which cells have more signs than digits that always come back from a double."""
    found = np.zeros(len(text), dtype=bool)
    for chunk, place in placed(text):
        found[place] = np.diff(spans(chunk)[0]) > SAFE_DIGITS
    return found


def _among(found: np.ndarray, signs: str) -> np.ndarray:
    """Return which bytes are one of these signs: comparisons are faster than to look each up in a table."""
    among: np.ndarray = found == ord(signs[0])
    for sign in signs[1:]:
        among |= found == ord(sign)
    return among


def _ends(chunk: pa.Array, sign: str) -> np.ndarray:
    """Return which strings begin, or end, with this sign."""
    bounds, content = spans(chunk)
    begins = content.take(bounds[:-1], mode="clip") == ord(sign)
    ends = content.take(bounds[1:] - 1, mode="clip") == ord(sign)
    found: np.ndarray = (begins | ends) & (np.diff(bounds) > 0)
    return found
