"""One-to-one assignment by falling weight, where the pairs are too many to be listed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.kernels.assignment import Certain, Parts, Plan, added
from sdcdesk.kernels.candidate_pairs import Compared, agreeing_labels, members
from sdcdesk.kernels.pattern_counts import patterns, unfolded
from sdcdesk.kernels.value_tuples import Tuples


@dataclass(frozen=True, slots=True, eq=False)
class Remainder:
    """What is left where every best assignment agrees on the others.

    Attributes
    ----------
    plan
        What every best assignment holds.
    compared
        The combinations of both files that are left, each with the records that are.
    first, second
        int64, their places among all combinations.
    groups
        Number of all combinations of the second file.
    """

    plan: Plan
    compared: Compared
    first: np.ndarray
    second: np.ndarray
    groups: int

    @classmethod
    def from_compared(cls, compared: Compared, certain: Certain) -> "Remainder":
        """Return what is left.

        Parameters
        ----------
        compared
            Both files.
        certain
            What every best assignment holds.

        Returns
        -------
        Remainder
            Only combinations of which records are left.
        """
        ones, others = np.flatnonzero(certain.first), np.flatnonzero(certain.second)
        part = compared.part(ones, others, 0.0)
        left = replace(
            part,
            first=replace(part.first, counts=certain.first[ones]),
            second=replace(part.second, counts=certain.second[others]),
        )
        return cls(certain.plan, left, ones, others, len(certain.second))

    def plans(self, orders: Iterator[np.random.Generator], step: Callable[[], None]) -> Iterator[Plan]:
        """Complete the assignment, once for every order, with the highest weight first.

        Parameters
        ----------
        orders
            A generator for each repetition, which puts both files into a new order: it decides blindly among
            equal weights.
        step
            Called for every pattern; it may raise to stop the work.

        Yields
        ------
        Plan
            Its sum of weights may lie below that of the best assignment.
        """
        kept = self.plan
        for rng in orders:
            ones, others, records = self._by_falling_weight(rng, step)
            found = self.first[ones], self.second[others], records
            yield added([(kept.first, kept.second, kept.records), found], self.groups)

    def _by_falling_weight(self, rng: np.random.Generator, step: Callable[[], None]) -> Parts:
        compared, first, second = self.compared, self.compared.first, self.compared.second
        its, own = (
            rng.permutation(np.repeat(np.arange(len(file.counts)), file.counts)) for file in (first, second)
        )
        found: list[Parts] = []
        for pattern in compared.wanted.tolist():
            again = True
            while again:
                step()
                origins, *labels = _labels(compared, pattern, its, own)
                rows, others = _paired_by_label(*labels)
                # A record that agrees with several values may have been paired by each of them.
                ones, once = np.unique(origins[rows], return_index=True)
                others = others[once]
                # Where an agreement speaks against a match, some agree in more than they should.
                agreed = patterns(first, second, compared.similar, its[ones], own[others])
                exact = compared.weights[agreed] == compared.weights[pattern]
                ones, others = ones[exact], others[exact]
                found.append((its[ones], own[others], np.ones(len(ones), dtype=np.int64)))
                its, own = np.delete(its, ones), np.delete(own, others)
                again = len(rows) > len(once) and len(ones) > 0
        plan = added(found, max(len(second.counts), 1))
        return plan.first, plan.second, plan.records

    def largest(self, step: Callable[[], None]) -> float:
        """Return a bound above the sum of weights of every assignment of what is left.

        Parameters
        ----------
        step
            Called for every pattern; it may raise to stop the work.

        Returns
        -------
        float
            The sum of the highest weights of all records of one file or, where that is less, of the other.
        """
        compared, first, second = self.compared, self.compared.first, self.compared.second
        its, own = np.zeros(len(first.counts)), np.zeros(len(second.counts))
        every = np.arange(len(its)), np.arange(len(own))
        for pattern in compared.wanted[::-1].tolist():
            step()
            origins, *labels = _labels(compared, pattern, *every)
            its[origins[np.isin(labels[0], labels[1]) & (labels[0] >= 0)]] = compared.weights[pattern]
            own[np.isin(labels[1], labels[0]) & (labels[1] >= 0)] = compared.weights[pattern]
        return float(min(its @ first.counts, own @ second.counts))


def _labels(
    compared: Compared, pattern: int, its: np.ndarray, own: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return numbers of records, as combinations, that are equal where they agree in a pattern.

    A record of the first file has one for each combination of values that its own agree with; the first array
    says which record that is.
    """
    places = list(members(pattern))
    graded = [place for place in places if compared.similar[place] is not None]
    columns = tuple(column[its] for column in compared.first.columns)
    origins, first = unfolded(
        Tuples(columns, np.ones(len(its), dtype=np.int64), its), compared.similar, graded
    )
    labels = agreeing_labels(
        [first.columns[place] for place in places],
        [compared.second.columns[place][own] for place in places],
        (len(origins), len(own)),
    )
    return origins, *labels


def _paired_by_label(its: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pair the first of each label in one file with its first in the other, and so on."""
    size = max(int(its.max(initial=-1)), int(own.max(initial=-1))) + 1
    most = np.minimum(*(np.bincount(labels[labels >= 0], minlength=size) for labels in (its, own)))
    return _first_by_label(its, most), _first_by_label(own, most)


def _first_by_label(labels: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Return the places of so many of each label, ascending by label, in their order."""
    order = np.argsort(labels, kind="stable")
    order = order[np.searchsorted(labels[order], 0) :]
    sizes = np.bincount(labels[order], minlength=len(most))
    rank = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen: np.ndarray = order[rank < most[labels[order]]]
    return chosen
