"""Poisson–gamma estimator: every possible key is as likely as any other to be common or rare."""

import math

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.gamma_shape import fitted_total
from sdcdesk.risk.population_uniques.sample import Sample

EVEN = Reason(
    Why.NOT_APPLICABLE,
    "Not identifiable: records spread over the possible keys no more than chance would spread them, so no "
    "gamma distribution fits.",
)


def poisson_gamma(sample: Sample, keys: float) -> Estimate | Reason:
    """Estimate population uniques where people with a key are Poisson with a gamma distributed mean.

    For each of K possible keys the people with it are Poisson, and their means are gamma distributed with
    shape α and mean N/K. α is that of the greatest likelihood of the sample, in which all keys without
    records count too. Ŝ₁ = N (1 + N/(Kα))^−(1+α), and
    P(F = 1 | f = 1) = ((1 + n/(Kα)) / (1 + N/(Kα)))^(1+α). Bethlehem, Keller and Pannekoek 1990.

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
    records = sample.records
    if sample.pairs * keys <= float(records) ** 2:
        return EVEN
    total = fitted_total(sample, keys, lambda total: math.log1p(records / total))
    if total is None:
        return EVEN
    alpha, people = total / keys, sample.population
    everyone = math.log1p(people / total)
    alone = math.exp((1 + alpha) * (math.log1p(records / total) - everyone))
    return Estimate(
        people * math.exp(-(1 + alpha) * everyone), alone, (("K", keys), ("α", alpha), ("Kα", total))
    )
