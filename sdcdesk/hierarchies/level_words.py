"""Words of levels: what becomes of a variable that is recoded to one."""

import re

from sdcdesk.core.text.sentence import sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy

_CUT = re.compile(r"first (digit|character|\d+ (digits|characters))")
_TOGETHER = re.compile(r"rarest \S+ % together")
"""Titles of levels by first characters and by frequency, which no variable is "in"."""


def level_words(name: str, hierarchy: Hierarchy, level: int) -> str:
    """Return what becomes of a variable at a level, in words: "zip to the first digit".

    Parameters
    ----------
    name
        The variable.
    hierarchy
        Its hierarchy.
    level
        0…height.

    Returns
    -------
    str
        A clause without a verb.
    """
    return sentence("{name} {level}", name=name, level=level_phrase(hierarchy, level))


def level_phrase(hierarchy: Hierarchy, level: int) -> str:
    """Return what becomes of any variable at a level: "to the first digit".

    Parameters
    ----------
    hierarchy
        Its hierarchy.
    level
        0…height.

    Returns
    -------
    str
        What stands behind the name of the variable.
    """
    if level == 0:
        return "as is"
    if len(hierarchy.labels(level)) == 1:
        return "dropped"
    title = hierarchy.level_title(level)
    if hierarchy.titles and hierarchy.titles[level - 1]:
        if _CUT.fullmatch(title):
            return sentence("to the {title}", title=title)
        if _TOGETHER.fullmatch(title):
            return sentence("with the {title}", title=title)
        return sentence("in {title}", title=title)
    return sentence("at level {level}", level=str(level))
