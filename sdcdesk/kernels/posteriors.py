"""Posterior probabilities of original categories, by Bayes's formula from transitions and frequencies."""

from dataclasses import dataclass
from math import log

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """P(V = i | V′ = j) of the pairs of an original category i and a masked one j that are possible.

    Attributes
    ----------
    original, masked
        int64 (E,), i and j; ascending by j, then by i, each pair once.
    probabilities
        float64 (E,), more than 0; they sum to 1 over the pairs of each j.
    size
        Number of masked categories.
    """

    original: np.ndarray
    masked: np.ndarray
    probabilities: np.ndarray
    size: int

    def entropies(self, base: float) -> np.ndarray:
        """Return H(V | V′ = j), the uncertainty of whoever sees a masked category.

        Parameters
        ----------
        base
            Base of the logarithm, above 1.

        Returns
        -------
        np.ndarray
            float64 (size,), 0 or more; NaN for a category that no original one becomes.
        """
        parts = -self.probabilities * logarithms(self.probabilities, base)
        sums = np.bincount(self.masked, parts, self.size)
        return np.where(np.bincount(self.masked, minlength=self.size) > 0, np.maximum(sums, 0.0), np.nan)

    def of_pairs(self, original: np.ndarray, masked: np.ndarray) -> np.ndarray:
        """Return the probabilities of some pairs.

        Parameters
        ----------
        original, masked
            Integers (p,), i and j of each pair.

        Returns
        -------
        np.ndarray
            float64 (p,); 0 for a pair that is not possible.
        """
        radix = int(max(self.original.max(initial=0), original.max(initial=0))) + 1
        known, wanted = self.masked * radix + self.original, masked.astype(np.int64) * radix + original
        places = np.minimum(np.searchsorted(known, wanted), max(len(known) - 1, 0))
        if not len(known):
            return np.zeros(len(wanted))
        return np.where(known[places] == wanted, self.probabilities[places], 0.0)

    def possible(self) -> np.ndarray:
        """Return how many original categories each masked one may come from.

        Returns
        -------
        np.ndarray
            int64 (size,).
        """
        return np.bincount(self.masked, minlength=self.size)


def posterior(
    original: np.ndarray, masked: np.ndarray, transitions: np.ndarray, frequencies: np.ndarray, size: int
) -> Posterior:
    """Return the posterior probabilities P(V = i | V′ = j) = f_i P_ij / Σ_i f_i P_ij.

    Parameters
    ----------
    original, masked
        Integers (E,), i and j of each transition, each pair once.
    transitions
        float64 (E,), P_ij.
    frequencies
        int64 (m,), records f_i of each original category.
    size
        Number of masked categories.

    Returns
    -------
    Posterior
        Transitions that no record can have made are none.
    """
    joint = transitions * frequencies[original]
    order = np.lexsort((original, masked))
    order = order[joint[order] > 0]
    original, masked, joint = original[order].astype(np.int64), masked[order].astype(np.int64), joint[order]
    sums = np.bincount(masked, joint, size)
    return Posterior(original, masked, joint / sums[masked], size)


def entropy(frequencies: np.ndarray, base: float) -> float:
    """Return the entropy of a distribution.

    Parameters
    ----------
    frequencies
        int64 (m,), records of each category.
    base
        Base of the logarithm, above 1.

    Returns
    -------
    float
        0 or more; NaN without records.
    """
    there = frequencies[frequencies > 0]
    if not len(there):
        return float("nan")
    shares = there / there.sum()
    return max(float(-(shares * logarithms(shares, base)).sum()), 0.0)


def logarithms(numbers: np.ndarray, base: float) -> np.ndarray:
    """Return logarithms, exact for the powers of 2 in base 2.

    Parameters
    ----------
    numbers
        float64 (n,), more than 0.
    base
        Above 1.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    found: np.ndarray = np.log2(numbers) if base == 2 else np.log(numbers) / log(base)
    return found
