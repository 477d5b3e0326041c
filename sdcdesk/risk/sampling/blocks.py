"""Blocks of groups: what their records add to the links of a sample, group sizes taken together."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.counting import Groups


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The groups of one size a; D(x) is what a group adds if x = 0…a of its records are drawn.

    Attributes
    ----------
    size
        a.
    groups
        Their number.
    total
        Σ E[D(x)] over the groups, for each x.
    rows
        E[D(x)], a row for each group; or fewer rows with the same sums of squares and products of columns.
    within
        Σ Var[D(x)] over the groups, for each x: it matters which of its records are drawn.
    """

    size: int
    groups: int
    total: np.ndarray
    rows: np.ndarray
    within: np.ndarray


def unique_blocks(groups: Groups, initial: np.ndarray) -> tuple[Block, ...]:
    """Return what counts for DR_min: a single drawn record that was unique in the initial file.

    Parameters
    ----------
    groups
        Groups of the file that is sampled.
    initial
        int64 (n′,), F_r of its records.

    Returns
    -------
    tuple[Block, ...]
        One entry for each size of group that holds such records.
    """
    number = np.bincount(groups.labels[initial == 1], minlength=len(groups.sizes))
    found = []
    for size in np.unique(groups.sizes[number > 0]).tolist():
        share = number[(groups.sizes == size) & (number > 0)] / size
        values = np.zeros((3, size + 1))
        values[:, 1] = share.sum(), np.sqrt((share**2).sum()), (share * (1 - share)).sum()
        found.append(Block(size, len(share), values[0], values[1:2], values[2]))
    return tuple(found)


def maximal_blocks(groups: Groups, initial: np.ndarray) -> tuple[Block, ...]:
    """Return what counts for DR_max: every drawn record, divided by max(x, F_r); see `unique_blocks`.

    Parameters
    ----------
    groups
        Groups of the file that is sampled.
    initial
        int64 (n′,), F_r of its records.

    Returns
    -------
    tuple[Block, ...]
        One entry for each size of group.
    """
    return tuple(_block(rows) for rows in _by_size(groups, initial))


def _by_size(groups: Groups, initial: np.ndarray) -> Iterator[np.ndarray]:
    """Walk through the group sizes; F_r of their records, a row for each group."""
    order = np.lexsort((groups.labels, groups.sizes[groups.labels]))
    sizes, records = np.unique(groups.sizes[groups.labels], return_counts=True)
    for size, part in zip(sizes.tolist(), np.split(initial[order], np.cumsum(records))[:-1], strict=True):
        yield part.reshape(-1, size)


def _block(initial: np.ndarray) -> Block:
    """Return the block of groups from F_r of their records.

    With S1 and S2 the sums of 1/max(x, F_r) and of its square over a group of a, x drawn records add
    x·S1/a on average, with the variance x(a − x)/(a(a − 1))·(S2 − S1²/a) of a sample from the group.
    """
    groups, size = initial.shape
    x = np.arange(size + 1)
    sums = [_sums(initial, power) for power in (1, 2)]
    mean = x / size * sums[0]
    left = np.maximum(sums[1] - sums[0] ** 2 / size, 0).sum(axis=0)
    within = x * (size - x) / (size * max(size - 1, 1)) * left
    # As many rows as columns hold all sums of squares and products of columns.
    rows: np.ndarray = np.asarray(np.linalg.qr(mean, mode="r")) if groups > size else mean
    return Block(size, groups, mean.sum(axis=0), rows, within)


def _sums(initial: np.ndarray, power: int) -> np.ndarray:
    """Return Σ 1/max(x, F_r)^power over each group, for x = 0…a; sums of positive terms only."""
    groups, size = initial.shape
    value = np.minimum(initial, size + 1) + (size + 2) * np.arange(groups)[:, None]
    cells, shape = groups * (size + 2), (groups, size + 2)
    count = np.bincount(value.reshape(-1), minlength=cells).reshape(shape)
    part = np.bincount(value.reshape(-1), (1 / initial**power).reshape(-1), minlength=cells).reshape(shape)
    x = np.arange(size + 1)
    reached = np.cumsum(count, axis=1)[:, :-1] / np.maximum(x, 1) ** power
    sums: np.ndarray = reached + np.cumsum(part[:, ::-1], axis=1)[:, ::-1][:, 1:]
    return sums
