"""Distances between cells: how far apart their codes are in the trees of the dimensions."""

import numpy as np

from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.dimension import Dimension


def distances_from(system: CellSystem, cells: np.ndarray) -> np.ndarray:
    """Return how far each cell is from the nearest of some cells.

    Two codes of a dimension are as far apart as there are levels from the deeper one up to the nearest code
    that is, or is above, both: 0 for the same code, 1 for parts of one total and for a part and its total, 2
    for codes that meet one level higher. Two cells are as far apart as their codes are in all dimensions
    together; from a table to another one the way leads through a cell that both have.

    Parameters
    ----------
    system
        Cells of one or of several tables.
    cells
        bool (n,).

    Returns
    -------
    np.ndarray
        float64 (n,), 0 for these cells; for those that cannot be reached one more than for all others.
    """
    found = np.where(cells, 0.0, np.inf)
    while True:
        before = found.copy()
        for own, table in zip(system.cells, system.tables, strict=True):
            along = found[own].reshape(table.shape)
            for axis, dimension in enumerate(table.dimensions):
                nearest = _nearest(np.moveaxis(along, axis, 0), dimension)
                along = np.moveaxis(nearest, 0, axis)
            found[own] = np.minimum(found[own], along.ravel())
        # In one table a second time finds nothing; in several, what another one has found is taken on.
        if len(system.tables) == 1 or (found == before).all():
            break
    reached = np.isfinite(found)
    return np.where(reached, found, found[reached].max(initial=0.0) + 1.0)


def _nearest(start: np.ndarray, dimension: Dimension) -> np.ndarray:
    """Return for each code the least of what others start with and their distance to it, along axis 0."""
    depths = np.asarray(dimension.depths)
    shape = (-1, *[1] * (start.ndim - 1))
    found = start.copy()
    for depth in range(int(depths.max()) + 1):
        # The least that a code of this depth has, at every code that is it or is above it; parts stand after
        # their total.
        below = np.where((depths == depth).reshape(shape), start, np.inf)
        for place in range(len(dimension) - 1, 0, -1):
            whole = dimension.parents[place]
            below[whole] = np.minimum(below[whole], below[place])
        meeting = below - depths.reshape(shape)
        for place in range(1, len(dimension)):
            meeting[place] = np.minimum(meeting[place], meeting[dimension.parents[place]])
        found = np.minimum(found, meeting + np.maximum(depths, depth).reshape(shape))
    return found
