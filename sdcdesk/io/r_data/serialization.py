"""Serialization of R: objects as its files hold them, after "R Internals", section 1.8.

Versions 2 and 3. Every count is checked against what is there, nothing is nested without end, and text that
occurs often is kept once.
"""

import codecs

from sdcdesk.io.r_data.alternative import expanded
from sdcdesk.io.r_data.elements import NUMBERS, Elements
from sdcdesk.io.r_data.r_object import KINDS, RObject
from sdcdesk.io.r_data.unpacked import DamagedError

_SYMBOL, _ENVIRONMENT, _CHARACTERS, _STRINGS = 1, 4, 9, 16
_NULL, _REFERENCE, _ALTERNATIVE = (0, 254), 255, 238
_PAIRS = (2, 3, 5, 6, 17)  # pairlists, closures, promises, calls, dots
_VECTORS = (19, 20)  # lists, expressions
_NAMELESS = (241, 242, 250, 251, 252, 253)  # environments of R itself, and missing arguments
_NAMED = (247, 248, 249)  # environments that R finds again by their names
_BUILT_IN, _POINTERS, _CODE = (7, 8), (22, 23), 21
_CALLS, _DEFINED, _REPEATED, _WITH_ATTRIBUTES = (2, 6), 244, 243, (239, 240)
"""Numbers of the types of objects in files."""

_HAS_ATTRIBUTES, _HAS_TAG = 1 << 9, 1 << 10
_BYTES, _LATIN1, _UTF8 = 1 << 1, 1 << 2, 1 << 3
"""Flags of objects, and of text."""

_DEEPEST = 64


class EncodingError(Exception):
    """Text is not in the encoding that the file says."""


class Reader:
    """Reads objects one after the other.

    Parameters
    ----------
    content
        What the file consists of, behind the mark of its form.
    encoding
        Of text that does not say its own; None: as the file says, UTF-8 where it does not.
    """

    def __init__(self, content: Elements, encoding: str | None) -> None:
        self._content, self._asked = content, encoding
        self._native = encoding or "utf-8"
        self._references: list[RObject] = []
        self._texts: dict[tuple[bytes, int], str] = {}

    def read(self) -> RObject:
        """Return the object of a file.

        Returns
        -------
        RObject
            With all that it consists of.

        Raises
        ------
        DamagedError
            It is none.
        EncodingError
            Text is in another encoding than said.
        """
        version = self._int()
        self._content.pair()  # versions of R that wrote it, and that can read it
        if version not in (2, 3):
            raise DamagedError
        if version == 3:
            said = self._content.text(self._count()).decode("ascii", errors="replace")
            self._native = self._asked or _python_encoding(said)
        found = self._item(0)
        self._content.require_end()
        return found

    def _int(self) -> int:
        return self._content.integer()

    def _count(self) -> int:
        """Return a length; −1 says that it follows in two parts."""
        count = self._int()
        if count == -1:
            high, low = self._int(), self._int()
            count = (high << 32) + (low & 0xFFFFFFFF)
        if count < 0:
            raise DamagedError
        return count

    def _item(self, depth: int) -> RObject:
        return self._of_flags(self._int(), depth)

    def _of_flags(self, flags: int, depth: int) -> RObject:
        if depth > _DEEPEST:
            raise DamagedError
        number = flags & 0xFF
        found = self._plain(number, flags)
        if found is not None:
            return found
        if number in _PAIRS:
            return self._pairs(flags, depth)
        if number == _ENVIRONMENT:
            found = self._referable(RObject("other"))
            self._int()
            for _ in range(4):
                self._item(depth + 1)
            return found
        if number == _ALTERNATIVE:
            info, state, attributes = (self._item(depth + 1) for _ in range(3))
            found = expanded(info, state)
            found.attributes = _by_name(attributes)
            return found
        found = self._vector(number, depth)
        if flags & _HAS_ATTRIBUTES:
            found.attributes = _by_name(self._item(depth + 1))
        return found

    def _plain(self, number: int, flags: int) -> RObject | None:
        """Return what consists of no other objects; None: it does."""
        if number in _NULL:
            return RObject("NULL")
        if number == _REFERENCE:
            return self._reference((flags >> 8) & 0xFFFFFF or self._int())
        if number == _SYMBOL:
            return self._referable(RObject("symbol", self._characters()))
        if number in _NAMELESS:
            return RObject("other")
        return self._named() if number in _NAMED else None

    def _referable(self, found: RObject) -> RObject:
        self._references.append(found)
        return found

    def _reference(self, place: int) -> RObject:
        if not 1 <= place <= len(self._references):
            raise DamagedError
        return self._references[place - 1]

    def _named(self) -> RObject:
        self._int()
        for _ in range(self._count()):
            self._characters()
        return self._referable(RObject("other"))

    def _pairs(self, flags: int, depth: int) -> RObject:
        """Return a pairlist, which is walked through rather than nested; of others, that they are there."""
        number, pairs = flags & 0xFF, []
        attributes: dict[str, RObject] = {}
        while True:
            if flags & _HAS_ATTRIBUTES:
                attributes |= _by_name(self._item(depth + 1))
            tag = self._item(depth + 1) if flags & _HAS_TAG else None
            name = tag.values if tag is not None and tag.kind == "symbol" else ""
            pairs.append((name or "", self._item(depth + 1)))
            flags = self._int()
            if flags & 0xFF not in _PAIRS:
                break
        end = self._of_flags(flags, depth + 1)
        if end.kind != "NULL":
            pairs.append(("", end))
        return RObject("pairlist" if number == _PAIRS[0] else "other", pairs, attributes)

    def _vector(self, number: int, depth: int) -> RObject:
        if number in NUMBERS:
            return RObject(KINDS[number], self._content.numbers(number, self._count()))
        if number == _STRINGS:
            return RObject(KINDS[number], self._strings())
        if number in _VECTORS:
            return RObject(KINDS.get(number, "other"), self._list(depth))
        if number == _CODE:
            self._code(depth)
        elif number in _BUILT_IN:
            self._content.text(self._count())
        elif number in _POINTERS:
            found = self._referable(RObject("other"))
            for _ in range(2 if number == _POINTERS[0] else 0):
                self._item(depth + 1)
            return found
        elif number not in KINDS:
            raise DamagedError
        return RObject(KINDS.get(number, "other"))

    def _list(self, depth: int) -> list[RObject]:
        count = self._count()
        self._content.expect(count)
        return [self._item(depth + 1) for _ in range(count)]

    def _strings(self) -> list[str | None]:
        count, pair, take, kept = self._count(), self._content.pair, self._content.text, self._texts
        self._content.expect(2 * count)
        found: list[str | None] = []
        for _ in range(count):
            flags, length = pair()
            if flags & 0xFF != _CHARACTERS or length < -1 or flags & _HAS_ATTRIBUTES:
                raise DamagedError
            if length == -1:
                found.append(None)
                continue
            raw = take(length)
            text = kept.get((raw, flags))
            if text is None:
                text = kept[raw, flags] = self._decoded(raw, flags >> 12)
            found.append(text)
        return found

    def _characters(self) -> str:
        """Return the text of a symbol or a name."""
        flags, length = self._content.pair()
        if flags & 0xFF != _CHARACTERS or length < -1:
            raise DamagedError
        return self._decoded(self._content.text(length), flags >> 12) if length > 0 else ""

    def _decoded(self, raw: bytes, flags: int) -> str:
        encoding = self._native
        if flags & _UTF8:
            encoding = "utf-8"
        elif flags & _LATIN1:
            encoding = _latin(raw)
        try:
            if flags & _BYTES and not raw.isascii():
                raise EncodingError
            return raw.decode(encoding)
        except UnicodeError:
            raise EncodingError from None

    def _code(self, depth: int) -> None:
        """Pass over the byte code of a function."""
        repeated = self._int()
        if repeated < 0:
            raise DamagedError
        self._compiled(depth + 1)

    def _compiled(self, depth: int) -> None:
        self._item(depth + 1)
        for _ in range(self._count()):
            number = self._int()
            if number == _CODE:
                if depth > _DEEPEST:
                    raise DamagedError
                self._compiled(depth + 1)
            elif number in (*_CALLS, *_WITH_ATTRIBUTES, _DEFINED, _REPEATED):
                self._call(number, depth + 1)
            else:
                self._item(depth + 1)

    def _call(self, number: int, depth: int) -> None:
        """Pass over a call among the constants of byte code; its arguments are walked through."""
        if depth > _DEEPEST:
            raise DamagedError
        while True:
            if number == _REPEATED:
                self._int()
                return
            if number == _DEFINED:
                self._int()
                number = self._int()
            if number not in (*_CALLS, *_WITH_ATTRIBUTES):
                self._item(depth + 1)
                return
            if number in _WITH_ATTRIBUTES:
                self._item(depth + 1)
            self._item(depth + 1)
            self._call(self._int(), depth + 1)
            number = self._int()


def _by_name(found: RObject) -> dict[str, RObject]:
    """Return a pairlist of attributes by their names."""
    return dict(found.values) if found.kind == "pairlist" else {}


def _python_encoding(said: str) -> str:
    """Return how Python calls an encoding of R; UTF-8 where it knows none of that name."""
    try:
        return codecs.lookup(said).name
    except (LookupError, ValueError):
        return "utf-8"


def _latin(raw: bytes) -> str:
    """Return what R means by latin1: Windows-1252 where it was written there, as some signs show."""
    if any(0x80 <= sign < 0xA0 for sign in raw):
        try:
            raw.decode("cp1252")
        except UnicodeError:
            return "iso8859-1"
        return "cp1252"
    return "iso8859-1"
