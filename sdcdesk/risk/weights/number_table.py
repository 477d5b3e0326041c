"""Tables of numbers as people and spreadsheets write them."""

import csv
import io
import math
import re
from typing import NamedTuple

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class Line(NamedTuple):
    """One line of a table: its number in the text, from 1, and what stands between its separators.

    Attributes
    ----------
    number
        Its place in the text, from 1.
    fields
        What stands between its separators.
    """

    number: int
    fields: list[str]


def split(text: str, delimiter: str) -> list[Line]:
    """Return the lines of a text; quotation marks around a field are not part of it.

    A line without anything is one empty field; such lines at the end are left out.

    Parameters
    ----------
    text
        What was pasted, or the content of a file.
    delimiter
        One character.

    Returns
    -------
    list[Line]
        Numbers of the lines, and their fields.

    Raises
    ------
    ParameterError
        There are more lines than any weight matrix needs, or a quotation mark is never closed.
    """
    text = text.rstrip("\r\n ")
    if text.count("\n") > 2 * LARGEST_BLOCK:
        words = "There are {n} lines, and weights can be given for sizes 1 to {most}; choose a smaller table."
        raise ParameterError(sentence(words, n=text.count("\n") + 1, most=LARGEST_BLOCK), "weights")
    reader, found, last = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), [], 0
    try:
        for fields in reader:
            found.append(Line(last + 1, fields or [""]))
            last = reader.line_num
    except csv.Error:
        words = "Line {last} cannot be split into fields; check its quotation marks."
        raise ParameterError(sentence(words, last=str(last + 1)), "weights") from None
    return found


class Numbers:
    """Reads the numbers of one text, which share a decimal sign.

    Parameters
    ----------
    delimiter
        What separates fields. Where that is a comma, decimals have a point; else point or comma, but not
        both in one text, for one of them would be a thousands separator.
    """

    def __init__(self, delimiter: str) -> None:
        self._signs = "." if delimiter == "," else ",."
        self._sign = ""

    def row(self, line: Line, skip: int = 0) -> tuple[float, ...]:
        """Return the numbers of a line behind the first `skip` fields; an empty field is 0.

        Parameters
        ----------
        line
            A line as `split` returns it.
        skip
            Fields at its beginning that are no numbers.

        Returns
        -------
        tuple[float, ...]
            One for each field left.

        Raises
        ------
        ParameterError
            A field is not a number, or one too large for a computer; the sentence names line and column.
        """
        fields = enumerate(line.fields[skip:], start=skip + 1)
        return tuple(
            self._number(
                text.strip(), sentence("Line {number}, column {at}", number=str(line.number), at=str(at))
            )
            for at, text in fields
        )

    def _number(self, text: str, place: str) -> float:
        if not text:
            return 0.0
        sign = next((sign for sign in self._signs if sign in text), "")
        if not _NUMBER.fullmatch(text.replace(sign, ".") if sign else text):
            words = (
                "{place} is not a number; write numbers as 0.5 or 1e-3, and tabs, semicolons or commas "
                "between them."
            )
            raise ParameterError(sentence(words, place=place), "weights")
        if sign and self._sign not in ("", sign):
            words = (
                "{place} has another decimal sign than numbers before it; use one for all, and no separators "
                "of thousands."
            )
            raise ParameterError(sentence(words, place=place), "weights")
        self._sign = self._sign or sign
        number = float(text.replace(sign, ".") if sign else text)
        if not math.isfinite(number):
            raise ParameterError(
                sentence("{place} is too large a number; write weights below 1e308.", place=place), "weights"
            )
        return number
