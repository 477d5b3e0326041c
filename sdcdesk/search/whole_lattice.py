"""Whole lattice: the figures of all nodes."""

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.kernels.lattice.walk import walk
from sdcdesk.search.coded_keys import CodedKeys
from sdcdesk.search.coding_losses import joint_factors
from sdcdesk.search.request import Request


def all_nodes(keys: CodedKeys, request: Request, progress: Progress = SILENT) -> NodeFigures:
    """Return the figures of all nodes of a lattice.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    request
        What is asked for.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    NodeFigures
        In the order of `Lattice.nodes`.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    amounts = keys.summed(joint_factors(keys, request.weights))
    return walk(keys.levels, request.k, amounts, progress)
