"""Unsaved work: a project as it is kept through a crash, with the place where it was saved before."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pydantic_core import PydanticSerializationError, to_json

from sdcdesk.document.hierarchy_names import by_name
from sdcdesk.document.project import Project
from sdcdesk.document.project_file import parse


@dataclass(frozen=True, slots=True)
class Recovered:
    """Work of a window that did not end well.

    Attributes
    ----------
    project
        The project; its data file is given with its full path.
    saved_as
        Where it had been saved before.
    saved_digest
        Digest of the project that was there then; empty: that is not known.
    file
        Where it was kept.
    when
        When it was kept.
    remarks
        What the user should know of it, a sentence each.
    """

    project: Project
    saved_as: Path | None
    saved_digest: str
    file: Path
    when: datetime
    remarks: tuple[str, ...] = ()


def kept(project: Project, data: Path, saved_as: Path | None, saved_digest: str = "") -> bytes:
    """Return what is kept of a project.

    Parameters
    ----------
    project
        As it is now.
    data
        Its data file, which is named with its full path.
    saved_as
        Where the project was saved before; None: nowhere.
    saved_digest
        Digest of the project that is there; empty: that is not known.

    Returns
    -------
    bytes
        JSON, for `recovered`; it may hold values of the data.
    """
    reference = project.data.changed(path=data.resolve().as_posix())
    # As in its file: a hierarchy of many thousands of values is not written for each of its uses.
    written = by_name(project.model_dump(mode="json"), project.hierarchies)
    state = {
        "saved_as": str(saved_as) if saved_as else None,
        "held": saved_digest,
        "project": {**written, "data": reference.model_dump(mode="json")},
    }
    try:
        return to_json(state)  # the window waits: many times as fast as json
    except PydanticSerializationError:  # a path that is no Unicode, as some files have
        return json.dumps(state).encode()


def recovered(file: Path) -> Recovered | None:
    """Read what was kept.

    Parameters
    ----------
    file
        A file that was written with `kept`.

    Returns
    -------
    Recovered or None
        None: it cannot be read, whatever is wrong with it; the window starts all the same.
    """
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
        remarks: list[str] = []
        project = parse(json.dumps(state["project"]), file.name, remarks.append)
        saved_as = Path(state["saved_as"]) if state["saved_as"] else None
        if saved_as is not None:
            saved_as.exists()  # no file can have some names
        seconds = file.stat().st_mtime
    except Exception:
        return None
    return Recovered(project, saved_as, str(state.get("held", "")), file, _time(seconds), tuple(remarks))


def _time(seconds: float) -> datetime:
    """Return a time; one that no calendar has is the earliest, for the work must not go with its clock."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
