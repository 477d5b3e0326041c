"""Survey of a sheet of .xlsb: its records, one after the other, after [MS-XLSB]."""

import math
import struct
import zipfile
from collections.abc import Iterator
from typing import BinaryIO

from sdcdesk.core.running.progress import Progress
from sdcdesk.io.excel.archive import chunks, member, related_part
from sdcdesk.io.excel.survey import Fault, Found, Survey, is_leap_day, place_of, short_number

_ROW, _CELLS, _ERRORS, _MERGED, _SHEET = 0, range(1, 12), (3, 11), 176, 156
_SHORT, _NUMBERS = 2, (5, 9)
"""Kinds of records: a row begins, cells, those with an error, merged cells, and a sheet of the book; short
numbers, and others."""

_MOST = 1 << 24
"""Bytes of a record at most."""


def survey_xlsb(content: BinaryIO, place: int, progress: Progress) -> Survey:
    """Survey a sheet.

    Parameters
    ----------
    content
        The file, open.
    place
        The place of the sheet in the workbook.
    progress
        Receives how far that is, and stops the work where the user asked to.

    Returns
    -------
    Survey
        How far its cells reach, and the first fault.

    Raises
    ------
    ValueError
        It is no such sheet.
    """
    seen, row = Survey(), -1
    content.seek(0)
    with zipfile.ZipFile(content) as archive:
        book = member(archive, "xl/workbook.bin")
        sheets = [record for kind, record in _records(chunks(archive, book, Progress())) if kind == _SHEET]
        inner = related_part(archive, book, _relation(sheets[place]))
        for kind, record in _records(chunks(archive, inner, progress)):
            if kind == _ROW:
                row = _number(record)
            elif kind in _CELLS:
                column = _number(record)
                seen.rows.add(row)
                seen.columns.add(column)
                if is_leap_day(_value(kind, record)):
                    seen.leap_columns.add(column)
                if kind in _ERRORS and seen.found is None:
                    seen.found = Found(Fault.ERROR, place_of(row, column))
            elif kind == _MERGED and seen.found is None and len(record) == 16:
                first, _, column, _ = struct.unpack("<4I", record)
                seen.found = Found(Fault.MERGED, place_of(first, column))
    return seen


def _records(blocks: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """Walk through the records of a part; raise ValueError where it ends in one."""
    rest = b""
    for block in blocks:
        rest += block
        at = 0
        while (found := _record(rest, at)) is not None:
            kind, start, end = found
            yield kind, rest[start:end]
            at = end
        rest = rest[at:]
    if rest:
        raise ValueError


def _record(content: bytes, at: int) -> tuple[int, int, int] | None:
    """Return the kind of a record, and where its content begins and ends; None: it is cut off."""
    kind, at = _varying(content, at, 2)
    size, at = _varying(content, at, 4) if at >= 0 else (0, -1)
    if size > _MOST:
        raise ValueError
    return (kind, at, at + size) if 0 <= at <= len(content) - size else None


def _varying(content: bytes, at: int, most: int) -> tuple[int, int]:
    """Return a number of seven bits a byte, and the place behind it; −1: it is cut off."""
    number = 0
    for place in range(most):
        if at + place >= len(content):
            return 0, -1
        byte = content[at + place]
        number |= (byte & 0x7F) << (7 * place)
        if not byte & 0x80:
            return number, at + place + 1
    return number, at + most


def _number(record: bytes) -> int:
    if len(record) < 4:
        raise ValueError
    return int.from_bytes(record[:4], "little")


def _value(kind: int, record: bytes) -> float:
    """Return the number of a cell; NaN where it has none."""
    if kind == _SHORT and len(record) >= 12:
        return short_number(struct.unpack_from("<I", record, 8)[0])
    if kind in _NUMBERS and len(record) >= 16:
        number: float = struct.unpack_from("<d", record, 8)[0]
        return number
    return math.nan


def _relation(record: bytes) -> str:
    """Return the name of the reference to a sheet."""
    length = int.from_bytes(record[8:12], "little")
    return record[12 : 12 + 2 * length].decode("utf-16-le")
