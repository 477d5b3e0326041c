"""Counting in memory, with arrays: the default, and the fastest where a file fits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakValueDictionary

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import Coding
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.counting.answers import (
    CrossedSizes,
    GroupedValues,
    KeyCombinations,
    SizeHistogram,
    WeightedSizes,
)
from sdcdesk.counting.frequencies import Frequencies, RecordSizes, frequencies
from sdcdesk.counting.grouped_values import grouped_values
from sdcdesk.counting.key_codes import key_codes, nothing
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.counting.questions import Counting
from sdcdesk.counting.record_order import in_order
from sdcdesk.kernels.counting import Codes, Groups, compatible_records, pair_counts, records_alone
from sdcdesk.kernels.value_tuples import tuples

BATCH = 1 << 18
"""Records that are told at once."""

_HELD: WeakValueDictionary[tuple[int, Missing, tuple[Coding | None, ...]], Frequencies] = (
    WeakValueDictionary()
)
"""Frequencies that an assessment holds, by what was counted: several of the same keys hold them once."""

NO_GROUPS = (
    "A missing key value matches every value here, so that records form no groups to be walked through."
)


@dataclass(frozen=True)
class InMemory(Counting):
    """Counting of files that are in memory.

    Attributes
    ----------
    original, masked
        Both files; a key that the masked file lacks is missing in all its records.
    keys
        The key variables; at least one.
    missing
        What a missing key value matches.
    progress
        Asked whether to stop while the records are counted, which is done once.
    """

    original: Microdata
    masked: Microdata
    keys: tuple[str, ...]
    missing: Missing
    progress: Progress = SILENT

    @property
    def initial_records(self) -> int:
        """n, the number of initial records."""
        return len(self.original)

    @property
    def released_records(self) -> int:
        """t, the number of released records."""
        return len(self.masked)

    @cached_property
    def alike(self) -> bool:
        """Whether the masked file is known to hold the same records with the same keys: one count will do."""
        original, masked = self.original, self.masked
        return masked is original or (
            np.array_equal(masked.rows, np.arange(len(original)))
            and all(name in original and name in masked for name in self.keys)
            and all(original.coding(name) is masked.coding(name) for name in self.keys)
        )

    @cached_property
    def before(self) -> Frequencies:
        """Frequencies of the original."""
        return self._frequencies(self.original)

    @cached_property
    def after(self) -> Frequencies:
        """Frequencies of the masked file."""
        return self.before if self.alike else self._frequencies(self.masked)

    @property
    def by_record(self) -> RecordSizes:
        """Sizes record by record."""
        return RecordSizes(self.after, self.before, self.masked.rows)

    def sizes_before(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups of the initial file; see `Counting`."""
        progress.check()
        return self.before.histogram

    def sizes_after(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups of the masked file; see `Counting`."""
        progress.check()
        return self.after.histogram

    def crossed(self, progress: Progress = SILENT) -> CrossedSizes:
        """Return the pairs of sizes now and before; see `Counting`."""
        progress.check()
        if self.alike:
            found = self.after.histogram
            return CrossedSizes(found.sizes, found.sizes, found.records)
        each = self.by_record
        return CrossedSizes(*pair_counts(each.now, each.before))

    def values(self, names: Sequence[str], progress: Progress = SILENT) -> Iterator[GroupedValues]:
        """Walk through all groups at once; see `Counting`."""
        groups = self._groups()
        progress.check()
        codes = key_codes(self.masked, names, progress)
        columns = [code.values for code in codes]
        yield grouped_values(groups.labels, groups.sizes, dict(zip(names, columns, strict=True)))

    def categories(self, name: str) -> pd.Index:
        """Return the values of a variable; see `Counting`."""
        return self.masked.coding(name).categories

    def value_frequencies(self, name: str) -> np.ndarray:
        """Return how often each value of a variable occurs; see `Counting`."""
        coding = self.masked.coding(name)
        return np.bincount(coding.codes[coding.codes >= 0], minlength=len(coding.categories))

    def weighted(self, name: str, progress: Progress = SILENT) -> Iterator[WeightedSizes]:
        """Walk through all groups at once; see `Counting`."""
        sizes = self._groups().sizes
        weights = self.original.numbers(name)[self.masked.rows]
        yield WeightedSizes(sizes, self.summed(np.nan_to_num(weights), progress))

    def combinations(self, progress: Progress = SILENT) -> Iterator[KeyCombinations]:
        """Walk through all combinations of key values at once; see `Counting`."""
        columns = [key.values for key in self._codes(self.masked)]
        progress.check()
        if len(self.masked):
            found = tuples(columns)
            yield KeyCombinations(found.columns, found.counts)

    def records(self, low: int, high: int, progress: Progress = SILENT) -> Iterator[np.ndarray]:
        """Walk through the records in groups of some sizes; see `Counting`."""
        now = self.after.sizes
        found = np.flatnonzero((now >= low) & (now <= high))
        for start in range(0, len(found), BATCH):
            progress.check()
            yield found[start : start + BATCH]

    def summed(self, weights: np.ndarray, progress: Progress = SILENT) -> np.ndarray:
        """Return the sum of weights over each group, or over the records compatible with each record.

        Parameters
        ----------
        weights
            float64 (t,), of the released records; added up in the order of the original.
        progress
            Asked whether to stop.

        Returns
        -------
        np.ndarray
            float64 (G,); (t,) where records form no groups.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        order, groups = in_order(self.masked.rows), self.after.groups
        progress.check()
        if groups is not None:
            return np.bincount(groups.labels[order], weights[order], len(groups.sizes))
        sums: np.ndarray = np.empty(len(weights))
        ordered = [Codes(key.values[order], key.size) for key in self._codes(self.masked)]
        sums[order] = compatible_records(ordered, weights[order], progress)
        return sums

    def alone_within(self, name: str, progress: Progress = SILENT) -> np.ndarray:
        """Return which released records share their key with no other of the same value of a variable.

        Parameters
        ----------
        name
            A variable of the masked file; no value is a value, too, and compatible with no other.
        progress
            Asked whether to stop.

        Returns
        -------
        np.ndarray
            bool (t,).

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        (own,) = key_codes(self.masked, (name,), progress)
        within = Codes(np.where(own.values < 0, own.size, own.values), own.size + 1)
        keys = [*self._codes(self.masked), within]
        if self.missing == "category":
            return records_alone(keys)
        alone: np.ndarray = compatible_records(keys, progress=progress) == 1
        return alone

    def _groups(self) -> Groups:
        groups = self.after.groups
        if groups is None:
            raise DataError(NO_GROUPS, "missing")
        return groups

    def _frequencies(self, data: Microdata) -> Frequencies:
        """Return what somebody still holds of the same columns, or count."""
        columns = tuple(data.coding(name) if name in data else None for name in self.keys)
        asked = (len(data), self.missing, columns)
        found = _HELD.get(asked)
        if found is None:
            self.progress.check()
            keys = [
                nothing(len(data)) if one is None else Codes(one.narrow_codes, len(one.categories))
                for one in columns
            ]
            found = _HELD[asked] = frequencies(keys, self.missing, self.progress)
        return found

    def _codes(self, data: Microdata) -> list[Codes]:
        return key_codes(data, self.keys, self.progress)
