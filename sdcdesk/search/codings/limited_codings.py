"""Limited codings: nodes of a lattice are assessed until the best is found that keeps all limits."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.search.codings.coding_losses import TIED
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.figure_limits import ALL_ASSESSED, MOST_ASSESSED, FigureLimits


def limited_codings(
    codings: Codings,
    limits: FigureLimits,
    so_far: Callable[[Codings], None] | None = None,
    progress: Progress = SILENT,
) -> Codings:
    """Assess the files of codings by ascending loss, until the best is found that keeps all limits.

    Where few codings meet all else, all of them are assessed, so that the minimal ones are known, too.

    Parameters
    ----------
    codings
        All nodes of a lattice, without regard to the limits.
    limits
        What a file must keep.
    so_far
        Told what was found when the first coding was that keeps all limits.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    Codings
        The same nodes, with those that keep the limits; not complete where too many were assessed in vain.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    losses = np.nan_to_num(codings.losses[codings.request.loss.name], nan=np.inf, posinf=np.inf)
    places = np.flatnonzero(codings.safe)
    order = places[np.lexsort([codings.levels[places].sum(axis=1), losses[places]])]
    best, complete, least = np.inf, True, None
    every = len(order) <= ALL_ASSESSED
    for done, place in enumerate(order.tolist()):
        if not every and losses[place] > best + TIED * max(1.0, abs(best)):
            break
        if done >= MOST_ASSESSED:
            complete, least = best < np.inf, float(losses[place])
            break
        progress.at(done / len(order))
        node = tuple(codings.levels[place].tolist())
        if limits.keeps(node, int(codings.figures.suppressed[place])):
            if so_far is not None and losses[place] < best:
                kept = kept_limits(codings.levels, limits)
                so_far(replace(codings, kept=kept, complete=False, least=float(losses[place])))
            best = min(best, float(losses[place]))
    kept = kept_limits(codings.levels, limits)
    return replace(codings, kept=kept, complete=complete, least=least)


def kept_limits(levels: np.ndarray, limits: FigureLimits) -> np.ndarray:
    """Return which nodes keep all limits.

    Parameters
    ----------
    levels
        int64 (N, d), the nodes.
    limits
        What was found of those that were assessed.

    Returns
    -------
    np.ndarray
        int8 (N,), see `Codings`.
    """
    known = (limits.known(tuple(node)) for node in levels.tolist())
    return np.array([-1 if keeps is None else int(keeps) for keeps in known], dtype=np.int8)
