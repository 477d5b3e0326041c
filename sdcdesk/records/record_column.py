"""Record column: one variable of a file as it is read, cell by cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from math import isfinite
from typing import Any

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.value_label import with_label
from sdcdesk.core.data.variable import Scale
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.number_text import count_text, datum_text, tick_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.sentence import sentence

EMPTY = "missing"
"""What stands in an empty cell."""

MEASURED = 200
"""First records that tell how many digits after the point a column needs."""

MOST_DIGITS = 4
"""Digits after the point that every number of a column gets, at most."""

LOOKED_AT = 20_000
"""Records among which the longest text is looked for."""

LONG = 24
"""Characters from which a text may not fit, and is the tooltip too."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordColumn:
    """One variable of one file, ready to be read cell by cell.

    Attributes
    ----------
    values
        All values of the file.
    codes
        Those that stand for a missing value besides an empty cell.
    digits
        Digits after the point; None for whole numbers and text.
    rounded
        Whether numbers with more digits are rounded, and whole ones grouped; else they are as in the file.
    right
        Whether it measures something: such numbers stand below one another.
    locale
        How numbers are written.
    labels
        What values mean, where the file says it.
    """

    values: Any
    codes: frozenset[Any]
    digits: int | None
    rounded: bool
    right: bool
    locale: Locale = NEUTRAL
    labels: Mapping[Any, str] = field(default_factory=dict)

    def missing(self, position: int) -> bool:
        """Return whether a value is missing.

        Parameters
        ----------
        position
            Position of the record in the file.

        Returns
        -------
        bool
            Also where it is a code for that.
        """
        value = self.values[position]
        return bool(pd.isna(value)) or value in self.codes

    def text(self, position: int) -> str:
        """Return a value as it is read.

        Parameters
        ----------
        position
            Position of the record in the file.

        Returns
        -------
        str
            "missing" in an empty cell.
        """
        value = self.values[position]
        if pd.isna(value):
            return EMPTY
        if value in self.codes:
            return _in_file(value, self.locale)
        if self.digits is None:
            whole = self.right and self.rounded
            return count_text(int(value), self.locale) if whole else _in_file(value, self.locale)
        number = float(value)
        if self.rounded and isfinite(number):
            return tick_text(number, self.digits, self.locale)
        return UNDEFINED if self.rounded else _all_digits(number, self.digits, self.locale)

    def longest_text(self) -> str:
        """Return the longest text of the column, of those that are never a tooltip.

        Returns
        -------
        str
            As it is read; empty: there is none, or it is long, or the column holds numbers. Of very many
            records some are looked at, spread over the file.
        """
        if not len(self.values) or not pd.api.types.is_string_dtype(self.values.dtype):
            return ""
        texts = pd.Series(self.values[:: len(self.values) // LOOKED_AT + 1], copy=False)
        lengths = texts.str.len().fillna(0).to_numpy()
        return printable(str(texts.iloc[lengths.argmax()])) if 0 < lengths.max() <= LONG else ""

    def hint(self, position: int) -> str | None:
        """Return what a cell does not say: what it stands for, what may not fit, and what was rounded.

        Parameters
        ----------
        position
            Position of the record in the file.

        Returns
        -------
        str or None
            None: it says all.
        """
        value, text = self.values[position], self.text(position)
        label = "" if text == EMPTY else self.labels.get(value, "")
        if value in self.codes:
            return sentence("{text} stands for a missing value", text=with_label(text, label))
        if label:
            return with_label(text, label)
        whole = text
        if self.rounded and self.digits is not None and text != EMPTY:
            whole = _all_digits(float(value), self.digits, self.locale)
        return whole if len(text) > LONG or whole != text else None


def record_column(
    data: Microdata, name: str, most: int | None = None, locale: Locale = NEUTRAL
) -> RecordColumn:
    """Return a variable, ready to be read.

    Parameters
    ----------
    data, name
        The variable.
    most
        Digits after the point to which numbers are rounded; None: they are not.
    locale
        How numbers are written.

    Returns
    -------
    RecordColumn
        It holds no copy of the values.
    """
    column = data.narrow_column(name)
    numbers = holds_numbers(column)
    digits = count_digits(column)
    if digits is not None:
        # Where nothing is rounded, numbers of very many digits have their own.
        digits = min(digits, most) if most is not None else digits if digits <= MOST_DIGITS else 0
    values = column.to_numpy() if isinstance(column.dtype, np.dtype) else column.array
    described = data.variable(name)
    measured = numbers and described.scale is Scale.CONTINUOUS
    codes, labels = frozenset(described.missing), described.label_by_value()
    return RecordColumn(values, codes, digits, most is not None, measured, locale, labels)


def count_digits(column: pd.Series) -> int | None:
    """Return the digits after the point that the first numbers need.

    Parameters
    ----------
    column
        Values of a variable, any dtype, (n,).

    Returns
    -------
    int or None
        None: it holds no decimal numbers.
    """
    if not pd.api.types.is_float_dtype(column):
        return None
    return max((_decimals(value) for value in column.head(MEASURED).dropna().tolist()), default=0)


def _decimals(number: float) -> int:
    digits = repr(float(number)).partition(".")[2]
    return 0 if digits == "0" or "e" in digits else len(digits)


def _in_file(value: Any, locale: Locale) -> str:
    return printable(value) if isinstance(value, str) else datum_text(value, locale)


def _all_digits(number: float, digits: int, locale: Locale) -> str:
    written = repr(number)
    if "e" in written or "n" in written:  # very large or small numbers, and infinite ones
        return written
    return locale.grouped(Decimal(f"{number:.{max(digits, _decimals(number))}f}"))
