"""The rules that weights follow, and where a matrix breaks them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

Structure = Literal["sampling", "merging", "general"]
"""Which kinds of record can occur: groups only shrink, groups only grow, or both."""

Offset = tuple[int, int]
"""Rows and columns from one cell to another."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule broken at one place.

    Attributes
    ----------
    rule
        Its name: "row", "column", "diagonal", "non-negative", "w11", "structural zero" or "finite".
    cells
        (i, j) of the cells, counted from 1. Of two cells, the second weighs more than the first although
        it must not.
    values
        Their weights.
    words
        The rule in words.
    """

    rule: str
    cells: tuple[tuple[int, int], ...]
    values: tuple[float, ...]
    words: str

    def __str__(self) -> str:
        named = [f"w({i}, {j}) = {value:g}" for (i, j), value in zip(self.cells, self.values, strict=True)]
        if len(named) == 1:
            return f"{named[0]} ({self.words})"
        return f"{named[1]} is more than {named[0]} ({self.rule} rule: {self.words})"


@dataclass(frozen=True, slots=True)
class _Order:
    """An order between neighbours: the cell at `first` must weigh at least as much as the one at `second`."""

    rule: str
    first: Offset
    second: Offset
    words: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A cell with which the rules compare another one.

    Attributes
    ----------
    cell
        (i, j), counted from 1.
    heavier
        Whether it must weigh at least as much as the other one; else at most.
    rule, words
        See `Violation`.
    """

    cell: tuple[int, int]
    heavier: bool
    rule: str
    words: str


_LARGER_BEFORE = "the larger the group was, the less its records count"
_ALONG = "larger groups never count more than smaller ones"

_UPPER = (
    _Order("row", (0, 0), (0, 1), _LARGER_BEFORE),
    _Order("column", (1, 0), (0, 0), "the more of a group is released, the more its records count"),
    _Order("diagonal", (0, 0), (1, 1), _ALONG),
)
"""Truta 2004, section 2.

The row rule follows from the other two, but it is the one that a reader of the paper looks for.
"""

_LOWER = (
    _Order("row", (0, 0), (0, 1), _LARGER_BEFORE),
    _Order("column", (0, 0), (1, 0), "the larger the released group, the less its records count"),
    _Order("diagonal", (0, 0), (1, 1), _ALONG),
)
"""Truta 2006, section 2. Here the diagonal rule follows from the other two."""


def occurs(structure: Structure, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Return whether a structure has a place for records in groups of i now and of j before."""
    if structure == "sampling":
        return i <= j
    if structure == "merging":
        return i >= j
    return np.ones(np.broadcast(i, j).shape, dtype=bool)


def violations(structure: Structure, block: np.ndarray) -> tuple[Violation, ...]:
    """Return every rule that a block of weights breaks, cell by cell.

    Parameters
    ----------
    structure
        What can occur.
    block
        m × m weights; block[i−1, j−1] is w_ij. What is not finite is reported, and compared with nothing.
    """
    i, j = np.ogrid[: len(block), : len(block)]
    possible = occurs(structure, i, j)
    found = [
        *_single("finite", "a weight is a finite number", block, ~np.isfinite(block)),
        *_single("structural zero", f"cannot occur with the structure {structure}", block,
                 ~possible & (block != 0)),
        *_single("non-negative", "no weight is negative", block, block < 0),
        *_single("w11", "the weight of records that are unique in both files is more than 0", block,
                 (block <= 0) & (i + j == 0)),
    ]  # fmt: skip
    if structure != "merging":
        found += [broken for order in _UPPER for broken in _pairs(order, block, i <= j)]
    if structure != "sampling":
        found += [broken for order in _LOWER for broken in _pairs(order, block, i >= j)]
    # Both halves hold the rule along the diagonal that they share.
    return tuple(dict.fromkeys(found))


def neighbours(structure: Structure, i: int, j: int) -> tuple[Neighbour, ...]:
    """Return the cells with which the rules of a structure compare the cell (i, j), each once."""
    found: dict[tuple[tuple[int, int], bool], Neighbour] = {}
    for orders, sign in ((_UPPER, 1), (_LOWER, -1)):
        # The upper half has no cells in a merging structure, the lower none in a sampling one.
        if structure == ("merging" if sign > 0 else "sampling") or sign * (j - i) < 0:
            continue
        for order in orders:
            down, right = order.second[0] - order.first[0], order.second[1] - order.first[1]
            for cell, heavier in (((i + down, j + right), False), ((i - down, j - right), True)):
                if min(cell) >= 1 and sign * (cell[1] - cell[0]) >= 0:
                    found.setdefault((cell, heavier), Neighbour(cell, heavier, order.rule, order.words))
    return tuple(found.values())


def _single(rule: str, words: str, block: np.ndarray, broken: np.ndarray) -> Iterator[Violation]:
    for i, j in np.argwhere(broken).tolist():
        yield Violation(rule, ((i + 1, j + 1),), (float(block[i, j]),), words)


def _pairs(order: _Order, block: np.ndarray, half: np.ndarray) -> Iterator[Violation]:
    """Walk through the neighbours in one half of the block that stand in the wrong order."""
    down = max(order.first[0], order.second[0])
    right = max(order.first[1], order.second[1])

    def moved(array: np.ndarray, offset: Offset) -> np.ndarray:
        rows, columns = len(block) - down, len(block) - right
        return array[offset[0] : offset[0] + rows, offset[1] : offset[1] + columns]

    inside = moved(half, order.first) & moved(half, order.second)
    broken = inside & (moved(block, order.first) < moved(block, order.second))
    for cell in np.argwhere(broken):
        (a, b), (c, d) = (cell + order.first).tolist(), (cell + order.second).tolist()
        values = (float(block[a, b]), float(block[c, d]))
        yield Violation(order.rule, ((a + 1, b + 1), (c + 1, d + 1)), values, order.words)
