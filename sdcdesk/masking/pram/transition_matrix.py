"""Transition matrix of PRAM: with which probability each category becomes which."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SINGULAR = 1e12
"""A matrix with a larger condition number leaves less than four digits of an estimate: not invertible."""


@dataclass(frozen=True, slots=True, eq=False)
class TransitionMatrix:
    """Transition probabilities P of a categorical variable.

    Attributes
    ----------
    categories
        All categories that masked values may have, as text. The first `len(probabilities)` of them are
        those that original values may have.
    probabilities
        float64, one row for each original category, one column for each of `categories`; rows sum to 1.
    """

    categories: tuple[str, ...]
    probabilities: np.ndarray

    @classmethod
    def keeping(
        cls,
        categories: Sequence[str],
        share: float,
        groups: Sequence[str | None] | None = None,
        possible: np.ndarray | None = None,
    ) -> "TransitionMatrix":
        """Return the matrix with which a value stays with probability `share`, all others being equal.

        A category that has no others always stays.

        Parameters
        ----------
        categories
            As text, each once.
        share
            0…1.
        groups
            For each category the group of those that it may become; None for one that always stays. Where
            not given, all are one group.
        possible
            bool (categories,), which of them a value may become; where not given, all.

        Returns
        -------
        TransitionMatrix
            As many rows as columns.
        """
        size = len(categories)
        names = dict.fromkeys(groups or [""])
        place = {name: number for number, name in enumerate(names)}
        numbers = np.array([place[one] for one in groups or [""] * size], dtype=np.int64)
        alike = numbers[:, np.newaxis] == numbers
        if None in place:
            alike &= numbers != place[None]
        if possible is not None:
            alike &= possible & possible[:, np.newaxis]
        np.fill_diagonal(alike, val=False)
        others = alike.sum(axis=1, keepdims=True)
        matrix = np.where(alike, (1 - share) / np.maximum(others, 1), 0.0)
        np.fill_diagonal(matrix, np.where(others[:, 0] > 0, share, 1.0))
        return cls(tuple(categories), matrix)

    @classmethod
    def written(
        cls, categories: Sequence[str], transitions: Mapping[str, Mapping[str, float]]
    ) -> "TransitionMatrix":
        """Return the matrix given by old category → new category → probability.

        Parameters
        ----------
        categories
            Categories of the data; they come first, in this order. Each has a row.
        transitions
            The rows. They may have more categories than the data, and their columns more than the rows.

        Returns
        -------
        TransitionMatrix
            Categories of the data first.
        """
        rows = tuple(dict.fromkeys([*categories, *transitions]))
        columns = tuple(dict.fromkeys([*rows, *(new for row in transitions.values() for new in row)]))
        place = {category: j for j, category in enumerate(columns)}
        matrix = np.zeros((len(rows), len(columns)))
        for i, old in enumerate(rows):
            for new, probability in transitions[old].items():
                matrix[i, place[new]] = probability
        # Rows may be off by rounding ("0.333"): to 1e-9, as was checked when they were read.
        return cls(columns, matrix / matrix.sum(axis=1, keepdims=True))

    @property
    def rows(self) -> tuple[str, ...]:
        """The categories that original values may have."""
        return self.categories[: len(self.probabilities)]

    def invariant(self, frequencies: np.ndarray) -> "TransitionMatrix":
        """Return R = P·Q, which in expectation leaves these frequencies T as they are: TᵀR = Tᵀ.

        Q_ji = P_ij T_i / Σ_i P_ij T_i is the probability that j came from i; where no record can become
        j, it is the unit row.

        Parameters
        ----------
        frequencies
            float64 or int64 (rows of P,): T; P must be square.

        Returns
        -------
        TransitionMatrix
            The same categories.
        """
        joint = self.probabilities * frequencies[:, np.newaxis]
        sums = joint.sum(axis=0)
        back = np.eye(len(joint))
        np.divide(joint.T, sums[:, np.newaxis], out=back, where=sums[:, np.newaxis] > 0)
        return TransitionMatrix(self.categories, self.probabilities @ back)

    def changed(self, frequencies: np.ndarray) -> float:
        """Return how many of the values with these frequencies are expected to change.

        Parameters
        ----------
        frequencies
            float64 or int64 (rows of P,), records of each original category.

        Returns
        -------
        float
            Expected number of records.
        """
        return float((frequencies * (1 - np.diagonal(self.probabilities))).sum())

    def drawn(self, codes: np.ndarray, uniform: np.ndarray) -> np.ndarray:
        """Return the new code of each record that its random number chooses.

        Parameters
        ----------
        codes
            Integers (n,), old codes: positions in `rows`, or −1 where missing, which stay.
        uniform
            float64 (n,), on [0, 1): one for each record, also a missing one.

        Returns
        -------
        np.ndarray
            The type of the old codes, (n,): positions in `categories`.
        """
        limits = _limits(self.probabilities)
        # Sixteen bits hold the row numbers of any matrix that fits in memory, and sort faster.
        order = np.argsort(codes.astype(np.int16), kind="stable")
        starts = np.bincount(codes + 1, minlength=len(limits) + 1).cumsum()
        new = codes.copy()
        for row, limit in enumerate(limits):
            records = order[starts[row] : starts[row + 1]]
            new[records] = np.searchsorted(limit, uniform[records], side="right")
        return new

    @property
    def condition(self) -> float:
        """Condition number of P, 1 or more; infinite where P is not square, or singular."""
        rows, columns = self.probabilities.shape
        if rows != columns or rows == 0:
            return np.inf
        condition = float(np.linalg.cond(self.probabilities))
        return condition if condition <= SINGULAR else np.inf

    def estimate(self, frequencies: Sequence[float] | np.ndarray) -> np.ndarray | None:
        """Estimate without bias the frequencies of the original: (Pᵀ)⁻¹ times those of the masked file.

        Parameters
        ----------
        frequencies
            float64 or int64 (categories,): frequencies of the masked file.

        Returns
        -------
        np.ndarray or None
            float64 (categories,), some of them perhaps negative; None if P is not square, or singular.
        """
        if self.condition == np.inf:
            return None
        estimated: np.ndarray = np.linalg.solve(self.probabilities.T, np.asarray(frequencies, np.float64))
        return estimated


def mean_matrix(parts: Iterable[tuple[TransitionMatrix, np.ndarray]]) -> TransitionMatrix:
    """Return the matrix that a whole file has in which each part has its own.

    Parameters
    ----------
    parts
        The matrix of each part, at least one and all over the same categories, and how often each of its
        rows occurs there, int64 (rows,).

    Returns
    -------
    TransitionMatrix
        The means of the rows, by how often they occur; the unit row where one never does.
    """
    expected: np.ndarray | float = 0.0
    for matrix, frequencies in parts:
        expected = expected + matrix.probabilities * frequencies[:, np.newaxis]
    mean = np.eye(*matrix.probabilities.shape)
    sums = np.asarray(expected).sum(axis=1, keepdims=True)
    np.divide(expected, sums, out=mean, where=sums > 0)
    return TransitionMatrix(matrix.categories, mean)


def _limits(probabilities: np.ndarray) -> np.ndarray:
    """Return for each row the numbers below 1 at which one new category ends and the next begins."""
    limits = probabilities.cumsum(axis=1)
    # Sums may end just below 1; from the last possible category on they are 1, so that none beyond is drawn.
    possible = probabilities[:, ::-1].cumsum(axis=1)[:, ::-1]
    beyond = np.zeros_like(possible)
    beyond[:, :-1] = possible[:, 1:]
    limits[beyond == 0] = 1.0
    return limits
