"""Codes as text: values of a variable as codebooks write them, exactly and without the reader's locale."""

import re

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Value, Variable

_WHOLE = re.compile(r"[-+]?[0-9]+")
_DECIMAL = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_LONGEST = 400
"""Signs of the longest number that is one: a double has no more digits than this before its point."""


def code_text(value: Value) -> str:
    """Return a value as text from which exactly it can be read.

    Parameters
    ----------
    value
        A value of a variable.

    Returns
    -------
    str
        Whole numbers without a decimal point.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return value if isinstance(value, str) else repr(value)


def code_of(text: str) -> int | float | None:
    """Return the number that a text is.

    Parameters
    ----------
    text
        With a decimal point.

    Returns
    -------
    int or float or None
        None: it is none, or not finite.
    """
    if len(text) > _LONGEST:
        return None
    if _WHOLE.fullmatch(text):
        return int(text)
    if not _DECIMAL.fullmatch(text):
        return None
    number = float(text)
    return number if abs(number) != float("inf") else None


def kind_of(data: Microdata, variable: Variable) -> Displayed:
    """Return what the values of a variable are.

    Parameters
    ----------
    data
        The records.
    variable
        One of its variables.

    Returns
    -------
    Displayed
        Number or text by what the column holds; of text, date or time where its description says so.
    """
    if holds_numbers(data.column(variable.name)):
        return "number"
    said = variable.display.kind if variable.display else "text"
    return "text" if said == "number" else said


def listed_values(variable: Variable) -> list[Value]:
    """Return the values that a codebook lists, each once.

    Parameters
    ----------
    variable
        A released variable.

    Returns
    -------
    list[Value]
        Categories in their order, then further values with labels, then further codes for missing.
    """
    labelled = (one.value for one in variable.value_labels)
    found = {
        (isinstance(value, str), value): value
        for value in (*variable.categories, *labelled, *variable.missing)
    }
    return list(found.values())
