"""Isolation: how likely a predicate holds for exactly one person of a sample."""

import numpy as np


def none_drawn(population: int, marked: int, draws: int) -> float:
    """Return the probability that a sample without replacement holds no marked record.

    Parameters
    ----------
    population
        Records that are drawn from.
    marked
        How many of them are marked.
    draws
        Size of the sample; at most all.

    Returns
    -------
    float
        C(N − K, d)/C(N, d), as a product of as few fractions as K and d allow.
    """
    few, many = sorted((marked, draws))
    if few + many > population:
        return 0.0
    return float(np.prod(1 - many / (population - np.arange(few, dtype=np.float64))))


def one_drawn(population: int, marked: int, draws: int) -> float:
    """Return the probability that a sample without replacement holds exactly one marked record.

    Parameters
    ----------
    population, marked, draws
        As in `none_drawn`.

    Returns
    -------
    float
        K·d/N times the probability that none of the others is among the rest of the sample.
    """
    if not marked or not draws:
        return 0.0
    return marked * (draws / population) * none_drawn(population - 1, marked - 1, draws - 1)
