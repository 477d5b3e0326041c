"""Variable grid: a square is split into four wherever enough households are left in each part."""

from dataclasses import dataclass

import numpy as np

DEPTH = 24
"""Splits at most: households at the very same place cannot be told apart by any."""


@dataclass(frozen=True, slots=True, eq=False)
class VariableGrid:
    """Squares of a variable grid.

    Attributes
    ----------
    cell
        int64 (n,), the square of each record, 0…C−1, in the order of the quadtree.
    x, y
        float64 (C,), the lower left corner of each square.
    side
        float64 (C,), its side.
    households
        int64 (C,), different households in it.
    """

    cell: np.ndarray
    x: np.ndarray
    y: np.ndarray
    side: np.ndarray
    households: np.ndarray


def variable_grid(x: np.ndarray, y: np.ndarray, households: np.ndarray, least: int = 32) -> VariableGrid:
    """Divide a plane into squares, small where many live, that have no fewer households than asked for.

    One square holds all. A square is split into four as long as each of the four that is not empty keeps at
    least so many different households: so every square has them, or the whole has fewer.

    Parameters
    ----------
    x, y
        float64 (n,), where each record lives; a household is where its first record is.
    households
        int64 (n,), the household of each record.
    least
        Fewest households of a square, from 1.

    Returns
    -------
    VariableGrid
        Two households at one place are always in one square.

    Raises
    ------
    ValueError
        A place is no number.
    """
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("a place of the variable grid is no number")
    _, first, of_record = np.unique(households, return_index=True, return_inverse=True)
    own_x, own_y = x[first].astype(np.float64), y[first].astype(np.float64)
    low_x, low_y = own_x.min(initial=np.inf), own_y.min(initial=np.inf)
    side = max(float(np.ptp(own_x)), float(np.ptp(own_y))) if len(first) else 0.0
    steps = 2**DEPTH
    at_x, at_y = (_places(own, low, side, steps) for own, low in ((own_x, low_x), (own_y, low_y)))
    path = np.zeros(len(first), dtype=np.int64)
    depth = np.zeros(len(first), dtype=np.int64)
    active = np.arange(len(first))
    for level in range(1, DEPTH + 1):
        bit = DEPTH - level
        quarter = ((at_y[active] >> bit) & 1) * 2 + ((at_x[active] >> bit) & 1)
        part = path[active] * 4 + quarter
        parts, place, number = np.unique(part, return_inverse=True, return_counts=True)
        # A square is split only if none of its parts is too small.
        owners, of_part = np.unique(parts >> 2, return_inverse=True)
        smallest = np.full(len(owners), np.iinfo(np.int64).max)
        np.minimum.at(smallest, of_part, number)
        split = (smallest >= least)[of_part[place]]
        active = active[split]
        if not len(active):
            break
        path[active], depth[active] = part[split], level
    return _squares(path, depth, of_record, (low_x, low_y, side or 1.0))


def _places(own: np.ndarray, low: float, side: float, steps: int) -> np.ndarray:
    """Return in which of so many equal parts each number lies."""
    if not side:
        return np.zeros(len(own), dtype=np.int64)
    return np.minimum((own - low) / side * steps, steps - 1).astype(np.int64)


def _squares(
    path: np.ndarray, depth: np.ndarray, of_record: np.ndarray, whole: tuple[float, float, float]
) -> VariableGrid:
    """Return the squares in which households ended."""
    low_x, low_y, side = whole
    # The path at full depth orders squares of all sizes; with the depth it names one.
    full = path << (2 * (DEPTH - depth))
    _, first, cell, number = np.unique(full, return_index=True, return_inverse=True, return_counts=True)
    levels, paths = depth[first], path[first]
    x, y = np.zeros(len(first)), np.zeros(len(first))
    for up in range(int(levels.max(initial=0))):
        there = up < levels
        quarter = (paths >> (2 * up)) & 3
        length = side / 2.0 ** (levels - up)
        x += np.where(there, (quarter & 1) * length, 0.0)
        y += np.where(there, (quarter >> 1) * length, 0.0)
    return VariableGrid(cell[of_record], low_x + x, low_y + y, side / 2.0**levels, number)
