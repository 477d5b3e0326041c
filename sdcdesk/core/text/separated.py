"""Separated values: rows of text as spreadsheets paste them, and as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence


def tab_separated(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as spreadsheets paste them.

    Parameters
    ----------
    rows
        Cells as text, the header first.

    Returns
    -------
    str
        One line for each row; a tab or line break within a cell becomes a space.
    """
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)


def comma_separated(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows as CSV.

    Parameters
    ----------
    rows
        Cells as text, the header first.

    Returns
    -------
    bytes
        In UTF-8, lines end with a line feed.
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
