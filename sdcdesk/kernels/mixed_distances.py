"""Distances between records of two files in variables of mixed kinds: numbers, orders, names and texts."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from sdcdesk.kernels.keys import combine, compact

FARTHEST = 1e100
"""Standard deviations beyond which a number is not farther: all others are equally near to it anyhow."""


@dataclass(frozen=True, slots=True, eq=False)
class Coordinates:
    """A variable whose squared distance is a sum of squared differences of coordinates.

    Attributes
    ----------
    first, second
        float64 (n, k) and (t, k), the records of each file; the whole row is NaN where the value is missing.
        Equal values, and no others, agree in the first column.
    scales
        float64 (k,): differences are divided by them.
    least
        Squared distance of equal values, which all others have besides.
    apart
        Squared distance of a missing value and another one.
    """

    first: np.ndarray
    second: np.ndarray
    scales: np.ndarray
    least: float = 0.0
    apart: float = 1.0

    def weighted(self, weight: float) -> "Coordinates":
        """Return the variable with all squared distances multiplied by a weight.

        Parameters
        ----------
        weight
            Above 0.

        Returns
        -------
        Coordinates
            The same values.
        """
        scales, least = self.scales / np.sqrt(weight), self.least * weight
        return Coordinates(self.first, self.second, scales, least, self.apart * weight)


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """A variable of which only the equality of values means something: their distance is 0 or 1.

    Attributes
    ----------
    first, second
        int64 (n,) and (t,), codes of the records of each file; −1 where missing, a value of its own.
    apart
        Squared distance of different values: 1, or the weight of the variable.
    """

    first: np.ndarray
    second: np.ndarray
    apart: float = 1.0

    def weighted(self, weight: float) -> "Names":
        """Return the variable with all squared distances multiplied by a weight.

        Parameters
        ----------
        weight
            Above 0.

        Returns
        -------
        Names
            The same values.
        """
        return Names(self.first, self.second, self.apart * weight)


@dataclass(frozen=True, slots=True, eq=False)
class Texts(Names):
    """Names that are near to each other if they are written alike.

    Attributes
    ----------
    squares
        float64 (codes + 1, codes + 1), squared distances of values of the first and of the second file, which
        are 0 for equal ones and no others. The last row and column are those of a missing value.
    """

    squares: np.ndarray = field(kw_only=True)

    def weighted(self, weight: float) -> "Texts":
        """Return the variable with all squared distances multiplied by a weight.

        Parameters
        ----------
        weight
            Above 0.

        Returns
        -------
        Texts
            The same values.
        """
        return Texts(self.first, self.second, self.apart * weight, squares=self.squares * weight)


def number(first: np.ndarray, second: np.ndarray, scale: float) -> Coordinates:
    """Return a variable with the distance |x − x′| / scale.

    Parameters
    ----------
    first, second
        float64 (n,) and (t,), NaN where missing.
    scale
        The standard deviation of the first; above 0.

    Returns
    -------
    Coordinates
        One coordinate.
    """
    # The median leaves the most digits to most values.
    present = first[~np.isnan(first)]
    centre = np.median(present) if len(present) else 0.0
    with np.errstate(over="ignore"):
        far = FARTHEST * scale
        after = np.clip(second - centre, -far, far)
    return Coordinates((first - centre)[:, None], after[:, None], np.array([scale]))


def order(first: np.ndarray, second: np.ndarray, categories: int, *, both_ends: bool) -> Coordinates:
    """Return an ordered variable, with the distance of two places divided by the number of categories.

    Parameters
    ----------
    first, second
        int64 (n,) and (t,), places from 0; −1 where missing.
    categories
        D, their number.
    both_ends
        Count both ends, (|Δ| + 1)/D, also of equal places. The square is (Δ² + 2|Δ| + 1)/D², and |Δ| is the
        squared distance of two steps of as many ones as the places say.

    Returns
    -------
    Coordinates
        One coordinate, with both ends D.
    """

    def coordinates(places: np.ndarray) -> np.ndarray:
        columns = [places.astype(np.float64)]
        if both_ends:
            columns += [(places > step).astype(np.float64) for step in range(categories - 1)]
        matrix = np.column_stack(columns)
        matrix[places < 0] = np.nan
        return matrix

    steps = categories - 1 if both_ends else 0
    scales = np.array([float(categories), *[categories / np.sqrt(2.0)] * steps])
    least = 1 / categories**2 if both_ends else 0.0
    return Coordinates(coordinates(first), coordinates(second), scales, least)


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """The variables in which records are compared; each may be missing: in both files 0, in one 1.

    Attributes
    ----------
    coordinates, names
        All variables but those that are compared as texts.
    records
        n and t, the numbers of records of the first and of the second file.
    texts
        Variables that are compared as texts.
    """

    coordinates: tuple[Coordinates, ...]
    names: tuple[Names, ...]
    records: tuple[int, int]
    texts: tuple[Texts, ...] = ()

    def squared(self, first: np.ndarray, second: np.ndarray) -> np.ndarray:
        """Return the squared distances of pairs of records.

        Parameters
        ----------
        first, second
            int64 (m,), positions in each file.

        Returns
        -------
        np.ndarray
            float64 (m,), the sum of the squared distances of all variables.
        """
        total = np.zeros(len(first))
        for names in self.names:
            total += names.apart * (names.first[first] != names.second[second])
        for texts in self.texts:
            total += texts.squares[texts.first[first], texts.second[second]]
        for one in self.coordinates:
            with np.errstate(over="ignore"):
                gaps = (one.first[first] - one.second[second]) / one.scales
                squares = np.einsum("ij,ij->i", gaps, gaps) + one.least
            lacking = np.isnan(gaps[:, 0])
            if lacking.any():
                apart = np.isnan(one.first[first, 0]) != np.isnan(one.second[second, 0])
                squares[lacking] = one.apart * apart[lacking]
            total += squares
        return total

    def distinct(self) -> tuple[np.ndarray, np.ndarray]:
        """Return for each record of both files the number of its combination of values.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            int64 (n,) and (t,): equal, also across the files, exactly where all values are.
        """
        columns = [np.concatenate([one.first, one.second]) for one in (*self.names, *self.texts)]
        columns += [np.concatenate([one.first[:, 0], one.second[:, 0]]) for one in self.coordinates]
        labels = same_values(columns, sum(self.records))
        return labels[: self.records[0]], labels[self.records[0] :]

    def select(self, first: np.ndarray, second: np.ndarray) -> "Space":
        """Return the space of some records of each file.

        Parameters
        ----------
        first, second
            int64 (a,) and (b,), positions in each file.

        Returns
        -------
        Space
            The same variables.
        """
        return Space(
            tuple(
                replace(one, first=one.first[first], second=one.second[second]) for one in self.coordinates
            ),
            tuple(replace(one, first=one.first[first], second=one.second[second]) for one in self.names),
            (len(first), len(second)),
            tuple(replace(one, first=one.first[first], second=one.second[second]) for one in self.texts),
        )


def same_values(columns: Sequence[np.ndarray], records: int) -> np.ndarray:
    """Return numbers of records that are equal exactly where all columns are.

    Parameters
    ----------
    columns
        (records,) each, of any type; NaN equals NaN.
    records
        Number of records, also where there are no columns.

    Returns
    -------
    np.ndarray
        int64 (records,), 0…G−1.
    """
    if not columns or not records:
        return np.zeros(records, dtype=np.int64)
    digits = []
    radices = []
    for column in columns:
        found, codes = np.unique(column, return_inverse=True)
        digits.append(codes.astype(np.int64, copy=False))
        radices.append(len(found))
    return compact(*combine(digits, radices))[0]
