"""SUDA scores: what the minimal unique sets of each record add up to."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import factorial, prod
from typing import Literal

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.kernels.counting import Codes, compatible_records, records_alone
from sdcdesk.kernels.minimal_uniques import UniqueSet, minimal_uniques

Scaling = Literal["factorial", "product"]
"""(m − k)!, or Π (m − i) for i = k … M − 1, of a set of k among m keys with at most M in a set."""


@dataclass(frozen=True, slots=True, eq=False)
class SudaScores:
    """Scores of the records of one file, and where they come from.

    Attributes
    ----------
    points
        What one set of 1, 2, … keys adds to a score.
    score
        float64 (t,), the sum over the minimal unique sets of each record; 0 for those that have none.
    sets
        int64 (t,), number of these sets.
    of_size
        bool (largest, t), whether a record has such a set of 1, 2, … keys.
    sets_of_size
        int64 (largest,), number of sets of 1, 2, … keys of all records.
    with_key
        bool (m, t), whether a record has such a set that holds a key.
    sets_with_key
        int64 (m,), number of sets that hold a key.
    score_with_key
        float64 (m,), what these sets add to the scores.
    score_of_values
        For each key, float64 (size + 1,): what the sets that hold it add to the scores, by its value; the
        last is that of records where it is missing.
    """

    points: tuple[float, ...]
    score: np.ndarray
    sets: np.ndarray
    of_size: np.ndarray
    sets_of_size: np.ndarray
    with_key: np.ndarray
    sets_with_key: np.ndarray
    score_with_key: np.ndarray
    score_of_values: tuple[np.ndarray, ...]

    @property
    def sizes(self) -> range:
        """Keys of the sets that were looked for."""
        return range(1, len(self.points) + 1)

    @property
    def has_sets(self) -> np.ndarray:
        """Whether a record has any minimal unique set, bool (t,)."""
        return self.sets > 0

    @property
    def smallest(self) -> int | None:
        """Keys of the smallest set of any record; None without sets."""
        found = np.flatnonzero(self.sets_of_size)
        return int(found[0]) + 1 if len(found) else None

    def first_of_size(self, size: int) -> np.ndarray:
        """Return the records (bool) whose smallest set has so many keys.

        Parameters
        ----------
        size
            From 1.

        Returns
        -------
        np.ndarray
            bool (t,).
        """
        first: np.ndarray = self.of_size[size - 1] & ~self.of_size[: size - 1].any(axis=0)
        return first


def points_of_sets(keys: int, largest: int, scaling: Scaling) -> tuple[float, ...]:
    """Return what a minimal unique set of 1, 2, … keys adds to a score.

    Parameters
    ----------
    keys
        Number of key variables, m.
    largest
        Keys of the largest set, M ≤ m.
    scaling
        "factorial": (m − k)! for a set of k keys; "product": Π (m − i) for i = k … M − 1, which is the
        same for M = m.

    Returns
    -------
    tuple[float, ...]
        M numbers, from 1.
    """
    if scaling == "factorial":
        return tuple(float(factorial(keys - size)) for size in range(1, largest + 1))
    return tuple(float(prod(keys - i for i in range(size, largest))) for size in range(1, largest + 1))


def suda_scores(
    keys: Sequence[Codes], largest: int, scaling: Scaling, missing: Missing, progress: Progress = SILENT
) -> SudaScores:
    """Find all minimal unique sets of the records of a file, and sum them up.

    Parameters
    ----------
    keys
        The key variables; at least one.
    largest
        Keys of the largest set, 1…m.
    scaling
        See `points_of_sets`.
    missing
        "category": a missing value is a value of its own; "wildcard": it matches every value, and no set
        holds it.
    progress
        Receives how far the work is.

    Returns
    -------
    SudaScores
        Of all records.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    records = len(keys[0].values)
    scores = SudaScores(
        points=points_of_sets(len(keys), largest, scaling),
        score=np.zeros(records),
        sets=np.zeros(records, dtype=np.int64),
        of_size=np.zeros((largest, records), dtype=bool),
        sets_of_size=np.zeros(largest, dtype=np.int64),
        with_key=np.zeros((len(keys), records), dtype=bool),
        sets_with_key=np.zeros(len(keys), dtype=np.int64),
        score_with_key=np.zeros(len(keys)),
        score_of_values=tuple(np.zeros(key.size + 1) for key in keys),
    )
    alone = records_alone if missing == "category" else partial(_alone_where_known, progress)
    for found in minimal_uniques(keys, largest, alone, progress):
        _add(scores, found, keys)
    return scores


def _alone_where_known(progress: Progress, keys: Sequence[Codes]) -> np.ndarray:
    """Return the records (bool) compatible with no other; one without all values tells nothing."""
    alone: np.ndarray = compatible_records(keys, progress=progress) == 1
    for key in keys:
        alone &= key.values >= 0
    return alone


def _add(scores: SudaScores, found: UniqueSet, keys: Sequence[Codes]) -> None:
    size, records = len(found.columns), found.records
    points = scores.points[size - 1]
    scores.score[records] += points
    scores.sets[records] += 1
    scores.of_size[size - 1, records] = True
    scores.sets_of_size[size - 1] += len(records)
    for place in found.columns:
        scores.with_key[place, records] = True
        scores.sets_with_key[place] += len(records)
        scores.score_with_key[place] += points * len(records)
        # A missing value is −1, which is the last.
        np.add.at(scores.score_of_values[place], keys[place].values[records], points)
