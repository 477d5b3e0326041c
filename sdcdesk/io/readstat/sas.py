"""SAS: tables (.sas7bdat, read only) and transport files (.xpt)."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import numpy as np
import pandas as pd

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.format import NoOptions
from sdcdesk.io.loss import Loss
from sdcdesk.io.readstat.dialect import MICROSECONDS, Clock, Dialect, first_letters
from sdcdesk.io.readstat.names import fitting_names
from sdcdesk.io.readstat.reading import Reader
from sdcdesk.io.readstat.source import Source
from sdcdesk.io.readstat.statistics_format import StatisticsFormat
from sdcdesk.io.readstat.writing import (
    WatchedFrame,
    label_losses,
    name_losses,
    text_losses,
    titles,
    write_by_path,
    written_columns,
)
from sdcdesk.io.readstat.written_day import XPORT, put_writing_day
from sdcdesk.io.readstat.xport_layout import holds_more_tables, is_cut_off, is_whole, layout_of, letters

_DATES = frozenset(
    [
        "DATE",
        "DAY",
        "DDMMYY",
        "DDMMYYB",
        "DDMMYYC",
        "DDMMYYD",
        "DDMMYYN",
        "DDMMYYP",
        "DDMMYYS",
        "MMDDYY",
        "MMDDYYB",
        "MMDDYYC",
        "MMDDYYD",
        "MMDDYYN",
        "MMDDYYP",
        "MMDDYYS",
        "YYMMDD",
        "YYMMDDB",
        "YYMMDDC",
        "YYMMDDD",
        "YYMMDDN",
        "YYMMDDP",
        "YYMMDDS",
        "E8601DA",
        "B8601DA",
        "IS8601DA",
        "JULIAN",
        "MONYY",
        "WEEKDATE",
        "WEEKDATX",
        "WORDDATE",
        "WORDDATX",
        "YYMON",
        "NLDATE",
    ]
)
_DATETIMES = frozenset(["DATETIME", "E8601DT", "B8601DT", "IS8601DT", "DATEAMPM", "MDYAMPM", "NLDATM"])
_TIMES = frozenset(["TIME", "E8601TM", "B8601TM", "IS8601TM", "HHMM", "TIMEAMPM", "TOD"])

_LABEL, _NAME = 256, 32
"""Bytes of a label and of a name in transport files of version 8."""


class SasDialect(Dialect):
    """Formats of SAS: dates count days since 1960, dates with times seconds."""

    program = "sas"
    smallest, largest = 6e-79, 7e75  # transport files hold numbers as the mainframes of IBM did
    clocks: ClassVar[dict[Displayed, Clock]] = {
        "date": Clock("1960-01-01", 86_400 * MICROSECONDS),
        "datetime": Clock("1960-01-01", MICROSECONDS),
        "time": Clock("1970-01-01", MICROSECONDS),
    }

    def kind(self, spelling: str) -> Displayed:
        """Return what values a format is for; see `Dialect.kind`."""
        letters = first_letters(spelling)
        if letters.startswith("$"):
            return "text"
        for name in (letters, letters.rstrip("0123456789")):
            if name in _DATES:
                return "date"
            if name in _DATETIMES:
                return "datetime"
            if name in _TIMES:
                return "time"
        return "number"

    def default(self, kind: Displayed, width: int | None, decimals: int | None) -> str:
        """Return a format; see `Dialect.default`."""
        if kind == "number" and width is not None:
            return f"{min(max(width, (decimals or 0) + 2), 32)}.{min(decimals or 0, 30)}"
        return {"date": "DATE9.", "datetime": "DATETIME20.", "time": "TIME8."}.get(kind, "")


class _SasFormat(StatisticsFormat):
    """What tables and transport files of SAS share: how they are read."""

    reading = (
        "Labels of variables come from the file, those of values are elsewhere in SAS; missing values with "
        "letters (.A to .Z) become codes below all numbers. Dates and times become text such as 2001-05-09."
    )
    dialect = SasDialect()


class SasTable(_SasFormat):
    """A table of SAS, which can be read only."""

    name = "sas"
    title = "SAS"
    extensions = (".sas7bdat",)
    beginnings = (bytes(12) + bytes.fromhex("c2ea8160b31411cfbd92080009c7318c181f1011"),)

    def _reader(self, file: str) -> Reader:
        from pyreadstat import read_sas7bdat  # only where such a file is read: it takes long to come in

        del file
        return read_sas7bdat


class SasTransport(_SasFormat):
    """A transport file of SAS, in version 8."""

    name = "xport"
    title = "SAS transport"
    extensions = (".xpt",)
    beginnings = (b"HEADER RECORD*******LIB",)
    write_options = NoOptions
    keeps = frozenset({"label", "display"})
    user_missing = False

    def _reader(self, file: str) -> Reader:
        return partial(_read_xport, file)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from name_losses(_names(data), self.title)
        yield from label_losses(
            data.describe(*(one.changed(value_labels=()) for one in data.variables)), self.title, _LABEL, 0
        )
        yield from text_losses(data, self.title)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a transport file of version 8."""
        from pyreadstat import write_xport

        del options
        names = _names(data)
        columns = written_columns(data, self.dialect, self.title, progress)
        frame = WatchedFrame({names[name]: column.values for name, column in columns.items()})
        frame.progress = progress
        formats = {names[name]: column.spelling for name, column in columns.items() if column.spelling}
        labels = titles(data, names, _LABEL)

        def write(path: str) -> None:
            write_xport(frame, path, column_labels=labels, variable_format=formats)
            put_writing_day(Path(path), XPORT)

        write_by_path(file, write, lambda source: is_whole(source, len(data)), progress)


def _read_xport(name: str, source: Source, **how: Any) -> tuple[Any, Any]:
    """Read the only table of a file by the library, and the letters of missing values beside it."""
    from pyreadstat import read_xport

    layout = layout_of(source)
    if holds_more_tables(source, layout):
        words = "{name} holds several tables, of which only one can be read; write each to a file of its own."
        raise ReadError(sentence(words, name=name))
    if is_cut_off(source, layout):
        raise ValueError
    library: Reader = read_xport
    frame, meta = library(source, **how)
    if "metadataonly" in how:  # the file does not say how many records it has
        meta.number_rows = (source.size - layout.start) // max(layout.record, 1)
    listed = {one: one for one in frame.columns} if "usecols" in how else dict(enumerate(frame.columns))
    for number, signs in letters(source, layout, how.get("row_offset", 0), len(frame)):
        column = listed.get(number.name if "usecols" in how else number.place)
        if column is not None:
            words_of = {sign: chr(sign) for sign in np.unique(signs).tolist() if sign}
            named = pd.Series(signs).map(words_of)
            frame[column] = frame[column].astype(object).where(named.isna(), named)
            meta.missing_user_values[column] = list(words_of.values())
    return frame, meta


def _names(data: Microdata) -> dict[str, str]:
    return fitting_names(data.names, "sas", _NAME)
