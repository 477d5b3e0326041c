"""Writing of a workbook: a sheet with a row for each record; text is never a formula."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime, time
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.files.writing_day import writing_day
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.arrow_columns import as_arrow, as_text
from sdcdesk.io.columns.doubles import refuse_inexact
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.excel.packing import pack
from sdcdesk.io.loss import Loss

SHEET_ROWS, SHEET_COLUMNS, LONGEST_TEXT = 1_048_576, 16_384, 32_767
"""Room of a sheet, and characters of a cell."""

SHEET = "Data"

_RECORDS = 2_048
"""Records between two reports of progress."""

_FIRST_DAY = np.datetime64("1900-03-01")
"""Before it Excel counts a day that never was, and other programs do not."""

_FORMATS: dict[Displayed, str] = {
    "date": "yyyy-mm-dd",
    "datetime": "yyyy-mm-dd hh:mm:ss",
    "time": "hh:mm:ss",
}


def write_workbook(data: Microdata, file: BinaryIO, progress: Progress) -> None:
    """Write a workbook.

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
        A sheet has no room for it, or Excel cannot hold a value.
    """
    import xlsxwriter  # only where a workbook is written

    _require_room(data)
    # In memory: a killed process would leave temporary files, and a full disk an archive that is not closed.
    packed = io.BytesIO()
    book = xlsxwriter.Workbook(io.BytesIO(), {"in_memory": True})
    book.set_properties({"created": datetime.combine(writing_day(), time(), UTC)})
    sheet = book.add_worksheet(SHEET)
    _keep_all_digits(sheet)
    for place, variable in enumerate(data.variables):
        sheet.write_string(0, place, variable.name)
    columns = [_cells(data, variable, place, progress) for place, variable in enumerate(data.variables)]
    styles = {kind: book.add_format({"num_format": shown}) for kind, shown in _FORMATS.items()}
    for start in range(0, len(data), _RECORDS):
        progress.at(0.1 + 0.4 * start / len(data), "Writing")
        for place, (kind, values) in enumerate(columns):
            progress.check()  # there may be thousands of columns
            _write(sheet, place, start, kind, values.slice(start, _RECORDS), styles)
    pack(book, sheet, packed, progress.part(0.5, 1.0))
    file.write(packed.getbuffer())


def _write(
    sheet: Any, place: int, start: int, kind: Displayed, values: pa.ChunkedArray, styles: dict[Displayed, Any]
) -> None:
    for row, value in enumerate(values.to_pylist(), start + 1):
        if value is None:
            continue
        if kind == "number":
            sheet.write_number(row, place, value)
        elif kind == "text":
            sheet.write_string(row, place, value)
        else:
            sheet.write_datetime(row, place, value, styles[kind])


def _cells(
    data: Microdata, variable: Variable, place: int, progress: Progress
) -> tuple[Displayed, pa.ChunkedArray]:
    """Return the values of a column, and what its cells are."""
    progress.at(0.1 * place / len(data.variables), "Writing")
    name = variable.name
    column = as_arrow(name, data.column(name))
    if not pa.types.is_large_string(column.type):
        _require_numbers(column, name)
        return "number", column
    kind = variable.display.kind if variable.display else "text"
    moments = _moments(column, kind)
    if moments is not None:
        found = moments.astype("datetime64[us]").tolist()
        if kind == "date":
            found = [moment if moment is None else moment.date() for moment in found]
        elif kind == "time":
            found = [moment if moment is None else moment.time() for moment in found]
        return kind, pa.chunked_array([pa.array(found, _ARROW[kind])])
    _require_text(column, name)
    return "text", column


_ARROW = {"date": pa.date32(), "datetime": pa.timestamp("us"), "time": pa.time64("us")}


def date_losses(data: Microdata, progress: Progress) -> Iterator[Loss]:
    """Find dates and times that are written as text, because those of Excel cannot hold them.

    Parameters
    ----------
    data
        What is to be written.
    progress
        Stops the work where the user asked to.

    Yields
    ------
    Loss
        For each variable of them.
    """
    for variable in data.variables:
        kind = variable.display.kind if variable.display else "text"
        if kind not in _FORMATS:
            continue
        progress.check()
        column = as_arrow(variable.name, data.column(variable.name))
        if pa.types.is_large_string(column.type) and _moments(column, kind) is None:
            words = (
                "{name} holds days before 1 March 1900, parts of seconds, or words, which dates and times of "
                "Excel cannot be; all of it is written as text."
            )
            yield Loss(variable.name, sentence(words, name=variable.name))


def empty_losses(data: Microdata, progress: Progress) -> Iterator[Loss]:
    """Find records without any value, which no row of a sheet shows.

    Parameters
    ----------
    data
        What is to be written.
    progress
        Stops the work where the user asked to.

    Yields
    ------
    Loss
        At most one, of the whole file.
    """
    empty: np.ndarray = np.ones(len(data), dtype=bool)
    for name in data.names:
        progress.check()
        empty &= data.column(name).isna().to_numpy()
        if not empty.any():
            return
    one = "{n} record has no values at all; its row is empty, and passed over where the workbook is read."
    many = (
        "{n} records have no values at all; their rows are empty, and passed over where the workbook is read."
    )
    yield Loss("", sentence(one, many, "n", n=int(empty.sum())))


def _moments(column: pa.ChunkedArray, kind: Displayed) -> np.ndarray | None:
    """Return text as moments; None where it is no such text, or Excel does not hold all of them exactly."""
    moments = from_iso(as_text(column), kind) if kind in _FORMATS else None
    return moments if moments is not None and _are_exact(moments, kind) else None


def _are_exact(moments: np.ndarray, kind: Displayed) -> bool:
    """Return whether Excel holds moments as they are: whole seconds, from the first day that all agree on."""
    known = moments[~np.isnat(moments)]
    whole = bool((known == known.astype("datetime64[s]")).all())
    return whole and (kind == "time" or bool((known.astype("datetime64[D]") >= _FIRST_DAY).all()))


def _require_room(data: Microdata) -> None:
    if len(data) >= SHEET_ROWS or len(data.names) > SHEET_COLUMNS:
        words = (
            "A sheet of Excel has room for {rows} records and {columns} variables, and there are more; "
            "choose Parquet or CSV."
        )
        raise DataError(sentence(words, rows=SHEET_ROWS - 1, columns=SHEET_COLUMNS))


def _require_numbers(column: pa.ChunkedArray, name: str) -> None:
    refuse_inexact(column, name, "Excel")
    ends = pc.min_max(column).as_py()
    known = [abs(end) for end in ends.values() if end is not None]
    if any(end > _LARGEST for end in known):
        words = (
            "{name} holds infinite numbers, or others of a size that Excel files cannot hold; make these "
            "cells empty."
        )
        raise DataError(sentence(words, name=name), name)


_LARGEST = 9.99e307
"""The largest number of a cell."""


def _require_text(column: pa.ChunkedArray, name: str) -> None:
    if (pc.max(pc.utf8_length(column)).as_py() or 0) > LONGEST_TEXT:
        words = (
            "{name} holds text of more than {n} characters, which a cell of Excel cannot hold; shorten it."
        )
        raise DataError(sentence(words, name=name, n=LONGEST_TEXT), name)


def _keep_all_digits(sheet: Any) -> None:
    """Let a sheet write numbers with all their digits: the library writes 16, and a double may have 17."""

    def number_element(number: float, attributes: Any = ()) -> None:
        named = "".join(f' {key}="{value}"' for key, value in attributes)
        sheet.fh.write(f"<c{named}><v>{number!r}</v></c>")

    sheet._xml_number_element = number_element
