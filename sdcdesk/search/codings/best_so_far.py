"""Best so far: what is told of a walk through all codings before it is at its end, or where it is stopped."""

from collections.abc import Callable

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_losses import NodeSums, joint_factors, least_losses
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.request import Request

OFTEN = 1 / 20
"""Share of all codings after which a better one is told; where the walk is stopped it is told at once."""


class BestSoFar:
    """Tells the codings that were looked at where a better one is among them.

    Parameters
    ----------
    keys
        Keys of a file, and their lattice.
    request
        What is asked for, without limits.
    so_far
        Told the codings.
    progress
        Asked whether the walk is being stopped.
    """

    def __init__(
        self, keys: CodedKeys, request: Request, so_far: Callable[[Codings], None], progress: Progress
    ) -> None:
        self._keys, self._request, self._so_far, self._progress = keys, request, so_far, progress
        self._looked = np.zeros(keys.lattice.size, dtype=bool)
        self._best = self._told = np.inf
        self._next = 0.0

    def add(self, figures: NodeFigures, places: np.ndarray) -> None:
        """Take some codings as looked at.

        Parameters
        ----------
        figures
            Figures of all nodes of the lattice, of which some are not known yet.
        places
            int64 (N,), those that are new.
        """
        self._looked[places] = True
        levels = np.array(np.unravel_index(places, self._keys.lattice.shape)).T
        new, request = figures.take(places), self._request
        losses = request.loss.of(NodeSums(self._keys, levels, new, request.k, request.weights))
        safe = request.within(new) & ~np.isnan(losses)
        self._best = min(self._best, float(losses[safe].min(initial=np.inf)))
        share = np.count_nonzero(self._looked) / len(self._looked)
        if self._best < self._told and (share >= self._next or self._progress.cancelled()):
            self._told, self._next = self._best, share + OFTEN
            self._so_far(self._codings(figures))

    def _codings(self, figures: NodeFigures) -> Codings:
        """Return what was looked at, and what any coding loses at least."""
        keys, request, looked = self._keys, self._request, self._looked
        levels, found = keys.lattice.levels(), figures.take(np.flatnonzero(looked))
        nothing = NodeFigures.empty(
            len(looked) - len(found), keys.summed(joint_factors(keys, request.weights))
        )
        others = NodeSums(keys, levels[~looked], nothing, request.k, request.weights)
        bounds = least_losses(others, request.loss)
        least = min(self._best, float(bounds.min(initial=np.inf)))
        return Codings(keys, request, levels[looked], found, complete=False, least=least)
