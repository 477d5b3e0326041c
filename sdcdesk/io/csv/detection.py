"""Detection of the layout of a CSV file, from its first records, where the user does not say."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sdcdesk.core.files.text_encoding import detect_encoding
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.csv.faults import SEPARATOR_LINE, dialect, fault
from sdcdesk.io.csv.options import DELIMITERS, ReadOptions
from sdcdesk.io.csv.source import BLOCK
from sdcdesk.io.files import refuse_twice
from sdcdesk.io.unsupported_files import refuse_unsupported_files

_RECORDS = 500
"""Records that are looked at."""

_DELIMITERS = "\t;|,"
"""Rarest within fields first: with 1,5;2,5 both the comma and the semicolon divide all records alike."""

_NUMBER = re.compile(r" *[-+]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][-+]?[0-9]+)? *")
_WITH_COMMA = re.compile(r" *-?[0-9]*,[0-9]+ *")
_WITH_POINT = re.compile(r" *-?[0-9]*\.[0-9]+ *")
_THOUSANDS = re.compile(r" *-?[1-9][0-9]{0,2}(,[0-9]{3})+ *")

MISSING_WORDS = frozenset({"", ".", "-", "?", "na", "n/a", "nan", "null", "none", "missing"})
"""What others write, in lower case, where a value is missing."""


@dataclass(frozen=True)
class Layout:
    """How a CSV file is written.

    Attributes
    ----------
    options
        Nothing in them is left "auto".
    fields
        Number of fields of the first record.
    names
        Names of the columns.
    separator_line
        The line before all others that tells the delimiter, with its end; empty: there is none.
    line_end
        What ends the first record.
    """

    options: ReadOptions
    fields: int
    names: tuple[str, ...]
    separator_line: str = ""
    line_end: str = "\n"


def detect_layout(path: Path, options: ReadOptions, progress: Progress) -> Layout:
    """Find out how a CSV file is written.

    Parameters
    ----------
    path
        The file.
    options
        What the user says; "auto" is found out.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Layout
        Encoding, delimiter, quotation mark, and the names of the columns.

    Raises
    ------
    ReadError
        It is empty, not text, or two of its columns share a name.
    """
    refuse_unsupported_files(path)
    encoding = detect_encoding(path, progress) if options.encoding == "auto" else options.encoding
    quote = '"' if options.quote == "auto" else options.quote
    sample, whole = _sample(path, encoding)
    line_end = _line_end(sample, quote)
    separator = SEPARATOR_LINE.match(sample)
    separator_line = separator[0] if separator else ""
    sample = sample.removeprefix(separator_line)
    delimiter = options.delimiter
    if delimiter == "auto" and separator and separator[1] in DELIMITERS:
        delimiter = separator[1]
    if delimiter == "auto":
        choices = _DELIMITERS.replace(options.decimal, "")
        evenness = {sign: _evenness(_records(sample, sign, quote, whole=whole)) for sign in choices}
        # Of equals the first; a single column has none, and then the most usual will do.
        delimiter = max(choices if any(evenness.values()) else choices[::-1], key=evenness.__getitem__)
    records = _records(sample, delimiter, quote, whole=whole)
    decimal = _decimal(records, delimiter) if options.decimal == "auto" else options.decimal
    settings = {
        "delimiter": delimiter,
        "encoding": encoding,
        "decimal": decimal,
        "quote": quote,
        "format": "csv",
    }
    if not records:
        if sample.strip():
            raise fault(path, options.changed(**settings), 0, progress)
        raise ReadError(sentence("{name} is empty; choose another file.", name=path.name))
    header = _has_names(records) if options.header == "auto" else options.header
    names = _names(records[0], path.name) if header else _numbered(len(records[0]))
    found = options.changed(**settings, header=header)
    return Layout(found, len(records[0]), names, separator_line, line_end)


def _sample(path: Path, encoding: str) -> tuple[str, bool]:
    """Return the beginning of a file as text, and whether that is the whole."""
    with path.open("rb") as file:
        block = file.read(BLOCK)
        whole = not file.read(1)
    return block.decode(encoding, errors="replace").removeprefix("\ufeff"), whole


def _line_end(sample: str, quote: str) -> str:
    """Return what ends the first line, line breaks within fields left out."""
    outside = re.sub(f"{quote}[^{quote}]*{quote}", "", sample) if quote else sample
    found = re.search("\r\n|\n|\r", outside)
    return found[0] if found else "\n"


def _records(sample: str, delimiter: str, quote: str, *, whole: bool) -> list[list[str]]:
    """Return the first records that have fields; one that the sample cuts off is left out."""
    records: list[list[str]] = []
    reader = csv.reader(io.StringIO(sample, newline=""), **dialect(delimiter, quote))
    try:
        records.extend(islice(reader, _RECORDS))
    except csv.Error:  # a field of over 128 K, most often one that is never closed: reading says where
        whole = True
    if not whole and len(records) < _RECORDS:
        records = records[:-1]
    return [record for record in records if record]


def _evenness(records: list[list[str]]) -> float:
    """Return the share of records with as many fields as the first; 0 where that has only one."""
    fields = [len(record) for record in records]
    return fields.count(fields[0]) / len(fields) if fields and fields[0] > 1 else 0.0


def _decimal(records: list[list[str]], delimiter: str) -> str:
    """Return the decimal sign: a comma only where some numbers show that it cannot divide thousands."""
    if delimiter == ",":
        return "."
    cells = [cell for record in records for cell in record]
    commas = sum(1 for cell in cells if _WITH_COMMA.fullmatch(cell) and not _THOUSANDS.fullmatch(cell))
    points = sum(1 for cell in cells if _WITH_POINT.fullmatch(cell))
    return "," if commas > points else "."


def _has_names(records: list[list[str]]) -> bool:
    """Return whether the first record names the columns.

    It does where a column holds numbers below a word; else it does not where it holds numbers itself, or
    words that come again in their column.
    """
    first, *others = records
    columns = [[record[place] for record in others if place < len(record)] for place in range(len(first))]
    if any(_is_word(top) and _all_numbers(below) for top, below in zip(first, columns, strict=True)):
        return True
    if any(_NUMBER.fullmatch(top) for top in first):
        return False
    return not any(top in below for top, below in zip(first, columns, strict=True) if top)


def _is_word(cell: str) -> bool:
    return not _NUMBER.fullmatch(cell) and cell.strip().lower() not in MISSING_WORDS


def _all_numbers(cells: Iterable[str]) -> bool:
    present = [cell for cell in cells if cell.strip().lower() not in MISSING_WORDS]
    return bool(present) and all(_NUMBER.fullmatch(cell) for cell in present)


def _names(first: list[str], file: str) -> tuple[str, ...]:
    """Return the names of the columns without blanks around them; one without a name is numbered."""
    names = [name.strip() or numbered for name, numbered in zip(first, _numbered(len(first)), strict=True)]
    refuse_twice(names, file)
    return tuple(names)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(f"V{place}" for place in range(1, count + 1))
