"""Recode table: old values and what they become, from the clipboard or a CSV file."""

import csv
from collections.abc import Collection
from pathlib import Path

from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence

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


def read_recode_table(path: Path, known: Collection[str]) -> dict[str, str]:
    """Return the table that a file holds.

    Parameters
    ----------
    path
        A CSV file in UTF-8.
    known
        As in `recode_table`.

    Returns
    -------
    dict[str, str]
        New values by old ones.

    Raises
    ------
    ReadError
        The file cannot be read, or is no table of two columns.
    """
    table = recode_table(table_text(path), known)
    if not table:
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
