"""Widest text: the room that names and numbers need, of which there may be thousands."""

import heapq
from collections.abc import Iterable

from ui.look.theme import Style, theme

MANY = 100
"""Texts from which on only the longest are measured: measuring ten thousand takes a twentieth of a second."""

LONGEST = 20
"""Texts with the most letters, of which the widest is taken for the widest of all."""


def longest(texts: Iterable[str]) -> list[str]:
    """Return the texts among which the widest is looked for."""
    every = [*texts]
    return every if len(every) <= MANY else heapq.nlargest(LONGEST, every, key=len)


def widest_text(texts: Iterable[str], style: Style = "body") -> int:
    """Return the pixels that the widest of some texts needs."""
    return max(map(theme().metrics(style).horizontalAdvance, longest({*texts})), default=0)
