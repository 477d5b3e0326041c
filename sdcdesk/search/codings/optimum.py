"""Optimum of a lattice: best first, by what coarser labels lose at least, and by what is known to be unsafe.

Records in small groups never become more where a key is coarsened, so that a node with too many of them shows
that all finer ones have; with conditions on groups, an unsafe node may show nothing but itself, see
`Request.hopeless`. Who is left out at a safe node is left out at all finer ones, which raises what these lose
at least. The search proves its result: no node is left that could lose less.
"""

from collections.abc import Callable, Sequence

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.search.codings.coding_losses import TIED
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.visits import Visits

MOST_NODES = 1 << 21
"""Nodes up to which the whole lattice is kept in mind."""

STRETCH = 1 << 10
"""Nodes that are looked through at once for one that is left."""

RAISED = 1 << 14
"""Nodes whose bound is raised at once, at most: for more of them that takes longer than visits."""


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
        self.levels = lattice.levels()
        self.bounds = visits.bounds(self.levels)
        self.raised = self.bounds.copy()
        self.order = np.argsort(self.bounds, kind="stable")
        self.open = np.ones(lattice.shape, dtype=bool)
        self.shape = lattice.shape

    def run(self) -> None:
        self._halve()
        ordered, end = self.bounds[self.order], len(self.order)
        while True:
            end = self._last_open(min(end, int(np.searchsorted(ordered, self._limit(), side="right"))))
            if not end:
                return
            # The coarsest: no node above it is left, so that it must be looked at in any case.
            self._visit(int(self.order[end - 1]))

    def _last_open(self, end: int) -> int:
        """Return how many nodes there are up to the last that is left, in the order of the bounds."""
        while end:
            start = max(end - STRETCH, 0)
            left = self._left(self.order[start:end])
            if len(left):
                return start + int(left[-1]) + 1
            end = start
        return 0

    def _halve(self) -> None:
        """Look for a good node by halving the order of the bounds."""
        order = self.order
        low, high = 0, len(order)
        while True:
            high = min(high, int(np.searchsorted(self.bounds[order], self._limit(), side="right")))
            places = order[low:high]
            left = self._left(places)
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
                self.open[_down(found)] = False
            else:
                self.open[tuple(found)] = False
        number = nodes.tolist().index(list(node))
        if not hopeless[number]:
            self._raise(node, number)
        if self.visits.best < before:
            self.improved(self._bound())
        return bool(self.visits.safe(node))

    def _raise(self, node: Node, number: int) -> None:
        """Raise the bounds of the finer nodes by those who are left out at one of the last visit."""
        down = np.zeros_like(self.open)
        down[_down(node)] = self.open[_down(node)]
        places = np.flatnonzero(down.ravel() & (self.raised <= self._limit()))
        if len(places) <= RAISED:
            bounds = self.visits.bounds(self.levels[places], number)
            self.raised[places] = np.maximum(self.raised[places], bounds)

    def _left(self, places: np.ndarray) -> np.ndarray:
        """Return which of some nodes could still be as good as the best."""
        return np.flatnonzero(self.open.ravel()[places] & (self.raised[places] <= self._limit()))

    def _bound(self) -> float:
        """Return what any node loses at least: the best found, or the least bound of those left."""
        left = self.open.ravel()
        return min(self.visits.best, float(self.raised[left].min(initial=np.inf)))


def _down(node: Sequence[int] | np.ndarray) -> tuple[slice, ...]:
    """Return the part of a lattice that is nowhere coarser than a node."""
    return tuple(slice(int(level) + 1) for level in node)
