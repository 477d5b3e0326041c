"""Mixture of two classes of pairs, matches and others, in which variables agree independently (Jaro 1989)."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

CLIP = 1e-9
"""Probabilities stay so far from 0 and 1, so that no single agreement decides everything."""

TOLERANCE = 1e-12
"""The log-likelihood has converged where it changes, in proportion, by no more than this."""

MOST_STEPS = 10_000
"""Steps after which the estimation gives up."""

MATCHES_AGREE = 0.9
OTHERS_AGREE = 0.1
"""Probabilities of agreement at the start."""


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Probabilities of agreement among matches and among other pairs.

    Attributes
    ----------
    share
        p, the share of matches among all pairs.
    matches, others
        m and u, float64 (d,): how likely each variable agrees.
    log_likelihood
        Natural logarithm; 0 where nothing was estimated.
    steps
        Steps of the estimation.
    converged
        Whether it ended by itself.
    """

    share: float
    matches: np.ndarray
    others: np.ndarray
    log_likelihood: float
    steps: int
    converged: bool


def agreements(variables: int) -> np.ndarray:
    """Return which variables agree in each pattern.

    Parameters
    ----------
    variables
        Number of variables d.

    Returns
    -------
    np.ndarray
        bool (2^d, d).
    """
    found: np.ndarray = (np.arange(1 << variables)[:, None] >> np.arange(variables) & 1).astype(bool)
    return found


def pattern_chances(probabilities: np.ndarray) -> np.ndarray:
    """Return the probability of every pattern where variables agree independently.

    Parameters
    ----------
    probabilities
        float64 (d,), of agreement.

    Returns
    -------
    np.ndarray
        float64 (2^d,).
    """
    return _chances(agreements(len(probabilities)), probabilities)


def clipped(probabilities: np.ndarray) -> np.ndarray:
    """Return probabilities that stay away from 0 and 1.

    Parameters
    ----------
    probabilities
        float64 (d,), 0…1.

    Returns
    -------
    np.ndarray
        float64 (d,).
    """
    kept: np.ndarray = np.clip(probabilities, CLIP, 1 - CLIP)
    return kept


def estimate(counts: np.ndarray, share: float, step: Callable[[], None]) -> Mixture:
    """Estimate the mixture from the patterns alone, by expectation and maximisation.

    Parameters
    ----------
    counts
        int64 (2^d,), pairs of each pattern.
    share
        p at the start.
    step
        Called at every step; it may raise to stop the work.

    Returns
    -------
    Mixture
        Matches are the class that agrees more, by the sum of m − u.
    """
    variables = len(counts).bit_length() - 1
    seen = np.flatnonzero(counts)
    pairs, agree = counts[seen].astype(np.float64), agreements(variables)[seen]
    every = float(pairs.sum())
    one, other = np.full(variables, MATCHES_AGREE), np.full(variables, OTHERS_AGREE)
    likelihood, steps, converged = 0.0, 0, False
    share = float(np.clip(share, CLIP, 1 - CLIP))
    for steps in range(MOST_STEPS + 1):
        step()
        matching = share * _chances(agree, one)
        total = matching + (1 - share) * _chances(agree, other)
        before, likelihood = likelihood, float(pairs @ np.log(total))
        converged = steps > 0 and abs(likelihood - before) <= TOLERANCE * abs(likelihood)
        if converged or steps == MOST_STEPS:
            break
        expected = pairs * (matching / total)
        rest = pairs - expected
        one, other = _shares(expected, agree, one), _shares(rest, agree, other)
        share = float(np.clip(expected.sum() / every, CLIP, 1 - CLIP))
    if (one - other).sum() < 0:
        share, one, other = 1 - share, other, one
    return Mixture(share, one, other, likelihood, steps, converged)


def _chances(agree: np.ndarray, probabilities: np.ndarray) -> np.ndarray:
    """Return the probability of some patterns."""
    chances: np.ndarray = np.where(agree, probabilities, 1 - probabilities).prod(axis=1)
    return chances


def _shares(weights: np.ndarray, agree: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return how much of a class agrees; a class that nothing is left of stays as it was."""
    total = weights.sum()
    return clipped((weights @ agree) / total) if total > 0 else before
