"""Figures of the information loss in words: rows of its tables, and numbers of any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Any

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.table import rows_to_json
from ui.widgets.numbers import UNKNOWN, count, decimal, percent

ENDS = (1, 2, 5, 10, 25, 50, 100)
"""Losses at which the bars may end."""

MATRICES = {
    "X": "Values",
    "X̄": "Means",
    "V": "Variances and covariances",
    "S": "Variances",
    "R": "Correlations",
}

FIGURES = {
    "mean": "Mean",
    "quantile_50": "Median",
    "deviation": "Standard deviation",
    "quantile_5": "5 of 100 are below",
    "quantile_25": "25 of 100 are below",
    "quantile_75": "75 of 100 are below",
    "quantile_95": "95 of 100 are below",
}
"""What a user of the file would find, in the order in which it is read."""

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its words, quiet words after them, whether it is bold, and a tooltip."""

    words: str
    quiet: str = ""
    bold: bool = False
    tip: str = ""


Row = tuple[Cell, ...]


def bars_end(losses: Sequence[float]) -> int:
    """Return the round loss at which the bars end."""
    most = max(losses, default=0.0)
    return next((end for end in ENDS if end >= most), ENDS[-1])


def short(number: float | None) -> str:
    """Return a number of any size with about three digits that tell."""
    if number is None or not isfinite(number):
        return UNKNOWN
    if number == 0:
        return "0"
    power = floor(log10(abs(number)))
    if not -6 <= power <= 8:
        return f"{decimal(number / 10.0**power, 2)} × 10{str(power).translate(_SUPERSCRIPT)}"
    return decimal(number, max(0, 2 - power))


def amount(number: float | None) -> str:
    """Return a number of a variable: two digits after the point, more where it is small."""
    if number is None or not isfinite(number):
        return UNKNOWN
    if number != 0 and not 1 <= abs(number) < 1e9:
        return short(number)
    return decimal(number, 2 if abs(number) < 1e5 else 0)


def change(before: float | None, after: float | None) -> str:
    """Return by how much a figure changed, in percent of the original: "+0.3 %"."""
    if before is None or after is None or before == 0 != after:
        return UNKNOWN
    share = (after - before) / abs(before) if before else 0.0
    if not isfinite(share):
        return UNKNOWN
    sign = "+" if share > 0 else "−" if share < 0 else ""
    return sign + percent(abs(share), 1)


def variable_rows(numbers: Assessment, name: str) -> list[Row]:
    """Return what a user of the file would find of a variable; empty if it is not of numbers in both."""
    rows = rows_to_json(numbers.table("variables"))
    found = next((row for row in rows if row["variable"] == name), None)
    if found is None:
        return []
    return [
        _figure_row(words, found[f"{key}_before"], found[f"{key}_after"]) for key, words in FIGURES.items()
    ]


def measure_rows(numbers: Assessment, categories: Assessment) -> list[Row]:
    """Return all measures: the matrices of the continuous variables, then each categorical variable."""
    compared = len(numbers.table("variables"))
    matrices = rows_to_json(numbers.table("matrices")) if compared else []
    rows = [_matrix_row(row, compared) for row in matrices]
    return rows + [_category_row(row) for row in rows_to_json(categories.table("variables"))]


def measure_notes(numbers: Assessment, categories: Assessment) -> str:
    """Return what is not in the table, and why."""
    return " ".join(dict.fromkeys((*numbers.notes, *categories.notes)))


def mean_of(parts: Assessment) -> str:
    """Return what the headline is: "Mean of the 6 parts"."""
    rows = [row for row in rows_to_json(parts.table("parts")) if row["loss"] is not None]
    weighted = len({row["weight"] for row in rows}) > 1
    return f"{'Weighted mean' if weighted else 'Mean'} of the {len(rows)} parts"


def _figure_row(words: str, before: float | None, after: float | None) -> Row:
    return Cell(words), Cell(amount(before)), Cell(amount(after)), Cell(change(before, after))


def _matrix_row(row: dict[str, Any], compared: int) -> Row:
    name = Cell(MATRICES[row["matrix"]], row["matrix"])
    cells = Cell(_cells(row["cells"]), tip=_left_out(row))
    if not row["cells"]:
        few = row["matrix"] == "R" and compared < 2
        why = "needs two continuous variables" if few else "too few values, or a constant variable"
        return name, Cell(f"not defined: {why}"), cells
    variation = row["mean_variation"]
    last = Cell(percent(variation, 2), bold=True)
    if variation is None:
        last = Cell(
            "not defined: zeros", tip="All cells of the original are 0, so nothing can be divided by them."
        )
    square, absolute = row["mean_square_error"], row["mean_absolute_error"]
    return name, Cell(short(square)), Cell(short(absolute)), last, cells


def _category_row(row: dict[str, Any]) -> Row:
    name = Cell(f"Category changes: {row['variable']}", "direct")
    counted = Cell(f"{count(row['records'])} record{'' if row['records'] == 1 else 's'}")
    distance = row["distance"]
    if distance is None:
        return name, Cell("not defined: no record is released"), counted
    changed, blanked = count(row["changed"]), count(row["blanked"])
    tip = f"{changed} values changed to another category, {blanked} were blanked"
    nothing = Cell(UNKNOWN)
    return name, nothing, nothing, Cell(percent(distance, 2), bold=True, tip=tip), counted


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{count(number)} cells"


def _left_out(row: dict[str, Any]) -> str:
    parts = []
    if row["cells_left_out"]:
        parts.append(
            f"{count(row['cells_left_out'])} cells of 0 in the original are not in the mean variation"
        )
    if row["cells_not_defined"]:
        parts.append(f"{count(row['cells_not_defined'])} cells are not defined and left out")
    return "; ".join(parts)
