"""Key tuples: the different keys of a file, with the records and people that have each."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.counting import Codes, group_records
from sdcdesk.kernels.keys import compact
from sdcdesk.kernels.wildcard import KeyCounts
from sdcdesk.masking.suppression.record_safety import Safety

Masks = np.ndarray
"""int64, sets of keys: bit j stands for key j."""


@dataclass(frozen=True, slots=True, eq=False)
class KeyTuples:
    """The different keys of a file; records that agree in all of them stay together.

    Attributes
    ----------
    columns
        int32 or int64 (T,) for each key: its codes, −1 where missing.
    sizes
        Number of different codes of each.
    stratum
        int64 (T,), the stratum, which is never blanked: records of others do not count.
    strata
        Number of strata.
    labels
        int64 (n,), tuple of each record.
    records
        int64 (T,), records of each tuple.
    people
        float64 (T,), the sums of their weights; None where no weights are used.
    """

    columns: tuple[np.ndarray, ...]
    sizes: tuple[int, ...]
    stratum: np.ndarray
    strata: int
    labels: np.ndarray
    records: np.ndarray
    people: np.ndarray | None

    @classmethod
    def from_keys(cls, keys: Sequence[Codes], strata: np.ndarray, weights: np.ndarray | None) -> "KeyTuples":
        """Return the different keys of records.

        Parameters
        ----------
        keys
            Codes (n,) of each key.
        strata
            int64 (n,), stratum of each record, 0…S−1.
        weights
            float64 (n,), or None.

        Returns
        -------
        KeyTuples
            Ascending by key; only codes that occur are counted among the sizes.
        """
        number = int(strata.max(initial=-1)) + 1
        groups = group_records([*keys, Codes(strata, number)])
        first = np.empty(len(groups.sizes), dtype=np.int64)
        first[groups.labels] = np.arange(len(groups.labels))
        columns, sizes = zip(*(_occurring(key.values[first], key.size) for key in keys), strict=True)
        people = None if weights is None else np.bincount(groups.labels, weights, len(groups.sizes))
        return cls(columns, sizes, strata[first], number, groups.labels, groups.sizes, people)

    def __len__(self) -> int:
        return len(self.records)

    def part(self, keys: Sequence[int], masks: Masks) -> "KeyTuples":
        """Return the same tuples with some of the keys only, of which some are blanked.

        Parameters
        ----------
        keys
            Positions of keys.
        masks
            int64 (T,), the keys that are blanked in each tuple, of all keys.

        Returns
        -------
        KeyTuples
            As many; several of them may agree now.
        """
        columns = self.blanked(masks)
        return replace(
            self, columns=tuple(columns[key] for key in keys), sizes=tuple(self.sizes[key] for key in keys)
        )

    def blanked(self, masks: Masks | int, which: np.ndarray | slice = slice(None)) -> list[np.ndarray]:
        """Return the codes of some tuples where keys are blanked, with the stratum last if there are several.

        Parameters
        ----------
        masks
            int64 (m,), the keys that are blanked in each; or the same ones in all.
        which
            int64 (m,), positions of tuples; all where not given.

        Returns
        -------
        list[np.ndarray]
            int64 (m,) each, −1 where missing or blanked.
        """
        keys = [np.where(masks >> key & 1, -1, column[which]) for key, column in enumerate(self.columns)]
        return [*keys, self.stratum[which]] if self.strata > 1 else keys

    @property
    def domains(self) -> tuple[int, ...]:
        """Number of different codes of each column that `blanked` returns."""
        return (*self.sizes, self.strata) if self.strata > 1 else self.sizes

    def visible(self) -> Masks:
        """Return which keys are not missing in each tuple.

        Returns
        -------
        np.ndarray
            int64 (T,).
        """
        masks = np.zeros(len(self), dtype=np.int64)
        for key, column in enumerate(self.columns):
            masks |= (column >= 0).astype(np.int64) << key
        return masks


class Sharing:
    """Records and people compatible with any key, in a file where some keys of the tuples are blanked.

    Parameters
    ----------
    tuples
        The different keys of the file.
    safety
        What makes a record safe.
    masks
        int64 (T,), the keys that are blanked in each tuple; 0: none.
    largest
        Up to this many possible keys the counts of all are computed at once; see `KeyCounts`.
    progress
        Asked while records are counted whether to stop; nothing is reported to it.
    """

    def __init__(
        self,
        tuples: KeyTuples,
        safety: Safety,
        masks: Masks | int = 0,
        largest: int | None = None,
        progress: Progress = SILENT,
    ) -> None:
        columns, sizes = tuples.blanked(masks), tuples.domains
        self._safety = safety
        self._records = KeyCounts(columns, sizes, tuples.records, largest, progress)
        self._people = (
            None if tuples.people is None else KeyCounts(columns, sizes, tuples.people, largest, progress)
        )

    def counts(self, columns: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray | None]:
        """Return how many records, and people, are compatible with each of some keys.

        Parameters
        ----------
        columns
            int64 (m,) each, codes as `KeyTuples.blanked` returns them.

        Returns
        -------
        tuple
            int64 (m,); and float64 (m,), or None where no weights are used.
        """
        return self._records.sums(columns), None if self._people is None else self._people.sums(columns)

    def asking(self, safety: Safety) -> "Sharing":
        """Return the same counts, of which something else is asked.

        Parameters
        ----------
        safety
            What makes a record safe.

        Returns
        -------
        Sharing
            Nothing is counted again.
        """
        new = copy(self)
        new._safety = safety
        return new

    def safe(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Return for which keys a record that has it would be safe.

        Parameters
        ----------
        columns
            int64 (m,) each, codes as `KeyTuples.blanked` returns them.

        Returns
        -------
        np.ndarray
            bool (m,).
        """
        return self._safety.safe(*self.counts(columns))


def _occurring(codes: np.ndarray, size: int) -> tuple[np.ndarray, int]:
    """Return codes without those that no record has, and how many are left."""
    known = codes >= 0
    numbered = np.full(len(codes), -1, dtype=np.int64)
    numbered[known], left = compact(codes[known].astype(np.int64), size)
    return numbered, left
