"""Zayatz's estimator: the sizes of groups in the sample stand for those in the population."""

import numpy as np

from sdcdesk.core.numbers.quantity import Reason
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.sample import Sample


def zayatz(sample: Sample) -> Estimate | Reason:
    """Estimate population uniques by Bayes' rule, with the groups of the sample as those of the population.

    A group of i people gives one record with the hypergeometric probability h_i; groups of i people are as
    frequent as those of i records in the sample, u_i. So P(F = 1 | f = 1) = h₁ u₁ / Σ h_i u_i, and as
    everyone is drawn with probability π = h₁, Ŝ₁ = u₁ P(F = 1 | f = 1) / π. Zayatz 1991.

    Parameters
    ----------
    sample
        Sizes of groups.

    Returns
    -------
    Estimate or Reason
        Never more than u₁/π.
    """
    if (refused := sample.refusal) is not None:
        return refused
    ones = _one_drawn(sample)
    share = float(ones[0] * sample.uniques / (ones @ sample.groups))
    return Estimate(sample.uniques * share / sample.fraction, share)


def _one_drawn(sample: Sample) -> np.ndarray:
    """Return h_i = i·π·Π (N − n − k)/(N − 1 − k), k = 0 … i − 2, for the sizes that occur, float64 (m,)."""
    left, people = float(sample.population - sample.records), float(sample.population)
    k = np.arange(int(sample.sizes[-1]) - 1, dtype=np.float64)
    with np.errstate(divide="ignore"):
        kept = np.log(np.maximum(left - k, 0.0) / (people - 1 - k))
    logarithms = np.concatenate([[0.0], np.cumsum(kept)])[sample.sizes - 1]
    found: np.ndarray = sample.sizes * sample.fraction * np.exp(logarithms)
    return found
