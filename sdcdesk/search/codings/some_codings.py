"""Codings of which only some are looked at: as many as prove the optimum, or as are allowed."""

from collections.abc import Callable

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.search.codings.bounded_search import bounded_search
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.limited_codings import kept_limits
from sdcdesk.search.codings.optimum import MOST_NODES, find_optimum
from sdcdesk.search.codings.request import Request
from sdcdesk.search.codings.visits import Visits


def best_codings(
    keys: CodedKeys,
    request: Request,
    most: int,
    so_far: Callable[[Codings], None] | None = None,
    progress: Progress = SILENT,
) -> Codings:
    """Find the optimum of a lattice, or as good a coding as some visits find, and a bound.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    request
        What is asked for.
    most
        Nodes that are looked at, at most, where the lattice is too large to prove the optimum.
    so_far
        Told what was found whenever a better coding was.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Codings
        The nodes that were looked at.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    visits = Visits(keys, request)

    def improved(bound: float) -> None:
        if so_far is not None:
            so_far(_codings(visits, complete=False, least=bound))

    bound = None
    if keys.lattice.size <= MOST_NODES:
        find_optimum(visits, improved, progress)
    else:
        bound = bounded_search(visits, most, improved, progress)
    return _codings(visits, complete=bound is None, least=bound)


def _codings(visits: Visits, *, complete: bool, least: float | None) -> Codings:
    levels, figures = visits.found()
    limits = visits.request.limits
    kept = None if limits is None else kept_limits(levels, limits)
    return Codings(visits.keys, visits.request, levels, figures, complete, least, kept)
