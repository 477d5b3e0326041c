"""Exact distances between records whose float64 distances are too close to say which is the larger."""

import math
from collections.abc import Iterable

import numpy as np

from sdcdesk.core.numbers.decimal_fraction import exact_sum, exact_sum_of_squares, scaled_to_integers

EPSILON = float(np.finfo(np.float64).eps)


class ExactDistances:
    """Squared distances of records, in columns divided by their standard deviations, as whole numbers.

    Parameters
    ----------
    whole
        int64 (n, d): the columns, each multiplied by a power of ten that makes its numbers whole.
    factors
        d whole numbers, in the ratio of 1 ÷ the variances of the columns; 0 for a constant one.
    rounding
        The attribute.

    Attributes
    ----------
    rounding
        By how much, in standard deviations, distances of float64 differ from these at most because float64
        holds decimal fractions nearly only: much where numbers are large and lie close together.
    """

    def __init__(self, whole: np.ndarray, factors: list[int], rounding: float) -> None:
        self._whole, self._factors, self.rounding = whole, factors, rounding
        self._sum, self._left = [exact_sum(column) for column in whole.T], len(whole)
        self._removed: list[np.ndarray] = []

    @classmethod
    def from_columns(cls, columns: np.ndarray, counted: np.ndarray) -> "ExactDistances | None":
        """Return the distances of records, or None where a number has too many digits.

        Parameters
        ----------
        columns
            float64 (n, d), finite.
        counted
            bool (n,) or int64 (m,): the records that the variances are of.

        Returns
        -------
        ExactDistances or None
            For numbers of at most 15 decimals and 16 digits.
        """
        found = [scaled_to_integers(column) for column in columns.T]
        scaled = [column[0] for column in found if column is not None]
        if len(scaled) < len(found):
            return None
        variances, roundings = [], []
        for column in scaled:
            values = column[counted]
            variances.append(len(values) * exact_sum_of_squares(values) - exact_sum(values) ** 2)
            if variances[-1]:
                # Half of the last digit at both ends, in standard deviations of the column.
                largest = float(np.abs(values).max())
                roundings.append(EPSILON * largest * len(values) / math.sqrt(variances[-1]))
        common = math.lcm(*(variance for variance in variances if variance))
        factors = [common // variance if variance else 0 for variance in variances]
        return cls(np.stack(scaled, axis=1), factors, math.hypot(*roundings))

    def part(self, positions: np.ndarray) -> "ExactDistances":
        """Return the distances of some of the records.

        Parameters
        ----------
        positions
            int64 (m,).

        Returns
        -------
        ExactDistances
            Records are named by their place in `positions`.
        """
        return ExactDistances(self._whole[positions], self._factors, self.rounding)

    def take(self, records: np.ndarray) -> None:
        """Take records away from those that the mean is of.

        Parameters
        ----------
        records
            int64 (k,), positions.
        """
        self._removed.append(records)
        self._left -= len(records)

    def ranks(self, records: np.ndarray, point: int | None) -> np.ndarray:
        """Return the order of records by their distance from another, or from the mean of those left.

        Parameters
        ----------
        records
            int64 (m,), positions.
        point
            Position of the other; None: the mean.

        Returns
        -------
        np.ndarray
            int64 (m,): equal for equal distances, larger for larger ones.
        """
        rows = self._whole[records]
        if (rows == rows[0]).all():
            return np.zeros(len(records), dtype=np.int64)
        if point is not None:
            gaps = np.abs(rows - self._whole[point])
            if (gaps == gaps[0]).all():
                return np.zeros(len(records), dtype=np.int64)
            listed = list(map(tuple, gaps.tolist()))
            known = {gap: self._squared(gap) for gap in set(listed)}
            distances = [known[gap] for gap in listed]
        else:
            distances = self._from_mean(rows.tolist())
        place = {distance: rank for rank, distance in enumerate(sorted(set(distances)))}
        return np.array([place[distance] for distance in distances], dtype=np.int64)

    def _from_mean(self, rows: list[list[int]]) -> list[int]:
        """Return distances from the mean, times the square of how many it is of."""
        if self._removed:
            # Only now, because few distances are so close.
            gone = self._whole[np.concatenate(self._removed)].T
            self._sum = [total - exact_sum(part) for total, part in zip(self._sum, gone, strict=True)]
            self._removed.clear()
        known = {
            row: self._squared(
                self._left * value - total for value, total in zip(row, self._sum, strict=True)
            )
            for row in set(map(tuple, rows))
        }
        return [known[tuple(row)] for row in rows]

    def _squared(self, gaps: Iterable[int]) -> int:
        return sum(factor * gap * gap for factor, gap in zip(self._factors, gaps, strict=True))
