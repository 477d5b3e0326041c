"""Counterexamples to the dominance rule: it lets a cell pass that tells more than one that it stops."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.root_finding import root
from sdcdesk.tables.cells.contributions import EQUAL


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Counterexample:
    """Two cells of the same total for an (n, k)-dominance rule.

    Attributes
    ----------
    n, k, contributors
        Parameters of the rule, k as a share, and N contributors of each cell.
    ratio
        r of Lemma 1, by which each contribution of a geometric cell is smaller than the one before.
    passed, stopped
        float64 (N,), relative contributions in falling order of the cell that the rule lets pass, X_ns, and
        of the one that it calls sensitive, X_s.
    """

    n: int
    k: float
    contributors: int
    ratio: float
    passed: np.ndarray
    stopped: np.ndarray

    @property
    def bounds(self) -> tuple[float, float]:
        """Upper bounds of the largest contribution for the next n contributors together, of either cell."""
        return upper_bound(self.passed, self.n), upper_bound(self.stopped, self.n)

    @property
    def tails(self) -> tuple[float, float]:
        """Sums of the N − n − 1 smallest contributions of either cell: by so much the bounds are off."""
        return float(self.passed[self.n + 1 :].sum()), float(self.stopped[self.n + 1 :].sum())

    @property
    def relative_tails(self) -> tuple[float, float]:
        """The same, divided by the largest contribution."""
        first, second = self.tails
        return first / float(self.passed[0]), second / float(self.stopped[0])

    @property
    def errs(self) -> bool:
        """Whether the cell that passes tells the coalition more than the one that is stopped."""
        first, second = self.relative_tails
        return first < second


def ratio_of(n: int, k: float, contributors: int) -> float:
    """Return r of Lemma 1, for which (rⁿ − 1)/(r^N − 1) = k.

    Parameters
    ----------
    n
        Contributors that the rule adds up, from 1.
    k
        Share from which on it calls a cell sensitive, between 0 and 1.
    contributors
        N, more than n.

    Returns
    -------
    float
        Between 0 and 1. Domingo-Ferrer and Torra 2004, Lemma 1.

    Raises
    ------
    ParameterError
        So few contributors make up at least n/N of any cell, which is not below k.
    """
    if not 0 < k < 1:
        raise ParameterError("The share must be above 0 and below 100 %.", "k")
    if contributors <= n or n / contributors >= k * (1 - EQUAL):
        words = (
            "With {contributors} contributors the {n} largest always make up as much as the rule asks for; "
            "take more than {most}."
        )
        most = str(max(n, int(np.floor(n / k * (1 + EQUAL)))))
        told = sentence(words, contributors=str(contributors), n=str(n), most=most)
        raise ParameterError(told, "contributors")

    def share(ratio: float) -> float:
        # (rⁿ − 1)/(r^N − 1), by sums, which lose no digits near 1.
        powers = ratio ** np.arange(contributors)
        return float(powers[:n].sum() / powers.sum()) - k

    found = root(share, 0.0, 1.0)
    if found is None:
        raise AssertionError("the share falls from 1 to n/N, and k lies between")
    return found


def counterexample(n: int, k: float, contributors: int) -> Counterexample:
    """Return Constructions 1 and 2 of Domingo-Ferrer and Torra 2004.

    Parameters
    ----------
    n, k, contributors
        See `ratio_of`.

    Returns
    -------
    Counterexample
        In the cell that passes the n-th contribution is smaller, and the next larger, by a third of their
        difference; in the other one all beyond the n-th are equal.

    Raises
    ------
    ParameterError
        See `ratio_of`.
    """
    ratio = ratio_of(n, k, contributors)
    powers = ratio ** np.arange(contributors)
    geometric = powers / powers.sum()
    move = (geometric[n - 1] - geometric[n]) / 3
    passed = geometric.copy()
    passed[n - 1] -= move
    passed[n] += move
    stopped = geometric.copy()
    stopped[n:] = (1 - k) / (contributors - n)
    return Counterexample(n, k, contributors, ratio, passed, stopped)


def smallest_failing(n: int, k: float) -> int:
    """Return the fewest contributors with which the rule errs: max(n + 2, ⌊n/k⌋ + 1).

    Parameters
    ----------
    n, k
        Parameters of the rule, k as a share.

    Returns
    -------
    int
        N of Theorem 1.
    """
    # n contributors of N make up n/N of any cell, which must be below k by more than rounding.
    return max(n + 2, int(np.floor(n / k * (1 + EQUAL))) + 1)


def upper_bound(contributions: np.ndarray, n: int) -> float:
    """Return what the next n contributors together know the largest one to be at most.

    Parameters
    ----------
    contributions
        float64 (N,), in falling order.
    n
        How many there are in the coalition.

    Returns
    -------
    float
        The total less theirs.
    """
    return float(contributions.sum() - contributions[1 : n + 1].sum())
