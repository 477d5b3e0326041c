"""Dirichlet-multinomial estimator: the shares of the possible keys are Dirichlet distributed."""

import math

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.kernels.reciprocal_sums import reciprocal_sum
from sdcdesk.kernels.rising_factorials import log_rising
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.gamma_shape import fitted_total
from sdcdesk.risk.population_uniques.sample import Sample

EVEN = Reason(
    Why.NOT_APPLICABLE,
    "Not identifiable: records spread over the possible keys no more than chance would spread them, so no "
    "Dirichlet distribution fits.",
)

LARGEST = 1e8
"""Beyond this α, keys are as good as equally common, and the digits of the result would be lost."""

SMALLEST = -650.0
"""Logarithm of the smallest probability that is told from others; none is quite 0."""


def dirichlet_multinomial(sample: Sample, keys: float) -> Estimate | Reason:
    """Estimate population uniques where the shares of the possible keys are Dirichlet distributed.

    Of K possible keys each has a share of the population, and the shares are symmetric Dirichlet with
    parameter α: the Poisson–gamma model where the number of people is known. α is that of the greatest
    likelihood of the sample, Γ(Kα)/Γ(Kα + n) ∏ Γ(α + f)/Γ(α), in which keys without records cancel.
    Ŝ₁ = N Kα Γ(Kα) Γ(N − 1 + (K − 1)α) / (Γ((K − 1)α) Γ(N + Kα)), and
    P(F = 1 | f = 1) = Γ(n + Kα) Γ(N − 1 + (K − 1)α) / (Γ(n − 1 + (K − 1)α) Γ(N + Kα)). Takemura 1999.

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
    if sample.pairs * keys <= float(records) * (records - 1.0):
        return EVEN
    total = fitted_total(sample, keys, lambda total: reciprocal_sum(total, 1.0, records))
    if total is None or total / keys > LARGEST:
        return EVEN
    alpha, people = total / keys, sample.population
    rest = total - alpha
    everyone = log_rising(people - 1 + rest, 1 + alpha)
    alone = math.exp(max(log_rising(records - 1 + rest, 1 + alpha) - everyone, SMALLEST))
    uniques = people * total * math.exp(max(log_rising(rest, alpha) - everyone, SMALLEST))
    return Estimate(uniques, alone, (("K", keys), ("α", alpha), ("Kα", total)))
