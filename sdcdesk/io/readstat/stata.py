"""Stata: .dta, with labels, missing values with letters, and formats."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import pandas as pd

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Value, Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.format import NoOptions
from sdcdesk.io.loss import Loss
from sdcdesk.io.readstat.dialect import MICROSECONDS, Clock, Dialect
from sdcdesk.io.readstat.dta_header import Fault, fault_of, is_whole
from sdcdesk.io.readstat.dta_names import names_for_library, put_names
from sdcdesk.io.readstat.names import fitting_names
from sdcdesk.io.readstat.reading import Reader
from sdcdesk.io.readstat.source import Source
from sdcdesk.io.readstat.statistics_format import StatisticsFormat
from sdcdesk.io.readstat.writing import (
    WatchedFrame,
    Written,
    label_losses,
    labels_for,
    name_losses,
    titles,
    write_by_path,
    written_column,
)
from sdcdesk.io.readstat.written_day import DTA, put_writing_day

_LABEL, _VALUE_LABEL, _NAME = 80, 32_000, 32
"""Characters that a label can take, bytes of a label of a value, and characters of a name."""

_TIME = "%tcHH:MM:SS"
"""Stata has no times of day: they are moments of the first day of its time, shown without the day."""


class StataDialect(Dialect):
    """Formats of Stata: %td counts days since 1960, %tc milliseconds; weeks and quarters are numbers."""

    program = "stata"
    longest_text = 2_000_000_000
    writes_letters = True
    largest = 8.9e307  # doubles beyond 2^1023 stand for its missing values
    clocks: ClassVar[dict[Displayed, Clock]] = {
        "date": Clock("1960-01-01", 86_400 * MICROSECONDS),
        "datetime": Clock("1960-01-01", 1_000),
        "time": Clock("1970-01-01", 1_000),
    }

    def kind(self, spelling: str) -> Displayed:
        """Return what values a format is for; see `Dialect.kind`."""
        letters = spelling.lstrip("%-")
        if letters.startswith("tc"):
            shown = letters[2:]
            return (
                "time"
                if shown and not any(part in shown for part in ("Y", "M.", "D", "d", "mon"))
                else "datetime"
            )
        if letters.startswith("td") or (letters.startswith("d") and not letters[1:2].isdigit()):
            return "date"
        return "text" if letters.endswith("s") else "number"

    def default(self, kind: Displayed, width: int | None, decimals: int | None) -> str:
        """Return a format; see `Dialect.default`."""
        if kind == "number" and width is not None:
            return f"%{max(width, (decimals or 0) + 2)}.{decimals or 0}f"
        return {"date": "%td", "datetime": "%tc", "time": _TIME}.get(kind, "")


class Stata(StatisticsFormat):
    """Data of Stata, numbers and text with their labels."""

    name = "stata"
    title = "Stata"
    extensions = (".dta",)
    beginnings = (b"<stata_dta>",)  # older files begin with a small number only
    reading = (
        "Labels come from the file; missing values with letters (.a to .z) become codes below all numbers. "
        "Numbers are whole where all of a column are; dates and times become text such as 2001-05-09."
    )
    write_options = NoOptions
    keeps = frozenset({"label", "value_labels", "lettered_missing", "display"})
    tells = frozenset({"missing"})
    dialect = StataDialect()

    def _reader(self, file: str) -> Reader:
        return partial(_read_dta, file)

    def losses(self, data: Microdata, options: Model, progress: Progress) -> Iterable[Loss]:
        """Find what a file would lack; see `Format.losses`."""
        yield from super().losses(data, options, progress)
        yield from name_losses(_names(data), self.title)
        yield from label_losses(data, self.title, _LABEL, _VALUE_LABEL, characters=True)
        for variable in data.variables:
            if _plain_codes(data, variable):
                words = (
                    "{name} has codes for missing values, which are values in a Stata file; tell whoever "
                    "uses it, or make these cells empty."
                )
                yield Loss(variable.name, sentence(words, name=variable.name))
            if any(not _labelled(data, variable, one.value) for one in variable.value_labels):
                words = (
                    "{name} has labels of values that are not whole numbers, which Stata files cannot hold."
                )
                yield Loss(variable.name, sentence(words, name=variable.name))

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write a file of Stata 14 and later."""
        from pyreadstat import write_dta

        del options
        names = _names(data)
        called = list(names.values())
        names = names_for_library(names, (one.name for one in data.variables if one.value_labels))
        columns: dict[str, Any] = {}
        formats: dict[str, str] = {}
        labels: dict[str, Any] = {}
        missing: dict[str, list[str]] = {}
        for one in data.variables:
            progress.check()
            written, name = written_column(data, one, self.dialect, self.title), names[one.name]
            columns[name], letters = _with_letters(written, one)
            if written.spelling:
                formats[name] = written.spelling
            if letters:
                missing[name] = sorted(letters.values())
            of_values = {
                letters.get(value, int(value)): label
                for value, label in labels_for(one, written, _VALUE_LABEL, self.dialect).items()
                if not isinstance(value, str) and _labelled(data, one, value)
            }
            if of_values:
                labels[name] = of_values
        frame = WatchedFrame(columns)
        frame.progress = progress

        def write(path: str) -> None:
            write_dta(
                frame,
                path,
                column_labels=titles(data, names, _LABEL, characters=True),
                version=15 if len(columns) > _MOST_VARIABLES else 14,
                variable_value_labels=labels,
                missing_user_values=missing or None,
                variable_format=formats,
            )
            put_names(Path(path), called, names.values())
            put_writing_day(Path(path), DTA)

        write_by_path(file, write, is_whole, progress)


def _read_dta(name: str, source: Source, **how: Any) -> tuple[Any, Any]:
    """Read a file by the library, if it will come to an end, and lose no text."""
    from pyreadstat import read_dta  # only where such a file is read: it takes long to come in

    fault = fault_of(source)
    if fault is Fault.LONG_TEXT:
        words = (
            "{name} holds long text (strL) in a form that Stata itself does not write; save it again as a "
            "file of Stata 14."
        )
        raise ReadError(sentence(words, name=name))
    if fault is not None:
        raise ValueError
    library: Reader = read_dta
    return library(source, **how)


_MOST_VARIABLES = 32_767
"""Variables of a file of version 118, which pyreadstat calls 14."""


def _names(data: Microdata) -> dict[str, str]:
    return fitting_names(data.names, "stata", _NAME)


def _with_letters(written: Written, variable: Variable) -> tuple[pd.Series, dict[float, str]]:
    """Return a column with the letters of missing values in the place of their codes, and letters by code."""
    letters = {float(one.code): one.letter for one in variable.lettered_missing if one.letter != "_"}
    if not letters or written.kind != "number":
        return written.values, {}
    found = written.values.map(letters)
    return written.values.astype(object).where(found.isna(), found), letters


def _plain_codes(data: Microdata, variable: Variable) -> bool:
    """Return whether a column has codes for missing that no letter stands for."""
    lettered = {one.code for one in variable.lettered_missing}
    codes = [code for code in variable.missing if code not in lettered]
    return bool(codes) and bool(data.column(variable.name).isin(codes).any())


def _labelled(data: Microdata, variable: Variable, value: Value) -> bool:
    """Return whether Stata can give a value a label: whole numbers of 32 bits only."""
    if isinstance(value, str) or not pd.api.types.is_numeric_dtype(data.column(variable.name).dtype):
        return False
    return float(value).is_integer() and abs(value) < _LARGEST_LABELLED


_LARGEST_LABELLED = 2**31 - 100
