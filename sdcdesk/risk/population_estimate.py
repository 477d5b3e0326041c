"""Population estimate: how many people share the key of each released record, by sampling weights."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.sampling_weights import sampling_weights, too_few_people
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.frequencies import Frequencies, frequencies, key_codes
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.kernels.counting import Codes, compatible_records

CLOSE = 1e-12
"""Sums of weights may fall below a number of records by so much of it, which is rounding."""


@dataclass(frozen=True, eq=False)
class PopulationEstimate:
    """People that share the key of each released record, as the weights estimate them.

    Attributes
    ----------
    released
        f: released records that share the key, with their groups where there are any.
    people
        float64 F̂, the sum of the weights of these records, never below f: for each group (G,), or for each
        record (t,) where a missing value matches every value.
    """

    released: Frequencies
    people: np.ndarray

    @cached_property
    def of_records(self) -> np.ndarray:
        """float64 (t,), F̂ of each released record."""
        return self.for_records(self.people)

    @property
    def frequencies(self) -> np.ndarray:
        """int64, f of each group, or of each record where there are no groups."""
        groups = self.released.groups
        return self.released.sizes if groups is None else groups.sizes

    def for_records(self, values: np.ndarray) -> np.ndarray:
        """Return for each record what was computed for its group.

        Parameters
        ----------
        values
            float64 or bool (G,) or (t,), one for each of `people`.

        Returns
        -------
        np.ndarray
            (t,), in the type of the values.
        """
        groups = self.released.groups
        return values if groups is None else values[groups.labels]


def population_estimate(
    original: Microdata,
    masked: Microdata,
    names: tuple[str, ...],
    missing: Missing,
    weight: str,
    progress: Progress = SILENT,
) -> PopulationEstimate:
    """Estimate for each released record how many people of the population share its key.

    Parameters
    ----------
    original, masked
        Both files; the weights are those of the original.
    names
        The key variables.
    missing
        What a missing key value matches.
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
    weights = sampling_weights(original, masked, weight)
    keys = key_codes(masked, names, progress)
    released = frequencies(keys, missing, progress)
    order = in_order(masked.rows)
    if released.groups is None:
        people: np.ndarray = np.empty(len(masked))
        ordered = [Codes(key.values[order], key.size) for key in keys]
        people[order] = compatible_records(ordered, weights[order], progress)
    else:
        labels, number = released.groups.labels, len(released.groups.sizes)
        people = np.bincount(labels[order], weights[order], minlength=number)
    estimate = PopulationEstimate(released, people)
    short = people < estimate.frequencies * (1 - CLOSE)
    if short.any():
        raise too_few_people(masked.rows[estimate.for_records(short)], weight)
    return PopulationEstimate(released, np.maximum(people, estimate.frequencies))


def in_order(rows: np.ndarray) -> np.ndarray | slice:
    """Return what puts released records into the order of the original.

    Sums of floats hang on their order; in this one they do not hang on that of the released records.

    Parameters
    ----------
    rows
        int64 (t,), for each record the position of its initial record.

    Returns
    -------
    np.ndarray or slice
        Positions int64 (t,); a slice of all where they stand in that order already.
    """
    ascending = bool((rows[1:] > rows[:-1]).all())
    return slice(None) if ascending else np.argsort(rows, kind="stable")
