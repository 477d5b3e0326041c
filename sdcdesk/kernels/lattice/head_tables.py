"""Tables of the head of a lattice: the groups of its keys at a node, made from those at a finer one."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.lattice.head_and_tail import Head, Tail, new_runs
from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts
from sdcdesk.kernels.lattice.packed_cells import PackedCells


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Groups of the head at one of its nodes.

    Attributes
    ----------
    codes
        uint32 or int64 (m,), their combinations of labels as numbers, ascending.
    cells
        Records of each by cell of the tail.
    member
        int64 (m,), a combination of values that has these labels.
    amounts
        float64 (m, keys of the head + q), the own amount of each key, and the joint ones of the head.
    """

    codes: np.ndarray
    cells: PackedCells
    member: np.ndarray
    amounts: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class HeadTables:
    """Tables of a head.

    Attributes
    ----------
    keys
        Different combinations of all keys.
    amounts
        What is summed over the records left out.
    head, tail
        The keys in two parts.
    """

    keys: KeyLevels
    amounts: Amounts
    head: Head
    tail: Tail

    def finest(self) -> Table:
        """Return the table of the values as they are.

        Returns
        -------
        Table
            A group for each combination of values of the head.
        """
        head, keys = self.head, len(self.head.keys)
        own = [self.amounts.own[key][0] for key in head.keys]
        joint = [self.amounts.joint[key][:, 0] for key in head.keys]
        amounts = np.zeros((len(head.codes), keys + len(joint[0])))
        for depth, values in enumerate(head.values):
            amounts[:, depth] = own[depth].take(values)
            amounts[:, keys:] += joint[depth].T.take(values, axis=0)
        return Table(head.codes, head.cells, np.arange(len(head.codes)), amounts)

    def coarser(self, table: Table, depth: int, low: int, high: int) -> Table:
        """Return the table in which one key of the head is coarser.

        Parameters
        ----------
        table
            With this key at level `low`.
        depth
            Place of the key in the head.
        low, high
            Levels of the key before and after.

        Returns
        -------
        Table
            With the other keys as they are.
        """
        key, kind = self.head.keys[depth], table.codes.dtype.type
        digits = self.keys.digits[key]
        less = (digits[low] - digits[high]).astype(kind) * kind(self.head.strides[depth])
        values = self.head.values[depth].take(table.member)
        codes, cells = table.codes - less.take(values), table.cells
        order = None
        if depth < len(self.head.keys) - 1:
            # The digits behind it are no longer in order.
            order = np.argsort(codes, kind="stable")
            codes, cells = codes.take(order), cells.take(order)
        starts = np.flatnonzero(new_runs(codes))
        chosen = starts if order is None else order.take(starts)
        if len(starts) < len(codes):
            codes, cells = codes.take(starts), cells.added(starts)
        values = values.take(chosen)
        amounts = table.amounts.take(chosen, axis=0)
        amounts[:, depth] = self.amounts.own[key][high].take(values)
        joint = self.amounts.joint[key]
        amounts[:, len(self.head.keys) :] += (joint[:, high] - joint[:, low]).T.take(values, axis=0)
        return Table(codes, cells, table.member.take(chosen), amounts)
