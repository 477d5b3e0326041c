"""Groups of records at one node of a lattice."""

from collections.abc import Sequence

import numpy as np

from sdcdesk.kernels.keys import combine, compact
from sdcdesk.kernels.lattice.key_levels import KeyLevels


def node_labels(keys: KeyLevels, node: Sequence[int]) -> tuple[np.ndarray, int]:
    """Return the group of each combination of key values at a node.

    Parameters
    ----------
    keys
        The combinations.
    node
        The level of each key.

    Returns
    -------
    np.ndarray
        int64 (m,), 0…G−1, ascending by the labels of the keys.
    int
        G.
    """
    columns, radices = [], []
    for codes, digits, level in zip(keys.codes, keys.digits, node, strict=True):
        columns.append(digits[level][codes])
        radices.append(digits.shape[1])
    return compact(*combine(columns, radices))


def group_sizes(labels: np.ndarray, groups: int, counts: np.ndarray) -> np.ndarray:
    """Return the number of records of each group.

    Parameters
    ----------
    labels
        int64 (m,), 0…groups−1.
    groups
        G.
    counts
        int64 (m,), records of each combination.

    Returns
    -------
    np.ndarray
        int64 (G,).
    """
    # float64 holds every number of records that a file can have.
    return np.bincount(labels, counts, groups).astype(np.int64)
