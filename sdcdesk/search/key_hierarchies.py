"""Hierarchies of keys: those that a project holds, as far as the file was not coarsened already."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places

DROPPED = "dropped"
"""Title of the one label above the top of a hierarchy."""

EVERY = "*"
"""That label."""


@dataclass(frozen=True)
class KeyHierarchies:
    """Hierarchies of keys.

    Attributes
    ----------
    found
        By name of a key the hierarchy above the values that it has in the file.
    lacking
        The keys that have none.
    """

    found: dict[str, Hierarchy]
    lacking: tuple[str, ...]


def key_hierarchies(hierarchies: Iterable[Hierarchy], data: Microdata, keys: Sequence[str]) -> KeyHierarchies:
    """Return the hierarchies of keys: each has the name of its key.

    Where a step has recoded a key to a level of its hierarchy, what stands above that level is the hierarchy
    of the recoded values.

    Parameters
    ----------
    hierarchies
        Hierarchies of a project.
    data
        The file, after the steps of a recipe.
    keys
        Names of the keys.

    Returns
    -------
    KeyHierarchies
        A hierarchy that lacks values of the file is among them, as it is: a search names these values.
    """
    by_name = {hierarchy.name: hierarchy for hierarchy in hierarchies}
    found = {key: remaining(by_name[key], data, key) for key in keys if key in by_name}
    return KeyHierarchies(found, tuple(key for key in keys if key not in by_name))


def remaining(hierarchy: Hierarchy, data: Microdata, name: str) -> Hierarchy:
    """Return what is left of a hierarchy above the values that a variable has.

    Parameters
    ----------
    hierarchy
        The whole one.
    data
        The file.
    name
        The variable.

    Returns
    -------
    Hierarchy
        The same object where the values are its own, or no level has them all.
    """
    coding = data.coding(name)
    occurring = np.unique(coding.codes[coding.codes >= 0])
    values = coding.categories.take(occurring)
    for level in range(hierarchy.height + 1):
        above = hierarchy if level == 0 else from_level(hierarchy, level)
        if (places(values, above) >= 0).all():
            return above
    return hierarchy


def from_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Return the hierarchy whose values are the labels of a level.

    Parameters
    ----------
    hierarchy
        The whole one.
    level
        1…height; above the top level stands one more, at which the variable is dropped.

    Returns
    -------
    Hierarchy
        Without a name: it is another one.
    """
    labels, codes = hierarchy.labels(level), hierarchy.codes(level)
    first = [int(np.argmax(codes == code)) for code in range(len(labels))]
    levels = tuple(tuple(above[place] for place in first) for above in hierarchy.levels[level:])
    titles = tuple(hierarchy.level_title(one) for one in range(level + 1, hierarchy.height + 1))
    if not levels:
        levels, titles = ((EVERY,) * len(labels),), (DROPPED,)
    return Hierarchy(values=labels, levels=levels, titles=titles)
