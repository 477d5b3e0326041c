"""Weights scaled to the number of records, as the papers write them; the risk does not change by it."""

from dataclasses import dataclass

from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.risk.weights.editing import scaled
from sdcdesk.risk.weights.matrix import WeightMatrix


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
        """Return the sum of all weights.

        Parameters
        ----------
        matrix
            The weights.

        Returns
        -------
        float
            Over t rows and n columns.
        """
        return matrix.total(self.n, self.t)

    def scaled(self, matrix: WeightMatrix) -> WeightMatrix:
        """Return the matrix whose weights sum to n.

        Parameters
        ----------
        matrix
            The weights.

        Returns
        -------
        WeightMatrix
            A new matrix; DR_W stays what it is, but for rounding.

        Raises
        ------
        SdcError
            The weights sum to nothing.
        """
        return scaled(matrix, self.n, self.t)

    def reason(self, matrix: WeightMatrix, locale: Locale = NEUTRAL) -> str:
        """Return why a matrix cannot be scaled, or need not be; empty where it can.

        Parameters
        ----------
        matrix
            The weights.
        locale
            Signs of the point and of groups of digits.

        Returns
        -------
        str
            A sentence without its full stop.
        """
        if not self.n:
            return "There are no records to scale to"
        if not matrix.admissible:
            return "The weights break a rule: repair or change them first"
        try:
            self.scaled(matrix)
        except SdcError as error:
            return error.message
        sums = self.total(matrix) == self.n
        return sentence("The weights sum to {n} already", n=self.n).written(locale) if sums else ""
