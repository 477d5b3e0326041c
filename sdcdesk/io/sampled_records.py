"""Sampled records: a simple random sample of the records of a file, drawn as they come by."""

from collections.abc import Iterable

import numpy as np
import pyarrow as pa

from sdcdesk.core.random.randomness import Draws

STREAM = 0
"""Stream of the sample: no step of a recipe draws from it."""

_BLOCK = 1 << 18
"""Records of which the random words are made at once."""


class SampledRecords:
    """A simple random sample without replacement: the records with the smallest random words.

    The word of a record follows from the seed and from its place in the file alone, so that the sample does
    not hang on how many records come at a time; what is kept meanwhile are at most twice as many places as
    are drawn, and one more part of the file.

    Parameters
    ----------
    size
        Records of the sample; all where the file has no more.
    seed
        0…2⁶³−1.
    """

    def __init__(self, size: int, seed: int) -> None:
        self._size, self._draws = size, Draws(seed, STREAM)
        self._limit = np.uint64(2**64 - 1)
        self._held = np.zeros(0, np.int64)
        self.records = 0
        """Records that came by."""

    @property
    def places(self) -> np.ndarray:
        """int64 (m,), ascending: the places in the file of the records that are held."""
        return self._held

    def offer(self, count: int) -> np.ndarray:
        """Hold those of the next records that may be in the sample.

        Parameters
        ----------
        count
            How many records come by.

        Returns
        -------
        np.ndarray
            int64 (m,), ascending: places among them of those that are held now, after those held before.
        """
        places = np.arange(self.records, self.records + count, dtype=np.int64)
        self.records += count
        found = np.flatnonzero(self._draws.words(places) <= self._limit)
        self._held = np.concatenate([self._held, places[found]])
        return found

    def settle(self) -> np.ndarray:
        """Let those go that have fallen out of the sample of the records so far.

        Returns
        -------
        np.ndarray
            int64 (m,), ascending: which of those held stay.
        """
        if len(self._held) <= self._size:
            return np.arange(len(self._held), dtype=np.int64)
        kept = self._draws.smallest(self._held, self._size)
        self._held = self._held[kept]
        self._limit = self._draws.words(self._held).max()
        return kept

    @property
    def is_crowded(self) -> bool:
        """Whether so many are held that it is time to settle."""
        return len(self._held) > 2 * self._size


def sampled_places(records: int, size: int, seed: int) -> np.ndarray:
    """Return the places of a sample of a file whose number of records is known.

    Parameters
    ----------
    records
        Records of the file.
    size
        Records of the sample.
    seed
        0…2⁶³−1.

    Returns
    -------
    np.ndarray
        int64 (m,), ascending: the same as if the records came by one after the other.
    """
    sample = SampledRecords(size, seed)
    for start in range(0, records, _BLOCK):
        sample.offer(min(_BLOCK, records - start))
        if sample.is_crowded:
            sample.settle()
    sample.settle()
    return sample.places


def sampled_table(
    batches: Iterable[pa.RecordBatch], sample: SampledRecords, *, before: int, after: int
) -> pa.Table:
    """Return the sample of a table that comes piece by piece.

    Parameters
    ----------
    batches
        Its pieces, at least one.
    sample
        Draws the records.
    before, after
        Rows at the beginning and at the end that are no records, and are kept; not more than one at the end.

    Returns
    -------
    pa.Table
        Those rows, and between them the records of the sample in the order of the file.
    """
    kept: pa.Table | None = None
    first: list[pa.Table] = []
    pending: pa.Table | None = None
    for batch in batches:
        part = pa.Table.from_batches([batch])
        if pending is not None:
            part = pa.concat_tables([pending, part])
        pending, part = part.slice(len(part) - after), part.slice(0, max(len(part) - after, 0))
        leading = min(before - sum(map(len, first)), len(part))
        if leading:
            first.append(part.slice(0, leading))
            part = part.slice(leading)
        part = part.take(pa.array(sample.offer(len(part))))
        kept = part if kept is None else pa.concat_tables([kept, part])
        if sample.is_crowded:
            kept = _taken(kept, sample.settle())
    whole = [] if kept is None else [_taken(kept, sample.settle())]
    return pa.concat_tables([*first, *whole, *([] if pending is None else [pending])])


def _taken(table: pa.Table, places: np.ndarray) -> pa.Table:
    """Return rows of a table, a piece at a time: all text of a column at once may be too long for Arrow."""
    start, found = 0, [table.slice(0, 0)]
    for batch in table.to_batches():
        within = places[np.searchsorted(places, start) : np.searchsorted(places, start + len(batch))] - start
        found.append(pa.Table.from_batches([batch.take(pa.array(within))]))
        start += len(batch)
    return pa.concat_tables(found).combine_chunks()
