"""Parquet: columns with their types, and what we know of the variables in the file's metadata."""

import json
from pathlib import Path
from typing import BinaryIO

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError

from sdcdesk.core.errors import ParameterError, ReadError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import Progress
from sdcdesk.core.variable import Variable
from sdcdesk.io.arrow_columns import as_arrow, from_arrow
from sdcdesk.io.columns import Wishes
from sdcdesk.io.files import refuse_twice
from sdcdesk.io.options import ReadOptions

_KEY = b"sdcdesk"
_FORMAT = 1

_ROWS = 1 << 18
"""Records written between two reports of progress."""

_FOR_CSV = ("delimiter", "encoding", "decimal", "quote", "header", "text", "all_text")


def read_parquet(
    path: Path, wishes: Wishes, progress: Progress
) -> tuple[pd.DataFrame, list[Variable], ReadOptions]:
    """Read a Parquet file.

    Raises
    ------
    ReadError
        It is not such a file, or damaged, holds no records, or a column holds lists or bytes.
    DataError
        Something is said about a column that it does not have.
    ParameterError
        An option is given that applies to CSV only.
    """
    given = wishes.options.given(_FOR_CSV)
    if given:
        raise ParameterError(
            f"{path.name} is a Parquet file, which keeps its own types; leave the option {given[0]} out.",
            given[0],
        )
    try:
        with path.open("rb") as file:
            frame, variables = _read(pq.ParquetFile(file), path.name, wishes, progress)
        return frame, variables, wishes.options.changed(format="parquet")
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:
            raise
    # Raised outside the handler, so that the library's words do not hang on to it.
    raise ReadError(f"{path.name} is damaged, or is no Parquet file; get it again from its source.")


def write_parquet(data: Microdata, file: BinaryIO, progress: Progress) -> None:
    """Write microdata with the descriptions of their variables."""
    table = pa.table({name: as_arrow(name, data.column(name)) for name in data.names})
    described = {"format": _FORMAT, "variables": [_released(data, variable) for variable in data.variables]}
    table = table.replace_schema_metadata({_KEY: json.dumps(described).encode()})
    with pq.ParquetWriter(file, table.schema) as writer:
        for start in range(0, max(len(table), 1), _ROWS):
            progress.at(start / max(len(table), 1), "Writing")
            writer.write_table(table.slice(start, _ROWS))


def _read(
    file: pq.ParquetFile, name: str, wishes: Wishes, progress: Progress
) -> tuple[pd.DataFrame, list[Variable]]:
    names = [column or f"V{place}" for place, column in enumerate(file.schema_arrow.names, start=1)]
    refuse_twice(names, name)
    wishes.check(names, name)
    if not file.metadata.num_rows or not names:
        raise ReadError(f"{name} holds no records; choose another file.")
    restored = _restored(file, name)
    series, variables = {}, []
    for field, part in progress.over(list(zip(names, file.schema_arrow.names, strict=True))):
        part.at(0.0, f"Reading {field[0]}")
        content = file.read(columns=[field[1]]).column(field[1])
        series[field[0]], described = from_arrow(field[0], content, name)
        description = restored.get(field[0], described)
        variables.append(wishes.described(field[0], series[field[0]], description))
    return pd.DataFrame(series, copy=False), variables


def _restored(file: pq.ParquetFile, name: str) -> dict[str, Variable]:
    """Return the descriptions that were written with the data, by name."""
    written = (file.schema_arrow.metadata or {}).get(_KEY)
    if written is None:
        return {}
    try:
        described = json.loads(written)
        if described["format"] == _FORMAT:
            # From text again: only there are lists taken for what they are.
            variables = [Variable.model_validate_json(json.dumps(entry)) for entry in described["variables"]]
            return {variable.name: variable for variable in variables}
    except (ValueError, KeyError, TypeError, ValidationError, SdcError):
        pass
    raise ReadError(
        f"{name} describes its variables in a way that this version of SDCDesk does not know; "
        "open it with the version that wrote it."
    )


def _released(data: Microdata, variable: Variable) -> dict[str, object]:
    """Return a description without the categories that do not occur: they could tell what was masked."""
    if variable.categories or variable.intervals:
        present = set(data.column(variable.name).dropna().unique().tolist())
        variable = variable.changed(
            categories=tuple(category for category in variable.categories if category in present),
            intervals=tuple(interval for interval in variable.intervals if interval.label in present),
        )
    written: dict[str, object] = json.loads(variable.model_dump_json())
    return written
