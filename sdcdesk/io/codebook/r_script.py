"""R script: a program that reads the released file in R, with its labels, factors and missing values."""

import re
from collections.abc import Iterable, Iterator
from typing import cast

import pandas as pd

from sdcdesk.core.data.plain_values import holds_numbers
from sdcdesk.core.data.value_label import unlike_labels
from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.codebook.codebook_form import CodebookForm, ReleasedFile
from sdcdesk.io.codebook.codes import code_text, kind_of
from sdcdesk.io.columns.coded_numbers import EXACT
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.csv.options import WriteOptions
from sdcdesk.io.csv.style import style_for

_HAVEN = {"spss": "read_sav", "stata": "read_dta", "xport": "read_xpt"}
"""Functions of the package haven that read files of other programs."""

_OWN = "r"
"""Name of the format of R itself."""

_ENCODINGS = {
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    "cp1252": "CP1252",
    "iso8859-1": "latin1",
    "cp1250": "CP1250",
    "cp1251": "CP1251",
    "cp850": "CP850",
}
_TO_ESCAPE = re.compile(r"[^ !#-\[\]-~]")
_ESCAPES = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": r"\r", "\t": r"\t", "\0": r"\ufffd"}


class RScript(CodebookForm):
    """A program of R beside a file of CSV, SPSS, Stata, SAS transport or R itself.

    Variables whose values have labels, or whose categories are listed, become factors, those of an ordinal
    variable ordered; values without a label stand for themselves. Codes for missing become NA. The data frame
    is all that the program leaves in the workspace.
    """

    name = "r"
    title = "R script"
    ending = ".R"
    describes = ("csv", _OWN, *_HAVEN)
    refusal = sentence(
        "The R script reads files of CSV, SPSS, Stata, SAS transport and R; choose one of these formats, or "
        "leave it out."
    )

    def write(self, file: ReleasedFile, progress: Progress = SILENT) -> bytes:
        """Return the program; see `CodebookForm.write`."""
        hindrance = self.hindrance(file.form)
        if hindrance:
            raise ParameterError(hindrance, "codebook")
        reading = {"csv": _csv, _OWN: _frame}.get(file.form.name, _haven)
        lines = [
            *reading(file),
            f"names(released) <- {_vector(map(_text, file.data.names))}",
        ]
        for place, (variable, _) in enumerate(progress.over(file.variables, "Writing the codebook"), 1):
            lines += _variable(file, variable, f"released[[{place}]]")
        inside = [f"  {line}" for part in lines for line in part.split("\n")]
        about = "# Reads the file with its labels into the data frame released: begin R in its folder."
        return "\n".join([about, "released <- local({", *inside, "  released", "})", ""]).encode("ascii")


def _csv(file: ReleasedFile) -> Iterator[str]:
    """Return what reads a CSV file: all as text, so that nothing is taken for what it is not."""
    style = style_for(cast(WriteOptions, file.options), file.data.style)
    arguments = {
        "sep": _text(style.delimiter),
        "quote": _text(style.quote),
        "header": "TRUE" if style.header else "FALSE",
        "skip": "1" if style.has_separator_line else "",
        "check.names": "FALSE",
        "colClasses": '"character"',
        "na.strings": '""',
        "comment.char": '""',
        "encoding": '"UTF-8"' if style.encoding == "utf-8" else "",
        "fileEncoding": ""
        if style.encoding == "utf-8" and not style.mark
        else _text(_file_encoding(style.encoding)),
    }
    if style.encoding == "utf-8" and style.mark:
        arguments["fileEncoding"] = '"UTF-8-BOM"' if not style.header else ""
    said = "".join(f",\n  {name} = {value}" for name, value in arguments.items() if value)
    yield f"released <- read.csv({_text(file.name)}{said})"
    for place, name in enumerate(file.data.names, 1):
        if not holds_numbers(file.data.column(name)) or _is_large(file.data.column(name)):
            continue
        column = f"released[[{place}]]"
        read = f'sub(",", ".", {column}, fixed = TRUE)' if style.decimal == "," else column
        yield f"{column} <- as.numeric({read})"


def _file_encoding(encoding: str) -> str:
    return _ENCODINGS.get(encoding, encoding.upper())


def _is_large(column: pd.Series) -> bool:
    """Return whether numbers are too large for R to keep: they stay text there."""
    if not pd.api.types.is_integer_dtype(column.dtype):
        return False
    known = column.dropna()
    return bool(len(known)) and max(abs(int(known.min())), abs(int(known.max()))) > EXACT


def _frame(file: ReleasedFile) -> Iterator[str]:
    """Return what reads a data frame of R; its labelled vectors need no package to be read."""
    yield f"released <- readRDS({_text(file.name)})"
    yield "released[] <- lapply(released, function(column) {"
    yield '  if (inherits(column, "haven_labelled")) column <- as.vector(unclass(column))'
    yield "  if (is.factor(column)) as.character(column) else column"
    yield "})"


def _haven(file: ReleasedFile) -> Iterator[str]:
    yield 'if (!requireNamespace("haven", quietly = TRUE)) stop("Install the package haven first.")'
    argument = ", user_na = TRUE" if file.form.name == "spss" else ""
    yield f"released <- as.data.frame(haven::{_HAVEN[file.form.name]}({_text(file.name)}{argument}))"
    yield "released[] <- lapply(released, function(column) {"
    yield "  column <- haven::zap_formats(haven::zap_label(haven::zap_labels(haven::zap_widths(column))))"
    yield '  if (is.character(column)) column[column == ""] <- NA'
    yield "  column"
    yield "})"


def _variable(file: ReleasedFile, variable: Variable, column: str) -> Iterator[str]:
    """Return what gives a variable its missing values, labels and type."""
    values = file.data.column(variable.name)
    held = holds_numbers(values)
    numeric = held and not (file.form.name == "csv" and _is_large(values))
    suited = [code for code in variable.missing if isinstance(code, str) is not held]
    kind = _moment(file, variable)
    if suited and not kind:
        yield f"{column}[{column} %in% {_vector(_value(code, numeric=numeric) for code in suited)}] <- NA"
    for one in variable.missing_ranges if numeric else ():
        ends = [
            f"{column} {sign} {code_text(end)}"
            for sign, end in ((">=", one.low), ("<=", one.high))
            if end is not None
        ]
        yield f"{column}[which({' & '.join(ends)})] <- NA"
    is_text = file.form.name == "csv" or (
        file.form.name == _OWN and (variable.missing or variable.value_labels)
    )
    if kind and is_text:
        yield f"{column} <- {kind.format(column=column)}"
    elif not kind:
        yield from _factor(file, variable, column, numeric=numeric)
    if variable.label:
        yield f'attr({column}, "label") <- {_text(variable.label)}'
    if variable.unit:
        yield f'attr({column}, "units") <- {_text(variable.unit)}'


def _moment(file: ReleasedFile, variable: Variable) -> str:
    """Return how R makes dates of a column of text; empty where it holds none."""
    kind = kind_of(file.data, variable)
    functions = {
        "date": "as.Date({column})",
        "datetime": 'as.POSIXct({column}, format = "%Y-%m-%dT%H:%M:%OS", tz = "UTC")',
        "time": 'as.difftime({column}, format = "%H:%M:%OS", units = "secs")',
    }
    if kind not in functions or from_iso(file.data.column(variable.name), kind) is None:
        return ""
    return functions[kind]


def _factor(file: ReleasedFile, variable: Variable, column: str, *, numeric: bool) -> Iterator[str]:
    """Return what makes a factor; a continuous variable keeps its numbers beside the labels."""
    held = holds_numbers(file.data.column(variable.name))
    labels = {one.value: one.label for one in variable.value_labels if isinstance(one.value, str) is not held}
    codes = [value for value in variable.categories if isinstance(value, str) is not held]
    codes += [value for value in labels if value not in codes]
    codes = [value for value in codes if value not in variable.missing]
    if not codes:
        return
    named = unlike_labels({value: labels.get(value, "") or code_text(value) for value in codes}, code_text)
    if variable.scale is Scale.CONTINUOUS:
        pairs = (f"{_text(label)} = {_value(value, numeric=numeric)}" for value, label in named.items())
        yield f'attr({column}, "labels") <- {_vector(pairs)}'
        return
    levels = _vector(_value(value, numeric=numeric) for value in codes)
    yield f"others <- sort(setdiff({column}[!is.na({column})], {levels}))"
    ordered = ", ordered = TRUE" if variable.scale is Scale.ORDINAL else ""
    yield f"{column} <- factor({column}, levels = c({levels}, others),"
    yield f"  labels = make.unique(c({_vector(map(_text, named.values()))}, as.character(others))){ordered})"


def _vector(parts: Iterable[str]) -> str:
    """Return a vector of R, on several lines where it is long."""
    listed = list(parts)
    if sum(map(len, listed)) < 80:
        return f"c({', '.join(listed)})"
    return "c(\n    " + ",\n    ".join(listed) + "\n  )"


def _value(value: Value, *, numeric: bool) -> str:
    return code_text(value) if numeric else _text(code_text(value))


def _text(text: str) -> str:
    """Return a text as R writes it, in signs of ASCII only, so that no locale changes it."""
    escaped = _TO_ESCAPE.sub(_escaped, text)
    return f'"{escaped}"'


def _escaped(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"
