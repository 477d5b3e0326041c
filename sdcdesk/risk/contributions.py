"""What the cells of the classification matrix add to the weighted disclosure risk."""

import numpy as np

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import ParameterError


def contribution_grid(assessment: Assessment, rows: int, columns: int) -> np.ndarray:
    """Return what each cell adds to DR_W: w_ij c_ij / (n w_11 max(i, j)).

    Parameters
    ----------
    assessment
        The assessed disclosure risk.
    rows, columns
        Sizes to show, i = 1…rows and j = 1…columns; the last row and column hold all larger ones too.

    Returns
    -------
    float64, rows × columns
        Shares of the n initial records, as DR_W; together they are DR_W.

    Raises
    ------
    ParameterError
        There is no row or no column.
    """
    if min(rows, columns) < 1:
        raise ParameterError("At least one size is shown.", "rows")
    cells = assessment.table("contributions")
    i, j = (np.minimum(cells[name].to_numpy(), last) - 1 for name, last in (("i", rows), ("j", columns)))
    added = np.zeros((rows, columns))
    np.add.at(added, (i, j), cells["contribution"].to_numpy())
    return added
