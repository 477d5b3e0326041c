"""Counting of records by codes that are in memory: groups, compatible records, records alone, pairs.

Measures that need no array of all records ask `sdcdesk.counting` instead, which other engines can serve.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.keys import DENSE, combine, compact, digits
from sdcdesk.kernels.wildcard import compatible_weights


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """One key variable as codes.

    Attributes
    ----------
    values
        Integers, 0…size−1, and −1 where missing; int32 or int64 where not said otherwise.
    size
        Number of different codes.
    """

    values: np.ndarray
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """Records with equal keys: the clusters of the papers, also called equivalence classes or cells.

    Attributes
    ----------
    labels
        int64, group of each record, 0…G−1, ascending by key.
    sizes
        int64, records in each group.
    """

    labels: np.ndarray
    sizes: np.ndarray

    @property
    def record_sizes(self) -> np.ndarray:
        """For each record the size of its group."""
        sizes: np.ndarray = self.sizes[self.labels]
        return sizes


def group_records(keys: Sequence[Codes]) -> Groups:
    """Group records that agree on all keys; a missing value equals only another missing value.

    Parameters
    ----------
    keys
        Codes of each key variable, of the same records.

    Returns
    -------
    Groups
        A label for each record, int64 (n,), and the size of each group, int64 (G,).
    """
    labels, count = compact(*_combined(keys))
    return Groups(labels, np.bincount(labels, minlength=count))


def compatible_records(
    keys: Sequence[Codes], weights: np.ndarray | None = None, progress: Progress = SILENT
) -> np.ndarray:
    """Count for each record those compatible with it, itself included.

    Two records are compatible if for each key they are equal or at least one is missing. With weights, the
    sum of the weights of the compatible records.

    Parameters
    ----------
    keys
        Codes of each key variable, of the same records.
    weights
        float64 (n,); 1 each where not given.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    np.ndarray
        Counts, int64 (n,); with weights float64 (n,).

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    if weights is None and not any((key.values < 0).any() for key in keys):
        return group_records(keys).record_sizes
    return compatible_weights([key.values for key in keys], [key.size for key in keys], weights, progress)


def records_alone(keys: Sequence[Codes]) -> np.ndarray:
    """Return which records share their values in all keys with nobody; missing values as in `group_records`.

    Parameters
    ----------
    keys
        Codes of each key variable, of the same records.

    Returns
    -------
    np.ndarray
        bool (n,).
    """
    values, domain = _combined(keys)
    if domain > DENSE * len(values):
        values, domain = compact(values, domain)
    alone: np.ndarray = (np.bincount(values, minlength=domain) == 1)[values]
    return alone


def pair_counts(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the different pairs (first, second) of non-negative numbers, ascending, and their counts.

    Parameters
    ----------
    first, second
        int64 (n,), 0 or more.

    Returns
    -------
    tuple[np.ndarray, np.ndarray, np.ndarray]
        First, second and count of each different pair, three times int64 (P,).
    """
    if len(first) == 0:
        return first, second, np.empty(0, dtype=np.int64)
    radix = int(second.max()) + 1
    labels, count = compact(*combine([first, second], [int(first.max()) + 1, radix]))
    where = np.empty(count, dtype=np.int64)
    where[labels] = np.arange(len(labels))
    return first[where], second[where], np.bincount(labels, minlength=count)


def _combined(keys: Sequence[Codes]) -> tuple[np.ndarray, int]:
    columns, radices = zip(*(digits(key.values, key.size) for key in keys), strict=True)
    return combine(columns, radices)
