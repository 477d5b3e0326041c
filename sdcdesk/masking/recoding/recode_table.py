"""Recode table: old values and what they become, from the clipboard or a CSV file; several levels, too."""

import csv
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

New = TypeVar("New", str, tuple[str, ...])
"""What a table says of each value: a new one, or its labels."""

SEPARATORS = "\t;,"
"""Tried in this order; the first that the first line holds is meant."""

LARGEST = 10_000_000
"""Bytes of a file that may be such a table."""


def recode_table(text: str, known: Collection[str]) -> dict[str, str]:
    """Return new values by old ones.

    Parameters
    ----------
    text
        A line for each old value, the new one beside it, separated by a tab, a semicolon or a comma.
    known
        Values of the variable. A first line that names none of them is a header and left out.

    Returns
    -------
    dict[str, str]
        In the order of the lines; empty where they do not have two cells each, or name no value.
    """
    rows = _rows(text, known)
    return {old: new for old, new in rows if new} if all(len(row) == 2 for row in rows) else {}


def hierarchy_table(text: str, known: Collection[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return the labels of values, from a table with a line for each value.

    Parameters
    ----------
    text
        Value, narrowest label, …, widest label, separated by a tab, a semicolon or a comma; this is how
        other programs write generalisation hierarchies.
    known
        Values of the variable. A first line that names none of them is a header and left out; none known:
        there is no header.

    Returns
    -------
    dict[str, tuple[str, ...]]
        By value its labels; empty where the lines do not have equally many cells.
    """
    rows = _rows(text, known)
    if len({len(row) for row in rows}) != 1 or any(not cell for row in rows for cell in row):
        return {}
    return {value: tuple(labels) for value, *labels in rows}


def _rows(text: str, known: Collection[str]) -> list[list[str]]:
    """Return the cells of each line, without a header; none where there is no table of known values."""
    lines = text.removeprefix("\ufeff").splitlines()
    first = lines[0] if lines else ""
    separator = next((sign for sign in SEPARATORS if sign in first), "")
    if not separator:
        return []
    rows = [row for row in csv.reader(lines, delimiter=separator) if any(cell.strip() for cell in row)]
    cells = [[cell.strip() for cell in row] for row in rows]
    if not known:
        return cells
    if not any(row[0] in known for row in cells):
        return []
    return cells[0 if cells[0][0] in known else 1 :]


def read_recode_table(
    path: Path,
    known: Collection[str],
    parse: Callable[[str, Collection[str]], dict[str, New]],
) -> dict[str, New]:
    """Return the table that a file holds.

    Parameters
    ----------
    path
        A CSV file in UTF-8.
    known
        As in `recode_table`.
    parse
        `recode_table` or `hierarchy_table`.

    Returns
    -------
    dict[str, str] or dict[str, tuple[str, ...]]
        New values, or labels, by old values.

    Raises
    ------
    ReadError
        The file cannot be read, or is no table of two columns.
    """
    table = parse(table_text(path), known)
    if not table:
        words = (
            "The file {name} must have values of the variable, and their labels, from the narrowest to "
            "the widest."
        )
        if parse is recode_table:
            words = "The file {name} must have two columns: values of the variable, and what they become."
        raise ReadError(sentence(words, name=short(path.name)))
    return table


def table_text(path: Path) -> str:
    """Return the text of a file that may hold a table of categories.

    Parameters
    ----------
    path
        A CSV file in UTF-8.

    Returns
    -------
    str
        Without the mark of its encoding.

    Raises
    ------
    ReadError
        The file cannot be read as text, is too large, or a line of it is no line of a table.
    """
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise ReadError(
                sentence("The file {name} is no table of old and new values.", name=short(path.name))
            )
        text = path.read_text(encoding="utf-8-sig")
        for _ in csv.reader(text.splitlines()):
            pass
    except (OSError, UnicodeDecodeError, csv.Error):
        raise ReadError(
            sentence(
                "The file {name} cannot be read as text in UTF-8; choose another file.", name=short(path.name)
            )
        ) from None
    return text
