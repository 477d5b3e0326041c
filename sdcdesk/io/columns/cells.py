"""Cells: where the cells of a column stand in a piece of text, and what they hold, all cells at once.

Digits are read eight at a time, as bytes of one number of 64 bits. A cell counts as a whole number here only
where its text follows from the number again, so that the text need not be kept.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

BEHIND = 16
"""Bytes that must follow a piece of text: what stands behind its last cells is read with them."""

MOST_SIGNS = 16
"""So many digits are read; longer numbers are left to who reads them one by one."""

_WORD = 8
"""Digits that are read at once."""

_MINUS = ord("-")
_ZEROS = np.uint64(0x3030303030303030)
_SIXES = np.uint64(0x0606060606060606)
_UPPER = 0xF0F0F0F0F0F0F0F0
_TENS = np.array([10**place for place in range(_WORD + 1)], dtype=np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Cells of one column in a piece of text.

    Attributes
    ----------
    content
        uint8 (m,), the text, and `BEHIND` other bytes.
    begins
        int64 (n,), where each cell begins.
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
        places = np.repeat(self.begins - bounds[:-1], self.lengths)
        places += np.arange(len(places))
        present = None
        if len(self.lengths) and not self.lengths.min():
            present = pa.py_buffer(np.packbits(self.lengths > 0, bitorder="little"))
        buffers = [present, pa.py_buffer(bounds.astype(np.int32)), pa.py_buffer(self.content[places])]
        return pa.Array.from_buffers(pa.string(), len(self.lengths), buffers)

    def whole_numbers(self) -> pa.Array | None:
        """Return the cells as whole numbers if all are written as one writes them.

        Returns
        -------
        pa.Array or None
            (n,) int64, null where empty. None: a cell is longer than `MOST_SIGNS`, has a zero before other
            digits, a sign but a minus, or is -0; or no number.
        """
        if not len(self.lengths):
            return pa.array([], pa.int64())
        least, most = int(self.lengths.min()), int(self.lengths.max())
        if most > MOST_SIGNS:
            return None
        if least == most == 1:
            digits = self.content[self.begins] - np.uint8(ord("0"))
            return pa.array(digits.astype(np.int64)) if digits.max() <= 9 else None
        negative = self.content[self.begins] == _MINUS
        if least == 0:
            negative &= self.lengths > 0
        if not negative.any():
            values = _digits(self.content, self.begins, self.lengths, most)
        else:
            values = _digits(self.content, self.begins + negative, self.lengths - negative, most)
            if values is None or not values[negative].all():  # a minus sign alone counts as zero here
                return None
            np.negative(values, out=values, where=negative)
        if values is None:
            return None
        return pa.array(values, mask=self.lengths == 0) if least == 0 else pa.array(values)


def _digits(content: np.ndarray, begins: np.ndarray, lengths: np.ndarray, most: int) -> np.ndarray | None:
    """Return numbers without a sign, int64 (n,), zero where empty; None: one is none, or begins with zero."""
    words = np.ndarray(len(content) - _WORD + 1, dtype="<u8", buffer=content, strides=(1,))
    first = words[begins]
    if ((first & np.uint64(0xFF) == ord("0")) & (lengths > 1)).any():
        return None
    values = _eight(first, np.minimum(lengths, _WORD) if most > _WORD else lengths)
    if values is None or most <= _WORD:
        return None if values is None else values.view(np.int64)
    others = np.maximum(lengths - _WORD, 0)
    behind = _eight(words[begins + _WORD], others)
    return None if behind is None else (values * _TENS[others] + behind).view(np.int64)


def _eight(words: np.ndarray, lengths: np.ndarray) -> np.ndarray | None:
    """Return the numbers that the first digits of words are, at most eight each; None: some are no digits.

    The first digit is the lowest byte. What follows the digits is shifted out, so that zeros stand before
    them; then pairs of digits, pairs of these and both of these are put together, each by one product.
    """
    digits = (words ^ _ZEROS) << ((_WORD - lengths) * 8).astype(np.uint64)
    if int(np.bitwise_or.reduce(digits)) & _UPPER:
        return None
    if int(np.bitwise_or.reduce(digits + _SIXES)) & _UPPER:  # 10 and more
        return None
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    even = (pairs & np.uint64(0x000000FF000000FF)) * np.uint64(100 + (1000000 << 32))
    odd = ((pairs >> np.uint64(16)) & np.uint64(0x000000FF000000FF)) * np.uint64(1 + (10000 << 32))
    both: np.ndarray = (even + odd) >> np.uint64(32)
    return both
