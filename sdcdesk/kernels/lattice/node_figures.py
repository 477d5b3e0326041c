"""Figures of nodes of a lattice: groups that stay, records that are left out, and sums over these."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_groups import group_sizes, node_labels

Amounts = tuple[np.ndarray, ...]
"""For each key float64 (q, levels, values): q amounts of a label, told by any value under it."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeFigures:
    """Figures of N nodes; records in groups below k are left out, and form no group.

    Attributes
    ----------
    suppressed
        int64 (N,), records left out.
    smallest
        int64 (N,), size of the smallest group that stays; 0 where none does.
    classes
        int64 (N,), groups that stay.
    squares
        float64 (N,), sum of the squared sizes of the groups that stay; whole below 2^53.
    left_out
        float64 (N, d, q), for each key the sums of its amounts over the records left out.
    """

    suppressed: np.ndarray
    smallest: np.ndarray
    classes: np.ndarray
    squares: np.ndarray
    left_out: np.ndarray

    @classmethod
    def empty(cls, nodes: int, keys: int, amounts: int) -> "NodeFigures":
        """Return room for the figures of nodes.

        Parameters
        ----------
        nodes, keys, amounts
            N, d and q.

        Returns
        -------
        NodeFigures
            All 0.
        """
        suppressed, smallest, classes = np.zeros((3, nodes), dtype=np.int64)
        return cls(suppressed, smallest, classes, np.zeros(nodes), np.zeros((nodes, keys, amounts)))

    def __len__(self) -> int:
        return len(self.suppressed)


def fill_node(
    figures: NodeFigures,
    place: int,
    keys: KeyLevels,
    node: Sequence[int],
    k: int,
    amounts: Amounts,
    unsafe: np.ndarray | None = None,
) -> None:
    """Find the figures of one node from the combinations of key values.

    Parameters
    ----------
    figures
        Where they are put.
    place
        Position of the node there.
    keys
        The combinations.
    node
        The level of each key.
    k
        Groups of fewer records are left out.
    amounts
        What is summed over the records left out.
    unsafe
        bool (G,), groups that are left out for another reason; None: none.
    """
    labels, groups = node_labels(keys, node)
    sizes = group_sizes(labels, groups, keys.counts)
    out = sizes < k if unsafe is None else (sizes < k) | unsafe
    kept = sizes[~out]
    figures.suppressed[place] = sizes[out].sum()
    figures.smallest[place] = kept.min(initial=np.iinfo(np.int64).max) if len(kept) else 0
    figures.classes[place] = len(kept)
    figures.squares[place] = np.square(kept.astype(np.float64)).sum()
    gone = out[labels]
    for key, (codes, level) in enumerate(zip(keys.codes, node, strict=True)):
        records = np.bincount(codes[gone], keys.counts[gone], amounts[key].shape[2])
        figures.left_out[place, key] = amounts[key][:, level] @ records
