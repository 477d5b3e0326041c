"""Thinning of a pattern: cells are shown again whose hiding protects nobody."""

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.tables.protection.suppression.task import Task


def thinned(task: Task, hidden: np.ndarray, progress: Progress = SILENT) -> np.ndarray:
    """Return a pattern without needless cells, the dearest of which are shown first.

    Parameters
    ----------
    task
        What it is looked for.
    hidden
        bool (n,), a pattern against which no attack succeeds.
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
    pattern = hidden.copy()
    candidates = np.flatnonzero(hidden & ~task.forced)
    # Equal costs in the order of the cells, whatever they are called.
    order = candidates[np.lexsort((candidates, -task.costs[candidates]))].tolist()
    for cell, share in progress.over(order, "Showing cells that protect nobody"):
        pattern[cell] = False
        if task.attacks(pattern, share, first=True):
            pattern[cell] = True
    return pattern
