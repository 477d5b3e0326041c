"""Edits of the levels of a hierarchy: which there are, and what they are called.

Each edit returns another hierarchy, or the same one where nothing changes.
"""

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.hierarchies.editing import require_text
from sdcdesk.hierarchies.hierarchy import Hierarchy


def with_level(hierarchy: Hierarchy, level: int, title: str = "") -> Hierarchy:
    """Add a level, at which each entry of the one below stands alone as yet.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        Number of the new one, 1…height + 1; those from there on come above it.
    title
        What it is called.

    Returns
    -------
    Hierarchy
        One level higher.
    """
    below = (hierarchy.values, *hierarchy.levels)[level - 1]
    at = level - 1
    levels = (*hierarchy.levels[:at], below, *hierarchy.levels[at:])
    titles = _all_titles(hierarchy)
    return hierarchy.changed(levels=levels, titles=(*titles[:at], title, *titles[at:]))


def with_top(hierarchy: Hierarchy, label: str) -> Hierarchy:
    """Add a level of one label for all values: the variable is dropped.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    label
        The label.

    Returns
    -------
    Hierarchy
        One level higher; the same where one label stands for all values already.

    Raises
    ------
    ParameterError
        The label is empty.
    """
    if hierarchy.has_one_top:
        return hierarchy
    levels = (*hierarchy.levels, (require_text(label),) * len(hierarchy.values))
    return hierarchy.changed(levels=levels, titles=(*_all_titles(hierarchy), ""))


def without_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Take a level out.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        From 1.

    Returns
    -------
    Hierarchy
        One level lower.

    Raises
    ------
    ParameterError
        It is the only one above the values.
    """
    if hierarchy.height == 1:
        wrong = "A hierarchy needs a level above its values; remove the hierarchy instead."
        raise ParameterError(wrong, "levels")
    levels, titles = list(hierarchy.levels), list(_all_titles(hierarchy))
    del levels[level - 1], titles[level - 1]
    return hierarchy.changed(levels=tuple(levels), titles=tuple(titles))


def titled(hierarchy: Hierarchy, level: int, title: str) -> Hierarchy:
    """Give a level another title.

    Parameters
    ----------
    hierarchy
        The hierarchy.
    level
        From 1.
    title
        What it is called; empty: as `Hierarchy.level_title` says.

    Returns
    -------
    Hierarchy
        The same where it has that title.

    Raises
    ------
    ParameterError
        The title is too long.
    """
    before = _all_titles(hierarchy)
    titles = (*before[: level - 1], title.strip(), *before[level:])
    return hierarchy if titles == before else hierarchy.changed(titles=titles)


def _all_titles(hierarchy: Hierarchy) -> tuple[str, ...]:
    return hierarchy.titles or ("",) * hierarchy.height
