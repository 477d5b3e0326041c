"""Iterative proportional fitting: the table that has given margins and is closest to another one."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress

LARGEST_TABLE = 30_000_000
"""Cells of a table that are fitted at most: a number for each takes 240 MB."""

SPARSE = 8
"""Where no more than one cell in so many is more than zero, only those cells are worked through."""

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
    cells: _AllCells | _FewCells = _AllCells(table, margins)
    first, share = 0.0, 0.0
    for number_of_round in range(most):
        if number_of_round == 1:
            # Each sum of zero has made its zeros by now.
            cells = _cells(cells.table, margins)
        worst, met = 0.0, True
        for number, (_, wanted) in enumerate(margins):
            progress.at(share, "Fitting to the margins")
            found = cells.sums(number)
            apart = np.abs(found - wanted)
            met &= bool((apart <= tolerance * wanted).all())
            worst = max(worst, float((apart / np.maximum(wanted, 1.0)).max(initial=0.0)))
            cells.scale(number, np.divide(wanted, found, out=np.zeros(wanted.shape), where=found > 0))
        if met:
            return cells.table, True
        first = first or worst
        share = max(share, _done(first, worst, tolerance))
    return cells.table, False


def _done(first: float, worst: float, tolerance: float) -> float:
    """Return the share of the work done: differences become smaller by much the same factor each round."""
    least = min(max(tolerance, np.finfo(np.float64).eps), first / 2)
    return float(np.clip(np.log(first / max(worst, least)) / np.log(first / least), 0.0, 1.0))


class _AllCells:
    """All cells of a table."""

    def __init__(self, table: np.ndarray, margins: Sequence[Margin]) -> None:
        self.table, self._margins = table, margins

    def sums(self, number: int) -> np.ndarray:
        """Return the sums for one of the margins."""
        return marginal_table(self.table, self._margins[number][0])

    def scale(self, number: int, factor: np.ndarray) -> None:
        """Multiply the cells by a factor for each sum of a margin."""
        self.table *= _spread(factor, self._margins[number][0], self.table.ndim)


class _FewCells:
    """The few cells of a table that are more than zero."""

    def __init__(self, table: np.ndarray, margins: Sequence[Margin], cells: np.ndarray) -> None:
        self._shape, self._cells, self._values = table.shape, cells, table.ravel()[cells]
        digits = np.unravel_index(cells, table.shape)
        self._shapes = [wanted.shape for _, wanted in margins]
        self._sums = [_places(digits, axes, table.shape) for axes, _ in margins]

    @property
    def table(self) -> np.ndarray:
        """The whole table, float64."""
        table = np.zeros(self._shape)
        table.ravel()[self._cells] = self._values
        return table

    def sums(self, number: int) -> np.ndarray:
        """Return the sums for one of the margins."""
        shape = self._shapes[number]
        return np.bincount(self._sums[number], self._values, int(np.prod(shape))).reshape(shape)

    def scale(self, number: int, factor: np.ndarray) -> None:
        """Multiply the cells by a factor for each sum of a margin."""
        self._values *= factor.ravel()[self._sums[number]]


def _cells(table: np.ndarray, margins: Sequence[Margin]) -> _AllCells | _FewCells:
    """Return the cells of a table that are more than zero alone, where they are few."""
    # For each of them its place in every margin is held, which may take no more than the table does.
    if np.count_nonzero(table) * max(SPARSE, len(margins)) > table.size:
        return _AllCells(table, margins)
    return _FewCells(table, margins, np.flatnonzero(table))


def _places(digits: Sequence[np.ndarray], axes: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    """Return for each cell the place of its sum over all but some axes."""
    places = np.zeros(len(digits[0]), dtype=np.int64)
    for axis in axes:
        places = places * shape[axis] + digits[axis]
    return places


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
