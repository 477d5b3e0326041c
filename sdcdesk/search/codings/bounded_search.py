"""Bounded search of a lattice too large to be kept in mind: the best so far, and a bound of what is possible.

A first node is found by refining the top as long as it stays safe (where it breaks a condition on groups,
which a finer one may keep, by going down to the neighbour that leaves out fewest first), and bettered by
exchanging a level of one key for one of another. The rest of the visits goes to the nodes of least bound,
which raises the bound; where it reaches the best node, that is proved to be the optimum.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

import numpy as np

from sdcdesk.core.running.progress import Progress
from sdcdesk.search.codings.coding_losses import TIED
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.visits import Visits

SKIPPED = 50
"""For each visit that is allowed so many nodes may be passed that are known to be unsafe."""


def bounded_search(
    visits: Visits, most: int, improved: Callable[[float], None], progress: Progress
) -> float | None:
    """Look at no more than so many nodes.

    Parameters
    ----------
    visits
        Nodes looked at so far; more are added.
    most
        Visits that are allowed.
    improved
        Told the bound whenever a better node was found.
    progress
        Receives the share that is done, and stops the work where the user asked to.

    Returns
    -------
    float or None
        What any safe node loses at least; None where the best node is proved to be the optimum, or where no
        node is safe.

    Raises
    ------
    Cancelled
        The user asked to stop.
    """
    return _Search(visits, most, improved, progress).run()


class _Search:
    """The search, and the nodes that are known to be hopeless: unsafe with all finer ones."""

    def __init__(
        self, visits: Visits, most: int, improved: Callable[[float], None], progress: Progress
    ) -> None:
        self.visits, self.most, self.improved, self.progress = visits, most, improved, progress
        self.lattice = visits.keys.lattice
        self.hopeless = np.empty((0, len(self.lattice.keys)), dtype=np.int64)
        self.done = 0
        self.bound = float(self._bounds([(0,) * len(self.lattice.keys)])[0])

    def run(self) -> float | None:
        top = self.lattice.heights
        if not self._safe(top) and self._is_hopeless(top):
            return None
        first = self._first_safe(top)
        if first is not None:
            self._exchange(self._refined(first))
        return self._raise_bound()

    def _first_safe(self, top: Node) -> Node | None:
        """Return a safe node on a way down from the top; None where there is none on it."""
        node = top
        while not self._safe(node):
            finer = [one for one in self.lattice.finer(node) if self._safe(one) or not self._is_hopeless(one)]
            if not finer or self.done >= self.most // 2:
                return None
            node = min(finer, key=self.visits.left_out)
        return node

    def _refined(self, node: Node) -> Node:
        """Return a safe node from which no key can be refined, or all visits are done."""
        while self.done < self.most:
            finer = self.lattice.finer(node)
            order = np.argsort(self._bounds(finer), kind="stable").tolist()
            better = next((finer[place] for place in order if self._safe(finer[place])), None)
            if better is None:
                return node
            node = better
        return node

    def _exchange(self, node: Node) -> None:
        """Give a level of one key for one of another as long as that loses less."""
        improving = True
        while improving and self.done < self.most // 2:
            improving = False
            for other in self._exchanges(node):
                before = self.visits.best
                if self._bounds([other])[0] < before and self._safe(other) and self.visits.best < before:
                    node, improving = self._refined(other), True
                    break

    def _exchanges(self, node: Node) -> Iterator[Node]:
        for coarser in self.lattice.coarser(node):
            yield from (finer for finer in self.lattice.finer(coarser) if finer != node)

    def _raise_bound(self) -> float | None:
        """Go through nodes by ascending bound, from the values as they are; return the bound at the end."""
        first = (0,) * len(self.lattice.keys)
        heap, known = [(self.bound, first)], {first}
        passed = 0
        while heap:
            bound, node = heap[0]
            best = self.visits.best
            if bound > best + TIED * max(1.0, abs(best)):
                return None
            self.bound = bound
            if self.done >= self.most or passed >= self.most * SKIPPED:
                return bound
            heappop(heap)
            passed += 1
            self._safe(node)
            new = [coarser for coarser in self.lattice.coarser(node) if coarser not in known]
            known.update(new)
            for bound_of, coarser in zip(self._bounds(new).tolist() if new else [], new, strict=True):
                heappush(heap, (bound_of, coarser))
        return None

    def _safe(self, node: Node) -> bool:
        """Return whether a node is safe, by what is known or by a visit."""
        known = self.visits.safe(node)
        if known is not None:
            return known
        if self._is_hopeless(node):
            return False
        self.progress.at(min(self.done / self.most, 1.0))
        before = self.visits.best
        nodes, _, hopeless = self.visits.visit(node)
        self.done += 1
        for found in nodes[hopeless]:
            # Those below a node that was found hopeless need not be kept beside it.
            beyond = ~(self.hopeless <= found).all(axis=1)
            self.hopeless = np.vstack([self.hopeless[beyond], found])
        if self.visits.best < before:
            self.improved(min(self.bound, self.visits.best))
        return bool(self.visits.safe(node))

    def _is_hopeless(self, node: Node) -> bool:
        return bool((self.hopeless >= np.array(node)).all(axis=1).any())

    def _bounds(self, nodes: list[Node] | tuple[Node, ...]) -> np.ndarray:
        return self.visits.bounds(np.array(nodes, dtype=np.int64).reshape(-1, len(self.lattice.keys)))
