"""Linear regression with normal errors, its parameters drawn from their posterior distribution."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.random.randomness import Draws
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.masking.covariance import coordinates, correlations, mixed, standard_deviation, triangular_root


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """A variable explained by others.

    Attributes
    ----------
    records
        Number n of records that it was estimated from.
    means, deviations
        float64 (q + 1,) of the regressors and, last, the variable; deviations divide by n.
    root
        float64 (q + 1, q + 1), triangular root of their correlations, in the same order.
    """

    records: int
    means: np.ndarray
    deviations: np.ndarray
    root: np.ndarray

    @classmethod
    def fitted(
        cls, regressors: Sequence[np.ndarray], variable: np.ndarray, progress: Progress = SILENT
    ) -> "Regression":
        """Estimate a regression by least squares.

        Parameters
        ----------
        regressors
            q times float64 (n,), none missing. What others determine adds nothing.
        variable
            float64 (n,), none missing.
        progress
            Asked whether to stop.

        Returns
        -------
        Regression
        """
        columns, n = [*regressors, variable], len(variable)
        return cls(
            n,
            np.array([column.mean() for column in columns]),
            np.array([standard_deviation(column) * math.sqrt((n - 1) / n) for column in columns]),
            triangular_root(correlations(columns, progress)),
        )

    @property
    def freedom(self) -> int:
        """Degrees of freedom: records less the coefficients, of which the constant is one."""
        return self.records - 1 - int(np.count_nonzero(self.root.diagonal()[:-1]))

    @property
    def explained(self) -> float:
        """Share of the variance that the regressors explain, R²; 1 for a variable without variance."""
        return min(max(1.0 - float(self.root[-1, -1]) ** 2, 0.0), 1.0)

    def drawn(
        self, regressors: Sequence[np.ndarray], noise: np.ndarray, draws: Draws, column: int
    ) -> np.ndarray:
        """Return new values of the variable, with parameters from their posterior distribution.

        With the usual prior, flat in coefficients and in ln σ: σ² = SSE/χ² with the degrees of freedom, and
        the coefficients are normal around the estimated ones.

        Parameters
        ----------
        regressors
            q times float64 (m,), none missing: those of the records that get new values.
        noise
            float64 (m,), standard normal errors.
        draws, column
            Random numbers of the parameters; this column and the next are used.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        q, line = len(self.root) - 1, self.root[-1]
        squares = draws.step_normal(self.freedom, column)
        deviation = line[-1] * math.sqrt(self.records / float((squares * squares).sum()))
        error = draws.step_normal(q + 1, column + 1) * (deviation / math.sqrt(self.records))
        known = self.root.diagonal()[:q] > 0
        scores = [
            (values - mean) / (spread or 1.0)
            for values, mean, spread in zip(regressors, self.means, self.deviations, strict=False)
        ]
        parts = coordinates(scores, self.root) if scores else np.zeros((len(noise), 0))
        found = error[q] + mixed(parts, line[:q] + np.where(known, error[:q], 0.0)) + deviation * noise
        new: np.ndarray = self.means[-1] + self.deviations[-1] * found
        return new
