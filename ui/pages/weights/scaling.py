"""Weights scaled to the number of records, as the papers write them; the risk does not change by it."""

from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QLocale

from sdcdesk.core.errors import SdcError
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.editing import scaled
from ui.forms.numbers import write_number

LONGEST = 12
"""Characters of a sum that is written with all its digits."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """To what weights are scaled.

    Attributes
    ----------
    n, t
        Original and released records: the matrix has n columns and t rows.
    """

    n: int
    t: int

    def total(self, matrix: WeightMatrix) -> float:
        """Return the sum of all weights."""
        return matrix.total(self.n, self.t)

    def scaled(self, matrix: WeightMatrix) -> WeightMatrix:
        """Return the matrix whose weights sum to n.

        Raises
        ------
        SdcError
            The weights sum to nothing.
        """
        return scaled(matrix, self.n, self.t)

    def reason(self, matrix: WeightMatrix) -> str:
        """Return why a matrix cannot be scaled; empty where it can."""
        if not self.n:
            return "There are no records to scale to"
        if not matrix.admissible:
            return "The weights break a rule: repair or change them first"
        try:
            self.scaled(matrix)
        except SdcError as error:
            return error.message
        return ""


def sum_text(total: float) -> str:
    """Return a sum with marks between thousands; a long one is rounded, and says so."""
    if not isfinite(total):
        return "?"
    if total == round(total) and abs(total) < 1e15:
        return write_number(total)
    locale, shortest = QLocale(), QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
    whole = locale.toString(total, "g", shortest)
    return whole if len(whole) <= LONGEST else f"≈ {locale.toString(total, 'g', 6)}"
