"""Sums that are rounded once, so that they hang neither on the order of the terms nor on who adds them up."""

import numpy as np

DIGITS = 53
"""Binary digits of a float, and of whole numbers that floats add up exactly."""


def rounded_sum(values: np.ndarray, counts: np.ndarray | None = None) -> float:
    """Return Σ value · count, the float next to the true sum.

    Floats of one exponent are whole numbers of one size, whose sums are exact as long as they have few
    digits: so many leading digits are added up at once, then the next ones, and put together as integers.

    Parameters
    ----------
    values
        float64 (m,), finite.
    counts
        int64 (m,), how often each is added, below 2⁵² together; None: once.

    Returns
    -------
    float
        0 without values.
    """
    if not len(values):
        return 0.0
    rest, exponents = np.frexp(values)
    times = 1.0 if counts is None else counts.astype(np.float64)
    terms = len(values) if counts is None else int(counts.sum())
    digits = DIGITS - terms.bit_length()
    least = int(exponents.min())
    place = exponents - least
    total = taken = 0
    while rest.any():
        rest = np.ldexp(rest, digits)
        whole = np.floor(rest)
        rest -= whole
        sums = np.bincount(place, whole * times).tolist()
        taken += digits
        total = (total << digits) + sum(int(one) << shift for shift, one in enumerate(sums))
    if least >= taken:
        return float(total << (least - taken))
    return total / (1 << (taken - least))
