"""Writing of a file by pyreadstat: our columns as the program holds them, and what it cannot hold."""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.core.files.private_folder import private_folder
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow, as_text
from sdcdesk.io.columns.doubles import refuse_inexact
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.loss import Loss
from sdcdesk.io.readstat.dialect import Dialect
from sdcdesk.io.readstat.source import Source

_RECORDS = 4096
"""Records between two reports of progress."""

_UNWRITTEN = "write data"
"""Words of the library where it was told that fewer bytes were written than it gave."""


class WatchedFrame(pd.DataFrame):
    """A frame that reports how far somebody has walked through its records, and stops where asked to.

    The library looks at one column after the other, then writes one record after the other, and knows
    neither progress nor cancel; it walks by `items` and `itertuples`.

    Attributes
    ----------
    progress
        Receives how far that is.
    """

    _metadata = ("progress",)
    progress: Progress

    def items(self) -> Any:
        """Walk through the columns."""
        for name, column in super().items():
            self.progress.check()
            yield name, column

    def itertuples(self, index: bool = True, name: str | None = "Pandas") -> Any:  # noqa: FBT001, FBT002
        """Walk through the records."""
        for place, record in enumerate(super().itertuples(index=index, name=name)):
            if not place % _RECORDS:
                self.progress.at(place / len(self), "Writing")
            yield record


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A column as a file holds it.

    Attributes
    ----------
    values
        (n,) numbers as doubles, or text; NaN or None where missing.
    kind
        What they are for the program.
    spelling
        Its format; empty: the program's own choice.
    """

    values: pd.Series
    kind: Displayed
    spelling: str


def written_column(data: Microdata, variable: Variable, dialect: Dialect, title: str) -> Written:
    """Return a column as a file of a program holds it.

    Parameters
    ----------
    data
        What is written.
    variable
        One of its variables.
    dialect
        How the program spells formats and counts time.
    title
        How people call the format, for the message.

    Returns
    -------
    Written
        Dates and times as numbers where the description says that they are, and all of them can be told.

    Raises
    ------
    DataError
        It holds infinite or other numbers of a size that the program does not know, whole numbers that a
        double cannot hold, or text that is too long or has zero bytes.
    """
    name = variable.name
    column = as_arrow(name, data.column(name))
    if not pa.types.is_large_string(column.type):
        numbers = _exact(column, name, dialect, title)
        # As a date a code in the place of a letter would be taken for one.
        shown = variable.display if dialect.writes_letters or not variable.lettered_missing else None
        return Written(pd.Series(numbers, copy=False), "number", dialect.spelling(shown, "number"))
    kind = variable.display.kind if variable.display else "text"
    clock = dialect.clocks.get(kind)
    moments = from_iso(as_text(column), kind) if clock is not None else None
    if clock is not None and moments is not None:
        numbers = clock.numbers(moments)
        if clock.moments(numbers) is not None:
            return Written(pd.Series(numbers, copy=False), kind, dialect.spelling(variable.display, kind))
    _require_text(column, name, dialect, title)
    return Written(pd.Series(column.to_pylist(), dtype=object), "text", "")


def written_columns(data: Microdata, dialect: Dialect, title: str, progress: Progress) -> dict[str, Written]:
    """Return all columns as a file of a program holds them; see `written_column`.

    Parameters
    ----------
    data
        What is written.
    dialect
        How the program spells formats and counts time.
    title
        How people call the format, for the message.
    progress
        Asked before each column whether to stop.

    Returns
    -------
    dict[str, Written]
        By the names of the variables.
    """
    columns = {}
    for variable in data.variables:
        progress.check()
        columns[variable.name] = written_column(data, variable, dialect, title)
    return columns


def _require_text(column: pa.ChunkedArray, name: str, dialect: Dialect, title: str) -> None:
    if pc.any(pc.match_substring(column, "\0"), min_count=0).as_py():
        words = (
            "{name} holds text with zero bytes, at which text ends in {title} files; take them out, or "
            "choose Parquet."
        )
        raise DataError(sentence(words, name=name, title=title), name)
    if (pc.max(pc.binary_length(column)).as_py() or 0) > dialect.longest_text:
        words = (
            "{name} holds text of more than {n} bytes, which {title} files cannot hold; shorten it, or "
            "choose Parquet or CSV."
        )
        raise DataError(sentence(words, name=name, n=dialect.longest_text, title=title), name)


def _exact(column: pa.ChunkedArray, name: str, dialect: Dialect, title: str) -> np.ndarray:
    refuse_inexact(column, name, title)
    numbers: np.ndarray = np.require(column.cast(pa.float64()).to_numpy(), requirements="W")
    size = np.abs(numbers[~np.isnan(numbers) & (numbers != 0)])
    if np.any(size > dialect.largest) or np.any(size < dialect.smallest):
        words = (
            "{name} holds infinite numbers, or others of a size that {title} files cannot hold; make these "
            "cells empty, or choose Parquet or CSV."
        )
        raise DataError(sentence(words, name=name, title=title), name)
    return numbers


def write_by_path(
    file: BinaryIO, write: Callable[[str], object], is_whole: Callable[[Source], bool], progress: Progress
) -> None:
    """Give an open file the content that a library writes to a path of its own.

    Nothing is written where others could read it, nor anywhere else than beside the file.

    Parameters
    ----------
    file
        Open for writing, at its start.
    write
        Writes to the path that it is given.
    is_whole
        Whether what was written holds all that it says; the library does not ask what became of its bytes.
    progress
        Stops the reading of what was written where the user asked to.

    Raises
    ------
    OSError
        The disk is full, or some bytes did not come to it, as where a share breaks off for a while: the
        library tells it as an error of its own, or not at all.
    """
    place = getattr(file, "name", None)
    named = Path(place) if isinstance(place, str | Path) else None
    if sys.platform != "win32" and named is not None:
        _write_whole(named, write, is_whole, progress)  # the same file: who locks or hashes it goes on so
        file.seek(0, os.SEEK_END)
        return
    # Windows opens no file a second time, and what is in memory only has no path.
    with private_folder(named and named.parent) as folder:
        path = folder / "written"
        _write_whole(path, write, is_whole, progress)
        with path.open("rb") as content:
            while block := content.read(1 << 20):
                file.write(block)


def _write_whole(
    path: Path, write: Callable[[str], object], is_whole: Callable[[Source], bool], progress: Progress
) -> None:
    """Let a library write to a path, and raise an error of the system where not all of it came there."""
    from pyreadstat import ReadstatError

    try:
        _write_with_room(path, write)
    except ReadstatError as error:
        if _UNWRITTEN not in str(error):
            raise
        raise OSError(errno.EIO, os.strerror(errno.EIO)) from None
    with io.FileIO(path) as written:
        source = Source(written, path.stat().st_size, progress)
        whole = is_whole(source)
        source.raise_error()
    if not whole:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def _write_with_room(path: Path, write: Callable[[str], object]) -> None:
    """Let a library write to a path, and raise the error of the system where there was no room for all of it.

    What did not fit filled the disk to its last bytes, so that there is no room for more.
    """
    try:
        write(str(path))
    finally:
        if path.exists():
            with path.open("r+b") as written:
                end = written.seek(0, os.SEEK_END)
                written.write(bytes(_ROOM))
                written.flush()
                written.truncate(end)


_ROOM = 1 << 16
"""Bytes that are tried behind the end: more than the library writes at once, but for very long records."""


def label_losses(
    data: Microdata, title: str, longest: int, longest_of_value: int, *, characters: bool = False
) -> Iterator[Loss]:
    """Find labels that are longer than a format can hold.

    Parameters
    ----------
    data
        What is to be written.
    title
        How people call the format.
    longest, longest_of_value
        Bytes of the label of a variable, and of a value.
    characters
        Whether that of a variable is counted in characters.

    Returns
    -------
    Iterator[Loss]
        At most two of each variable.
    """
    cut_at = "The label of {name} is cut at {n} bytes, which is all that {title} files can hold."
    if characters:
        cut_at = "The label of {name} is cut at {n} characters, which is all that {title} files can hold."
    for variable in data.variables:
        if cut(variable.label, longest, characters=characters) != variable.label:
            words = cut_at
            yield Loss(variable.name, sentence(words, name=variable.name, n=longest, title=title))
        if any(len(one.label.encode()) > longest_of_value for one in variable.value_labels):
            words = (
                "Labels of values of {name} are cut at {n} bytes, which is all that {title} files can hold."
            )
            yield Loss(variable.name, sentence(words, name=variable.name, n=longest_of_value, title=title))


def text_losses(data: Microdata, title: str) -> Iterator[Loss]:
    """Find text that a format with padded fields gives back otherwise: blanks at its end are lost.

    Parameters
    ----------
    data
        What is to be written.
    title
        How people call the format.

    Returns
    -------
    Iterator[Loss]
        One of each such variable.
    """
    for name in data.names:
        column = as_arrow(name, data.column(name))
        if pa.types.is_large_string(column.type) and pc.any(pc.ends_with(column, " ")).as_py():
            words = "Text of {name} ends in blanks, which {title} files do not hold."
            yield Loss(name, sentence(words, name=name, title=title))


def name_losses(names: dict[str, str], title: str) -> Iterator[Loss]:
    """Tell the names that a format cannot hold.

    Parameters
    ----------
    names
        Names in the file by those of the variables.
    title
        How people call the format.

    Returns
    -------
    Iterator[Loss]
        One of each variable whose name changes.
    """
    for old, new in names.items():
        if old != new:
            words = "{old} is called {new} in the file: {title} files cannot hold its name."
            yield Loss(old, sentence(words, old=old, new=new, title=title))


def titles(
    data: Microdata, names: dict[str, str], longest: int, *, characters: bool = False
) -> dict[str, str | None]:
    """Return the labels of variables as a file holds them.

    Parameters
    ----------
    data
        What is written.
    names
        Names in the file by those of the variables.
    longest
        Bytes of a label.
    characters
        Whether it is counted in characters.

    Returns
    -------
    dict[str, str | None]
        By the name in the file; without a label, the name that the file cannot hold.
    """
    told = {
        one.name: one.label or (one.name if names[one.name] != one.name else "") for one in data.variables
    }
    return {names[name]: cut(label, longest, characters=characters) for name, label in told.items()}


def cut(text: str, length: int, *, characters: bool = False) -> str:
    """Return the beginning of a text.

    Parameters
    ----------
    text
        Any.
    length
        Bytes in UTF-8 at most.
    characters
        Whether characters are counted rather than bytes.

    Returns
    -------
    str
        Without half a character at its end.
    """
    return text[:length] if characters else text.encode()[:length].decode(errors="ignore")


def labels_for(variable: Variable, written: Written, longest: int, dialect: Dialect) -> dict[Value, str]:
    """Return the labels of the values of a column as a file holds them.

    Parameters
    ----------
    variable
        Its description.
    written
        Its values.
    longest
        Bytes of a label.
    dialect
        How the program counts time.

    Returns
    -------
    dict[Value, str]
        Values of the type of the column only; numbers, dates and times as doubles.
    """
    if written.kind in dialect.clocks:
        numbers = moment_numbers((one.value for one in variable.value_labels), written.kind, dialect)
        labels = variable.label_by_value()
        return {number: cut(labels[value], longest) for value, number in numbers.items()}
    numeric = written.kind == "number"
    return {
        (float(one.value) if not isinstance(one.value, str) else one.value): cut(one.label, longest)
        for one in variable.value_labels
        if isinstance(one.value, str) is not numeric
    }


def moment_numbers(values: Iterable[Value], kind: Displayed, dialect: Dialect) -> dict[Value, float]:
    """Return the numbers that dates or times are in a file.

    Parameters
    ----------
    values
        Text in ISO 8601; others are left out.
    kind
        "date", "time" or "datetime".
    dialect
        How the program counts time.

    Returns
    -------
    dict[Value, float]
        By the value.
    """
    clock, found = dialect.clocks[kind], dict[Value, float]()
    for value in values:
        moments = from_iso(pd.Series([value], dtype="str"), kind) if isinstance(value, str) else None
        if moments is not None:
            found[value] = float(clock.numbers(moments)[0])
    return found
