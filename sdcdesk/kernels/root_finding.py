"""Root of a function of one number between two places where its signs differ."""

from collections.abc import Callable
from itertools import pairwise

CLOSE = 4e-16
"""Relative width of a bracket that holds no other number to speak of."""

STEPS = 200
"""Each of them halves the bracket at least, so that all numbers between two ends are tried before."""


def root(function: Callable[[float], float], low: float, high: float) -> float | None:
    """Return where a continuous function is 0, by Ridders' method.

    Each step halves the bracket, then follows an exponential through its ends and its middle.

    Parameters
    ----------
    function
        Finite at both ends and between them.
    low, high
        Ends of the bracket.

    Returns
    -------
    float or None
        The root to the last digits; None where the function has the same sign at both ends.
    """
    at_low, at_high = function(low), function(high)
    if not at_low or not at_high:
        return high if at_low else low
    if (at_low > 0) == (at_high > 0):
        return None
    for _ in range(STEPS):
        middle = low + (high - low) / 2
        if abs(high - low) <= CLOSE * max(abs(low), abs(high)) or middle in (low, high):
            break
        at_middle = function(middle)
        if not at_middle:
            return middle
        # In parts of the largest, so that no square overflows.
        size = max(abs(at_low), abs(at_middle), abs(at_high))
        one, two, three = at_low / size, at_middle / size, at_high / size
        slope: float = (two * two - one * three) ** 0.5
        found = middle + (middle - low) * (two if one > three else -two) / slope
        at_found = function(found)
        if not at_found:
            return found
        ends = sorted(((low, at_low), (middle, at_middle), (found, at_found), (high, at_high)))
        (low, at_low), (high, at_high) = next(
            pair for pair in pairwise(ends) if (pair[0][1] > 0) != (pair[1][1] > 0)
        )
    return low + (high - low) / 2


def bracketed_root(function: Callable[[float], float], start: float, most: float) -> float | None:
    """Return where a falling function of a real number is 0, looking further and further from a start.

    Parameters
    ----------
    function
        Above 0 on the left of its root, below 0 on the right.
    start
        Where to begin.
    most
        How far from the start is looked.

    Returns
    -------
    float or None
        The root; None where there is none so near.
    """
    step, side = 1.0, 1.0 if function(start) > 0 else -1.0
    near = start
    while step <= most:
        far = start + side * step
        if (function(far) > 0) != (side > 0):
            return root(function, min(near, far), max(near, far))
        near, step = far, step * 2
    return None
