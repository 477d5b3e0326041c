"""Browsing of records: order, filters, and the places where a text stands. Answers are positions.

Text is compared by the numbers of its characters, so capitals come before small letters; to be found it
need not agree in case.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.coding import MISSING, Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Scale, Value
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence

Relation = Literal["equals", "contains", "at_least", "at_most", "missing"]

_BLOCK = 1 << 17
"""Records searched at once for a text: most searches end in the first."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a record must meet.

    Attributes
    ----------
    name
        The variable.
    relation
        "equals", "at_least" and "at_most" compare with the value; "contains" looks for the value's text in
        that of the variable, whatever the case; "missing" needs no value.
    value
        What is compared with. The value of a variable with an order is at least another if it comes after
        it, or is the same.
    """

    name: str
    relation: Relation
    value: Value = ""


def ordered(data: Microdata, name: str, *, descending: bool = False) -> np.ndarray:
    """Return the positions (int64) of all records in the order of a variable.

    Equal values keep their order in the file; missing values come last either way. An ordinal variable is
    sorted by the order of its categories.

    Parameters
    ----------
    data
        The records.
    name
        The variable to sort by.
    descending
        Whether the largest come first.

    Returns
    -------
    np.ndarray
        int64 (n,).
    """
    order: Literal["ascending", "descending"] = "descending" if descending else "ascending"
    places = pc.array_sort_indices(_comparable(data, name), order=order, null_placement="at_end")
    positions: np.ndarray = places.to_numpy().astype(np.int64)
    return positions


def matching(data: Microdata, conditions: Sequence[Condition]) -> np.ndarray:
    """Return the positions (int64, ascending) of the records that meet all conditions.

    A missing value meets no condition but "missing".

    Parameters
    ----------
    data
        The records.
    conditions
        All of them must hold.

    Returns
    -------
    np.ndarray
        int64 (m,).

    Raises
    ------
    DataError
        There is no such variable; a number is compared with text; or the value of a variable with an
        order has no place in it.
    """
    kept = np.ones(len(data), dtype=bool)
    for condition in conditions:
        kept &= _meets(data, condition)
    return np.flatnonzero(kept)


def arranged(
    data: Microdata,
    conditions: Sequence[Condition] = (),
    among: Sequence[np.ndarray] = (),
    by: str = "",
    *,
    descending: bool = False,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Return the positions (int64) of the records that are wanted, in the order that is wanted.

    Parameters
    ----------
    data
        The records.
    conditions
        See `matching`.
    among
        Sets of positions, int64 (m,) each; a record must be in all of them.
    by, descending
        See `ordered`; without a variable, the order of the file.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        int64 (m,).

    Raises
    ------
    DataError
        See `matching`.
    """
    progress.at(0.0, "Filtering")
    kept = np.zeros(len(data), dtype=bool)
    kept[matching(data, conditions)] = True
    for positions in among:
        inside = np.zeros(len(data), dtype=bool)
        inside[positions] = True
        kept &= inside
    if not by:
        return np.flatnonzero(kept)
    progress.at(0.3, sentence("Sorting by {by}", by=by))
    order = ordered(data, by, descending=descending)
    shown: np.ndarray = order[kept[order]]
    return shown


def find(
    data: Microdata,
    text: str,
    start: int,
    names: Sequence[str],
    positions: np.ndarray | None = None,
    progress: Progress = SILENT,
) -> tuple[int, str] | None:
    """Return where a text stands next, as a place among the records and the name of a variable.

    Records are searched row by row, from a starting place to the last and then from the first on.

    Parameters
    ----------
    data
        The records.
    text
        Found within values, whatever the case.
    start
        The place at which the search begins.
    names
        Variables to search, in the order of the columns.
    positions
        int64 (m,), the records to search, and their order; all where not given. The place that is returned
        is one among these.
    progress
        Receives how far the search is; a cancel works at once.

    Returns
    -------
    tuple[int, str] or None
        Place in `positions` or, where these are not given, in the file; None: it stands nowhere.
    """
    rows = np.arange(len(data)) if positions is None else positions
    if not text or not len(rows):
        return None
    columns = {name: (data.column(name), data.missing(name)) for name in names}
    start %= len(rows)
    for first, end in _blocks(start, len(rows)):
        progress.at((first - start) % len(rows) / len(rows), "Searching")
        found = _first_in(columns, text, rows[first:end])
        if found:
            return first + found[0], found[1]
    return None


def _blocks(start: int, count: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of 0…count−1 in the order in which they are searched."""
    for low, high in ((start, count), (0, start)):
        for first in range(low, high, _BLOCK):
            yield first, min(first + _BLOCK, high)


def _first_in(
    columns: Mapping[str, tuple[pd.Series, np.ndarray]], text: str, rows: np.ndarray
) -> tuple[int, str] | None:
    best: tuple[int, str] | None = None
    for name, (column, missing) in columns.items():
        places = np.flatnonzero(_contains(column.take(rows), text) & ~missing[rows])
        if len(places) and (best is None or places[0] < best[0]):
            best = int(places[0]), name
    return best


def _meets(data: Microdata, condition: Condition) -> np.ndarray:
    name, relation, value = condition.name, condition.relation, condition.value
    missing = data.missing(name)
    if relation == "missing":
        return missing
    column = data.column(name)
    if relation == "contains":
        met = _contains(column, str(value))
    elif relation == "equals":
        met = _truths(pc.equal(_array(column), _comparand(column, value)))
    else:
        compare = pc.greater_equal if relation == "at_least" else pc.less_equal
        met = _truths(compare(*_compared(data, name, value)))
    met[missing] = False
    return met


def _compared(data: Microdata, name: str, value: Value) -> tuple[pa.Array, pa.Scalar]:
    """Return what tells which of a variable's values come before another, and the same of that other."""
    if not _has_order(data, name):
        column = data.column(name)
        return _array(column), _comparand(column, value)
    coding = data.coding(name)
    return pa.array(coding.codes), pa.scalar(_place(coding, name, value))


def _has_order(data: Microdata, name: str) -> bool:
    return data.variable(name).scale is Scale.ORDINAL


def _place(coding: Coding, name: str, value: Value) -> int:
    """Return the place of a value in the order of its variable."""
    place = int(coding.categories.get_indexer(pd.Index([value]))[0])
    if place == MISSING:
        raise DataError(
            sentence(
                "{value} has no place in the order of {name}; choose one of its categories.",
                value=str(value),
                name=name,
            ),
            name,
        )
    return place


def _comparand(column: pd.Series, value: Value) -> pa.Scalar:
    """Return what the values of a column are compared with: a number with numbers, else text."""
    if not holds_numbers(column):
        return pa.scalar(str(value), pa.large_string())
    if isinstance(value, str):
        raise DataError(
            sentence("{name} holds numbers; compare it with a number.", name=str(column.name)),
            str(column.name),
        )
    return pa.scalar(value)


def _comparable(data: Microdata, name: str) -> pa.Array:
    """Return a variable as what it is sorted by, null where it is missing."""
    if _has_order(data, name):
        codes = data.coding(name).codes
        return pa.array(codes, mask=codes == MISSING)
    values = _array(data.column(name))
    return pc.if_else(pa.array(data.missing(name)), pa.scalar(None, values.type), values)


def _contains(column: pd.Series, text: str) -> np.ndarray:
    words = _array(column)
    if holds_numbers(column):
        words = words.cast(pa.string())
    return _truths(pc.match_substring(words, text, ignore_case=True))


def _array(column: pd.Series) -> pa.Array:
    """Return numbers as they are, and all else as text, in one piece; null where the cell is empty."""
    values = pa.array(column if holds_numbers(column) else column.astype("str"), from_pandas=True)
    values = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
    return values if holds_numbers(column) else values.cast(pa.large_string())


def _truths(met: pa.Array) -> np.ndarray:
    truths: np.ndarray = pc.fill_null(met, False).to_numpy(zero_copy_only=False)
    return truths
