"""Discrete families: distributions of whole numbers from 0 on."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from sdcdesk.masking.distortion.distribution import UNBOUNDED, Alive, Distribution, NoFitError

LARGEST = 100_000
"""Largest count for which the discrete families are offered; above, counts are as good as continuous."""

MOST = 10_000_000
"""Largest number of trials or of a population that is looked at."""


@dataclass(frozen=True, slots=True)
class Whole(Distribution):
    """A distribution of whole numbers, by its probabilities."""

    whole: ClassVar[bool] = True

    @abstractmethod
    def logarithms(self, values: np.ndarray) -> np.ndarray:
        """Return the logarithms of the probabilities of whole numbers.

        Parameters
        ----------
        values
            float64 (n,), whole and at least 0.

        Returns
        -------
        np.ndarray
            float64 (n,); −∞ where a number cannot be.
        """

    @abstractmethod
    def end(self) -> int:
        """Return a number above which there is next to no probability.

        Returns
        -------
        int
            At least 0.
        """

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return the probability of each value or a smaller one."""
        sums = _sums(self)
        places = np.clip(np.floor(values), -1, len(sums) - 1).astype(np.int64)
        return np.where(places < 0, 0.0, sums[places])

    def quantile(self, shares: np.ndarray) -> np.ndarray:
        """Return the smallest whole numbers that shares of the probability reach."""
        sums = _sums(self)
        found = np.searchsorted(sums, shares).clip(max=len(sums) - 1)
        return found.astype(np.float64)


@lru_cache(maxsize=8)
def _sums(distribution: Whole) -> np.ndarray:
    """Return the probabilities of 0…, added up."""
    each = np.exp(distribution.logarithms(np.arange(distribution.end() + 1, dtype=np.float64)))
    sums: np.ndarray = np.minimum(np.cumsum(each), 1.0)
    return sums


def counts(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the different whole numbers and how often each occurs.

    Parameters
    ----------
    values
        float64 (n,).

    Returns
    -------
    tuple of np.ndarray
        float64 (m,) and int64 (m,).

    Raises
    ------
    NoFitError
        They are no whole numbers from 0 to 100,000.
    """
    if values[0] < 0 or values[-1] > LARGEST or (values != np.floor(values)).any():
        raise NoFitError("it needs whole numbers from 0 to 100,000")
    return np.unique(values, return_counts=True)


@dataclass(frozen=True, slots=True)
class Poisson(Whole):
    """Poisson distribution.

    Attributes
    ----------
    mean
        Mean.
    """

    name: ClassVar[str] = "poisson"
    title: ClassVar[str] = "Poisson"
    mean: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Poisson":
        """Return that of the mean."""
        counts(values)
        if values[-1] == 0:
            raise NoFitError("it needs a value above 0")
        return cls(float(values.mean()))

    def logarithms(self, values: np.ndarray) -> np.ndarray:
        """Return the logarithms of the probabilities of whole numbers."""
        from scipy.special import gammaln

        found: np.ndarray = values * np.log(self.mean) - self.mean - gammaln(values + 1)
        return found

    def end(self) -> int:
        """Return a number above which there is next to no probability."""
        return int(self.mean + 12 * self.mean**0.5 + 40)


@dataclass(frozen=True, slots=True)
class Geometric(Whole):
    """Geometric distribution: failures before the first success.

    Attributes
    ----------
    probability
        Probability of a success.
    """

    name: ClassVar[str] = "geometric"
    title: ClassVar[str] = "Geometric"
    probability: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Geometric":
        """Return that of the mean."""
        counts(values)
        if values[-1] == 0:
            raise NoFitError("it needs a value above 0")
        return cls(1 / (1 + float(values.mean())))

    def logarithms(self, values: np.ndarray) -> np.ndarray:
        """Return the logarithms of the probabilities of whole numbers."""
        found: np.ndarray = np.log(self.probability) + values * np.log1p(-self.probability)
        return found

    def end(self) -> int:
        """Return a number above which there is next to no probability."""
        return int(-40 / np.log1p(-self.probability)) + 1


@dataclass(frozen=True, slots=True)
class Binomial(Whole):
    """Binomial distribution, both of its parameters fitted.

    Attributes
    ----------
    trials, probability
        Number of trials, and probability of a success in each.
    """

    name: ClassVar[str] = "binomial"
    title: ClassVar[str] = "Binomial"
    trials: int
    probability: float

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Binomial":
        """Return that of the number of trials that makes the values most likely."""
        different, often = counts(values)
        mean, most = float(values.mean()), int(values[-1])
        if most == 0:
            raise NoFitError("it needs a value above 0")
        if float(values.var()) >= mean:
            raise NoFitError(UNBOUNDED)  # ever more trials, towards the Poisson distribution

        def likelihood(trials: int) -> float:
            alive()
            return float(often @ cls(trials, mean / trials).logarithms(different))

        # The likelihood rises to one place and falls after it.
        low, high = most, most + 1
        while likelihood(high) > likelihood(high - 1):
            low, high = high, 2 * high
            if high > MOST:
                raise NoFitError(UNBOUNDED)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if likelihood(middle + 1) > likelihood(middle) else (low, middle)
        return cls(low, mean / low)

    def logarithms(self, values: np.ndarray) -> np.ndarray:
        """Return the logarithms of the probabilities of whole numbers."""
        from scipy.special import xlog1py, xlogy

        left = self.trials - values
        possible = left >= 0
        left = np.maximum(left, 0.0)
        chosen = _chosen(float(self.trials), np.minimum(values, self.trials))
        found = chosen + xlogy(values, self.probability) + xlog1py(left, -self.probability)
        return np.where(possible, found, -np.inf)

    def end(self) -> int:
        """Return a number above which there is next to no probability."""
        mean = self.trials * self.probability
        return min(self.trials, int(mean + 12 * mean**0.5 + 40))


@dataclass(frozen=True, slots=True)
class Hypergeometric(Whole):
    """Hypergeometric distribution, its three parameters fitted.

    Attributes
    ----------
    population, marked, drawn
        How many there are, how many of them count, and how many are drawn.
    """

    name: ClassVar[str] = "hypergeometric"
    title: ClassVar[str] = "Hypergeometric"
    population: int
    marked: int
    drawn: int

    @classmethod
    def fit(cls, values: np.ndarray, alive: Alive) -> "Hypergeometric":
        """Return that of the best parameters near those of the best binomial distribution.

        Marked and drawn count the same way, so that the larger of both is called marked.
        """
        different, often = counts(values)
        binomial = Binomial.fit(values, alive)

        def likelihood(place: tuple[int, int, int]) -> float:
            alive()
            population, marked, drawn = place
            if not 0 < drawn <= marked <= population <= MOST:
                return -np.inf
            return float(often @ cls(*place).logarithms(different))

        share = min(binomial.probability, 1.0)
        starts = [
            (round(times * drawn / share), times * drawn, drawn)
            for drawn in sorted({round(part * binomial.trials) for part in (1, 1.25, 1.5, 2)})
            for times in (1, 3)
        ]
        found = max((_climbed(likelihood, start) for start in starts), key=likelihood)
        if 2 * found[0] > MOST:
            raise NoFitError(UNBOUNDED)
        return cls(*found)

    def logarithms(self, values: np.ndarray) -> np.ndarray:
        """Return the logarithms of the probabilities of whole numbers."""
        others = self.population - self.marked
        left = self.drawn - values
        possible = (values <= self.marked) & (left >= 0) & (left <= others)
        some = np.where(possible, values, max(0, self.drawn - others))
        found = _chosen(float(self.marked), some) + _chosen(float(others), self.drawn - some)
        whole = _chosen(float(self.population), np.array([float(self.drawn)]))
        return np.where(possible, found - whole, -np.inf)

    def end(self) -> int:
        """Return a number above which there is next to no probability."""
        return min(self.drawn, self.marked)


def _chosen(whole: float, part: np.ndarray) -> np.ndarray:
    """Return the logarithms of the numbers of ways to choose parts of a whole."""
    from scipy.special import gammaln

    found: np.ndarray = gammaln(whole + 1) - gammaln(part + 1) - gammaln(whole - part + 1)
    return found


def _climbed(
    function: Callable[[tuple[int, int, int]], float], start: tuple[int, int, int]
) -> tuple[int, int, int]:
    """Return whole numbers from which no step along an axis or a diagonal leads higher."""
    ways = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1) if (a, b, c) != (0, 0, 0)]
    place, best, length = start, function(start), max(start) // 4 + 1
    while length:
        steps = [tuple(at + length * by for at, by in zip(place, way, strict=True)) for way in ways]
        value, higher = max((function(step), step) for step in steps)  # type: ignore[arg-type]
        if value > best + 1e-9 * abs(best):
            place, best = higher, value  # type: ignore[assignment]
            length *= 2
        else:
            length //= 2
        if max(place) > MOST // 2:
            break
    return place
