"""Isotonic regression on a grid: the nearest numbers that fall to the right and downwards."""

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sdcdesk.risk.weights.order import lowered

ROUNDING = 1e-14
"""Sums below this share of what was summed are rounding, and no reason to split."""


class _Part(NamedTuple):
    """Places whose solution does not depend on the others, in the smallest rectangle that holds them."""

    values: np.ndarray
    inside: np.ndarray
    corner: tuple[int, int]


def falling(values: np.ndarray, filled: np.ndarray) -> np.ndarray:
    """Return the nearest numbers, in least squares, that fall to the right and downwards.

    Parameters
    ----------
    values
        float64 (rows, columns), finite numbers by place on the grid, of magnitudes whose sum is finite.
    filled
        bool (rows, columns), places that count.

    Returns
    -------
    np.ndarray
        float64 (rows, columns). Numbers that need not change are the given ones, bit for bit; places that
        are pooled share one number, the mean of theirs. What stands at places that do not count means
        nothing.

    Notes
    -----
    Exact but for rounding, by splitting (Spouge, Wan and Wilbur 2003, *Least squares isotonic regression in
    two dimensions*). For every c the solution is at least c on that part of the places, closed to the left
    and upwards, whose values exceed c by the largest sum. With c = the mean of all, either no part has a
    positive sum, and all places share the mean; or the part and the rest are solved by themselves. What is
    in order already is its own solution, so that only the places around a broken rule make work.
    """
    found = values.copy()
    waiting = list(_cropped(_Part(values, filled, (0, 0)), filled))
    while waiting:
        part = waiting.pop()
        if _in_order(part):
            continue
        mean = _mean(part.values[part.inside])
        heavier = _heavier(part, mean)
        # All of them together exceed their mean by rounding only.
        if heavier is None or heavier[part.inside].all():
            (top, left), (rows, columns) = part.corner, part.inside.shape
            found[top : top + rows, left : left + columns][part.inside] = mean
        else:
            waiting += [*_cropped(part, part.inside & heavier), *_cropped(part, part.inside & ~heavier)]
    return found


def _in_order(part: _Part) -> bool:
    values = np.where(part.inside, part.values, np.inf)
    return bool((values <= lowered(values))[part.inside].all())


def _mean(values: np.ndarray) -> float:
    mean = math.fsum(values.tolist()) / len(values)
    # −0.3, 0.1 and 0.2 cancel out, although they do not quite as floats.
    return mean if abs(mean) > ROUNDING * np.abs(values).max() else 0.0


def _cropped(part: _Part, inside: np.ndarray) -> Iterator[_Part]:
    """Give a part of a part, unless it is empty."""
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if rows.size:
        box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        corner = (part.corner[0] + int(rows[0]), part.corner[1] + int(columns[0]))
        yield _Part(part.values[box], inside[box], corner)


def _heavier(part: _Part, mean: float) -> np.ndarray | None:
    """Return the places, closed to the left and upwards, that exceed the mean most; None if none do."""
    excess = np.where(part.inside, part.values - mean, 0.0)
    # The walk is over rows: the fewer, the faster.
    turned = len(excess) > excess.shape[1]
    total, heavier = _staircase(excess.T if turned else excess)
    # The mean is rounded too, and by more than small deviations from it are.
    rounding = ROUNDING * np.abs(excess).sum() + np.finfo(np.float64).eps * abs(mean) * excess.size
    if total <= rounding:
        return None
    return heavier.T if turned else heavier


def _staircase(excess: np.ndarray) -> tuple[float, np.ndarray]:
    """Return the largest sum over places closed to the left and upwards, and these places.

    They are the first ones of each row, never more than of the row before. best[r, s] is the largest sum
    over the rows 0…r where row r takes all its places but the last s.
    """
    rows, columns = excess.shape
    best = np.zeros((rows, columns + 1))
    best[:, :-1] = np.cumsum(excess, axis=1)[:, ::-1]
    for row in range(1, rows):
        best[row] += np.maximum.accumulate(best[row - 1])
    spared, last = np.empty((rows, 1), dtype=np.int64), columns
    for row in range(rows - 1, -1, -1):
        spared[row] = last = int(best[row, : last + 1].argmax())
    return float(best[-1].max()), np.arange(columns) < columns - spared
