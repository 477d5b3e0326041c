"""Source of a Parquet file: what can be wrong with it, and what we wrote of its variables in its metadata."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import ValidationError

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.running.errors import ReadError, SdcError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.files import SameBytes, refuse_twice

Result = TypeVar("Result")

KEY = b"sdcdesk"
FORMAT = 1

DAMAGED = "{name} is damaged, or is no Parquet file; get it again from its source."
ENCRYPTED = "{name} is encrypted; get it again without encryption."


def undamaged(
    path: Path,
    use: Callable[[pq.ParquetFile], Result],
    source: Callable[[BinaryIO], BinaryIO | SameBytes] = lambda file: file,
) -> Result:
    """Return what is done with an open file.

    Parameters
    ----------
    path
        The file.
    use
        What is done with it.
    source
        What it is read through.

    Returns
    -------
    Result
        As `use` returns it.

    Raises
    ------
    ReadError
        It is damaged or encrypted.
    """
    try:
        with path.open("rb") as file:
            return use(pq.ParquetFile(source(file)))
    except (pa.ArrowException, OSError, UnicodeError) as error:
        words = damage(error)
    # Raised outside the handler, so that the library's words do not hang on to it.
    raise ReadError(sentence(words, name=path.name))


def damage(error: Exception) -> str:
    """Return what a user is told of a fault that was met in reading, or raise it where the file has none.

    Parameters
    ----------
    error
        What the library, or the system, said.

    Returns
    -------
    str
        A template with the name of the file.
    """
    if isinstance(error, pa.ArrowCancelled | pa.ArrowMemoryError) or getattr(error, "errno", None):
        raise error
    return ENCRYPTED if "crypt" in str(error) else DAMAGED


def restored_variables(file: pq.ParquetFile, name: str) -> dict[str, Variable]:
    """Return the descriptions that were written with the data.

    Parameters
    ----------
    file
        Open.
    name
        Its name, for the message.

    Returns
    -------
    dict[str, Variable]
        By name; none where another program wrote it.

    Raises
    ------
    ReadError
        They are not of a kind that this version knows.
    """
    written = (file.schema_arrow.metadata or {}).get(KEY)
    if written is None:
        return {}
    try:
        described = json.loads(written)
        if described["format"] == FORMAT:
            # From text again: only there are lists taken for what they are.
            variables = [Variable.model_validate_json(json.dumps(entry)) for entry in described["variables"]]
            return {variable.name: variable for variable in variables}
    except (ValueError, KeyError, TypeError, RecursionError, ValidationError, SdcError):
        pass
    raise ReadError(
        sentence(
            "{name} describes its variables in a way that this version of SDCDesk does not "
            "know; open it with the version that wrote it.",
            name=name,
        )
    )


def checked_names(file: pq.ParquetFile, name: str, requests: ColumnRequests) -> list[str]:
    """Return the names of the columns of a file that has records.

    Parameters
    ----------
    file
        Open.
    name
        Its name, for the message.
    requests
        What is said of its columns.

    Returns
    -------
    list[str]
        In their order; a column without a name is called V1, V2, … by its place.

    Raises
    ------
    ReadError
        It holds no records or is damaged, or two columns share a name.
    DataError
        Something is said about a column that the file does not have.
    """
    names = [column or f"V{place}" for place, column in enumerate(file.schema_arrow.names, start=1)]
    refuse_twice(names, name)
    requests.check(names, name)
    if not file.metadata.num_rows or not names:
        raise ReadError(sentence("{name} holds no records; choose another file.", name=name))
    if file.metadata.num_rows != sum(file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)):
        raise ReadError(sentence(DAMAGED, name=name))
    return names
