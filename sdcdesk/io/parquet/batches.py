"""Parquet in batches: the columns that are counted, of a file that need not fit in memory."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.io.columns.arrow_columns import from_arrow
from sdcdesk.io.columns.coded_columns import CHANGED, coded_columns
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.files import BytesRead, SameBytes
from sdcdesk.io.parquet.source import DAMAGED, checked_names, damage, restored_variables, undamaged

ROWS = 1 << 18
"""Records that are read at once."""


def parquet_batches(path: Path, requests: ColumnRequests, progress: Progress) -> CodedFile:
    """Return a Parquet file as codes of the variables that were asked for; see `Format.coded`.

    Parameters
    ----------
    path
        The file.
    requests
        The options, and what is said of its columns.
    progress
        Receives how far the first reading is.

    Returns
    -------
    CodedFile
        Hashed at first; what is read of it must be the same bytes whenever it is read.

    Raises
    ------
    ReadError
        The file is damaged, was changed meanwhile, or a counted column holds no numbers or words.
    DataError
        Something is said of a column that it does not have.
    """
    reading = _Reading(path, requests, progress.part(0.0, 0.3))
    return coded_columns(
        *(path.name, reading.names, reading.columns, reading.converted, progress.part(0.3, 1.0)),
        unread=reading.unread,
    )


class _Reading:
    """Readings of the same file, whose bytes must be the same.

    Parameters
    ----------
    path
        The file.
    requests
        The options, and what is said of its columns.
    progress
        Receives how far the hashing is.
    """

    def __init__(self, path: Path, requests: ColumnRequests, progress: Progress) -> None:
        self._path, self._requests = path, requests
        self._restored: Mapping[str, Variable] = {}
        names = undamaged(path, self._begun, lambda file: SameBytes(file, requests.read, progress))
        self._places = {name: place for place, name in enumerate(names)}
        self._hash = requests.read.sha256
        self.names = requests.are_counted(names, self._restored)
        self.unread = requests.households(names, self._restored)
        self._dictionaries: dict[str, list[pa.DictionaryArray]] = {name: [] for name in self.names}
        for name in self.names:  # a column of lists is refused before all is read
            kind = self._schema.field(self._places[name]).type
            from_arrow(name, pa.chunked_array([pa.array([], kind)]), path.name)

    def columns(self, progress: Progress) -> Iterator[Mapping[str, pa.Array]]:
        """Read the file, and give some of its records at a time."""
        read, hashing, rest = BytesRead(), progress.part(0.0, 0.3), progress.part(0.3, 1.0)
        try:
            with self._path.open("rb") as file:
                source = SameBytes(file, read, hashing)
                if read.sha256 != self._hash:
                    raise ReadError(sentence(CHANGED, name=self._path.name))
                yield from self._batches(pq.ParquetFile(source), rest)
                return
        except (pa.ArrowException, OSError, UnicodeError) as error:
            words = damage(error)
        # Raised outside the handler, so that the library's words do not hang on to it.
        raise ReadError(sentence(words, name=self._path.name))

    def converted(self, name: str, cells: pa.ChunkedArray) -> tuple[pd.Series, Variable]:
        """Return what different cells mean, with the categories of a dictionary in their order."""
        values, _ = from_arrow(name, cells, self._path.name)
        described = None
        if self._dictionaries[name]:
            dictionaries = pa.chunked_array(self._dictionaries[name])
            described = from_arrow(name, dictionaries, self._path.name)[1]
        description = self._restored.get(name, described)
        return values, self._requests.described(name, values.dtype, description)

    def _plain(self, name: str, cells: pa.Array) -> pa.Array:
        """Return cells without their dictionary, which is kept once, in a type whose cells can be sought."""
        if not pa.types.is_dictionary(cells.type):
            return _sought(cells)
        kept = self._dictionaries[name]
        if not any(cells.dictionary.equals(one.dictionary) for one in kept[-1:]):
            kept.append(cells.slice(0, 0))
        return _sought(cells.cast(cells.type.value_type))

    def _begun(self, file: pq.ParquetFile) -> list[str]:
        """Return the names of the columns, and keep what the file says of them."""
        names = checked_names(file, self._path.name, self._requests)
        self._restored, self._schema = restored_variables(file, self._path.name), file.schema_arrow
        return names

    def _batches(self, file: pq.ParquetFile, progress: Progress) -> Iterator[Mapping[str, pa.Array]]:
        fields = {name: self._schema.field(self._places[name]).name for name in self.names}
        done, total = 0, file.metadata.num_rows
        for batch in file.iter_batches(ROWS, columns=list(fields.values())):
            progress.at(min(done / total, 1.0), "Reading")
            done += len(batch)
            yield {name: self._plain(name, batch.column(field)) for name, field in fields.items()}
        if done != total:
            raise ReadError(sentence(DAMAGED, name=self._path.name))


def _sought(cells: pa.Array) -> pa.Array:
    """Return the same numbers or words in a type in which Arrow seeks cells: it does not in all it reads."""
    if pa.types.is_float16(cells.type):
        return cells.cast(pa.float32())
    if pa.types.is_string_view(cells.type):
        return cells.cast(pa.large_string())
    return cells
