"""Numbers as people write them: the user's locale, and the plain form that files use."""

from decimal import Decimal
from math import isfinite

from PySide6.QtCore import QLocale

NO_NUMBER = "This is not a number."

SMALLEST = 1e-6
"""Smaller numbers are written with an exponent."""


def read_number(text: str) -> float:
    """Return the number that was written, or raise ValueError with a sentence.

    The user's own decimal sign and the point are both understood, and a per cent sign is ignored.
    """
    plain = text.strip().removesuffix("%").strip()
    number, good = QLocale().toDouble(plain)
    if not good:
        number, good = QLocale.c().toDouble(plain)
    if not good or not isfinite(number):
        raise ValueError(NO_NUMBER)
    return number


def read_finite(text: str) -> float | None:
    """Return the number that was written; None if it is none."""
    try:
        return read_number(text)
    except ValueError:
        return None


def read_whole(text: str) -> int:
    """Return the whole number that was written, or raise ValueError with a sentence."""
    whole, good = QLocale().toLongLong(text.strip())
    if good:
        return whole
    number = read_number(text)
    if number != int(number):
        raise ValueError("This must be a whole number.")
    return int(number)


def read_numbers(text: str) -> list[float]:
    """Return the numbers of a list, separated by semicolons, spaces or, where they can be told, commas."""
    entries = (entry.rstrip(",") for entry in text.replace(";", " ").split())
    return [number for entry in entries if entry for number in _several(entry)]


def write_number(number: float) -> str:
    """Return a number in the user's locale, with as many digits as it needs and no more."""
    return _written(number, QLocale.NumberOption.DefaultNumberOptions)


def write_field(number: float) -> str:
    """Return a number as it stands in a field: without marks between thousands, which hinder typing."""
    return _written(number, QLocale.NumberOption.OmitGroupSeparator)


def read_value(text: str) -> float | str:
    """Return a number where one was written, else the text."""
    number = read_finite(text)
    return text if number is None else number


def value_field(value: float | str) -> str:
    """Return a value of a variable as it stands in a field."""
    return value if isinstance(value, str) else write_field(value)


def percent_text(share: float | None) -> str:
    """Return a share as it is typed in percent, with all its digits."""
    return "" if share is None else write_number(float(Decimal(repr(share)) * 100))


def read_share(text: str) -> float | None:
    """Return the share that was typed in percent; None where nothing was.

    Raises
    ------
    ValueError
        It cannot be read, or is not between 0 and 100.
    """
    if not text.strip():
        return None
    percent = read_number(text)
    if not 0 <= percent <= 100:
        raise ValueError("Between 0 and 100 %, or nothing")
    # In decimals, as it was typed: 1.1 ÷ 100 in binary is not 0.011.
    return float(Decimal(repr(percent)) / 100)


def _written(number: float, whole: QLocale.NumberOption) -> str:
    locale = QLocale()
    if float(number).is_integer() and abs(number) < 1e15:
        locale.setNumberOptions(whole)
        return locale.toString(int(number))
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    # Qt writes 0.00001 with an exponent, which says little to who moves a slider.
    form = "f" if SMALLEST <= abs(number) < 1 else "g"
    return locale.toString(
        float(number), form, QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
    )


def _several(entry: str) -> list[float]:
    """Return one number, or those between commas where a comma is no decimal sign."""
    try:
        return [read_number(entry)]
    except ValueError:
        if "," not in entry or QLocale().decimalPoint() == ",":
            raise
    return [read_number(part) for part in entry.split(",") if part]
