"""Crossing variables: tables by areas neither of which are made up of the others, as districts and parishes.

A reader who knows which areas overlap subtracts one table from the other one. He does not know which parts
have nobody by chance; but where two large areas have nobody in common, that is none, and so he knows that
they do not overlap.
"""

from dataclasses import dataclass

import numpy as np

from sdcdesk.tables.cells.cell_table import CellTable

CHANCE = 1e-4
"""Parts that would all have somebody but with less than this probability do not overlap."""

WIDEST = 4_000_000
"""Parts of two variables, with those that have nobody; of more it is not said that they cross."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CrossedTables:
    """What a reader knows of the parts that cells of two tables have in common.

    Attributes
    ----------
    empty
        int64 (p, 2), innermost cells of either table whose common part has nobody, for all he knows somebody.
    is_too_large
        Whether there are more parts than are looked at; then `empty` is not told.
    """

    empty: np.ndarray
    is_too_large: bool = False


def crossed(first: CellTable, second: CellTable, most: int) -> CrossedTables | None:
    """Return what a reader knows of two tables that differ in one variable each, where those cross.

    Parameters
    ----------
    first, second
        Built from the same file, of the same numbers.
    most
        Parts that are looked at.

    Returns
    -------
    CrossedTables or None
        None: the tables have other records, differ in more, or one variable is a recoding of the other; or
        nothing shows that the two have to do with one another: about as many of their values occur together
        as would by chance.
    """
    one, other = first.contributions, second.contributions
    if one is None or other is None or one.are_given or other.are_given:
        return None
    if not len(one.rows) or not np.array_equal(one.rows, other.rows):
        return None
    places = _only(first, second), _only(second, first)
    if places[0] is None or places[1] is None:
        return None
    own = one.leaves[places[0]], other.leaves[places[1]]
    codes, found = zip(*(np.unique(leaves, return_inverse=True) for leaves in own), strict=True)
    if len(codes[0]) * len(codes[1]) > WIDEST:
        return None
    counts = np.zeros((len(codes[0]), len(codes[1])), dtype=np.int64)
    np.add.at(counts, (found[0], found[1]), 1)
    occupied = counts > 0
    if any((occupied.sum(axis=axis) == 1).all() for axis in (0, 1)):
        return None  # the one is a recoding of the other
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / len(one.rows)
    apart = ~occupied & (expected > np.log(occupied.size / CHANCE))
    if not apart.any() and not _are_few(occupied, expected):
        return None
    shared = [at for at in range(len(first.dimensions)) if at != places[0]]
    again = [_place(second, first.dimensions[at].name) for at in shared]
    common = np.stack([np.zeros_like(one.leaves[0]), *(one.leaves[at] for at in shared)])
    kinds = np.unique(common, axis=1)
    pairs = np.argwhere(~apart)
    if kinds.shape[1] * len(pairs) > most:
        return CrossedTables(np.empty((0, 2), dtype=np.int64), is_too_large=True)
    kind, pair = (one.ravel() for one in np.indices((kinds.shape[1], len(pairs))))
    cells = []
    for table, at, others, side in ((first, places[0], shared, 0), (second, places[1], again, 1)):
        chosen = [np.empty(0, dtype=np.int64)] * len(table.dimensions)
        chosen[at] = codes[side][pairs[pair, side]]
        for number, place in enumerate(others, start=1):
            chosen[place] = kinds[number, kind]
        cells.append(np.ravel_multi_index(chosen, table.shape))
    parts = np.column_stack(cells)
    known = np.column_stack(
        [np.ravel_multi_index(own.leaves, table.shape) for own, table in ((one, first), (other, second))]
    )
    return CrossedTables(parts[~_are_among(parts, known, len(second))])


def _are_few(occupied: np.ndarray, expected: np.ndarray) -> bool:
    """Return whether so few parts have somebody that it is no chance, although none is surely empty."""
    likely = float(-np.expm1(-expected).sum())
    number = int(occupied.sum())
    return number < likely / 2 and likely - number > -np.log(CHANCE) * np.sqrt(likely)


def _are_among(parts: np.ndarray, known: np.ndarray, number: int) -> np.ndarray:
    """Return which pairs are among others, bool (p,)."""
    return np.isin(parts[:, 0] * number + parts[:, 1], known[:, 0] * number + known[:, 1])


def _only(table: CellTable, other: CellTable) -> int | None:
    """Return the place of the only dimension that another table lacks; None: there are more, or none."""
    alike = {
        one.name
        for one in table.dimensions
        for two in other.dimensions
        if (one.name, one.codes, one.parents) == (two.name, two.codes, two.parents)
    }
    found = [at for at, one in enumerate(table.dimensions) if one.name not in alike]
    return found[0] if len(found) == 1 else None


def _place(table: CellTable, name: str) -> int:
    return next(at for at, one in enumerate(table.dimensions) if one.name == name)
