"""Large file: what is said before a file is read that takes more than half the free memory."""

from pathlib import Path

from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.memory import free
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import find_format

_GIB = 1 << 30

_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed. The engine DuckDB counts no {title} file where it is: save it as Parquet or CSV for that."
)
_SAMPLE_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed, or a random sample of its records. The engine DuckDB counts no {title} file where it is: save "
    "it as Parquet or CSV for that."
)
_ENGINE_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed, or assess it where it is with the engine DuckDB."
)
_BOTH_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed, or a random sample of its records, or assess it where it is with the engine DuckDB."
)


def large_file_text(path: Path, options: FileOptions, room: int | None = None) -> str:
    """Return what is said of a file that takes more than half the free memory.

    A sample is named where the format reads it without the others in memory.

    Parameters
    ----------
    path
        The file.
    options
        How it is read.
    room
        Bytes of free memory; None: those of this machine.

    Returns
    -------
    str
        A sentence; empty where it fits, where only some columns or, piece by piece, some records are read, or
        where nobody knows.
    """
    room = free() if room is None else room
    if room is None or options.columns or not is_ordinary(path):
        return ""
    try:
        form, _ = find_format(path, options)
    except (SdcError, OSError):
        return ""  # said where it is read
    if form.samples and options.sample is not None:
        return ""
    needed = form.takes * path.stat().st_size
    if 2 * needed <= room:
        return ""
    if form.is_counted:
        words = _BOTH_WORDS if form.samples else _ENGINE_WORDS
    else:
        words = _SAMPLE_WORDS if form.samples else _WORDS
    needed_gib, free_gib = rough(needed / _GIB, 2), rough(room / _GIB, 2)
    return sentence(words, name=path.name, needed=needed_gib, free=free_gib, title=form.title)
