"""Value counts: how often each value of a variable occurs in each of many groups of records."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.numbers.equal_runs import run_begins


@dataclass(frozen=True, eq=False)
class ValueCounts:
    """The values that occur in groups, and how often; groups without a value are not among them.

    Attributes
    ----------
    groups
        int64 (G,), names of the groups, ascending.
    starts
        int64 (G,), where the values of each group begin.
    values
        int64 (C,), codes of values, ascending within a group.
    counts
        int64 (C,), from 1.
    """

    groups: np.ndarray
    starts: np.ndarray
    values: np.ndarray
    counts: np.ndarray

    @cached_property
    def distinct(self) -> np.ndarray:
        """int64 (G,), number of different values."""
        return np.diff(self.starts, append=len(self.values))

    @cached_property
    def sizes(self) -> np.ndarray:
        """int64 (G,), number of values of each group, equal ones included."""
        return self.total(self.counts)

    @cached_property
    def largest(self) -> np.ndarray:
        """int64 (G,), how often the most frequent value occurs."""
        return self.most(self.counts)

    @cached_property
    def own_size(self) -> np.ndarray:
        """int64 (C,), for each value the size of its group."""
        return self.spread(self.sizes)

    def total(self, amounts: np.ndarray) -> np.ndarray:
        """Sum amounts, one for each value, over each group.

        Parameters
        ----------
        amounts
            float64 or int64 (C,).

        Returns
        -------
        np.ndarray
            (G,), in the type of the amounts.
        """
        sums: np.ndarray = np.add.reduceat(amounts, self.starts)
        return sums

    def most(self, amounts: np.ndarray) -> np.ndarray:
        """Return the largest of the amounts, one for each value, of each group.

        Parameters
        ----------
        amounts
            float64 or int64 (C,).

        Returns
        -------
        np.ndarray
            (G,), in the type of the amounts.
        """
        largest: np.ndarray = np.maximum.reduceat(amounts, self.starts)
        return largest

    def spread(self, amounts: np.ndarray) -> np.ndarray:
        """Return for each value the amount of its group.

        Parameters
        ----------
        amounts
            float64 or int64 (G,).

        Returns
        -------
        np.ndarray
            (C,), in the type of the amounts.
        """
        found: np.ndarray = np.repeat(amounts, self.distinct)
        return found

    def within(self, stay: np.ndarray) -> "ValueCounts":
        """Return the counts of some groups.

        Parameters
        ----------
        stay
            bool (N,), for each name of a group from 0 whether it is one of them.

        Returns
        -------
        ValueCounts
            With the same names.
        """
        chosen = stay[self.groups]
        if chosen.all():
            return self
        entries, distinct = self.spread(chosen), self.distinct[chosen]
        starts = np.cumsum(distinct) - distinct
        return ValueCounts(self.groups[chosen], starts, self.values[entries], self.counts[entries])

    def recoded(self, codes: np.ndarray) -> "ValueCounts":
        """Return the counts of coarser values.

        Parameters
        ----------
        codes
            int64 (m,), the new code of each value, from 0.

        Returns
        -------
        ValueCounts
            The same groups.
        """
        return summed(self.spread(self.groups), codes[self.values], self.counts)


def counted(groups: np.ndarray, values: np.ndarray) -> ValueCounts:
    """Count the values of each group of records.

    Parameters
    ----------
    groups
        int64 (n,), the group of each record, from 0.
    values
        int32 or int64 (n,), codes of values from 0; below 0 where a record has none, which counts nowhere.

    Returns
    -------
    ValueCounts
        Each value once in each group.
    """
    known = values >= 0
    if not known.all():
        groups, values = groups[known], values[known]
    radix = int(values.max(initial=0)) + 1
    pairs = np.sort(groups.astype(np.int64) * radix + values)
    first = np.flatnonzero(run_begins(pairs))
    return _grouped(pairs[first], radix, np.diff(first, append=len(pairs)))


def summed(groups: np.ndarray, values: np.ndarray, counts: np.ndarray) -> ValueCounts:
    """Put together counts that name a value of a group more than once.

    Parameters
    ----------
    groups, values
        int32 or int64 (C,), from 0.
    counts
        int64 (C,), from 1.

    Returns
    -------
    ValueCounts
        Each value once in each group.
    """
    radix = int(values.max(initial=0)) + 1
    pairs = groups.astype(np.int64) * radix + values
    order = np.argsort(pairs)
    pairs = pairs[order]
    first = np.flatnonzero(run_begins(pairs))
    return _grouped(pairs[first], radix, np.add.reduceat(counts[order], first))


def _grouped(pairs: np.ndarray, radix: int, counts: np.ndarray) -> ValueCounts:
    """Return counts of different pairs, ascending; a pair is group × radix + value."""
    groups = pairs // radix
    starts = np.flatnonzero(run_begins(groups))
    return ValueCounts(groups[starts], starts, pairs - groups * radix, counts)
