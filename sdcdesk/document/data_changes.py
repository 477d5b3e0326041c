"""Changes of a data file since its project was saved: variables, types, size, hash."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sdcdesk.core.progress import SILENT, Progress
from sdcdesk.core.shown import NEUTRAL, Locale, count_shown
from sdcdesk.core.variable import Scale, Variable
from sdcdesk.document.project import Project
from sdcdesk.io import read_file

LISTED = 5
"""Names that a sentence lists."""

DIGITS = 12
"""Digits of a hash that are shown."""


@dataclass(frozen=True, slots=True)
class DataChanges:
    """What is different in a data file.

    Attributes
    ----------
    gone
        Described variables that it lacks.
    told
        All that changed, a sentence each; empty: it is the same file, byte for byte.
    """

    gone: tuple[str, ...]
    told: tuple[str, ...]

    def without_gone(self, project: Project) -> Project:
        """Return a project that does not describe what the file lacks.

        Parameters
        ----------
        project
            The project.

        Returns
        -------
        Project
            With the descriptions of the other variables.
        """
        return project.changed(variables=tuple(v for v in project.variables if v.name not in self.gone))


def data_changes(
    project: Project, file: Path, progress: Progress = SILENT, locale: Locale = NEUTRAL
) -> DataChanges:
    """Compare a file with the one that a project refers to.

    Parameters
    ----------
    project
        The project; of the old file it knows the variables, size and hash.
    file
        The file as it is now, or another one.
    progress
        Receives the share that is done, and stops the work where the user asked to.
    locale
        How numbers are written.

    Returns
    -------
    DataChanges
        What is different.

    Raises
    ------
    ReadError
        The file cannot be read.
    """
    found, then = read_file(file, project.data.options, progress=progress), project.data
    if found.sha256 == then.sha256:
        return DataChanges((), ())
    now = {variable.name: variable for variable in found.data.variables}
    known = {variable.name: variable for variable in project.variables}
    gone = tuple(name for name in known if name not in now)
    new = [name for name in now if name not in known]
    text = [name for name in known if name in now and _was_number(known[name]) and not _is_number(now[name])]
    numbers = [name for name in known if name in now and _was_text(known[name]) and _is_number(now[name])]
    records, sizes = len(found.data), (count_shown(size, locale) for size in (found.size, then.size))
    named = (("Gone", gone), ("New", new), ("Text, no longer numbers", text), ("Numbers, not text", numbers))
    told = [f"{title}: {_listed(names)}." for title, names in named if names]
    told.append(f"It has {count_shown(records, locale)} records now, in {' bytes instead of '.join(sizes)}.")
    told.append(f"Its SHA-256 begins with {found.sha256[:DIGITS]} instead of {then.sha256[:DIGITS]}.")
    return DataChanges(gone, tuple(told))


def _is_number(variable: Variable) -> bool:
    return variable.scale is Scale.CONTINUOUS


def _was_number(variable: Variable) -> bool:
    return _is_number(variable) or any(isinstance(value, int | float) for value in variable.categories)


def _was_text(variable: Variable) -> bool:
    return bool(variable.categories) and all(isinstance(value, str) for value in variable.categories)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")
