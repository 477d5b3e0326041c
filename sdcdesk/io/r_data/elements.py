"""Elements of a file of R: numbers and text, in binary form or as words, after "R Internals", section 1.8."""

import re
import struct
from itertools import chain

import numpy as np

from sdcdesk.io.r_data.alternative import MISSING_DOUBLE, MISSING_INTEGER
from sdcdesk.io.r_data.unpacked import DamagedError, Unpacked

_INTEGERS, _DOUBLES, _COMPLEX, _RAW = (10, 13), 14, 15, 24
"""Numbers of the types of vectors of numbers."""

NUMBERS = (*_INTEGERS, _DOUBLES, _COMPLEX, _RAW)

_ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_SIGNS = {b"n": b"\n", b"t": b"\t", b"v": b"\v", b"b": b"\b", b"r": b"\r", b"f": b"\f", b"a": b"\a"}


class Elements:
    """What objects consist of, one after the other."""

    def integer(self) -> int:
        """Return a whole number.

        Returns
        -------
        int
            Of 32 bits.

        Raises
        ------
        DamagedError
            There is none; so does each of these methods.
        """
        raise NotImplementedError

    def pair(self) -> tuple[int, int]:
        """Return two whole numbers.

        Returns
        -------
        tuple[int, int]
            One after the other.
        """
        raise NotImplementedError

    def text(self, size: int) -> bytes:
        """Return a text.

        Parameters
        ----------
        size
            Bytes of it.

        Returns
        -------
        bytes
            Exactly so many.
        """
        raise NotImplementedError

    def numbers(self, number: int, count: int) -> np.ndarray:
        """Return the elements of a vector.

        Parameters
        ----------
        number
            Its type, one of `NUMBERS`.
        count
            How many there are.

        Returns
        -------
        np.ndarray
            int32 or uint8 (count,); of doubles the bits as uint64 (count,), so that no NaN loses its letter,
            twice as many of complex numbers.
        """
        raise NotImplementedError

    def expect(self, count: int) -> None:
        """Raise an error if so many elements cannot follow, or do not fit.

        Parameters
        ----------
        count
            How many at least are said to follow.
        """
        raise NotImplementedError

    def require_end(self) -> None:
        """Raise `DamagedError` if something follows."""
        raise NotImplementedError


class BinaryElements(Elements):
    """Elements in a fixed number of bytes.

    Parameters
    ----------
    content
        The unpacked file, behind the mark of its form.
    order
        The order of bytes: ">" as in XDR, or "<".
    """

    def __init__(self, content: Unpacked, order: str = ">") -> None:
        self._content = content
        self._one, self._two = struct.Struct(f"{order}i"), struct.Struct(f"{order}ii")
        kinds = {**dict.fromkeys(_INTEGERS, "i4"), _DOUBLES: "u8", _COMPLEX: "u8", _RAW: "u1"}
        self._kinds = {number: np.dtype(f"{order}{kind}") for number, kind in kinds.items()}

    def integer(self) -> int:
        """Return a whole number."""
        found: int = self._one.unpack(self._content.take(4))[0]
        return found

    def pair(self) -> tuple[int, int]:
        """Return two whole numbers."""
        first, second = self._two.unpack(self._content.take(8))
        return first, second

    def text(self, size: int) -> bytes:
        """Return the bytes of a text."""
        return self._content.take(size)

    def numbers(self, number: int, count: int) -> np.ndarray:
        """Return the elements of a vector."""
        kind = self._kinds[number]
        raw = self._content.take(count * kind.itemsize * (2 if number == _COMPLEX else 1))
        return np.frombuffer(raw, kind).astype(kind.newbyteorder("="))

    def expect(self, count: int) -> None:
        """Raise an error if so many elements cannot follow."""
        self._content.expect(4 * count)

    def require_end(self) -> None:
        """Raise `DamagedError` if something follows."""
        self._content.require_end()


class AsciiElements(Elements):
    """Elements as words with white space between them: what `ascii = TRUE` writes.

    Parameters
    ----------
    content
        The unpacked file, behind the mark of its form.
    """

    def __init__(self, content: Unpacked) -> None:
        self._content = content
        self._words: list[bytes] = []
        self._at, self._rest = 0, b""

    def integer(self) -> int:
        """Return a whole number."""
        return _integer(self._take(1)[0])

    def pair(self) -> tuple[int, int]:
        """Return two whole numbers."""
        first, second = self._take(2)
        return _integer(first), _integer(second)

    def text(self, size: int) -> bytes:
        """Return the bytes of a text, whose blanks and other signs are spelt out."""
        if not size:
            return b""
        found = _ESCAPED.sub(lambda sign: _spelt(sign[1]), self._take(1)[0])
        if len(found) != size:
            raise DamagedError
        return found

    def numbers(self, number: int, count: int) -> np.ndarray:
        """Return the elements of a vector."""
        words = self._take(2 * count if number == _COMPLEX else count)
        try:
            if number == _RAW:
                return np.array([int(word, 16) for word in words], dtype=np.uint8)
            if number in _INTEGERS:
                return np.array(list(map(_integer, words)), dtype=np.int32)
            numbers = np.array(list(map(_double, words)), dtype=np.float64).view(np.uint64)
        except (ValueError, OverflowError):
            raise DamagedError from None
        numbers[[word == b"NA" for word in words]] = MISSING_DOUBLE
        return numbers

    def expect(self, count: int) -> None:
        """Raise an error if so many elements cannot follow."""
        self._content.expect(2 * count)

    def require_end(self) -> None:
        """Raise `DamagedError` if something follows."""
        if self._at < len(self._words) or self._rest or self._content.block().strip():
            raise DamagedError

    def _take(self, count: int) -> list[bytes]:
        """Return the next words."""
        end = self._at + count
        if end > len(self._words):
            self.expect(count)
            self._fetch(count)
            end = count
        found, self._at = self._words[self._at : end], end
        return found

    def _fetch(self, count: int) -> None:
        """Read on until so many words are there."""
        parts, there = [self._words[self._at :]], len(self._words) - self._at
        while there < count:
            block = self._content.block()
            words = (self._rest + block).split()
            if not words or (not block and not self._rest):
                raise DamagedError
            self._rest = b"" if not block or block[-1:].isspace() else words.pop()
            parts.append(words)
            there += len(words)
        self._words, self._at = list(chain.from_iterable(parts)), 0


def _integer(word: bytes) -> int:
    try:
        return MISSING_INTEGER if word == b"NA" else int(word)
    except ValueError:
        raise DamagedError from None


def _double(word: bytes) -> float:
    if word == b"NA":
        return np.nan
    return float.fromhex(word.decode("ascii")) if b"x" in word else float(word)


def _spelt(sign: bytes) -> bytes:
    return bytes([int(sign, 8) & 0xFF]) if len(sign) == 3 else _SIGNS.get(sign, sign)
