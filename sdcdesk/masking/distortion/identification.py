"""Identification: which family of distributions fits values best, and whether it fits at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.masking.distortion.bounded import Beta, Triangular
from sdcdesk.masking.distortion.continuous import (
    ChiSquared,
    Exponential,
    Gamma,
    Gumbel,
    Logistic,
    LogNormal,
    Normal,
    Pareto,
    Uniform,
    Weibull,
)
from sdcdesk.masking.distortion.discrete import Binomial, Geometric, Hypergeometric, Poisson
from sdcdesk.masking.distortion.distribution import Alive, Distribution, NoFitError
from sdcdesk.masking.distortion.free_origin import fit_origin
from sdcdesk.masking.distortion.goodness_of_fit import Criterion, cell_count, statistic

CONTINUOUS_FAMILIES: tuple[type[Distribution], ...] = (
    Normal,
    Exponential,
    Gamma,
    Weibull,
    LogNormal,
    Uniform,
    Triangular,
    ChiSquared,
    Beta,
    Logistic,
    Gumbel,
    Pareto,
)

DISCRETE_FAMILIES: tuple[type[Distribution], ...] = (Poisson, Binomial, Geometric, Hypergeometric)

WITH_ORIGIN = (Exponential, Gamma, Weibull, LogNormal)
"""Families whose origin can be fitted too."""

LEAST_SPAN = 1e-150
"""Squares of differences above this are float64 numbers."""

SIMULATED = 1_000
"""Values of a simulated sample at most: the distributions of the statistics hardly depend on the number."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A family, fitted to the values.

    Attributes
    ----------
    family
        The family.
    distribution
        With fitted parameters; None where it cannot be fitted.
    statistic
        By the criterion; infinite where it cannot be fitted, or gives a value probability 0.
    why
        Why it cannot be fitted; empty where it can.
    """

    family: type[Distribution]
    distribution: Distribution | None
    statistic: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Identified:
    """What was found.

    Attributes
    ----------
    candidates
        All families that were tried, in their own order.
    chosen
        The one that is used; None: none fits at the level.
    p
        Its p-value, or the largest of those that do not fit; None: nothing was tested.
    tested
        The p-value of each family that was tested, by its name: those with the smallest statistics.
    """

    candidates: tuple[Candidate, ...]
    chosen: Candidate | None
    p: float | None
    tested: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fitting:
    """How families are fitted and compared.

    Attributes
    ----------
    criterion
        What measures the distance from the values.
    free_origin
        Whether the origin of positive families is fitted too.
    """

    criterion: Criterion
    free_origin: bool

    def fit(self, family: type[Distribution], values: np.ndarray, alive: Alive) -> Distribution:
        """Return a family fitted to values.

        Parameters
        ----------
        family
            The family.
        values
            float64 (n,), ascending.
        alive
            Called now and then.

        Returns
        -------
        Distribution
            With parameters of maximum likelihood.

        Raises
        ------
        NoFitError
            It cannot be fitted.
        """
        if len(values) < 2:
            raise NoFitError("it needs two values")
        if values[-1] - values[0] < LEAST_SPAN:
            raise NoFitError("its values hardly differ")
        with np.errstate(all="ignore"):
            if self.free_origin and issubclass(family, WITH_ORIGIN):
                return fit_origin(family, values, alive)
            return family.fit(values, alive)

    def candidate(
        self, family: type[Distribution], values: np.ndarray, cells: int, alive: Alive
    ) -> Candidate:
        """Return a family with its statistic.

        Parameters
        ----------
        family
            The family.
        values
            float64 (n,), ascending.
        cells
            Number of cells of the χ² statistic.
        alive
            Called now and then.

        Returns
        -------
        Candidate
            With the reason where it cannot be fitted.
        """
        try:
            distribution = self.fit(family, values, alive)
        except NoFitError as error:
            return Candidate(family, None, np.inf, error.why)
        with np.errstate(all="ignore"):
            found = statistic(distribution, values, self.criterion, cells)
        return Candidate(family, distribution, np.inf if np.isnan(found) else found)

    def p_value(
        self,
        candidate: Candidate,
        count: int,
        replicates: int,
        random: np.random.Generator,
        progress: Progress,
    ) -> float:
        """Return how often samples of a fitted distribution fit it worse, by parametric bootstrap.

        Each simulated sample is fitted anew, for the parameters of the values were fitted too.

        Parameters
        ----------
        candidate
            With a distribution.
        count
            Number of values.
        replicates
            Number B of samples.
        random
            Where their values are drawn from.
        progress
            Told after each sample.

        Returns
        -------
        float
            (1 + samples with a statistic at least as large)/(B + 1).
        """
        distribution, worse = candidate.distribution, 0
        if distribution is None or not np.isfinite(candidate.statistic):
            return 0.0
        size, cells = min(count, SIMULATED), cell_count(count)
        for _replicate, share in progress.over(range(replicates)):
            shares = np.maximum(random.random(size), 2.0**-54)
            sample = np.sort(distribution.quantile(shares))
            found = self.candidate(candidate.family, sample, cells, partial(share.at, 0.0))
            worse += found.distribution is not None and found.statistic >= candidate.statistic
        return (1 + worse) / (replicates + 1)


def identify(
    values: np.ndarray,
    families: Sequence[type[Distribution]],
    fitting: Fitting,
    level: float,
    replicates: int,
    random: np.random.Generator,
    progress: Progress,
) -> Identified:
    """Return the family with the smallest statistic among those that fit at a level.

    Parameters
    ----------
    values
        float64 (n,), ascending.
    families
        Those that are tried; of equal ones the first wins.
    fitting
        How they are fitted and compared.
    level
        A family fits if its p-value exceeds it.
    replicates
        Samples of the bootstrap.
    random
        Where they are drawn from.
    progress
        Told how far the work is.

    Returns
    -------
    Identified
        Families are tested from the smallest statistic on, until one fits.
    """
    candidates = tuple(
        fitting.candidate(family, values, cell_count(len(values)), partial(part.at, 0.0))
        for family, part in progress.part(0.0, 0.4).over(families)
    )
    possible = sorted((one for one in candidates if one.statistic < np.inf), key=lambda one: one.statistic)
    tested: dict[str, float] = {}
    for candidate, part in progress.part(0.4, 1.0).over(possible):
        p = fitting.p_value(candidate, len(values), replicates, random, part)
        tested[candidate.family.name] = p
        if p > level:
            return Identified(candidates, candidate, p, tested)
    return Identified(candidates, None, max(tested.values(), default=None), tested)
