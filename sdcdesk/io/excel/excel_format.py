"""Excel: workbooks (.xlsx; .xlsm, .xlsb, .xls and .ods are read only), a sheet with a row for each record."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.excel.cells import CellColumn, is_header
from sdcdesk.io.excel.compound_file import MAGIC
from sdcdesk.io.excel.options import ExcelOptions
from sdcdesk.io.excel.survey import letters_of
from sdcdesk.io.excel.workbook import Sheet, open_sheet, sheets
from sdcdesk.io.excel.writing import date_losses, empty_losses, write_workbook
from sdcdesk.io.files import SameBytes, refuse_twice
from sdcdesk.io.format import Content, Format, NoOptions, Preview
from sdcdesk.io.loss import Loss
from sdcdesk.io.options import AUTO

_ROWS = 20_000
"""Rows between two reports of progress."""

_ARCHIVE, _NAME = b"PK\x03\x04", 30
"""First bytes of an archive, and the place where the name of its first file begins."""

_OOXML = (b"[Content_Types].xml", b"_rels/.rels", b"xl/", b"docProps/")
"""Names of files of which one stands first in workbooks of Excel."""

_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
"""What the first file of a workbook of LibreOffice says."""


class Excel(Format):
    """A sheet of a workbook, its first row with the names of the columns."""

    name = "excel"
    title = "Excel"
    extensions = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
    read_only_extensions = frozenset({".xlsm", ".xlsb", ".xls", ".ods"})
    reading = (
        "Cells keep the types that they have in Excel: numbers, text, and dates, which become text such as "
        "2001-05-09. A column with numbers and text is text. Empty rows are passed over."
    )
    read_options = ExcelOptions
    write_options = NoOptions
    takes = 2

    def is_told_by(self, begin: bytes) -> bool:
        """Return whether this is a workbook, or an archive whose first file is one that workbooks have."""
        if not begin.startswith(_ARCHIVE):
            return begin.startswith(MAGIC)
        first = begin[_NAME:]
        return first.startswith(_OOXML) or (first.startswith(b"mimetype") and _ODS in first)

    def parts(self, path: Path, progress: Progress) -> dict[str, str]:
        """Return the sheets, hidden ones too, and what stands for the one that is read by itself."""
        with path.open("rb") as file:
            return {AUTO: "the first that is not hidden or empty", **sheets(path, file, progress)}

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a sheet; see `Format.read`."""
        found = _read(path, requests, progress, None)
        read = requests.are_read(list(found.columns))
        fault = next((fault for name, fault in found.faults.items() if name in read), None)
        if fault is not None:
            raise fault
        unnamed = tuple(name for name in found.unnamed if name in read)
        return Content(*_described(found.columns, requests), found.options, unnamed=unnamed)

    def preview(self, path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
        """Read the first records; the sheet itself is parsed as a whole."""
        found = _read(path, requests, progress, records)
        data = Microdata(*_described(found.columns, requests))
        return Preview(data, found.options, found.whole, found.faults)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from date_losses(data, progress)
        yield from empty_losses(data, progress)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a workbook with one sheet; see `write_workbook`."""
        del options
        write_workbook(data, file, progress)


class _Records(NamedTuple):
    """Columns by their names, options used, whether these are all records, faults, and which have no name."""

    columns: dict[str, CellColumn]
    options: ExcelOptions
    whole: bool
    faults: dict[str, ReadError]
    unnamed: list[str]


def _read(path: Path, requests: ColumnRequests, progress: Progress, records: int | None) -> _Records:
    options = cast(ExcelOptions, requests.options)
    with path.open("rb") as file:
        source = SameBytes(file, requests.read, progress.part(0.0, 0.1))
        sheet = open_sheet(path, source, options.sheet, progress.part(0.1, 0.6))
        rows = (row for row in sheet.rows() if any(cell != "" for cell in row))
        first = next(rows, None)
        if first is None:
            raise ReadError(sentence("{name} holds no records; choose another file.", name=path.name))
        header = is_header(first) if options.header == AUTO else bool(options.header)
        names, places = _names(first, header=header)
        refuse_twice(names, path.name)
        requests.check(names, path.name)
        columns = {name: CellColumn(_words(options, name)) for name in names}
        count, whole = 0, True
        for block in _blocks(rows if header else _with_first(first, rows), records):
            if records is not None and count + len(block) > records:
                block, whole = block[: records - count], False
            count += len(block)
            _refuse_nameless(path, sheet, block, len(places))
            progress.at(0.6 + 0.4 * count / (count + _ROWS), "Reading")
            for column, place in zip(columns.values(), places, strict=True):
                progress.check()  # there may be thousands of columns
                column.add([row[place] if place < len(row) else "" for row in block])
            if not whole:
                break
    if not count:
        words = "{name} holds only a row of names and no records; choose another file or sheet."
        raise ReadError(sentence(words, name=path.name))
    faults = _faults(path, columns, [sheet.first_column + place in sheet.leap_columns for place in places])
    options = options.changed(format=Excel.name, sheet=sheet.name, header=header)
    titled = zip(names, places, strict=True)
    unnamed = [name for name, place in titled if header and not str(first[place]).strip()]
    return _Records(columns, options, whole, faults, unnamed)


def _described(
    columns: dict[str, CellColumn], requests: ColumnRequests
) -> tuple[pd.DataFrame, list[Variable]]:
    """Return the values of columns, and their descriptions."""
    series, variables = {}, []
    for name, column in columns.items():
        series[name] = column.series()
        variables.append(requests.described(name, series[name].dtype, column.variable(name)))
    return pd.DataFrame(series, copy=False), variables


def _refuse_nameless(path: Path, sheet: Sheet, block: list[list[Any]], width: int) -> None:
    """Refuse values beyond the last name, which would be lost."""
    for row in block:
        place = next((place for place, cell in enumerate(row[width:], width) if cell != ""), None)
        if place is not None:
            words = (
                "{name}: the column {column} of the sheet {sheet} holds values but has no name; give it one, "
                "or empty it."
            )
            column = letters_of(sheet.first_column + place)
            raise ReadError(sentence(words, name=path.name, column=column, sheet=short(sheet.name)))


def _faults(path: Path, columns: dict[str, CellColumn], leap: list[bool]) -> dict[str, ReadError]:
    """Return what is wrong with dates of which the library makes others, or times of day, by column."""
    faults = {}
    for (name, column), has_leap_day in zip(columns.items(), leap, strict=True):
        if column.mixes_days_and_times:
            words = (
                "{file}: the column {name} holds both days and times of day, or a number of 0 or below that "
                "is shown as a date; mend it in Excel, make it text, or leave the column out."
            )
            faults[name] = ReadError(sentence(words, file=path.name, name=name), name)
        elif has_leap_day and column.has_day_before_leap_day:
            words = (
                "{file}: the column {name} holds 29 February 1900, a day that only Excel has; mend it in "
                "Excel, make it text, or leave the column out."
            )
            faults[name] = ReadError(sentence(words, file=path.name, name=name), name)
    return faults


def _words(options: ExcelOptions, name: str) -> list[str]:
    codes = (*options.missing, *options.missing_in.get(name, ()))
    return [code for code in codes if isinstance(code, str)]


def _names(first: Sequence[Any], *, header: bool) -> tuple[list[str], list[int]]:
    """Return the names of the columns and their places; without a name they are V1, V2 and so on."""
    places = list(range(len(first)))
    while header and places and first[places[-1]] == "":
        places.pop()  # beyond the last name
    return [(str(first[place]).strip() if header else "") or f"V{place + 1}" for place in places], places


def _with_first(first: list[Any], rows: Iterator[list[Any]]) -> Iterator[list[Any]]:
    yield first
    yield from rows


def _blocks(rows: Iterator[list[Any]], records: int | None) -> Iterator[list[list[Any]]]:
    size = _ROWS if records is None else records + 1
    while block := list(islice(rows, size)):
        yield block
