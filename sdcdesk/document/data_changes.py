"""Changes of a data file since its project was saved: variables, types, size, hash."""

from pathlib import Path

import pandas as pd
import pyarrow as pa

from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.core.random.secret_seed import DRAWN_AS_BEFORE
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.document.project import Project
from sdcdesk.io import FileRead, preview, read_file
from sdcdesk.io.columns.numerals import as_numbers

LISTED = 5
"""Names that a sentence lists."""

DIGITS = 12
"""Digits of a hash that are shown."""


def read_as_described(project: Project, file: Path, progress: Progress = SILENT) -> FileRead:
    """Read a file, once, by what a project says of those variables that it has.

    Parameters
    ----------
    project
        The project.
    file
        Its data file as it is now, or another one.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    FileRead
        With descriptions of the variables that are there.

    Raises
    ------
    SdcError
        The file cannot be read.
    """
    options = project.data.reading(file)
    begun = preview(file, options.limited_to(()), 1, progress).data
    described = [variable for variable in project.variables if variable.name in begun]
    return read_file(file, options.limited_to(begun.names), variables=described, progress=progress)


def data_changes(project: Project, file: FileRead, locale: Locale = NEUTRAL) -> tuple[str, ...]:
    """Compare a file with the one that a project refers to.

    Parameters
    ----------
    project
        The project; of the old file it knows the variables, size and hash.
    file
        The file as it is now, or another one, as `read_as_described` reads it.
    locale
        How numbers are written.

    Returns
    -------
    tuple[str, ...]
        All that is different, a sentence each, and what becomes of random numbers; empty: it is the same
        file, byte for byte.
    """
    then = project.data
    if file.sha256 == then.sha256:
        return ()
    known = {variable.name: variable for variable in project.variables}
    columns = {name: file.data.column(name) for name in file.data.names}
    both = [name for name in known if name in columns]
    gone, new = [n for n in known if n not in columns], [n for n in columns if n not in known]
    text = [name for name in both if _was_number(known[name]) and not _is_number(columns[name])]
    numbers = [name for name in both if _was_text(known[name]) and _could_be_numbers(columns[name])]
    named = (
        ("Gone: {names}.", gone),
        ("New: {names}.", new),
        ("Text, no longer numbers: {names}.", text),
        ("Numbers, not text: {names}.", numbers),
    )
    changes = [sentence(words, names=listed(names[:LISTED], len(names))) for words, names in named if names]
    if file.size == then.size:
        now = sentence(
            "It has {n} record now, in {size} bytes as before.",
            "It has {n} records now, in {size} bytes as before.",
            "n",
            n=len(file.data),
            size=file.size,
        )
    else:
        now = sentence(
            "It has {n} record now, in {size} bytes instead of {before}.",
            "It has {n} records now, in {size} bytes instead of {before}.",
            "n",
            n=len(file.data),
            size=file.size,
            before=then.size,
        )
    digest = sentence(
        "Its SHA-256 begins with {now} instead of {before}.",
        now=file.sha256[:DIGITS],
        before=then.sha256[:DIGITS],
    )
    drawn = [DRAWN_AS_BEFORE] if any(step.method.random for step in project.recipe.active) else []
    return tuple(one.written(locale) for one in (*changes, now, digest, *drawn))


def _is_number(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column)


def _could_be_numbers(column: pd.Series) -> bool:
    """Return whether a column that was described as text would be numbers if nothing were said of it."""
    return _is_number(column) or as_numbers(pa.chunked_array([pa.array(column, pa.string())])) is not None


def _was_number(variable: Variable) -> bool:
    if variable.scale is Scale.CONTINUOUS:
        return True
    return any(isinstance(value, int | float) for value in variable.categories)


def _was_text(variable: Variable) -> bool:
    return bool(variable.categories) and all(isinstance(value, str) for value in variable.categories)
