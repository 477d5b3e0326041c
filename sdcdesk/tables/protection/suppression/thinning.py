"""Thinning of a pattern: cells are shown again whose hiding protects nobody."""

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.audit.attacks import successful_attacks
from sdcdesk.tables.audit.requirements import Requirements
from sdcdesk.tables.audit.witnesses import Witnesses
from sdcdesk.tables.cells.cell_system import CellSystem


def thinned(
    system: CellSystem,
    needs: Requirements,
    hidden: np.ndarray,
    forced: np.ndarray,
    costs: np.ndarray,
    progress: Progress = SILENT,
) -> np.ndarray:
    """Return a pattern without needless cells, the dearest of which are shown first.

    Parameters
    ----------
    system, needs
        Cells, and what must stay uncertain of them.
    hidden
        bool (n,), a pattern against which no attack succeeds.
    forced
        bool (n,), cells that stay hidden.
    costs
        float64 (n,), of hiding each.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        bool (n,), of which no single cell can be shown.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    pattern, witnesses = hidden.copy(), Witnesses()
    candidates = np.flatnonzero(hidden & ~forced)
    # Equal costs in the order of the cells, whatever they are called.
    order = candidates[np.lexsort((candidates, -costs[candidates]))].tolist()
    for cell, share in progress.over(order, "Showing cells that protect nobody"):
        pattern[cell] = False
        if successful_attacks(system, pattern, needs, share, witnesses, first=True):
            pattern[cell] = True
    return pattern
