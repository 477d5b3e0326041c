"""Rising factorials: logarithms of Γ(x + m)/Γ(x), whose digits differences of log-gammas would lose."""

import math

LARGE = 1000.0
"""From here on three terms of Stirling's series are exact to the last digits."""


def log_rising(first: float, length: float) -> float:
    """Return log Γ(first + length) − log Γ(first).

    Parameters
    ----------
    first
        From 0.
    length
        From 0.

    Returns
    -------
    float
        −∞ where `first` is 0 and `length` is not.
    """
    if first == 0:
        return -math.inf if length else 0.0
    if first < LARGE:
        return math.lgamma(first + length) - math.lgamma(first)
    last = first + length
    ends = (1 / last - 1 / first) / 12 - (1 / last**3 - 1 / first**3) / 360
    # Stirling's (x − ½) log x − x at both ends, without the parts that cancel.
    return length * math.log(first) + (last - 0.5) * math.log1p(length / first) - length + ends
