"""Probabilistic links of the released records, with all that their findings are made of."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.text.sentence import Sentence
from sdcdesk.kernels.candidate_pairs import members
from sdcdesk.risk.linkage.match_weights import MatchWeights
from sdcdesk.risk.linkage.pattern_links import PatternLinks, Settings, mean_share


@dataclass(frozen=True, eq=False)
class ProbabilisticLinks:
    """Links by all variables that the intruder knows, and by some of them.

    Attributes
    ----------
    masked
        The masked file.
    settings
        What the intruder does.
    links
        By all variables.
    by_some
        Names of variables, and the links by these alone.
    notes
        Remarks on what is right.
    """

    masked: Microdata
    settings: Settings
    links: PatternLinks
    by_some: tuple[tuple[tuple[str, ...], PatternLinks], ...]
    notes: tuple[Sentence, ...]

    @property
    def weights(self) -> MatchWeights | None:
        """Weights of the patterns; None where there are none."""
        return self.links.weights

    @cached_property
    def occurring(self) -> np.ndarray:
        """int64 (m,), the patterns that occur, the highest weight first."""
        counts = self.links.patterns.counts
        there = np.flatnonzero(counts)
        by = np.zeros(len(counts)) if self.weights is None else self.weights.patterns
        occurring: np.ndarray = there[np.lexsort((-there, -by[there]))]
        return occurring

    @cached_property
    def agreeing(self) -> list[str]:
        """The variables in which these agree."""
        names = self.links.patterns.agreements.names
        places = (members(one) for one in self.occurring.tolist())
        return [", ".join(names[at] for at in one) or "none" for one in places]

    @property
    def decisions(self) -> list[str]:
        """What becomes of pairs of these patterns."""
        weights = self.weights
        if weights is None:
            return [""] * len(self.occurring)
        return [weights.decision(weight) for weight in weights.patterns[self.occurring].tolist()]

    def chances(self, name: str) -> np.ndarray:
        """Return a number of each pattern that occurs.

        Parameters
        ----------
        name
            Name of an array of the weights.

        Returns
        -------
        np.ndarray
            float64 (m,); NaN where there are no weights.
        """
        if self.weights is None:
            return np.full(len(self.occurring), np.nan)
        chances: np.ndarray = getattr(self.weights, name)[self.occurring]
        return chances

    def mean_share(self, links: PatternLinks, *, rightly: bool) -> Quantity:
        """Return which part of the released records is linked, or rightly assigned.

        Parameters
        ----------
        links
            By some of the variables.
        rightly
            Without thresholds.

        Returns
        -------
        Quantity
            A mean over the orders, or why there is none.
        """
        found = links.assigned
        if found is None:
            return Quantity(None, SHARE, reason=links.reason)
        numbers = found.right if rightly else found.right_links
        return Quantity(float(mean_share(numbers, links.records)), SHARE, links.bound(numbers))
