"""Writing a data file of any format."""

import os
from pathlib import Path
from typing import Literal

from sdcdesk.core.atomic import write_atomically
from sdcdesk.core.errors import DataError, ParameterError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.variable import Role
from sdcdesk.io.files import Format, format_of, known_extensions
from sdcdesk.io.options import WriteOptions


def write(
    data: Microdata,
    path: str | os.PathLike[str],
    *,
    format: Format | None = None,  # noqa: A002 - the word that users of command lines know
    delimiter: str = ",",
    encoding: str = "utf-8",
    decimal: Literal[".", ","] = ".",
    identifiers: bool = False,
    overwrite: bool = False,
    progress: Progress = SILENT,
) -> tuple[str, ...]:
    """Write a data file: as a whole or, after any failure or cancel, not at all.

    Identifiers are left out unless one insists on them. Codes for missing and categories are written as
    they stand, missing values as empty fields.

    A CSV file holds no types: a variable of text whose values all look like numbers is text again only if
    it is read with `ReadOptions(text=…)`. A Parquet file keeps types, and the descriptions of its
    variables: labels, roles, scales, units, missing codes, and those categories that occur (the others
    could tell what was masked).

    Parameters
    ----------
    data
        What to write.
    path
        The file.
    format
        Where the extension of the file does not say it.
    delimiter, encoding, decimal
        Of a CSV file; see `ReadOptions`.
    identifiers
        Whether to write identifiers too.
    overwrite
        Whether a file that exists may be replaced.
    progress
        Told how far the writing is; a cancel works within a second.

    Returns
    -------
    tuple of str
        Names of the variables that were left out.

    Raises
    ------
    WriteError
        The file exists already, its folder does not or may not be written, or the disk is full.
    DataError
        Nothing but identifiers would be written, or CSV cannot hold a variable: it holds infinite numbers,
        values of several kinds, or characters that the encoding lacks.
    ParameterError
        The format is not known, or an option does not exist or does not apply to it.

    Example
    -------
    >>> left_out = write(masked, "people-safe.csv")  # doctest: +SKIP
    """
    path = Path(path)
    options = WriteOptions(delimiter=delimiter, encoding=encoding, decimal=decimal)
    form = _format(path, format, options)
    left_out = () if identifiers else data.named(Role.IDENTIFIER)
    released = data.drop(left_out)
    if not released.names:
        raise DataError(
            "All variables are identifiers, so there is nothing to write; insist on them if need be."
        )
    if form == "parquet":
        from sdcdesk.io.parquet import write_parquet

        write_atomically(path, lambda file: write_parquet(released, file, progress), overwrite=overwrite)
    else:
        from sdcdesk.io.csv_writing import write_csv

        write_atomically(path, lambda file: write_csv(released, file, options, progress), overwrite=overwrite)
    progress.at(1.0, "Writing")
    return left_out


def _format(path: Path, wanted: Format | None, options: WriteOptions) -> Format:
    form = wanted or format_of(path)
    if form is None:
        raise ParameterError(
            f"{path.name} has no known extension ({known_extensions()}); say which format to write.", "format"
        )
    given = options.model_dump(exclude_defaults=True)
    if form == "parquet" and given:
        option = next(iter(given))
        raise ParameterError(f"A Parquet file has no {option}; leave the option out.", option)
    return form
