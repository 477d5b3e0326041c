"""Writing of a data frame of R: factors, dates, labels and missing values as haven has them."""

import gzip
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow, as_text
from sdcdesk.io.columns.doubles import refuse_inexact
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.loss import Loss
from sdcdesk.io.r_data.alternative import MISSING_DOUBLE, MISSING_INTEGER
from sdcdesk.io.r_data.columns import DIALECTS
from sdcdesk.io.r_data.objects import Attributes, Pieces, file_of, list_vector, number_vector, text_vector

_LARGEST = 2**31 - 1
"""The largest whole number of R; larger ones are doubles there."""

_MISSING = np.uint64(MISSING_DOUBLE).view(np.float64)
_LETTER = 32
"""Bit of a double from which the letter of a missing value of haven stands."""

_TIMES = ("date", "datetime", "time")
_MICROSECONDS = 1_000_000

_LEVEL = 4
"""How much a file is compressed: the 6 of R takes four times as long, for files a twelfth smaller."""


def write_rds(data: Microdata, file: BinaryIO, progress: Progress) -> None:
    """Write a data frame into an open file.

    Parameters
    ----------
    data
        What is written.
    file
        Open for writing.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Raises
    ------
    DataError
        R cannot hold a value.
    """
    rows = np.array([MISSING_INTEGER, -len(data)], dtype=np.int32)
    frame = list_vector(
        [_made(data, variable) for variable in data.variables],
        {
            "names": text_vector(data.names),
            "class": text_vector(["data.frame"]),
            "row.names": number_vector(rows),
        },
    )
    size, written = max(8 * len(data) * len(data.names), 1), 0
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=_LEVEL) as packed:
        for piece in file_of(frame):
            progress.at(min(written / size, 1.0), "Writing")
            packed.write(piece)
            written += len(piece)


def r_losses(data: Microdata) -> Iterator[Loss]:
    """Find what a data frame of R would lack of some data.

    Parameters
    ----------
    data
        What is to be written.

    Returns
    -------
    Iterator[Loss]
        In the order of the variables.
    """
    for variable in data.variables:
        if len(variable.missing_ranges) > 1:
            words = "{name} has several ranges of missing values, of which haven in R can declare one."
            yield Loss(variable.name, sentence(words, name=variable.name))
        if variable.categories and not _is_factor(data, variable):
            words = "{name} has categories that are no levels in R; its values are written without them."
            yield Loss(variable.name, sentence(words, name=variable.name))
        elif variable.scale is Scale.ORDINAL and not _is_factor(data, variable):
            words = "{name} is ordinal, which R says of factors only; its values are written without that."
            yield Loss(variable.name, sentence(words, name=variable.name))


def _made(data: Microdata, variable: Variable) -> Pieces:
    """Return a column, of which nothing is made before it is asked for."""
    yield from _column(data, variable)


def _column(data: Microdata, variable: Variable) -> Pieces:
    name = variable.name
    column = as_arrow(name, data.column(name))
    said: dict[str, Pieces] = {}
    if variable.label:
        said["label"] = text_vector([variable.label])
    if variable.unit:
        said["units"] = text_vector([variable.unit])
    if not pa.types.is_large_string(column.type):
        return _numbers(variable, column, said)
    if pc.any(pc.match_substring(column, "\0"), min_count=0).as_py():
        words = "{name} holds text with zero bytes, which R cannot hold; take them out, or choose Parquet."
        raise DataError(sentence(words, name=name), name)
    if _is_factor(data, variable):
        return _factor(variable, column, said)
    return _time(variable, column, said) or _words(variable, column, said)


def _is_factor(data: Microdata, variable: Variable) -> bool:
    """Return whether a column can be a factor: text of its categories, about which nothing else is said."""
    if not variable.categories or variable.missing or variable.value_labels:
        return False
    if not all(isinstance(category, str) and category for category in variable.categories):
        return False
    column = as_arrow(variable.name, data.column(variable.name))
    if not pa.types.is_large_string(column.type):
        return False
    levels = pa.array(variable.categories, pa.large_string())
    return bool(pc.all(pc.is_in(column.drop_null(), value_set=levels), min_count=0).as_py())


def _factor(variable: Variable, column: pa.ChunkedArray, said: dict[str, Pieces]) -> Pieces:
    levels = pa.array(variable.categories, pa.large_string())
    places = pc.index_in(column, value_set=levels)
    codes = pc.fill_null(pc.add(places, 1), MISSING_INTEGER).to_numpy().astype(np.int32)
    classes = ["ordered", "factor"] if variable.scale is Scale.ORDINAL else ["factor"]
    listed = {"levels": text_vector([str(one) for one in variable.categories]), "class": text_vector(classes)}
    return number_vector(codes, {**said, **listed})


def _time(variable: Variable, column: pa.ChunkedArray, said: dict[str, Pieces]) -> Pieces | None:
    """Return dates and times, if all of a column are."""
    kind = variable.display.kind if variable.display else "text"
    moments = from_iso(as_text(column), kind) if kind in _TIMES else None
    if moments is None or variable.missing or variable.value_labels:
        return None
    since = moments.astype("datetime64[D]" if kind == "date" else "datetime64[us]").astype(np.int64)
    numbers = np.where(np.isnat(moments), _MISSING, since / (1 if kind == "date" else _MICROSECONDS))
    said |= _shown(variable)
    if kind == "datetime":
        said |= {"class": text_vector(["POSIXct", "POSIXt"]), "tzone": text_vector(["UTC"])}
    elif kind == "time":
        said |= {"units": text_vector(["secs"]), "class": text_vector(["hms", "difftime"])}
    else:
        said["class"] = text_vector(["Date"])
    return number_vector(numbers, said)


def _words(variable: Variable, column: pa.ChunkedArray, said: dict[str, Pieces]) -> Pieces:
    labels = {one.value: one.label for one in variable.value_labels if isinstance(one.value, str)}
    missing = [str(code) for code in variable.missing if isinstance(code, str)]
    if labels:
        said["labels"] = text_vector(
            [str(one) for one in labels], {"names": text_vector(list(labels.values()))}
        )
    if missing:
        said["na_values"] = text_vector(missing)
    said |= _shown(variable) | _labelled("character", labels=bool(labels), missing=bool(missing))
    return text_vector(column, said)


def _numbers(variable: Variable, column: pa.ChunkedArray, said: dict[str, Pieces]) -> Pieces:
    name = variable.name
    refuse_inexact(column, name, "R")
    ends = pc.min_max(column).as_py()
    known = [abs(end) for end in ends.values() if end is not None]
    labels = {one.value: one.label for one in variable.value_labels if not isinstance(one.value, str)}
    letters = {float(one.code): one.letter for one in variable.lettered_missing}
    missing = [code for code in variable.missing if not isinstance(code, str) and float(code) not in letters]
    listed = [*labels, *missing, *letters]
    whole = pa.types.is_integer(column.type) and not letters and not variable.missing_ranges
    if (
        whole
        and all(isinstance(one, int) and abs(one) <= _LARGEST for one in listed)
        and (not any(end > _LARGEST for end in known))
    ):
        kind, values = "integer", column.cast(pa.int32()).fill_null(MISSING_INTEGER).to_numpy()
    else:
        kind = "double"
        values = _tagged(column.cast(pa.float64()).to_numpy(), letters)

    def vector(of: Sequence[Value], attributes: Attributes) -> Pieces:
        numbers = np.array(of, dtype=np.float64)
        if kind == "integer":
            return number_vector(numbers.astype(np.int32), attributes)
        return number_vector(_tagged(numbers, letters), attributes)

    if labels:
        said["labels"] = vector(list(labels), {"names": text_vector(list(labels.values()))})
    if missing:
        said["na_values"] = vector(missing, {})
    if variable.missing_ranges:
        one = variable.missing_ranges[0]
        ends_of_range = (-np.inf if one.low is None else one.low, np.inf if one.high is None else one.high)
        said["na_range"] = number_vector(np.array(ends_of_range, dtype=np.float64))
    said |= _shown(variable) | _labelled(
        kind, labels=bool(labels), missing=bool(missing or variable.missing_ranges)
    )
    return number_vector(values, said)


def _tagged(numbers: np.ndarray, letters: Mapping[float, str]) -> np.ndarray:
    """Return numbers with NA where missing, and with its letters in the place of their codes."""
    found: np.ndarray = np.where(np.isnan(numbers), _MISSING, numbers)
    bits = found.view(np.uint64)
    for code, letter in letters.items():
        bits[numbers == code] = np.uint64(MISSING_DOUBLE | ord(letter) << _LETTER)
    return found


def _labelled(kind: str, *, labels: bool, missing: bool) -> dict[str, Pieces]:
    """Return the classes of haven of a vector with labels."""
    if not labels and not missing:
        return {}
    classes = ["haven_labelled", "vctrs_vctr", kind]
    return {"class": text_vector(["haven_labelled_spss", *classes] if missing else classes)}


def _shown(variable: Variable) -> dict[str, Pieces]:
    """Return how values are shown, as haven keeps it: the format of the program that it comes from."""
    display = variable.display
    if display is None or (display.kind != "number" and not display.program):
        return {}
    program = display.program or "spss"
    attribute, dialect = next(one for one in DIALECTS.items() if one[1].program == program)
    spelling = dialect.spelling(display, display.kind)
    return {attribute: text_vector([spelling])} if spelling else {}
