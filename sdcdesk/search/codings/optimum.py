"""Optimum of a lattice: best first, by what coarser labels lose at least, and by what is known to be unsafe.

Records in small groups never become more where a key is coarsened, so that a node with too many of them shows
that all finer ones have; with conditions on groups, an unsafe node may show nothing but itself, see
`Request.hopeless`. The search proves its result: no node is left that could lose less.
"""

from collections.abc import Callable

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.search.codings.coding_losses import TIED
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.visits import Visits

MOST_NODES = 1 << 21
"""Nodes up to which the whole lattice is kept in mind."""


def find_optimum(visits: Visits, improved: Callable[[float], None], progress: Progress) -> None:
    """Look at nodes until the optimum is proved, and all nodes that are tied with it are known.

    Parameters
    ----------
    visits
        Nodes looked at so far; more are added.
    improved
        Told the bound whenever a better node was found.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    _Search(visits, improved, progress).run()


class _Search:
    """The nodes that could still be the best."""

    def __init__(self, visits: Visits, improved: Callable[[float], None], progress: Progress) -> None:
        self.visits, self.improved, self.progress = visits, improved, progress
        lattice = visits.keys.lattice
        self.bounds = visits.bounds(lattice.levels())
        self.open = np.ones(lattice.shape, dtype=bool)
        self.shape = lattice.shape

    def run(self) -> None:
        self._halve()
        while True:
            left = self.open.ravel() & (self.bounds <= self._limit())
            if not left.any():
                return
            # The coarsest: no node above it is left, so that it must be looked at in any case.
            self._visit(int(np.argmax(np.where(left, self.bounds, -np.inf))))

    def _halve(self) -> None:
        """Look for a good node by halving the order of the bounds."""
        order = np.argsort(self.bounds, kind="stable")
        low, high = 0, len(order)
        while True:
            high = min(high, int(np.searchsorted(self.bounds[order], self._limit(), side="right")))
            places = order[low:high]
            left = np.flatnonzero(self.open.ravel()[places])
            if not len(left):
                return
            middle = int(left[len(left) // 2])
            if self._visit(int(places[middle])):
                high = low + middle
            else:
                low += middle + 1

    def _limit(self) -> float:
        """Return the largest bound at which a node could be as good as the best."""
        best = self.visits.best
        return best + TIED * max(1.0, abs(best)) if np.isfinite(best) else np.inf

    def _visit(self, place: int) -> bool:
        """Look at a node; return whether it is safe."""
        node: Node = tuple(int(level) for level in np.unravel_index(place, self.shape))
        before = self.visits.best
        closed = self.open.size - int(np.count_nonzero(self.open))
        self.progress.at(closed / self.open.size)
        nodes, _, hopeless = self.visits.visit(node)
        for found, with_finer in zip(nodes.tolist(), hopeless.tolist(), strict=True):
            if with_finer:
                self.open[tuple(slice(level + 1) for level in found)] = False
            else:
                self.open[tuple(found)] = False
        if self.visits.best < before:
            self.improved(self._bound())
        return bool(self.visits.safe(node))

    def _bound(self) -> float:
        """Return what any node loses at least: the best found, or the least bound of those left."""
        left = self.open.ravel()
        return min(self.visits.best, float(self.bounds[left].min(initial=np.inf)))
