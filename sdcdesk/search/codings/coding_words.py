"""Words of codings: which variables a coding coarsens, and to what."""

from collections.abc import Sequence

from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.hierarchies.level_words import level_phrase
from sdcdesk.search.codings.lattice import AS_IT_IS, Lattice, Node

Level = tuple[str, str]
"""A variable, and one of its levels in words."""


def coarsened(lattice: Lattice, node: Node) -> tuple[Level, ...]:
    """Return what a coding coarsens.

    Parameters
    ----------
    lattice
        Variables and hierarchies; variables are called as they are there.
    node
        The level of each.

    Returns
    -------
    tuple[Level, ...]
        The variables that are not as they are, each with its level.
    """
    parts = zip(lattice.keys, lattice.hierarchies, node, strict=True)
    return tuple((name, level_phrase(hierarchy, level)) for name, hierarchy, level in parts if level)


def coarsened_text(levels: Sequence[Level]) -> str:
    """Return what a coding coarsens as one text: "Age in 10-year bands, sex dropped".

    Parameters
    ----------
    levels
        See `coarsened`.

    Returns
    -------
    str
        A noun phrase.
    """
    named = [sentence("{name} {level}", name=name, level=level) for name, level in levels]
    return joined(named) if named else AS_IT_IS
