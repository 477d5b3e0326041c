"""Reading of a file of R: the data frame that is asked for, or the only one."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import pandas as pd

from sdcdesk.core.data.variable import Role
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.files import BytesRead, SameBytes, refuse_twice
from sdcdesk.io.format import Content
from sdcdesk.io.options import AUTO
from sdcdesk.io.r_data.alternative import MISSING_INTEGER
from sdcdesk.io.r_data.columns import read_column
from sdcdesk.io.r_data.elements import AsciiElements, BinaryElements, Elements
from sdcdesk.io.r_data.options import RDataOptions
from sdcdesk.io.r_data.r_object import RObject
from sdcdesk.io.r_data.serialization import EncodingError, Reader
from sdcdesk.io.r_data.unpacked import DamagedError, Unpacked

ROW_NAMES = "row.names"
"""Name of the variable that the names of rows become."""

DAMAGED = "{name} is damaged, or is no file of R; get it again from its source."

ENCODING = "{name} holds text in another character encoding than it says; give its encoding."

_FORMS: dict[bytes, Callable[[Unpacked], Elements]] = {
    b"X\n": BinaryElements,
    b"B\n": partial(BinaryElements, order="<"),
    b"A\n": AsciiElements,
}
"""What an object consists of by the mark of its form: the one that R writes unless told otherwise first."""

_SEVERAL = tuple(f"RD{form}{version}\n".encode() for form in "XBA" for version in (2, 3))
"""Marks of files with several objects."""


def read_r_data(path: Path, requests: ColumnRequests, progress: Progress, form: str) -> Content:
    """Read a data frame of a file of R.

    Parameters
    ----------
    path
        The file.
    requests
        The options, and what is said of its columns.
    progress
        Receives how far the reading is.
    form
        Name of the format.

    Returns
    -------
    Content
        Its columns, their descriptions, and the options that were used.

    Raises
    ------
    ReadError
        It is damaged, of another kind, holds no data frame, several, or one that is no table of values.
    ParameterError
        It has no object of the name.
    DataError
        Something is said of a column that it does not have.
    """
    options = cast(RDataOptions, requests.options)
    with _faults_told(path):
        encoding = None if options.encoding == AUTO else options.encoding
        named, objects = _objects(path, requests.read, encoding, progress)
        name, frame = _chosen(path, named, objects, options.object)
        rows = _row_names(frame)
        columns = _columns(path, frame, rows)
        requests.check(columns, path.name)
        values, variables = {}, []
        for one, column in columns.items():
            progress.check()
            values[one], described = read_column(one, column, rows.records, path.name)
            if one == rows.name:
                described = described.changed(role=Role.IDENTIFIER)
            variables.append(requests.described(one, values[one].dtype, described))
    used = options.changed(format=form, object=name)
    unnamed = tuple(f"V{place}" for place, word in enumerate(frame.words("names"), 1) if not word)
    return Content(pd.DataFrame(values, copy=False), variables, used, unnamed=unnamed)


def data_frames(path: Path, progress: Progress) -> list[str]:
    """Return the names of the data frames of a file that names its objects.

    Parameters
    ----------
    path
        The file.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    list[str]
        In the order of the file; none of a file with one object, which has no name.

    Raises
    ------
    ReadError
        It is damaged, or no file of R.
    """
    with _faults_told(path):
        named, objects = _objects(path, BytesRead(), "iso8859-1", progress)
    return [name for name, one in objects.items() if named and _is_frame(one)]


@contextmanager
def _faults_told(path: Path) -> Iterator[None]:
    """Tell in a sentence what is wrong with a file that is damaged, or in another encoding than it says."""
    try:
        yield
    except DamagedError:
        raise ReadError(sentence(DAMAGED, name=path.name)) from None
    except EncodingError:
        raise ReadError(sentence(ENCODING, name=path.name), "encoding") from None


def _objects(
    path: Path, read: BytesRead, encoding: str | None, progress: Progress
) -> tuple[bool, dict[str, RObject]]:
    """Return the objects of a file by their names, and whether it names them."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        same = SameBytes(file, read, progress.part(0.0, 0.1))
        content = Unpacked(same, size, path.name, progress.part(0.1, 0.9))
        mark = content.line()
        named = mark in _SEVERAL
        form = _FORMS.get(content.take(2) if named else mark)
        if form is None:
            _refuse_descriptions(path)
            raise DamagedError
        found = Reader(form(content), encoding).read()
    if not named:
        return False, {AUTO: found}
    if found.kind not in ("pairlist", "NULL"):
        raise DamagedError
    return True, dict(found.values or ())


def _refuse_descriptions(path: Path) -> None:
    """Refuse a description of μ-ARGUS, whose files are called .rda, too."""
    with path.open("rb") as file:
        begin = file.read(1 << 12)
    if path.suffix.lower() == ".rda" and b"\0" not in begin and b"<" in begin:
        words = (
            "{name} is no data of R; if it describes a file in fixed columns, as those of μ-ARGUS do, choose "
            "that file."
        )
        raise ReadError(sentence(words, name=path.name))


def _chosen(path: Path, named: bool, objects: dict[str, RObject], wanted: str) -> tuple[str, RObject]:  # noqa: FBT001
    """Return the data frame that is read, and its name."""
    frames = [name for name, one in objects.items() if _is_frame(one)]
    if wanted != AUTO and wanted not in objects:
        if not named:
            words = "{name} holds one object, which has no name; leave the option object out."
            raise ParameterError(sentence(words, name=path.name), "object")
        words = "{name} has no object {object}; it has {objects}."
        listed = short(", ".join(objects)) or "none"
        raise ParameterError(sentence(words, name=path.name, object=short(wanted), objects=listed), "object")
    chosen = [wanted] if wanted != AUTO else frames
    if len(chosen) > 1:
        words = "{name} holds several data frames, {frames}; name one of them as its object."
        raise ReadError(sentence(words, name=path.name, frames=short(", ".join(frames))), "object")
    if not chosen or chosen[0] not in frames:
        words = (
            "{name} holds no data frame, but other objects of R; make one of them by as.data.frame in R, and "
            "save that."
        )
        raise ReadError(sentence(words, name=path.name), "object")
    return chosen[0], objects[chosen[0]]


def _is_frame(found: RObject) -> bool:
    return found.kind == "list" and "data.frame" in found.words("class")


@dataclass(frozen=True, slots=True)
class _RowNames:
    """How many rows a data frame has, and what they are called: a name of the column, empty where none is."""

    records: int
    name: str = ""
    words: RObject | None = None


def _row_names(frame: RObject) -> _RowNames:
    """Return what says of rows how they are called; numbers are only their places of once."""
    found = frame.attributes.get("row.names")
    if found is None or found.kind not in ("integer", "double", "character"):
        raise DamagedError
    if found.kind == "character":
        words = [word or "" for word in found.values]
        if all(word.isdecimal() for word in words):
            return _RowNames(len(words))
        names, name = frame.words("names"), ROW_NAMES
        while name in names:
            name += "."
        return _RowNames(len(words), name, found)
    numbers = found.values.tolist() if found.kind == "integer" else found.values.view(np.float64).tolist()
    if len(numbers) == 2 and (numbers[0] == MISSING_INTEGER or numbers[0] != numbers[0]):
        return _RowNames(int(abs(numbers[1])))
    return _RowNames(len(numbers))


def _columns(path: Path, frame: RObject, rows: _RowNames) -> dict[str, RObject]:
    """Return the columns by their names, that of the names of rows at first."""
    names = [one or f"V{place}" for place, one in enumerate(frame.words("names"), 1)]
    if len(names) != len(frame.values):
        raise DamagedError
    refuse_twice(names, path.name)
    if not names or not rows.records:
        raise ReadError(sentence("{name} holds no records; choose another file.", name=path.name))
    listed = dict(zip(names, frame.values, strict=True))
    return {rows.name: rows.words, **listed} if rows.words is not None else listed
