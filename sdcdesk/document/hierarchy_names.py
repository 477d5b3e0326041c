"""Names of hierarchies in a project: its file names each where it is used, and its methods hold it whole."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.use import HierarchyOrName, with_hierarchies

Part = TypeVar("Part", bound=Model)


def resolved(part: Part | tuple[Part, ...], hierarchies: Sequence[Hierarchy]) -> Part | tuple[Part, ...]:
    """Return a part of a project with hierarchies in the place of their names.

    Parameters
    ----------
    part
        Its recipe, scenarios or measures.
    hierarchies
        Those that the project holds.

    Returns
    -------
    Part or tuple[Part, ...]
        The same where it names none.

    Raises
    ------
    ValueError
        The project does not hold one that is named, or another one under that name.
    """
    by_name = {hierarchy.name: hierarchy for hierarchy in hierarchies}

    def whole(hierarchy: HierarchyOrName) -> HierarchyOrName:
        name = hierarchy if isinstance(hierarchy, str) else hierarchy.name
        if isinstance(hierarchy, str):
            if name not in by_name:
                wrong = "uses the hierarchy {name}, which the project does not hold"
                raise ValueError(sentence(wrong, name=short(name)))
            return by_name[name]
        if by_name.get(name, hierarchy) != hierarchy:
            wrong = "uses another hierarchy called {name} than the project holds; give it a name of its own"
            raise ValueError(sentence(wrong, name=short(name)))
        return hierarchy

    if isinstance(part, tuple):
        return tuple(with_hierarchies(one, whole) for one in part)
    return with_hierarchies(part, whole)


def by_name(written: dict[str, Any], hierarchies: Sequence[Hierarchy]) -> dict[str, Any]:
    """Return a project as its file holds it: with the names of its hierarchies where they are used.

    Parameters
    ----------
    written
        The project as JSON.
    hierarchies
        Those that it holds.

    Returns
    -------
    dict[str, Any]
        The same where it uses none of them.
    """
    names = [(hierarchy.model_dump(mode="json"), hierarchy.name) for hierarchy in hierarchies]
    shapes = [set(form) for form, _ in names]

    def named(value: Any) -> Any:
        if isinstance(value, list):
            return [named(one) for one in value]
        if not isinstance(value, dict):
            return value
        name = next((name for form, name in names if form == value), "") if set(value) in shapes else ""
        return name or {field: named(one) for field, one in value.items()}

    parts = {name: named(part) for name, part in written.items() if name != "hierarchies"} if names else {}
    return {**written, **parts}


def with_new_name(written: Any, old: str, new: str, *, of_hierarchy: bool = False) -> Any:
    """Return what a file holds with another name of a hierarchy, wherever it is used.

    Parameters
    ----------
    written
        Names and values as JSON, which name hierarchies under "hierarchy".
    old, new
        The name that it had, and the name that it has now.
    of_hierarchy
        Whether a text here is the name of a hierarchy.

    Returns
    -------
    Any
        The same where it is not used.
    """
    if isinstance(written, dict):
        return {
            name: with_new_name(one, old, new, of_hierarchy=name == "hierarchy")
            for name, one in written.items()
        }
    if isinstance(written, list | tuple):
        return tuple(with_new_name(one, old, new, of_hierarchy=of_hierarchy) for one in written)
    return new if of_hierarchy and written == old else written
