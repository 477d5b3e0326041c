"""Inverse question: the largest sample whose expected risk keeps to a limit."""

import math
from dataclasses import dataclass, replace

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.risk.disclosure.classification import ClassificationMatrix
from sdcdesk.risk.sampling.expectation import Risk, weights_of
from sdcdesk.risk.sampling.links import ExpectedLinks
from sdcdesk.risk.weights.matrix import WeightMatrix

EQUAL = 1e-12
"""An expected risk above its limit by no more than this part of it counts as equal to it, and as kept."""

ROUNDING = 1e-14
"""A step down by less than this part of a value is rounding."""

NEVER = np.iinfo(np.int64).max
"""A number of records that is never drawn."""

AT_A_TIME = 1_000_000
"""Weights that are looked at together."""


def largest(
    matrix: ClassificationMatrix,
    weights: WeightMatrix,
    risk: Risk,
    limit: float,
    progress: Progress = SILENT,
) -> int:
    """Return the largest t for which a sample of t records keeps an expected risk at or below a limit.

    Where no further record can lower the links of its group, the expected risk rises with t, and t is found
    by bisection: for all risks of files that were not masked before, and always for DR_max. Else the risk may
    rise, fall and rise again. Then what rises in any case is looked at alone: sizes for which that part
    exceeds the limit already are left out, by bisection. From there steps are taken down, each so small that
    none of the sizes left out can keep the limit: with one record less the expected links change by at most
    1, and that change differs from the next one by at most a known bound.

    Parameters
    ----------
    matrix, weights
        As in `expected`.
    risk
        "dr_min", "dr_weighted" or "dr_max".
    limit
        Share of the n initial records, 0…1. A risk above it by 10^−12 of it counts as equal, so as kept.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    int
        0…n′; 0 if even a sample of one record is expected to exceed the limit.

    Raises
    ------
    ParameterError
        The limit is outside 0…1, or the weights break a rule.
    DataError
        A sample could hold records for which the structure of the weights has no place.
    Cancelled
        The user asked to stop.
    """
    if not 0 <= limit <= 1:
        raise ParameterError("A limit is a share between 0 and 1; give one.", "limit")
    used = weights_of(risk, weights)
    links, most = ExpectedLinks.from_matrix(matrix, used), limit * matrix.n * (1 + EQUAL)
    if links.at(matrix.t, progress) <= most:
        return matrix.t
    shape = _Shape.of(matrix, used)
    if shape.rises.all():
        return _bisected(links, most, progress)
    # More than `most`, so that rounding leaves out no size that keeps the limit.
    rising = ExpectedLinks.from_matrix(_part(matrix, shape.rises), used)
    enough = most * (1 + EQUAL)
    start = matrix.t if rising.at(matrix.t, progress) <= enough else _bisected(rising, enough, progress)
    return _stepped(links, start, most, shape.bending, progress)


def _part(matrix: ClassificationMatrix, cells: np.ndarray) -> ClassificationMatrix:
    """Return some cells of a file; samples are drawn from all of it."""
    return replace(matrix, i=matrix.i[cells], j=matrix.j[cells], counts=matrix.counts[cells])


def _bisected(links: ExpectedLinks, most: float, progress: Progress) -> int:
    kept, exceeded = 0, links.population
    while exceeded - kept > 1:
        middle = (kept + exceeded) // 2
        if links.at(middle, progress) <= most:
            kept = middle
        else:
            exceeded = middle
    return kept


def _stepped(links: ExpectedLinks, start: int, most: float, bending: float, progress: Progress) -> int:
    """Return the largest t that keeps the limit, none above `start` doing so."""
    t = start
    while t > 0:
        progress.at(1 - t / links.population, "Largest sample that keeps the limit")
        value = links.at(t)
        if value <= most:
            return t
        # Rounding of the difference is counted against the step.
        change = value - links.at(t - 1) + EQUAL * value
        t -= max(1, math.floor(value - most), _reach(value - most, change, bending))
    return 0


def _reach(excess: float, change: float, bending: float) -> int:
    """Return s, with excess − s·change − bending·s(s − 1)/2 > 0 for all numbers before it.

    Parameters
    ----------
    excess
        Links over what is accepted, more than 0.
    change
        By how much the last record raised them.
    bending
        How much more each record before it may have raised them.
    """
    # In units of the excess, so that no product vanishes.
    slope, bend = (change - bending / 2) / excess, bending / excess
    root = math.sqrt(slope * slope + 2 * bend)
    reach = 2 / (slope + root) if slope > 0 else (root - slope) / bend if bend > 0 else 1.0
    return math.floor(reach) if math.isfinite(reach) else 1


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """How the expected links can run.

    Attributes
    ----------
    rises
        For each cell whether what its records add cannot fall when a record is added.
    bending
        By how much their change can at most fall from one record to the next.
    """

    rises: np.ndarray
    bending: float

    @classmethod
    def of(cls, matrix: ClassificationMatrix, weights: WeightMatrix) -> "_Shape":
        """Look at φ_j (see `ExpectedLinks`) where it is not straight.

        Of two more records both fall into a given group of a with a chance of a(a − 1) / (n′(n′ − 1)); only
        then the second adds anything else than the first.
        """
        initial, where = np.unique(matrix.j, return_inverse=True)
        falls, bends = np.empty(len(initial), dtype=np.int64), np.zeros(len(initial))
        columns = max(AT_A_TIME // weights.size, 1)
        for start in range(0, len(initial), columns):
            part = slice(start, start + columns)
            i, phi = _phi(weights, initial[part])
            steps = np.diff(phi, axis=1)
            # The first number of drawn records that adds less than the one before it.
            falling = steps < -ROUNDING * phi[:, :-1]
            falls[part] = np.where(falling, i[:, 1:], NEVER).min(axis=1)
            bends[part] = np.maximum(-np.diff(steps, axis=1), 0).max(axis=1)
        pairs = float((matrix.counts * (matrix.i - 1) * bends[where]).sum())
        return cls(matrix.i < falls[where], pairs / matrix.t / max(matrix.t - 1, 1))


def _phi(weights: WeightMatrix, j: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return i and φ_j(i), from where the line from 0 ends to where the tail has begun."""
    m = weights.size
    column = j[:, None]
    i = np.maximum(column - m - 1, 0) + np.arange(m + 5)
    weight = weights.at(np.maximum(i, 1), column) / weights.first
    return i, i / np.maximum(i, column) * weight
