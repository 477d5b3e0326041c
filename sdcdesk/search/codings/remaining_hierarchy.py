"""Remaining hierarchy: what is left above the values of a file of which some steps coarsened it already."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.places import places

DROPPED = "dropped"
"""Title of the one label above the top of a hierarchy."""

EVERY = "*"
"""That label."""


def remaining(hierarchy: Hierarchy, data: Microdata, name: str) -> Hierarchy:
    """Return what is left of a hierarchy above the values that a variable has.

    Parameters
    ----------
    hierarchy
        The whole one.
    data
        The file, after the steps of a recipe.
    name
        The variable.

    Returns
    -------
    Hierarchy
        Above the labels of the lowest level that has all values; the same object where its own values are
        they, or no level has all of them.
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
    # The labels of a level stand in the order in which values first have them.
    first = np.unique(codes, return_index=True)[1]
    levels = tuple(tuple(above[place] for place in first) for above in hierarchy.levels[level:])
    titles = tuple(hierarchy.level_title(one) for one in range(level + 1, hierarchy.height + 1))
    if not levels:
        levels, titles = ((EVERY,) * len(labels),), (DROPPED,)
    return Hierarchy(values=labels, levels=levels, titles=titles)
