"""SPSS: .sav and .zsav, with labels, missing codes and ranges, levels of measurement and formats."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, cast

import numpy as np

from sdcdesk.core.data.declared_missing import MissingRange
from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.operations.parameters import parameter
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.loss import Loss
from sdcdesk.io.readstat.dialect import MICROSECONDS, Clock, Dialect, first_letters
from sdcdesk.io.readstat.names import fitting_names
from sdcdesk.io.readstat.reading import Reader
from sdcdesk.io.readstat.sav_dictionary import Fault, fault_of
from sdcdesk.io.readstat.source import Source
from sdcdesk.io.readstat.statistics_format import StatisticsFormat
from sdcdesk.io.readstat.writing import (
    WatchedFrame,
    label_losses,
    labels_for,
    moment_numbers,
    name_losses,
    text_losses,
    titles,
    write_by_path,
    written_columns,
)
from sdcdesk.io.readstat.written_day import SAV, put_writing_day
from sdcdesk.io.released_variable import is_free

_DATES = frozenset(["DATE", "ADATE", "EDATE", "JDATE", "SDATE", "QYR", "MOYR", "WKYR"])
_LABEL, _VALUE_LABEL, _NAME, _MISSING_TEXT = 256, 120, 64, 8
"""Bytes that a label, a label of a value, a name and a code of text for missing can take."""

_CODES = 3
"""Codes for missing values that a variable can have; one beside a range."""

_LEVELS = {Scale.NOMINAL: "nominal", Scale.ORDINAL: "ordinal", Scale.CONTINUOUS: "scale"}


class SpssDialect(Dialect):
    """Formats of SPSS: all that is counted in time counts seconds, dates since the 14th of October 1582."""

    program = "spss"
    largest = 1.7e308  # the largest doubles stand for missing and for the open ends of ranges
    clocks: ClassVar[dict[Displayed, Clock]] = {
        "date": Clock("1582-10-14", MICROSECONDS),
        "datetime": Clock("1582-10-14", MICROSECONDS),
        "time": Clock("1970-01-01", MICROSECONDS),
    }

    def kind(self, spelling: str) -> Displayed:
        """Return what values a format is for; see `Dialect.kind`."""
        letters = first_letters(spelling)
        if letters in _DATES:
            return "date"
        if letters in ("DATETIME", "YMDHMS"):
            return "datetime"
        if letters in ("A", "AHEX"):
            return "text"
        return "time" if letters == "TIME" else "number"

    def default(self, kind: Displayed, width: int | None, decimals: int | None) -> str:
        """Return a format; see `Dialect.default`."""
        if kind == "number" and width is not None and width <= _WIDEST:
            return f"F{width}.{min(decimals or 0, max(width - 1, 0), _MOST_DECIMALS)}"
        return {"date": "SDATE10", "datetime": "DATETIME20", "time": "TIME8"}.get(kind, "")


_WIDEST, _MOST_DECIMALS = 40, 16


class SpssWriteOptions(Model):
    """How a file of SPSS is written.

    Attributes
    ----------
    zlib
        Whether it is compressed as SPSS 21 and later can read it (.zsav), rather than by records (.sav).
    """

    zlib: bool = parameter(
        False, "Compress more", "As .zsav, which SPSS reads since version 21; files of that name always are."
    )


class Spss(StatisticsFormat):
    """Data of SPSS, numbers and text with all that is declared of them."""

    name = "spss"
    title = "SPSS"
    extensions = (".sav", ".zsav")
    beginnings = (b"$FL2@(#)", b"$FL3@(#)")
    reading = (
        "Labels, codes and ranges of missing values and levels of measurement come from the file. Numbers "
        "are whole where all of a column are; dates and times become text such as 2001-05-09."
    )
    write_options = SpssWriteOptions
    keeps = frozenset({"label", "scale", "missing", "missing_ranges", "value_labels", "display"})
    dialect = SpssDialect()

    def _reader(self, file: str) -> Reader:
        del file
        return _read_sav

    def for_writing(self, values: dict[str, Any], file: str, data: Microdata | None = None) -> Model:
        """Return options of writing; a file that is called .zsav is one."""
        named = {"zlib": True} if file.lower().endswith(".zsav") else {}
        return super().for_writing({**named, **values}, file, data)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from name_losses(spss_names(data), self.title)
        yield from label_losses(data, self.title, _LABEL, _VALUE_LABEL)
        yield from text_losses(data, self.title)
        for variable in data.variables:
            if _missing_moments(data, variable) is None and declared_missing(data, variable) is None:
                words = (
                    "{name} has codes or ranges for missing values that an SPSS file cannot declare beside "
                    "its values; up to three codes are declared, the others written as values."
                )
                yield Loss(variable.name, sentence(words, name=variable.name))

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a file with all that can be said of its variables."""
        from pyreadstat import write_sav

        zlib = cast(SpssWriteOptions, options).zlib
        names = spss_names(data)
        columns = written_columns(data, self.dialect, self.title, progress)
        frame = WatchedFrame({names[name]: column.values for name, column in columns.items()})
        frame.progress = progress.part(0.0, 0.9)
        labels: dict[str, Any] = {}
        missing: dict[str, Any] = {}
        for one in data.variables:
            progress.check()
            of_values = labels_for(one, columns[one.name], _VALUE_LABEL, self.dialect)
            if of_values:
                labels[names[one.name]] = of_values
            if columns[one.name].kind in self.dialect.clocks:
                codes = _missing_moments(data, one) or []
            else:
                declared = declared_missing(data, one)
                codes = _first_codes(one) if declared is None else declared
            if codes:
                missing[names[one.name]] = codes

        def write(path: str) -> None:
            write_sav(
                frame,
                path,
                column_labels=titles(data, names, _LABEL),
                variable_value_labels=labels,
                missing_ranges=missing,
                variable_measure={names[one.name]: _LEVELS[one.scale] for one in data.variables},
                variable_format={names[name]: one.spelling for name, one in columns.items() if one.spelling},
                compress=zlib,
                row_compress=not zlib,
            )
            put_writing_day(Path(path), SAV)

        write_by_path(
            file,
            write,
            lambda source: _is_whole(source, next(iter(names.values())), len(data)),
            progress.part(0.9, 1.0),
        )


def _is_whole(source: Source, name: str, records: int) -> bool:
    """Return whether a file holds as many records as were written: its size alone does not tell."""
    from pyreadstat import PyreadstatError, ReadstatError, read_sav

    library: Reader = read_sav
    try:
        frame, _ = library(source, usecols=[name], disable_datetime_conversion=True)
    except (ReadstatError, PyreadstatError, UnicodeError):
        return False
    return len(frame) == records


def spss_names(data: Microdata) -> dict[str, str]:
    """Return names as SPSS takes them.

    Parameters
    ----------
    data
        What is written.

    Returns
    -------
    dict[str, str]
        By the names of its variables.
    """
    return fitting_names(data.names, "spss", _NAME, signs="_.@#$")


def _read_sav(source: Source, **how: Any) -> tuple[Any, Any]:
    """Read a file by the library, if it will not end the program with it."""
    from pyreadstat import read_sav  # only where such a file is read: it takes long to come in

    fault = fault_of(source, how["encoding"])
    if fault is Fault.ENCODING:
        raise UnicodeError
    if fault is not None:
        raise ValueError
    library: Reader = read_sav
    return library(source, **how)


def _first_codes(variable: Variable) -> list[Any]:
    return [_code(code) for code in variable.missing if _is_short(code)][:_CODES]


def _missing_moments(data: Microdata, variable: Variable) -> list[Any] | None:
    """Return codes for missing of dates or times as a file declares them; None: they are not all such."""
    kind = variable.display.kind if variable.display else "text"
    if kind not in SpssDialect.clocks or not variable.missing:
        return None
    codes = moment_numbers(variable.missing, kind, SpssDialect())
    fit = len(codes) == len(variable.missing) <= _CODES
    return [*codes.values()] if fit and from_iso(data.column(variable.name), kind) is not None else None


def declared_missing(data: Microdata, variable: Variable) -> list[Any] | None:
    """Return codes and ranges as a file declares them; None: it cannot declare them all.

    Codes inside a declared range need no place of their own; a range in which values lie is not declared, nor
    a code of text of more than 8 bytes.
    Where there are more than three codes, a range over all of them is declared if no value lies in it.

    Parameters
    ----------
    data
        What is written.
    variable
        One of its variables.

    Returns
    -------
    list or None
        Codes, and a range as a dictionary of its ends "lo" and "hi".
    """
    ranges = [one for one in variable.missing_ranges[:1] if is_free(data, variable, one)]
    codes = [code for code in variable.missing if not any(one.includes(code) for one in ranges)]
    if not all(map(_is_short, codes)):
        return None
    declared: list[Any] = [{"lo": _end(one.low, -np.inf), "hi": _end(one.high, np.inf)} for one in ranges]
    if len(variable.missing_ranges) == len(ranges) and len(codes) <= (1 if ranges else _CODES):
        return [*declared, *map(_code, codes)]
    numbers = [code for code in codes if not isinstance(code, str)]
    if ranges or not numbers or len(numbers) < len(codes):
        return None
    around = MissingRange(low=min(numbers), high=max(numbers))
    return [{"lo": around.low, "hi": around.high}] if is_free(data, variable, around) else None


def _is_short(code: Value) -> bool:
    """Return whether a code for missing is a number, or text that is short enough to be declared."""
    return not isinstance(code, str) or len(code.encode()) <= _MISSING_TEXT


def _end(end: float | None, open_end: float) -> float:
    return open_end if end is None else float(end)


def _code(code: Value) -> Value:
    return code if isinstance(code, str) else float(code)
