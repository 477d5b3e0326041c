"""Whole lattice: the figures of all nodes."""

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.lattice.node_figures import NodeFigures, fill_node
from sdcdesk.search.coded_keys import CodedKeys


def all_nodes(keys: CodedKeys, k: int, progress: Progress = SILENT) -> NodeFigures:
    """Return the figures of all nodes of a lattice.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    k
        Groups of fewer records are left out.
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
    lattice = keys.lattice
    figures = NodeFigures.empty(lattice.size, len(lattice.keys), len(keys.amounts[0]))
    for place, node in enumerate(lattice.nodes()):
        progress.at(place / lattice.size)
        fill_node(figures, place, keys.levels, node, k, keys.amounts)
    return figures
