"""Pitman's estimator: the sample is the beginning of a sequence in which rare keys keep turning up."""

import math

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.kernels.reciprocal_sums import reciprocal_sum
from sdcdesk.kernels.root_finding import bracketed_root, root
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.sample import Sample

EVEN = Reason(
    Why.NOT_APPLICABLE,
    "Not identifiable: the likelihood of the Pitman model has no maximum with 0 < α < 1, for the groups are "
    "more even in size than the model has them.",
)
NO_MAXIMUM = Reason(
    Why.NOT_APPLICABLE, "No convergence: the likelihood of the Pitman model has no finite maximum."
)

FURTHEST = 600.0
"""Logarithm of θ + α at most."""

NEAREST = 1e-12
"""Distance from 1 of the largest α."""


def pitman(sample: Sample) -> Estimate | Reason:
    """Estimate population uniques by the Pitman sampling formula, fitted by maximum likelihood.

    The i-th person has a new key with probability (θ + uα)/(θ + i − 1) if u keys occurred before, and else
    joins a group of f with probability (f − α)/(θ + i − 1). Then the number of people who are alone among N
    is expected as Ŝ₁ = N Γ(θ+1) Γ(θ+N+α−1) / (Γ(θ+α) Γ(θ+N)), and somebody who is alone among n stays alone
    with probability Γ(θ+n) Γ(θ+N+α−1) / (Γ(θ+n+α−1) Γ(θ+N)). Pitman 1995; Hoshino 2001.

    Parameters
    ----------
    sample
        Sizes of groups.

    Returns
    -------
    Estimate or Reason
        The expected number, not conditioned on the uniques of the sample: that is the published estimate.
    """
    # Imported here, because every start of the program would pay for it.
    from scipy.special import poch

    if (refused := sample.refusal) is not None:
        return refused
    likelihood = _Likelihood(sample)
    if likelihood.slope_of_alpha(0.0) <= 0:
        return EVEN
    alpha = root(likelihood.slope_of_alpha, 0.0, 1 - NEAREST)
    theta = None if alpha is None else likelihood.theta(alpha)
    if alpha is None or theta is None:
        return NO_MAXIMUM
    # Γ(x + 1 − α)/Γ(x) at three places; SciPy's has no cancellation at large x.
    first, drawn, all_people = (
        float(poch(theta + alpha + before, 1 - alpha))
        for before in (0, sample.records - 1, sample.population - 1)
    )
    return Estimate(sample.population * first / all_people, drawn / all_people, (("α", alpha), ("θ", theta)))


class _Likelihood:
    """Likelihood of the Pitman sampling formula.

    Parameters
    ----------
    sample
        Sizes of groups.
    """

    def __init__(self, sample: Sample) -> None:
        self.records, self.number = sample.records, sample.number
        self._larger = sample.larger()[1:].astype(np.float64)
        self._place = np.arange(1, len(self._larger) + 1, dtype=np.float64)
        self._before = np.arange(1, self.number, dtype=np.float64)

    def theta(self, alpha: float) -> float | None:
        """Return θ of the greatest likelihood for an α; None where it is not finite."""

        def slope(logarithm: float) -> float:
            above = math.exp(logarithm)
            theta = above - alpha
            groups = reciprocal_sum(above, alpha, self.number - 1)
            return groups - reciprocal_sum(theta + 1, 1.0, self.records - 1)

        found = bracketed_root(slope, 0.0, FURTHEST)
        return None if found is None else math.exp(found) - alpha

    def slope_of_alpha(self, alpha: float) -> float:
        """Return the derivative by α of the log-likelihood, where θ is the best for this α."""
        theta = self.theta(alpha)
        if theta is None:
            return -math.inf
        rising = float((self._before / (theta + alpha * self._before)).sum())
        return rising - float((self._larger / (self._place - alpha)).sum())
