"""Description of μ-ARGUS (.rda): where the fields of a data file stand, and what is said of them.

A line names a variable: NAME start length [missing [missing]], without the start where a sign divides the
fields. Lines with <TAGS> below it say more of it. See the manual of μ-ARGUS 5.1, section 4.2. Lists of codes
(.cdl) hold a code and its label on each line, divided by a comma.
"""

import csv
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path, PureWindowsPath
from typing import Any

from sdcdesk.core.data.value_label import ValueLabel
from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.opening import opening
from sdcdesk.core.files.text_encoding import detect_encoding
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.files import refuse_twice
from sdcdesk.io.fixed_width.options import FixedField, FixedLayout

_LINE_END = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(r'"[^"]*"|\S+')
_LARGEST = 1 << 22
"""Bytes of a description or a list of codes at most."""
_LONGEST_LINE = 1 << 16
"""Signs of a line of a list of codes at most; the reader of quoted fields knows none of twice as many."""
FARTHEST = 1 << 20
"""The last column that a field can have."""
_MOST_DECIMALS = 40
MISSING = 2
"""Codes for missing that a line can name."""


def description_beside(path: Path) -> Path | None:
    """Return the description beside a data file.

    Parameters
    ----------
    path
        The data file.

    Returns
    -------
    Path or None
        The same name with the ending .rda, in capitals or not; None: there is none.
    """
    candidates = (path.with_suffix(ending) for ending in (".rda", ".RDA", ".Rda"))
    return next((one for one in candidates if one.is_file() and one != path), None)


def lists_named(path: Path) -> tuple[Path, ...]:
    """Return the lists of codes that a description names, as far as they stand beside it.

    Parameters
    ----------
    path
        The .rda file.

    Returns
    -------
    tuple[Path, ...]
        None where it is no such file.
    """
    try:
        lines = _lines(path, SILENT)
    except SdcError:
        return ()
    tokens = ([token.strip('"') for token in _TOKEN.findall(line)] for line in lines)
    named = (line[1] for line in tokens if len(line) > 1 and line[0].upper() == "<CODELIST>")
    beside = dict.fromkeys(path.parent / PureWindowsPath(name).name for name in named)
    return tuple(one for one in beside if _is_there(one))


def read_description(path: Path, progress: Progress) -> FixedLayout:
    """Read a description with its lists of codes.

    Parameters
    ----------
    path
        The .rda file.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    FixedLayout
        At least one field; none overlap.

    Raises
    ------
    ReadError
        A line cannot be understood, fields overlap or share a name, or a list of codes is missing.
    """
    reader = _Description(path, progress)
    for number, line in enumerate(_lines(path, progress), 1):
        tokens = [token.strip('"') if len(token) > 1 else token for token in _TOKEN.findall(line)]
        for part in _parts(tokens):
            reader.add(number, part)
    return reader.layout()


def _parts(tokens: list[str]) -> list[list[str]]:
    """Return a line in parts: what stands before the first tag, and each tag with what belongs to it."""
    parts: list[list[str]] = []
    for token in tokens:
        if not parts or _TAG.fullmatch(token):
            parts.append([])
        parts[-1].append(token)
    return parts


_TAG = re.compile(r"<[A-Za-z_]+>")


class _Description:
    """The fields that are described so far."""

    def __init__(self, path: Path, progress: Progress) -> None:
        self._path, self._progress = path, progress
        self._fields: list[dict[str, Any]] = []
        self._separator, self._header = "", False

    def add(self, number: int, tokens: list[str]) -> None:
        """Take in a line."""
        if not tokens[0].startswith("<"):
            self._variable(number, tokens)
        elif self._fields:
            self._property(number, tokens[0].upper(), tokens[1:], self._fields[-1])
        elif tokens[0].upper() == "<SEPARATOR>":
            self._separator = self._sign(number, tokens[1:])
        elif tokens[0].upper() == "<NAMESINFRONT>":
            self._separator, self._header = self._separator or ",", True
        elif tokens[0].upper() == "<SPSS>":
            words = "{name} describes a file of SPSS, which says all of itself; open that file."
            raise ReadError(sentence(words, name=self._path.name))

    def layout(self) -> FixedLayout:
        """Return what was described."""
        fields = tuple(FixedField(**field) for field in self._fields)
        if not fields:
            words = "{name} describes no variables; take the description of this data file."
            raise ReadError(sentence(words, name=self._path.name))
        refuse_twice((field.name for field in fields), self._path.name)
        if not self._separator:
            in_order = sorted(fields, key=lambda field: field.start)
            for field, following in pairwise(in_order):
                if following.start <= field.end:
                    words = "{name}: the fields {one} and {other} overlap; mend their places."
                    raise ReadError(
                        sentence(words, name=self._path.name, one=field.name, other=following.name),
                        following.name,
                    )
        return FixedLayout(fields=fields, separator=self._separator, header=self._header)

    def _variable(self, number: int, tokens: list[str]) -> None:
        fixed = not self._separator
        numbers = tokens[1 : 3 if fixed else 2]
        nameless = not tokens[0].strip()
        if nameless or len(numbers) < (2 if fixed else 1) or len(tokens) > (3 if fixed else 2) + MISSING:
            if fixed:
                words = "{name}, line {line}: a variable has a name, a first column and a length; mend it."
            else:
                words = "{name}, line {line}: a variable has a name and a length; mend it."
            raise ReadError(sentence(words, name=self._path.name, line=number))
        places = [self._number(number, text, 1, FARTHEST) for text in numbers]
        self._fields.append(
            {
                "name": tokens[0],
                "start": places[0] if fixed else 1,
                "length": places[-1],
                "missing": tuple(code for text in tokens[3 if fixed else 2 :] if (code := text.strip())),
            }
        )

    def _property(self, number: int, tag: str, rest: list[str], field: dict[str, Any]) -> None:
        if tag == "<NUMERIC>":
            field["numeric"] = True
        elif tag == "<DECIMALS>":
            field["decimals"] = self._number(number, rest[0] if rest else "", 0, _MOST_DECIMALS)
        elif tag == "<WEIGHT>":
            field["role"] = Role.WEIGHT
        elif tag == "<HOUSE_ID>":
            field["role"] = Role.HOUSEHOLD
        elif tag == "<IDLEVEL>":
            level = self._number(number, rest[0] if rest else "", 0, FARTHEST)
            if level and "role" not in field:
                field["role"] = Role.KEY
        elif tag == "<CODELIST>" and rest:
            field["labels"] = tuple(self._codes(number, rest[0]))

    def _codes(self, number: int, named: str) -> Iterator[ValueLabel]:
        """Return what codes mean, by the list beside the description, wherever it once was."""
        path = self._path.parent / PureWindowsPath(named).name
        if not _is_there(path):
            words = (
                "{name}, line {line}: the list of codes {list} is not beside it; put it there, or take the "
                "line out."
            )
            raise ReadError(sentence(words, name=self._path.name, line=number, list=short(path.name)))
        seen: set[str] = set()
        for line, text in enumerate(_lines(path, self._progress), 1):
            if len(text) > _LONGEST_LINE:
                words = "{name}, line {line}: the line is too long for a code and its label; shorten it."
                raise ReadError(sentence(words, name=path.name, line=line))
            quoted = '"' in text
            row = next(csv.reader([text], skipinitialspace=True)) if quoted else text.split(",", 1)
            if len(row) <= 1:
                continue  # a code without a label, or none
            code, label = row[0].strip(), ",".join(row[1:]).strip()
            if code in seen:
                words = "{name}, line {line}: the code stands there twice; give every code one label."
                raise ReadError(sentence(words, name=path.name, line=line))
            seen.add(code)
            if code and label:
                yield ValueLabel(value=code, label=label)

    def _sign(self, number: int, rest: list[str]) -> str:
        sign = rest[0] if rest else ""
        sign = "\t" if sign in (r"\t", "") else sign
        if len(sign) != 1 or not sign.isascii() or sign.isalnum() or sign in "\"'\r\n\0.-+":
            words = "{name}, line {line}: the separator is no single sign that can divide fields; mend it."
            raise ReadError(sentence(words, name=self._path.name, line=number))
        return sign

    def _number(self, number: int, text: str, least: int, most: int) -> int:
        if text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        words = "{name}, line {line}: a place, a length or a level is no number that can be one; mend it."
        raise ReadError(sentence(words, name=self._path.name, line=number))


def _is_there(path: Path) -> bool:
    """Return whether a file is there, as none is under a name that the system does not take."""
    try:
        return path.is_file()
    except OSError:
        return False


def _lines(path: Path, progress: Progress) -> list[str]:
    """Return the lines of a description or a list of codes; other signs that divide lines stand in labels."""
    with opening(path):
        if path.stat().st_size > _LARGEST:
            words = "{name} is too large for a description of a data file; choose another file."
            raise ReadError(sentence(words, name=path.name))
        raw = path.read_bytes()
        encoding = detect_encoding(path, progress)
    text = raw.decode(encoding, errors="replace").removeprefix("\ufeff")
    return _LINE_END.split(text)
