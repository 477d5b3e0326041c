"""SPSS syntax: a program that reads the released file in SPSS and gives it its labels; it is read, too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.variable import Scale, Value, Variable
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.codebook.codebook_form import CodebookForm, ReleasedFile
from sdcdesk.io.codebook.codes import code_text, kind_of
from sdcdesk.io.codebook.spss_reading import read_spss_syntax
from sdcdesk.io.columns.arrow_columns import as_arrow
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.csv.options import WriteOptions
from sdcdesk.io.csv.style import Style, style_for
from sdcdesk.io.readstat.spss import SpssDialect, declared_missing, spss_names

_ENCODINGS = {
    "utf-8": "UTF8",
    "utf-16": "UTF16",
    "utf-16-le": "UTF16LE",
    "utf-16-be": "UTF16BE",
    "cp1252": "1252",
    "cp1250": "1250",
    "cp1251": "1251",
    "cp850": "850",
}
_LEVELS = {Scale.NOMINAL: "NOMINAL", Scale.ORDINAL: "ORDINAL", Scale.CONTINUOUS: "SCALE"}
_LABEL, _VALUE_LABEL, _TEXT = 256, 120, 32_767
"""Bytes that a label, a label of a value and a text can take."""
_LITERAL = 200
"""Characters of a text that stand on one line of a program."""
_FIRST_LINE = "* Reads the file with its labels. Begin SPSS in its folder, or write that before its name."
_INPUT = {"date": "SDATE10", "time": "TIME16"}


class SpssSyntax(CodebookForm):
    """A program of SPSS beside a file of CSV or SPSS."""

    name = "spss"
    title = "SPSS syntax"
    ending = ".sps"
    describes = ("csv", "spss")
    refusal = sentence(
        "SPSS syntax reads files of CSV and SPSS; choose one of these formats, or leave it out."
    )

    def write(self, file: ReleasedFile, progress: Progress = SILENT) -> bytes:
        """Return the program; see `CodebookForm.write`."""
        hindrance = self.hindrance(file.form)
        if hindrance:
            raise ParameterError(hindrance, "codebook")
        names = spss_names(file.data)
        lines = [
            _FIRST_LINE,
            "",
            *(_reading(file, names) if file.form.name == "csv" else _opening(file)),
            "",
        ]
        program = _Program(file, names, _dates(file, progress))
        for command in (_labels, _value_labels, _missing, _levels, _formats):
            lines += command(program)
        lines += ["EXECUTE.", ""]
        return "\r\n".join(lines).encode("utf-8-sig", errors="replace")

    def read(self, path: Path, progress: Progress = SILENT, names: Sequence[str] = ()) -> list[Variable]:
        """Read what its commands say of variables; see `CodebookForm.read`."""
        return read_spss_syntax(path, progress, names)


@dataclass(frozen=True, slots=True)
class _Program:
    """What the commands are about.

    Attributes
    ----------
    file
        The data file.
    names
        Names in SPSS by those of our variables.
    dates
        Variables that SPSS has as dates or times, whose codes are none of text.
    """

    file: ReleasedFile
    names: dict[str, str]
    dates: frozenset[str]


def _opening(file: ReleasedFile) -> list[str]:
    return [f"GET FILE={_literal(file.name)}."]


def _reading(file: ReleasedFile, names: dict[str, str]) -> list[str]:
    """Return the command that reads a CSV file."""
    style = style_for(cast(WriteOptions, file.options), file.data.style)
    columns = [f"    {names[variable.name]} {_input(file, variable)}" for variable in file.variables]
    delimiter = r"\t" if style.delimiter == "\t" else style.delimiter
    return [
        f"SET DECIMAL={'COMMA' if style.decimal == ',' else 'DOT'}.",
        "GET DATA",
        "  /TYPE=TXT",
        f"  /FILE={_literal(file.name)}",
        f"  /ENCODING={_literal(_ENCODINGS.get(style.encoding, style.encoding))}",
        "  /ARRANGEMENT=DELIMITED",
        "  /DELCASE=LINE",
        f"  /DELIMITERS={_literal(delimiter)}",
        *([f"  /QUALIFIER={_literal(style.quote)}"] if style.quote else []),
        f"  /FIRSTCASE={_first(style)}",
        "  /VARIABLES=",
        *columns,
        "  .",
    ]


def _first(style: Style) -> int:
    return 1 + style.header + style.has_separator_line


def _input(file: ReleasedFile, variable: Variable) -> str:
    """Return how SPSS reads a column: numbers keep all their decimals, whatever is shown of them."""
    column = as_arrow(variable.name, file.data.column(variable.name))
    if not pa.types.is_large_string(column.type):
        return "F40.0"
    kind = kind_of(file.data, variable)
    if kind in _INPUT and from_iso(file.data.column(variable.name), kind) is not None:
        return _INPUT[kind]
    if pc.any(pc.match_substring_regex(column, "[\r\n]")).as_py():
        words = (
            "{name} holds line breaks, which SPSS does not read in a CSV file; write a file of SPSS, or "
            "leave the syntax out."
        )
        raise ParameterError(sentence(words, name=variable.name), "codebook")
    widest = pc.max(pc.binary_length(column)).as_py() or 1
    return f"A{min(max(widest, 1), _TEXT)}"


def _dates(file: ReleasedFile, progress: Progress) -> frozenset[str]:
    """Return the variables that SPSS has as dates or times, whose codes are none of text."""
    return frozenset(
        variable.name
        for variable, _ in progress.over(file.variables, "Writing the codebook")
        if (kind := kind_of(file.data, variable))
        in (_INPUT if file.form.name == "csv" else SpssDialect.clocks)
        and from_iso(file.data.column(variable.name), kind) is not None
    )


def _labels(program: _Program) -> Iterator[str]:
    labels = [
        (program.names[one.name], _cut(one.label, _LABEL)) for one in program.file.variables if one.label
    ]
    yield from _command("VARIABLE LABELS", [f"{name} {_literal(label)}" for name, label in labels])


def _value_labels(program: _Program) -> Iterator[str]:
    parts = []
    for variable in program.file.variables:
        if variable.name in program.dates or not variable.value_labels:
            continue
        labels = [
            f"\r\n    {_code(one.value)} {_literal(_cut(one.label, _VALUE_LABEL))}"
            for one in variable.value_labels
            if isinstance(one.value, str) is (kind_of(program.file.data, variable) != "number")
        ]
        parts += [program.names[variable.name] + "".join(labels)] if labels else []
    yield from _command("VALUE LABELS", parts)


def _missing(program: _Program) -> Iterator[str]:
    parts, undeclared = [], []
    for variable in program.file.variables:
        declared = [] if variable.name in program.dates else declared_missing(program.file.data, variable)
        if declared:
            parts.append(f"{program.names[variable.name]} ({', '.join(map(_declared, declared))})")
        elif declared is None:
            undeclared.append(program.names[variable.name])
    yield from _command("MISSING VALUES", parts)
    if undeclared:
        yield "* SPSS declares at most three codes for missing, of 8 bytes; others of these stay values:"
        yield from (f"  {name}" for name in undeclared)
        yield "  ."


def _declared(one: Value | dict[str, float]) -> str:
    """Return a code, or a range of codes."""
    if not isinstance(one, dict):
        return _code(one)
    low = "LOWEST" if one["lo"] == float("-inf") else code_text(one["lo"])
    high = "HIGHEST" if one["hi"] == float("inf") else code_text(one["hi"])
    return f"{low} THRU {high}"


def _levels(program: _Program) -> Iterator[str]:
    parts = [f"{program.names[one.name]} ({_LEVELS[one.scale]})" for one in program.file.variables]
    yield from _command("VARIABLE LEVEL", parts)


def _formats(program: _Program) -> Iterator[str]:
    """Return how numbers, dates and times are shown."""
    dialect, parts = SpssDialect(), []
    for variable in program.file.variables:
        kind = kind_of(program.file.data, variable)
        if kind != "number" and variable.name not in program.dates:
            continue
        whole = pa.types.is_integer(as_arrow(variable.name, program.file.data.column(variable.name)).type)
        shown = dialect.spelling(variable.display, kind) or ("F8.0" if whole else "F8.2")
        parts.append(f"{program.names[variable.name]} ({shown})")
    yield from _command("FORMATS", parts)


def _command(name: str, parts: Sequence[str]) -> Iterator[str]:
    """Return a command on several variables; none where it would be of nothing."""
    if parts:
        yield name
        yield from (f"  {'/' if place else ''}{part}" for place, part in enumerate(parts))
        yield "  ."


def _code(value: Value) -> str:
    return _literal(value) if isinstance(value, str) else code_text(value)


def _literal(text: str) -> str:
    """Return a text between apostrophes, in pieces where it is long; line breaks become blanks."""
    plain = (
        " ".join(text.splitlines()).replace("\0", " ") if len(text.splitlines()) > 1 else text.strip("\r\n")
    )
    pieces = [plain[start : start + _LITERAL] for start in range(0, len(plain), _LITERAL)] or [""]
    return " +\r\n    ".join("'" + piece.replace("'", "''") + "'" for piece in pieces)


def _cut(text: str, longest: int) -> str:
    return text.encode(errors="replace")[:longest].decode(errors="ignore")
