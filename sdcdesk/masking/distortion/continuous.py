"""Continuous families: distributions of numbers that need not be whole."""

from dataclasses import dataclass
from math import log, sqrt
from typing import ClassVar

import numpy as np

from sdcdesk.core.random.normal_quantile import normal_quantile
from sdcdesk.masking.distortion.distribution import (
    POSITIVE,
    Alive,
    Distribution,
    NoFitError,
    require_different,
    require_positive,
)
from sdcdesk.masking.distortion.likelihood_solving import maximum, positive_root


@dataclass(frozen=True, slots=True)
class Normal(Distribution):
    """Normal distribution.

    Attributes
    ----------
    mean, deviation
        Mean and standard deviation.
    """

    name: ClassVar[str] = "normal"
    title: ClassVar[str] = "Normal"
    mean: float
    deviation: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Normal":
        """Return that of the mean and the standard deviation (÷ n)."""
        require_different(values)
        return cls(float(values.mean()), float(values.std()))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        from scipy.special import ndtr

        found: np.ndarray = ndtr((values - self.mean) / self.deviation)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        return self.mean + self.deviation * normal_quantile(shares)


@dataclass(frozen=True, slots=True)
class LogNormal(Distribution):
    """Log-normal distribution: logarithms are normal.

    Attributes
    ----------
    mean_of_logarithms, deviation_of_logarithms
        Mean and standard deviation of the logarithms of what is above the origin.
    origin
        Where the distribution begins.
    """

    name: ClassVar[str] = "log_normal"
    title: ClassVar[str] = "Log-normal"
    mean_of_logarithms: float
    deviation_of_logarithms: float
    origin: float = 0.0

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "LogNormal":
        """Return that of the mean and the standard deviation (÷ n) of the logarithms."""
        require_positive(values)
        normal = Normal.fit(np.log(values), alive)
        return cls(normal.mean, normal.deviation)

    @property
    def _normal(self) -> Normal:
        return Normal(self.mean_of_logarithms, self.deviation_of_logarithms)

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        with np.errstate(divide="ignore"):
            return self._normal.below(np.log(np.maximum(values - self.origin, 0.0)))

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.origin + np.exp(self._normal.quantile(shares))
        return found


@dataclass(frozen=True, slots=True)
class Exponential(Distribution):
    """Exponential distribution.

    Attributes
    ----------
    scale
        Mean above the origin.
    origin
        Where the distribution begins.
    """

    name: ClassVar[str] = "exponential"
    title: ClassVar[str] = "Exponential"
    scale: float
    origin: float = 0.0

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Exponential":
        """Return that of the mean."""
        if values[0] < 0 or values[-1] == 0:
            raise NoFitError(POSITIVE)
        return cls(float(values.mean()))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        found: np.ndarray = -np.expm1(-np.maximum(values - self.origin, 0.0) / self.scale)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.origin - self.scale * np.log1p(-shares)
        return found


@dataclass(frozen=True, slots=True)
class Gamma(Distribution):
    """Gamma distribution.

    Attributes
    ----------
    shape, scale
        Their product is the mean above the origin.
    origin
        Where the distribution begins.
    """

    name: ClassVar[str] = "gamma"
    title: ClassVar[str] = "Gamma"
    shape: float
    scale: float
    origin: float = 0.0

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Gamma":
        """Return that in which mean and mean logarithm are those of the values."""
        from scipy.special import psi

        require_positive(values)
        mean = float(values.mean())
        lack = log(mean) - float(np.log(values).mean())
        if not lack > 0:
            raise NoFitError("its values hardly differ")
        shape = positive_root(lambda shape: lack - (log(shape) - float(psi(shape))), 0.5 / lack)
        return cls(shape, mean / shape)

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        from scipy.special import gammainc

        found: np.ndarray = gammainc(self.shape, np.maximum(values - self.origin, 0.0) / self.scale)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        from scipy.special import gammaincinv

        found: np.ndarray = self.origin + self.scale * gammaincinv(self.shape, shares)
        return found


@dataclass(frozen=True, slots=True)
class ChiSquared(Distribution):
    """Chi-squared distribution: a gamma distribution with scale 2.

    Attributes
    ----------
    freedom
        Degrees of freedom, which need not be whole.
    """

    name: ClassVar[str] = "chi_squared"
    title: ClassVar[str] = "χ²"
    freedom: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "ChiSquared":
        """Return that in which the mean logarithm is that of the values."""
        from scipy.special import psi

        if not values[0] > 0:
            raise NoFitError(POSITIVE)
        mean, start = float(np.log(values / 2).mean()), max(float(values.mean()) / 2, 1e-12)
        return cls(2 * positive_root(lambda half: float(psi(half)) - mean, start))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        return Gamma(self.freedom / 2, 2.0).below(values)

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        return Gamma(self.freedom / 2, 2.0).quantile(shares)


@dataclass(frozen=True, slots=True)
class Weibull(Distribution):
    """Weibull distribution.

    Attributes
    ----------
    shape, scale
        Exponent, and the value below which 63 % lie.
    origin
        Where the distribution begins.
    """

    name: ClassVar[str] = "weibull"
    title: ClassVar[str] = "Weibull"
    shape: float
    scale: float
    origin: float = 0.0

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Weibull":
        """Return that of the root of the derivative of its likelihood."""
        require_positive(values)
        logs = np.log(values)
        top, mean = float(logs[-1]), float(logs.mean())

        def slope(shape: float) -> float:
            alive()
            powers = np.exp(shape * (logs - top))
            return float(powers @ logs / powers.sum()) - 1 / shape - mean

        shape = positive_root(slope, 1.0 / max(float(logs.std()), 1e-12))
        power = float(np.exp(shape * (logs - top)).mean())
        return cls(shape, float(np.exp(top + log(power) / shape)))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        with np.errstate(over="ignore"):
            powers = (np.maximum(values - self.origin, 0.0) / self.scale) ** self.shape
        found: np.ndarray = -np.expm1(-powers)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.origin + self.scale * (-np.log1p(-shares)) ** (1 / self.shape)
        return found


@dataclass(frozen=True, slots=True)
class Uniform(Distribution):
    """Uniform distribution.

    Attributes
    ----------
    least, most
        Ends.
    """

    name: ClassVar[str] = "uniform"
    title: ClassVar[str] = "Uniform"
    least: float
    most: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Uniform":
        """Return that from the smallest to the largest value."""
        require_different(values)
        return cls(float(values[0]), float(values[-1]))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        found: np.ndarray = np.clip((values - self.least) / (self.most - self.least), 0.0, 1.0)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        return self.least + shares * (self.most - self.least)


@dataclass(frozen=True, slots=True)
class Logistic(Distribution):
    """Logistic distribution.

    Attributes
    ----------
    location, scale
        Mean, and its standard deviation by π/√3.
    """

    name: ClassVar[str] = "logistic"
    title: ClassVar[str] = "Logistic"
    location: float
    scale: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Logistic":
        """Return that of the maximum of its likelihood, concave in 1/scale and location/scale."""
        from scipy.special import expit

        require_different(values)
        centre, spread = float(values.mean()), float(values.std())
        units = (values - centre) / spread

        def likelihood(point: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
            alive()
            slope, shift = point
            if slope <= 0:
                return -np.inf, point, np.eye(2)
            z = slope * units - shift
            share = expit(-z)
            value = log(slope) - float(z.mean()) - 2 * float(np.logaddexp(0.0, -z).mean())
            pull, weight = 2 * share - 1, 2 * share * (1 - share)
            gradient = np.array([1 / slope + (pull * units).mean(), -pull.mean()])
            cross = (weight * units).mean()
            bend = np.array([[-1 / slope**2 - (weight * units**2).mean(), cross], [cross, -weight.mean()]])
            return value, gradient, bend

        slope, shift = maximum(likelihood, np.array([np.pi / sqrt(3), 0.0]))
        return cls(float(centre + spread * shift / slope), float(spread / slope))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        from scipy.special import expit

        found: np.ndarray = expit((values - self.location) / self.scale)
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.location + self.scale * (np.log(shares) - np.log1p(-shares))
        return found


@dataclass(frozen=True, slots=True)
class Gumbel(Distribution):
    """Gumbel distribution, of largest values; "extreme value" in some programs.

    Attributes
    ----------
    location, scale
        Mode, and its standard deviation by π/√6.
    """

    name: ClassVar[str] = "gumbel"
    title: ClassVar[str] = "Gumbel"
    location: float
    scale: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Gumbel":
        """Return that of the root of the derivative of its likelihood."""
        require_different(values)
        above = values - values[0]
        mean = float(above.mean())

        def slope(scale: float) -> float:
            alive()
            weights = np.exp(-above / scale)
            return scale - mean + float(weights @ above / weights.sum())

        scale = positive_root(slope, float(values.std()))
        return cls(float(values[0]) - scale * log(float(np.exp(-above / scale).mean())), scale)

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        with np.errstate(over="ignore"):
            found: np.ndarray = np.exp(-np.exp(-(values - self.location) / self.scale))
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.location - self.scale * np.log(-np.log(shares))
        return found


@dataclass(frozen=True, slots=True)
class Pareto(Distribution):
    """Pareto distribution.

    Attributes
    ----------
    least, exponent
        Smallest value, and the power with which what lies above falls.
    """

    name: ClassVar[str] = "pareto"
    title: ClassVar[str] = "Pareto"
    least: float
    exponent: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Pareto":
        """Return that which begins at the smallest value."""
        require_positive(values)
        return cls(float(values[0]), 1 / float(np.log(values / values[0]).mean()))

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        found: np.ndarray = -np.expm1(self.exponent * np.log(self.least / np.maximum(values, self.least)))
        return found

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the values that shares of the probability reach."""
        found: np.ndarray = self.least * np.exp(-np.log1p(-shares) / self.exponent)
        return found
