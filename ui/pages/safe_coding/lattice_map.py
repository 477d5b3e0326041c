"""Map of a lattice: which column and row each coding stands in, and where the arrows lead."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal

from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.lattice import Node

Way = Literal["finer", "coarser", "above", "below"]

ORIGINAL, COARSEST = "original", "coarsest"


@dataclass(frozen=True)
class LatticeMap:
    """Codings in columns from the original to the coarsest, by the steps that they are coarser.

    In a column those come first that coarsen the first variables most; columns stand in the middle of the
    map.

    Attributes
    ----------
    heights
        The highest level of each key variable.
    """

    heights: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many codings there are."""
        return prod(height + 1 for height in self.heights)

    @cached_property
    def columns(self) -> tuple[tuple[Node, ...], ...]:
        """The codings of each column, from above."""
        found: list[list[Node]] = [[] for _ in range(sum(self.heights) + 1)]
        for node in product(*(range(height + 1) for height in self.heights)):
            found[sum(node)].append(node)
        return tuple(tuple(sorted(nodes, key=lambda node: node[::-1])) for nodes in found)

    @property
    def highest(self) -> int:
        """How many codings the fullest column has."""
        return max(map(len, self.columns))

    @cached_property
    def edges(self) -> tuple[tuple[Node, Node], ...]:
        """Each coding with each that is one step coarser."""
        nodes = (node for column in self.columns for node in column)
        return tuple((node, wider) for node in nodes for wider in self.coarser(node))

    def place(self, node: Node) -> tuple[int, float]:
        """Return the column of a coding, and by how many rows it stands below the middle."""
        column = sum(node)
        return column, self._rows[node] - (len(self.columns[column]) - 1) / 2

    def finer(self, node: Node) -> tuple[Node, ...]:
        """Return the codings that are one step finer."""
        return tuple(_moved(node, place, -1) for place, level in enumerate(node) if level > 0)

    def coarser(self, node: Node) -> tuple[Node, ...]:
        """Return the codings that are one step coarser."""
        steps = enumerate(zip(node, self.heights, strict=True))
        return tuple(_moved(node, place, 1) for place, (level, height) in steps if level < height)

    def neighbour(self, node: Node, way: Way) -> Node:
        """Return where an arrow leads: along the edge that rises least, or within the column."""
        column, height = self.place(node)
        if way in ("finer", "coarser"):
            joined = self.finer(node) if way == "finer" else self.coarser(node)
            return min(joined, key=lambda one: abs(self.place(one)[1] - height), default=node)
        row = self._rows[node] + (1 if way == "below" else -1)
        nodes = self.columns[column]
        return nodes[row] if 0 <= row < len(nodes) else node

    def column_title(self, column: int) -> str:
        """Return what stands above a column."""
        if column == 0:
            return ORIGINAL
        if column == len(self.columns) - 1:
            return COARSEST
        return "1 step coarser" if column == 1 else sentence("{levels} steps", levels=str(column))

    @cached_property
    def _rows(self) -> dict[Node, int]:
        return {node: row for column in self.columns for row, node in enumerate(column)}


def _moved(node: Node, place: int, by: int) -> Node:
    return (*node[:place], node[place] + by, *node[place + 1 :])
