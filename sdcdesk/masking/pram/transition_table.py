"""Transition table: probabilities of old and new categories, from the clipboard or a CSV file."""

import csv
import math
from collections.abc import Collection, Iterable
from pathlib import Path

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.masking.recoding.recode_table import SEPARATORS, table_text

ROW_SUM = 1e-9
"""Rows of a given matrix sum to 1 within this."""


def row_total(probabilities: Iterable[float]) -> tuple[float, bool]:
    """Return the sum of a row, and whether it is 1.

    Parameters
    ----------
    probabilities
        Probabilities of the new categories of one old one.

    Returns
    -------
    tuple[float, bool]
        Twelve digits of the sum, and whether the sum is within 10⁻⁹ of 1.
    """
    total = math.fsum(probabilities)
    return rough(total, 12), abs(total - 1) <= ROW_SUM


def transition_table(text: str, known: Collection[str]) -> dict[str, dict[str, str]]:
    """Return what stands in the cells of a table with titles, by old and new category.

    Parameters
    ----------
    text
        A first line with the new categories, then a line for each old one, which begins with it; cells are
        separated by tabs, semicolons or commas. The first cell of the first line is no number: it is empty,
        or says what the table is.
    known
        Categories of the variable; titles of lines and columns name one at least.

    Returns
    -------
    dict[str, dict[str, str]]
        Rows in order, empty cells left out; nothing where it is no such table, but a block of cells.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    separator = next((sign for sign in SEPARATORS if lines and sign in lines[0]), "")
    if not separator:
        return {}
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator) if any(row)]
    (corner, *new), below = rows[0], rows[1:]
    old = [row[0] for row in below]
    titled = not _number(corner) and any(one in known for one in new) and any(one in known for one in old)
    if not titled or any(len(row) > len(rows[0]) for row in below) or len({*old}) < len(old):
        return {}
    return {row[0]: {one: cell for one, cell in zip(new, row[1:], strict=False) if cell} for row in below}


def read_transition_table(path: Path, known: Collection[str]) -> dict[str, dict[str, str]]:
    """Return the table that a file holds.

    Parameters
    ----------
    path
        A CSV file in UTF-8.
    known
        As in `transition_table`.

    Returns
    -------
    dict[str, dict[str, str]]
        What stands in the cells, by old and new category.

    Raises
    ------
    ReadError
        The file cannot be read, or is no table with old and new categories as titles.
    """
    table = transition_table(table_text(path), known)
    if not table:
        raise ReadError(
            sentence(
                "The file {name} must have the new categories in its first line, and a line "
                "for each old one, which begins with it.",
                name=path.name,
            )
        )
    return table


def _number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True
