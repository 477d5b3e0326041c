"""Weights of agreement patterns, and the two thresholds between link, undecided and non-link."""

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Literal

import numpy as np

from sdcdesk.kernels.agreement_mixture import Mixture, agreements, clipped, pattern_chances

Decision = Literal["link", "undecided", "non-link", "not assigned"]
"""What becomes of a pair; one whose weight is not above 0 is never assigned."""

STEP = 2.0**-30
"""Weights of single agreements are multiples of this (in bits), so that their sums are exact: where two
assignments are equally good, no rounding decides between them."""

ROUNDING = 1 + 1e-12
"""Sums of probabilities pass their bound by no more than this only through rounding."""


@dataclass(frozen=True, eq=False)
class MatchWeights:
    """Weights after Fellegi and Sunter.

    Attributes
    ----------
    mixture
        Probabilities of agreement.
    false_links
        Bound on the share of other pairs that are taken for links.
    missed
        Bound on the share of matches that are taken for non-links.
    """

    mixture: Mixture
    false_links: float
    missed: float

    @cached_property
    def agree(self) -> np.ndarray:
        """Weight of the agreement of each variable in bits, float64 (d,)."""
        return _steps(np.log2(clipped(self.mixture.matches) / clipped(self.mixture.others)))

    @cached_property
    def disagree(self) -> np.ndarray:
        """Weight of its disagreement, float64 (d,)."""
        return _steps(np.log2((1 - clipped(self.mixture.matches)) / (1 - clipped(self.mixture.others))))

    @cached_property
    def patterns(self) -> np.ndarray:
        """Weight of each agreement pattern, float64 (2^d,)."""
        weights: np.ndarray = np.where(agreements(len(self.agree)), self.agree, self.disagree).sum(axis=1)
        return weights

    @cached_property
    def matching(self) -> np.ndarray:
        """Chance of each pattern among matches, float64 (2^d,)."""
        return pattern_chances(clipped(self.mixture.matches))

    @cached_property
    def other(self) -> np.ndarray:
        """Chance of each pattern among other pairs, float64 (2^d,)."""
        return pattern_chances(clipped(self.mixture.others))

    @cached_property
    def thresholds(self) -> tuple[float, float]:
        """Lower and upper threshold; infinite where even the rarest pattern is too common for a link."""
        weights, place = np.unique(self.patterns, return_inverse=True)
        matching = np.bincount(place, weights=self.matching)
        other = np.bincount(place, weights=self.other)
        rare = np.cumsum(other[::-1])[::-1] <= self.false_links * ROUNDING
        upper = float(weights[rare].min()) if rare.any() else inf
        below = np.cumsum(matching) - matching
        lower = float(weights[below <= self.missed * ROUNDING].max())
        return min(lower, upper), upper

    def decision(self, weight: float) -> Decision:
        """Return what becomes of a pair.

        Parameters
        ----------
        weight
            Its weight.

        Returns
        -------
        Decision
            By the two thresholds.
        """
        lower, upper = self.thresholds
        if weight <= 0:
            return "not assigned"
        return "link" if weight >= upper else "non-link" if weight < lower else "undecided"


def _steps(weights: np.ndarray) -> np.ndarray:
    rounded: np.ndarray = np.round(weights / STEP) * STEP
    return rounded
