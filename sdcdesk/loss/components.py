"""Components of both files: loadings, commonalities and factor score coefficients compared cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.text.sentence import Sentence, sentence
from sdcdesk.kernels.distances import Discrepancy
from sdcdesk.kernels.moments import Moments
from sdcdesk.kernels.principal_components import (
    NEAR,
    Components,
    correlated_places,
    principal_components,
)
from sdcdesk.loss.matrices import ROUNDING, compare_cells

Scores = Literal["coefficients", "projection"]
"""What F holds: v_ij / √λ_j, or v_ij."""

CLOSEST = 1e-4
"""Gap between eigenvalues below which the error of an eigenvector is not taken for larger."""

FEWEST = 2
"""A single variable is its own component: nothing is to be compared."""


@dataclass(frozen=True, slots=True, eq=False)
class ComparedComponents:
    """Principal components of the same variables in both files.

    Attributes
    ----------
    variables
        How many variables there are, p.
    places
        int64 (q,), those with all correlations in both files, of which there are components.
    old, new
        Components of the original and of the masked file, the latter with the signs of the former.
    """

    variables: int
    places: np.ndarray
    old: Components
    new: Components

    @property
    def told(self) -> np.ndarray:
        """Whether a component has variance in both files, bool (q,)."""
        found: np.ndarray = self.old.present & self.new.present
        return found

    @property
    def weights(self) -> np.ndarray:
        """Weight w_j of each component, float64 (q,): its share of the variance of the original."""
        return self.old.shares

    def score_matrices(self, scores: Scores) -> tuple[np.ndarray, np.ndarray]:
        """Return F of both files.

        Parameters
        ----------
        scores
            What it holds.

        Returns
        -------
        tuple[np.ndarray, np.ndarray]
            float64 (q, q) each.
        """
        if scores == "projection":
            return self.old.vectors, self.new.vectors
        return self.old.score_coefficients, self.new.score_coefficients

    def discrepancies(self, components: int = 1, scores: Scores = "coefficients") -> dict[str, Discrepancy]:
        """Return the discrepancies of RF, C and F.

        Parameters
        ----------
        components
            How many components explain the commonalities.
        scores
            What F holds.

        Returns
        -------
        dict[str, Discrepancy]
            By matrix. Those of RF and F weigh the column of each component by its share of the variance of
            the original; cells of components without variance, and of variables without correlations, are
            not defined.
        """
        inexact = np.full(len(self.places), ROUNDING)
        before, after = (side.commonalities(components) for side in (self.old, self.new))
        return {
            "RF": self._by_column((self.old.loadings, self.new.loadings), power=0.5),
            "C": compare_cells((before, inexact), (after, inexact))
            + Discrepancy(undefined=self.variables - len(self.places)),
            "F": self._by_column(
                self.score_matrices(scores), power=-0.5 if scores == "coefficients" else 0.0
            ),
        }

    def _by_column(self, matrices: tuple[np.ndarray, np.ndarray], power: float) -> Discrepancy:
        """Compare matrices whose columns are eigenvectors, times a power of their eigenvalues."""
        told, size = np.flatnonzero(self.told), len(self.places)
        errors = [
            _errors(side.eigenvalues) * np.power(side.eigenvalues, power, where=self.told, out=np.ones(size))
            for side in (self.old, self.new)
        ]
        found = Discrepancy(undefined=self.variables**2 - size * len(told))
        for place in told:
            before, after = (
                (matrix[:, place], np.full(size, error[place]))
                for matrix, error in zip(matrices, errors, strict=True)
            )
            found += compare_cells(before, after).weighted(float(self.weights[place]))
        return found

    def notes(self) -> Iterator[Sentence]:
        """Say which components are left out, and of which the directions say little.

        Yields
        ------
        Sentence
            None where all is well.
        """
        lost = len(self.places) - int(self.told.sum())
        if lost:
            yield sentence(
                "{components} component has no variance in one of the files, since its variables are "
                "collinear; RF, C and F leave it out.",
                "{components} components have no variance in one of the files, since their variables are "
                "collinear; RF, C and F leave them out.",
                "components",
                components=lost,
            )
        near = sorted({*self.old.nearly_equal(), *self.new.nearly_equal()})
        if near:
            pairs = ", ".join(f"{first + 1}–{second + 1}" for first, second in near)
            yield sentence(
                "The eigenvalues of these components differ by less than {share}, so that their directions, "
                "and with them RF, C and F, may turn though little has changed: {pairs}.",
                share=Quantity(NEAR, SHARE),
                pairs=pairs,
            )


def compare_components(old: Moments, new: Moments) -> ComparedComponents:
    """Compare the principal components of the correlations of two files.

    Parameters
    ----------
    old, new
        Moments of the original and of the masked file, of the same variables.

    Returns
    -------
    ComparedComponents
        Each in the order of its own eigenvalues. Correlations that differ within rounding are equal.
    """
    places = correlated_places([old.correlations, new.correlations])
    if len(places) < FEWEST:
        places = places[:0]
    before, after = (side.correlations[np.ix_(places, places)] for side in (old, new))
    after = np.where(np.abs(after - before) <= ROUNDING, before, after)
    components = principal_components(before)
    return ComparedComponents(
        len(old.means), places, components, principal_components(after).aligned(components)
    )


def no_components() -> ComparedComponents:
    """Return the components of no variables.

    Returns
    -------
    ComparedComponents
        Without any.
    """
    none = principal_components(np.empty((0, 0)))
    return ComparedComponents(0, np.empty(0, dtype=np.int64), none, none)


def _errors(eigenvalues: np.ndarray) -> np.ndarray:
    """Return the error that rounding may have left in the entries of each eigenvector."""
    gaps = np.abs(eigenvalues[:, None] - eigenvalues)
    np.fill_diagonal(gaps, 1.0)
    found: np.ndarray = ROUNDING / np.clip(gaps.min(axis=0, initial=1.0), CLOSEST, 1.0)
    return found
