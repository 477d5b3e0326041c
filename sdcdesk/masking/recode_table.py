"""Recode table: old values and what they become, from the clipboard or a CSV file."""

import csv
from collections.abc import Collection
from pathlib import Path

from sdcdesk.core.errors import ReadError

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
    lines = text.removeprefix("\ufeff").splitlines()
    first = lines[0] if lines else ""
    separator = next((sign for sign in SEPARATORS if sign in first), "")
    if not separator:
        return {}
    rows = [row for row in csv.reader(lines, delimiter=separator) if any(cell.strip() for cell in row)]
    if any(len(row) != 2 for row in rows):
        return {}
    cells = [(old.strip(), new.strip()) for old, new in rows]
    if not any(old in known for old, _ in cells):
        return {}
    begin = 0 if cells[0][0] in known else 1
    return {old: new for old, new in cells[begin:] if new}


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
    try:
        if not path.is_file() or path.stat().st_size > LARGEST:
            raise ReadError(f"The file {path.name} is no table of old and new values.")
        table = recode_table(path.read_text(encoding="utf-8-sig"), known)
    except (OSError, UnicodeDecodeError, csv.Error):
        raise ReadError(
            f"The file {path.name} cannot be read as text in UTF-8; choose another file."
        ) from None
    if not table:
        raise ReadError(
            f"The file {path.name} must have two columns: values of the variable, and what they become."
        )
    return table
