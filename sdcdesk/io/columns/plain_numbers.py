"""Plain numbers: a column of numbers whose text follows from their digits and decimals, and is not kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.io.columns.numerals import POWERS
from sdcdesk.io.columns.spelling import LARGE, SMALL, Numbers, Spelling, canonical

_TEXT = pa.large_string()


@dataclass(frozen=True, slots=True, eq=False)
class PlainNumbers:
    """Numbers as they are written: without needless zeros before them, maybe with some behind.

    Attributes
    ----------
    digits
        Whole numbers (n,) in as few bytes as hold them, all their digits with the sign; 0 where missing.
    places
        uint8 (n,), how many of these stand behind the decimal sign; None: there is none anywhere. With
        decimals, numbers have at most `SAFE_DIGITS` digits.
    missing
        bool (n,), where the file has nothing; None: nowhere.
    """

    digits: np.ndarray
    places: np.ndarray | None
    missing: np.ndarray | None

    @classmethod
    def joined(cls, pieces: "Sequence[PlainNumbers]") -> "PlainNumbers":
        """Return pieces of a column as one.

        Parameters
        ----------
        pieces
            At least one; their digits may be smaller integers.

        Returns
        -------
        PlainNumbers
            In memory of its own.
        """
        digits = np.concatenate([piece.digits for piece in pieces])
        places = missing = None
        if any(piece.places is not None for piece in pieces):
            places = np.concatenate([_or_zero(piece.places, len(piece.digits)) for piece in pieces])
        if any(piece.missing is not None for piece in pieces):
            missing = np.concatenate([_or_zero(piece.missing, len(piece.digits)) for piece in pieces])
            missing = missing.astype(bool, copy=False)
        return cls(digits, places, missing)

    def __len__(self) -> int:
        return len(self.digits)

    @property
    def is_empty(self) -> bool:
        """Whether there is no number at all."""
        return not len(self) or (self.missing is not None and bool(self.missing.all()))

    def values(self) -> Numbers:
        """Return the numbers.

        Returns
        -------
        np.ndarray or pd.arrays.IntegerArray
            Whole numbers (n,), with a place for missing ones where there are some; float64 where there are
            decimals.
        """
        if self.places is None:
            return self.digits if self.missing is None else pd.arrays.IntegerArray(self.digits, self.missing)
        # So few digits and a power of ten are exact as doubles, and one division is rounded correctly.
        values: np.ndarray = self.digits / POWERS[self.places]
        if self.missing is not None:
            values[self.missing] = np.nan
        return values

    def spelling(self, values: Numbers, decimal: str) -> Spelling:
        """Return the cells that are written otherwise than their numbers; see `spelling`.

        Parameters
        ----------
        values
            The numbers.
        decimal
            The decimal sign.

        Returns
        -------
        Spelling
            As many as are written otherwise: with zeros at the end of their decimals, or without the exponent
            that very small and very large numbers get.
        """
        if self.places is None:
            return Spelling.plain()
        suspected = (self.digits % 10 == 0) & (self.places > 0)
        sizes = np.abs(values)
        suspected |= ((sizes < SMALL) & (self.digits != 0)) | (sizes >= LARGE)
        rows = np.flatnonzero(suspected)
        texts = self._take(rows).text(decimal)
        usual = canonical(pa.array(values[rows], from_pandas=True), decimal)
        odd = pc.not_equal(texts.cast(usual.type), usual)
        return Spelling(rows[odd.to_numpy(zero_copy_only=False)], texts.filter(odd))

    def merges(self) -> bool:
        """Return whether different texts stand for the same number, as 1.5 and 1.50 do.

        Returns
        -------
        bool
            False where all are whole numbers.
        """
        if self.places is None:
            return False
        present = slice(None) if self.missing is None else ~self.missing
        digits, places = self.digits[present], self.places[present]
        zeros = (digits % 10 == 0) & (places > 0)
        # Without zeros at the end, or with as many decimals everywhere, different texts are different; and so
        # they are where each number has decimals and a zero at their end is the only one of them.
        if not zeros.any() or places.min() == places.max() or (places.min() and (places[zeros] == 1).all()):
            return False
        different = pd.DataFrame({"digits": digits, "places": places}).drop_duplicates()
        values = different["digits"].to_numpy() / POWERS[different["places"].to_numpy()]
        return len(np.unique(values)) < len(different)

    def text(self, decimal: str) -> pa.Array:
        """Return the cells as they stand in the file.

        Parameters
        ----------
        decimal
            The decimal sign.

        Returns
        -------
        pa.Array
            (n,) large strings, null where missing.
        """
        missing = None if self.missing is None else pa.array(self.missing)
        if self.places is None:
            return pa.array(self.digits, mask=self.missing).cast(_TEXT)
        sizes, powers = np.abs(self.digits.astype(np.int64)), 10 ** self.places.astype(np.int64)
        written = pa.array(sizes // powers).cast(_TEXT)
        nothing, minus, point = (pa.scalar(sign, _TEXT) for sign in ("", "-", decimal))
        negative = pc.binary_join_element_wise(minus, written, nothing)
        written = pc.if_else(pa.array(self.digits < 0), negative, written)
        behind = pa.array(sizes % powers).cast(_TEXT)
        for places in np.unique(self.places[self.places > 0]).tolist():
            padded = pc.utf8_lpad(behind, places, padding="0")
            longer = pc.binary_join_element_wise(written, padded, point)
            written = pc.if_else(pa.array(self.places == places), longer, written)
        return written if missing is None else pc.if_else(missing, pa.scalar(None, _TEXT), written)

    def _take(self, rows: np.ndarray) -> "PlainNumbers":
        places = None if self.places is None else self.places[rows]
        return PlainNumbers(self.digits[rows], places, None if self.missing is None else self.missing[rows])


def _or_zero(values: np.ndarray | None, size: int) -> np.ndarray:
    return np.zeros(size, dtype=np.uint8) if values is None else values
