"""Population estimate: how many people share the key of each released record, by sampling weights."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.sampling_weights import require_positive_values, sampling_weights, too_few_people
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.in_memory import InMemory
from sdcdesk.counting.questions import Counting

CLOSE = 1e-12
"""Sums of weights may fall below a number of records by so much of it, which is rounding."""

MANY = 1 << 20
"""Kinds of groups that are kept before equal ones are sought among them."""


@dataclass(frozen=True, eq=False)
class PopulationEstimate:
    """People that share the key of the released records, as the weights estimate them.

    Attributes
    ----------
    frequencies
        int64 f, the released records that share a key: of each group (G,), of each record (t,) where a
        missing value matches every value, or of each kind of groups where records are not in memory.
    people
        float64 F̂, the sum of the weights of these records, never below f.
    labels
        int64 (t,), the group of each record; None where there are no groups, or records are not in memory.
    records
        int64, how many records each of them stands for.
    in_memory
        Whether the records are.
    """

    frequencies: np.ndarray
    people: np.ndarray
    labels: np.ndarray | None
    records: np.ndarray
    in_memory: bool

    @property
    def weights(self) -> np.ndarray | None:
        """int64, how many records each entry of `for_records` stands for; None: one each."""
        return None if self.in_memory else self.records

    @cached_property
    def of_records(self) -> np.ndarray:
        """float64 (t,), F̂ of each released record, or kind of records."""
        return self.for_records(self.people)

    @cached_property
    def sizes(self) -> np.ndarray:
        """int64 (t,), f of each released record, or kind of records."""
        return self.for_records(self.frequencies)

    def for_records(self, values: np.ndarray) -> np.ndarray:
        """Return for each record, or kind of records, what was computed for its group.

        Parameters
        ----------
        values
            float64, int64 or bool (G,) or (t,), one for each of `people`.

        Returns
        -------
        np.ndarray
            (t,), in the type of the values.
        """
        return values if self.labels is None else values[self.labels]


def population_estimate(counting: Counting, weight: str, progress: Progress = SILENT) -> PopulationEstimate:
    """Estimate for each released record how many people of the population share its key.

    Parameters
    ----------
    counting
        Both files by their keys; the weights are those of the original.
    weight
        The variable with the sampling weights.
    progress
        Asked whether to stop; nothing is reported to it.

    Returns
    -------
    PopulationEstimate
        f and F̂. Sums are taken in the order of the original, so that they do not hang on that of the
        released records.

    Raises
    ------
    DataError
        A weight is missing, zero or negative, or the weights of records that share a key sum to fewer people
        than there are records.
    """
    if not isinstance(counting, InMemory):
        return _of_kinds(counting, weight, progress)
    masked = counting.masked
    people = counting.summed(sampling_weights(counting.original, masked, weight), progress)
    after = counting.after
    frequencies = after.sizes if after.groups is None else after.groups.sizes
    labels = None if after.groups is None else after.groups.labels
    records = np.ones(len(masked), dtype=np.int64) if labels is None else frequencies
    estimate = PopulationEstimate(
        frequencies, np.maximum(people, frequencies), labels, records, in_memory=True
    )
    short = people < frequencies * (1 - CLOSE)
    if short.any():
        raise too_few_people(masked.rows[estimate.for_records(short)], weight)
    return estimate


def _of_kinds(counting: Counting, weight: str, progress: Progress) -> PopulationEstimate:
    """Estimate it by kinds of groups, of one size and sum of weights each, in the order of their first."""
    require_positive_values(
        counting.categories(weight), counting.value_frequencies(weight), counting.released_records, weight
    )
    kinds, number = np.empty(0, dtype=np.complex128), np.empty(0, dtype=np.int64)
    for batch in counting.weighted(weight, progress):
        found = np.empty(len(batch.sizes), dtype=np.complex128)
        found.real, found.imag = batch.sizes, batch.weights
        kinds = np.concatenate([kinds, found])
        number = np.concatenate([number, np.ones(len(found), dtype=np.int64)])
        if len(kinds) > MANY:
            kinds, number = _once(kinds, number)
    kinds, number = _once(kinds, number)
    frequencies, people = kinds.real.astype(np.int64), kinds.imag.copy()
    records = frequencies * number
    short = people < frequencies * (1 - CLOSE)
    if short.any():
        raise too_few_people(int(records[short].sum()), weight)
    return PopulationEstimate(frequencies, np.maximum(people, frequencies), None, records, in_memory=False)


def _once(kinds: np.ndarray, number: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return each kind once, in the order of their first ones, and how many groups there are of it."""
    distinct, first, place = np.unique(kinds, return_index=True, return_inverse=True)
    order = np.argsort(first)
    numbers = np.bincount(place, number, len(distinct)).astype(np.int64)
    return distinct[order], numbers[order]
