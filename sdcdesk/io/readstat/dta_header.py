"""Header of a file of Stata: whether it is what it can be, before the library believes it.

The library counts through as many records as the header says, though the file ends long before, and gives
long text as empty where the file refers to it in another way than Stata does.
"""

import struct
from enum import Enum
from typing import Literal

from sdcdesk.io.readstat.source import Source

_MARK = b"<stata_dta><header><release>"
_OLD = range(102, 116)
_ORDERS = {1: ">", 2: "<"}
_NAMED_ORDERS = {b"MSF": ">", b"LSF": "<"}
_SPELLED: dict[str, Literal["big", "little"]] = {">": "big", "<": "little"}
_WIDTHS = {65_526: 8, 65_527: 4, 65_528: 4, 65_529: 2, 65_530: 1}
_LONG_TEXT, _LONGEST = 32_768, 2_045
"""Bytes of numbers by their kind, the kind of long text, and bytes of other text, which are their kind."""

_BEGIN = 2_000
"""Bytes in which the header ends, and the map of the file begins."""

_TYPES, _VALUES, _TEXTS, _LABELS, _PLACES = 2, 9, 10, 11, 14
"""Places in the map, of kinds of variables, values, long text, and what follows on it; how many there are."""

_NEWEST = 119


class Fault(Enum):
    """What is wrong with a file."""

    DAMAGED = "damaged"
    LONG_TEXT = "long text"


def fault_of(source: Source) -> Fault | None:
    """Return what is wrong with a file, as far as its header shows; its place is at the start again.

    Parameters
    ----------
    source
        The file.

    Returns
    -------
    Fault or None
        None: the library can be given the file.
    """
    source.seek(0)
    try:
        begin = source.read(_BEGIN)
        if not begin.startswith(_MARK):
            return None if _is_old(begin, source.size) else Fault.DAMAGED
        return _fault(source, begin)
    except (struct.error, ValueError, LookupError):
        return Fault.DAMAGED
    finally:
        source.seek(0)


def is_whole(source: Source) -> bool:
    """Return whether a file of Stata 13 or later ends where it says that it does.

    Parameters
    ----------
    source
        The file, at its start.

    Returns
    -------
    bool
        False also where it does not say so.
    """
    begin = source.read(_BEGIN)
    try:
        order = _NAMED_ORDERS[_behind(begin, b"<byteorder>")[:3]]
        places = struct.unpack_from(f"{order}{_PLACES}Q", _behind(begin, b"<map>"))
    except (struct.error, ValueError, LookupError):
        return False
    return bool(places[-1] == source.size)


def _is_old(begin: bytes, size: int) -> bool:
    order = _ORDERS.get(begin[1])
    if begin[0] not in _OLD or order is None:
        return False
    variables, records = struct.unpack_from(f"{order}HI", begin, 4)
    return bool(0 < variables <= size and records <= size)


def _fault(source: Source, begin: bytes) -> Fault | None:
    version = int(begin[len(_MARK) : len(_MARK) + 3])
    order = _NAMED_ORDERS[_behind(begin, b"<byteorder>")[:3]]
    width, length = ("I" if version >= _NEWEST else "H"), ("I" if version == 117 else "Q")
    (variables,) = struct.unpack_from(f"{order}{width}", _behind(begin, b"<K>"))
    (records,) = struct.unpack_from(f"{order}{length}", _behind(begin, b"<N>"))
    if not 0 < variables <= source.size or records > source.size:
        return Fault.DAMAGED
    if version < _NEWEST:
        return None
    places = struct.unpack_from(f"{order}{_PLACES}Q", _behind(begin, b"<map>"))
    source.seek(places[_TYPES] + len("<variable_types>"))
    kinds = struct.unpack(f"{order}{variables}H", source.read(2 * variables))
    return None if _LONG_TEXT not in kinds or _is_found(source, order, places, kinds) else Fault.LONG_TEXT


def _is_found(source: Source, order: str, places: tuple[int, ...], kinds: tuple[int, ...]) -> bool:
    """Return whether the first long text stands where the value is that refers to it."""
    if places[_LABELS] - places[_TEXTS] <= len("<strls></strls>"):
        return True
    source.seek(places[_TEXTS] + len("<strls>") + len("GSO"))
    variable, record = struct.unpack(f"{order}IQ", source.read(12))
    widths = [_width(kind) for kind in kinds]
    ahead = (record - 1) * sum(widths) + sum(widths[: variable - 1])
    source.seek(places[_VALUES] + len("<data>") + ahead)
    value = source.read(8)
    spelled = [int.from_bytes(part, _SPELLED[order]) for part in (value[:3], value[3:])]
    return spelled == [variable, record]


def _width(kind: int) -> int:
    if kind <= _LONGEST:
        return kind
    return 8 if kind == _LONG_TEXT else _WIDTHS[kind]


def _behind(begin: bytes, mark: bytes) -> bytes:
    return begin[begin.index(mark) + len(mark) :]
