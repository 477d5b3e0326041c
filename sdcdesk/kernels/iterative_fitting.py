"""Iterative proportional fitting: the table that has given margins and is closest to another one."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress

LARGEST_TABLE = 30_000_000
"""Cells of a table that are fitted at most: a number for each takes 240 MB."""

Margin = tuple[tuple[int, ...], np.ndarray]
"""Axes of a table, ascending, and the sums that it shall have over all others."""


def fitted(
    shape: Sequence[int],
    margins: Sequence[Margin],
    tolerance: float = 1e-10,
    most: int = 10_000,
    progress: Progress = SILENT,
    start: np.ndarray | None = None,
) -> tuple[np.ndarray, bool]:
    """Scale a table to each margin in turn until it has all of them.

    Deming and Stephan 1940. Zeros of the start stay, and a sum of zero in a margin makes zeros that stay.

    Parameters
    ----------
    shape
        Categories on each axis.
    margins
        With equal totals, and agreeing on axes that they share.
    tolerance
        Largest difference from any sum of a margin, relative to it.
    most
        Rounds over all margins.
    progress
        Asked before each margin whether to stop.
    start
        float64 of this shape, none negative; a uniform table where not given.

    Returns
    -------
    tuple[np.ndarray, bool]
        float64 table of this shape, and whether it has the margins.
    """
    table = np.ones(tuple(shape)) if start is None else np.array(start, dtype=np.float64)
    if any(((marginal_table(table, axes) == 0) & (wanted > 0)).any() for axes, wanted in margins):
        return table, False  # no factor makes anything of nothing
    for _ in range(most):
        met = True
        for axes, wanted in margins:
            progress.at(0.5, "Fitting to the margins")
            found = marginal_table(table, axes)
            met &= bool((np.abs(found - wanted) <= tolerance * wanted).all())
            factor = np.divide(wanted, found, out=np.zeros(wanted.shape), where=found > 0)
            table *= _spread(factor, axes, table.ndim)
        if met:
            return table, True
    return table, False


def marginal_table(table: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """Return the sums of a table over all other axes.

    Parameters
    ----------
    table
        float64, of any shape.
    axes
        Axes that stay, ascending.

    Returns
    -------
    np.ndarray
        float64, of the shape (axes): one axis for each of them.
    """
    others = tuple(axis for axis in range(table.ndim) if axis not in axes)
    sums: np.ndarray = np.asarray(table.sum(axis=others))
    return sums


def _spread(values: np.ndarray, axes: tuple[int, ...], dimensions: int) -> np.ndarray:
    """Return values of a margin in a shape that multiplies the whole table."""
    shape = [1] * dimensions
    for axis, size in zip(axes, values.shape, strict=True):
        shape[axis] = size
    return values.reshape(shape)
