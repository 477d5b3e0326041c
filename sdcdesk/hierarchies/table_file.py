"""Table of a hierarchy as a CSV file: a line for each value, with its labels beside it, the narrowest first.

This is the usual form of generalisation hierarchies: no header, ";" or "," between the cells. A first line
may hold the titles of the levels.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sdcdesk.core.files.atomic import write_atomically
from sdcdesk.core.files.opening import LARGEST_TEXT, opening
from sdcdesk.core.files.text_encoding import detect_encoding, zero_bytes
from sdcdesk.core.running.errors import ParameterError, ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import counted, sentence

AUTO = "auto"
"""An encoding that is found out."""

DELIMITERS = "\t;|,"
"""Rarest within labels first: of those that divide all lines alike the first one is meant."""

DELIMITER = ";"
"""Stands between the cells of a file that is written."""

FIRST_COLUMN = "value"
"""Title of the values; a first line that begins with it is a header in any case."""

_RECORDS = 500
"""Records that are looked at to find the delimiter."""

_NUMBER = re.compile(r"\s*[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)?\s*")

_ENCLOSED = re.compile(rf'[{re.escape(DELIMITERS)}"\r\n]|^\s|\s$|^$')
"""What a cell is enclosed for in quotation marks."""


class HierarchyFileError(ReadError):
    """A line of a file is none of a hierarchy.

    Parameters
    ----------
    message
        One sentence, which holds no value.
    line
        Its number, from 1.
    value
        The value that it begins with: for the eyes of who owns the data, and for no log.
    """

    def __init__(self, message: str, line: int, value: str = "") -> None:
        super().__init__(message)
        self.line, self.value = line, value


@dataclass(frozen=True, slots=True)
class _Row:
    """Cells of a record, and the number of its first line."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class HierarchyTable:
    """What a file says of a hierarchy.

    Attributes
    ----------
    values
        In the order of the lines, (m,).
    levels
        For each level above the values the labels of the values, (m,).
    titles
        Titles of the levels; empty: there are none.
    """

    values: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    titles: tuple[str, ...] = ()


def read_table(path: Path, *, header: bool | None = None, encoding: str = AUTO) -> HierarchyTable:
    """Return the values and labels that a CSV file holds; see `Hierarchy.read`.

    Parameters
    ----------
    path
        The file.
    header
        See `parse_table`.
    encoding
        Encoding of the text, as Python spells it; "auto": found out.

    Returns
    -------
    HierarchyTable
        Values that differ, and labels that nest.

    Raises
    ------
    ReadError
        The file cannot be read, or holds no line.
    HierarchyFileError
        See `parse_table`; or a line is no text in this encoding.
    ParameterError
        There is no such encoding.
    """
    return parse_table(_text(path, encoding), short(path.name), header=header)


def parse_table(text: str, name: str, *, header: bool | None = None) -> HierarchyTable:
    """Return the values and labels that a text holds.

    Parameters
    ----------
    text
        A line for each value, with its labels beside it, the narrowest first. Blanks around a cell do not
        count unless it is enclosed in quotation marks, nor do lines and last columns without any cell.
    name
        What errors call the text.
    header
        Whether the first line holds titles; None: it does where its first cell is "value", or where its
        labels occur nowhere below and either all others share their last label or all other values are
        numbers and its own is none.

    Returns
    -------
    HierarchyTable
        Values that differ, and labels that nest.

    Raises
    ------
    ReadError
        It holds no line.
    HierarchyFileError
        A line has other columns than the first one, an empty label or the value of another line, or two
        lines share a label and not the next one.
    """
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise HierarchyFileError(zero_bytes(name, line), line)
    rows = _rows(text, _delimiter(text), name)
    if not rows:
        raise ReadError(sentence("The file {name} is empty; choose another file.", name=name))
    _require_columns(rows, name)
    has_header = _has_header(rows) if header is None else header
    titles = tuple(rows[0].cells[1:]) if has_header else ()
    rows = rows[has_header:]
    if not rows:
        raise ReadError(sentence("The file {name} holds titles and no value; choose another.", name=name))
    _require_nested(rows, name)
    values, *levels = zip(*(row.cells for row in rows), strict=True)
    return HierarchyTable(values, tuple(levels), titles if any(titles) else ())


def write_table(table: HierarchyTable, path: Path, *, titles: bool = True, overwrite: bool = False) -> None:
    """Write a hierarchy as a CSV file; see `Hierarchy.write`.

    Parameters
    ----------
    table
        What is written; reading it again gives the same values, labels and titles.
    path
        The file.
    titles
        Whether a first line holds the titles of the levels, where they have any. One without titles is
        written where a reader would take the first value and its labels for them.
    overwrite
        Whether a file that exists may be replaced.

    Raises
    ------
    WriteError
        The file cannot be written, or exists and may not be replaced.
    """
    text = table_text(table, titles=titles)
    write_atomically(path, lambda file: file.write(text.encode()), overwrite=overwrite)


def table_text(table: HierarchyTable, *, titles: bool = True) -> str:
    """Return the content of the file of a hierarchy; see `write_table`.

    Parameters
    ----------
    table, titles
        As in `write_table`.

    Returns
    -------
    str
        Each line ends with a line feed.
    """
    rows = [list(row) for row in zip(table.values, *table.levels, strict=True)]
    mistakable = _has_header([_Row(line, row) for line, row in enumerate(rows, start=1)])
    if (titles and table.titles) or mistakable:
        own = table.titles if titles and table.titles else [""] * len(table.levels)
        rows.insert(0, [FIRST_COLUMN, *own])
    return "".join(DELIMITER.join(map(_enclosed, row)) + "\n" for row in rows)


def _text(path: Path, encoding: str) -> str:
    """Return the text of a file without the mark of its encoding."""
    with opening(path):
        if path.stat().st_size > LARGEST_TEXT:
            wrong = "The file {name} is too large to be such a file; choose another."
            raise ReadError(sentence(wrong, name=short(path.name)))
        if encoding == AUTO:
            encoding = detect_encoding(path, Progress())
        content = path.read_bytes()
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        wrong = "There is no encoding {encoding}; choose one such as utf-8 or cp1252."
        raise ParameterError(sentence(wrong, encoding=encoding), "encoding") from None
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        line = content.count(b"\n", 0, at) + 1
    wrong = "The file {name} is not text in {encoding} at line {line}; save it in UTF-8."
    raise HierarchyFileError(sentence(wrong, name=short(path.name), encoding=encoding, line=str(line)), line)


def _enclosed(cell: str) -> str:
    """Return a cell as it is written: in quotation marks where a reader could take it for something else."""
    if not _ENCLOSED.search(cell):
        return cell
    doubled = cell.replace('"', '""')
    return f'"{doubled}"'


def _delimiter(text: str) -> str:
    """Return the sign that divides most of the first records into as many cells as the first one."""

    def evenness(sign: str) -> float:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)
        cells: list[int] = []
        worth = 1.0
        try:
            cells.extend(len(record) for record in islice(reader, _RECORDS) if record)
        except csv.Error:  # marks that are out of place with this sign; reading says where
            worth = 0.5
        return worth * cells.count(cells[0]) / len(cells) if cells and cells[0] > 1 else 0.0

    return max(DELIMITERS, key=evenness) if any(map(evenness, DELIMITERS)) else DELIMITER


def _rows(text: str, delimiter: str, name: str) -> list[_Row]:
    """Return the records that have any cell, without last columns in which no record has one."""
    rows: list[_Row] = []
    lines = list(io.StringIO(text, newline="")) if '"' in text else []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 0
    try:
        for cells in reader:
            trimmed = [cell.strip() for cell in cells]
            if lines and trimmed != cells:
                written = "".join(lines[before : reader.line_num])
                trimmed = [_trimmed(cell, written) for cell in cells]
            if any(trimmed):
                rows.append(_Row(before + 1, trimmed))
            before = reader.line_num
    except csv.Error:
        words = (
            "The file {name} has a quotation mark at line {line} that is not closed, text behind one, "
            "or a cell that is too long; double the marks within a cell."
        )
        line = before + 1
    else:
        return _without_empty_columns(rows)
    raise HierarchyFileError(sentence(words, name=name, line=str(line)), line)


def _trimmed(cell: str, written: str) -> str:
    """Return a cell without blanks around it, unless the record encloses it with them."""
    if (bare := cell.strip()) == cell:
        return cell
    doubled = cell.replace('"', '""')
    return cell if f'"{doubled}"' in written else bare


def _without_empty_columns(rows: Sequence[_Row]) -> list[_Row]:
    """Return rows without the last columns that are empty in all of them; some programs write such."""
    if all(row.cells[-1] for row in rows):
        return list(rows)
    filled = max((max(at for at, cell in enumerate(row.cells, 1) if cell) for row in rows), default=0)
    return [_Row(row.line, row.cells[:filled]) for row in rows]


def _require_columns(rows: Sequence[_Row], name: str) -> None:
    first = rows[0]
    if len(first.cells) == 1:
        words = (
            "The file {name} has one column at line {line}; write every value with its labels beside it, and "
            "semicolons or commas between them."
        )
        raise HierarchyFileError(sentence(words, name=name, line=str(first.line)), first.line)
    for row in rows:
        if len(row.cells) != len(first.cells):
            words = (
                "The file {name} has {there} at line {line} and {first} at line {before}; give all lines "
                "equally many."
            )
            there, needed = (counted(len(one.cells), "column") for one in (row, first))
            raise HierarchyFileError(
                sentence(
                    words,
                    name=name,
                    there=there,
                    first=needed,
                    line=str(row.line),
                    before=str(first.line),
                ),
                row.line,
                row.cells[0],
            )


def _has_header(rows: Sequence[_Row]) -> bool:
    """Return whether the first row holds titles; see `read_table`."""
    first, *others = (row.cells for row in rows)
    if first[0].strip().casefold() == FIRST_COLUMN:
        return True
    if len(others) < 2 or len(set(first)) < len(first) or not all(first):
        return False
    if any(any(row[at] == title for row in others) for at, title in enumerate(first) if at):
        return False
    one_top = len({row[-1] for row in others}) == 1
    return one_top or (_is_word(first[0]) and not any(_is_word(row[0]) for row in others))


def _is_word(cell: str) -> bool:
    return not _NUMBER.fullmatch(cell)


def _require_nested(rows: Sequence[_Row], name: str) -> None:
    """Refuse rows that are none of a hierarchy."""
    lines: dict[str, int] = {}
    for row in rows:
        before = lines.setdefault(row.cells[0], row.line)
        if before != row.line:
            words = (
                "The file {name} has the value of line {before} again at line {line}; give each value one "
                "line."
            )
            raise HierarchyFileError(
                sentence(words, name=name, before=str(before), line=str(row.line)), row.line, row.cells[0]
            )
        if "" in row.cells[1:]:
            words = "The file {name} has an empty label in column {column} at line {line}; write all labels."
            column = row.cells.index("", 1) + 1
            raise HierarchyFileError(
                sentence(words, name=name, column=str(column), line=str(row.line)), row.line, row.cells[0]
            )
    for column in range(1, len(rows[0].cells) - 1):
        first: dict[str, _Row] = {}
        for row in rows:
            known = first.setdefault(row.cells[column], row)
            if known.cells[column + 1] != row.cells[column + 1]:
                words = (
                    "The file {name} has the same label in column {column} at lines {before} and {line}, and "
                    "different ones in the next column; give it one label there."
                )
                raise HierarchyFileError(
                    sentence(
                        words,
                        name=name,
                        column=str(column + 1),
                        before=str(known.line),
                        line=str(row.line),
                    ),
                    row.line,
                    row.cells[0],
                )
