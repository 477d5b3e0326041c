"""Finished file: a file that was masked elsewhere, read so that it can be compared with the original."""

from pathlib import Path

import pandas as pd

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.io.arrow_columns import as_arrow
from sdcdesk.io.numerals import as_numbers
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import FileRead, read_file


def read_like(
    original: Microdata, path: Path, options: FileOptions | None = None, progress: Progress = SILENT
) -> FileRead:
    """Read a file that was made of another, with text and numbers as there.

    Alone, a column whose codes all look like numbers would be read as numbers, and one in which a single
    number is spelled in two ways as text, whatever they were in the original.

    Parameters
    ----------
    original
        What the file was made of.
    path
        The finished file.
    options
        How it is read; found out where not given. Which columns are text or numbers the original says.
    progress
        Receives how far the reading is; a cancel works within a second.

    Returns
    -------
    FileRead
        Bands and words that stand in the place of numbers stay text.

    Raises
    ------
    ReadError
        The file cannot be read.
    """
    how = (options or FileOptions()).with_text(())
    found = read_file(path, how, progress=progress.part(0.0, 0.5))
    masked, decimal = found.data, getattr(found.options, "decimal", ".")
    other = [
        name
        for name in masked.names
        if name in original.names and _is_text(masked, name) != _is_text(original, name)
    ]
    text = [name for name in other if _is_text(original, name)]
    numbers = [name for name in other if name not in text and _all_numbers(masked, name, decimal)]
    alike = found.options.with_text(text).with_numbers(numbers)
    if alike == found.options:
        return found
    return read_file(path, alike, progress=progress.part(0.5, 1.0))


def _is_text(data: Microdata, name: str) -> bool:
    return pd.api.types.is_string_dtype(data.column(name))


def _all_numbers(data: Microdata, name: str, decimal: str) -> bool:
    """Return whether all texts are numbers; bands and words of a recoding are none."""
    present = data.column(name)[~data.missing(name)]
    return as_numbers(as_arrow(name, present), decimal, exact=False) is not None
