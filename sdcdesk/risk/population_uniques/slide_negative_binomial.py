"""Slide negative binomial estimator: people beyond the first of each key are negative binomial."""

import math

import numpy as np

from sdcdesk.core.numbers.quantity import Reason, Why
from sdcdesk.kernels.root_finding import root
from sdcdesk.risk.data_intrusion import NO_PAIRS
from sdcdesk.risk.population_uniques.estimate import Estimate
from sdcdesk.risk.population_uniques.sample import Sample

NO_FIT = Reason(
    Why.NOT_APPLICABLE,
    "No convergence: no slide negative binomial distribution has so many groups of one and of two records.",
)

NEAR_ONE = 1e-9
"""1 − β at least; beyond it the distribution is that of Poisson."""

SMALLEST = -700.0
"""Logarithm of the smallest β."""


def slide_negative_binomial(sample: Sample) -> Estimate | Reason:
    """Estimate population uniques where F − 1 is negative binomial with α and β.

    The number K of keys in the population is estimated by the modified estimator of Shlosser; α and β are
    those with which as many groups of one and of two records are expected as there are. Ŝ₁ = K β^α. With
    D = (1 − π)(1 − β) and h = (β/(1 − D))^α the expected groups are
    E(u₁) = K π h (αD/(1 − D) + 1) and E(u₂) = K π² h α(1 − β)(2 − (1 − α)D) / (2(1 − D)²).
    Chen and Keller-McNulty 1998; Haas and Stokes 1998 for K.

    Parameters
    ----------
    sample
        Sizes of groups.

    Returns
    -------
    Estimate or Reason
        Not every sample has a solution.
    """
    if (refused := sample.refusal) is not None:
        return refused
    if not sample.of_size(2):
        return NO_PAIRS
    drawn, keys = sample.fraction, keys_of_population(sample)
    ratio = 2 * sample.of_size(2) / (drawn * sample.uniques)
    wanted = sample.uniques / (keys * drawn)

    def excess(logarithm: float) -> float:
        alpha, power, x = _fitted(logarithm, drawn, ratio)
        return power * (alpha * x + 1) - wanted

    found = root(excess, SMALLEST, -NEAR_ONE)
    if found is None:
        return NO_FIT
    alpha = _fitted(found, drawn, ratio)[0]
    people = keys * math.exp(alpha * found)
    return Estimate(
        people, drawn * people / sample.uniques, (("K", keys), ("α", alpha), ("β", math.exp(found)))
    )


def keys_of_population(sample: Sample) -> float:
    """Estimate how many different keys the population has.

    Haas and Stokes 1998, the modified estimator of Shlosser.

    Parameters
    ----------
    sample
        Sizes of groups, with some of one record and some of more.

    Returns
    -------
    float
        At least as many as there are groups.
    """
    q, i, groups = sample.fraction, sample.sizes.astype(np.float64), sample.groups
    if q == 1:
        return float(sample.number)
    missed = np.exp(i * math.log1p(-q))
    squared = math.log1p(-q * q)
    # (1 − q)^i ((1 + q)^i − 1), without overflow and cancellation.
    found = np.exp(i * squared) * -np.expm1(-i * math.log1p(q))
    first = float((i * q * q * np.exp((i - 1) * squared)) @ groups) / float(found @ groups)
    second = float(missed @ groups) / float((i * q * missed / (1 - q)) @ groups)
    return sample.number + sample.uniques * first * second**2


def _fitted(logarithm: float, drawn: float, ratio: float) -> tuple[float, float, float]:
    """Return α with which 2 E(u₂)/(π E(u₁)) is a ratio, then h, and x = D/(1 − D), for the logarithm of β.

    α is the root of a quadratic equation. No difference is taken of what may be nearly equal.
    """
    beta, rest = math.exp(logarithm), -math.expm1(logarithm)
    kept = drawn + beta * (1 - drawn)
    x, w = (1 - drawn) * rest / kept, rest / kept
    linear = w * (2 + x) - ratio * x
    square_root = math.sqrt(linear * linear + 4 * w * x * ratio)
    # Of the two forms of the root, that in which nothing cancels.
    above, below = (2 * ratio, linear + square_root) if linear >= 0 else (square_root - linear, 2 * w * x)
    alpha = above / below
    return alpha, math.exp(-alpha * math.log1p(drawn * rest / beta)), x
