"""Format faults: data files that are cut off, lie or are damaged are told, or read as the whole."""

import contextlib
import io
import resource
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pandas as pd

from sdcdesk.core.running.errors import SdcError
from sdcdesk.io import read, read_file
from tests.faults.corpus import (
    COUNTED,
    READ,
    SECRET,
    beside,
    cut,
    descriptions,
    exchanged,
    lying,
    names,
    random_changes,
    sound,
    traps,
)
from tests.faults.fault import LONGEST, Outcome, limited

MEMORY = 4 << 30
"""Bytes of address space."""

MOST = 500
"""Characters of a message."""

Trial = tuple[str, Callable[[Path], Outcome]]


def trials() -> Iterator[Trial]:
    """Return every file of the corpus; of one that is cut off, only the whole may be read."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for extension in READ:
        for name, content in cut(extension):
            whole = extension in COUNTED
            yield f"{extension}: {name}", partial(_tried, extension, content, whole=whole)
        for make in (lying, exchanged, random_changes):
            for name, content in make(extension):
                yield f"{extension}: {name}", partial(_tried, extension, content, whole=False)
    for make_any in (traps, names):
        for name, extension, content in make_any():
            yield f"{extension}: {name}, made", partial(_tried, extension, content, whole=False)
    for name, files in descriptions():
        others = {file: content for file, content in files.items() if file != "people.asc"}
        yield f".asc: {name}", partial(_tried, ".asc", files["people.asc"], whole=False, others=others)


@cache
def _whole(extension: str, folder: Path) -> pd.DataFrame:
    """Return what a sound file holds."""
    place = folder / "whole"
    place.mkdir()
    return read(_saved(place, extension, sound(extension))).frame


def _saved(folder: Path, extension: str, content: bytes, others: dict[str, bytes] | None = None) -> Path:
    for name, other in (beside(extension) if others is None else others).items():
        (folder / name).write_bytes(other)
    path = folder / f"people{extension}"
    path.write_bytes(content)
    return path


def _tried(
    extension: str,
    content: bytes,
    folder: Path,
    *,
    whole: bool,
    others: dict[str, bytes] | None = None,
) -> Outcome:
    """Read a file, and say what is wrong with what came of it; others stand beside it, else sound ones."""
    path = _saved(folder, extension, content, others)
    before = sorted(one.name for one in folder.iterdir())
    said = io.StringIO()
    code, wrong, message = 0, [], ""
    with (
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        warnings.catch_warnings(record=True) as told,
        limited(LONGEST),
    ):
        warnings.simplefilter("always")
        try:
            frame = read_file(path).data.frame
        except (SdcError, MemoryError) as error:
            code, message = 2, getattr(error, "message", "Memory is full.")
        except BaseException:  # whatever comes out is what is looked for
            wrong.append(f"raised {traceback.format_exc(limit=-6)}")
    if code == 2:
        wrong += list(_of_message(message))
    elif whole and not wrong and not frame.equals(_whole(extension, folder)):
        wrong.append("was read otherwise than the whole")
    wrong += [f"warned: {one.message}" for one in told]
    if said.getvalue():
        wrong.append(f"printed {said.getvalue()[:MOST]}")
    left = sorted(one.name for one in folder.iterdir() if one.name != "whole")
    return Outcome(code, (*wrong, *([] if left == before else ["left something behind"])), message)


def _of_message(message: str) -> Iterator[str]:
    if not message.endswith((".", "?")) or "\n" in message or len(message) > MOST:
        yield "the message is no sentence"
    if SECRET in message:
        yield "the message holds a value"
