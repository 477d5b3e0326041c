"""CSV codebook: a line for each variable, and below it one for each of its labelled values."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from sdcdesk.core.data.declared_missing import LetteredMissing, MissingRange
from sdcdesk.core.data.display_format import Displayed, DisplayFormat, Program
from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role, Scale, Value, Variable
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.codebook.codebook_form import CodebookForm, ReleasedFile
from sdcdesk.io.codebook.codebook_text import codebook_text
from sdcdesk.io.codebook.codes import code_of, code_text, kind_of, listed_values

COLUMNS = (
    "Row",
    "Variable",
    "Value",
    "Label",
    "Level",
    "Type",
    "Unit",
    "Category",
    "Missing",
    "Missing ranges",
    "Width",
    "Decimals",
    "Format",
)
"""Columns of every codebook; an internal one has "Role" besides."""

ROLE = "Role"
"""The column of an internal codebook."""

_VARIABLE, _VALUE = "variable", "value"
_OPEN = "open"
_TO = ".."
_YES = "yes"
_DELIMITERS = ",;\t"
_RANGE = re.compile(r"(\S+?)\s*\.\.\s*(\S+)")
_GUARDED = re.compile(r"'*[=+\-@]")


@dataclass
class _Described:
    """The rows of a variable."""

    line: int = 0
    row: Mapping[str, str] = field(default_factory=dict)
    values: list[Mapping[str, str]] = field(default_factory=list)


class CsvCodebook(CodebookForm):
    """A table that any program opens; all that is known of a variable comes back from it."""

    name = "csv"
    title = "CSV codebook"
    ending = ".csv"
    keeps_all = True

    def write(self, file: ReleasedFile, progress: Progress = SILENT) -> bytes:
        """Return the codebook; see `CodebookForm.write`."""
        columns = (*COLUMNS, ROLE) if file.internal else COLUMNS
        text = io.StringIO()
        writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        for variable, _ in progress.over(file.variables, "Writing the codebook"):
            for row in _rows(file, variable):
                writer.writerow({name: _guarded(cell) for name, cell in row.items()})
        return text.getvalue().encode("utf-8-sig", errors="replace")

    def read(self, path: Path, progress: Progress = SILENT, names: Sequence[str] = ()) -> list[Variable]:
        """Read a codebook; see `CodebookForm.read`."""
        del names
        described: dict[str, _Described] = {}
        for number, row in _lines(path):
            name = row.get("variable", "")
            if not name:
                words = "{name}: line {n} of the codebook names no variable; write its name there."
                raise ReadError(sentence(words, name=path.name, n=number))
            kind = row.get("row", "").strip().casefold() or (_VALUE if row.get("value") else _VARIABLE)
            one = described.setdefault(name, _Described())
            if kind == _VARIABLE:
                one.row, one.line = row, number
            else:
                one.values.append(row)
            progress.check()
        return [_variable(path, name, one) for name, one in described.items()]


def _rows(file: ReleasedFile, variable: Variable) -> Iterator[dict[str, str]]:
    """Return the row of a variable, and those of its values."""
    shown = variable.display
    yield {
        "Row": _VARIABLE,
        "Variable": variable.name,
        "Label": variable.label,
        "Level": str(variable.scale),
        "Type": kind_of(file.data, variable),
        "Unit": variable.unit,
        "Missing ranges": "; ".join(map(_range_text, variable.missing_ranges)),
        "Width": "" if shown is None or shown.width is None else str(shown.width),
        "Decimals": "" if shown is None or shown.decimals is None else str(shown.decimals),
        "Format": f"{shown.program} {shown.spelling}" if shown and shown.program and shown.spelling else "",
        ROLE: str(variable.role),
    }
    labels = {(isinstance(one.value, str), one.value): one.label for one in variable.value_labels}
    letters = {one.code: one.letter for one in variable.lettered_missing}
    for value in listed_values(variable):
        missing = value in variable.missing
        yield {
            "Row": _VALUE,
            "Variable": variable.name,
            "Value": code_text(value),
            "Label": labels.get((isinstance(value, str), value), ""),
            "Category": _YES if value in variable.categories else "",
            "Missing": f".{letters[value]}" if value in letters else _YES if missing else "",
        }


def _range_text(one: MissingRange) -> str:
    low, high = (_OPEN if end is None else code_text(end) for end in (one.low, one.high))
    return _TO.join((low, high))


def _guarded(cell: str) -> str:
    """Return a cell that no spreadsheet computes: an apostrophe stands before what begins a formula."""
    return f"'{cell}" if _GUARDED.match(cell) and code_of(cell) is None else cell


def _unguarded(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _GUARDED.match(cell) else cell


def _lines(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Return the rows of a file by the names of their columns, with the number of their line."""
    text = codebook_text(path)
    first = text.split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip().casefold() for name in next(reader, [])]
        if "variable" not in names or len(set(names)) < len(names):
            words = (
                "{name} is no codebook: its first line must name the columns, one of them Variable; write a "
                "codebook and compare."
            )
            raise ReadError(sentence(words, name=path.name))
        for row in reader:
            if len(row) > len(names):
                words = (
                    "{name}: line {n} has more cells than there are columns; enclose what holds the "
                    "delimiter."
                )
                raise ReadError(sentence(words, name=path.name, n=reader.line_num))
            if any(row):
                yield reader.line_num, dict(zip(names, map(_unguarded, row), strict=False))
    except csv.Error:
        words = "{name} is damaged near line {n}: a quotation mark is not closed, or a cell is too long."
        raise ReadError(sentence(words, name=path.name, n=reader.line_num)) from None


def _variable(path: Path, name: str, one: _Described) -> Variable:
    """Return what the rows of a variable say; what they leave open stays so."""
    row = {column: cell for column, cell in one.row.items() if cell != ""}
    try:
        said = _said(row, one.values)
        return Variable(name=name, **said)
    except (ValueError, ParameterError):
        words = "{name}: what line {n} and the values below it say of {variable} cannot be; correct it there."
        raise ReadError(sentence(words, name=path.name, n=one.line, variable=name)) from None


def _said(row: Mapping[str, str], values: list[Mapping[str, str]]) -> dict[str, Any]:
    """Return fields of `Variable`; raise ValueError where a cell holds nothing that is possible."""
    said: dict[str, Any] = {field: row[field] for field in ("label", "unit") if field in row}
    if "level" in row:
        level = row["level"].strip().casefold()
        said["scale"] = Scale.CONTINUOUS if level == "scale" else Scale(level)
    if ROLE.casefold() in row:
        said["role"] = Role(row[ROLE.casefold()].strip().casefold())
    if "missing ranges" in row:
        said["missing_ranges"] = tuple(map(_range, row["missing ranges"].split(";")))
    display = _display(row)
    if display is not None:
        said["display"] = display
    read = [(_value(one.get("value", ""), row.get("type", ""), values), one) for one in values]
    labels = tuple(ValueLabel(value=value, label=one["label"]) for value, one in read if one.get("label"))
    missing = [(value, mark) for value, one in read if (mark := one.get("missing", "").strip().casefold())]
    letters = tuple(
        LetteredMissing(code=value, letter=mark[1:])
        for value, mark in missing
        if mark.startswith(".") and not isinstance(value, str)
    )
    categories = tuple(value for value, one in read if one.get("category", "").strip().casefold() == _YES)
    lists = {
        "value_labels": labels,
        "missing": tuple(value for value, mark in missing if mark != "no"),
        "lettered_missing": letters,
        "categories": categories,
    }
    return said | {field: listed for field, listed in lists.items() if listed}


def _value(text: str, kind: str, values: list[Mapping[str, str]]) -> Value:
    """Return a value: a number in a variable of numbers; where nothing is said, one if all of them are."""
    number = code_of(text)
    if kind:
        return number if kind.strip().casefold() == "number" and number is not None else text
    plain = all(
        (found := code_of(one.get("value", ""))) is not None and code_text(found) == one["value"]
        for one in values
    )
    return number if plain and number is not None else text


def _display(row: Mapping[str, str]) -> DisplayFormat | None:
    """Return how values are shown; None: it is not said beyond whether they are numbers."""
    kind = row.get("type", "").strip().casefold()
    width, decimals = (int(row[name]) if name in row else None for name in ("width", "decimals"))
    program, _, spelling = row.get("format", "").partition(" ")
    if kind not in get_args(Displayed) and kind:
        raise ValueError(kind)
    if (width, decimals, program) == (None, None, "") and kind in ("", "number", "text"):
        return None
    if program not in get_args(Program):
        raise ValueError(program)
    shown: Any = {"kind": kind or "number", "width": width, "decimals": decimals}
    return DisplayFormat(**shown, program=program, spelling=spelling)  # type: ignore[arg-type]  # checked above


def _range(text: str) -> MissingRange:
    found = _RANGE.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    low, high = (None if end == _OPEN else code_of(end) for end in found.groups())
    if (low is None) is not (found[1] == _OPEN) or (high is None) is not (found[2] == _OPEN):
        raise ValueError(text)
    return MissingRange(low=None if low is None else float(low), high=None if high is None else float(high))
