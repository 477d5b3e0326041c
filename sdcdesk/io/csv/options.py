"""Options of text files: what divides and encloses their fields, and which columns stay text."""

import codecs
from collections.abc import Collection
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from sdcdesk.core.operations.parameters import Accepts, FieldDisplay, parameter
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.options import AUTO, FileOptions

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar", " ": "space"}
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with byte order mark",
    "cp1252": "Windows-1252 (Western European; Latin-1 but for 27 more characters)",
    "iso8859-1": "Latin-1 (Western European)",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16, little-endian",
    "utf-16-be": "UTF-16, big-endian",
    "cp1250": "Windows-1250 (Central European)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp850": "DOS 850 (Western European)",
}
_NEVER_IN_FILES = ("idna", "mbcs", "oem", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
"""Encodings of Python that are for names in the net, for programs, or for one computer only."""

_ECHOED = 40
"""Characters of a wrong name that a message repeats."""

DECIMALS = {".": "decimal point", ",": "decimal comma"}
QUOTES = {'"': "double quotation marks", "'": "single quotation marks", "": "no quotation marks"}
QUOTING = {"needed": "only fields that need it", "text": "all text", "all": "all fields"}
LINE_ENDS = {"lf": "line feed (Unix)", "crlf": "carriage return and line feed (Windows)"}
_SAME = "as in the original file"
_FOUND = "found out from the file"
HEADERS = {True: "the first line names the columns", False: "no column names"}


def checked_delimiter(sign: str) -> str:
    """Return a delimiter, or raise ValueError if it could be part of a field; backslash and t are a tab.

    Parameters
    ----------
    sign
        As it was typed.

    Returns
    -------
    str
        One character.
    """
    sign = "\t" if sign == r"\t" else sign
    if len(sign) != 1 or not sign.isascii() or sign.isalnum() or sign in "\"'\r\n\0.-+":
        raise ValueError("must be a single sign, such as a comma, a semicolon, a tab or a vertical bar")
    return sign


def checked_encoding(name: str) -> str:
    """Return the spelling that Python uses of a character encoding, or raise ValueError where unknown.

    Parameters
    ----------
    name
        As it was typed.

    Returns
    -------
    str
        The canonical name.
    """
    try:
        found = codecs.lookup(name).name
        "a".encode(found)  # codecs that do not turn text into bytes (rot13, zlib) fail here
    except (LookupError, TypeError, ValueError):
        found = ""
    if not found or found in _NEVER_IN_FILES:
        echoed = f"{name[:_ECHOED]}…" if len(name) > _ECHOED else name
        raise ValueError(
            sentence(
                "{given} is no character encoding of files; give for example utf-8 or windows-1252",
                given=echoed,
            )
        )
    return found


def _open(sign: str) -> str:
    return sign if sign == AUTO else checked_delimiter(sign)


def encoding_or_auto(name: str) -> str:
    """Return the spelling that Python uses of a character encoding that is given or left to the program.

    Parameters
    ----------
    name
        As it was typed, or "auto".

    Returns
    -------
    str
        The canonical name, or "auto".

    Raises
    ------
    ValueError
        The encoding is unknown.
    """
    return name if name == AUTO else checked_encoding(name)


def require_different(delimiter: str, decimal: str) -> None:
    """Raise ValueError if the fields and the decimals are divided by the same sign.

    Parameters
    ----------
    delimiter, decimal
        The two signs.
    """
    if delimiter == decimal == ",":
        raise ValueError("a comma cannot both separate the fields and mark the decimals")


class ReadOptions(FileOptions):
    """How a text file is read; everything that is "auto" is found out from the file.

    Attributes
    ----------
    delimiter
        The character between two fields; auto: comma, semicolon, tab or vertical bar.
    encoding
        Any character encoding that Python knows ("utf-8", "utf-16", "latin-1", "windows-1252", …); auto:
        UTF-8 where the whole file is valid UTF-8, UTF-16 where it has a byte order mark, else
        Windows-1252. Latin-1 differs from Windows-1252 in rare control characters only and is taken where
        the file holds bytes that Windows-1252 leaves undefined.
    decimal
        "." or ","; auto: a comma where the delimiter is another and the numbers hold commas that cannot
        be thousands signs (12,5 can not, 1,234 can).
    quote
        What encloses fields that hold delimiters or line breaks: a double or single quotation mark, or
        "" for nothing; auto: the double one. Within a field it is doubled.
    header
        Whether the first record names the columns; auto: unless it holds numbers, or repeats a value of
        its column. Without names the columns are called V1, V2, …
    text, all_text
        Columns that are kept as text even where all their values are numbers; or all columns.
    numbers
        Columns that are read as numbers even where that loses something: leading zeros, or the difference
        between 1.1 and 1.10.
    format, missing, missing_in, columns
        See `FileOptions`.

    Raises
    ------
    ParameterError
        An option has no such value, or two contradict one another.
    """

    delimiter: Annotated[str, AfterValidator(_open)] = parameter(
        AUTO, "Delimiter", "The sign between two fields.", FieldDisplay(choices={AUTO: _FOUND, **DELIMITERS})
    )
    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding: utf-8, latin-1, windows-1252, …",
        FieldDisplay(choices={AUTO: _FOUND, **ENCODINGS}),
    )
    decimal: Literal["auto", ".", ","] = parameter(
        AUTO,
        "Decimal sign",
        "The sign before decimals.",
        FieldDisplay(choices={AUTO: _FOUND, **DECIMALS}, menu=True),
    )
    quote: Literal["auto", '"', "'", ""] = parameter(
        AUTO,
        "Quotation marks",
        "What encloses fields with delimiters.",
        FieldDisplay(choices={AUTO: _FOUND, **QUOTES}, menu=True),
    )
    header: bool | Literal["auto"] = parameter(
        AUTO,
        "The first line names columns",
        "Untick it where records begin at once.",
        FieldDisplay(choices=HEADERS),
    )
    all_text: bool = parameter(False, "Keep all columns as text", "Numbers stay text in all columns.")
    text: tuple[str, ...] = parameter(
        (),
        "Keep as text",
        "Columns that are kept as text.",
        FieldDisplay(when={"all_text": (False,)}),
        accepts=Accepts(),
    )

    numbers: tuple[str, ...] = parameter(
        (),
        "Read as numbers",
        "Columns that are numbers although 1.1 and 1.10, or 7 and 07, become alike by it.",
        FieldDisplay(more=True, when={"all_text": (False,)}),
        accepts=Accepts(),
    )

    @model_validator(mode="after")
    def _apart(self) -> Self:
        require_different(self.delimiter, self.decimal)
        both = next((name for name in self.numbers if name in self.text), None)
        if both is not None:
            raise ValueError(sentence("{both} cannot both be kept as text and be read as numbers", both=both))
        return self

    def settled(self) -> Self:
        """Return only what takes the whole file to find out: the encoding; the rest is open again."""
        return type(self)(format=self.format, encoding=self.encoding)

    def mentioned(self) -> tuple[str, ...]:
        """Return the columns about which something is said."""
        return (*self.text, *self.numbers, *super().mentioned())

    def is_text(self, column: str) -> bool:
        """Return whether a column stays text although its values may be numbers."""
        return self.all_text or column in self.text

    def is_number(self, column: str) -> bool:
        """Return whether a column is read as numbers although that makes different texts alike."""
        return column in self.numbers and not self.all_text

    def limited_to(self, columns: Collection[str]) -> Self:
        """Return options that say nothing of other columns than these."""
        kept = {
            option: tuple(name for name in getattr(self, option) if name in columns)
            for option in ("text", "numbers")
        }
        return super().limited_to(columns).changed(**kept)

    def with_text(self, columns: Collection[str]) -> Self:
        """Return options that keep these columns as text."""
        others = tuple(name for name in self.numbers if name not in columns)
        return self.changed(text=tuple(columns), numbers=others)


class WriteOptions(Model):
    """How a text file is written; "auto" is as in the file that the data were read from.

    Attributes
    ----------
    delimiter, encoding, decimal
        See `ReadOptions`; auto without such a file: comma, UTF-8 and decimal point.
    quoting
        Which fields are enclosed: those that must be ("needed"), all text ("text"), or all; auto: the same
        as there.
    line_end
        Line feed ("lf"), or carriage return and line feed ("crlf").
    header
        Whether the first line names the columns.
    neutral
        Whether an apostrophe is put before text that a spreadsheet would take for a formula.
    labels
        Whether the labels of values are written in the place of codes.

    Raises
    ------
    ParameterError
        An option has no such value, or two contradict one another.
    """

    delimiter: Annotated[str, AfterValidator(_open)] = parameter(
        AUTO, "Delimiter", "The sign between two fields.", FieldDisplay(choices={AUTO: _SAME, **DELIMITERS})
    )
    encoding: Annotated[str, AfterValidator(encoding_or_auto)] = parameter(
        AUTO,
        "Encoding",
        "Character encoding; UTF-8 holds every character.",
        FieldDisplay(choices={AUTO: _SAME, **ENCODINGS}),
    )
    decimal: Literal["auto", ".", ","] = parameter(
        AUTO,
        "Decimal sign",
        "The sign before decimals.",
        FieldDisplay(choices={AUTO: _SAME, **DECIMALS}, menu=True),
    )
    quoting: Literal["auto", "needed", "text", "all"] = parameter(
        AUTO,
        "Quoting",
        "Which fields are enclosed.",
        FieldDisplay(choices={AUTO: _SAME, **QUOTING}, menu=True),
    )
    line_end: Literal["auto", "lf", "crlf"] = parameter(
        AUTO, "Line end", "What ends a line.", FieldDisplay(choices={AUTO: _SAME, **LINE_ENDS}, menu=True)
    )
    header: bool | Literal["auto"] = parameter(
        AUTO,
        "The first line names columns",
        "Untick it where records begin at once.",
        FieldDisplay(choices=HEADERS),
    )
    neutral: bool = parameter(
        False,
        "Neutralise spreadsheet formulas",
        "Puts an apostrophe before text that begins with = + - @, so that no spreadsheet computes it.",
    )
    labels: bool = parameter(
        False,
        "Labels instead of codes",
        "Writes what a code means in its place, where it has a label; continuous variables keep their "
        "numbers, unless all of their values have labels.",
    )

    @model_validator(mode="after")
    def _apart(self) -> Self:
        require_different(self.delimiter, self.decimal)
        return self
