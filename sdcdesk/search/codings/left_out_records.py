"""Records that a coding leaves out: those that are in groups too small for it."""

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Node


def left_out_records(
    data: Microdata, codings: Codings, node: Node, progress: Progress = SILENT
) -> np.ndarray:
    """Return the records that a coding leaves out.

    Parameters
    ----------
    data
        The file that was searched.
    codings, node
        What was found, and one of it.
    progress
        Receives how far the work is, and stops it where the user asked to.

    Returns
    -------
    np.ndarray
        int64 (m,), positions in the initial file, ascending.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    masked = data
    for step, share in progress.over(codings.methods(node)):
        share.check()
        masked = step.apply(masked)
    found: np.ndarray = np.setdiff1d(data.rows, masked.rows, assume_unique=True)
    return found
