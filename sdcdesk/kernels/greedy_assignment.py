"""One-to-one assignment by falling weight, where the pairs are too many to be listed."""

from collections.abc import Callable

import numpy as np

from sdcdesk.kernels.assignment import Plan
from sdcdesk.kernels.candidate_pairs import Compared, agreeing_labels, members
from sdcdesk.kernels.pattern_counts import patterns


def greedy_plan(compared: Compared, rng: np.random.Generator, step: Callable[[], None]) -> Plan:
    """Assign records with the highest weight first, blindly among equally good ones.

    Parameters
    ----------
    compared
        Both files; agreement is equality in all variables.
    rng
        Puts both files into a random order.
    step
        Called for every pattern; it may raise to stop the work.

    Returns
    -------
    Plan
        Its sum of weights may lie below that of the best assignment.
    """
    first, second = compared.first, compared.second
    its, own = (
        rng.permutation(np.repeat(np.arange(len(file.counts)), file.counts)) for file in (first, second)
    )
    found: list[np.ndarray] = [np.empty(0, dtype=np.int64)]
    groups = max(len(second.counts), 1)
    for pattern in compared.wanted.tolist():
        step()
        labels = agreeing_labels(
            [first.columns[place][its] for place in members(pattern)],
            [second.columns[place][own] for place in members(pattern)],
            (len(its), len(own)),
        )
        ones, others = _in_turn(*labels)
        # Where an agreement speaks against a match, some agree in more than they should.
        agreed = patterns(first, second, compared.similar, its[ones], own[others])
        exact = compared.weights[agreed] == compared.weights[pattern]
        ones, others = ones[exact], others[exact]
        found.append(its[ones] * groups + own[others])
        its, own = np.delete(its, ones), np.delete(own, others)
    codes, records = np.unique(np.concatenate(found), return_counts=True)
    return Plan(codes // groups, codes % groups, records)


def _in_turn(its: np.ndarray, own: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pair the first of each label in one file with its first in the other, and so on."""
    size = max(int(its.max(initial=-1)), int(own.max(initial=-1))) + 1
    most = np.minimum(*(np.bincount(labels[labels >= 0], minlength=size) for labels in (its, own)))
    return _first_of_each(its, most), _first_of_each(own, most)


def _first_of_each(labels: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Return the places of so many of each label, ascending by label, in their order."""
    order = np.argsort(labels, kind="stable")
    order = order[np.searchsorted(labels[order], 0) :]
    sizes = np.bincount(labels[order], minlength=len(most))
    rank = np.arange(len(order)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    chosen: np.ndarray = order[rank < most[labels[order]]]
    return chosen


def largest_sum(compared: Compared, step: Callable[[], None]) -> float:
    """Return a bound above the sum of weights of every one-to-one assignment.

    Parameters
    ----------
    compared
        Both files; agreement is equality in all variables.
    step
        Called for every pattern; it may raise to stop the work.

    Returns
    -------
    float
        The sum of the highest weights of all records of one file or, where that is less, of the other.
    """
    first, second = compared.first, compared.second
    its, own = np.zeros(len(first.counts)), np.zeros(len(second.counts))
    for pattern in compared.wanted[::-1].tolist():
        step()
        labels = agreeing_labels(
            [first.columns[place] for place in members(pattern)],
            [second.columns[place] for place in members(pattern)],
            (len(its), len(own)),
        )
        its[np.isin(labels[0], labels[1]) & (labels[0] >= 0)] = compared.weights[pattern]
        own[np.isin(labels[1], labels[0]) & (labels[1] >= 0)] = compared.weights[pattern]
    return float(min(its @ first.counts, own @ second.counts))
