"""Export: the masked file leaves with its documents, deliberately and on the record."""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path
from typing import BinaryIO, cast

from sdcdesk.core.atomic import write_together
from sdcdesk.core.errors import WriteError
from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.variable import Role
from sdcdesk.io.writing import writer
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan, reason_recorded, withheld
from sdcdesk.report.html import written


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written.

    Attributes
    ----------
    path
        The file.
    size
        Bytes.
    sha256
        Hash of its content, as 64 hexadecimal digits.
    """

    path: Path
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Export:
    """What an export wrote.

    Attributes
    ----------
    files
        The files, the masked one first.
    left_out
        Identifiers that did not leave.
    reason
        The reason that was recorded; empty for a safe file.
    unwritten
        Parts of the report that could not be written; each says so in its place.
    told
        Sentences on what a killed process had left in their folders.
    """

    files: tuple[Written, ...]
    left_out: tuple[str, ...]
    reason: str
    unwritten: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def export(
    release: Release, plan: Plan, progress: Progress = SILENT, ready: Callable[[], object] = lambda: None
) -> Export:
    """Write the masked file and its documents: all of them, or none.

    Parameters
    ----------
    release
        The release check.
    plan
        What is written, where and how.
    progress
        Receives how far the writing is; a cancel leaves what was there before.
    ready
        Called when all are complete and none has its place: the last that may fail or cancel.

    Returns
    -------
    Export

    Raises
    ------
    WriteError
        A masked file that is not known to be safe has no reason, or no document that records it; a file
        exists and may not be replaced, or cannot be written.
    DataError
        The format cannot hold a variable.
    ParameterError
        The format is not known, or an option does not apply to it.
    Cancelled
        The user asked to stop.
    """
    refusal = withheld(release, plan)
    if refusal:
        raise WriteError(refusal, "reason")
    progress.at(0.0, "Writing the report")
    if plan.report or plan.figures:
        release = release.followed(progress.part(0.0, 0.1))
    reason = reason_recorded(release, plan)
    files: dict[Path, Callable[[BinaryIO], object]] = {}
    left_out: tuple[str, ...] = ()
    unwritten: tuple[str, ...] = ()
    if plan.report:
        page = written(release, reason, release.edition(internal=plan.internal))
        files[plan.report], unwritten = _text(page.text), page.unwritten
    if plan.figures:
        files[plan.figures] = _text(figures_text(release, reason))
    if plan.target:
        masked = release.run.masked
        left_out = tuple(name for name in masked.named(Role.IDENTIFIER) if name not in plan.kept)
        files[plan.target] = writer(
            masked.drop(left_out),
            plan.target,
            plan.format or None,
            plan.options,
            identifiers=bool(plan.kept),
            progress=progress.part(0.1, 1.0),
        )[1]
    done: dict[Path, Written] = {}
    hashed = {path: _hashed(path, write, done) for path, write in files.items()}
    told = write_together(hashed, overwrite=plan.replace, ready=ready)
    return Export(tuple(done[path] for path in plan.files), left_out, reason, unwritten, told)


def figures_text(release: Release, reason: str = "") -> str:
    """Return the figures as JSON, with the reason of a release that is not known to be safe.

    Parameters
    ----------
    release
        The release check of the masked file.
    reason
        Why the file leaves although it is not known to be safe; empty: it does not, or is safe.

    Returns
    -------
    str
        UTF-8 text with a line break at its end.
    """
    content = release.to_json() | ({"override": reason} if reason else {})
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _text(text: str) -> Callable[[BinaryIO], object]:
    # In JSON the half sign of a file name that is no text stands as its escape.
    return lambda file: file.write(text.encode(errors="backslashreplace"))


def _hashed(
    path: Path, write: Callable[[BinaryIO], object], done: dict[Path, Written]
) -> Callable[[BinaryIO], None]:
    """Return what writes a file and then notes its hash: when it stands, others may change it."""

    def put(file: BinaryIO) -> None:
        write(file)
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        done[path] = Written(
            path, size, hashlib.file_digest(cast(BufferedRandom, file), "sha256").hexdigest()
        )

    return put
