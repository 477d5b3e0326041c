"""Codes for missing values as people type them: "-9; 99"."""

import re
from collections.abc import Callable, Iterable

from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import joined, sentence

_WHOLE = re.compile("[-+]?[0-9]{1,300}")


def read_codes(
    text: str, *, numeric: bool, number: Callable[[str], float] = float, locale: Locale = NEUTRAL
) -> tuple[Value, ...]:
    """Return the codes that were typed, each once.

    Semicolons stand between them; commas do too where there is no semicolon and the user's numbers have
    none.

    Parameters
    ----------
    text
        What was typed.
    numeric
        Whether the variable holds numbers.
    number
        Reads a number as the user writes it.
    locale
        How numbers are written.

    Returns
    -------
    tuple[Value, ...]
        Numbers for a variable that holds numbers, else text.

    Raises
    ------
    ValueError
        A code of a variable of numbers is not a number; the sentence names it, for it was typed here.
    """
    comma = "," if locale.point != "," else ";"
    parts = [part.strip() for part in text.split(";" if ";" in text else comma)]
    codes = [_number(part, number, locale) if numeric else part for part in parts if part]
    return tuple(dict.fromkeys(codes))


def write_codes(codes: Iterable[Value], locale: Locale = NEUTRAL) -> str:
    """Return codes so that `read_codes` reads the same.

    Parameters
    ----------
    codes
        Numbers or text.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        "-9; 99".
    """
    texts = [_written(code, locale) for code in codes]
    # The semicolon tells that the comma of a single code parts nothing.
    return f"{texts[0]};" if len(texts) == 1 and "," in texts[0] else "; ".join(texts)


def declared_text(variable: Variable, locale: Locale = NEUTRAL) -> str:
    """Return what the file says of missing values beyond single codes.

    Parameters
    ----------
    variable
        The variable.
    locale
        How numbers are written.

    Returns
    -------
    str
        A sentence; empty: the file says nothing more.
    """
    ranges = [_range(one.low, one.high, locale) for one in variable.missing_ranges]
    letters = [
        sentence(".{letter} as {code}", letter=one.letter, code=_written(one.code, locale))
        for one in variable.lettered_missing
    ]
    if not (ranges or letters):
        return ""
    return sentence("The file declares as missing: {what}.", what=joined([*ranges, *letters]))


def _range(low: float | None, high: float | None, locale: Locale) -> str:
    if low is None:
        return sentence("{high} and below", high="" if high is None else _written(high, locale))
    if high is None:
        return sentence("{low} and above", low=_written(low, locale))
    return sentence("{low} to {high}", low=_written(low, locale), high=_written(high, locale))


def _number(text: str, number: Callable[[str], float], locale: Locale) -> Value:
    try:
        found = number(text)
    except ValueError:
        raise ValueError(sentence("The variable holds numbers, and “{text}” is none.", text=text)) from None
    if not found.is_integer():
        return found
    # Beyond 2^53 a float has lost digits that were typed.
    digits = text.replace(locale.group, "")
    typed = int(digits) if _WHOLE.fullmatch(digits) else int(found)
    return typed if float(typed) == found else int(found)


def _written(code: Value, locale: Locale) -> str:
    if isinstance(code, str):
        return code
    # Without marks between thousands, which would part it.
    return str(int(code)) if float(code).is_integer() else repr(float(code)).replace(".", locale.point)
