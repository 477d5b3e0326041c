"""Columns of a data frame of R as ours, with all that their attributes say of them."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.declared_missing import LETTERS, LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import Displayed, DisplayFormat
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_text
from sdcdesk.io.columns.coded_numbers import codes_inside, codes_of_letters, plain_value, whole
from sdcdesk.io.columns.iso_times import as_iso
from sdcdesk.io.columns.text_columns import without_empty
from sdcdesk.io.r_data.alternative import MISSING_INTEGER, is_missing
from sdcdesk.io.r_data.r_object import RObject
from sdcdesk.io.r_data.unpacked import DamagedError
from sdcdesk.io.readstat.dialect import Dialect
from sdcdesk.io.readstat.sas import SasDialect
from sdcdesk.io.readstat.spss import SpssDialect
from sdcdesk.io.readstat.stata import StataDialect

DIALECTS: dict[str, Dialect] = {
    "format.spss": SpssDialect(),
    "format.stata": StataDialect(),
    "format.sas": SasDialect(),
}
"""Programs whose formats haven keeps, by the names of the attributes."""

SECONDS = {"secs": 1, "mins": 60, "hours": 3_600, "days": 86_400, "weeks": 604_800}
"""What R counts lengths of time in."""

_UNREADABLE = {"complex": "complex numbers", "raw": "bytes", "list": "lists", "S4": "objects of S4"}
_MICROSECONDS, _DAY = 1_000_000, 86_400
_FARTHEST = 4e11
"""Seconds of 12,000 years, which a date never is away from 1970."""

_LETTER = 32
"""Bit of a double from which the letter of a missing value of haven stands."""


def read_column(name: str, column: RObject, records: int, file: str) -> tuple[pd.Series, Variable]:
    """Return a column as ours, and its description.

    Parameters
    ----------
    name
        Its name.
    column
        A vector with its attributes.
    records
        Its length.
    file
        Name of the file, for messages.

    Returns
    -------
    tuple[pd.Series, Variable]
        The values, and all that the file says of them.

    Raises
    ------
    ReadError
        It holds lists, matrices, complex numbers or other things that are no single value for each record.
    DamagedError
        Its attributes contradict its values.
    """
    if column.kind in _UNREADABLE or column.kind not in ("logical", "integer", "double", "character"):
        words = (
            "{file}: the column {name} holds {what}, and a variable is a number or a word for each record; "
            "leave it out in R, or make it text there."
        )
        what = _UNREADABLE.get(column.kind, "objects of R")
        raise ReadError(sentence(words, file=file, name=name, what=what), name)
    shape = column.attributes.get("dim")
    if shape is not None:
        words = (
            "{file}: the column {name} holds a matrix, and a variable is a number or a word for each record; "
            "make each of its columns one of the data frame in R."
        )
        raise ReadError(sentence(words, file=file, name=name), name)
    if len(column.values) != records:
        raise DamagedError
    values, variable = _of_kind(name, column)
    unit = column.word("units") if "difftime" not in column.words("class") else variable.unit
    return values, variable.changed(label=column.word("label"), unit=unit)


def _of_kind(name: str, column: RObject) -> tuple[pd.Series, Variable]:
    classes = column.words("class")
    if column.kind == "character":
        labels = _named(column.attributes.get("labels"), {})
        missing = tuple(word for word in column.words("na_values") if word)
        variable = Variable(name=name, value_labels=labels, missing=missing, display=_display(column, "text"))
        return _text(column.values), variable
    if column.kind == "logical":
        words = {0: "false", 1: "true"}
        return _text([words.get(one) for one in column.values.tolist()]), Variable(name=name)
    if "factor" in classes:
        return _factor(name, column, ordered="ordered" in classes)
    if "integer64" in classes and column.kind == "double":
        return _long(column.values.view(np.int64)), Variable(name=name, scale=Scale.CONTINUOUS)
    return _numeric(name, column, classes)


def _numeric(name: str, column: RObject, classes: Sequence[str | None]) -> tuple[pd.Series, Variable]:
    numbers, letters = _doubles(column)
    kind: Displayed = "number"
    unit = ""
    if "difftime" in classes:
        if column.word("units") not in SECONDS:
            raise DamagedError
        numbers, unit = _times(numbers, SECONDS[column.word("units")]), "s"
    if "Date" in classes:
        kind, numbers = "date", _times(numbers, _DAY)
    elif "POSIXct" in classes:
        kind = "datetime"
    elif "hms" in classes:
        kind = "time"
    moments = _moments(numbers, kind) if kind != "number" else None
    if moments is not None:
        return moments, Variable(name=name, display=_display(column, kind))
    if kind == "date":
        numbers = numbers / _DAY
    values, variable = _coded(name, column, numbers, letters)
    return values, variable.changed(unit=unit)


def _times(numbers: np.ndarray, factor: int) -> np.ndarray:
    """Return numbers in a smaller unit, in which none may be beyond all."""
    if np.any(np.abs(numbers[np.isfinite(numbers)]) > np.finfo(np.float64).max / factor):
        raise DamagedError
    return numbers * factor


def _coded(
    name: str, column: RObject, numbers: np.ndarray, letters: np.ndarray
) -> tuple[pd.Series, Variable]:
    """Return numbers with codes for missing values that have letters, and what labels say of them."""
    labels = column.attributes.get("labels")
    numeric = labels is not None and labels.kind in ("integer", "double")
    labelled = _doubles(labels)[1] if labels is not None and numeric else letters[:0]
    occurring = {chr(letter) for letter in np.unique(np.concatenate([letters, labelled])) if letter}
    codes = codes_of_letters(numbers, [letter for letter in LETTERS if letter in occurring])
    for letter, code in codes.items():
        numbers = np.where(letters == ord(letter), float(code), numbers)
    ranges = _ranges(column.attributes.get("na_range"))
    declared = column.attributes.get("na_values")
    listed = _doubles(declared)[0].tolist() if declared is not None else []
    missing = [plain_value(one) for one in listed if not np.isnan(one)] + codes_inside(ranges, numbers)
    missing += list(codes.values())
    named = _named(labels, codes)
    coded = any(one.value not in missing for one in named)
    variable = Variable(
        name=name,
        scale=Scale.NOMINAL if coded else Scale.CONTINUOUS,
        missing=tuple(dict.fromkeys(missing)),
        missing_ranges=ranges,
        lettered_missing=tuple(LetteredMissing(code=code, letter=one) for one, code in codes.items()),
        value_labels=named,
        display=_display(column, "number"),
    )
    return whole(numbers), variable


def _doubles(column: RObject) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers, NaN where missing, and the letters of missing values as their signs, 0 where none."""
    if column.kind == "integer":
        numbers = np.where(column.values == MISSING_INTEGER, np.nan, column.values.astype(np.float64))
        return numbers, np.zeros(len(numbers), dtype=np.int64)
    if column.kind != "double":
        raise DamagedError
    tagged = (column.values >> np.uint64(_LETTER)) & np.uint64(0xFF)
    letters = np.where(is_missing(column.values), tagged, 0).astype(np.int64)
    known = np.isin(letters, [ord(letter) for letter in LETTERS])
    numbers = column.values.view(np.float64)
    return np.where(np.isnan(numbers), np.nan, numbers), np.where(known, letters, 0)


def _factor(name: str, column: RObject, *, ordered: bool) -> tuple[pd.Series, Variable]:
    levels = column.words("levels")
    codes = column.values.astype(np.int64) if column.kind == "integer" else np.array([-1])
    missing = codes == MISSING_INTEGER
    known = codes[~missing]
    if (len(known) and not (known.min() >= 1 and known.max() <= len(levels))) or (
        len(set(levels)) < len(levels)
    ):
        raise DamagedError
    places = pa.array(np.where(missing, 1, codes) - 1, mask=missing)
    words = without_empty(pa.chunked_array([pa.array(levels, pa.large_string()).take(places)]))
    scale = Scale.ORDINAL if ordered else Scale.NOMINAL
    return as_text(words), Variable(
        name=name, scale=scale, categories=tuple(level for level in levels if level)
    )


def _moments(numbers: np.ndarray, kind: Displayed) -> pd.Series | None:
    """Return seconds since 1970 as text, to a millionth; None: they are no dates or times of day."""
    missing = np.isnan(numbers)
    known = numbers[~missing]
    if not np.all(np.abs(known) < _FARTHEST):
        return None
    if kind == "date" and not np.array_equal(known % _DAY, np.zeros(len(known))):
        return None
    counted = np.rint(np.where(missing, 0.0, numbers) * _MICROSECONDS).astype(np.int64)
    if kind == "time" and not np.all((counted >= 0) & (counted < _DAY * _MICROSECONDS)):
        return None
    moments: np.ndarray = counted.astype("datetime64[us]")
    moments[missing] = np.datetime64("NaT")
    return as_iso(moments, kind)


def _long(numbers: np.ndarray) -> pd.Series:
    """Return whole numbers of 64 bits, whose smallest is missing."""
    missing = numbers == np.iinfo(np.int64).min
    if not missing.any():
        return pd.Series(numbers, copy=False)
    return pd.Series(pd.arrays.IntegerArray(np.where(missing, 0, numbers), missing), copy=False)


def _text(words: Sequence[str | None]) -> pd.Series:
    return as_text(without_empty(pa.chunked_array([pa.array(words, pa.large_string())])))


def _named(labels: RObject | None, codes: Mapping[str, int]) -> tuple[ValueLabel, ...]:
    """Return what values mean, by a vector with names."""
    if labels is None or labels.kind not in ("integer", "double", "character"):
        return ()
    words = labels.words("names")
    values: list[Value | None] = []
    if labels.kind == "character":
        values = list(labels.values)
    else:
        numbers, letters = _doubles(labels)
        for number, letter in zip(numbers.tolist(), letters.tolist(), strict=True):
            code = codes.get(chr(letter)) if letter else None
            values.append(code if code is not None else None if np.isnan(number) else plain_value(number))
    if len(words) != len(values) or len(set(values)) < len(values):
        raise DamagedError
    return tuple(
        ValueLabel(value=value, label=word or "")
        for value, word in zip(values, words, strict=True)
        if value is not None
    )


def _ranges(found: RObject | None) -> tuple[MissingRange, ...]:
    if found is None or found.kind not in ("integer", "double"):
        return ()
    numbers = _doubles(found)[0]
    if len(numbers) != len(("low", "high")) or np.isnan(numbers).any() or numbers[0] > numbers[1]:
        raise DamagedError
    low, high = (None if np.isinf(end) else float(end) for end in numbers.tolist())
    if low is None and high is None:
        raise DamagedError
    return (MissingRange(low=low, high=high),)


def _display(column: RObject, kind: Displayed) -> DisplayFormat | None:
    """Return how values are shown: by the format of a program that haven has kept, where it is for them."""
    for attribute, dialect in DIALECTS.items():
        spelling = column.word(attribute)
        shown = dialect.display(spelling, kind)
        if spelling and dialect.may_show(shown, kind):
            return shown
    return DisplayFormat(kind=kind) if kind in ("date", "time", "datetime") else None
