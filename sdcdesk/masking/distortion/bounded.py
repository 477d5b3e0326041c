"""Families between two ends: beta and triangular."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sdcdesk.masking.distortion.distribution import Alive, Distribution, require_different
from sdcdesk.masking.distortion.likelihood_solving import maximum, simplex


@dataclass(frozen=True, slots=True)
class Beta(Distribution):
    """Beta distribution between two ends.

    The ends are 0 and 1 where all values lie between them. Else they lie outside the values by one n-th of
    their range: the likelihood has no maximum where they are free.

    Attributes
    ----------
    first_shape, second_shape
        Exponents, plus 1, at the lower and the upper end.
    least, most
        Ends.
    """

    name: ClassVar[str] = "beta"
    title: ClassVar[str] = "Beta"
    first_shape: float
    second_shape: float
    least: float = 0.0
    most: float = 1.0

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Beta":
        """Return that in which both mean logarithms are those of the values."""
        from scipy.special import betaln, polygamma, psi

        require_different(values)
        least, most = 0.0, 1.0
        if not 0 < values[0] <= values[-1] < 1:
            room = float(values[-1] - values[0]) / len(values)
            least, most = float(values[0]) - room, float(values[-1]) + room
        units = (values - least) / (most - least)
        low, high = float(np.log(units).mean()), float(np.log1p(-units).mean())

        def likelihood(shapes: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
            alive()
            a, b = shapes
            if min(a, b) <= 0:
                return -np.inf, shapes, np.eye(2)
            both, bend = psi(a + b), polygamma(1, a + b)
            value = (a - 1) * low + (b - 1) * high - float(betaln(a, b))
            gradient = np.array([low - psi(a) + both, high - psi(b) + both])
            return value, gradient, bend - np.diag(polygamma(1, shapes))

        mean, variance = float(units.mean()), float(units.var())
        total = max(mean * (1 - mean) / variance - 1, 0.1)
        a, b = maximum(likelihood, np.array([mean * total, (1 - mean) * total]))
        return cls(float(a), float(b), least, most)

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        from scipy.special import betainc

        units = np.clip((values - self.least) / (self.most - self.least), 0.0, 1.0)
        found: np.ndarray = betainc(self.first_shape, self.second_shape, units)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        from scipy.special import betaincinv

        units = betaincinv(self.first_shape, self.second_shape, shares)
        found: np.ndarray = self.least + units * (self.most - self.least)
        return found


@dataclass(frozen=True, slots=True)
class Triangular(Distribution):
    """Triangular distribution.

    Attributes
    ----------
    least, mode, most
        Ends, and the top between them.
    """

    name: ClassVar[str] = "triangular"
    title: ClassVar[str] = "Triangular"
    least: float
    mode: float
    most: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Triangular":
        """Return that of the maximum of its likelihood, whose mode is one of the values (Oliver 1972)."""
        require_different(values)
        units = (values - values[0]) / (values[-1] - values[0])

        def lack(room: np.ndarray) -> float:
            alive()
            return -_best_mode(units, *np.exp(room))[0]

        rooms = np.exp(simplex(lack, np.log([0.2, 0.2]), 0.5))
        place = _best_mode(units, *rooms)[1]
        span = float(values[-1] - values[0])
        least, most = float(values[0]) - span * rooms[0], float(values[-1]) + span * rooms[1]
        return cls(float(least), float(values[place]), float(most))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        span, rise, fall = self.most - self.least, self.mode - self.least, self.most - self.mode
        at: np.ndarray = np.clip(values, self.least, self.most)
        climbed, left = np.minimum(at, self.mode) - self.least, self.most - np.maximum(at, self.mode)
        # Where the mode is an end, one side has no width, and nothing lies on it.
        up = climbed / span * (climbed / rise if rise else 0.0)
        down = 1 - left / span * (left / fall if fall else 0.0)
        found: np.ndarray = np.where(at <= self.mode, up, down)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        span, rise, fall = self.most - self.least, self.mode - self.least, self.most - self.mode
        up, down = self.least + np.sqrt(shares * span * rise), self.most - np.sqrt((1 - shares) * span * fall)
        found: np.ndarray = np.where(shares <= rise / span, up, down)
        return found


def _best_mode(units: np.ndarray, before: float, after: float) -> tuple[float, int]:
    """Return the mean log-likelihood of the best mode among values 0…1, and its place.

    The ends lie `before` 0 and `after` 1.
    """
    count, places = len(units), np.arange(1, len(units) + 1)
    up, down = np.log(units + before), np.log(1 - units + after)
    risen, left = np.cumsum(up), np.append(np.cumsum(down[::-1])[::-1][1:], 0.0)
    likelihood = risen + left - places * up - (count - places) * down
    place = int(np.argmax(likelihood))
    return float(likelihood[place]) / count - float(np.log(1 + before + after)), place
