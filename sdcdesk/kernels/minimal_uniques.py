"""Minimal sample uniques: the smallest sets of columns that tell a record from all others (SUDA).

A record is unique by a set of columns if no other agrees with it in all of them; the set is minimal if the
record is not unique by any of its parts. Whoever is unique by a part is unique by the whole, so sets are
counted level by level, each among those records only that no part of it has told apart: all records that
agree with such a record are among them, too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, group_records

WORDS = "Sets of key variables"

Columns = tuple[int, ...]
"""Places of the columns of a set, ascending."""

Alone = Callable[[Sequence[Codes]], np.ndarray]
"""Says which of some records (bool) agree with no other of them."""


@dataclass(frozen=True, slots=True, eq=False)
class UniqueSet:
    """A set of columns, and whom it tells apart.

    Attributes
    ----------
    columns
        Their places.
    records
        int64 (k,), ascending: the records for which the set is minimal.
    unique
        Number of records that are unique by it, minimal or not.
    """

    columns: Columns
    records: np.ndarray
    unique: int


def count_sets(columns: int, largest: int) -> int:
    """Return how many sets of 1 to `largest` columns there are.

    Parameters
    ----------
    columns
        Number of columns.
    largest
        Columns of the largest set; more than there are stand for all.

    Returns
    -------
    int
        From 0.
    """
    return sum(comb(columns, size) for size in range(1, min(largest, columns) + 1))


def minimal_uniques(
    keys: Sequence[Codes], largest: int, alone: Alone, progress: Progress = SILENT
) -> Iterator[UniqueSet]:
    """Find for every set of columns the records for which it is minimal.

    Parameters
    ----------
    keys
        Codes of each column, of the same records.
    largest
        Columns of the largest set.
    alone
        What it means to be alone; whoever is alone by some columns must be so by more.
    progress
        Receives how far the work is.

    Yields
    ------
    UniqueSet
        One for each set of 1 to `largest` columns, smaller ones first. A record that is the only one is
        unique by every single column.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    kept = _two_per_key(keys, progress)
    columns = [Codes(key.values[kept], key.size) for key in keys]
    total, done = count_sets(len(keys), largest), 0
    # Who is unique by each set of the level before, eight records a byte.
    before: dict[Columns, np.ndarray] = {(): np.packbits(np.zeros(len(kept), dtype=bool))}
    for size in range(1, min(largest, len(keys)) + 1):
        level: dict[Columns, np.ndarray] = {}
        for some in combinations(range(len(keys)), size):
            progress.at(done / total, WORDS)
            done += 1
            parts = [before[some[:at] + some[at + 1 :]] for at in range(size)]
            unique = _unique_by_part(parts, len(kept))
            left = np.flatnonzero(~unique)
            new = left[_alone_among(left, [columns[at] for at in some], alone)]
            unique[new] = True
            if size < largest:
                level[some] = np.packbits(unique)
            yield UniqueSet(some, kept[new], int(np.count_nonzero(unique)))
        before = level


def _unique_by_part(parts: Sequence[np.ndarray], records: int) -> np.ndarray:
    """Return who (bool) is unique by at least one part of a set."""
    return np.unpackbits(np.bitwise_or.reduce(parts), count=records).view(bool)


def _alone_among(left: np.ndarray, columns: Sequence[Codes], alone: Alone) -> np.ndarray:
    if not len(left):
        return np.empty(0, dtype=bool)
    if len(left) < len(columns[0].values):
        columns = [Codes(column.values[left], column.size) for column in columns]
    return alone(columns)


def _two_per_key(keys: Sequence[Codes], progress: Progress) -> np.ndarray:
    """Return positions (int64, ascending) of at most two records of those that agree in all columns.

    Two are as little alone as many.
    """
    progress.at(0.0, WORDS)
    groups = group_records(keys)
    progress.at(0.0, WORDS)
    # Backwards, so that the first of equal places is the one that stays.
    first = np.empty(len(groups.sizes), dtype=np.int64)
    places = np.arange(len(groups.labels))
    first[groups.labels[::-1]] = places[::-1]
    others = np.flatnonzero(first[groups.labels] != places)
    second = first.copy()
    second[groups.labels[others][::-1]] = others[::-1]
    kept = np.zeros(len(places), dtype=bool)
    kept[first] = kept[second] = True
    return np.flatnonzero(kept)
