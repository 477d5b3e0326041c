"""Parquet: columns with their types, and what we know of the variables in the file's metadata."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from sdcdesk.core.data.display_format import Displayed
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError
from sdcdesk.core.running.memory import require
from sdcdesk.core.running.model import Model
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.coded_file import CodedFile
from sdcdesk.io.columns.arrow_columns import as_arrow, from_arrow
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.columns.iso_times import from_iso
from sdcdesk.io.files import SameBytes, refuse_twice
from sdcdesk.io.format import Content, Format, NoOptions, Preview
from sdcdesk.io.options import FileOptions
from sdcdesk.io.parquet.batches import parquet_batches
from sdcdesk.io.parquet.source import DAMAGED, FORMAT, KEY, checked_names, restored_variables, undamaged
from sdcdesk.io.sampled_records import sampled_places

_CELL = 8
"""Bytes that a cell takes in memory for sure, however few it has in the file."""

MOMENTS: dict[Displayed, pa.DataType] = {
    "date": pa.date32(),
    "time": pa.time64("us"),
    "datetime": pa.timestamp("us"),
}
"""Types of the file for dates and times, which are text in our data."""

_ROWS = 1 << 18
"""Records read or written between two reports of progress."""

_CELLS = 1 << 20
"""Cells of columns that are read together: to find a column takes longer the more there are."""


class Parquet(Format):
    """Columns with their own types and, where we wrote them, the descriptions of their variables."""

    name = "parquet"
    title = "Parquet"
    extensions = (".parquet",)
    beginnings = (b"PAR1\x15",)  # a table of text may have a column PAR1
    reading = "Columns keep the types and the empty cells that they have in the file."
    read_options = FileOptions
    write_options = NoOptions
    keeps = frozenset(Variable.model_fields) - {"name"}
    samples = True
    takes = 1  # the columns alone, which may be as large as they are in the file

    def read(self, path: Path, requests: ColumnRequests, progress: Progress) -> Content:
        """Read a file; a column of lists or bytes is refused."""
        hashing, progress = progress.part(0.0, 0.2), progress.part(0.2, 1.0)

        def use(source: pq.ParquetFile) -> Content:
            return _read(source, path.name, requests, progress)

        found = undamaged(path, use, lambda file: SameBytes(file, requests.read, hashing))
        return found._replace(options=requests.options.changed(format=self.name))

    def coded(self, path: Path, requests: ColumnRequests, progress: Progress) -> CodedFile:
        """Read the variables that are counted in batches; see `Format.coded`."""
        return parquet_batches(path, requests, progress)

    def preview(self, path: Path, requests: ColumnRequests, records: int, progress: Progress) -> Preview:
        """Read the first records without reading the whole."""
        table, whole = undamaged(path, lambda source: _first(source, path.name, records))
        if not len(table) or not table.column_names:
            raise ReadError(sentence("{name} holds no records; choose another file.", name=path.name))
        requests.check(table.column_names, path.name)
        series, variables = {}, []
        for name in table.column_names:
            series[name], described = from_arrow(name, table.column(name), path.name)
            variables.append(requests.described(name, series[name].dtype, described))
        return Preview(Microdata(pd.DataFrame(series), variables), requests.options, whole)

    def write(self, data: Microdata, file: BinaryIO, options: Model, progress: Progress) -> None:
        """Write microdata with the descriptions of their variables."""
        columns = {}
        for one in data.variables:
            progress.check()
            columns[one.name] = _written(data.column(one.name), one)
        table = pa.table(columns)
        variables = [json.loads(variable.model_dump_json()) for variable in data.variables]
        written = json.dumps({"format": FORMAT, "variables": variables})
        table = table.replace_schema_metadata({KEY: written.encode()})
        with pq.ParquetWriter(file, table.schema) as writer:
            for start in range(0, max(len(table), 1), _ROWS):
                progress.at(start / max(len(table), 1), "Writing")
                writer.write_table(table.slice(start, _ROWS))


def _first(source: pq.ParquetFile, file: str, records: int) -> tuple[pa.Table, bool]:
    """Return the first records, and whether these are all."""
    refuse_twice(source.schema_arrow.names, file)
    batches = list(islice(source.iter_batches(records), 1))
    return pa.Table.from_batches(batches, schema=source.schema_arrow), source.metadata.num_rows <= records


def _read(file: pq.ParquetFile, name: str, requests: ColumnRequests, progress: Progress) -> Content:
    schema = file.schema_arrow  # made anew, of all columns, whenever it is asked for
    every = checked_names(file, name, requests)
    names = requests.are_read(every)
    places = {column: place for place, column in enumerate(every)}
    records, options = file.metadata.num_rows, requests.options
    sample = None
    if options.sample is not None and options.sample < records:
        sample = sampled_places(records, options.sample, options.sample_seed or 0)
    require(_CELL * (records if sample is None else len(sample)) * len(names))
    restored = restored_variables(file, name)
    series, variables = {}, []
    together = max(_CELLS // records, 1)
    for first, part in progress.over(range(0, len(names), together)):
        some = names[first : first + together]
        fields = [schema.field(places[column]) for column in some]
        for column, content in zip(some, _columns(file, name, fields, sample, part), strict=True):
            part.check()
            series[column], described = from_arrow(column, content, name)
            description = restored.get(column, described)
            variables.append(requests.described(column, series[column].dtype, description))
    titles = schema.names  # made anew, too
    unnamed = tuple(column for column in names if not titles[places[column]])
    return Content(pd.DataFrame(series, copy=False), variables, options, records=records, unnamed=unnamed)


def _columns(
    file: pq.ParquetFile,
    name: str,
    fields: Sequence[pa.Field],
    sample: np.ndarray | None,
    progress: Progress,
) -> Iterator[pa.ChunkedArray]:
    """Walk through some columns, read a part of their records after the other, or a sample of these."""
    words = sentence("Reading {names}", names=fields[0].name)
    progress.at(0.0, words)
    read, parts = 0, []
    for batch in file.iter_batches(_ROWS, columns=[field.name for field in fields]):
        if sample is not None:
            within = sample[np.searchsorted(sample, read) : np.searchsorted(sample, read + len(batch))]
            parts.append(batch.take(pa.array(within - read)))
        else:
            parts.append(batch)
        read += len(batch)
        progress.at(min(read / file.metadata.num_rows, 1.0), words)
    if read != file.metadata.num_rows:
        raise ReadError(sentence(DAMAGED, name=name))
    for field in fields:
        yield pa.chunked_array([batch.column(field.name) for batch in parts], field.type)


def _written(column: pd.Series, variable: Variable) -> pa.ChunkedArray:
    """Return a column as it stands in a file: what is said to be dates or times as such, if all of it is."""
    kind = variable.display.kind if variable.display else "text"
    if kind in MOMENTS and (moments := from_iso(column, kind)) is not None:
        return pa.chunked_array([pa.array(moments).cast(MOMENTS[kind])])
    return as_arrow(variable.name, column)
