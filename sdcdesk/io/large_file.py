"""Large file: what is said before a file is read that takes more than half the free memory."""

from pathlib import Path

from sdcdesk.core.files.opening import is_ordinary
from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.running.memory import free
from sdcdesk.core.text.sentence import sentence
from sdcdesk.io.format import Format
from sdcdesk.io.options import FileOptions
from sdcdesk.io.reading import find_format

_GIB = 1 << 30

_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed."
)
_ENGINE_WORDS = (
    "{name} takes {needed} GiB of memory or more, and {free} GiB are free: read only the columns that are "
    "needed, or assess it where it is, on the command line with the engine DuckDB."
)


def large_file_text(path: Path, options: FileOptions) -> str:
    """Return what is said of a file that takes more than half the free memory.

    No sample of its records is offered: records that nobody resembles in a sample may have their like in the
    file, so that every figure of risk would be one of the sample, and none of what is released.

    Parameters
    ----------
    path
        The file.
    options
        How it is read.

    Returns
    -------
    str
        A sentence; empty where it fits, where only some columns are read, or where nobody knows.
    """
    room = free()
    if room is None or options.columns or not is_ordinary(path):
        return ""
    try:
        form, _ = find_format(path, options)
    except SdcError:
        return ""  # said where it is read
    needed = form.takes * path.stat().st_size
    if 2 * needed <= room:
        return ""
    words = _WORDS if type(form).coded is Format.coded else _ENGINE_WORDS
    return sentence(words, name=path.name, needed=rough(needed / _GIB, 2), free=rough(room / _GIB, 2))
