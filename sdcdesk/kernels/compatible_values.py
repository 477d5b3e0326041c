"""Values of compatible records, where a missing key value matches every value.

The *pattern* of a key says which of its values are visible. Keys of two patterns are compatible where they
agree in what is visible in both, so the keys of one pattern meet those of another by one look-up: no pair of
records, nor of keys, is compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.keys import DENSE, combine
from sdcdesk.kernels.value_counts import ValueCounts, summed

BLOCK = 2_000_000
"""Values that are put together at once; more only where a single key meets more."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lists:
    """Values and their counts, in one list after another.

    Attributes
    ----------
    starts, lengths
        int64 (L,), where each list begins, and how long it is.
    values, counts
        int64 (C,).
    """

    starts: np.ndarray
    lengths: np.ndarray
    values: np.ndarray
    counts: np.ndarray

    @classmethod
    def by_group(cls, counts: ValueCounts, groups: int) -> "_Lists":
        """Return a list for each of so many groups, empty for those without a value."""
        starts, lengths = np.zeros((2, groups), dtype=np.int64)
        starts[counts.groups], lengths[counts.groups] = counts.starts, counts.distinct
        return cls(starts, lengths, counts.values, counts.counts)

    def chosen(self, lists: np.ndarray, names: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return name, value and count of all entries of some lists, each list with its name."""
        lengths = self.lengths[lists]
        before = np.cumsum(lengths) - lengths
        at = np.arange(lengths.sum()) + np.repeat(self.starts[lists] - before, lengths)
        return np.repeat(names, lengths), self.values[at], self.counts[at]


@dataclass(frozen=True, slots=True, eq=False)
class _Met:
    """Keys of one pattern, and what they meet in keys of others.

    Attributes
    ----------
    asking
        int64, positions of keys that meet any, ascending.
    place
        int64, for each of them the list of what it meets.
    lists
        Values of the keys that agree in what is visible.
    """

    asking: np.ndarray
    place: np.ndarray
    lists: _Lists

    def within(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return key, value and count of all that the keys from first up to last, without it, meet."""
        block = slice(*np.searchsorted(self.asking, (first, last)))
        return self.lists.chosen(self.place[block], self.asking[block])


def compatible_counts(
    columns: Sequence[np.ndarray], sizes: Sequence[int], own: ValueCounts, progress: Progress = SILENT
) -> Iterator[ValueCounts]:
    """Count the values of the records that are compatible with each of many different keys.

    Parameters
    ----------
    columns
        Integers (P,) each: codes of the different keys, 0…sizes[j]−1, and −1 where missing.
    sizes
        Number of different codes of each key variable.
    own
        Values of the records that have exactly the key; its groups are positions of keys.
    progress
        Receives how far the work is.

    Yields
    ------
    ValueCounts
        Values of some of the keys, whose positions are its groups; those of a key all at once.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    visible = sum(((column >= 0).astype(np.int64) << bit) for bit, column in enumerate(columns))
    patterns = {int(pattern): np.flatnonzero(visible == pattern) for pattern in np.unique(visible)}
    lists = _Lists.by_group(own, len(columns[0]))
    for (mine, asking), part in progress.over(list(patterns.items()), "Compatible records"):
        found = []
        meetings = sorted({mine & others for others in patterns})
        for met, _step in part.part(0.0, 0.5).over(meetings, "Compatible records"):
            offering = [keys for others, keys in patterns.items() if mine & others == met]
            if len(offering) == 1 and offering[0] is asking:
                # Where all its values are visible, a key of the same pattern is itself.
                found.append(_Met(asking, asking, lists))
                continue
            shared = [bit for bit in range(len(columns)) if met >> bit & 1]
            radices = [sizes[bit] for bit in shared]
            found.append(
                _met([columns[bit] for bit in shared], radices, asking, np.concatenate(offering), lists)
            )
        yield from _blocks(asking, found, part.part(0.5, 1.0))


def _met(
    columns: Sequence[np.ndarray],
    radices: Sequence[int],
    asking: np.ndarray,
    offering: np.ndarray,
    lists: _Lists,
) -> _Met:
    """Join asking keys with the values of offering ones, by what is visible in both."""
    both = np.concatenate([asking, offering])
    codes, domain = np.zeros(len(both), dtype=np.int64), 1
    if columns:
        codes, domain = combine([column[both] for column in columns], radices)
    wanted, offered = codes[: len(asking)], codes[len(asking) :]
    # The shorter side is sorted, the longer one looked up in it.
    different = _different(wanted if len(wanted) < len(offered) else offered, domain)
    wanted, offered = (_places(side, different, domain) for side in (wanted, offered))
    useful = offered >= 0
    sums = summed(*lists.chosen(offering[useful], offered[useful]))
    by_place = _Lists.by_group(sums, len(different))
    meets = wanted >= 0
    return _Met(asking[meets], wanted[meets], by_place)


def _different(codes: np.ndarray, domain: int) -> np.ndarray:
    """Return the different codes, ascending."""
    if domain <= DENSE * len(codes):
        occurs = np.zeros(domain, dtype=bool)
        occurs[codes] = True
        return np.flatnonzero(occurs)
    ascending = np.sort(codes)
    first: np.ndarray = np.append(True, ascending[1:] != ascending[:-1])
    different: np.ndarray = ascending[first]
    return different


def _places(codes: np.ndarray, different: np.ndarray, domain: int) -> np.ndarray:
    """Return where codes stand among different ones, ascending; −1 where they do not."""
    if domain <= DENSE * len(codes):
        table = np.full(domain, -1, dtype=np.int32)
        table[different] = np.arange(len(different))
        found: np.ndarray = table[codes]
        return found
    place = np.minimum(np.searchsorted(different, codes), len(different) - 1)
    return np.where(different[place] == codes, place, -1)


def _blocks(asking: np.ndarray, meetings: Sequence[_Met], progress: Progress) -> Iterator[ValueCounts]:
    """Put together what some keys meet, a block of keys at a time."""
    lengths = np.zeros(len(asking), dtype=np.int64)
    for met in meetings:
        lengths[np.searchsorted(asking, met.asking)] += met.lists.lengths[met.place]
    ends, begin = np.cumsum(lengths), 0
    while begin < len(asking):
        progress.at(begin / len(asking), "Values of compatible records")
        reach = (ends[begin - 1] if begin else 0) + BLOCK
        end = max(int(np.searchsorted(ends, reach, side="right")), begin + 1)
        first, last = int(asking[begin]), int(asking[end - 1]) + 1
        parts = [met.within(first, last) for met in meetings]
        counts = summed(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        if len(counts.groups):
            yield counts
        begin = end
