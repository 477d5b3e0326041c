"""Log-normal estimator: people with a key are Poisson, and the means of the possible keys are log-normal."""

import math

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.kernels.poisson_log_normal import LogNormal, log_chances, of_someone
from sdcdesk.kernels.root_finding import root
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.sample import Sample

EVEN = Reason(
    Why.NOT_APPLICABLE,
    "Not identifiable: records spread over the possible keys no more than chance would spread them, so no "
    "log-normal distribution fits.",
)

NO_MAXIMUM = Reason(
    Why.NOT_APPLICABLE, "No convergence: the likelihood of the log-normal model has no finite maximum."
)

NARROWEST, WIDEST = math.log(1e-5), math.log(60.0)
"""Logarithms of σ between which it is looked for: below, nothing differs from chance; above, no people do."""

SMALLEST = -650.0
"""Logarithm of the smallest probability that is told from others; none is quite 0."""


def log_normal(sample: Sample, keys: float) -> Estimate | Reason:
    """Estimate population uniques where people with a key are Poisson with a log-normal mean.

    For each of K possible keys the people with it are Poisson with mean Λ, log Λ is normal with variance σ²,
    and Λ is N/K in the mean. σ is that of the greatest likelihood of the sample, whose records of a key are
    Poisson with mean πΛ, and in which all keys without records count too. Ŝ₁ = K E(Λ e^−Λ), and
    P(F = 1 | f = 1) = E(Λ e^−Λ)/E(Λ e^−πΛ). Fienberg and Makov 1998; Skinner and Holmes 1993.

    Parameters
    ----------
    sample
        Sizes of groups.
    keys
        Possible keys, K, however many.

    Returns
    -------
    Estimate or Reason
        The number expected by the fitted model.
    """
    if (refused := sample.refusal) is not None:
        return refused
    records, sizes, groups = sample.records, sample.sizes, sample.groups.astype(np.float64)
    if sample.pairs * keys <= float(records) ** 2:
        return EVEN
    empty = max(keys - sample.number, 0.0)
    mean = math.log(records / keys)

    def slope(logarithm: float) -> float:
        model = LogNormal(mean, math.exp(logarithm))
        _, by_size = log_chances(sizes, model)
        _, of_none = of_someone(model)
        return float(groups @ by_size) + empty * of_none

    if slope(NARROWEST) <= 0:
        return EVEN
    found = root(slope, NARROWEST, WIDEST)
    if found is None:
        return NO_MAXIMUM
    spread, people = math.exp(found), sample.population
    one = np.array([1])
    drawn = log_chances(one, LogNormal(mean, spread))[0][0]
    everyone = max(log_chances(one, LogNormal(math.log(people / keys), spread))[0][0], SMALLEST)
    alone = math.exp(max(everyone - drawn, SMALLEST)) * records / people
    return Estimate(keys * math.exp(everyone), alone, (("K", keys), ("σ", spread)))
