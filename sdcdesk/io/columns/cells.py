"""Cells: where the cells of a column stand in a piece of text, and what they hold, all cells at once.

Digits are read eight at a time, as bytes of one number of 64 bits, and each operation is one on whole
columns: so a million cells are read about as fast as their bytes come from memory.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from sdcdesk.io.columns.numerals import SAFE_DIGITS
from sdcdesk.io.columns.plain_numbers import PlainNumbers

AROUND = 16
"""Bytes that must stand before and behind a piece of text: what is beside its cells is read with them."""

MOST_SIGNS = 16
"""Longer numbers are left to `as_numbers`, which reads their text; a minus is not counted."""

_WORD = 8
"""Digits that are read at once."""

_MINUS = ord("-")
_ZERO = ord("0")
_ZEROS = np.uint64(0x3030303030303030)
_SIXES = np.uint64(0x0606060606060606)
_UPPER = 0xF0F0F0F0F0F0F0F0
_ONES, _TOPS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_EIGHT_DIGITS = np.uint64(10**8)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Cells of one column in a piece of text.

    Attributes
    ----------
    content
        uint8 (m,), the text with `AROUND` other bytes on both sides.
    begins
        int64 (n,), where in it each cell begins.
    lengths
        int64 (n,), its bytes.
    """

    content: np.ndarray
    begins: np.ndarray
    lengths: np.ndarray

    def text(self) -> pa.Array:
        """Return the cells as they are.

        Returns
        -------
        pa.Array
            (n,) strings, null where empty.
        """
        bounds = np.zeros(len(self.lengths) + 1, dtype=np.int64)
        np.cumsum(self.lengths, out=bounds[1:])
        least, most = (int(self.lengths.min()), int(self.lengths.max())) if len(self.lengths) else (0, 0)
        if least == most:  # a table of bytes
            places = self.begins[:, None] + np.arange(most)
        else:
            places = np.repeat(self.begins - bounds[:-1], self.lengths)
            places += np.arange(len(places))
        present = None if least else pa.py_buffer(np.packbits(self.lengths > 0, bitorder="little"))
        buffers = [present, pa.py_buffer(bounds.astype(np.int32)), pa.py_buffer(self.content[places])]
        return pa.Array.from_buffers(pa.string(), len(self.lengths), buffers)

    def whole_numbers(self) -> PlainNumbers | None:
        """Return the cells as whole numbers if all are written as one writes them.

        Returns
        -------
        PlainNumbers or None
            (n,) numbers. None: a cell is no whole number, has more than `MOST_SIGNS` digits, a zero before
            others or a plus sign, or is -0.
        """
        return self._numbers(None)

    def decimals(self, sign: str) -> PlainNumbers | None:
        """Return the cells as numbers of which some have decimals, if all are written as one writes them.

        Parameters
        ----------
        sign
            The decimal sign.

        Returns
        -------
        PlainNumbers or None
            (n,) numbers of at most `SAFE_DIGITS` digits. None: as for whole numbers, or a cell begins or ends
            with the decimal sign.
        """
        return self._numbers(ord(sign))

    def _numbers(self, point: int | None) -> PlainNumbers | None:
        if not len(self.lengths):
            return PlainNumbers(np.empty(0, dtype=np.int64), None, None)
        least, most = int(self.lengths.min()), int(self.lengths.max())
        if least == most == 1:
            digits = self.content[self.begins] - np.uint8(_ZERO)
            return PlainNumbers(digits, None, None) if digits.max() <= 9 else None
        if most > MOST_SIGNS + 1:
            return None
        first, begins, lengths, negative = self._without_signs()
        if negative is not None:
            most = int(lengths.max())
        if most > MOST_SIGNS or _have_odd_front(first, lengths, point):
            return None
        found = self._digits(first, begins, lengths, most, point)
        if found is None:
            return None
        values, places = found[0].view(np.int64), found[1]
        if point is not None and most > SAFE_DIGITS and int(values.max()) >= 10**SAFE_DIGITS:
            return None
        if negative is not None:
            if not values[negative].all():  # nothing but a minus counts as zero here
                return None
            np.negative(values, out=values, where=negative)
        return PlainNumbers(values, places, None if least else self.lengths == 0)

    def _without_signs(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
        """Return the first word of each cell, its place and length without a minus, and which have one."""
        first = self._words[self.begins]
        negative = (first.astype(np.uint8) == _MINUS) & (self.lengths > 0)
        if not negative.any():
            return first, self.begins, self.lengths, None
        begins = self.begins + negative
        return self._words[begins], begins, self.lengths - negative, negative

    @property
    def _words(self) -> np.ndarray:
        """Eight bytes from each place of the content on, as one number whose lowest byte is the first."""
        return np.ndarray(len(self.content) - _WORD + 1, dtype="<u8", buffer=self.content, strides=(1,))

    def _digits(
        self, first: np.ndarray, begins: np.ndarray, lengths: np.ndarray, most: int, point: int | None
    ) -> tuple[np.ndarray, np.ndarray | None] | None:
        """Return unsigned numbers and their decimals; None: a cell is no number.

        The last eight signs of each cell are one word, and those before them another one; in both the last
        sign is the highest byte, and zeros stand where there is none.
        """
        if most <= _WORD:
            low = (first ^ _ZEROS) << _bits(_WORD - lengths)
            high = None
        else:
            outside = _bits(np.maximum(_WORD - lengths, 0))
            low = ((self._words[begins + (lengths - _WORD)] ^ _ZEROS) >> outside) << outside
            high = (first ^ _ZEROS) << _bits(np.minimum(2 * _WORD - lengths, _WORD))
        places = None
        if point is not None:
            moved = _without_points(low, high, np.uint64((point ^ _ZERO) * int(_ONES)))
            if moved is None:
                return None
            low, high, places = moved
        digits = _eight(low)
        if digits is None or high is None:
            return None if digits is None else (digits, places)
        above = _eight(high)
        return None if above is None else (above * _EIGHT_DIGITS + digits, places)


def _have_odd_front(first: np.ndarray, lengths: np.ndarray, point: int | None) -> bool:
    """Return whether a cell begins with a zero before another digit, or with a decimal sign."""
    signs = first.astype(np.uint8)
    zeros = (signs == _ZERO) & (lengths > 1)
    if point is None:
        return bool(zeros.any())
    seconds = (first[zeros] >> np.uint64(8)).astype(np.uint8)
    return bool(((signs == point) & (lengths > 0)).any() or (seconds != point).any())


def _bits(signs: np.ndarray) -> np.ndarray:
    """Return how many bits so many signs have; to shift a word by all of its 64 leaves zero."""
    bits: np.ndarray = (signs * 8).astype(np.uint64)
    return bits


def _eight(digits: np.ndarray) -> np.ndarray | None:
    """Return the numbers of words of eight digits; None: some are no digits.

    The first digit is the lowest byte. Pairs of digits, pairs of these and both of these are put together,
    each by one product.
    """
    if int(np.bitwise_or.reduce(digits)) & _UPPER:
        return None
    if int(np.bitwise_or.reduce(digits + _SIXES)) & _UPPER:  # 10 and more
        return None
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    even = (pairs & np.uint64(0x000000FF000000FF)) * np.uint64(100 + (1000000 << 32))
    odd = ((pairs >> np.uint64(16)) & np.uint64(0x000000FF000000FF)) * np.uint64(1 + (10000 << 32))
    both: np.ndarray = (even + odd) >> np.uint64(32)
    return both


def _without_points(
    low: np.ndarray, high: np.ndarray | None, pattern: np.uint64
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray] | None:
    """Take the decimal sign out of words, and return how many digits stand behind each; None: one ends so.

    Of two decimal signs one stays, which is no digit.
    """
    bit, at = _first_byte(low, pattern)
    if (at == _WORD - 1).any():
        return None
    inside = bit != 0
    places = np.where(inside, _WORD - 1 - at, 0).astype(np.uint8)
    if high is None:
        return np.where(inside, _taken_out(low, bit), low), None, places
    carried = _taken_out(low, bit) | (high >> np.uint64(56))
    bit_above, at_above = _first_byte(high, pattern)
    inside_above = ~inside & (bit_above != 0)
    places[inside_above] = 2 * _WORD - 1 - at_above[inside_above]
    high = np.where(inside, high << np.uint64(8), np.where(inside_above, _taken_out(high, bit_above), high))
    return np.where(inside, carried, low), high, places


def _first_byte(words: np.ndarray, pattern: np.uint64) -> tuple[np.ndarray, np.ndarray]:
    """Return the highest bit of the lowest byte that is as in the pattern, zero if none is, and its place."""
    others = words ^ pattern
    tops = (others - _ONES) & ~others & _TOPS
    bit = tops & (~tops + np.uint64(1))
    # The exponent of a double is the place of its only bit.
    place = (bit.astype(np.float64).view(np.int64) >> 52) - 1023
    return bit, place >> 3


def _taken_out(words: np.ndarray, bit: np.ndarray) -> np.ndarray:
    """Return words without the byte of this bit: those below it move up by one."""
    below = (bit >> np.uint64(7)) - np.uint64(1)
    above = ~((below << np.uint64(8)) | np.uint64(0xFF))
    moved: np.ndarray = ((words & below) << np.uint64(8)) | (words & above)
    return moved
