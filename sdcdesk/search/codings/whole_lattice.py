"""Whole lattice: all its codings, where they are not too many."""

from collections.abc import Callable

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.lattice.walk import walk
from sdcdesk.search.codings.best_so_far import BestSoFar
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_losses import joint_factors
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.conditioned_groups import ConditionedGroups
from sdcdesk.search.codings.lattice import Lattice
from sdcdesk.search.codings.optimum import MOST_NODES
from sdcdesk.search.codings.request import Request

SOON = 1 << 31
"""Nodes times different combinations of key values up to which all nodes are looked at unasked."""

VALUED = 8
"""Combinations that take as long as one whose values of confidential variables are counted, too."""


def require_whole(lattice: Lattice) -> None:
    """Refuse a lattice of which nobody could look at all nodes.

    Parameters
    ----------
    lattice
        Keys and hierarchies.

    Raises
    ------
    ParameterError
        It has too many nodes.
    """
    if lattice.size > MOST_NODES:
        wrong = (
            "The lattice has {codings} codings, and at most {most} can all be looked at; leave out keys or "
            "levels, or search for the best one only."
        )
        raise ParameterError(sentence(wrong, codings=lattice.size, most=MOST_NODES), "whole")


def is_soon_whole(keys: CodedKeys, conditioned: ConditionedGroups | None = None) -> bool:
    """Return whether all nodes are looked at within some seconds.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    conditioned
        Conditions on their groups; None: there are none.

    Returns
    -------
    bool
        By the number of nodes, and of different combinations of key values.
    """
    rows = len(keys.levels.counts) if conditioned is None else VALUED * conditioned.finest.rows
    return keys.lattice.size <= MOST_NODES and keys.lattice.size * rows <= SOON


def all_codings(
    keys: CodedKeys,
    request: Request,
    so_far: Callable[[Codings], None] | None = None,
    progress: Progress = SILENT,
) -> Codings:
    """Look at all nodes of a lattice.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    request
        What is asked for; limits are not looked at.
    so_far
        Told what was found where a better coding is among it, now and then and where the work is stopped.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Codings
        All nodes.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    amounts = keys.summed(joint_factors(keys, request.weights))
    told = None if so_far is None else BestSoFar(keys, request, so_far, progress).add
    if request.conditioned is None:
        figures = walk(keys.levels, request.k, amounts, progress, told)
    else:
        figures = request.conditioned.walk(amounts, progress, told)
    return Codings(keys, request, keys.lattice.levels(), figures)
