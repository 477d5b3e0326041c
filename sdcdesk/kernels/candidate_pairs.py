"""Pairs of two files whose agreement speaks for a match, listed by what they have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.pattern_counts import Similar, patterns, unfolded
from sdcdesk.kernels.value_tuples import Tuples, radices


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of combinations of values of two files that may be assigned to each other.

    Attributes
    ----------
    first, second
        int64 (m,), places of combinations of each file; every pair once.
    weights
        float64 (m,), above 0.
    """

    first: np.ndarray
    second: np.ndarray
    weights: np.ndarray

    def chosen(self, which: np.ndarray) -> "Candidates":
        """Return some of the pairs.

        Parameters
        ----------
        which
            bool (m,), or places int64.

        Returns
        -------
        Candidates
            New arrays.
        """
        return Candidates(self.first[which], self.second[which], self.weights[which])


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two files by their combinations of values, and the weight of every agreement pattern.

    Attributes
    ----------
    first, second
        Combinations of values of the same variables.
    similar
        What agrees; see `pattern_counts`.
    weights
        float64 (2^d,), of every pattern.
    occurring
        bool (2^d,), patterns that some pair has.
    floor
        Only pairs with a higher weight are wanted; 0 or above.
    """

    first: Tuples
    second: Tuples
    similar: Similar
    weights: np.ndarray
    occurring: np.ndarray
    floor: float = 0.0

    @property
    def wanted(self) -> np.ndarray:
        """Patterns that speak for a match, int64, the highest weight first."""
        wanted = np.flatnonzero(self.occurring & (self.weights > self.floor))
        ordered: np.ndarray = wanted[np.argsort(-self.weights[wanted], kind="stable")]
        return ordered

    def smallest_sets(self) -> list[int]:
        """Return the smallest sets of variables such that each wanted pair agrees in one of them.

        Returns
        -------
        list[int]
            As patterns.
        """
        smallest: list[int] = []
        for pattern in sorted(self.wanted.tolist(), key=int.bit_count):
            if not any(pattern & one == one for one in smallest):
                smallest.append(pattern)
        return smallest

    def joins(self) -> "list[Join]":
        """Return the combinations that agree in each of the smallest sets.

        Returns
        -------
        list[Join]
            One for each.
        """
        return [Join.on(self, pattern) for pattern in self.smallest_sets()]

    def candidates(self, joins: "Sequence[Join]") -> Candidates:
        """Return all wanted pairs.

        Parameters
        ----------
        joins
            As `joins` gives them.

        Returns
        -------
        Candidates
            In ascending order.
        """
        groups = max(len(self.second.counts), 1)
        none = np.empty(0, dtype=np.int64)
        codes = np.concatenate([none, *(join.pairs(groups) for join in joins)])
        codes.sort()
        codes = codes[np.diff(codes, prepend=-1) > 0]
        ones, others = codes // groups, codes % groups
        weights = self.weights[patterns(self.first, self.second, self.similar, ones, others)]
        return Candidates(ones, others, weights).chosen(weights > self.floor)

    def part(self, first: np.ndarray, second: np.ndarray, floor: float) -> "Compared":
        """Return some of the combinations of both files.

        Parameters
        ----------
        first, second
            int64 (a,) and (b,), their places; their labels are lost.
        floor
            See `Compared`.

        Returns
        -------
        Compared
            Combinations are numbered anew.
        """
        its, own = (
            Tuples(tuple(column[places] for column in file.columns), file.counts[places], file.labels[:0])
            for file, places in ((self.first, first), (self.second, second))
        )
        return Compared(its, own, self.similar, self.weights, self.occurring, floor)


@dataclass(frozen=True, slots=True, eq=False)
class Join:
    """Combinations of both files that agree in a set of variables.

    Attributes
    ----------
    first, second
        int64 places of combinations, by label; those of the first may occur more than once.
    starts, lengths
        int64 (len(first),), where the second ones with its label begin, and how many there are.
    """

    first: np.ndarray
    second: np.ndarray
    starts: np.ndarray
    lengths: np.ndarray

    @property
    def number(self) -> int:
        """How many pairs agree."""
        return int(self.lengths.sum())

    def pairs(self, groups: int) -> np.ndarray:
        """Return the pairs as first · groups + second.

        Parameters
        ----------
        groups
            Number of combinations of the second file, or 1.

        Returns
        -------
        np.ndarray
            int64 (number,); a pair that agrees in several ways occurs as often.
        """
        one = np.repeat(np.arange(len(self.first)), self.lengths)
        within = np.arange(len(one)) - np.repeat(np.cumsum(self.lengths) - self.lengths, self.lengths)
        found: np.ndarray = self.first[one] * groups + self.second[self.starts[one] + within]
        return found

    @classmethod
    def on(cls, compared: Compared, pattern: int) -> "Join":
        """Return the join on the variables of a pattern.

        Parameters
        ----------
        compared
            Both files.
        pattern
            Σ 2^v over the variables v that have to agree.

        Returns
        -------
        Join
            Values that are missing agree with nothing.
        """
        places = list(members(pattern))
        graded = [place for place in places if compared.similar[place] is not None]
        origins, first = unfolded(compared.first, compared.similar, graded)
        its, own = agreeing_labels(
            [first.columns[place] for place in places],
            [compared.second.columns[place] for place in places],
            (len(origins), len(compared.second.counts)),
        )
        order = np.argsort(own, kind="stable")
        order = order[np.searchsorted(own[order], 0) :]
        known = its >= 0
        starts = np.searchsorted(own[order], its[known], side="left")
        lengths = np.searchsorted(own[order], its[known], side="right") - starts
        return cls(origins[known], order, starts, lengths)


def agreeing_labels(
    first: Sequence[np.ndarray], second: Sequence[np.ndarray], records: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray]:
    """Return numbers of the rows of two files that are equal where all columns agree.

    Parameters
    ----------
    first, second
        int64 (a,) and (b,), codes of the same variables, −1 where missing; all rows agree where there are no
        variables.
    records
        Numbers of rows.

    Returns
    -------
    tuple[np.ndarray, np.ndarray]
        int64 (a,) and (b,), 0 and above; −1 for a row in which a value is missing.
    """
    if not first:
        return np.zeros(records[0], dtype=np.int64), np.zeros(records[1], dtype=np.int64)
    columns = [np.concatenate([its, own]) for its, own in zip(first, second, strict=True)]
    labels = compact(*combine([column + 1 for column in columns], radices(columns)))[0]
    for column in columns:
        labels[column < 0] = -1
    return labels[: records[0]], labels[records[0] :]


def members(pattern: int) -> Iterator[int]:
    """Walk through the variables that agree in a pattern.

    Parameters
    ----------
    pattern
        Σ 2^v over some variables v.

    Yields
    ------
    int
        Their places, ascending.
    """
    yield from (place for place in range(pattern.bit_length()) if pattern >> place & 1)
