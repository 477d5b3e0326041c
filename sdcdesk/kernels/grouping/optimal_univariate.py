"""Optimal univariate microaggregation: the groups of sorted values that lose least."""

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.grouping import lockstep, stepwise
from sdcdesk.kernels.grouping.deviations import deviations
from sdcdesk.kernels.grouping.losses import Losses, absolute, squared

LONGEST_IN_LOCKSTEP = 24
"""Up to this size of group the lock-step method is the faster one."""


def optimal_squares(sorted_values: np.ndarray, k: int, progress: Progress) -> np.ndarray:
    """Group sorted values so that the sum of squared deviations from the group means is least.

    Exact: an optimal grouping exists whose groups hold k to 2k − 1 consecutive values. Of groupings with
    equal loss (as computed in float64) the one whose last group is shortest is taken, then likewise
    before it.

    Parameters
    ----------
    sorted_values
        Integers or float64 (n,), finite and in ascending order.
    k
        Smallest size of a group, at least 1.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each value, 0…G−1, ascending. Fewer than 2k values are one group; with n < k it
        is too small, which the caller must refuse.

    Raises
    ------
    ValueError
        If the values are not finite and ascending.
    Cancelled
        If the user cancelled.

    References
    ----------
    Hansen and Mukherjee (2003), A polynomial algorithm for optimal univariate microaggregation, IEEE
    Transactions on Knowledge and Data Engineering 15 (4).
    """
    return _optimal(sorted_values, k, 2 * k - 1, squared, progress)


def optimal_absolute(sorted_values: np.ndarray, k: int, longest: int, progress: Progress) -> np.ndarray:
    """Group sorted values so that the sum of absolute deviations from the group means is least.

    The best of all groupings into consecutive values with sizes k to `longest`. For this loss groups of
    2k or more can be better than any smaller ones (3 7 7 7 10 10 23 with k = 2: 20.6 against 21), and
    groups that are not consecutive better still (20.0). Ties as in `optimal_squares`.

    Parameters
    ----------
    sorted_values
        Integers or float64 (n,), finite and in ascending order.
    k
        Smallest size of a group, at least 1.
    longest
        Largest size of a group, at least 2k − 1; n for the best of all consecutive groupings. Time grows
        with n · longest² up to 200, then with n · longest.
    progress
        Called many times a second.

    Returns
    -------
    np.ndarray
        int64 (n,), group of each value, 0…G−1, ascending; see `optimal_squares`.

    Raises
    ------
    ValueError
        If `longest` is below 2k − 1, or the values are not finite and ascending.
    Cancelled
        If the user cancelled.

    References
    ----------
    Truta, Fotouhi and Barth-Jones (2006), Global disclosure risk measures and k-anonymity property for
    microdata, section 2, equations (1) and (2): the loss, and consecutive groups.
    """
    if longest < 2 * k - 1:
        raise ValueError("the largest group must be allowed at least 2 k − 1 values")
    return _optimal(sorted_values, k, min(longest, max(len(sorted_values), 2 * k - 1)), absolute, progress)


def _optimal(
    sorted_values: np.ndarray, k: int, longest: int, losses: Losses, progress: Progress
) -> np.ndarray:
    values = scaled(sorted_values)
    n = len(values)
    if n < 2 * k:
        return np.zeros(n, dtype=np.int64)
    if k == 1:
        return np.arange(n, dtype=np.int64)
    method = lockstep if longest <= LONGEST_IN_LOCKSTEP else stepwise
    return labels(method.best_last_sizes(values, k, longest, losses, progress))


def scaled(sorted_values: np.ndarray) -> np.ndarray:
    """Return the values as float64 between −1 and 1: squares of tiny and huge ones are then numbers too.

    Scaling by a power of two is exact.

    Parameters
    ----------
    sorted_values
        Integers or float64 (n,), ascending and finite.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    if len(sorted_values) == 0:
        return np.empty(0)
    whole = sorted_values.dtype.kind in "iu"
    values = deviations(sorted_values, sorted_values[:1]) if whole else sorted_values.astype(np.float64)
    ends = values[[0, -1]]
    if not (np.isfinite(ends).all() and (values[1:] >= values[:-1]).all()):
        raise ValueError("values must be finite and in ascending order")
    _, exponent = np.frexp(np.abs(ends).max())
    between: np.ndarray = np.ldexp(values, -exponent)
    return between


def labels(last_sizes: np.ndarray) -> np.ndarray:
    """Walk back from the end, group by group, and number the groups.

    Parameters
    ----------
    last_sizes
        Integers (n,), for each value how many values the last group of the best grouping up to it holds.

    Returns
    -------
    np.ndarray
        int64 (n,), groups 0…G−1 in ascending order of their values.
    """
    # Of the first 0, 1, … values, where the group before the last one ends; it means nothing at ends that no
    # groups reach.
    before = np.arange(len(last_sizes) + 1)
    before[1:] -= last_sizes
    np.maximum(before, 0, out=before)
    # Four groups at a time: steps of Python take longer than to look up where two of them lead.
    two = before[before]
    four = two[two].data
    end, found = len(last_sizes), list[int]()
    while end > 0:
        found.append(end)
        end = four[end]
    ends = np.array(found, dtype=np.int64)
    begins = np.zeros(len(before), dtype=bool)  # where a group ends the next one begins
    for some in (ends, before[ends]):
        begins[some] = begins[two[some]] = True
    begins[0] = False
    return np.cumsum(begins[:-1], dtype=np.int64)
