"""Admissibility of weights: the rules that they follow, and where a matrix breaks them."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Literal

import numpy as np

from sdcdesk.core.text.sentence import Sentence, sentence

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

    @property
    def text(self) -> Sentence:
        """What is wrong."""
        # All digits: else "3 is more than 3" would be said of weights that differ in a late one.
        cell, *more = (
            sentence(
                "w({i}, {j}) = {value}",
                i=str(i),
                j=str(j),
                value=value if isfinite(value) else str(value),
            )
            for (i, j), value in zip(self.cells, self.values, strict=True)
        )
        if not more:
            return sentence("{cell} ({words})", cell=cell, words=self.words)
        words = sentence("{rule} rule: {words}", rule=self.rule, words=self.words)
        return sentence("{more} is more than {cell} ({words})", more=more[0], cell=cell, words=words)

    def __str__(self) -> str:
        return self.text


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
    """Return whether a structure has a place for records in groups of i now and of j before.

    Parameters
    ----------
    structure
        Which cells have a place: "sampling", "merging" or "general".
    i
        int64, any shape; sizes in the masked file.
    j
        int64, a shape that goes with that of `i`; sizes in the initial file.

    Returns
    -------
    np.ndarray
        bool in the common shape.
    """
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
        float64 (m, m); block[i−1, j−1] is w_ij. What is not finite is reported, and compared with nothing.

    Returns
    -------
    tuple[Violation, ...]
        One entry for each rule and each cell or pair of cells; empty where the block is admissible.
    """
    found: list[Violation] = []
    for rule, words, wrong in _single(structure, block):
        found += _violations(rule, words, block, [np.argwhere(wrong)])
    for order, wrong in _pairs(structure, block):
        cells = np.argwhere(wrong)
        found += _violations(order.rule, order.words, block, [cells + order.first, cells + order.second])
    return tuple(found)


def broken(structure: Structure, block: np.ndarray) -> np.ndarray:
    """Return by cell whether its weight breaks a rule: by itself, or by exceeding one that it must not.

    These are the last cells of all `violations`, found without naming each.

    Parameters
    ----------
    structure
        Which cells have a place: "sampling", "merging" or "general".
    block
        float64 (m, m); block[i−1, j−1] is w_ij.

    Returns
    -------
    np.ndarray
        bool (m, m).
    """
    broken = np.zeros(block.shape, dtype=bool)
    for _, _, wrong in _single(structure, block):
        broken |= wrong
    for order, wrong in _pairs(structure, block):
        rows, columns = wrong.shape
        down, right = order.second
        broken[down : down + rows, right : right + columns] |= wrong
    return broken


def neighbours(structure: Structure, i: int, j: int) -> tuple[Neighbour, ...]:
    """Return the cells with which the rules of a structure compare the cell (i, j), each once.

    Parameters
    ----------
    structure
        Which cells have a place: "sampling", "merging" or "general".
    i
        Size in the masked file, from 1.
    j
        Size of the group in the initial file, from 1.

    Returns
    -------
    tuple[Neighbour, ...]
        Cell, rule, and whether its weight must be the heavier one.
    """
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


def _single(structure: Structure, block: np.ndarray) -> Iterator[tuple[str, str, np.ndarray]]:
    """Walk through the rules for single cells: name, words, and by cell whether it is broken."""
    i, j = np.ogrid[: len(block), : len(block)]
    possible = occurs(structure, i, j)
    yield "finite", "a weight is a finite number", ~np.isfinite(block)
    yield (
        "structural zero",
        sentence("cannot occur with the structure {structure}", structure=structure),
        ~possible & (block != 0),
    )
    yield "non-negative", "no weight is negative", block < 0
    words = "the weight of records that are unique in both files is more than 0"
    yield "w11", words, (block <= 0) & (i + j == 0)


def _pairs(structure: Structure, block: np.ndarray) -> Iterator[tuple[_Order, np.ndarray]]:
    """Walk through the orders of a structure; by pair of neighbours, whether it stands in the wrong order.

    Pair (a, b) are the cells at (a, b) + order.first and (a, b) + order.second.
    """
    i, j = np.ogrid[: len(block), : len(block)]
    if structure != "merging":
        yield from ((order, _wrong(order, block, i <= j)) for order in _UPPER)
    if structure != "sampling":
        for order in _LOWER:
            # Both halves hold the rule along the diagonal that they share; it is broken once.
            repeated = structure == "general" and order.rule == "diagonal"
            yield order, _wrong(order, block, i > j if repeated else i >= j)


def _wrong(order: _Order, block: np.ndarray, half: np.ndarray) -> np.ndarray:
    down = max(order.first[0], order.second[0])
    right = max(order.first[1], order.second[1])

    def moved(array: np.ndarray, offset: Offset) -> np.ndarray:
        rows, columns = len(block) - down, len(block) - right
        return array[offset[0] : offset[0] + rows, offset[1] : offset[1] + columns]

    inside = moved(half, order.first) & moved(half, order.second)
    wrong: np.ndarray = inside & (moved(block, order.first) < moved(block, order.second))
    return wrong


def _violations(rule: str, words: str, block: np.ndarray, cells: list[np.ndarray]) -> Iterator[Violation]:
    """Give one violation for each row of all arrays of (i, j), counted from 0."""
    named = [[tuple(cell) for cell in (found + 1).tolist()] for found in cells]
    values = [block[tuple(found.T)].tolist() for found in cells]
    for at, weights in zip(zip(*named, strict=True), zip(*values, strict=True), strict=True):
        yield Violation(rule, at, weights, words)
