"""Poisson counts whose mean is log-normal: probabilities of counts, and how they change with the spread."""

from dataclasses import dataclass

import numpy as np

NODES = 500
"""Places at least at which an integrand is summed; all of them are smooth and vanish at both ends, where such
a sum is exact to the last digits."""

WIDTH = 0.12
"""Distance of such places at most; e^−λ changes over 1."""

BLOCK = 1_000_000
"""Places that are in memory at once, about."""

FAR = 12.0
"""Standard deviations beyond which nothing of a normal distribution is left."""

STEPS = 60
"""Newton steps to the largest place of an integrand; it is concave, and ten are usual."""


@dataclass(frozen=True, slots=True)
class LogNormal:
    """Distribution of the mean of a Poisson count.

    Attributes
    ----------
    log_mean
        Logarithm of its expectation.
    spread
        Standard deviation of its logarithm, σ, above 0.
    """

    log_mean: float
    spread: float

    @property
    def centre(self) -> float:
        """Expectation of the logarithm, log mean − σ²/2."""
        return self.log_mean - self.spread**2 / 2

    def log_density(self, logarithms: np.ndarray) -> np.ndarray:
        """Return the logarithm of the density of the logarithm.

        Parameters
        ----------
        logarithms
            float64, any shape.

        Returns
        -------
        np.ndarray
            float64 of this shape.
        """
        away = (logarithms - self.centre) / self.spread
        found: np.ndarray = -(away**2) / 2 - np.log(self.spread * np.sqrt(2 * np.pi))
        return found

    def slope(self, logarithms: np.ndarray) -> np.ndarray:
        """Return the derivative of that by σ, where the expectation stays.

        Parameters
        ----------
        logarithms
            float64, any shape.

        Returns
        -------
        np.ndarray
            float64 of this shape.
        """
        away = (logarithms - self.centre) / self.spread
        found: np.ndarray = (away**2 - 1) / self.spread - away
        return found


def log_chances(counts: np.ndarray, model: LogNormal) -> tuple[np.ndarray, np.ndarray]:
    """Return the logarithms of the probabilities of counts, and their derivatives by σ.

    Parameters
    ----------
    counts
        int64 (c,), each from 1.
    model
        Distribution of the mean.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        Twice float64 (c,).
    """
    from scipy.special import gammaln  # heavy: only where it is needed

    numbers = counts.astype(np.float64)
    chances, slopes = np.empty(len(numbers)), np.empty(len(numbers))
    rows = max(int(BLOCK * WIDTH / (2 * FAR * model.spread)), 1)
    for start in range(0, len(numbers), rows):
        block = slice(start, start + rows)
        chances[block], slopes[block] = _log_integrals(numbers[block], model)
    return chances - gammaln(numbers + 1), slopes


def _log_integrals(numbers: np.ndarray, model: LogNormal) -> tuple[np.ndarray, np.ndarray]:
    """Return logarithms of E(λ^f e^−λ), and their derivatives by σ, twice float64 (c,)."""
    top = _largest_place(numbers, model)
    # At a distance d below its largest place z the logarithm of an integrand has fallen by
    # e^z (d − 1 + e^−d) + d²/2σ², above it by e^z (e^d − 1 − d) + d²/2σ²: to nothing where that is 40.
    peak, far = np.exp(top), FAR * model.spread
    left = np.minimum(far, 2 * np.sqrt(80 / peak) + 45 / peak)[:, np.newaxis]
    right = np.minimum(far, np.where(peak < 1, np.log1p(60 / peak) + 1, np.sqrt(80 / peak)))[:, np.newaxis]
    nodes = max(NODES, int(np.ceil(float((left + right).max()) / WIDTH)))
    # Each row is summed around its largest place, where a sharp peak would slip through a common grid.
    places = top[:, np.newaxis] - left + (left + right) * np.linspace(0, 1, nodes)
    heights = numbers[:, np.newaxis] * places - np.exp(places) + model.log_density(places)
    highest = heights.max(axis=1, keepdims=True)
    weights = np.exp(heights - highest)
    total = weights.sum(axis=1)
    widths = (left + right)[:, 0] / (nodes - 1)
    return highest[:, 0] + np.log(total * widths), (weights * model.slope(places)).sum(axis=1) / total


def of_someone(model: LogNormal) -> tuple[float, float]:
    """Return the probability that a count is not 0, and the derivative by σ of log P(count = 0).

    Parameters
    ----------
    model
        Distribution of the mean.

    Returns
    -------
    tuple[float, float]
        P(count > 0), however small, and the derivative.
    """
    centre, spread = model.centre, model.spread
    top = sorted((0.0, centre, centre + spread**2))[1]
    step = min(spread / 8, 0.1)
    places = top + np.arange(-FAR * spread, FAR * spread + step, step)
    # Beyond e⁷⁰⁰ the exponential is no number any more; it is 1 − e^−λ = 1 from e⁴ on.
    weights = -np.expm1(-np.exp(np.minimum(places, 40.0))) * np.exp(model.log_density(places))
    someone = float(weights.sum() * step)
    change = float((weights * model.slope(places)).sum() * step)
    return someone, -change / (1 - someone) if someone < 1 else 0.0


def _largest_place(numbers: np.ndarray, model: LogNormal) -> np.ndarray:
    """Return where f z − e^z plus the log-density is largest, float64 (c,)."""
    places: np.ndarray = np.log(numbers)
    variance = model.spread**2
    for _ in range(STEPS):
        slope = numbers - np.exp(places) - (places - model.centre) / variance
        # Never further than 1 at a time, so that no exponential overflows.
        change = np.clip(slope / (np.exp(places) + 1 / variance), -1.0, 1.0)
        places = places + change
        if float(np.abs(change).max(initial=0.0)) < 1e-9:
            break
    return places
