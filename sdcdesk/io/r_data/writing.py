"""Writing of a data frame of R: factors, dates, labels and missing values as haven has them."""

import gzip
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, cast

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

if TYPE_CHECKING:
    from rdata.parser import RObject

_LARGEST = 2**31 - 1
"""The largest whole number of R; larger ones are doubles there."""

_MISSING = np.uint64(MISSING_DOUBLE).view(np.float64)
_LETTER = 32
"""Bit of a double from which the letter of a missing value of haven stands."""

_UTF8, _ASCII = 1 << 3, 1 << 6
"""Flags of text."""

_VERSION, _WRITER, _READER = 2, 0x30500, 0x20300
"""Version of the form, and of R: what wrote it at least, and what can read it."""

_TIMES = ("date", "datetime", "time")
_MICROSECONDS = 1_000_000
_REPORT = 0.2
"""Seconds between two reports of progress."""


class _Watched:
    """A file that reports how much of it is written, and stops where asked to."""

    def __init__(self, file: gzip.GzipFile, size: int, progress: Progress) -> None:
        self._file, self._size, self._progress = file, max(size, 1), progress
        self._written, self._told = 0, 0.0

    def write(self, content: bytes | memoryview, /) -> int:
        """Write the next bytes."""
        now = time.monotonic()
        if now - self._told > _REPORT:
            self._told = now
            self._progress.at(min(0.3 + 0.7 * self._written / self._size, 1.0), "Writing")
        self._written += memoryview(content).nbytes
        return self._file.write(content)


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
    from rdata.parser import RData, RExtraInfo, RVersions
    from rdata.unparser import unparse_fileobj

    columns = []
    for place, variable in enumerate(data.variables):
        progress.at(0.3 * place / len(data.variables), "Writing")
        columns.append(_column(data, variable))
    frame = _object(
        "VEC",
        columns,
        {
            "names": _texts(data.names),
            "class": _texts(["data.frame"]),
            "row.names": _object("INT", np.array([MISSING_INTEGER, -len(data)], dtype=np.int32)),
        },
    )
    written = RData(RVersions(_VERSION, _WRITER, _READER), RExtraInfo(), frame)
    size = sum(8 * len(data) for _ in columns)
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as packed:
        unparse_fileobj(cast(Any, _Watched(packed, size, progress)), written)


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


def _column(data: Microdata, variable: Variable) -> "RObject":
    name = variable.name
    column = as_arrow(name, data.column(name))
    said: dict[str, RObject] = {}
    if variable.label:
        said["label"] = _texts([variable.label])
    if variable.unit:
        said["units"] = _texts([variable.unit])
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


def _factor(variable: Variable, column: pa.ChunkedArray, said: dict[str, "RObject"]) -> "RObject":
    levels = pa.array(variable.categories, pa.large_string())
    places = pc.index_in(column, value_set=levels)
    codes = pc.fill_null(pc.add(places, 1), MISSING_INTEGER).to_numpy().astype(np.int32)
    classes = ["ordered", "factor"] if variable.scale is Scale.ORDINAL else ["factor"]
    listed = {"levels": _texts([str(one) for one in variable.categories]), "class": _texts(classes)}
    return _object("INT", codes, {**said, **listed})


def _time(variable: Variable, column: pa.ChunkedArray, said: dict[str, "RObject"]) -> "RObject | None":
    """Return dates and times, if all of a column are."""
    kind = variable.display.kind if variable.display else "text"
    moments = from_iso(as_text(column), kind) if kind in _TIMES else None
    if moments is None or variable.missing or variable.value_labels:
        return None
    since = moments.astype("datetime64[D]" if kind == "date" else "datetime64[us]").astype(np.int64)
    numbers = np.where(np.isnat(moments), _MISSING, since / (1 if kind == "date" else _MICROSECONDS))
    said |= _shown(variable)
    if kind == "datetime":
        said |= {"class": _texts(["POSIXct", "POSIXt"]), "tzone": _texts(["UTC"])}
    elif kind == "time":
        said |= {"units": _texts(["secs"]), "class": _texts(["hms", "difftime"])}
    else:
        said["class"] = _texts(["Date"])
    return _object("REAL", numbers, said)


def _words(variable: Variable, column: pa.ChunkedArray, said: dict[str, "RObject"]) -> "RObject":
    labels = {one.value: one.label for one in variable.value_labels if isinstance(one.value, str)}
    missing = [str(code) for code in variable.missing if isinstance(code, str)]
    if labels:
        said["labels"] = _texts([str(one) for one in labels], {"names": _texts(list(labels.values()))})
    if missing:
        said["na_values"] = _texts(missing)
    said |= _shown(variable) | _labelled("character", labels=bool(labels), missing=bool(missing))
    return _texts(column.to_pylist(), said)


def _numbers(variable: Variable, column: pa.ChunkedArray, said: dict[str, "RObject"]) -> "RObject":
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
        kind, values = "integer", column.fill_null(MISSING_INTEGER).to_numpy().astype(np.int32)
    else:
        kind = "double"
        values = _tagged(column.cast(pa.float64()).to_numpy(), letters)

    def vector(of: Sequence[Value], attributes: Mapping[str, "RObject"] | None = None) -> "RObject":
        numbers = np.array(of, dtype=np.float64)
        if kind == "integer":
            return _object("INT", numbers.astype(np.int32), attributes)
        return _object("REAL", _tagged(numbers, letters), attributes)

    if labels:
        said["labels"] = vector(list(labels), {"names": _texts(list(labels.values()))})
    if missing:
        said["na_values"] = vector(missing)
    if variable.missing_ranges:
        one = variable.missing_ranges[0]
        ends_of_range = (-np.inf if one.low is None else one.low, np.inf if one.high is None else one.high)
        said["na_range"] = _object("REAL", np.array(ends_of_range, dtype=np.float64))
    said |= _shown(variable) | _labelled(
        kind, labels=bool(labels), missing=bool(missing or variable.missing_ranges)
    )
    return _object("INT" if kind == "integer" else "REAL", values, said)


def _tagged(numbers: np.ndarray, letters: Mapping[float, str]) -> np.ndarray:
    """Return numbers with NA where missing, and with its letters in the place of their codes."""
    found: np.ndarray = np.where(np.isnan(numbers), _MISSING, numbers)
    bits = found.view(np.uint64)
    for code, letter in letters.items():
        bits[numbers == code] = np.uint64(MISSING_DOUBLE | ord(letter) << _LETTER)
    return found


def _labelled(kind: str, *, labels: bool, missing: bool) -> dict[str, "RObject"]:
    """Return the classes of haven of a vector with labels."""
    if not labels and not missing:
        return {}
    classes = ["haven_labelled", "vctrs_vctr", kind]
    return {"class": _texts(["haven_labelled_spss", *classes] if missing else classes)}


def _shown(variable: Variable) -> dict[str, "RObject"]:
    """Return how values are shown, as haven keeps it: the format of the program that it comes from."""
    display = variable.display
    if display is None or (display.kind != "number" and not display.program):
        return {}
    program = display.program or "spss"
    attribute, dialect = next(one for one in DIALECTS.items() if one[1].program == program)
    spelling = dialect.spelling(display, display.kind)
    return {attribute: _texts([spelling])} if spelling else {}


def _texts(words: Sequence[str | None], attributes: Mapping[str, "RObject"] | None = None) -> "RObject":
    """Return text; what occurs often is one object."""
    kept: dict[str | None, Any] = {}
    for word in dict.fromkeys(words):
        flags = 0 if word is None else _ASCII if word.isascii() else _UTF8
        kept[word] = _object("CHAR", None if word is None else word.encode(), gp=flags)
    return _object("STR", [kept[word] for word in words], attributes)


def _object(
    kind: str, value: Any, attributes: Mapping[str, "RObject"] | None = None, *, gp: int = 0, tag: Any = None
) -> "RObject":
    from rdata.parser import RObject, RObjectInfo, RObjectType

    listed = None
    for name, one in reversed(list((attributes or {}).items())):
        symbol = _object("SYM", _object("CHAR", name.encode(), gp=_ASCII))
        listed = _object("LIST", (one, listed or _object("NILVALUE", None)), tag=symbol)
    info = RObjectInfo(
        type=RObjectType[kind],
        object=bool(attributes and "class" in attributes),
        attributes=listed is not None,
        tag=tag is not None,
        gp=gp,
        reference=0,
    )
    return RObject(info=info, value=value, attributes=listed, tag=tag)
