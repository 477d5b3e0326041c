"""Principal components of correlation matrices: eigenvalues, loadings, commonalities, score coefficients."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

COLLINEAR = 1e-12
"""A component whose eigenvalue is no larger than this share of the first one is rounding, not variance."""

NEAR = 0.01
"""Neighbouring eigenvalues that differ by less than this share of the larger are nearly equal."""

DECIDED = 1e-6
"""Share of the largest entry of an eigenvector by which another must exceed it to decide on the sign."""


@dataclass(frozen=True, slots=True, eq=False)
class Components:
    """Principal components of q variables, the one with the largest eigenvalue first.

    Attributes
    ----------
    eigenvalues
        float64 (q,), falling. Some are negative where correlations over different records, as with missing
        values, are those of no file.
    vectors
        float64 (q, q): column j is the eigenvector of eigenvalue j, of length 1.
    """

    eigenvalues: np.ndarray
    vectors: np.ndarray

    @property
    def present(self) -> np.ndarray:
        """Whether a component has variance beyond rounding, bool (q,): λ_j > 1e-12 λ_1."""
        largest = self.eigenvalues[0] if len(self.eigenvalues) else 0.0
        found: np.ndarray = self.eigenvalues > max(COLLINEAR * largest, 0.0)
        return found

    @property
    def shares(self) -> np.ndarray:
        """Share of the variance of each component, float64 (q,): λ_j / Σλ."""
        found: np.ndarray = self.eigenvalues / self.eigenvalues.sum()
        return found

    @property
    def loadings(self) -> np.ndarray:
        """Correlations of variables with components, float64 (q, q): v_ij √λ_j; NaN without variance."""
        found: np.ndarray = self.vectors * self._roots
        return found

    @property
    def score_coefficients(self) -> np.ndarray:
        """Factor score coefficients, float64 (q, q): v_ij / √λ_j; NaN without variance."""
        found: np.ndarray = self.vectors / self._roots
        return found

    @property
    def _roots(self) -> np.ndarray:
        return np.sqrt(np.where(self.present, self.eigenvalues, np.nan))

    def commonalities(self, components: int) -> np.ndarray:
        """Return the share of each variable's variance that the first components explain.

        Parameters
        ----------
        components
            How many; those without variance explain nothing.

        Returns
        -------
        np.ndarray
            float64 (q,), 0…1: the sum of the squared loadings.
        """
        squares = np.square(np.nan_to_num(self.loadings[:, :components]))
        found: np.ndarray = np.minimum(squares.sum(axis=1), 1.0)
        return found

    def nearly_equal(self) -> list[tuple[int, int]]:
        """Return the pairs of neighbouring components whose eigenvalues are nearly equal.

        Their eigenvectors may turn within the plane that both span, without any change that matters.

        Returns
        -------
        list[tuple[int, int]]
            Places from 0; among the components with variance.
        """
        known = self.eigenvalues[self.present]
        near = known[:-1] - known[1:] < NEAR * known[:-1]
        return [(int(place), int(place) + 1) for place in np.flatnonzero(near)]

    def aligned(self, other: "Components") -> "Components":
        """Return the same components with the signs of others: no inner product is negative.

        Parameters
        ----------
        other
            Components of the same variables; both stay in the order of their own eigenvalues.

        Returns
        -------
        Components
            A sign that the other leaves open stays as it is.
        """
        inner = np.einsum("ij,ij->j", self.vectors, other.vectors)
        return replace(self, vectors=np.where(inner < 0, -self.vectors, self.vectors))


def principal_components(correlations: np.ndarray) -> Components:
    """Return the principal components of a correlation matrix.

    Parameters
    ----------
    correlations
        float64 (q, q), symmetric and without NaN.

    Returns
    -------
    Components
        The largest entry of each eigenvector is positive; of several that are equally large the first.
    """
    values, vectors = np.linalg.eigh(correlations)
    values, vectors = values[::-1].copy(), vectors[:, ::-1].copy()
    if len(values):
        sizes = np.abs(vectors)
        first = np.argmax(sizes >= (1 - DECIDED) * sizes.max(axis=0), axis=0)
        vectors *= np.where(vectors[first, np.arange(len(values))] < 0, -1.0, 1.0)
    return Components(values, vectors)


def correlated_places(correlations: Sequence[np.ndarray]) -> np.ndarray:
    """Return the variables whose correlations with one another are known in all matrices.

    Variables without any, as constant ones, are left out first; then, one by one, the variable that lacks
    most of them, of several the last.

    Parameters
    ----------
    correlations
        float64 (p, p) each, of the same variables; NaN where a correlation is not defined.

    Returns
    -------
    np.ndarray
        int64 (q,), places of the variables, rising.
    """
    unknown = np.logical_or.reduce([np.isnan(matrix) for matrix in correlations])
    kept = np.flatnonzero(~np.diagonal(unknown))
    while (lacking := unknown[np.ix_(kept, kept)].sum(axis=1)).any():
        worst = len(lacking) - 1 - int(np.argmax(lacking[::-1]))
        kept = np.delete(kept, worst)
    return kept
