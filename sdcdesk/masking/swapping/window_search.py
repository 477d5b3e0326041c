"""Window search: the largest difference of ranks whose swap keeps means of subsets and rank correlations."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import Progress

Swap = Callable[[int, Progress], np.ndarray]
"""(reach, progress) → int64 (m,), the rank with which each rank is swapped."""


@dataclass(frozen=True, slots=True)
class KeptByVariable:
    """What the swap of a variable has to keep; the arrays are in the order of its ranks.

    Attributes
    ----------
    ranks
        float64 (m,), middle ranks of the values.
    correlation
        Least rank correlation of the values after and before; None: any.
    numbers
        float64 (m,), the values; None: means may change.
    subsets
        int64 (m,), the subset of each.
    mean_factor
        K0: the mean X of a subset of N values may change by 2·K0·|X|/√N.
    """

    ranks: np.ndarray
    correlation: float | None
    numbers: np.ndarray | None
    subsets: np.ndarray
    mean_factor: float

    def holds(self, partners: np.ndarray) -> bool:
        """Return whether a swap keeps all that it has to.

        Parameters
        ----------
        partners
            int64 (m,), the rank with which each rank is swapped.

        Returns
        -------
        bool
            Where all values are equal, their correlation is kept.
        """
        if self.correlation is not None:
            found = rank_correlation(self.ranks, self.ranks[partners])
            if found is not None and found < self.correlation:
                return False
        if self.numbers is None:
            return True
        counts = np.bincount(self.subsets)
        there = counts > 0
        counts = counts[there]
        before = np.bincount(self.subsets, self.numbers)[there]
        # Of what is exchanged alone: who keeps a value adds no rounding error to the difference.
        change = np.bincount(self.subsets, self.numbers[partners] - self.numbers)[there]
        largest = 2 * self.mean_factor * np.abs(before / counts) / np.sqrt(counts)
        return bool((np.abs(change / counts) <= largest).all())


def rank_correlation(before: np.ndarray, after: np.ndarray) -> float | None:
    """Return Spearman's correlation of values and the same values in other places.

    Parameters
    ----------
    before, after
        float64 (m,), middle ranks; the same ones in two orders.

    Returns
    -------
    float or None
        −1…1; None where all values are equal, or there are none.
    """
    if not len(before) or before.min() == before.max():
        return None
    centred = before - (len(before) + 1) / 2
    centred *= centred
    spread = float(centred.sum())
    difference = np.subtract(after, before, out=centred)  # in the same place
    difference *= difference
    return 1 - float(difference.sum()) / (2 * spread)


def largest_kept(reach: int, swap: Swap, kept: KeptByVariable, progress: Progress) -> tuple[int, np.ndarray]:
    """Return a large reach with which a swap keeps what it has to.

    A swap within fewer ranks may change a mean more than one within many, so that only trying all
    would find the largest. Tried are the reach that is allowed, three quarters of it, of that and so
    on, until one keeps all; then, by halving, those between it and the one before.

    Parameters
    ----------
    reach
        Largest reach that is allowed.
    swap
        Makes the swap of a reach; the same when asked again.
    kept
        What it has to keep. With a reach of 0 nothing is swapped, and all is kept.
    progress
        Told of each trial.

    Returns
    -------
    int, np.ndarray
        The reach, and int64 (m,) the swap that belongs to it. The next larger one does not keep all, unless
        this is the largest that is allowed.
    """
    low, high, done = reach, reach + 1, 0.0
    while not kept.holds(found := swap(low, progress.part(done, done := (1 + done) / 2))) and low:
        low, high = low * 3 // 4, low
    while high - low > 1:
        middle = (low + high) // 2
        partners = swap(middle, progress.part(done, done := (1 + done) / 2))
        if kept.holds(partners):
            low, found = middle, partners
        else:
            high = middle
    return low, found
