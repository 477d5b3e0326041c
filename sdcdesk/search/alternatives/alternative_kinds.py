"""Kinds of alternatives: families of the same methods, which maps and tables tell apart."""

from typing import NamedTuple

from sdcdesk.core.text.sentence import joined
from sdcdesk.document.grid import Grid
from sdcdesk.search.alternatives.alternative import AS_IT_IS


class Kinds(NamedTuple):
    """Kinds of alternatives: families that apply the same methods, whatever their variables and values.

    Attributes
    ----------
    titles
        What people call each.
    of_family
        Number of the kind of each family of the grid.
    """

    titles: tuple[str, ...]
    of_family: tuple[int, ...]


def alternative_kinds(grid: Grid) -> Kinds:
    """Return the kinds of alternatives of a grid, which maps tell apart by shape and colour.

    Parameters
    ----------
    grid
        What is compared.

    Returns
    -------
    Kinds
        In the order of the grid; lines of one name are of one kind.
    """
    titles = [joined(list(dict.fromkeys(line.name for line in family))) or AS_IT_IS for family in grid.lines]
    known = tuple(dict.fromkeys(map(str, titles)))
    return Kinds(known, tuple(known.index(str(title)) for title in titles))
