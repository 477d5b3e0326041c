"""Faults of CSV files: a slow second look, record by record, that finds the line.

The parser's own messages are never passed on: they quote records.
"""

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from sdcdesk.core.files.text_encoding import zero_bytes
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.io.csv.options import ReadOptions
from sdcdesk.io.csv.source import BLOCK

SEPARATOR_LINE = re.compile(r'"?sep=([^\r\n])"?(\r\n|\n|\r)', re.IGNORECASE)
"""The line before all others with which Excel is told the delimiter."""

_WIDE = ("utf-16", "utf-32")
"""Encodings in which a byte alone says nothing."""

_OFTEN = 10_000
"""Records between two reports of progress."""

_UNCLOSED = (
    "{name}, line {line}: a quotation mark opens a field that is never closed; close it, or read without "
    "quotation marks."
)
_OPEN = (
    "{name}, line {line}: a quotation mark opens a field that is not closed within {most} characters; close "
    "it, or read without quotation marks."
)
_TOO_LONG = (
    "{name}, line {line}: a record of more than {most} characters; check quotation marks and line ends."
)
_AMID = (
    "{name}, line {line}: a field goes on after the quotation mark that closes it; double the marks within "
    "it, or read without quotation marks."
)

_UNDECODABLE = re.compile("[\udc80-\udcff]")


def dialect(delimiter: str, quote: str) -> dict[str, Any]:
    """Return the arguments with which `csv.reader` reads as our parser does.

    Parameters
    ----------
    delimiter
        One character.
    quote
        Quotation mark; empty: none.

    Returns
    -------
    dict[str, Any]
        Keyword arguments.
    """
    if not quote:
        return {"delimiter": delimiter, "quoting": csv.QUOTE_NONE}
    return {"delimiter": delimiter, "quotechar": quote, "doublequote": True, "strict": True}


def fault(path: Path, options: ReadOptions, fields: int, progress: Progress = SILENT) -> ReadError:
    """Return the first thing that is wrong with a CSV file.

    Parameters
    ----------
    path
        A file that could not be read.
    options
        How it was read.
    fields
        Fields of its first record.
    progress
        Asked whether to stop.

    Returns
    -------
    ReadError
        An error that names the line and quotes nothing of it; it is not raised here.
    """
    words = "{name} cannot be read as a table; check its delimiter and quotation marks."
    return ReadError(detect_fault(path, options, fields, progress) or sentence(words, name=path.name))


def detect_fault(path: Path, options: ReadOptions, fields: int, progress: Progress = SILENT) -> str:
    """Return what is wrong with a CSV file; empty: nothing that is found here.

    Parameters
    ----------
    path, options, fields, progress
        See `fault`.

    Returns
    -------
    str
        A sentence.
    """
    with _long_fields(), _opened(path, options.encoding) as file:
        return _first_fault(_Lines(file, path.name, options.encoding), options, fields, progress)


@contextmanager
def _long_fields() -> Iterator[None]:
    """Let `csv` read fields of any length meanwhile; its limit belongs to the whole process."""
    before = csv.field_size_limit(2**31 - 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _opened(path: Path, encoding: str) -> TextIO:
    # Bytes that cannot be decoded become characters that no file can hold, so that their line is found.
    errors = "replace" if encoding.startswith(_WIDE) else "surrogateescape"
    return path.open(encoding=encoding, errors=errors, newline="")


class _Stop(Exception):  # noqa: N818 - ends the reading; what was found goes on as a sentence
    """A line cannot be read."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class _TooLong(Exception):  # noqa: N818 - as above
    """A record is longer than any that is read."""


class _Lines:
    """The lines of a file, until one cannot be read, or the lines of one record are too long together."""

    def __init__(self, file: TextIO, name: str, encoding: str) -> None:
        self.name = name
        self._file, self._encoding = file, encoding
        self.number, self.size, self.ended = 0, 0, False

    def __iter__(self) -> Iterator[str]:
        while line := self._file.readline(BLOCK + 1):
            self.number += 1
            self.size += len(line)
            if self.number == 1:
                line = line.removeprefix("\ufeff")
            if "\0" in line:
                raise _Stop(zero_bytes(self.name, self.number))
            if _UNDECODABLE.search(line) or (self._encoding.startswith(_WIDE) and "\ufffd" in line):
                words = (
                    "{name}, line {line}: bytes that are not {encoding}; choose another encoding, such "
                    "as {other}."
                )
                raise _Stop(self.undecodable(words, self.number))
            if self.size > BLOCK:
                raise _TooLong
            if self.number > 1 or not SEPARATOR_LINE.fullmatch(line):
                yield line
        self.ended = True

    def undecodable(self, words: str, line: int) -> Sentence:
        """Return a sentence about bytes that the encoding does not have."""
        return sentence(
            words, name=self.name, line=str(line), encoding=self._encoding, other=_other(self._encoding)
        )

    def wrong(self, words: str, begun: int) -> Sentence:
        """Return a sentence about the record that begins in a line."""
        return sentence(words, name=self.name, line=str(begun), most=BLOCK)


def _first_fault(lines: _Lines, options: ReadOptions, fields: int, progress: Progress) -> str:
    begun = 1
    try:
        for count, record in enumerate(csv.reader(iter(lines), **dialect(options.delimiter, options.quote))):
            if count % _OFTEN == 0:
                progress.at(1.0, "Looking for the fault")
            if lines.ended:
                # The reader asks for a further line only while a quoted field is open.
                return lines.wrong(_UNCLOSED, begun)
            if record and len(record) != fields:
                return _other_number(lines.name, begun, len(record), fields)
            begun, lines.size = lines.number + 1, 0
    except _Stop as found:
        return found.sentence
    except _TooLong:
        return lines.wrong(_TOO_LONG if lines.number == begun else _OPEN, begun)
    except UnicodeError:
        # Which of the lines that were decoded together it is, such an encoding does not tell.
        words = (
            "{name}, from line {line} on: bytes that are not {encoding}; choose another encoding, such "
            "as {other}."
        )
        return lines.undecodable(words, lines.number + 1)
    except csv.Error:
        return lines.wrong(_UNCLOSED if lines.ended else _AMID, begun)
    return ""


def _other_number(name: str, line: int, number: int, fields: int) -> Sentence:
    return sentence(
        "{name}, line {line}: {n} field where the first line has {fields}; check the delimiter, and "
        "quotation marks around fields that hold it.",
        "{name}, line {line}: {n} fields where the first line has {fields}; check the delimiter, and "
        "quotation marks around fields that hold it.",
        "n",
        name=name,
        line=str(line),
        n=number,
        fields=fields,
    )


def _other(encoding: str) -> str:
    if encoding in ("utf-16", "utf-32"):  # which need a byte order mark
        return f"{encoding}-le"
    return "windows-1252" if encoding.startswith("utf") else "utf-8 or latin-1"
