"""Records as Qt's views read them: cell by cell as they are seen; what is missing is quiet and slanted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QAbstractTableModel, QLocale, Qt
from PySide6.QtGui import QFont

from sdcdesk.core.legible import legible
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.number_shown import datum_shown
from sdcdesk.core.variable import Scale
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.models.rows import LEFT, MISSING, RIGHT, ROOT
from ui.widgets.numbers import count, decimal

MEASURED = 200
"""First records that tell how many digits after the point a column needs."""

MOST_DIGITS = 4
"""Digits after the point that every number of a column gets, at most."""

LONG = 24
"""Characters from which a text may not fit, and is the tooltip too."""

Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True, eq=False)
class RecordColumn:
    """One variable of one file, ready to be read cell by cell.

    Attributes
    ----------
    values
        All values of the file.
    codes
        Those that stand for a missing value besides an empty cell.
    digits
        Digits after the point; None for whole numbers and text.
    rounded
        Whether numbers with more digits are rounded, and whole ones grouped; else they are as in the file.
    right
        Whether it measures something: such numbers stand below one another.
    """

    values: Any
    codes: frozenset[Any]
    digits: int | None
    rounded: bool
    right: bool

    def missing(self, position: int) -> bool:
        """Return whether a value is missing."""
        value = self.values[position]
        return bool(pd.isna(value)) or value in self.codes

    def text(self, position: int) -> str:
        """Return a value as it is read."""
        value = self.values[position]
        if pd.isna(value):
            return MISSING
        if value in self.codes:
            return _in_file(value)
        if self.digits is None:
            return count(int(value)) if self.right and self.rounded else _in_file(value)
        return decimal(value, self.digits) if self.rounded else _all_digits(float(value), self.digits)

    def hint(self, position: int) -> str | None:
        """Return what a cell does not say: what it stands for, what may not fit, and what was rounded."""
        value, text = self.values[position], self.text(position)
        if value in self.codes:
            return f"{text} stands for a missing value"
        whole = text
        if self.rounded and self.digits is not None and text != MISSING:
            whole = _all_digits(float(value), self.digits)
        return whole if len(text) > LONG or whole != text else None


class RecordTable(QAbstractTableModel):
    """A table of records under the names of variables; columns are prepared when they are first seen."""

    def __init__(self) -> None:
        super().__init__()
        self._columns: dict[int, RecordColumn | None] = {}
        self._slanted = QFont()
        self._dress()
        theme().changed.connect(self._dress)

    def title(self, section: int) -> str:
        """Return what stands above a column."""
        raise NotImplementedError

    def position(self, row: int) -> int:
        """Return the position in the file of the record in a row."""
        raise NotImplementedError

    def text(self, row: int, section: int) -> str:
        """Return what a cell says; views that ask without an index are answered in half the time."""
        raise NotImplementedError

    def prepared(self, section: int) -> RecordColumn | None:
        """Return a column, ready to be read; None: it is no variable of the file."""
        raise NotImplementedError

    def column(self, section: int) -> RecordColumn | None:
        """Return a column; it is prepared once."""
        if section not in self._columns:
            self._columns[section] = self.prepared(section)
        return self._columns[section]

    def side(self, section: int) -> Qt.AlignmentFlag:
        """Return where the values of a column stand."""
        column = self.column(section)
        return RIGHT if column is not None and column.right else LEFT

    def said(self, section: int, position: int, role: int) -> Any:
        """Return what is said of the value of a record, or how it looks; None: nothing, or as usual."""
        column = self.column(section)
        if column is None:
            return None
        if role == Role.DisplayRole:
            return column.text(position)
        if role == Role.ToolTipRole:
            return column.hint(position)
        if role not in (Role.FontRole, Role.ForegroundRole) or not column.missing(position):
            return None
        return self._slanted if role == Role.FontRole else theme().colour("text3")

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the title of a column, or the number of a record, counted from 1 as in the file."""
        across = orientation is Qt.Orientation.Horizontal
        if role == Role.DisplayRole:
            return self.title(section) if across else count(self.position(section) + 1)
        if role == Role.TextAlignmentRole:
            return self.side(section) if across else RIGHT
        return None

    def say_changed(self) -> None:
        """Let views read all cells again."""
        if self.rowCount(ROOT):
            last = self.index(self.rowCount(ROOT) - 1, self.columnCount(ROOT) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _dress(self) -> None:
        self._slanted = QFont(theme().font("body"))
        self._slanted.setItalic(True)


def record_column(data: Microdata, name: str, most: int | None = None) -> RecordColumn:
    """Return a variable, ready to be read; `most`: digits after the point to which numbers are rounded."""
    column = data.column(name)
    numbers = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    digits = digits_of(column)
    if digits is not None:
        # Where nothing is rounded, numbers of very many digits have their own.
        digits = min(digits, most) if most is not None else digits if digits <= MOST_DIGITS else 0
    values = column.to_numpy() if isinstance(column.dtype, np.dtype) else column.array
    described = data.variable(name)
    measured = numbers and described.scale is Scale.CONTINUOUS
    return RecordColumn(values, frozenset(described.missing), digits, most is not None, measured)


def digits_of(column: pd.Series) -> int | None:
    """Return the digits after the point that the first numbers need; None: it holds no decimal numbers."""
    if not pd.api.types.is_float_dtype(column):
        return None
    return max((_decimals(value) for value in column.head(MEASURED).dropna().tolist()), default=0)


def _decimals(number: float) -> int:
    digits = repr(float(number)).partition(".")[2]
    return 0 if digits == "0" or "e" in digits else len(digits)


def _in_file(value: Any) -> str:
    return legible(value) if isinstance(value, str) else datum_shown(value, user_locale())


def _all_digits(number: float, digits: int) -> str:
    written = repr(number)
    if "e" in written or "n" in written:  # very large or small numbers, and infinite ones
        return written
    return QLocale().toString(number, "f", max(digits, _decimals(number)))
