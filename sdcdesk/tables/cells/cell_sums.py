"""Sums of cells: what records add to each cell and to all of its totals."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.tables.cells.decimal_sums import decimal_scale
from sdcdesk.tables.cells.dimension import Dimension


def cell_sums(
    dimensions: Sequence[Dimension], leaves: Sequence[np.ndarray], amounts: np.ndarray
) -> np.ndarray:
    """Return the sum of each cell.

    Decimal amounts are added up as whole numbers: the last digits of a sum would else tell of its parts.

    Parameters
    ----------
    dimensions
        Dimensions of the table.
    leaves
        For each dimension int64 (r,), the code of each record, one without parts.
    amounts
        float64 (r,).

    Returns
    -------
    np.ndarray
        float64 (n,), totals included.
    """
    shape = [len(one) for one in dimensions]
    scale = decimal_scale(amounts)
    amounts = np.rint(amounts * scale) if scale else amounts
    cell = np.ravel_multi_index(tuple(leaves), shape) if len(amounts) else np.empty(0, dtype=np.int64)
    sums = np.bincount(cell, amounts, int(np.prod(shape))).reshape(shape).astype(np.float64)
    for axis, dimension in enumerate(dimensions):
        along = np.moveaxis(sums, axis, 0)
        # Parts stand after their whole, so that each has its own parts already.
        for place in range(len(dimension) - 1, 0, -1):
            along[dimension.parents[place]] += along[place]
    return np.asarray((sums / scale if scale else sums).ravel())
