"""Counts of compatible records where a missing key value matches every value."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.key_joins import KeyJoins
from sdcdesk.kernels.keys import combine, compact

LARGEST_TABLE = 30_000_000
"""Up to this many cells the count of every possible key is computed at once."""


def compatible_weights(
    columns: Sequence[np.ndarray],
    sizes: Sequence[int],
    weights: np.ndarray | None = None,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Sum for each record the weights of all records compatible with it, itself included.

    Two records are compatible if for each key they are equal or at least one of them is missing.

    Parameters
    ----------
    columns
        Integers (n,) each: codes of each key, 0…sizes[j]−1, and −1 where missing.
    sizes
        Number of different codes of each key.
    weights
        float64 (n,), one for each record; None counts records, exactly, as int64.
    progress
        Asked while keys are joined whether to stop; nothing is reported to it.

    Returns
    -------
    np.ndarray
        int64 (n,) counts, or float64 (n,) sums of weights.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    return KeyCounts(columns, sizes, weights, progress=progress).record_sums()


class KeyCounts:
    """Weights of the records compatible with any key, whether a record has this key or not.

    Parameters
    ----------
    columns
        Integers (n,) each: codes of each key, 0…sizes[j]−1, and −1 where missing.
    sizes
        Number of different codes of each key.
    weights
        One for each record, float64 (n,) or whole numbers; None counts records. Sums of whole numbers are
        int64 and exact.
    largest
        Up to this many possible keys all their sums stand in a table; `LARGEST_TABLE` where not given.
        For more the different keys of the records are joined with those asked for.
    progress
        Asked while keys are joined whether to stop; nothing is reported to it.
    """

    def __init__(
        self,
        columns: Sequence[np.ndarray],
        sizes: Sequence[int],
        weights: np.ndarray | None = None,
        largest: int | None = None,
        progress: Progress = SILENT,
    ) -> None:
        self._keys = list(range(len(sizes)))
        limit = LARGEST_TABLE if largest is None else largest
        in_table = np.prod([size + 1.0 for size in sizes]) <= limit
        if in_table and (weights is None or weights.dtype.kind in "iu"):
            # A table is added up fast along a long last key; sums of floats would hang on the order.
            self._keys.sort(key=lambda at: sizes[at])
        self._radices = [sizes[at] + 1 for at in self._keys]
        self._labels, cells = combine(self._digits(columns), self._radices)
        self._table: np.ndarray | None = None
        if in_table:
            sums = _sums(self._labels, cells, weights)
            if weights is None and len(self._labels) < 2**31:
                sums = sums.astype(np.int32)  # half as much to pass over, once and again for each key
            self._table = _table(sums, self._radices)
            return
        self._labels, count = compact(self._labels, cells)
        first = np.empty(count, dtype=np.int64)
        first[self._labels] = np.arange(len(self._labels))
        self._distinct = [column[first] for column in columns]
        self._joins = KeyJoins(self._distinct, sizes, _sums(self._labels, count, weights), progress)

    def record_sums(self) -> np.ndarray:
        """Return the sum of each record, itself included.

        Returns
        -------
        np.ndarray
            int64 or float64 (n,), as the weights are.
        """
        sums = self.sums(self._distinct) if self._table is None else self._table
        return _wide(sums[self._labels])

    def sums(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Return the sum of each of some keys.

        Parameters
        ----------
        columns
            Integers (m,) each: codes of the keys asked for, −1 where missing.

        Returns
        -------
        np.ndarray
            int64 or float64 (m,), as the weights are.
        """
        if self._table is not None:
            return _wide(self._table[combine(self._digits(columns), self._radices)[0]])
        return self._joins.sums(columns)

    def _digits(self, columns: Sequence[np.ndarray]) -> list[np.ndarray]:
        """Return codes as digits, missing being the last one of each key, in the order of the table."""
        return [
            np.where(columns[at] < 0, radix - 1, columns[at])
            for at, radix in zip(self._keys, self._radices, strict=True)
        ]


def _table(sums: np.ndarray, radices: Sequence[int]) -> np.ndarray:
    """Turn the sums of records with exactly a key into those of the records compatible with it."""
    table = sums.reshape(radices)
    for axis in range(len(radices)):
        last = np.moveaxis(table, axis, 0)
        everyone = last.sum(axis=0, dtype=last.dtype)
        last[:-1] += last[-1]
        last[-1] = everyone
    return table.reshape(-1)


def _wide(sums: np.ndarray) -> np.ndarray:
    """Return counts as int64, whatever the table holds."""
    return sums.astype(np.int64) if sums.dtype == np.int32 else sums


def _sums(codes: np.ndarray, cells: int, weights: np.ndarray | None) -> np.ndarray:
    """Sum weights by code; whole numbers stay exact (`bincount` with weights is float, exact to 2^53)."""
    if weights is None:
        return np.bincount(codes, minlength=cells)
    sums = np.bincount(codes, weights=weights, minlength=cells)
    return sums.astype(np.int64) if weights.dtype.kind in "iu" else sums
