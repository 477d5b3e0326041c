"""Head and tail of a lattice: keys of many values, whose nodes are walked, and of few, which are summed.

A few keys with few values make the tail: the records of each combination of the others, the head, are counted
by the cells of the tail, so that every node of the tail is a sum of such counts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sdcdesk.kernels.keys import LARGEST_KEY
from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.packed_cells import PackedCells

CELLS = 6
"""Most cells of the tail: with more the sums cost more than the nodes that they save."""

MOST_KEYS = 3
"""Most keys of the tail."""


@dataclass(frozen=True, slots=True, eq=False)
class Tail:
    """Nodes of the tail, each a sum of cells.

    Attributes
    ----------
    keys
        Places of its keys; none: one node of one cell.
    nodes
        int64 (t, keys), levels of its nodes.
    sums
        float64 (rows, cells), 1 for the cells that each row of a node sums, which follow one another.
    starts
        int64 (t,), first row of each node.
    digits
        int64 (rows, keys), value of each key in each row.
    """

    keys: tuple[int, ...]
    nodes: np.ndarray
    sums: np.ndarray
    starts: np.ndarray
    digits: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """Different combinations of the values of the head.

    Attributes
    ----------
    keys
        Places of its keys, those of the most values first.
    values
        int64 (keys, m), the value of each key in each combination.
    codes
        uint32 or int64 (m,), the combination as one number, ascending.
    strides
        What a step of one value of each key adds to that number.
    cells
        `PackedCells` of each combination: records in each cell of the tail.
    """

    keys: tuple[int, ...]
    values: np.ndarray
    codes: np.ndarray
    strides: tuple[int, ...]
    cells: PackedCells


def tail_keys(sizes: Sequence[int]) -> tuple[int, ...]:
    """Choose the keys of the tail.

    Parameters
    ----------
    sizes
        Number of values of each key.

    Returns
    -------
    tuple[int, ...]
        Their places, ascending; at least one key is left to the head.
    """
    chosen: list[int] = []
    cells = 1
    for key in sorted(range(len(sizes)), key=lambda key: (sizes[key], key))[: len(sizes) - 1]:
        if cells * sizes[key] > CELLS or len(chosen) == MOST_KEYS:
            break
        chosen.append(key)
        cells *= sizes[key]
    return tuple(sorted(chosen))


def split(keys: KeyLevels) -> tuple[Head, Tail] | None:
    """Split the keys of a lattice into head and tail.

    Parameters
    ----------
    keys
        Different combinations of all keys.

    Returns
    -------
    tuple[Head, Tail] or None
        None where the combinations of the head have no whole numbers, as there could be too many.
    """
    sizes = [digits.shape[1] for digits in keys.digits]
    of_tail = tail_keys(sizes)
    # The keys of most values first, so that the tables become small at once.
    of_head = tuple(
        sorted((key for key in range(len(sizes)) if key not in of_tail), key=lambda key: -sizes[key])
    )
    domain = math.prod(sizes[key] for key in of_head)
    if domain >= LARGEST_KEY:
        return None
    strides = tuple(math.prod(sizes[key] for key in of_head[place + 1 :]) for place in range(len(of_head)))
    kind = np.uint32 if domain <= np.iinfo(np.uint32).max else np.int64
    codes: np.ndarray = np.zeros(keys.codes.shape[1], dtype=kind)
    for key, stride in zip(of_head, strides, strict=True):
        codes += keys.codes[key].astype(kind) * kind(stride)
    order = np.argsort(codes)
    ordered = codes[order]
    first = np.flatnonzero(new_runs(ordered))
    labels = np.empty(len(codes), dtype=np.int64)
    labels[order] = np.repeat(np.arange(len(first)), np.diff(first, append=len(codes)))
    tail = _tail(keys, of_tail, sizes)
    cells = len(tail.sums.T)
    cell = np.zeros(len(codes), dtype=np.int64)
    for key in of_tail:
        cell = cell * sizes[key] + keys.codes[key]
    table = np.bincount(cell * len(first) + labels, keys.counts, cells * len(first)).reshape(cells, -1)
    values = keys.codes[list(of_head)][:, order[first]].astype(np.int64)
    return Head(of_head, values, ordered[first], strides, PackedCells.packed(table, keys.records)), tail


def new_runs(ascending: np.ndarray) -> np.ndarray:
    """Return where numbers differ from those before them.

    Parameters
    ----------
    ascending
        Integers (m,).

    Returns
    -------
    np.ndarray
        bool (m,); the first is True.
    """
    new = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=new[1:])
    return new


def _tail(keys: KeyLevels, of_tail: tuple[int, ...], sizes: Sequence[int]) -> Tail:
    """Return the nodes of the tail; a row of one sums the cells under one combination of labels."""
    if not of_tail:
        nothing = np.zeros((1, 0), dtype=np.int64)
        return Tail((), nothing, np.ones((1, 1)), np.zeros(1, dtype=np.int64), nothing)
    shape = tuple(sizes[key] for key in of_tail)
    cell_values = np.indices(shape).reshape(len(shape), -1)
    levels = [range(len(keys.digits[key])) for key in of_tail]
    nodes, sums, starts, digits = [], [], [], []
    rows = 0
    for node in product(*levels):
        labels = np.array(
            [
                keys.digits[key][level][values]
                for key, level, values in zip(of_tail, node, cell_values, strict=True)
            ],
            dtype=np.int64,
        )
        different, of_cell = np.unique(labels, axis=1, return_inverse=True)
        nodes.append(node)
        starts.append(rows)
        rows += different.shape[1]
        digits.append(different.T)
        sums.append(of_cell.ravel()[None, :] == np.arange(different.shape[1])[:, None])
    return Tail(
        of_tail,
        np.array(nodes, dtype=np.int64),
        np.concatenate(sums).astype(np.float64),
        np.array(starts),
        np.concatenate(digits),
    )
