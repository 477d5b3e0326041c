"""Writing of a codebook beside a data file."""

import os
from pathlib import Path
from typing import Any

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.require_microdata import require_microdata
from sdcdesk.core.files.atomic import write_atomically
from sdcdesk.core.running.arguments import path_argument
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.io.codebook.codebook_form import released_file
from sdcdesk.io.codebook.codebooks import CODEBOOKS, codebook_path


def write_codebook(
    data: Microdata,
    file: str | os.PathLike[str],
    form: str = "csv",
    *,
    format: str | None = None,  # noqa: A002 - as `write`
    internal: bool = False,
    identifiers: bool = False,
    overwrite: bool = False,
    progress: Progress = SILENT,
    **options: Any,
) -> Path:
    """Write what the variables and codes of a data file mean, into a codebook beside it.

    It tells of the variables that leave with the file, of values that occur and of codes for missing. The
    file itself need not exist.

    Parameters
    ----------
    data
        What the file holds.
    file
        The data file, as it is given to `write`.
    form
        Name of one of the `CODEBOOKS`: csv, ddi, spss (syntax) or r (a script).
    format, identifiers, options
        As they are given to `write`: scripts read the file in this way.
    internal
        Whether the roles of variables are told, too, which say what an intruder is thought to know. Such a
        codebook is for the owner of the data, and describes next year's file by `read(…, codebook=…)`.
    overwrite
        Whether a codebook that exists may be replaced.
    progress
        Stops the work where the user asked to.

    Returns
    -------
    Path
        The codebook: people_codebook.xml of people.csv.

    Raises
    ------
    WriteError
        The codebook exists already, or cannot be written.
    DataError
        These are no microdata, or all variables are identifiers.
    ParameterError
        There is no such form or format, or no such codebook of files of the format.

    Example
    -------
    >>> write_codebook(masked, "people-safe.csv", "ddi")  # doctest: +SKIP
    """
    require_microdata(data)
    described = released_file(
        data, path_argument(file), format, options, identifiers=identifiers, internal=internal
    )
    book = CODEBOOKS[form]
    content = book.write(described, progress)
    path = codebook_path(path_argument(file), book)
    write_atomically(path, lambda opened: opened.write(content), overwrite=overwrite)
    return path
