"""Survey of a sheet before the library reads it: how far its cells reach, and what it would lose of them.

The library makes all cells between the first and the last one, or ends the program where memory does not hold
them; and cells that show an error are empty for it.
"""

import struct
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

ROWS, COLUMNS = 1_048_576, 16_384
"""Room of a sheet."""

DAMAGED = "{name} is damaged, or is no Excel workbook; get it again from its source."

LEAP_DAY = 60
"""29 February 1900 as a number: Excel knows that day, and the library makes of it the day before."""

_CELL_SIZE, _MOST_MEMORY = 32, 1 << 33
"""Bytes of memory that a cell takes, and that a sheet of cells may take."""


class SecretError(Exception):
    """A workbook has a password."""


class Fault(StrEnum):
    """What the library would lose of a cell, in words."""

    ERROR = (
        "{name}: the cell {cell} of the sheet {sheet} shows an error of its formula; mend it in Excel, or "
        "empty the cell."
    )
    FORMULA = (
        "{name}: the formula in the cell {cell} of the sheet {sheet} was never computed; open the file in "
        "Excel, and save it."
    )
    MERGED = "{name}: the cell {cell} of the sheet {sheet} is merged with others; unmerge them, and save it."


class Found(NamedTuple):
    """A fault, and where it is.

    Attributes
    ----------
    fault
        What is wrong.
    cell
        How Excel calls the cell.
    """

    fault: Fault
    cell: str


@dataclass(slots=True)
class Survey:
    """What was seen of a sheet.

    Attributes
    ----------
    rows, columns
        Places from 0 of cells; the least and the greatest are enough.
    found
        The first fault; None: there is none.
    leap_columns
        Places from 0 of columns with a number that Excel shows, as a date, as `LEAP_DAY`.
    """

    rows: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    found: Found | None = None
    leap_columns: set[int] = field(default_factory=set)

    def refuse(self, path: Path, sheet: str) -> None:
        """Refuse a sheet that memory does not hold, or of which the library would lose something.

        Parameters
        ----------
        path
            The file, for messages.
        sheet
            Its name.

        Raises
        ------
        ReadError
            It reaches too far, or has a fault.
        MemoryError
            Its cells do not fit.
        """
        if self.rows and self.columns:
            self._refuse_far_cells(path, sheet)
        if self.found is not None:
            words, cell = self.found
            raise ReadError(sentence(words, name=path.name, cell=cell, sheet=short(sheet)))

    def refuse_size(self, path: Path) -> None:
        """Refuse a sheet that memory does not hold, before its name is known.

        Parameters
        ----------
        path
            The file, for messages.

        Raises
        ------
        MemoryError
            Its cells do not fit.
        """
        if self.rows and self.columns:
            self._refuse_far_cells(path, "")

    def _refuse_far_cells(self, path: Path, sheet: str) -> None:
        last_row, last_column = max(self.rows), max(self.columns)
        size = (last_row - min(self.rows) + 1) * (last_column - min(self.columns) + 1) * _CELL_SIZE
        if size > _MOST_MEMORY or last_row >= ROWS or last_column >= COLUMNS:
            words = (
                "{name}: the sheet {sheet} reaches as far as the cell {cell}; delete what stands far away "
                "from the records, and save it."
            )
            if not sheet:
                words = (
                    "{name}: a sheet reaches as far as the cell {cell}; delete what stands far away from the "
                    "records, and save it."
                )
            cell = place_of(last_row, last_column)
            raise ReadError(sentence(words, name=path.name, sheet=short(sheet), cell=cell))
        require(size)


def place_of(row: int, column: int) -> str:
    """Return how Excel calls a cell.

    Parameters
    ----------
    row, column
        Its places from 0.

    Returns
    -------
    str
        "A1" of the first.
    """
    return f"{letters_of(column)}{row + 1}"


def letters_of(column: int) -> str:
    """Return how Excel calls a column.

    Parameters
    ----------
    column
        Its place from 0.

    Returns
    -------
    str
        "A" of the first.
    """
    letters, column = "", column + 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def is_leap_day(number: float) -> bool:
    """Return whether Excel shows a number, as a date, as a day that never was.

    Parameters
    ----------
    number
        Days; the time of the day follows behind the point.

    Returns
    -------
    bool
        See `LEAP_DAY`.
    """
    return LEAP_DAY <= number < LEAP_DAY + 1


def short_number(content: int) -> float:
    """Return a number that .xls and .xlsb hold in four bytes (RkNumber).

    Parameters
    ----------
    content
        The bytes, as a number without a sign.

    Returns
    -------
    float
        A whole number or the larger half of a double, by hundredths where a bit says so.
    """
    whole = (content ^ 1 << 31) - (1 << 31) >> 2
    number: float = whole if content & 2 else struct.unpack("<d", struct.pack("<Q", (content & ~3) << 32))[0]
    return number / 100 if content & 1 else number
