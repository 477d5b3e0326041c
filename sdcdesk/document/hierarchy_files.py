"""Hierarchy files: hierarchies of several variables, each from a file named after its variable."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.document.hierarchy_commands import with_hierarchy
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy


def variable_of(path: Path, names: Iterable[str]) -> str:
    """Return the variable whose hierarchy a file is named after.

    Parameters
    ----------
    path
        The file, such as "adult_hierarchy_age.csv".
    names
        Names of variables.

    Returns
    -------
    str
        The longest name that the name of the file ends with, else that it begins with, in letters of any
        size; empty: none.
    """
    stem = path.stem.casefold()
    by_length = sorted(names, key=len, reverse=True)
    ending = (name for name in by_length if stem.endswith(name.casefold()))
    beginning = (name for name in by_length if stem.startswith(name.casefold()))
    return next(ending, "") or next(beginning, "")


def with_hierarchy_files(project: Project, paths: Sequence[Path], names: Sequence[str]) -> Change:
    """Return the change that reads hierarchies of variables from files.

    Parameters
    ----------
    project
        The project.
    paths
        The files.
    names
        Variables that they may belong to.

    Returns
    -------
    Change
        What undo says, and the project with a hierarchy called after each variable, in place of one that is
        called so already.

    Raises
    ------
    ParameterError
        A file is named after no variable, or two after the same one; or what uses a hierarchy cannot follow
        the change.
    ReadError
        A file cannot be read, or is no hierarchy; the sentence says where.
    """
    found: dict[str, Path] = {}
    for path in paths:
        name = variable_of(path, names)
        if not name:
            wrong = "The name of the file {file} ends with no variable; name it after the one it belongs to."
            raise ParameterError(sentence(wrong, file=short(path.name)), "hierarchies")
        if name in found:
            wrong = "The files {first} and {file} are both named after {name}; choose one of them."
            raise ParameterError(
                sentence(wrong, first=short(found[name].name), file=short(path.name), name=name),
                "hierarchies",
            )
        found[name] = path
    for name, path in found.items():
        held = name if any(one.name == name for one in project.hierarchies) else ""
        project = with_hierarchy(project, Hierarchy.read(path, name), held).project
    return Change(sentence("Hierarchies of {names}", names=joined_by_and(list(found))), project)
