"""Cells of fixed columns: values of a column as the text that stands in its fields, and what that loses."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.variable import Value
from sdcdesk.core.running.progress import Progress
from sdcdesk.io.columns.coded_numbers import EXACT
from sdcdesk.io.columns.spelling import canonical

MOST_DECIMALS = 40
"""Decimals of a number that is written without an exponent, at most."""

LONGEST = 32_767
"""Characters of a field at most."""

ROWS = 50_000
"""Records that are written together."""

_TEXT = pa.large_string()

_BREAKS = "[\r\n\x1a\ufeff]"
"""Signs that end a line or a text, or are no part of it at its beginning."""

_FEW, _LARGEST_USUAL = 4, 1e9
"""Decimals that are told without writing numbers as text, and what such numbers are below: so far their
products with powers of ten are exact enough."""


@dataclass(slots=True)
class Extent:
    """What a column takes in a file, and what it loses there.

    Attributes
    ----------
    numeric
        Whether it holds numbers.
    decimals
        Decimals of its numbers as they are written; None: they are written with exponents, or it is text.
    width
        Characters of its longest cell; 0: all are empty.
    empty
        Whether a cell has no value.
    breaks, blanks, nothing, cut
        Whether text holds line breaks, begins or ends with blanks, is nothing but blanks, or too long.
    zeros
        Whether text holds zero bytes.
    points
        Characters of the cells that are nothing but points.
    """

    numeric: bool
    decimals: int | None = None
    width: int = 0
    empty: bool = False
    breaks: bool = False
    blanks: bool = False
    nothing: bool = False
    cut: bool = False
    zeros: bool = False
    points: set[int] = field(default_factory=set)

    def cells(self, values: pa.Array) -> pa.Array:
        """Return values as they are written, without the blanks that fill their fields.

        Parameters
        ----------
        values
            Values of the column.

        Returns
        -------
        pa.Array
            Text, null where missing.
        """
        return _numbers(values, self.decimals) if self.numeric else clean(values)

    def code(self, value: Value) -> str:
        """Return a code as a cell that holds it.

        Parameters
        ----------
        value
            A code for missing, or one with a label.

        Returns
        -------
        str
            Empty where no cell can hold it.
        """
        if isinstance(value, str) is self.numeric:
            return ""
        if isinstance(value, str):
            return clean(pa.array([value], _TEXT))[0].as_py() or ""
        if isinstance(value, int) and abs(value) > EXACT:
            return str(value)
        return (
            str(_numbers(pa.array([float(value)]), self.decimals)[0].as_py()) if math.isfinite(value) else ""
        )


def extent(column: pa.ChunkedArray, declared: int | None, progress: Progress) -> Extent:
    """Return what a column takes in a file.

    Parameters
    ----------
    column
        Whole or decimal numbers without infinite ones, or text.
    declared
        Decimals that are shown at least; None: not said.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Extent
    """
    found = Extent(numeric=not pa.types.is_large_string(column.type), empty=column.null_count > 0)
    if pa.types.is_floating(column.type):
        found.decimals = _decimals(column, declared or 0, progress.part(0.0, 0.5))
    elif found.numeric:
        found.decimals = 0
    if found.decimals is not None:
        # All have the same decimals: the widest are the smallest and the largest.
        ends = pc.min_max(column)
        cells = found.cells(pa.array([ends["min"].as_py(), ends["max"].as_py()], column.type))
        found.width = pc.max(pc.utf8_length(cells)).as_py() or 0
        return found
    for values in _pieces(column, progress.part(0.5, 1.0)):
        if not found.numeric:
            _look(found, values)
        cells = found.cells(values)
        found.width = max(found.width, pc.max(pc.utf8_length(cells)).as_py() or 0)
        if not found.numeric:
            dotted = cells.filter(pc.match_substring_regex(cells, r"^\.+$"))
            found.points |= set(pc.unique(pc.utf8_length(dotted)).to_pylist()) - {None}
    return found


def clean(text: pa.Array) -> pa.Array:
    """Return text as a field can hold it: on one line, without blanks at its ends, not too long.

    Parameters
    ----------
    text
        Any.

    Returns
    -------
    pa.Array
        Null where nothing is left.
    """
    text = pc.replace_substring_regex(text, "\r\n|" + _BREAKS, " ")
    text = pc.utf8_rtrim(pc.utf8_slice_codeunits(pc.utf8_trim(text, " "), 0, LONGEST), " ")
    return pc.if_else(pc.equal(text, ""), pa.scalar(None, _TEXT), text)


def _pieces(column: pa.ChunkedArray, progress: Progress) -> Iterator[pa.Array]:
    starts = range(0, max(len(column), 1), ROWS)
    for start, part in progress.over(starts, "Writing"):
        part.at(0.0, "Writing")
        piece = column.slice(start, ROWS)
        yield piece.combine_chunks() if piece.num_chunks else pa.array([], column.type)


def _look(found: Extent, text: pa.Array) -> None:
    found.breaks |= _any(pc.match_substring_regex(text, _BREAKS))
    found.zeros |= _any(pc.match_substring(text, "\0"))
    found.blanks |= _any(pc.or_(pc.starts_with(text, " "), pc.ends_with(text, " ")))
    found.nothing |= _any(pc.match_substring_regex(text, "^[ \r\n\x1a\ufeff]*$"))
    found.cut |= _any(pc.greater(pc.utf8_length(text), LONGEST))


def _any(which: pa.Array) -> bool:
    return bool(pc.any(which, min_count=0).as_py())


def _decimals(column: pa.ChunkedArray, declared: int, progress: Progress) -> int | None:
    """Return the decimals with which all numbers of a column can be told; None: they need exponents."""
    decimals = min(declared, MOST_DECIMALS)
    for values in _pieces(column, progress):
        decimals, values = _with_more(values, decimals)
        text = _without_exponents(values)
        if text is None:
            return None
        decimals = max(decimals, pc.max(pc.utf8_length(_fraction(text))).as_py() or 0)
    return decimals


def _with_more(numbers: pa.Array, decimals: int) -> tuple[int, pa.Array]:
    """Return how many decimals numbers have, a few at most, and those of them that may have more.

    A number that is the nearest one to a whole number divided by a power of ten is written with as many
    decimals. As text, each would take fifty times as long.
    """
    left = np.abs(numbers.drop_null().to_numpy(zero_copy_only=False))
    left = left[left != 0]
    usual = (left < _LARGEST_USUAL) & (left > 1 / _LARGEST_USUAL)
    unusual, left = left[~usual], left[usual]
    for count in range(_FEW + 1):
        if not len(left):
            break
        size = 10.0**count
        left = left[np.rint(left * size) / size != left]
        if len(left):
            decimals = max(decimals, count + 1)
    return decimals, pa.array(np.append(left, unusual))


def _without_exponents(numbers: pa.Array) -> pa.Array | None:
    """Return numbers as text without exponents; None where one would be too long."""
    text = canonical(pc.add(numbers, 0.0))  # which makes -0 a 0
    with_exponent = pc.match_substring(text, "e").fill_null(False)
    if not _any(with_exponent):
        return text
    values = numbers.filter(with_exponent).to_numpy(zero_copy_only=False)
    sizes = np.abs(values)
    # Larger ones, without an exponent, would be read as whole numbers that they are not.
    if sizes.max() > EXACT or sizes.min() < 10.0**-MOST_DECIMALS:
        return None
    written = [np.format_float_positional(value, trim="-") for value in values.tolist()]
    if any(len(one.partition(".")[2]) > MOST_DECIMALS for one in written):
        return None
    return pc.replace_with_mask(text, with_exponent, pa.array(written, _TEXT))


def _fraction(text: pa.Array) -> pa.Array:
    """Return what stands behind the points of numbers."""
    return pc.replace_substring_regex(text, r"^[^.]*\.?", "")


def _numbers(numbers: pa.Array, decimals: int | None) -> pa.Array:
    """Return numbers with so many decimals, all right-aligned ones in one column."""
    if pa.types.is_integer(numbers.type):
        return numbers.cast(_TEXT)
    text = None if decimals is None else _without_exponents(numbers)
    if text is None or not decimals:
        return canonical(pc.add(numbers, 0.0)) if text is None else text
    whole = pc.replace_substring_regex(text, r"\..*$", "")
    fraction = pc.utf8_rpad(_fraction(text), decimals, "0")
    return pc.binary_join_element_wise(whole, fraction, pa.scalar(".", _TEXT))
