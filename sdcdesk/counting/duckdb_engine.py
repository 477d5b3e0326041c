"""Counting by DuckDB: the same questions of a file that is larger than memory.

The engine groups by whole numbers alone. Which values are equal is decided where files are read, so that its
answers are those of a file in memory to the last digit.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
import pandas as pd

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.answers import (
    CrossedSizes,
    GroupedValues,
    KeyCombinations,
    SizeHistogram,
    WeightedSizes,
)
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.counting.duckdb_store import DuckDbStore, Resources, stored
from sdcdesk.counting.grouped_values import grouped_values
from sdcdesk.counting.missing_keys import Missing
from sdcdesk.counting.questions import Counting
from sdcdesk.kernels.keys import LARGEST_KEY

WILDCARD = (
    "{name} has missing values, and the engine duckdb does not count records that are compatible with them; "
    "let missing key values be a value of their own, or leave the engine out."
)


SIZES = """
SELECT size, count(*) FROM (SELECT count(*) AS size FROM file GROUP BY {parts}) GROUP BY size ORDER BY size
"""

VALUES = "SELECT {columns}, count(*) FROM file GROUP BY {order} ORDER BY {order}"

COMBINATIONS = "SELECT {columns}, count(*) FROM file GROUP BY {columns}"

WEIGHTS = "SELECT {keys}, {column} FROM file ORDER BY {order}, rowid"

RECORDS = """
SELECT row FROM (SELECT rowid AS row, {keys} FROM file)
JOIN (SELECT {keys} FROM file GROUP BY {names} HAVING count(*) BETWEEN {low} AND {high}) USING ({names})
ORDER BY row
"""


@dataclass(frozen=True, slots=True)
class DuckDbFile:
    """A file that DuckDB counts, by whatever keys.

    Attributes
    ----------
    store
        The codes of its variables.
    """

    store: DuckDbStore
    _countings: dict[tuple[tuple[str, ...], Missing], "DuckDbCounting"] = field(
        default_factory=dict, repr=False
    )

    @property
    def described(self) -> Microdata:
        """Its variables, without records."""
        return self.store.file.described

    def counting(self, keys: Sequence[str], missing: Missing) -> "DuckDbCounting":
        """Return what answers questions about keys.

        Parameters
        ----------
        keys
            Variables of the file; at least one.
        missing
            What a missing key value matches.

        Returns
        -------
        DuckDbCounting
            The same for the same keys, which are counted once.

        Raises
        ------
        DataError
            A variable was not read, or a missing key value matches every value, and some are missing.
        """
        file = self.store.file
        for name in keys:
            self.store.column(name)
            if missing == "wildcard" and 0 < file.lacking[name] < file.records:
                raise DataError(sentence(WILDCARD, name=name), "missing")
        question = tuple(keys), missing
        if question not in self._countings:
            self._countings[question] = DuckDbCounting(file.described, file.described, *question, self.store)
        return self._countings[question]


@contextmanager
def duckdb_file(
    file: CodedFile, progress: Progress = SILENT, resources: Resources | None = None
) -> Iterator[DuckDbFile]:
    """Have DuckDB count a file; what it stores for that is gone at the end.

    Parameters
    ----------
    file
        The file as codes.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    resources
        What the engine may take.

    Returns
    -------
    Iterator[DuckDbFile]
        A context with the file.

    Raises
    ------
    ParameterError
        DuckDB is not installed.
    WriteError
        The folder for temporary files is full, or others may read it.
    Cancelled
        The user asked to stop.
    """
    with stored(file, progress, resources) as store:
        yield DuckDbFile(store)


@dataclass(frozen=True)
class DuckDbCounting(Counting):
    """Counting of a file that nothing was done to, by DuckDB.

    Attributes
    ----------
    original, masked
        The description of the file, without records.
    keys
        The key variables; at least one.
    missing
        What a missing key value matches.
    store
        The codes of the file.
    """

    original: Microdata
    masked: Microdata
    keys: tuple[str, ...]
    missing: Missing
    store: DuckDbStore
    _known: list[SizeHistogram] = field(default_factory=list, repr=False)

    @property
    def initial_records(self) -> int:
        """n, the number of records."""
        return self.store.file.records

    @property
    def released_records(self) -> int:
        """t, which is n."""
        return self.store.file.records

    @property
    def by_record(self) -> None:
        """None: records are not in memory."""
        return

    def sizes_before(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups; see `Counting`."""
        return self.sizes_after(progress)

    def sizes_after(self, progress: Progress = SILENT) -> SizeHistogram:
        """Return the sizes of the groups, which are counted once; see `Counting`."""
        if not self._known:
            query = SIZES.format(parts=", ".join(self._parts()))
            rows = np.array(self.store.rows(query, progress), dtype=np.int64).reshape(-1, 2)
            self._known.append(SizeHistogram(rows[:, 0].copy(), rows[:, 0] * rows[:, 1]))
        return self._known[0]

    def crossed(self, progress: Progress = SILENT) -> CrossedSizes:
        """Return the pairs of sizes, which are alike now and before; see `Counting`."""
        found = self.sizes_after(progress)
        return CrossedSizes(found.sizes, found.sizes, found.records)

    def values(self, names: Sequence[str], progress: Progress = SILENT) -> Iterator[GroupedValues]:
        """Walk through the groups, as many at a time as their values fill a batch; see `Counting`."""
        parts, columns = self._parts(), [self.store.column(name) for name in names]
        order = ", ".join([f"k{place}" for place in range(len(parts))] + columns)
        query = VALUES.format(columns=", ".join([*_named(parts), *columns]), order=order)
        for rows in _whole_groups(self.store.batches(query, progress), len(parts)):
            yield self._grouped(rows, names, len(parts))

    def categories(self, name: str) -> pd.Index:
        """Return the values of a variable, which reading has found; see `Counting`."""
        self.store.column(name)
        return self.store.file.categories[name]

    def value_frequencies(self, name: str) -> np.ndarray:
        """Return how often each value of a variable occurs, which reading has counted; see `Counting`."""
        self.store.column(name)
        return self.store.file.frequencies[name]

    def weighted(self, name: str, progress: Progress = SILENT) -> Iterator[WeightedSizes]:
        """Walk through the groups, with the sums of a weight; see `Counting`."""
        parts, column, values = self._parts(), self.store.column(name), self.store.file.categories[name]
        if not pd.api.types.is_numeric_dtype(values):
            raise DataError(sentence("{name} holds no numbers and cannot be a weight.", name=name), name)
        weights = np.append(np.nan_to_num(values.to_numpy(dtype=np.float64)), 0.0)
        order = ", ".join(f"k{place}" for place in range(len(parts)))
        query = WEIGHTS.format(keys=", ".join(_named(parts)), column=column, order=order)
        rows = ([*batch[:-1], weights[batch[-1]]] for batch in self.store.batches(query, progress))
        yield from _summed(rows)

    def combinations(self, progress: Progress = SILENT) -> Iterator[KeyCombinations]:
        """Walk through the combinations of key values; see `Counting`."""
        columns = ", ".join(self.store.column(name) for name in self.keys)
        sizes = [len(self.store.file.categories[name]) for name in self.keys]
        for *codes, records in self.store.batches(COMBINATIONS.format(columns=columns), progress):
            own = zip(codes, sizes, strict=True)
            yield KeyCombinations(tuple(np.where(code == size, -1, code) for code, size in own), records)

    def records(self, low: int, high: int, progress: Progress = SILENT) -> Iterator[np.ndarray]:
        """Walk through the records in groups of some sizes; see `Counting`."""
        parts = self._parts()
        names = ", ".join(f"k{place}" for place in range(len(parts)))
        query = RECORDS.format(keys=", ".join(_named(parts)), names=names, low=int(low), high=int(high))
        for (rows,) in self.store.batches(query, progress):
            yield rows

    def _parts(self) -> list[str]:
        """Return the combined key as whole numbers below 2⁶²: one, or several where it is longer."""
        parts: list[str] = []
        domain = LARGEST_KEY
        for name in self.keys:
            file, column = self.store.file, f"{self.store.column(name)}::BIGINT"
            radix = len(file.categories[name]) + 1
            if domain * radix >= LARGEST_KEY:
                parts.append(column)
                domain = radix
            else:
                parts[-1] = f"({parts[-1]} * {radix} + {column})"
                domain *= radix
        return parts

    def _grouped(self, rows: Sequence[np.ndarray], names: Sequence[str], parts: int) -> GroupedValues:
        """Return the groups of rows with key, values and number of records, ascending."""
        keys, codes, counts = rows[:parts], rows[parts:-1], rows[-1]
        starts = np.flatnonzero(_begins(keys))
        labels = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(counts)))
        sizes = [len(self.store.file.categories[name]) for name in names]
        columns = {
            name: np.where(own == size, -1, own) for name, own, size in zip(names, codes, sizes, strict=True)
        }
        return grouped_values(labels, np.add.reduceat(counts, starts), columns, counts)


def _named(parts: Sequence[str]) -> list[str]:
    """Return the parts of a key with the names that they have in an answer."""
    return [f"{part} k{place}" for place, part in enumerate(parts)]


def _whole_groups(batches: Iterator[list[np.ndarray]], parts: int) -> Iterator[list[np.ndarray]]:
    """Cut batches of rows, ascending by key, where a group ends."""
    pending: list[list[np.ndarray]] = []
    for rows in batches:
        begins = np.flatnonzero(_begins(rows[:parts])[1:]) + 1
        fresh = bool(pending) and any(
            old[-1] != new[0] for old, new in zip(pending[-1][:parts], rows, strict=False)
        )
        cuts = ([0] if fresh else []) + begins[-1:].tolist()
        for first, last in pairwise([0, *cuts]):
            pending.append([column[first:last] for column in rows])
            yield _joined(pending)
            pending = []
        pending.append([column[cuts[-1] if cuts else 0 :] for column in rows])
    if pending:
        yield _joined(pending)


def _summed(batches: Iterator[list[np.ndarray]]) -> Iterator[WeightedSizes]:
    """Add up weights, which stand beside keys that ascend, in the order in which they come."""
    pending: list[np.ndarray] = []
    for *keys, weights in batches:
        counts = np.ones(len(weights), dtype=np.int64)
        columns = [*keys, weights, counts]
        if pending:
            # A group that has begun goes on from its sum so far.
            columns = [np.append(old, new) for old, new in zip(pending, columns, strict=True)]
        starts = np.flatnonzero(_begins(columns[:-2]))
        labels = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(columns[-1])))
        sums = np.bincount(labels, columns[-2])
        sizes = np.add.reduceat(columns[-1], starts)
        yield WeightedSizes(sizes[:-1], sums[:-1])
        pending = [*(key[-1:] for key in columns[:-2]), sums[-1:], sizes[-1:]]
    if pending:
        yield WeightedSizes(pending[-1], pending[-2])


def _joined(pieces: Sequence[Sequence[np.ndarray]]) -> list[np.ndarray]:
    return [np.concatenate(columns) for columns in zip(*pieces, strict=True)]


def _begins(keys: Sequence[np.ndarray]) -> np.ndarray:
    """Return where a key differs from that before it."""
    begins = np.ones(len(keys[0]), dtype=bool)
    begins[1:] = np.logical_or.reduce([key[1:] != key[:-1] for key in keys])
    return begins
