"""Visits of a search: the nodes that were looked at, what they lose, and the best so far."""

import math
from dataclasses import dataclass, field

import numpy as np

from sdcdesk.kernels.lattice.head_and_tail import split
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.kernels.lattice.node_visits import NodeVisits
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_losses import TIED, NodeSums, joint_factors, least_losses
from sdcdesk.search.codings.conditioned_groups import ConditionedVisits
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.request import Request


@dataclass(eq=False)
class Visits:
    """Nodes of a lattice that were looked at.

    Attributes
    ----------
    keys
        The keys of the file.
    request
        What is asked for.
    best
        The least loss of a node that meets the request; infinite where none was found yet.
    """

    keys: CodedKeys
    request: Request
    best: float = np.inf
    _levels: list[np.ndarray] = field(default_factory=list, repr=False)
    _figures: list[NodeFigures] = field(default_factory=list, repr=False)
    _seen: dict[Node, int] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        amounts = self.keys.summed(joint_factors(self.keys, self.request.weights))
        conditioned = self.request.conditioned
        self._amounts = amounts
        self._nodes: NodeVisits | ConditionedVisits = (
            NodeVisits(split(self.keys.levels, amounts), self.request.k)
            if conditioned is None
            else conditioned.visits(amounts)
        )

    def __len__(self) -> int:
        return len(self._seen)

    def safe(self, node: Node) -> bool | None:
        """Return whether a node meets the request, limits apart; None where it was not looked at.

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        bool or None
            As far as it is known by itself.
        """
        return self._seen[node] <= self.request.allowed if node in self._seen else None

    def left_out(self, node: Node) -> int:
        """Return how many records are left out at a node.

        Parameters
        ----------
        node
            One that was looked at.

        Returns
        -------
        int
            Those in small groups, and in groups that break a condition.
        """
        return self._seen[node]

    def visit(self, node: Node) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Look at a node, and at those that are found with it.

        Parameters
        ----------
        node
            One that was not looked at yet.

        Returns
        -------
        np.ndarray
            int64 (N, d), the nodes.
        np.ndarray
            bool (N,), which of them meet the request; limits apart.
        np.ndarray
            bool (N,), which of them show that neither they nor any finer one do.
        """
        nodes, figures = self._nodes.visit(node)
        losses = self.losses(nodes, figures)
        safe = self.request.within(figures)
        self._choose(nodes, figures, losses, safe)
        self._levels.append(nodes)
        self._figures.append(figures)
        self._seen |= zip(map(tuple, nodes.tolist()), figures.suppressed.tolist(), strict=True)
        return nodes, safe, self.request.hopeless(figures)

    def _choose(self, nodes: np.ndarray, figures: NodeFigures, losses: np.ndarray, safe: np.ndarray) -> None:
        """Take the best of some nodes where it is better; with limits, those that could be are assessed."""
        limits = self.request.limits
        for place in np.argsort(losses, kind="stable"):
            loss = float(losses[place])
            # A loss that is not defined is no reason to choose a node.
            if math.isnan(loss) or not safe[place] or loss > self.best + TIED * max(1.0, abs(loss)):
                continue
            node = tuple(nodes[place].tolist())
            if limits is None or limits.keeps(node, int(figures.suppressed[place])):
                self.best = min(self.best, loss)

    def losses(self, nodes: np.ndarray, figures: NodeFigures) -> np.ndarray:
        """Return what nodes lose by their figures.

        Parameters
        ----------
        nodes
            int64 (N, d).
        figures
            What is left out at them.

        Returns
        -------
        np.ndarray
            float64 (N,).
        """
        sums = NodeSums(self.keys, nodes, figures, self.request.k, self.request.weights)
        return self.request.loss.of(sums)

    def bounds(self, nodes: np.ndarray, above: int | None = None) -> np.ndarray:
        """Return what nodes lose at least.

        Parameters
        ----------
        nodes
            int64 (N, d).
        above
            Place among the nodes of the last visit of one that is finer than none of these; None: it is not
            known who is left out.

        Returns
        -------
        np.ndarray
            float64 (N,).
        """
        gone, asked = NodeFigures.empty(len(nodes), self._amounts), self.request
        # Who is left out for a condition may stay at a finer node.
        if above is not None and not asked.conditioned:
            known = self._figures[-1]
            gone.suppressed[:], gone.own[:] = known.suppressed[above], known.own[above]
            gone.joint[:] = known.joint[above]
        return least_losses(NodeSums(self.keys, nodes, gone, asked.k, asked.weights), asked.loss)

    def found(self) -> tuple[np.ndarray, NodeFigures]:
        """Return all nodes that were looked at.

        Returns
        -------
        np.ndarray
            int64 (N, d), ascending.
        NodeFigures
            Their figures.
        """
        levels = np.concatenate(self._levels)
        levels, first = np.unique(levels, axis=0, return_index=True)
        return levels, NodeFigures.joined(self._figures).take(first)
