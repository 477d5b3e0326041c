"""Diversity of the values within groups: how many there are, and how evenly they are spread."""

import numpy as np

from sdcdesk.kernels.value_counts import ValueCounts

WHOLE = 1e-9
"""Effective numbers this close to a whole one are taken for it: sums of logarithms miss the last digits."""


def effective_numbers(counts: ValueCounts) -> np.ndarray:
    """Return exp(entropy) of each group: as many equally frequent values would be as hard to guess.

    Parameters
    ----------
    counts
        Values of the groups.

    Returns
    -------
    np.ndarray
        float64 (G,), from 1 to the number of different values; whole where it differs from a whole number by
        less than 10⁻⁹ of it.
    """
    part = counts.counts / counts.own_size
    effective = np.exp(-counts.total(part * np.log(part)))
    whole = np.round(effective)
    found: np.ndarray = np.where(np.abs(effective - whole) <= WHOLE * whole, whole, effective)
    return found


def head_to_tail(counts: ValueCounts, l: int) -> np.ndarray:  # noqa: E741 - the letter of the paper
    """Return r_1 / (r_l + … + r_m) of each group, its values in falling frequency r_1 ≥ r_2 ≥ … ≥ r_m.

    Parameters
    ----------
    counts
        Values of the groups.
    l
        Rank from which frequencies are summed, from 1.

    Returns
    -------
    np.ndarray
        float64 (G,); infinite where a group has fewer than l values.
    """
    # One number holds group and frequency, so that the values alone are sorted, the most frequent first.
    radix = int(counts.counts.max(initial=0)) + 1
    group = counts.spread(np.arange(len(counts.starts)))
    falling = radix - 1 - np.sort(group * radix + (radix - 1 - counts.counts)) % radix
    rank = np.arange(len(falling)) - counts.spread(counts.starts)
    tail = counts.total(np.where(rank >= l - 1, falling, 0))
    ratio = np.full(len(tail), np.inf)
    np.divide(counts.largest, tail, out=ratio, where=tail > 0)
    return ratio
