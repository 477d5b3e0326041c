"""Sums of reciprocals of numbers at equal distances, however many there are."""

import math

import numpy as np

FEW = 64
"""So many terms are added one by one; the others are smooth enough for their integral."""


def reciprocal_sum(first: float, step: float, number: int) -> float:
    """Return Σ 1/(first + i·step) for i = 0 … number − 1.

    Differences of digamma functions say the same, but lose their digits where `first` is large or `step`
    small. Here the far terms are the integral with three corrections at its ends (Euler and Maclaurin).

    Parameters
    ----------
    first
        Above 0.
    step
        From 0.
    number
        Number of terms, from 0.

    Returns
    -------
    float
        To a relative error of 10⁻¹⁴.
    """
    near = min(number, FEW)
    total = float((1.0 / (first + step * np.arange(near))).sum())
    if number <= FEW:
        return total
    start, many = first + step * near, number - near - 1
    end = start + step * many
    if step == 0:
        return total + (many + 1) / first
    one, other = step / start, step / end
    ends = (
        (one + other) / 2 + (one**2 - other**2) / 12 - (one**4 - other**4) / 120 + (one**6 - other**6) / 252
    )
    return total + (math.log1p(many * one) + ends) / step
