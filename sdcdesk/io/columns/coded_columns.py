"""Coded columns: read twice in batches, for their different values, then as codes of these."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import DataError, ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile

Columns = Callable[[Progress], Iterator[Mapping[str, pa.Array]]]
"""Reads a file, and gives some of its records at a time: by name the cells as the file has them."""

Converted = Callable[[str, pa.ChunkedArray], tuple[pd.Series, Variable]]
"""Takes the different cells of a column; returns what they mean, and the description of the variable."""

MOST_VALUES = 1 << 24
"""Different cells of a variable that is counted: they are kept in memory."""

_FEW = 1 << 16
"""So many are kept before equal ones are sought among them."""

CHANGED = "{name} was changed by another program while it was read; read it again."


def coded_columns(
    file: str,
    names: Sequence[str],
    columns: Columns,
    converted: Converted,
    progress: Progress,
    *,
    unread: Sequence[Variable] = (),
) -> CodedFile:
    """Return a file as codes: what its cells mean is found out from the different ones.

    Which values are equal, missing or numbers is decided for a column by its different cells alone, so that
    it is as if the whole were in memory.

    Parameters
    ----------
    file
        Name of the file, for messages.
    names
        Variables that are counted.
    columns
        Reads their cells, of at least one record.
    converted
        Tells what the different cells of one mean.
    progress
        Receives how far the first reading is.
    unread
        Other variables that are described without being counted.

    Returns
    -------
    CodedFile
        It is read again for its codes.

    Raises
    ------
    ReadError
        The file cannot be read.
    DataError
        A variable has too many different values.
    """
    found = {name: _Different(name) for name in names}
    records = 0
    for batch in columns(progress):
        for name, cells in batch.items():
            found[name].add(cells)
        records += len(next(iter(batch.values())))
    different = {name: one.cells() for name, one in found.items()}
    series, variables, codes, categories = {}, [], {}, {}
    for name, cells in different.items():
        values, variable = converted(name, cells)
        coding = Microdata(pd.DataFrame({name: values}), [variable]).coding(name)
        codes[name], categories[name] = coding.codes, coding.categories
        series[name] = values.iloc[:0]
        variables.append(variable)
    variables += unread
    series |= {one.name: pd.Series([], dtype=object) for one in unread}
    where = {name: cells.combine_chunks() for name, cells in different.items()}
    # One slot more for missing values, whose code is the last from the end.
    counts = {name: found[name].numbers(codes[name], len(categories[name]) + 1) for name in names}
    frequencies = {name: numbers[:-1] for name, numbers in counts.items()}
    lacking = {name: int(numbers[-1]) for name, numbers in counts.items()}

    def batches(progress: Progress) -> Iterator[Mapping[str, np.ndarray]]:
        read = 0
        for batch in columns(progress):
            yield {name: _codes(cells, where[name], codes[name], file) for name, cells in batch.items()}
            read += len(next(iter(batch.values())))
        if read != records:
            raise ReadError(sentence(CHANGED, name=file))

    return CodedFile(
        Microdata(pd.DataFrame(series), variables), categories, frequencies, lacking, records, batches
    )


class _Different:
    """The different cells of a column, with how often each occurs, as its records come."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._cells: list[pa.Array] = []
        self._counts: list[np.ndarray] = []
        self._kept = 0

    def add(self, cells: pa.Array) -> None:
        """Add the cells of some records."""
        counted = pc.value_counts(cells)
        self._cells.append(counted.field(0))
        self._counts.append(counted.field(1).to_numpy())
        if sum(map(len, self._cells)) > max(2 * self._kept, _FEW):
            self._merge()

    def cells(self) -> pa.ChunkedArray:
        """Return the different cells; each once."""
        self._merge()
        return pa.chunked_array(self._cells)

    def numbers(self, codes: np.ndarray, size: int) -> np.ndarray:
        """Return in how many records each of so many codes occurs; −1 is the last of them."""
        found: np.ndarray = np.bincount(codes % size, self._counts[0], size).astype(np.int64)
        return found

    def _merge(self) -> None:
        cells = pa.concat_arrays(self._cells)
        different = pc.unique(cells)
        place = pc.index_in(cells, value_set=different).to_numpy(zero_copy_only=False)
        counts = np.bincount(place, np.concatenate(self._counts), len(different)).astype(np.int64)
        self._cells, self._counts, self._kept = [different], [counts], len(different)
        if self._kept > MOST_VALUES:
            words = (
                "{name} has more than {most} different values, which is more than can be kept in memory; "
                "leave it out, or recode it."
            )
            raise DataError(sentence(words, name=self._name, most=MOST_VALUES), self._name)


def _codes(cells: pa.Array, different: pa.Array, codes: np.ndarray, file: str) -> np.ndarray:
    """Return the codes of cells, which all are among the different ones unless the file was changed."""
    place = pc.index_in(cells, value_set=different)
    if place.null_count:
        raise ReadError(sentence(CHANGED, name=file))
    found: np.ndarray = codes[place.to_numpy()]
    return found
