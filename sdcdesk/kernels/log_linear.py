"""Log-linear models: expected counts of all combinations of key values, from some of their margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.iterative_fitting import fitted
from sdcdesk.kernels.keys import combine

TOLERANCE = 1e-7
"""Relative difference of a fitted margin from the observed one."""

ROUNDS = 2_000
"""Rounds of fitting at most."""

BLOCK = 1 << 15
"""Cells that are worked through at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some axes that the model ties together, independent of all others.

    Attributes
    ----------
    axes
        Their places, ascending.
    shares
        float64, one axis each: expected counts divided by the total.
    """

    axes: tuple[int, ...]
    shares: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class LogLinearFit:
    """Expected counts by a log-linear model.

    Attributes
    ----------
    total
        Sum of all counts.
    parts
        Groups of axes; the expected count of a cell is the total times their shares.
    converged
        Whether all margins were met.
    """

    total: int
    parts: tuple[Part, ...]
    converged: bool

    @property
    def cells(self) -> int:
        """Number of cells in which somebody is expected."""
        product = 1
        for part in self.parts:
            product *= int(np.count_nonzero(part.shares))
        return product

    def at(self, digits: Sequence[np.ndarray]) -> np.ndarray:
        """Return the expected counts of some cells.

        Parameters
        ----------
        digits
            int64 (m,) each, the place of the cells on every axis.

        Returns
        -------
        np.ndarray
            float64 (m,).
        """
        found = np.full(len(digits[0]), float(self.total))
        for part in self.parts:
            found *= part.shares[tuple(digits[axis] for axis in part.axes)]
        return found

    def blocks(self, progress: Progress = SILENT) -> Iterator[np.ndarray]:
        """Walk through the expected counts of all cells that are not zero, in no particular order.

        Parameters
        ----------
        progress
            Receives how far the walk is.

        Yields
        ------
        np.ndarray
            float64 (m,), at most a few times `BLOCK` cells at a time.
        """
        shares = sorted((part.shares[part.shares > 0] for part in self.parts), key=len)
        inner = shares.pop()
        outer = reduce(lambda one, other: np.multiply.outer(one, other).ravel(), shares, np.ones(1))
        outer *= self.total
        rows = max(BLOCK // max(len(inner), 1), 1)
        for start in range(0, len(outer), rows):
            progress.at(start / len(outer), "All combinations of key values")
            for first in range(0, len(inner), BLOCK):
                yield np.multiply.outer(outer[start : start + rows], inner[first : first + BLOCK]).ravel()


def connected_axes(axes: int, terms: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the axes that terms tie together: by no path of terms do two parts meet.

    Parameters
    ----------
    axes
        Number of axes.
    terms
        Places of axes that interact.

    Returns
    -------
    list[tuple[int, ...]]
        Every axis is in one.
    """
    parts = [{axis} for axis in range(axes)]
    for term in terms:
        touched = [part for part in parts if part & set(term)]
        parts = [part for part in parts if not part & set(term)] + [set().union(*touched)]
    return sorted(tuple(sorted(part)) for part in parts)


def log_linear_fit(
    digits: Sequence[np.ndarray],
    sizes: Sequence[int],
    counts: np.ndarray,
    terms: Sequence[tuple[int, ...]],
    progress: Progress = SILENT,
) -> LogLinearFit:
    """Fit a hierarchical log-linear model of counts by maximum likelihood.

    The expected counts have the margins of all terms, and those of every single axis. Parts of the axes that
    no term ties together are independent, so each is fitted in a table of its own, by iterative proportional
    fitting; a single axis needs none. Bishop, Fienberg and Holland 1975.

    Parameters
    ----------
    digits
        int64 (m,) each, places of cells on each axis; a cell may be named more than once.
    sizes
        Places on each axis.
    counts
        int64 (m,), counts of these cells; all others are 0.
    terms
        Axes that interact, with all that are among them.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    LogLinearFit
        Whose `converged` says whether the margins were met.
    """
    total, parts, converged = int(counts.sum()), [], True
    for axes, share in progress.over(connected_axes(len(digits), terms), "Fitting the log-linear model"):
        inside = _maximal(axes, terms)
        margins = []
        for term in inside:
            shape = tuple(sizes[axis] for axis in term)
            cells, domain = combine([digits[axis] for axis in term], shape)
            sums = np.bincount(cells, counts, minlength=domain).reshape(shape)
            margins.append((tuple(axes.index(axis) for axis in term), sums))
        if len(margins) == 1:
            table, met = margins[0][1], True
        else:
            table, met = fitted([sizes[axis] for axis in axes], margins, TOLERANCE, ROUNDS, share)
        parts.append(Part(axes, table / max(total, 1)))
        converged &= met
    return LogLinearFit(total, tuple(parts), converged)


def _maximal(axes: tuple[int, ...], terms: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the terms within a part that are in no other term, single axes included."""
    inside = [term for term in terms if set(term) <= set(axes)]
    sets = {frozenset(term) for term in (*inside, *((axis,) for axis in axes))}
    return sorted(tuple(sorted(one)) for one in sets if not any(one < other for other in sets))
