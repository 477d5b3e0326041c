"""Contradictions between descriptions of variables and values, found before they spoil a measure."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.text.sentence import sentence

FEW = 20
"""Up to so many different values tell no record apart …"""

SHARED = 10
"""… where on average at least so many records share each of them."""

NOWHERE = np.empty(0, dtype=np.int64)
"""Rows of a contradiction that lies in the variable as a whole."""


@dataclass(frozen=True, slots=True, eq=False)
class Contradiction:
    """What cannot be true of a variable.

    Attributes
    ----------
    variable
        Its name.
    message
        What is wrong, in a few words with the number of records; no values.
    rows
        int64, positions of the records that show it, ascending; none where it lies in the variable as a
        whole.
    """

    variable: str
    message: str
    rows: np.ndarray


def contradictions(data: Microdata, name: str) -> tuple[Contradiction, ...]:
    """Say what in the description of a variable its values contradict.

    A weight must be a positive finite number in every record. A household must be known in every record. A
    continuous variable must hold numbers, an ordinal one only values that have a place in its declared order.
    An identifier must tell records apart: it does not with at most 20 different values, each shared by 10
    records or more on average. Missing codes count as missing.

    Parameters
    ----------
    data
        The records.
    name
        The variable.

    Returns
    -------
    tuple[Contradiction, ...]
        A sentence and the records it is about; empty where nothing contradicts.

    Raises
    ------
    DataError
        There is no such variable.

    Example
    -------
    >>> from sdcdesk.core.data.variable import Variable
    >>> weight = Variable(name="w", role="weight", scale="continuous")
    >>> [found] = contradictions(Microdata(pd.DataFrame({"w": [1.5, -2.0]}), [weight]), "w")
    >>> found.message, found.rows
    ('A weight must not be negative: 1 record', array([1]))
    """
    found = (*_role_contradictions(data, name), *_scale_contradictions(data, name))
    return tuple(Contradiction(name, words, rows) for words, rows in found)


Contradictions = Iterator[tuple[str, np.ndarray]]


def _role_contradictions(data: Microdata, name: str) -> Contradictions:
    role = data.variable(name).role
    if role is Role.WEIGHT:
        yield from _weight(data, name)
    elif role is Role.HOUSEHOLD:
        yield from _where("Household not known", data.missing(name))
    elif role is Role.IDENTIFIER:
        yield from _identifier(data.column(name)[~data.missing(name)])


def _scale_contradictions(data: Microdata, name: str) -> Contradictions:
    variable, column = data.variable(name), data.column(name)
    if variable.scale is Scale.CONTINUOUS and not holds_numbers(column):
        yield from _text(column, data.missing(name))
    elif variable.scale is Scale.ORDINAL and variable.categories:
        placed = column.isin(variable.categories).to_numpy(dtype=bool)
        yield from _where("No place in its order", ~placed & ~data.missing(name))


def _weight(data: Microdata, name: str) -> Contradictions:
    column, missing = data.column(name), data.missing(name)
    if not holds_numbers(column):
        yield "A weight must be a number, and this is text", NOWHERE
        return
    numbers = column.to_numpy(dtype=np.float64, na_value=np.nan, copy=True)
    numbers[missing] = np.nan
    yield from _where("A weight must not be negative", numbers < 0)
    yield from _where("A weight must not be zero", numbers == 0)
    yield from _where("A weight must be finite", numbers == np.inf)
    yield from _where("A weight is missing", missing)


def _text(column: pd.Series, missing: np.ndarray) -> Contradictions:
    codes, values = pd.factorize(column)
    words = pd.to_numeric(pd.Series(values), errors="coerce").isna().to_numpy()
    # One place more, for the code −1 of an empty cell.
    stray = np.append(words, False)[codes] & ~missing
    if stray.any():
        yield from _where("Continuous, but it holds text", stray)
    else:
        yield "Continuous, but its numbers were read as text", NOWHERE


def _identifier(present: pd.Series) -> Contradictions:
    distinct = int(present.nunique())
    if 0 < distinct <= FEW and len(present) >= SHARED * distinct:
        words, many = (
            "An identifier with only {n} different value",
            "An identifier with only {n} different values",
        )
        yield sentence(words, many, "n", n=distinct), NOWHERE


def _where(words: str, which: np.ndarray) -> Contradictions:
    rows = np.flatnonzero(which)
    if len(rows):
        one, many = "{problem}: {n} record", "{problem}: {n} records"
        yield sentence(one, many, "n", problem=words, n=len(rows)), rows
