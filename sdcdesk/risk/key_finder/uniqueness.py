"""Uniqueness of records by sets of variables, and what each variable adds to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from sdcdesk.core.random.randomness import generator
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, records_alone
from sdcdesk.kernels.marginal_uniqueness import marginal_uniqueness
from sdcdesk.kernels.minimal_uniques import Columns
from sdcdesk.kernels.unique_sets import unique_sets

COUNTED = 3
"""All sets of up to so many variables are counted; of larger ones some are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Uniqueness:
    """Whom variables tell apart, of one file.

    Attributes
    ----------
    whole
        bool (t,), whether a record is unique by all variables together.
    smallest
        int64 (t,), variables of its smallest unique set; one more than were counted where it has none of
        these.
    sets
        int64 (t,), number of counted sets that tell a record apart.
    counted
        Variables of the largest sets that were all counted.
    unique
        Unique records of each counted set.
    marginal
        int64 (m,), records that are unique by all variables, but not without this one.
    mean
        float64 (m,), what a variable adds to the unique records of the others of a set, on average over all
        sets of up to the largest size that hold it.
    estimated
        Whether larger sets were drawn for this mean, and not all counted.
    """

    whole: np.ndarray
    smallest: np.ndarray
    sets: np.ndarray
    counted: int
    unique: dict[Columns, int]
    marginal: np.ndarray
    mean: np.ndarray
    estimated: bool

    @property
    def by_few(self) -> np.ndarray:
        """Whether a record is unique by a counted set, bool (t,)."""
        return self.smallest <= self.counted


def uniqueness(
    keys: Sequence[Codes], largest: int, sets: int, seed: int, progress: Progress = SILENT
) -> Uniqueness:
    """Count whom all sets of up to some variables tell apart; a missing value is a value of its own.

    Parameters
    ----------
    keys
        The variables; at least one.
    largest
        Variables of the largest sets of the mean, 1…m.
    sets
        Sets that are drawn for each variable and each size above three.
    seed
        Seed of these draws.
    progress
        Receives how far the work is.

    Returns
    -------
    Uniqueness
        Counts of sets of up to three variables are exact.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    records, counted = len(keys[0].values), min(largest, COUNTED)
    smallest = np.full(records, counted + 1, dtype=np.int64)
    times = np.zeros(records, dtype=np.int64)
    unique: dict[Columns, int] = {}
    for some, found in unique_sets(keys, counted, progress.part(0.0, 0.8)):
        unique[some] = len(found)
        smallest[found] = np.minimum(smallest[found], len(some))
        times[found] += 1
    added = [_added(unique, len(keys), size) for size in range(1, counted + 1)]
    drawn = progress.part(0.8, 0.95)
    for size, part in drawn.over(range(counted + 1, largest + 1), "What each variable adds"):
        added.append(_drawn(keys, size, sets, generator(seed, size), part))
    weights = np.array([comb(len(keys) - 1, size - 1) for size in range(1, largest + 1)], dtype=np.float64)
    return Uniqueness(
        whole=records_alone(keys),
        smallest=smallest,
        sets=times,
        counted=counted,
        unique=unique,
        marginal=marginal_uniqueness(keys, progress.part(0.95, 1.0)),
        mean=weights @ np.array(added) / weights.sum(),
        # There is but one set of all variables.
        estimated=any(size < len(keys) for size in range(counted + 1, largest + 1)),
    )


def _added(unique: dict[Columns, int], variables: int, size: int) -> np.ndarray:
    """Return what each variable adds on average in the sets of a size that hold it; all are counted."""
    total = np.zeros(variables, dtype=np.int64)
    for some, number in unique.items():
        if len(some) == size:
            for place, at in enumerate(some):
                total[at] += number - unique.get(some[:place] + some[place + 1 :], 0)
    added: np.ndarray = total / comb(variables - 1, size - 1)
    return added


def _drawn(
    keys: Sequence[Codes], size: int, sets: int, rng: np.random.Generator, progress: Progress
) -> np.ndarray:
    """Return the same for drawn sets: shuffled variables are cut into sets, so that each is in some."""
    total, times = np.zeros(len(keys), dtype=np.int64), np.zeros(len(keys), dtype=np.int64)
    once = size == len(keys)
    for _, part in progress.over(range(1 if once else sets), "What each variable adds"):
        order = rng.permutation(len(keys))
        for start in range(0, len(keys), size):
            # The last set takes some of the one before, to be as large.
            some = order[min(start, len(keys) - size) :][:size]
            total[some] += marginal_uniqueness([keys[at] for at in some], part)
            times[some] += 1
    added: np.ndarray = total / times
    return added
