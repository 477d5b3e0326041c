"""Dictionary of a file of SPSS: whether it is what it can be, before the library believes it.

What the library cannot turn into text among the values with labels ends the whole program, and so does a
text of a length that lies.
"""

import codecs
import struct
from enum import Enum

from sdcdesk.io.readstat.source import Source

_HEADER, _LAYOUT, _COMPRESSION, _RECORDS = 176, 64, 72, 80
"""Bytes before the dictionary, and the places of numbers: one that tells the order of bytes, how the records
are compressed, and how many there are."""

_MOST_PARTS = {0: 1 / 8, 1: 1, 2: 1_100}
"""Parts of records, of eight bytes, that a byte of the file stands for at most, by how it is compressed."""

_VARIABLE, _LABELS, _OF_VARIABLES, _DOCUMENT, _EXTENSION, _END = 2, 3, 4, 6, 7, 999
"""Kinds of records of the dictionary."""

_LONGEST_TEXT, _CONTINUED, _PART = 255, -1, 8
"""Bytes of a text, or of a segment of a longer one; what says that a record only continues one; and bytes for
which there is a record each."""

_MACHINE, _ENCODING = 3, 20
"""Extensions that tell the encoding: by a number, the last of eight, and by its name."""

_NAMES = {2: "cp1252", 3: "cp1252", 20_127: "ascii", 65_001: "utf-8"}
_ISO = 28_590
"""Numbers of encodings that are no code pages; above 28,590 they are those of ISO 8859."""

_MOST_MISSING = 3
_TEXT = 1
"""Kind of the formats of text; the library takes what they show for text, whatever its width."""

_LINE = 80
_BLOCK = 1 << 16


class Fault(Enum):
    """What is wrong with a dictionary."""

    DAMAGED = "damaged"
    ENCODING = "encoding"


def fault_of(source: Source, encoding: str | None) -> Fault | None:
    """Return what is wrong with the dictionary of a file; its place is at the start again.

    Parameters
    ----------
    source
        The file.
    encoding
        What the user says of it; None: as the file says.

    Returns
    -------
    Fault or None
        None: the library can be given the file.
    """
    source.seek(0)
    try:
        walk = _Walk(source)
        if not walk.is_sound():
            return Fault.DAMAGED
        return None if walk.is_text(encoding) else Fault.ENCODING
    except EOFError:
        return Fault.DAMAGED
    finally:
        source.seek(0)


class _Walk:
    """The dictionary, record by record."""

    def __init__(self, content: Source) -> None:
        self._content = content
        header = self._take(_HEADER)
        small = header[_LAYOUT : _LAYOUT + 4] in (b"\2\0\0\0", b"\3\0\0\0")
        self._order = "<" if small else ">"
        self._compression, self._records = (
            struct.unpack_from(f"{self._order}i", header, place)[0] for place in (_COMPRESSION, _RECORDS)
        )
        self._widths: list[int] = []
        self._to_come = 0
        self._values: list[bytes] = []
        self._texts: list[bytes] = []
        self._encoding = "utf-8"

    def is_sound(self) -> bool:
        """Return whether every record is one that can be."""
        while True:
            kind = self._number()
            if kind == _END:
                return not self._to_come and self._fits()
            if kind == _VARIABLE:
                sound = self._variable()
            elif kind == _LABELS:
                sound = self._labels()
            elif kind == _OF_VARIABLES:
                sound = self._of_variables()
            elif kind == _DOCUMENT:
                sound = self._pass_over(self._number(), _LINE)
            else:
                sound = kind == _EXTENSION and self._extension()
            if not sound:
                return False

    def is_text(self, asked: str | None) -> bool:
        """Return whether labelled values of text are text in the encoding."""
        try:
            for value in self._texts:
                value.decode(asked or self._encoding)
        except UnicodeError:
            return False
        except LookupError:  # an encoding that Python does not know
            return all(value.isascii() for value in self._texts)
        return True

    def _fits(self) -> bool:
        """Return whether the file has room for its records; the library takes memory for all at once."""
        parts: int = self._records * len(self._widths)
        return parts <= self._content.size * _MOST_PARTS.get(self._compression, 0)

    def _variable(self) -> bool:
        width, labelled, missing = self._number(), self._number(), self._number()
        shown = [(self._number() >> 16) & 0xFF, (self._number() >> 16) & 0xFF]
        self._take(8)
        if not width and _TEXT in shown:
            return False
        if (width == _CONTINUED) is not (self._to_come > 0):
            return False
        # The library goes by the records that follow, and writes as many bytes as the width says.
        self._to_come = self._to_come - 1 if width == _CONTINUED else max(-(-width // _PART) - 1, 0)
        if labelled and not self._pass_over(-(-self._number() // 4), 4):
            return False
        self._widths.append(width)
        plausible = _CONTINUED <= width <= _LONGEST_TEXT and labelled in (0, 1)
        return plausible and abs(missing) <= _MOST_MISSING and self._pass_over(abs(missing), 8)

    def _labels(self) -> bool:
        count = self._number()
        self._values = []
        for _ in range(count):
            record = self._take(9)
            self._values.append(record[:8])
            self._take(-(-(record[-1] + 1) // 8) * 8 - 1)
        return count >= 0

    def _of_variables(self) -> bool:
        count, kinds = self._number(), set[int]()
        for _ in range(count):
            place = self._number()
            if not 1 <= place <= len(self._widths):
                return False
            kinds.add(min(self._widths[place - 1], 1))
        if 1 in kinds:
            self._texts += self._values
        # Without a variable, or with the second part of one, the library takes any values for text.
        return kinds in ({0}, {1})

    def _extension(self) -> bool:
        kind, size, count = self._number(), self._number(), self._number()
        if kind == _MACHINE and (size, count) == (4, 8):
            *_, code = struct.unpack(f"{self._order}8i", self._take(32))
            if self._encoding == "utf-8":
                self._encoding = _NAMES.get(code) or _page(code)
            return True
        if kind == _ENCODING and size == 1 and 0 < count < _LINE:
            said = self._take(count).strip(b"\0 ").decode("ascii", errors="replace")
            try:
                self._encoding = codecs.lookup(said).name
            except (LookupError, ValueError):
                self._encoding = said
            return True
        return self._pass_over(count, size)

    def _pass_over(self, count: int, size: int) -> bool:
        if count < 0 or size < 0:
            return False
        left = count * size
        while left:
            left -= len(self._take(min(left, _BLOCK)))
        return True

    def _number(self) -> int:
        found: int = struct.unpack(f"{self._order}i", self._take(4))[0]
        return found

    def _take(self, size: int) -> bytes:
        found = self._content.read(size)
        if len(found) < size:
            raise EOFError
        return found


def _page(code: int) -> str:
    """Return how Python calls an encoding by its number."""
    return f"iso8859-{code - _ISO}" if _ISO < code < _ISO + 20 else f"cp{code}"
