"""Margins of error: half widths of 95 % confidence intervals of a share of one half, by design."""

import math

import numpy as np

from sdcdesk.core.numbers.quantity import SHARE, Quantity, Why, undefined
from sdcdesk.core.results.findings import Declared
from sdcdesk.masking.declared import MARGIN_OF_ERROR

NORMAL_95 = 1.96
"""Half width of the central 95 % of the normal distribution, in standard deviations, as in the source."""

MARGIN_UNCORRECTED = Declared(
    "margin_of_error_uncorrected",
    "Margin without correction",
    SHARE,
    "The same without the correction for a finite population, 1 minus the sampling factor.",
    better="less",
)

NO_SAMPLE = undefined(SHARE, Why.NO_RECORDS, "The sample holds no record.")


def margin_of_error(sample: int, population: int | None) -> float:
    """Return the margin of a simple random sample: 1.96·√(0.25/t·(1 − t/n)).

    Parameters
    ----------
    sample
        Size t of the sample, at least 1.
    population
        Size n of the population; None leaves out the correction 1 − t/n.

    Returns
    -------
    float
        0…1, at 95 % confidence.
    """
    correction = 1.0 if population is None else 1 - sample / population
    return NORMAL_95 * math.sqrt(0.25 / sample * correction)


def simple_margins(sample: int, population: int) -> dict[Declared, Quantity]:
    """Return the margin of a simple random sample with and without its correction for a finite population.

    Parameters
    ----------
    sample, population
        Sizes t and n; a sample without records leaves both undefined.

    Returns
    -------
    dict[Declared, Quantity]
        By the declaration of each.
    """
    both = {MARGIN_OF_ERROR: population, MARGIN_UNCORRECTED: None}
    if sample == 0:
        return dict.fromkeys(both, NO_SAMPLE)
    return {one: Quantity(margin_of_error(sample, whole), SHARE) for one, whole in both.items()}


def margin_from_variance(variance: float) -> Quantity:
    """Return the margin that belongs to a variance of the estimated share.

    Parameters
    ----------
    variance
        At least 0, but for rounding.

    Returns
    -------
    Quantity
        1.96 standard deviations; at most 1, for no share is off by more.
    """
    return Quantity(min(NORMAL_95 * math.sqrt(max(variance, 0.0)), 1.0), SHARE)


def stratified_margin(sizes: np.ndarray, drawn: np.ndarray) -> Quantity:
    """Return 1.96·√(Σ (n_h/n)²·0.25/t_h·(1 − t_h/n_h)), the margin of a stratified sample.

    Parameters
    ----------
    sizes, drawn
        int64 (S,), records n_h of each stratum, at least 1, and how many t_h of them are drawn.

    Returns
    -------
    Quantity
        Not defined where a stratum gives no record.
    """
    if (drawn == 0).any():
        return undefined(SHARE, Why.TOO_FEW, "A stratum is not in the sample.")
    terms = (sizes / sizes.sum()) ** 2 * 0.25 / drawn * (1 - drawn / sizes)
    return margin_from_variance(float(terms.sum()))


def household_margin(sizes: np.ndarray, drawn: int) -> Quantity:
    """Return 1.96·√(0.25/m·(1 − m/M)·(Σ n_h²/M)/n̄²), the margin of a simple sample of whole households.

    It is that of a ratio estimator, linearised, where all members of a household have the same answer.

    Parameters
    ----------
    sizes
        int64 (M,), records n_h of each household, at least 1; n̄ is their mean.
    drawn
        Number m of drawn households, at least 1.

    Returns
    -------
    Quantity
        With households of one record, the margin of a simple random sample.
    """
    spread = float((sizes.astype(np.float64) ** 2).mean()) / float(sizes.mean()) ** 2
    return margin_from_variance(0.25 / drawn * (1 - drawn / len(sizes)) * spread)


def poisson_margin(probabilities: np.ndarray) -> Quantity:
    """Return 1.96·√(0.25·Σ (1/π_r − 1))/n, the margin where each record is drawn by itself.

    It is that of the Hájek estimator with weights 1/π_r, linearised.

    Parameters
    ----------
    probabilities
        float64 (n,), inclusion probabilities π_r, above 0.

    Returns
    -------
    Quantity
        At most 1.
    """
    return margin_from_variance(0.25 * float((1 / probabilities - 1).sum()) / len(probabilities) ** 2)


def fixed_size_margin(probabilities: np.ndarray) -> Quantity:
    """Return the margin of a systematic sample of fixed size in random order, by Hartley and Rao (1962).

    1.96·√(0.25·Σ (1/π_r − (t − 1)/t))/n over the t records that are not certain to be drawn: the Hájek
    estimator with weights 1/π_r, linearised, and joint probabilities to the first order.

    Parameters
    ----------
    probabilities
        float64 (n,), inclusion probabilities π_r, above 0; 1 for records that are certain.

    Returns
    -------
    Quantity
        At most 1; 0 where every record is certain.
    """
    open_ = probabilities[probabilities < 1]
    size = max(round(float(open_.sum())), 1)
    variance = float((1 / open_ - (size - 1) / size).sum())
    return margin_from_variance(0.25 * variance / len(probabilities) ** 2)
