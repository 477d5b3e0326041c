"""Tables of probabilistic record linkage: combinations of keys, patterns and variables."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.quantity import NUMBER, RECORDS, SHARE, Quantity, Reason, Why, count_unit
from sdcdesk.core.results.column import Column, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.kernels.candidate_pairs import members
from sdcdesk.risk.linkage.combinations import combinations
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


PAIRS = count_unit("pair")

NO_OTHERS = Reason(Why.TOO_FEW, "There are not both pairs that belong together and others.")


def _none(links: PatternLinks) -> Reason | None:
    """Return why there are no weights, where there are none."""
    return links.reason if links.weights is None else None


def _used(links: PatternLinks) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return m and u, as the intruder sees them, and both weights of each variable."""
    weights = links.weights
    if weights is None:
        none = np.full(len(links.patterns.agreements.variables), np.nan)
        return none, none, none, none
    return weights.mixture.matches, weights.mixture.others, weights.agree, weights.disagree


def _true(links: PatternLinks) -> tuple[np.ndarray, np.ndarray]:
    """Return m and u of each variable as they are."""
    known = links.patterns.known
    if known is None:
        none = np.full(len(links.patterns.agreements.variables), np.nan)
        return none, none
    return known.matches, known.others


COMBINATIONS: DeclaredTable[ProbabilisticLinks] = combinations(
    Column("linked", "Linked by probability", SHARE, "Of the released records.", bar="risk").cells(
        lambda linkage: [linkage.mean_share(links, rightly=False) for _, links in linkage.by_some]
    ),
    Column("right", "Rightly assigned", SHARE, "Of the released records, without thresholds.").cells(
        lambda linkage: [linkage.mean_share(links, rightly=True) for _, links in linkage.by_some]
    ),
    possible=lambda linkage, at: linkage.by_some[at][1].chance > 0,
)

PATTERNS = DeclaredTable[ProbabilisticLinks](
    name="patterns",
    title="Agreement patterns",
    about=plain("All pairs of both files, by the variables in which they agree and no others."),
    columns=(
        public_key("agree", "Agree in", meaning="Variables with equal values.").cells(
            lambda linkage: linkage.agreeing
        ),
        Column("pairs", "Pairs", PAIRS, "Of a released record and one of the original.").cells(
            lambda linkage: linkage.links.patterns.counts[linkage.occurring]
        ),
        Column(
            "right", "Of the same person", RECORDS, "Released records whose right pair is one of these."
        ).cells(lambda linkage: linkage.links.patterns.true[linkage.occurring]),
        Column("weight", "Weight", NUMBER, "In bits; above 0 it speaks for a match.").cells(
            lambda linkage: linkage.chances("patterns"),
            bound=lambda linkage: linkage.links.as_estimated,
            undefined=lambda linkage: _none(linkage.links),
        ),
        Column(
            "matching", "Among matches", SHARE, "Probability of the pattern in pairs of the same person."
        ).cells(
            lambda linkage: linkage.chances("matching"),
            bound=lambda linkage: linkage.links.as_estimated,
            undefined=lambda linkage: _none(linkage.links),
        ),
        Column(
            "other", "Among others", SHARE, "Probability of the pattern in pairs of different people."
        ).cells(
            lambda linkage: linkage.chances("other"),
            bound=lambda linkage: linkage.links.as_estimated,
            undefined=lambda linkage: _none(linkage.links),
        ),
        Column("decision", "Decision", None, "What becomes of a pair that is assigned.").cells(
            lambda linkage: linkage.decisions
        ),
    ),
    empty="There are no pairs.",
    rows=lambda linkage, at: np.unique(
        linkage.masked.rows[linkage.links.patterns.right == linkage.occurring[at]]
    ),
    row_title=lambda linkage, at: sentence(
        "agreeing with their own record in {names}", names=linkage.agreeing[at]
    ),
)

VARIABLES_AGREEING = DeclaredTable[PatternLinks](
    name="variables",
    title="Agreement of the variables",
    about=plain("How likely values are equal in pairs of the same person, and in other pairs."),
    columns=(
        public_key("variable", "Variable").cells(
            lambda links: [one.name for one in links.patterns.agreements.variables]
        ),
        Column("level", "Level", None, "At which both files are compared.").cells(
            lambda links: [
                "recoded" if one.recoded else "original" for one in links.patterns.agreements.variables
            ]
        ),
        Column(
            "m", "m", SHARE, "Probability of agreement in pairs of the same person, as the intruder sees it."
        ).cells(lambda links: _used(links)[0], undefined=_none),
        Column(
            "u", "u", SHARE, "Probability of agreement in pairs of different people, as the intruder sees it."
        ).cells(lambda links: _used(links)[1], undefined=_none),
        Column("agree", "If equal", NUMBER, "log₂(m ÷ u), in bits.", over="Weight").cells(
            lambda links: _used(links)[2], undefined=_none
        ),
        Column("disagree", "If not", NUMBER, "log₂((1 − m) ÷ (1 − u)), in bits.", over="Weight").cells(
            lambda links: _used(links)[3], undefined=_none
        ),
        Column("true_m", "m", SHARE, "Share of pairs of the same person that agree.", over="True").cells(
            lambda links: _true(links)[0], undefined=NO_OTHERS
        ),
        Column("true_u", "u", SHARE, "Share of pairs of different people that agree.", over="True").cells(
            lambda links: _true(links)[1], undefined=NO_OTHERS
        ),
    ),
    empty="There is nothing to compare.",
    joint=True,
)

TABLES = (COMBINATIONS, PATTERNS, VARIABLES_AGREEING)
