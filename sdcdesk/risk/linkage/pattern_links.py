"""Probabilistic linkage of the released records: patterns, probabilities, weights and assignments."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from sdcdesk.core.numbers.quantity import Bound, Reason, Why
from sdcdesk.core.random.randomness import generator
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.kernels.agreement_mixture import Mixture, estimate
from sdcdesk.kernels.agreement_mixture import agreements as agreeing
from sdcdesk.kernels.assignment import Plan, best_plans, certain
from sdcdesk.kernels.candidate_pairs import Compared
from sdcdesk.kernels.greedy_assignment import Remainder
from sdcdesk.kernels.pattern_counts import pattern_counts, patterns
from sdcdesk.risk.declared import NOTHING_RELEASED
from sdcdesk.risk.linkage.agreement import Agreements
from sdcdesk.risk.linkage.match_weights import MatchWeights
from sdcdesk.risk.linkage.right_pairs import RightPairs

Probabilities = Literal["em", "known"]
"""Whether the intruder estimates how likely variables agree, or knows it."""

IDENTIFIABLE = 3
"""Variables from which the estimation has one answer."""

MOST_PAIRS = 2_000_000
"""Pairs of records that are assigned exactly, after what is certain; more are assigned by falling weight."""


MOST_UNFOLDED = 10_000_000
"""Records of the original, each with every text that is similar to its own, at most."""

TOO_SIMILAR = plain(
    "Too many texts are similar, so that the pairs that could be links are too many to be looked at; let "
    "texts agree from a higher similarity, or compare fewer variables as texts."
)


@dataclass(frozen=True, slots=True)
class Settings:
    """What the intruder does.

    Attributes
    ----------
    probabilities
        See `Probabilities`.
    false_links, missed
        Bounds on both errors; see `MatchWeights`.
    repetitions
        How often both files are put into a new order.
    seed
        Of these orders.
    """

    probabilities: Probabilities
    false_links: float
    missed: float
    repetitions: int
    seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """Pairs of both files by the variables in which they agree.

    Attributes
    ----------
    agreements
        What is compared.
    counts
        int64 (2^d,), pairs of each pattern.
    right
        int64 (t,), the pattern of each released record and the one that it came from.
    """

    agreements: Agreements
    counts: np.ndarray
    right: np.ndarray

    @property
    def true(self) -> np.ndarray:
        """Pairs of each pattern that belong together, int64 (2^d,)."""
        return np.bincount(self.right, minlength=len(self.counts))

    @property
    def pairs(self) -> int:
        """All pairs."""
        return int(self.counts.sum())

    @property
    def informative(self) -> int:
        """Number of variables in which some pairs agree, and others do not."""
        agree = self.counts @ agreeing(len(self.agreements.variables))
        return int(((agree > 0) & (agree < self.pairs)).sum())

    @property
    def known(self) -> Mixture | None:
        """What is true of both files; None: there is no pair that belongs together, or no other."""
        matches, pairs = len(self.right), self.pairs
        if not 0 < matches < pairs:
            return None
        agree = agreeing(len(self.agreements.variables))
        one, every = self.true @ agree, self.counts @ agree
        return Mixture(matches / pairs, one / matches, (every - one) / (pairs - matches), 0.0, 0, True)


def count_patterns(agreements: Agreements, progress: Progress) -> Patterns:
    """Count the patterns of all pairs.

    Parameters
    ----------
    agreements
        What is compared.
    progress
        Receives how far the work is.

    Returns
    -------
    Patterns
        Exact counts.

    Raises
    ------
    DataError
        Too many texts are similar.
    """
    first, second, similar = agreements.first, agreements.second, agreements.similar
    if agreements.unfolded > MOST_UNFOLDED:
        raise DataError(TOO_SIMILAR, "agree_from")
    if not agreements.variables:
        every = np.array([len(first.labels) * len(second.labels)])
        return Patterns(agreements, every, np.zeros(len(second.labels), dtype=np.int64))

    def step(share: float) -> None:
        progress.at(share, "Counting agreements")

    right = patterns(first, second, similar, first.labels[agreements.rows], second.labels)
    return Patterns(agreements, pattern_counts(first, second, similar, step), right)


@dataclass(frozen=True, eq=False)
class Assigned:
    """One-to-one assignments, one for each order of the records.

    Attributes
    ----------
    right
        float64 (R,), expected number of records that are assigned to the right one.
    right_links
        float64 (R,), those of them that are links.
    links, undecided
        int64 (R,), records assigned to any, by what becomes of the pair.
    chance
        float64 (t,), for each released record the chance that it is linked to the right one.
    share_of_best
        1 where the sum of weights is the highest possible; else what it is at least of that.
    """

    right: np.ndarray
    right_links: np.ndarray
    links: np.ndarray
    undecided: np.ndarray
    chance: np.ndarray
    share_of_best: float


@dataclass(frozen=True, eq=False)
class PatternLinks:
    """Probabilistic linkage by some variables.

    Attributes
    ----------
    patterns
        Pairs by pattern.
    mixture
        Probabilities that the intruder works with, or why there are none.
    weights, assigned
        What follows from them.
    """

    patterns: Patterns
    mixture: Mixture | Reason
    weights: MatchWeights | None = None
    assigned: Assigned | None = None

    @property
    def records(self) -> int:
        """Number of released records."""
        return len(self.patterns.right)

    @property
    def reason(self) -> Reason:
        """Why nothing is linked; raises `ValueError` where it is."""
        if isinstance(self.mixture, Reason):
            return self.mixture
        raise ValueError("there are weights")

    @property
    def settled(self) -> bool:
        """Whether the estimation of the probabilities ended by itself, where there was one."""
        return isinstance(self.mixture, Reason) or self.mixture.converged

    @property
    def as_estimated(self) -> Bound:
        """How what follows from the probabilities alone stands to what the intruder would find."""
        return Bound.EXACT if self.settled else Bound.ESTIMATE

    def bound(self, *found: np.ndarray) -> Bound:
        """Return how numbers stand to what they measure: an estimate where something is uncertain.

        Parameters
        ----------
        *found
            float64 or int64 (R,), for each order of the records.

        Returns
        -------
        Bound
            An estimate where probabilities are uncertain, or the orders that were drawn decide something.
        """
        alike = all((numbers == numbers[0]).all() for numbers in found)
        best = self.assigned is None or self.assigned.share_of_best == 1
        return Bound.EXACT if self.settled and alike and best else Bound.ESTIMATE

    @cached_property
    def chance(self) -> np.ndarray:
        """For each released record the chance that it is linked to the right one, float64 (t,)."""
        return np.zeros(self.records) if self.assigned is None else self.assigned.chance


def pattern_links(
    agreements: Agreements, settings: Settings, right: RightPairs, progress: Progress
) -> PatternLinks:
    """Link the released records.

    Parameters
    ----------
    agreements
        What is compared.
    settings
        What the intruder does.
    right
        Which links are right.
    progress
        Receives how far the work is.

    Returns
    -------
    PatternLinks
        Without assignment where no weights can be had.

    Raises
    ------
    DataError
        Too many texts are similar.
    """
    counted = count_patterns(agreements, progress.part(0.0, 0.4))
    mixture = _mixture(counted, settings.probabilities, progress)
    if isinstance(mixture, Reason):
        return PatternLinks(counted, mixture)
    weights = MatchWeights(mixture, settings.false_links, settings.missed)
    assigned = _assigned(counted, weights, settings, right, progress.part(0.4, 1.0))
    return PatternLinks(counted, mixture, weights, assigned)


def _mixture(counted: Patterns, probabilities: Probabilities, progress: Progress) -> Mixture | Reason:
    if not len(counted.right):
        return Reason(Why.NO_RECORDS, NOTHING_RELEASED)
    if probabilities == "known":
        words = "There is no pair of records of different people."
        return counted.known or Reason(Why.TOO_FEW, words)
    if counted.informative < IDENTIFIABLE:
        return Reason(Why.TOO_FEW, _TOO_FEW[counted.informative])
    agreements = counted.agreements
    share = 1 / max(len(agreements.first.labels), len(counted.right))
    return estimate(counted.counts, share, lambda: progress.at(0.4, "Estimating probabilities"))


_TOO_FEW = (
    "No variable agrees in some pairs and not in others, and estimating needs three such variables.",
    "Only one variable agrees in some pairs and not in others, and estimating needs three.",
    "Only two variables agree in some pairs and not in others, and estimating needs three.",
)


def _assigned(
    counted: Patterns, weights: MatchWeights, settings: Settings, rightly: RightPairs, progress: Progress
) -> Assigned:
    agreements = counted.agreements
    first, second = agreements.first, agreements.second
    compared = Compared(first, second, agreements.similar, weights.patterns, counted.counts > 0)
    plans, largest = _plans(compared, counted.counts, settings, progress)
    lower, upper = weights.thresholds
    pair = first.labels[rightly.first], second.labels[rightly.second]
    alike = first.counts[pair[0]] * second.counts[pair[1]]
    linked = weights.patterns[patterns(first, second, agreements.similar, *pair)] >= upper
    whole = np.zeros(len(rightly.of))
    right, sure, links, undecided, sums = [], [], [], [], []
    for plan in plans:
        value = weights.patterns[patterns(first, second, agreements.similar, plan.first, plan.second)]
        chance = plan.pair_counts(*pair, len(second.counts)) / alike
        chance_of_link = rightly.chances(np.where(linked, chance, 0.0))
        whole += chance_of_link
        # In ascending order, so that the order of the records changes no digit.
        right.append(np.sort(rightly.chances(chance)).sum())
        sure.append(np.sort(chance_of_link).sum())
        links.append(plan.records[value >= upper].sum())
        undecided.append(plan.records[value >= lower].sum() - links[-1])
        sums.append(value @ plan.records)
    return Assigned(
        right=np.array(right),
        right_links=np.array(sure),
        links=np.array(links, dtype=np.int64),
        undecided=np.array(undecided, dtype=np.int64),
        chance=whole / settings.repetitions,
        share_of_best=1.0 if largest is None else float(min(sums)) / largest,
    )


def _plans(
    compared: Compared, counts: np.ndarray, settings: Settings, progress: Progress
) -> tuple[Iterator[Plan], float | None]:
    """Return an assignment for each order, and a bound above their weights; None: they are the best."""
    orders = _Orders(settings, progress)
    settled = certain(compared, counts, MOST_PAIRS, orders.step)
    if settled.left is not None:
        return best_plans(settled, settled.left, iter(orders), orders.step), None
    rest, kept = Remainder.from_compared(compared, settled), settled.plan
    agreed = patterns(compared.first, compared.second, compared.similar, kept.first, kept.second)
    largest = float(compared.weights[agreed] @ kept.records) + rest.largest(orders.step)
    return rest.plans(iter(orders), orders.step), largest


@dataclass(slots=True, eq=False)
class _Orders:
    """A generator for each order, and how many of them are done."""

    settings: Settings
    progress: Progress
    done: int = 0

    def __iter__(self) -> Iterator[np.random.Generator]:
        for number in range(self.settings.repetitions):
            self.done = number
            self.step()
            yield generator(self.settings.seed, number)

    def step(self) -> None:
        self.progress.at(self.done / self.settings.repetitions, "Assigning records")


def mean_share(numbers: np.ndarray, records: int) -> Fraction:
    """Return the mean of several numbers as a share of the records.

    Parameters
    ----------
    numbers
        int64 or float64 (R,), one for each repetition.
    records
        Above 0.

    Returns
    -------
    Fraction
        Of whole numbers without an error of rounding.
    """
    total = sum(map(Fraction, numbers.tolist()), Fraction(0))
    return total / (len(numbers) * records)
