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
    if level == 0:
        return sentence("{name} as is", name=name)
    if len(hierarchy.labels(level)) == 1:
        return sentence("{name} dropped", name=name)
    title = hierarchy.level_title(level)
    if hierarchy.titles and hierarchy.titles[level - 1]:
        if _CUT.fullmatch(title):
            return sentence("{name} to the {title}", name=name, title=title)
        if _TOGETHER.fullmatch(title):
            return sentence("{name} with the {title}", name=name, title=title)
        return sentence("{name} in {title}", name=name, title=title)
    return sentence("{name} at level {level}", name=name, level=str(level))
