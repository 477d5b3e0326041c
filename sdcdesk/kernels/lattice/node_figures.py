"""Figures of nodes of a lattice: groups that stay, records that are left out, and sums over these."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Amounts:
    """Amounts of labels, told by any value under them, which are summed over the records left out.

    Attributes
    ----------
    own
        For each key float64 (levels, values): an amount that is summed for that key alone.
    joint
        For each key float64 (q, levels, values): q amounts that are summed over all keys.
    """

    own: tuple[np.ndarray, ...]
    joint: tuple[np.ndarray, ...]


@dataclass(frozen=True, slots=True, eq=False)
class NodeFigures:
    """Figures of N nodes; records that are left out form no group.

    Attributes
    ----------
    suppressed
        int64 (N,), records left out.
    breaking
        int64 (N,), those of them whose group is large enough, and left out for another reason.
    smallest
        int64 (N,), size of the smallest group that stays; 0 where none does.
    classes
        int64 (N,), groups that stay.
    squares
        float64 (N,), sum of the squared sizes of the groups that stay; whole below 2^53.
    own
        float64 (N, d), for each key the sum of its own amounts over the records left out.
    joint
        float64 (N, q), the sums of the joint amounts of all keys over the records left out.
    """

    suppressed: np.ndarray
    breaking: np.ndarray
    smallest: np.ndarray
    classes: np.ndarray
    squares: np.ndarray
    own: np.ndarray
    joint: np.ndarray

    @classmethod
    def empty(cls, nodes: int, amounts: Amounts) -> "NodeFigures":
        """Return room for the figures of nodes.

        Parameters
        ----------
        nodes
            N.
        amounts
            What is summed.

        Returns
        -------
        NodeFigures
            All 0.
        """
        suppressed, breaking, smallest, classes = np.zeros((4, nodes), dtype=np.int64)
        own, joint = np.zeros((nodes, len(amounts.own))), np.zeros((nodes, len(amounts.joint[0])))
        return cls(suppressed, breaking, smallest, classes, np.zeros(nodes), own, joint)

    @classmethod
    def joined(cls, parts: Sequence["NodeFigures"]) -> "NodeFigures":
        """Return the figures of the nodes of several parts.

        Parameters
        ----------
        parts
            At least one.

        Returns
        -------
        NodeFigures
            One part behind the other.
        """
        return cls(*(np.concatenate(arrays) for arrays in zip(*map(cls._arrays, parts), strict=True)))

    def take(self, places: np.ndarray) -> "NodeFigures":
        """Return the figures of some nodes.

        Parameters
        ----------
        places
            int64 (N,), their places.

        Returns
        -------
        NodeFigures
            In this order.
        """
        return NodeFigures(*(array[places] for array in self._arrays()))

    def _arrays(self) -> tuple[np.ndarray, ...]:
        counts = self.suppressed, self.breaking, self.smallest, self.classes
        return *counts, self.squares, self.own, self.joint

    def __len__(self) -> int:
        return len(self.suppressed)
