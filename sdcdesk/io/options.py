"""How a data file is read or written: what the user says, and what was found where nothing was said."""

import codecs
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from sdcdesk.core.model import Model, as_tuples
from sdcdesk.core.variable import Value

Auto = Literal["auto"]

_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar", " ": "space"}
_ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with byte order mark",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16, little-endian",
    "utf-16-be": "UTF-16, big-endian",
    "cp1252": "Windows-1252 (Western European; Latin-1 but for 27 more characters)",
    "iso8859-1": "Latin-1 (Western European)",
}
_QUOTES = {'"': "double quotation marks", "'": "single quotation marks", "": "no quotation marks"}


def checked_delimiter(sign: str) -> str:
    """Return a delimiter, or raise ValueError if it could be part of a field."""
    if len(sign) != 1 or not sign.isascii() or sign.isalnum() or sign in "\"'\r\n\0.-+":
        raise ValueError("must be a single sign, such as a comma, a semicolon, a tab or a vertical bar")
    return sign


def checked_encoding(name: str) -> str:
    """Return the spelling that Python uses of a character encoding, or raise ValueError where unknown."""
    try:
        found = codecs.lookup(name).name
        "a".encode(found)  # codecs that do not turn text into bytes (rot13, zlib) fail here
    except (LookupError, TypeError, ValueError):
        raise ValueError(f"{name} is no character encoding; give for example utf-8 or windows-1252") from None
    return found


def _tell_apart(delimiter: str, decimal: str) -> None:
    if delimiter == decimal == ",":
        raise ValueError("a comma cannot both separate the fields and mark the decimals")


class ReadOptions(Model):
    """How a data file is read; everything that is "auto" is found out from the file.

    Attributes
    ----------
    format
        "csv" or "parquet"; auto: by the extension of the file.
    delimiter
        The character between two fields of a CSV file; auto: comma, semicolon, tab or vertical bar.
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
    missing
        Codes that stand for "missing" in every column, besides empty cells: -9, "NA", ".".
    missing_in
        The same for single columns, by name.

    Raises
    ------
    ParameterError
        An option has no such value, or two contradict one another.
    """

    format: Literal["auto", "csv", "parquet"] = "auto"
    delimiter: str = "auto"
    encoding: str = "auto"
    decimal: Literal["auto", ".", ","] = "auto"
    quote: Literal["auto", '"', "'", ""] = "auto"
    header: bool | Auto = "auto"
    text: tuple[str, ...] = ()
    all_text: bool = False
    missing: tuple[Value, ...] = ()
    missing_in: dict[str, tuple[Value, ...]] = Field(default_factory=dict)

    @field_validator("missing_in", mode="before")
    @classmethod
    def _listed_each(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {name: as_tuples(codes) for name, codes in value.items()}

    @field_validator("delimiter")
    @classmethod
    def _one_sign(cls, value: str) -> str:
        return value if value == "auto" else checked_delimiter(value)

    @field_validator("encoding")
    @classmethod
    def _known(cls, value: str) -> str:
        return value if value == "auto" else checked_encoding(value)

    @model_validator(mode="after")
    def _apart(self) -> Self:
        _tell_apart(self.delimiter, self.decimal)
        return self

    def given(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return which of these options differ from their defaults."""
        unsaid = ReadOptions()
        return tuple(name for name in names if getattr(self, name) != getattr(unsaid, name))

    def words(self) -> dict[str, str]:
        """Return what the options say in words for the reader, by the name of the option."""
        if self.format == "parquet":
            return {"format": "Parquet"}
        header = {True: "the first line names the columns", False: "no column names", "auto": "to be found"}
        return {
            "format": "CSV",
            "delimiter": _DELIMITERS.get(self.delimiter, self.delimiter),
            "encoding": _ENCODINGS.get(self.encoding, self.encoding),
            "decimal": {".": "decimal point", ",": "decimal comma"}.get(self.decimal, self.decimal),
            "quote": _QUOTES.get(self.quote, self.quote),
            "header": header[self.header],
        }


class WriteOptions(Model):
    """How a CSV file is written.

    Attributes
    ----------
    delimiter, encoding, decimal
        See `ReadOptions`; nothing is left open.

    Raises
    ------
    ParameterError
        An option has no such value, or two contradict one another.
    """

    delimiter: Annotated[str, AfterValidator(checked_delimiter)] = ","
    encoding: Annotated[str, AfterValidator(checked_encoding)] = "utf-8"
    decimal: Literal[".", ","] = "."

    @model_validator(mode="after")
    def _apart(self) -> Self:
        _tell_apart(self.delimiter, self.decimal)
        return self
