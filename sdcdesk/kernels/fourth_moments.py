"""Moments up to the fourth of each two columns, from which the sampling errors of second moments follow."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

PRODUCTS = 500_000
"""Products that are added up at a time: few stay in the cache."""

SHORTEST = 64
"""Records at a time at least, however many columns there are."""


@dataclass(frozen=True, slots=True, eq=False)
class FourthMoments:
    """Moments μ_rs of p columns: means of a^r b^s, a of the row's column and b of the other one.

    About the mean of the present values of each column, in units of its scale, over the records that have
    both; on the diagonal both columns are the same.

    Attributes
    ----------
    counts
        int64, p × p: records where both columns are present.
    product, square, cube, both, fourth
        float64, p × p each: μ_11, μ_20, μ_31, μ_22 and μ_40; NaN where no record has both.
    """

    counts: np.ndarray
    product: np.ndarray
    square: np.ndarray
    cube: np.ndarray
    both: np.ndarray
    fourth: np.ndarray

    def covariance_variances(self) -> np.ndarray:
        """Return the asymptotic sampling variances of the covariances, of the variances on the diagonal.

        Returns
        -------
        np.ndarray
            float64 (p, p), (μ_22 − μ_11²) / n: in squared units of both scales, never negative.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            found: np.ndarray = np.maximum(self.both - self.product**2, 0.0) / self.counts
        return found

    def correlation_variances(self) -> np.ndarray:
        """Return the asymptotic sampling variances of the correlations.

        With moments of values that are standardised over these records, (μ_22 + r²/4·(μ_40 + μ_04 + 2 μ_22) −
        r·(μ_31 + μ_13)) / n, which is the mean square of ab − r·(a² + b²)/2, divided by n.

        Returns
        -------
        np.ndarray
            float64 (p, p), never negative; NaN where a column does not vary.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            spread = self.square * self.square.T
            r = self.product / np.sqrt(spread)
            both, fourth = self.both / spread, self.fourth / self.square**2
            cube = self.cube / (self.square * np.sqrt(spread))
            inner = both + r**2 / 4 * (fourth + fourth.T + 2 * both) - r * (cube + cube.T)
            found: np.ndarray = np.maximum(inner, 0.0) / self.counts
        return found


def fourth_moments(columns: Sequence[np.ndarray], means: np.ndarray, scales: np.ndarray) -> FourthMoments:
    """Return the moments up to the fourth of each two columns.

    Parameters
    ----------
    columns
        float64 (n,) each, at least one; NaN where missing.
    means, scales
        float64 (p,), the mean of each column and the unit in which it is taken.

    Returns
    -------
    FourthMoments
        From one product of matrices for all.
    """
    size = len(columns)
    chunk = max(PRODUCTS // (15 * size**2), SHORTEST)
    sums, complete, whole = np.zeros((5 * size, 3 * size)), np.zeros((3 * size, 2 * size)), 0
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, len(columns[0]), chunk):
            part = slice(start, start + chunk)
            block = np.array(
                [
                    (column[part] - mean) / scale
                    for column, mean, scale in zip(columns, means, scales, strict=True)
                ]
            )
            missing = np.isnan(block)
            square = block * block
            if not missing.any():
                whole += block.shape[1]
                complete += (
                    np.concatenate([block, square, square * block]) @ np.concatenate([block, square]).T
                )
                continue
            block[missing] = square[missing] = 0.0
            powers = np.concatenate([block, square, square * block, square * square, ~missing])
            sums += powers @ np.concatenate([block, square, ~missing]).T
    first, second, third, fourth, seen = (slice(k * size, (k + 1) * size) for k in range(5))
    with_first, with_second, with_seen = first, second, third
    # Where nothing is missing, sums of one column are on the diagonals, and the same beside all others.
    sums[: 3 * size, : 2 * size] += complete
    sums[second, with_seen] += np.diagonal(complete[first, with_first])[:, None]
    sums[fourth, with_seen] += np.diagonal(complete[second, with_second])[:, None]
    counts = sums[seen, with_seen] + whole
    with np.errstate(invalid="ignore", divide="ignore"):
        return FourthMoments(
            counts.astype(np.int64),
            sums[first, with_first] / counts,
            sums[second, with_seen] / counts,
            sums[third, with_first] / counts,
            sums[second, with_second] / counts,
            sums[fourth, with_seen] / counts,
        )
