"""Project files: reading a project, whatever its format, and telling one from another."""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sdcdesk.core.files.opening import is_ordinary, read_text
from sdcdesk.core.running.errors import ProjectError, SdcError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.core.text.strict_json import parsed
from sdcdesk.document.migrations import FORMAT, camouflaged_anew, drawn_anew, migrated
from sdcdesk.document.project import Project
from sdcdesk.masking import Camouflage

SUFFIX = ".sdcdesk"
"""How names of project files end."""

Notify = Callable[[str], object]
"""Gets a sentence that a user should know."""


def load(path: Path, notify: Notify = lambda _: None) -> Project:
    """Read a project file.

    Parameters
    ----------
    path
        The project file.
    notify
        Gets a sentence where the project of an older format gives other results now.

    Returns
    -------
    Project
        A project of the current format, whatever the format of the file.

    Raises
    ------
    ProjectError
        The file is missing, damaged, of a newer format, or holds a value that it should not.
    """
    project = parse(read_text(path, ProjectError), path.name, notify)
    return project.with_input_files(lambda file: file.resolved_from(path.parent))


def digest_at(path: Path) -> str:
    """Return the digest of the project that a file holds now.

    Parameters
    ----------
    path
        Where a project was saved, which another window or program may have changed since.

    Returns
    -------
    str
        Empty where there is no file; of a file that is no project something that no digest is.
    """
    if not is_ordinary(path):
        return ""
    try:
        return load(path).digest
    except ProjectError:
        return "no project"


def is_at(path: Path, digest: str) -> bool:
    """Return whether a file holds a project; mostly it does letter by letter, and need not be read as one.

    Parameters
    ----------
    path
        Where the project was saved.
    digest
        Digest of the project.

    Returns
    -------
    bool
        Whether it is the one that `digest_at` finds there.
    """
    with suppress(ProjectError):
        if hashlib.sha256(read_text(path, ProjectError).encode()).hexdigest() == digest:
            return True
    return digest_at(path) == digest


def parse(text: str, name: str, notify: Notify = lambda _: None) -> Project:
    """Read a project from text; see `load`. The name is for the words of an error.

    Parameters
    ----------
    text
        Content of a project file.
    name
        Name of the file, for the words of an error.
    notify
        See `load`.

    Returns
    -------
    Project
        A project of the current format.

    Raises
    ------
    ProjectError
        It is no project, damaged, or of a newer format.
    """
    named, name = name.endswith(SUFFIX), short(name)
    raw = _raw(text, name, named=named)
    form = raw.get("format")
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        raise ProjectError(
            sentence("{name} is not a project of SDCDesk: it does not say its format.", name=name), "format"
        )
    if form > FORMAT:
        raise ProjectError(
            sentence(
                "{name} was saved by a newer SDCDesk (format {form}; this version reads up "
                "to {format}); open it with that version.",
                name=name,
                form=short(str(form)),
                format=FORMAT,
            ),
            "format",
        )
    try:
        project = Project(**migrated(raw, form))
    except SdcError as error:
        raise ProjectError(f"{name}: {error.message}", error.field) from None
    if remark := drawn_anew(name, form, sum(step.method.random for step in project.recipe.steps)):
        notify(remark)
    camouflaging = sum(isinstance(step.method, Camouflage) for step in project.recipe.steps)
    if remark := camouflaged_anew(name, form, camouflaging):
        notify(remark)
    return project


def _raw(text: str, name: str, *, named: bool) -> dict[str, Any]:
    try:
        raw = parsed(text)
    except json.JSONDecodeError as error:
        words = "{name} is damaged at line {lineno}, column {colno}; restore it from a copy."
        if not named:
            words = "{name} is no project, whose name ends in .sdcdesk; choose another file."
        raise ProjectError(
            sentence(words, name=name, lineno=str(error.lineno), colno=str(error.colno))
        ) from None
    except ValueError as error:
        raise ProjectError(
            sentence("{name} is damaged: {error}; restore it from a copy.", name=name, error=str(error))
        ) from None
    if not isinstance(raw, dict):
        raise ProjectError(sentence("{name} is not a project of SDCDesk.", name=name), "format")
    return raw
