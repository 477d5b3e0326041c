"""Codes for missing values as people type them: "-9; 99"."""

from collections.abc import Iterable

from PySide6.QtCore import QLocale

from sdcdesk.core.variable import Value
from ui.forms.numbers import read_number, write_number


def read_codes(text: str, *, numeric: bool) -> tuple[Value, ...]:
    """Return the codes that were typed, each once.

    Semicolons stand between them; commas do too where there is no semicolon and the user's numbers have
    none.

    Raises
    ------
    ValueError
        A code of a variable of numbers is not a number; the sentence names it, for it was typed here.
    """
    comma = "," if QLocale().decimalPoint() != "," else ";"
    parts = [part.strip() for part in text.split(";" if ";" in text else comma)]
    codes = [_number(part) if numeric else part for part in parts if part]
    return tuple(dict.fromkeys(codes))


def write_codes(codes: Iterable[Value]) -> str:
    """Return codes so that `read_codes` reads the same."""
    words = [_written(code) for code in codes]
    # The semicolon tells that the comma of a single code parts nothing.
    return f"{words[0]};" if len(words) == 1 and "," in words[0] else "; ".join(words)


def _number(text: str) -> Value:
    try:
        number = read_number(text)
    except ValueError:
        raise ValueError(f"The variable holds numbers, and “{text}” is none.") from None
    return int(number) if number.is_integer() else number


def _written(code: Value) -> str:
    if isinstance(code, str):
        return code
    return str(int(code)) if float(code).is_integer() else write_number(code)
