"""Survey of the sheets of .xls: their records, after [MS-XLS]; the library reads all of them at once."""

import struct
from collections.abc import Iterator
from typing import BinaryIO

from sdcdesk.io.excel.compound_file import CompoundFile
from sdcdesk.io.excel.survey import (
    Fault,
    Found,
    SecretError,
    Survey,
    is_leap_day,
    place_of,
    short_number,
)

_BEGIN, _END, _SECRET, _SHEET, _TEXTS, _SIZE = 0x0809, 0x000A, 0x002F, 0x0085, 0x00FC, 0x0200
_CELLS = frozenset([0x0006, 0x00BD, 0x00FD, 0x0201, 0x0203, 0x0204, 0x0205, 0x027E])
_FORMULA, _ERROR, _NUMBER, _SHORT, _SHORTS = 0x0006, 0x0205, 0x0203, 0x027E, 0x00BD
"""Kinds of records: the first and the last of a sheet, that the file is encrypted, a sheet of the book, all
texts, the size of a sheet, and cells; among these those of numbers, short ones, and several of them."""

_MOST_ROWS, _MOST_COLUMNS = 65_536, 256
_BOOKS, _PACKAGE = ("Workbook", "Book"), "EncryptedPackage"
"""Names of the stream of a workbook, and of the one in which a later workbook is encrypted."""


def survey_xls(content: BinaryIO) -> list[Survey]:
    """Survey all sheets.

    Parameters
    ----------
    content
        The file, open.

    Returns
    -------
    list[Survey]
        One for each sheet, in the order of the workbook; none of what is no workbook.

    Raises
    ------
    ValueError
        The file is damaged, in a way that the library does not survive.
    SecretError
        It has a password, be it a workbook of this kind or of a later one.
    """
    content.seek(0)
    parts = CompoundFile(content.read())
    if _PACKAGE in parts.names:
        raise SecretError
    name = next((one for one in _BOOKS if one in parts.names), None)
    if name is None:
        return []
    book = parts.stream(name)
    starts: list[int] = []
    for kind, record in _records(book, 0):
        if kind == _SECRET:
            raise SecretError
        if kind == _SHEET:
            starts.append(int.from_bytes(record[:4], "little"))
        elif kind == _TEXTS and int.from_bytes(record[4:8], "little", signed=True) not in range(len(book)):
            raise ValueError
    return [_sheet(book, start) for start in starts]


def _sheet(book: bytes, start: int) -> Survey:
    seen = Survey()
    for kind, record in _records(book, start):
        if kind == _SIZE and not _is_size(record):
            raise ValueError
        if kind not in _CELLS or len(record) < 4:
            continue
        row, column = struct.unpack_from("<HH", record)
        last = int.from_bytes(record[-2:], "little") if kind == _SHORTS else column
        if max(column, last) >= _MOST_COLUMNS:
            raise ValueError
        seen.rows.add(row)
        seen.columns |= {column, last}
        seen.leap_columns |= {column + place for place, one in _numbers(kind, record) if is_leap_day(one)}
        if seen.found is None and _shows_error(kind, record):
            seen.found = Found(Fault.ERROR, place_of(row, column))
    return seen


def _numbers(kind: int, record: bytes) -> Iterator[tuple[int, float]]:
    """Walk through the numbers of a record, each with its place from 0 in it."""
    if kind in (_NUMBER, _FORMULA) and len(record) >= 14:
        yield 0, struct.unpack_from("<d", record, 6)[0]
    elif kind == _SHORT and len(record) >= 10:
        yield 0, short_number(struct.unpack_from("<I", record, 6)[0])
    elif kind == _SHORTS:
        for place in range((len(record) - 6) // 6):
            yield place, short_number(struct.unpack_from("<I", record, 6 + 6 * place)[0])


def _shows_error(kind: int, record: bytes) -> bool:
    if kind == _ERROR:
        return record[7:8] == b"\1"
    return kind == _FORMULA and record[6:7] == b"\2" and record[12:14] == b"\xff\xff"


def _is_size(record: bytes) -> bool:
    """Return whether the size of a sheet is one that can be."""
    if len(record) == 14:
        first_row, last_row, first, last = struct.unpack_from("<IIHH", record)
    elif len(record) == 10:
        first_row, last_row, first, last = struct.unpack_from("<4H", record)
    else:
        return False
    rows, columns = last_row <= _MOST_ROWS, last <= _MOST_COLUMNS
    return rows and columns and (first_row <= last_row or not last_row) and (first <= last or not last)


def _records(book: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Walk through the records of a sheet, or of the book itself, with what is nested in it."""
    depth = 0
    while at + 4 <= len(book):
        kind, size = struct.unpack_from("<HH", book, at)
        record = book[at + 4 : at + 4 + size]
        at += 4 + size
        depth += kind == _BEGIN
        if kind == _END:
            depth -= 1
            if depth <= 0:
                return
        yield kind, record
