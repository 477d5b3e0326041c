"""Layout of a transport file of SAS, after its published description (TS-140, and that of version 8).

The library tells no missing values by their letters in such files, and takes a second table in one for
records of the first.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdcdesk.io.readstat.source import Source

_LINE, _VARIABLE = 80, 140
"""Bytes of a line, and of the description of a variable."""

_MARK, _TABLE, _VALUES = b"HEADER RECORD*******", b"MEMB", b"OBS"
_VARIABLES = (b"NAMESTR ", b"NAMSTV8 ")
_MOST_LINES = 32
"""Lines between two headers at most, but for those that describe variables and their labels."""

_LETTERS = np.zeros(256, dtype=bool)
_LETTERS[[ord("_"), *range(ord("A"), ord("Z") + 1)]] = True
_RECORDS = 8_192


@dataclass(frozen=True, slots=True)
class Number:
    """Where a variable of numbers stands in each record.

    Attributes
    ----------
    place
        Its place among the variables.
    name
        Its name.
    start, width
        Its first byte, and how many it takes.
    """

    place: int
    name: str
    start: int
    width: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the values of a table stand.

    Attributes
    ----------
    numbers
        Its variables of numbers.
    record
        Bytes of a record.
    start
        The place of the first one in the file.
    """

    numbers: tuple[Number, ...]
    record: int
    start: int


def layout_of(source: Source) -> Layout:
    """Return where the values of the first table of a file stand; its place is at the start again.

    Parameters
    ----------
    source
        The file.

    Returns
    -------
    Layout
        Of the first table.

    Raises
    ------
    ValueError
        It is no such file.
    """
    source.seek(0)
    try:
        count = _count(source)
        if count < 1:
            raise ValueError
        described = source.read(-(-count * _VARIABLE // _LINE) * _LINE)
        if len(described) < count * _VARIABLE:
            raise ValueError
        numbers, record = [], 0
        for place in range(count):
            one = described[place * _VARIABLE : (place + 1) * _VARIABLE]
            kind, width = int.from_bytes(one[:2], "big"), int.from_bytes(one[4:6], "big")
            start = int.from_bytes(one[84:88], "big")
            record = max(record, start + width)
            if kind == 1 and 2 <= width <= 8:
                numbers.append(Number(place, _name(one), start, width))
        while not _line(source).startswith(_MARK + _VALUES):
            continue
        return Layout(tuple(numbers), record, source.tell())
    finally:
        source.seek(0)


def holds_more_tables(source: Source, layout: Layout) -> bool:
    """Return whether another table follows on the first one; its place is at the start again.

    Parameters
    ----------
    source
        The file.
    layout
        Where the values of its first table stand.

    Returns
    -------
    bool
        By the line that begins one.
    """
    source.seek(layout.start)
    before = b""
    while block := source.read(_LINE * 4096):
        at = (before + block).find(_MARK + _TABLE)
        while at >= 0:
            if not (at - len(before)) % _LINE:
                source.seek(0)
                return True
            at = (before + block).find(_MARK + _TABLE, at + 1)
        before = block[-_LINE:]
    source.seek(0)
    return False


def is_cut_off(source: Source, layout: Layout) -> bool:
    """Return whether a file ends within a line or a record; its place is at the start again.

    A file does not say how many records it has: of one that ends behind a record, nobody knows.

    Parameters
    ----------
    source
        The file.
    layout
        Where the values of its only table stand.

    Returns
    -------
    bool
        Lines are 80 bytes long, and blanks fill the last one.
    """
    rest = (source.size - layout.start) % max(layout.record, 1)
    source.seek(source.size - rest)
    end = source.read(rest)
    source.seek(0)
    return source.size % _LINE > 0 or bool(end.strip(b" \0"))


def is_whole(source: Source, records: int) -> bool:
    """Return whether a file with one table has room for all of its records, and for no others.

    Parameters
    ----------
    source
        The file, at its start.
    records
        How many it holds.

    Returns
    -------
    bool
        False also where it is no such file.
    """
    try:
        layout = layout_of(source)
    except ValueError:
        return False
    end = layout.start + records * layout.record
    return source.size == -(-end // _LINE) * _LINE


def letters(source: Source, layout: Layout, passed: int, records: int) -> Iterator[tuple[Number, np.ndarray]]:
    """Find missing values with letters.

    Parameters
    ----------
    source
        The file.
    layout
        Where the values of its first table stand.
    passed, records
        How many are passed over at its start, and how many are looked at behind them.

    Yields
    ------
    tuple[Number, np.ndarray]
        A variable that has some, and the letters of its records as numbers of their signs: uint8 (n,), 0
        where there is none.

    Raises
    ------
    ValueError
        The file has no room for so many records.
    """
    if (passed + records) * layout.record > source.size:
        raise ValueError
    source.seek(layout.start + passed * layout.record)
    found: dict[int, np.ndarray] = {}
    for first in range(0, records, _RECORDS):
        count = min(_RECORDS, records - first)
        raw = np.frombuffer(source.read(count * layout.record), dtype=np.uint8)
        rows = raw[: len(raw) // layout.record * layout.record].reshape(-1, layout.record)
        for number in layout.numbers:
            value = rows[:, number.start : number.start + number.width]
            missing = _LETTERS[value[:, 0]] & ~value[:, 1:].any(axis=1)
            if missing.any():
                signs = found.setdefault(number.place, np.zeros(records, dtype=np.uint8))
                signs[first : first + len(rows)][missing] = value[missing, 0]
    by_place = {number.place: number for number in layout.numbers}
    for place, signs in found.items():
        yield by_place[place], signs


def _count(source: Source) -> int:
    """Return how many variables the table has; the place is behind the line that says it."""
    for _ in range(_MOST_LINES):
        line = _line(source)
        if line.startswith(tuple(_MARK + one for one in _VARIABLES)):
            return int(line[48:58])
    raise ValueError


def _line(source: Source) -> bytes:
    line = source.read(_LINE)
    if len(line) < _LINE:
        raise ValueError
    return line


def _name(described: bytes) -> str:
    """Return the name of a variable: the long one of version 8, where there is one."""
    long = described[88:120].strip(b"\0 ")
    return (long or described[8:16].strip(b"\0 ")).decode("ascii", errors="replace")
