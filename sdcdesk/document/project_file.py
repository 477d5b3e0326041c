"""Project files: reading a project, whatever its format, and telling one from another."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sdcdesk.core.files.opening import is_ordinary, read_text
from sdcdesk.core.running.errors import ProjectError, SdcError
from sdcdesk.core.text.json_text import parsed
from sdcdesk.core.text.printable import short
from sdcdesk.document.migrations import FORMAT, camouflaged_anew, drawn_anew, migrated
from sdcdesk.document.project import Project
from sdcdesk.masking import Camouflage

Tell = Callable[[str], object]
"""Gets a sentence that a user should know."""


def load(path: Path, tell: Tell = lambda _: None) -> Project:
    """Read a project file.

    Parameters
    ----------
    path
        The project file.
    tell
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
    project = parse(read_text(path, ProjectError), path.name, tell)
    return project.with_input_files(lambda file: file.found_from(path.parent))


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


def parse(text: str, name: str, tell: Tell = lambda _: None) -> Project:
    """Read a project from text; see `load`. The name is for the words of an error.

    Parameters
    ----------
    text
        Content of a project file.
    name
        Name of the file, for the words of an error.
    tell
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
    name = short(name)
    raw = _raw(text, name)
    form = raw.get("format")
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        raise ProjectError(f"{name} is not a project of SDCDesk: it does not say its format.", "format")
    if form > FORMAT:
        raise ProjectError(
            f"{name} was saved by a newer SDCDesk (format {short(str(form))}; this version reads up to "
            f"{FORMAT}); open it with that version.",
            "format",
        )
    try:
        project = Project(**migrated(raw, form))
    except SdcError as error:
        raise ProjectError(f"{name}: {error.message}", error.field) from None
    if remark := drawn_anew(name, form, sum(step.method.random for step in project.recipe.steps)):
        tell(remark)
    camouflaging = sum(isinstance(step.method, Camouflage) for step in project.recipe.steps)
    if remark := camouflaged_anew(name, form, camouflaging):
        tell(remark)
    return project


def _raw(text: str, name: str) -> dict[str, Any]:
    try:
        raw = parsed(text)
    except json.JSONDecodeError as error:
        raise ProjectError(
            f"{name} is damaged at line {error.lineno}, column {error.colno}: {error.msg}; "
            "restore it from a copy."
        ) from None
    except ValueError as error:
        raise ProjectError(f"{name} is damaged: {error}; restore it from a copy.") from None
    if not isinstance(raw, dict):
        raise ProjectError(f"{name} is not a project of SDCDesk.", "format")
    return raw
