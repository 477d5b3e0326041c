"""Discrete families: distributions of whole numbers from 0 on."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from sdcdesk.masking.distortion.distribution import UNBOUNDED, Alive, Distribution, NoFitError

LARGEST = 100_000
"""Largest count for which the discrete families are offered; above, counts are as good as continuous."""

MOST = 10_000_000
"""Largest number of trials or of a population that is looked at."""

STEPS = 48
"""Numbers tried between two bounds, before those beside the best become the bounds."""

ROUNDING = 1e-7
"""Differences of log-likelihoods, for each value, that may come from rounding."""

WINDOW = 64
"""Populations around the best one of which each is tried."""


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
        """Return that of the parameters that make the values most likely.

        Marked and drawn count the same way, so that the larger of both is called marked. Where both are
        known, a population near drawn · marked / mean is best, and drawn is at most about twice the number
        of trials of the best binomial distribution, to which large populations lead.
        """
        different, often = counts(values)
        binomial = Binomial.fit(values, alive)
        last = 2 * binomial.trials + 5
        first, mean = max(int(values[-1]), 1), float(values.mean())
        while True:
            drawn = np.unique(np.linspace(first, last, STEPS).round())
            found = [_best_population(different, often, mean, float(one), alive) for one in drawn]
            place = max(range(len(found)), key=lambda at: found[at][0])
            if last - first < STEPS:
                break
            first, last = int(drawn[max(place - 1, 0)]), int(drawn[min(place + 1, len(drawn) - 1)])
        value, population, marked = found[place]
        if value <= float(often @ binomial.logarithms(different)) + ROUNDING * len(values):
            raise NoFitError(UNBOUNDED)  # ever larger populations, towards the binomial distribution
        return cls(population, marked, int(drawn[place]))

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


def _chosen(whole: float | np.ndarray, part: np.ndarray) -> np.ndarray:
    """Return the logarithms of the numbers of ways to choose parts of a whole."""
    from scipy.special import gammaln

    found: np.ndarray = gammaln(whole + 1) - gammaln(part + 1) - gammaln(whole - part + 1)
    return found


def _best_population(
    different: np.ndarray, often: np.ndarray, mean: float, drawn: float, alive: Alive
) -> tuple[float, int, int]:
    """Return the log-likelihood of the best population for a number of drawn, it, and how many are marked.

    It rises and falls smoothly with the population as long as marked need not be whole.
    """
    low, high = drawn, float(MOST)
    while high - low > WINDOW:
        alive()
        spread = np.geomspace if low * STEPS < high else np.linspace
        population = spread(low, high, STEPS).round()
        marked = mean * (population + 1) / drawn - 0.5
        marked = np.clip(marked, max(drawn, different[-1]), population - drawn + different[0])
        value = _likelihood(different, often, population, marked, drawn)
        # The smallest of those that are equally good but for rounding.
        place = int((value >= value.max() - ROUNDING * often.sum()).argmax())
        low, high = population[max(place - 1, 0)], population[min(place + 1, STEPS - 1)]
    population = np.arange(max(drawn, low - WINDOW), high + WINDOW + 1)
    marked = np.floor(mean * (population + 1) / drawn) + np.array([[-1.0], [0.0], [1.0], [2.0]])
    value = _likelihood(different, often, population, marked, drawn)
    at, best = divmod(int(value.argmax()), len(population))
    return float(value[at, best]), int(population[best]), int(marked[at, best])


def _likelihood(
    different: np.ndarray, often: np.ndarray, population: np.ndarray, marked: np.ndarray, drawn: float
) -> np.ndarray:
    """Return log-likelihoods, float64 (…, m); −∞ where marked or drawn are too many."""
    others = population - marked
    possible = (marked >= drawn) & (others >= drawn - different[0])
    marked, others = np.where(possible, marked, drawn), np.where(possible, others, drawn)
    found = -float(often.sum()) * _chosen(population, np.array(drawn))
    for value, times in zip(different.tolist(), often.tolist(), strict=True):
        ways = _chosen(marked, np.array(value)) + _chosen(others, np.array(drawn - value))
        found = found + times * ways
    return np.where(possible, found, -np.inf)
