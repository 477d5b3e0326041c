"""Classification matrix, and the disclosure risks that follow from it."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.counting.answers import CrossedSizes
from sdcdesk.kernels.counting import pair_counts
from sdcdesk.risk.weights.matrix import WeightMatrix

DIGITS = 1200
"""Binary digits after the point in sums of shares: more than the smallest float has."""

DOUBLE = 53
"""Binary digits of a float."""

HALF = 26
"""Binary digits of the lower half of them."""

NAMED = 5
"""So many cells are named in an error; the others are counted."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassificationMatrix:
    """c_ij, the number of released records in groups of i now and of j before; observed cells only.

    Attributes
    ----------
    i, j
        int64 sizes in the masked and in the initial file, ascending by i, then j.
    counts
        int64 records of each cell, all positive.
    n
        Records of the initial file, before anything was left out.
    t
        Released records.
    """

    i: np.ndarray
    j: np.ndarray
    counts: np.ndarray
    n: int
    t: int

    @classmethod
    def from_sizes(cls, released: np.ndarray, initial: np.ndarray, n: int) -> "ClassificationMatrix":
        """Count the pairs (f_r, F_r) of the released records.

        Parameters
        ----------
        released, initial
            int64 (t,), f_r and F_r of each released record.
        n
            Records of the initial file.

        Returns
        -------
        ClassificationMatrix
            Observed cells with their counts.

        Raises
        ------
        DataError
            The initial file holds no records.
        """
        return cls.crossed(CrossedSizes(*pair_counts(released, initial)), n, len(released))

    @classmethod
    def crossed(cls, sizes: CrossedSizes, n: int, t: int) -> "ClassificationMatrix":
        """Return the matrix whose cells were counted.

        Parameters
        ----------
        sizes
            Released records by the sizes of their group now and before.
        n, t
            Records of the initial file, and released records.

        Returns
        -------
        ClassificationMatrix
            Observed cells with their counts.

        Raises
        ------
        DataError
            The initial file holds no records.
        """
        if n == 0:
            raise DataError("The original file holds no records, so there is nothing to assess.")
        return cls(sizes.now, sizes.before, sizes.records, n, t)

    @property
    def larger(self) -> np.ndarray:
        """max(i, j) of each cell."""
        larger: np.ndarray = np.maximum(self.i, self.j)
        return larger

    def links_minimal(self) -> Fraction:
        """Return c_11.

        Returns
        -------
        Fraction
            Records; divided by n it is DR_min.
        """
        unique = (self.i == 1) & (self.j == 1)
        return Fraction(int(self.counts[unique].sum()))

    def links_maximal(self) -> Fraction:
        """Return Σ c_ij / max(i, j).

        Returns
        -------
        Fraction
            Expected right links; divided by n it is DR_max.
        """
        return reciprocals(self.counts, self.larger)

    def links_weighted(self, weights: WeightMatrix) -> Fraction:
        """Return Σ (w_ij / w_11) · c_ij / max(i, j), true to `DIGITS` binary digits.

        Never more than `links_maximal`, and never less than `links_minimal`, down to the last digit.

        Parameters
        ----------
        weights
            Weights of the records, by the size of their group now and before.

        Returns
        -------
        Fraction
            Weighted right links; divided by n it is DR_W.

        Raises
        ------
        ParameterError
            The weights break a rule of their structure.
        DataError
            Records are in cells for which the structure has no place.
        """
        weights.require_admissible()
        self.require_fit(weights)
        sums, exponent = _summed(self.larger, weights.at(self.i, self.j), self.counts)
        first, over = weights.first.as_integer_ratio()
        over, under = over << max(exponent, 0), first << max(-exponent, 0)
        total = sum((records * over << DIGITS) // (size * under) for size, records in sums.items())
        return Fraction(total, 1 << DIGITS)

    def require_fit(self, weights: WeightMatrix) -> None:
        """Raise `DataError` naming the cells that hold records where the structure has no place for any.

        Parameters
        ----------
        weights
            Weights of the records, by the size of their group now and before.

        Raises
        ------
        DataError
            Records are in cells for which the structure has no place.
        """
        misfits = weights.misfits(self.i, self.j, self.counts)
        if misfits:
            records = sum(count for _, _, count in misfits)
            named = [
                sentence("c({i}, {j}) = {n}", i=str(i), j=str(j), n=count) for i, j, count in misfits[:NAMED]
            ]
            raise DataError(
                sentence(
                    "The weights have the structure {structure}, which has no place for {n} of the "
                    "released records ({cells}; i = size of the group now, j = before); "
                    "use weights with the structure general.",
                    n=records,
                    cells=listed(named, len(misfits)),
                    structure=weights.structure,
                ),
                "weights",
            )

    def contributions(self, weights: WeightMatrix) -> pd.DataFrame:
        """Return what each observed cell adds to DR_W.

        Parameters
        ----------
        weights
            Weights of the records, by the size of their group now and before.

        Returns
        -------
        DataFrame
            i and j; count, the records of the cell; weight, w_ij; contribution, what they add to DR_W:
            w_ij c_ij / (n w_11 max(i, j)); share, the part of DR_W that this is, NaN where DR_W is 0.

        Raises
        ------
        ParameterError, DataError
            As `links_weighted`.
        """
        weights.require_admissible()
        self.require_fit(weights)
        weight = weights.at(self.i, self.j)
        added = weight / weights.first * self.counts / self.larger / self.n
        total = added.sum()
        share = added / total if total else np.full(len(added), np.nan)
        return self.table().assign(weight=weight, contribution=added, share=share)

    def by_released(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the sizes i that occur, ascending, and t_i = Σ_j c_ij, the records of each.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            Sizes and records, twice int64 (number of sizes,).
        """
        sizes, start = np.unique(self.i, return_index=True)
        return sizes, np.add.reduceat(self.counts, start) if len(start) else self.counts

    def table(self) -> pd.DataFrame:
        """Return the observed cells with the columns i, j and count.

        Returns
        -------
        pd.DataFrame
            One row for each cell, ascending by i, then j.
        """
        return pd.DataFrame({"i": self.i, "j": self.j, "count": self.counts})


def reciprocals(counts: np.ndarray, sizes: np.ndarray) -> Fraction:
    """Return Σ count / size, true to `DIGITS` binary digits.

    In whole numbers, so that a risk which equals its limit is found equal: a sum of floats would be off in
    its last digit, and the verdict would turn on it.

    Parameters
    ----------
    counts
        int64 (m,).
    sizes
        int64 (m,), from 1.

    Returns
    -------
    Fraction
        A sum of whole numbers, whatever the order of the entries.
    """
    order = np.argsort(sizes, kind="stable")
    distinct, start = np.unique(sizes[order], return_index=True)
    records = np.add.reduceat(counts[order], start) if len(start) else counts
    of_size = zip(records.tolist(), distinct.tolist(), strict=True)
    return Fraction(sum((count << DIGITS) // size for count, size in of_size), 1 << DIGITS)


def _summed(sizes: np.ndarray, weights: np.ndarray, counts: np.ndarray) -> tuple[dict[int, int], int]:
    """Return Σ weight · count of the cells of each size, without any rounding.

    Returns
    -------
    sums
        Whole numbers by size, to be multiplied by 2^exponent; sizes whose weights are all 0 are left out.
    exponent
        One for all.

    Notes
    -----
    A weight is a whole number of 53 binary digits times a power of 2. Cells of the same size and power are
    summed at once, the two halves of the number apart: below 2^63 for up to 2^36 records. Long numbers,
    which are slow, are left for what these sums amount to.
    """
    digits, powers = np.frexp(weights)
    order = np.lexsort((powers, sizes))
    order = order[weights[order] > 0]
    if not len(order):
        return {}, 0
    sizes, powers, counts = sizes[order], powers[order], counts[order]
    whole = np.ldexp(digits[order], DOUBLE).astype(np.int64)
    start = np.flatnonzero(np.append(True, (np.diff(sizes) != 0) | (np.diff(powers) != 0)))
    high = np.add.reduceat((whole >> HALF) * counts, start).tolist()
    low = np.add.reduceat((whole & ((1 << HALF) - 1)) * counts, start).tolist()
    least = int(powers.min())
    sums: dict[int, int] = {}
    groups = zip(sizes[start].tolist(), high, low, (powers[start] - least).tolist(), strict=True)
    for size, upper, lower, shift in groups:
        sums[size] = sums.get(size, 0) + (((upper << HALF) + lower) << shift)
    return sums, least - DOUBLE
