"""Model of the records: any number of them, because only the cells that are seen are ever formatted."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from PySide6.QtCore import QLocale, Qt

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.variable import Scale
from sdcdesk.inspection.profile.numbers import value_text
from ui.models.rows import LEFT, MISSING, RIGHT, ROOT, CellTable, Index

MEASURED = 200
"""First records that tell how many digits after the point a column needs."""

MOST_DIGITS = 4
"""Digits after the point that every number of a column gets; what has more keeps them."""

LONG = 24
"""Characters from which a text may not fit, and is the tooltip too."""

Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True, eq=False)
class _Column:
    """One variable, ready to be read cell by cell.

    Attributes
    ----------
    values
        All values of the file.
    codes
        Those that stand for a missing value besides an empty cell.
    digits
        Digits after the point that numbers have at least; None for whole numbers and text.
    right
        Whether it measures something: such numbers stand below one another.
    """

    values: Any
    codes: frozenset[Any]
    digits: int | None
    right: bool


class FrameModel(CellTable):
    """Records in rows, variables in columns.

    Values are read from the columns of the file when a cell is painted; what is kept for that is made when a
    column is first seen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._data: Microdata | None = None
        self._positions: np.ndarray | None = None
        self._names: tuple[str, ...] = ()
        self._columns: dict[str, _Column] = {}

    @property
    def microdata(self) -> Microdata | None:
        """The file."""
        return self._data

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, in the order of the columns."""
        return self._names

    @property
    def positions(self) -> np.ndarray | None:
        """Positions of the records that are shown; None: all, in the order of the file."""
        return self._positions

    def set_data(self, data: Microdata | None) -> None:
        """Show another file, all of it."""
        self.beginResetModel()
        self._data, self._positions = data, None
        self._names = data.names if data is not None else ()
        self._columns.clear()
        self.endResetModel()

    def describe(self, data: Microdata) -> None:
        """Take the same records with variables described anew; the view stays where it is."""
        self._data = data
        self._columns.clear()
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def set_positions(self, positions: np.ndarray | None) -> None:
        """Show some records, in this order; None: all, in the order of the file."""
        self.beginResetModel()
        self._positions = positions
        self.endResetModel()

    def position(self, row: int) -> int:
        """Return the position in the file of the record in a row."""
        return row if self._positions is None else int(self._positions[row])

    def rowCount(self, parent: Index = ROOT) -> int:  # noqa: N802 - Qt's name
        """Return the number of records that are shown."""
        if parent.isValid() or self._data is None:
            return 0
        return len(self._data) if self._positions is None else len(self._positions)

    def columnCount(self, parent: Index = ROOT) -> int:  # noqa: N802
        """Return the number of variables."""
        return 0 if parent.isValid() else len(self._names)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        """Return the name of a variable, or the number of a record, counted from 1 as in the file."""
        if orientation is Qt.Orientation.Horizontal:
            return self._names[section] if role == Role.DisplayRole else None
        if role == Role.DisplayRole:
            return QLocale().toString(self.position(section) + 1)
        return RIGHT if role == Role.TextAlignmentRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Return a cell."""
        column = self._column(index.column())
        if role == Role.TextAlignmentRole:
            return RIGHT if column.right else LEFT
        if role not in (Role.DisplayRole, Role.ToolTipRole, Role.FontRole, Role.ForegroundRole):
            return None
        value = column.values[self.position(index.row())]
        empty = bool(pd.isna(value))
        missing = empty or value in column.codes
        if role in (Role.FontRole, Role.ForegroundRole):
            return self.ink(role, missing=missing)
        digits = None if missing else column.digits
        text = MISSING if empty else value_text(value) if digits is None else _number_text(value, digits)
        return text if role == Role.DisplayRole else _hint(text, code=missing and not empty)

    def _column(self, place: int) -> _Column:
        name = self._names[place]
        if name not in self._columns and self._data is not None:
            self._columns[name] = _column(self._data, name)
        return self._columns[name]


def _column(data: Microdata, name: str) -> _Column:
    values, measured = values_of(data, name)
    needed = digits_of(data.column(name))
    digits = None if needed is None else needed if needed <= MOST_DIGITS else 0
    return _Column(values, frozenset(data.variable(name).missing), digits, measured)


def values_of(data: Microdata, name: str) -> tuple[Any, bool]:
    """Return the values of a variable as they are read one by one, and whether they measure something."""
    column = data.column(name)
    numbers = pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
    values = column.to_numpy() if isinstance(column.dtype, np.dtype) else column.array
    return values, numbers and data.variable(name).scale is Scale.CONTINUOUS


def digits_of(column: pd.Series) -> int | None:
    """Return the digits after the point that the first numbers need; None: it holds no decimal numbers."""
    if not pd.api.types.is_float_dtype(column):
        return None
    return max((_decimals(value) for value in column.head(MEASURED).dropna().tolist()), default=0)


def _decimals(number: float) -> int:
    digits = repr(float(number)).partition(".")[2]
    return 0 if digits == "0" or "e" in digits else len(digits)


def _number_text(value: Any, digits: int) -> str:
    number = float(value)
    written = repr(number)
    if "e" in written or "n" in written:  # very large or small numbers, and infinite ones
        return written
    return QLocale().toString(number, "f", max(digits, _decimals(number)))


def _hint(text: str, *, code: bool) -> str | None:
    if code:
        return f"{text} stands for a missing value"
    return text if len(text) > LONG else None
