"""Counting a data file where it is: the same values as reading finds, without its records in memory."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager

from sdcdesk.core.data.variable import Variable
from sdcdesk.core.files.opening import opening
from sdcdesk.core.running.arguments import path_argument
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.counting.duckdb_engine import DuckDbFile, duckdb_file
from sdcdesk.counting.duckdb_store import Resources, require_engine
from sdcdesk.io.columns.column_requests import ColumnRequests
from sdcdesk.io.columns.roles_and_scales import parse_roles, parse_scales
from sdcdesk.io.files import cancellable
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import find_format, named_variables


@contextmanager
def counted(
    path: str | os.PathLike[str],
    options: FileOptions | None = None,
    *,
    variables: Iterable[Variable] = (),
    roles: Mapping[str, str] | None = None,
    scales: Mapping[str, str] | None = None,
    names: Iterable[str] = (),
    resources: Resources | None = None,
    progress: Progress = SILENT,
) -> Iterator[DuckDbFile]:
    """Count a Parquet or CSV file that need not fit in memory, by DuckDB.

    Measures that need no record by itself are assessed by `assess_counted`, with the same figures as of the
    file in memory. What is stored meanwhile is private, and gone at the end.

    Parameters
    ----------
    path
        A Parquet or CSV file.
    options
        How to read it, as of `read`.
    variables
        Descriptions of variables.
    roles, scales
        By name of the variable; keys, confidential variables and weights are read.
    names
        Other variables that are read.
    resources
        What the engine may take: 1 GiB of memory and two threads where it is not said.
    progress
        Receives how far the reading is; a cancel works within a second.

    Returns
    -------
    Iterator[DuckDbFile]
        A context with the file.

    Raises
    ------
    ParameterError
        DuckDB is not installed, or a role, a scale or an option does not exist.
    ReadError
        The file is missing, damaged, neither Parquet nor CSV, or was changed while it was read.
    DataError
        Something is said about a column that the file does not have, or none is to be counted.
    WriteError
        The folder for temporary files is full, or others may read it.
    Cancelled
        The user asked to stop.

    Example
    -------
    >>> with counted("people.parquet", roles={"age": "key"}) as people:  # doctest: +SKIP
    ...     sdcdesk.risk.KAnonymity(k=3).assess_counted(people).value("k")
    """
    require_engine()
    path, known = path_argument(path), named_variables(variables)
    asked = parse_roles(roles), parse_scales(scales)
    with ExitStack() as ending:
        with opening(path), cancellable():
            form, options = find_format(path, FileOptions() if options is None else options)
            if options.sample is not None:
                words = "The engine DuckDB counts all records of {name}; leave the sample out, or the engine."
                raise ParameterError(sentence(words, name=path.name), "sample")
            requests = ColumnRequests(options, known, *asked, counted=frozenset(names))
            file = form.coded(path, requests, progress.part(0.0, 0.4))
            found = ending.enter_context(duckdb_file(file, progress.part(0.4, 1.0), resources))
        yield found
