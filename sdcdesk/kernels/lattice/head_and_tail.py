"""Head and tail of a lattice: keys of many values, whose nodes are walked, and of few, which are summed.

A few keys with few values make the tail: the records of each combination of the others, the head, are counted
by the cells of the tail, so that every node of the tail is a sum of such counts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.key_parts import KeyPart, PartLabels, key_parts
from sdcdesk.kernels.lattice.node_figures import Amounts

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

    def cells(self, keys: KeyLevels) -> np.ndarray:
        """Return the cell of each combination of values.

        Parameters
        ----------
        keys
            The combinations.

        Returns
        -------
        np.ndarray
            int64 (m,).
        """
        found = np.zeros(keys.codes.shape[1], dtype=np.int64)
        for key in self.keys:
            found = found * keys.digits[key].shape[1] + keys.codes[key]
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """The other keys.

    Attributes
    ----------
    keys
        Their places, those of the most values first, so that groups become few at once.
    sizes
        Number of values of each.
    parts
        The same keys in the same order, several as one.
    """

    keys: tuple[int, ...]
    sizes: tuple[int, ...]
    parts: tuple[KeyPart, ...]

    @property
    def values(self) -> int:
        """Number of combinations of values that there could be."""
        return math.prod(self.sizes)

    def labels(self, levels: Sequence[int]) -> list[PartLabels]:
        """Return the labels of each part at a node of the head.

        Parameters
        ----------
        levels
            The level of each key.

        Returns
        -------
        list[PartLabels]
            As many as there are parts.
        """
        found, done = [], 0
        for part in self.parts:
            found.append(part.at(levels[done : done + len(part.keys)]))
            done += len(part.keys)
        return found


@dataclass(frozen=True, eq=False)
class HeadAndTail:
    """The keys of a lattice in two parts.

    Attributes
    ----------
    keys
        Different combinations of all keys.
    amounts
        What is summed over the records left out.
    head, tail
        The keys.
    """

    keys: KeyLevels
    amounts: Amounts
    head: Head
    tail: Tail

    @cached_property
    def records(self) -> np.ndarray:
        """float64 (rows,), the records of the file in each row of the tail."""
        cells = np.bincount(self.tail.cells(self.keys), self.keys.counts, self.tail.sums.shape[1])
        records: np.ndarray = self.tail.sums @ cells
        return records

    @cached_property
    def tail_amounts(self) -> np.ndarray:
        """float64 (rows, keys of the tail + q), own and joint amounts of each row of the tail."""
        tail, amounts = self.tail, self.amounts
        found = np.zeros((len(tail.sums), len(tail.keys) + len(amounts.joint[0])))
        levels = np.repeat(tail.nodes, np.diff(tail.starts, append=len(tail.sums)), axis=0)
        for place, key in enumerate(tail.keys):
            at = levels[:, place], tail.digits[:, place]
            found[:, place] = amounts.own[key][at]
            found[:, len(tail.keys) :] += amounts.joint[key][:, *at].T
        return found

    def head_totals(self, levels: np.ndarray) -> np.ndarray:
        """Return sums of the amounts of the head over all records.

        Parameters
        ----------
        levels
            int64 (h, keys of the head), nodes of the head.

        Returns
        -------
        np.ndarray
            float64 (h, keys of the head + q), the own amounts of each key, and the joint ones.
        """
        own, joint = self._totals
        keys = np.arange(levels.shape[1])
        return np.concatenate([own[keys, levels], joint[keys, levels].sum(axis=1)], axis=1)

    @cached_property
    def _totals(self) -> tuple[np.ndarray, np.ndarray]:
        """For each key of the head and level its own total, (keys, levels), and the joint ones, (…, q)."""
        keys, amounts = self.head.keys, self.amounts
        most = max(self.keys.shape[key] for key in keys)
        own, joint = np.zeros((len(keys), most)), np.zeros((len(keys), most, len(amounts.joint[0])))
        for place, key in enumerate(keys):
            levels, values = self.keys.digits[key].shape
            records = np.bincount(self.keys.codes[key], self.keys.counts, values)
            own[place, :levels] = amounts.own[key] @ records
            joint[place, :levels] = (amounts.joint[key] @ records).T
        return own, joint


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


def split(keys: KeyLevels, amounts: Amounts) -> HeadAndTail:
    """Split the keys of a lattice into head and tail.

    Parameters
    ----------
    keys
        Different combinations of all keys.
    amounts
        What is summed over the records left out.

    Returns
    -------
    HeadAndTail
        With at least one key in the head.
    """
    sizes = [digits.shape[1] for digits in keys.digits]
    of_tail = tail_keys(sizes)
    of_head = sorted((key for key in range(len(sizes)) if key not in of_tail), key=lambda key: -sizes[key])
    parts = key_parts(keys, amounts, of_head)
    head = Head(tuple(of_head), tuple(sizes[key] for key in of_head), parts)
    return HeadAndTail(keys, amounts, head, _tail(keys, of_tail, sizes))


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
