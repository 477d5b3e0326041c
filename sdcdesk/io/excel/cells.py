"""Cells of a sheet as columns of ours: numbers where all are, text where one is, dates where all are."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.display_format import Displayed, DisplayFormat
from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.io.columns.arrow_columns import as_text
from sdcdesk.io.columns.coded_numbers import EXACT, whole

_KINDS: dict[type, Displayed] = {
    datetime.date: "date",
    datetime.datetime: "datetime",
    datetime.time: "time",
}


class CellColumn:
    """The cells of a column, block by block: numbers take eight bytes each, text as much as it is long.

    Parameters
    ----------
    missing
        Words that stand for missing.

    Attributes
    ----------
    has_day_before_leap_day
        Whether a cell is 28 February 1900, or another day that the library takes for it; see `LEAP_DAY`.
    """

    def __init__(self, missing: Collection[str] = ()) -> None:
        self._missing = frozenset(missing)
        self._blocks: list[np.ndarray | pa.Array] = []
        self._kinds: set[Displayed] = set()
        self.has_day_before_leap_day = False

    def add(self, cells: Sequence[Any]) -> None:
        """Add the next cells.

        Parameters
        ----------
        cells
            Numbers, text, truth values, dates and times; "" where empty.
        """
        cells = [None if cell == "" or cell in self._missing else cell for cell in cells]
        types = set(map(type, cells)) - {type(None)}
        self._kinds |= {_KINDS.get(kind, "number" if kind in (int, float) else "text") for kind in types}
        if not types.isdisjoint((datetime.date, datetime.datetime)):
            self.has_day_before_leap_day |= any(map(_is_day_before_leap_day, cells))
        if types <= {int, float}:
            self._blocks.append(np.array(cells, dtype=np.float64))
        else:
            self._blocks.append(pa.array([_text(cell) for cell in cells], pa.large_string()))

    @property
    def kind(self) -> Displayed:
        """What the cells are: dates only where nothing else is among them."""
        if self._kinds <= {"number"}:
            return "number"
        if self._kinds == {"date", "datetime"}:
            return "datetime"
        return next(iter(self._kinds)) if len(self._kinds) == 1 else "text"

    @property
    def mixes_days_and_times(self) -> bool:
        """Whether days stand among times of day, as which the library gives a day that is 0 or below."""
        return "time" in self._kinds and not self._kinds.isdisjoint(("date", "datetime"))

    def series(self) -> pd.Series:
        """Return the values.

        Returns
        -------
        pd.Series
            (n,) numbers, whole ones where all are; else text, numbers among it as Excel would show them
            whole.
        """
        kind = self.kind
        if kind == "number":
            return whole(np.concatenate(self._blocks) if self._blocks else np.empty(0))
        blocks = [self._as_words(block, kind) for block in self._blocks]
        return as_text(pa.chunked_array(blocks, pa.large_string()))

    @staticmethod
    def _as_words(block: np.ndarray | pa.Array, kind: Displayed) -> pa.Array:
        words = [_text(number) for number in block.tolist()] if isinstance(block, np.ndarray) else block
        if kind == "datetime":  # a day alone is its first moment
            listed = words if isinstance(words, list) else words.to_pylist()
            words = [word if word is None or "T" in word else f"{word}T00:00:00" for word in listed]
        return pa.array(words, pa.large_string())

    def variable(self, name: str) -> Variable | None:
        """Return what the cells say of a variable.

        Parameters
        ----------
        name
            Its name.

        Returns
        -------
        Variable or None
            Of dates and times only.
        """
        if self.kind in ("number", "text"):
            return None
        return Variable(name=name, scale=Scale.NOMINAL, display=DisplayFormat(kind=self.kind))


def _is_day_before_leap_day(cell: Any) -> bool:
    return isinstance(cell, datetime.date) and (cell.year, cell.month, cell.day) == (1900, 2, 28)


def _text(cell: Any) -> str | None:
    """Return a cell in words."""
    if cell is None or (isinstance(cell, float) and np.isnan(cell)):
        return None
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) <= EXACT else repr(cell)
    if isinstance(cell, datetime.datetime | datetime.date | datetime.time):
        return _iso(cell.isoformat())
    if isinstance(cell, datetime.timedelta):
        return repr(cell.total_seconds())
    return str(cell)


def _iso(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def is_header(row: Iterable[Any]) -> bool:
    """Return whether a row names columns: it holds words, and no numbers, dates or truth values.

    Parameters
    ----------
    row
        Its cells.

    Returns
    -------
    bool
        False of an empty one.
    """
    filled = [cell for cell in row if cell != ""]
    return bool(filled) and all(isinstance(cell, str) for cell in filled)
