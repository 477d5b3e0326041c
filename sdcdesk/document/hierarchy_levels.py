"""Levels of a hierarchy in a project, added and taken out: steps go on recoding to the same labels."""

from collections.abc import Callable
from typing import Any, TypeVar

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.document.variable_commands import Change
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.level_editing import with_level, without_level
from sdcdesk.hierarchies.use import with_hierarchies
from sdcdesk.masking.recoding.method import Recoding

T = TypeVar("T", bound=Model)

Renumber = Callable[[int], int]
"""Returns the new number of a level that is in use."""


def with_added_level(project: Project, hierarchy: Hierarchy, level: int, words: str = "") -> Change:
    """Return the change that adds a level to a hierarchy.

    Parameters
    ----------
    project
        The project.
    hierarchy
        A hierarchy that it holds.
    level
        Number of the new level, see `level_editing.with_level`; steps that recode to this one or to a
        higher one get the next number.
    words
        What undo says; empty: that the hierarchy was changed.

    Returns
    -------
    Change
        What undo says, and the project with the level.
    """
    new = with_level(hierarchy, level)
    return _renumbered(project, hierarchy, new, lambda used: used + (used >= level), words)


def with_removed_level(project: Project, hierarchy: Hierarchy, level: int, words: str = "") -> Change:
    """Return the change that takes a level out of a hierarchy.

    Parameters
    ----------
    project
        The project.
    hierarchy
        A hierarchy that it holds.
    level
        From 1; steps that recode to a higher one get the number before.
    words
        What undo says; empty: that the hierarchy was changed.

    Returns
    -------
    Change
        What undo says, and the project without the level.

    Raises
    ------
    ParameterError
        A step recodes to this level, or it is the only one.
    """
    new = without_level(hierarchy, level)

    def renumber(used: int) -> int:
        if used == level:
            wrong = "A step recodes to this level of {name}; let it use another one first."
            raise ParameterError(sentence(wrong, name=short(hierarchy.name)), "levels")
        return used - (used > level)

    return _renumbered(project, hierarchy, new, renumber, words)


def _renumbered(project: Project, old: Hierarchy, new: Hierarchy, renumber: Renumber, words: str) -> Change:
    """Return the change of a hierarchy in which all recodings to its levels have other numbers."""

    def follow(part: T) -> T:
        return with_hierarchies(
            _with_numbers(part, old, new, renumber), lambda one: new if one == old else one
        )

    changed = project.changed(
        hierarchies=tuple(new if one.name == old.name else one for one in project.hierarchies),
        recipe=follow(project.recipe),
        scenarios=tuple(follow(one) for one in project.scenarios),
        measures=tuple(follow(one) for one in project.measures),
    )
    return Change(words or sentence("Hierarchy {name} changed", name=new.name), changed)


def _with_numbers(model: T, old: Hierarchy, new: Hierarchy, renumber: Renumber) -> T:
    """Return a model in which recodings to levels of a hierarchy, at any depth, are those of another."""
    if isinstance(model, Recoding):
        if model.how != "level" or model.hierarchy != old:
            return model
        return model.changed(hierarchy=new, level=renumber(model.level))
    changed: dict[str, Any] = {}
    for name in type(model).model_fields:
        value: Any = getattr(model, name)
        if isinstance(value, Model):
            changed[name] = _with_numbers(value, old, new, renumber)
        elif isinstance(value, tuple) and any(isinstance(part, Model) for part in value):
            changed[name] = tuple(
                _with_numbers(part, old, new, renumber) if isinstance(part, Model) else part for part in value
            )
    other = {name: value for name, value in changed.items() if value != getattr(model, name)}
    return model.changed(**other) if other else model
