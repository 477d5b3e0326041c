"""One-to-one assignment of the records of two files with the highest sum of weights.

Records with equal values are interchangeable, so that combinations of values are assigned to each other, each
so many times. Where several assignments are equally good, the order of the records would decide: an algorithm
that walks along the diagonal would then find every record at its own place. Both files are therefore put into
a new random order for each repetition.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.candidate_pairs import Candidates, Compared

LISTED = 4_000_000
"""Pairs of combinations that are listed at a time, at most."""

SOLVED = 4_000
"""Records of the second file that are assigned in one call, which nothing can interrupt: it takes a part of a
second, and grows with their square."""

SOLVED_PAIRS = 1_000_000
"""Pairs of records that are assigned in one call, at most."""

GROWTH = 4
"""So many times the pairs are listed in each round of those before."""

Parts = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Places of combinations of both files, and how many records of each are assigned to one of the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """How many records of which combinations of values are assigned to each other.

    Attributes
    ----------
    first, second
        int64 (m,), places of combinations of each file; every pair once, ascending.
    records
        int64 (m,), records of each that are assigned to one of the other.
    """

    first: np.ndarray
    second: np.ndarray
    records: np.ndarray

    def pair_counts(self, first: np.ndarray, second: np.ndarray, groups: int) -> np.ndarray:
        """Return how many records of some pairs of combinations are assigned to each other.

        Parameters
        ----------
        first, second
            int64 (k,), places of combinations.
        groups
            Number of combinations of the second file.

        Returns
        -------
        np.ndarray
            int64 (k,).
        """
        codes, wanted = self.first * groups + self.second, first * groups + second
        found = np.searchsorted(codes, wanted)
        there = found < len(codes)
        there[there] = codes[found[there]] == wanted[there]
        records = np.zeros(len(wanted), dtype=np.int64)
        records[there] = self.records[found[there]]
        return records


@dataclass(frozen=True, slots=True, eq=False)
class Certain:
    """What every best assignment has in common, and what is left to assign.

    Attributes
    ----------
    plan
        Pairs that every best assignment holds.
    left
        Pairs of which some may be assigned besides, in parts that share no record; None: they are too many to
        be listed, or to be assigned in a time in which the work can be stopped.
    first, second
        int64, records of each combination that are left.
    """

    plan: Plan
    left: tuple[Candidates, ...] | None
    first: np.ndarray
    second: np.ndarray


def certain(compared: Compared, counts: np.ndarray, most: int, step: Callable[[], None]) -> Certain:
    """Assign what every best assignment holds.

    A pair of combinations whose weight is higher than the best other weights of both together is part of
    every best assignment, as often as records allow: what its records have instead would weigh less. What
    that settles makes others certain. Pairs with high weights come first, so that most records are settled
    before the many pairs with low weights, which then need not be listed.

    Parameters
    ----------
    compared
        Both files.
    counts
        int64 (2^d,), pairs of each pattern.
    most
        Pairs of records that are left over, at most.
    step
        Called at every round; it may raise to stop the work.

    Returns
    -------
    Certain
        Nothing is decided where assignments are equally good.
    """
    first, second = compared.first.counts.copy(), compared.second.counts.copy()
    settled: list[Parts] = []
    left: Candidates | None = None
    for floor in _floors(compared, counts):
        step()
        ones, others = np.flatnonzero(first), np.flatnonzero(second)
        part = compared.part(ones, others, floor)
        joins = part.joins()
        if sum(join.number for join in joins) > LISTED:
            left = None
            break
        found = part.candidates(joins)
        left = Candidates(ones[found.first], others[found.second], found.weights)
        while True:
            step()
            left = left.chosen((first[left.first] > 0) & (second[left.second] > 0))
            sure = _sure(left, len(first), len(second), floor)
            if not len(sure.weights):
                break
            records = np.minimum(first[sure.first], second[sure.second])
            first[sure.first] -= records
            second[sure.second] -= records
            settled.append((sure.first, sure.second, records))
    if left is not None and (first[left.first] * second[left.second]).sum() > most:
        left = None
    parts = None if left is None else _parts(left, first, second)
    return Certain(added(settled, len(second)), parts, first, second)


def _parts(left: Candidates, first: np.ndarray, second: np.ndarray) -> tuple[Candidates, ...] | None:
    """Cut pairs into parts that share no record, each small enough for one call; None: one is too large."""
    # Imported here, because every start of the program would pay for it.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    size = len(first) + len(second)
    graph = csr_array((np.ones(len(left.first)), (left.first, len(first) + left.second)), shape=(size, size))
    parts, labels = connected_components(graph, directed=False)
    part = labels[left.first].astype(np.int64)
    records = np.bincount(labels[len(first) :], second, parts).astype(np.int64)
    pairs = np.bincount(part, first[left.first] * second[left.second], parts).astype(np.int64)
    records[pairs == 0] = 0
    if (records > SOLVED).any() or (pairs > SOLVED_PAIRS).any():
        return None
    # Small ones together: half a call each, so that the one that does not quite fit makes no call too large.
    together = 2 * np.cumsum(records) // SOLVED + 2 * np.cumsum(pairs) // SOLVED_PAIRS
    batch = together[part]
    order = np.argsort(batch, kind="stable")
    starts = np.flatnonzero(np.diff(batch[order], prepend=-1))
    return tuple(left.chosen(np.sort(some)) for some in np.split(order, starts[1:]) if len(some))


def _floors(compared: Compared, counts: np.ndarray) -> list[float]:
    """Return weights down to 0, each with several times as many pairs above it as the one before."""
    wanted = compared.wanted
    weights, place = np.unique(-compared.weights[wanted], return_inverse=True)
    pairs = np.cumsum(np.bincount(place, weights=counts[wanted], minlength=len(weights)))
    floors, most = [], float(GROWTH * min(compared.first.counts.sum(), compared.second.counts.sum()))
    for number in range(1, len(weights)):
        if pairs[number] > most:
            floors.append(float(-weights[number]))
            most = GROWTH * float(pairs[number])
    return [*floors, 0.0]


def _sure(left: Candidates, first: int, second: int, floor: float) -> Candidates:
    """Return the pairs that weigh more than the best others of both together, listed or not."""
    rivals = np.maximum(_best_other(left.first, left.weights, first), floor)
    rivals += np.maximum(_best_other(left.second, left.weights, second), floor)
    return left.chosen(left.weights > rivals)


def _best_other(places: np.ndarray, weights: np.ndarray, size: int) -> np.ndarray:
    """Return for each pair the highest weight of another pair at the same place; 0 where there is none."""
    best = np.zeros(size)
    np.maximum.at(best, places, weights)
    top = weights == best[places]
    alone = top & (np.bincount(places[top], minlength=size)[places] == 1)
    second = np.zeros(size)
    np.maximum.at(second, places[~top], weights[~top])
    other: np.ndarray = np.where(alone, second[places], best[places])
    return other


def best_plans(
    certain: Certain,
    left: Sequence[Candidates],
    orders: Iterator[np.random.Generator],
    step: Callable[[], None],
) -> Iterator[Plan]:
    """Complete a best assignment, once for every order of the records.

    Parameters
    ----------
    certain
        What every best assignment holds.
    left
        Its pairs that are left.
    orders
        A generator for each repetition, which puts both files into a new order.
    step
        Called before every call of the solver; it may raise to stop the work.

    Yields
    ------
    Plan
        A best assignment.
    """
    rests = [_Rest.from_candidates(part, certain.first, certain.second) for part in left]
    groups = len(certain.second)
    kept = certain.plan
    for rng in orders:
        found_codes = [np.empty(0, dtype=np.int64)]
        for rest in rests:
            step()
            ones, others = rest.assigned(rng)
            found_codes.append(ones * groups + others)
        codes, records = np.unique(np.concatenate(found_codes), return_counts=True)
        found = (codes // max(groups, 1), codes % max(groups, 1), records)
        yield added([(kept.first, kept.second, kept.records), found], groups)


@dataclass(frozen=True, slots=True, eq=False)
class _Rest:
    """Single records that are left, and all pairs of them."""

    first: np.ndarray
    second: np.ndarray
    ones: np.ndarray
    others: np.ndarray
    weights: np.ndarray

    @classmethod
    def from_candidates(cls, left: Candidates, first: np.ndarray, second: np.ndarray) -> "_Rest":
        its, own = (
            np.where(np.bincount(places, minlength=len(counts)) > 0, counts, 0)
            for places, counts in ((left.first, first), (left.second, second))
        )
        first_start, second_start = (np.cumsum(counts) - counts for counts in (its, own))
        pairs = its[left.first] * own[left.second]
        pair = np.repeat(np.arange(len(pairs)), pairs)
        within = np.arange(len(pair)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        width = own[left.second][pair]
        return cls(
            np.repeat(np.arange(len(its)), its),
            np.repeat(np.arange(len(own)), own),
            first_start[left.first][pair] + within // np.maximum(width, 1),
            second_start[left.second][pair] + within % np.maximum(width, 1),
            left.weights[pair],
        )

    def assigned(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return the combinations of the records that are assigned to each other, int64 (m,) each."""
        # Imported here, because every start of the program would pay for it.
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import min_weight_full_bipartite_matching

        if not len(self.weights):
            return self.first[:0], self.second[:0]
        n, t = len(self.first), len(self.second)
        row, column = rng.permutation(t), rng.permutation(n)
        # A column of its own for each row stands for "not assigned", with the weight 0.
        most = float(self.weights.max()) + 1
        costs = np.concatenate([most - self.weights, np.full(t, most)])
        rows = np.concatenate([row[self.others], np.arange(t)])
        columns = np.concatenate([column[self.ones], n + np.arange(t)])
        matrix = csr_array((costs, (rows, columns)), shape=(t, n + t))
        found_rows, found = min_weight_full_bipartite_matching(matrix)
        real = found < n
        one, other = np.argsort(column)[found[real]], np.argsort(row)[found_rows[real]]
        return self.first[one], self.second[other]


def added(parts: Sequence[Parts], groups: int) -> Plan:
    """Add up parts of an assignment.

    Parameters
    ----------
    parts
        Pairs of combinations, with records.
    groups
        Number of combinations of the second file.

    Returns
    -------
    Plan
        Every pair once.
    """
    none = np.empty(0, dtype=np.int64)
    first, second, records = (np.concatenate([none, *(part[place] for part in parts)]) for place in range(3))
    codes, inverse = np.unique(first * groups + second, return_inverse=True)
    total = np.bincount(inverse, weights=records, minlength=len(codes)).astype(np.int64)
    return Plan(codes // max(groups, 1), codes % max(groups, 1), total)
