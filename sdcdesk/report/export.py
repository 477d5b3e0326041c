"""Export: the masked file leaves with its documents, deliberately and on the record."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from io import BufferedRandom
from pathlib import Path
from typing import BinaryIO, cast

from sdcdesk.core.data.variable import Role
from sdcdesk.core.files.atomic import write_together
from sdcdesk.core.running.errors import WriteError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.io.codebook.codebook_form import CodebookForm, released_file
from sdcdesk.io.codebook.codebooks import internal_form
from sdcdesk.io.writing import writer
from sdcdesk.release.release_check import Release
from sdcdesk.report.export_plan import Plan, accompanied, leaving
from sdcdesk.report.export_reason import reason_recorded, withheld
from sdcdesk.report.html import Page, written
from sdcdesk.report.stamp import Stamp, encoded, figures_text, stamped, with_figures


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
    messages
        Sentences on what a killed process had left in their folders.
    """

    files: tuple[Written, ...]
    left_out: tuple[str, ...]
    reason: str
    unwritten: tuple[str, ...] = ()
    messages: tuple[str, ...] = ()


def export(
    release: Release,
    plan: Plan,
    progress: Progress = SILENT,
    ready: Callable[[Callable[[], str]], object] = lambda _figures: None,
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
        Called when all are complete and none has its place, with what returns the figures that tell of
        them: the last that may fail or cancel.

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
        The format is not known, an option does not apply to it, or a codebook cannot be written of it.
    Cancelled
        The user asked to stop.
    """
    release = replace(release, order=plan.order)
    # What the file gives away of tables is found before it leaves, whatever is written with it.
    release = release.with_tables(progress.part(0.0, 0.05))
    plan = accompanied(release.run.masked, plan)
    refusal = withheld(release, plan)
    if refusal:
        raise WriteError(refusal, "reason")
    progress.at(0.05, "Writing the report")
    if plan.report or plan.figures:
        release = release.followed(progress.part(0.05, 0.1))
    done: dict[Path, Written] = {}
    documents = _Documents(release, plan, reason_recorded(release, plan), done)
    files: dict[Path, Callable[[BinaryIO], object]] = {}
    left_out: tuple[str, ...] = ()
    if plan.report:
        files[plan.report] = lambda file: file.write(encoded(documents.page.text))
    if plan.figures:
        files[plan.figures] = lambda file: file.write(encoded(documents.figures))
    if plan.target:
        masked = release.ordered(progress.part(0.1, 0.15))
        left_out = tuple(name for name in masked.named(Role.IDENTIFIER) if name not in plan.kept)
        files |= writer(
            masked.drop(left_out),
            plan.target,
            plan.format or None,
            plan.options,
            identifiers=bool(plan.kept),
            progress=progress.part(0.15, 1.0),
        )[1]
        files |= _codebooks(release, plan, progress)
    if plan.internal_codebook:
        files[plan.internal_codebook] = _internal_codebook(release, plan.internal_codebook, progress)
    hashed = {path: _hashed(path, write, done) for path, write in files.items()}
    warnings = write_together(
        hashed,
        overwrite=plan.replace,
        ready=lambda: ready(lambda: documents.figures),
        first=[path for path in (plan.target, *plan.companions) if path in hashed],
    )
    unwritten = documents.page.unwritten if plan.report else ()
    written_files = tuple(done[path] for path in plan.files if path in done)
    return Export(written_files, left_out, documents.reason, unwritten, warnings)


def _codebooks(release: Release, plan: Plan, progress: Progress) -> dict[Path, Callable[[BinaryIO], object]]:
    """Return what writes the codebooks of the masked file."""
    if plan.target is None or not plan.codebooks:
        return {}
    described = released_file(
        leaving(release.run.masked, plan),
        plan.target,
        plan.format or None,
        plan.options,
        identifiers=bool(plan.kept),
    )

    def writes(form: CodebookForm) -> Callable[[BinaryIO], object]:
        return lambda file: file.write(form.write(described, progress.part(1.0, 1.0)))

    return {path: writes(form) for path, form in plan.codebook_files.items()}


def _internal_codebook(release: Release, path: Path, progress: Progress) -> Callable[[BinaryIO], object]:
    """Return what writes the codebook for the owner: all variables of the original, with their roles."""
    form, data = internal_form(path), release.run.original
    described = released_file(data, path, "csv", {}, identifiers=True, internal=True)
    described = replace(described, name=release.project.data.name)
    return lambda file: file.write(form.write(described, progress.part(1.0, 1.0)))


@dataclass
class _Documents:
    """The documents of an export, made when the masked file is complete: they tell its hash."""

    release: Release
    plan: Plan
    reason: str
    done: dict[Path, Written]

    @cached_property
    def stamp(self) -> Stamp:
        file = self.done.get(self.plan.target) if self.plan.target else None
        beside = (self.done[path] for path in self.plan.companions if path in self.done)
        with_it = tuple((one.path.name, one.sha256) for one in beside)
        return stamped(file.path.name, file.sha256, with_it) if file else stamped()

    @cached_property
    def figures(self) -> str:
        return figures_text(self.release, self.reason, self.plan.kept, self.stamp)

    @cached_property
    def page(self) -> Page:
        edition = self.release.edition(internal=self.plan.internal)
        stamp = with_figures(self.stamp, self.figures)
        compared = self.plan.alternatives
        return written(self.release, self.reason, edition, stamp, self.plan.kept, alternatives=compared)


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
