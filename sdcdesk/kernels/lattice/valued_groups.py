"""Valued groups: the groups at nodes of a lattice, with the values of other variables in each of them."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from sdcdesk.kernels.lattice.key_levels import KeyLevels
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures
from sdcdesk.kernels.lattice.node_groups import group_sizes, node_labels
from sdcdesk.kernels.value_counts import ValueCounts, summed

MOST_ROWS = 3_000_000
"""Groups and values of all nodes that are kept beside those of the values as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class ValuedGroups:
    """The groups at one node.

    Attributes
    ----------
    keys
        A combination of key values for each of G groups, and its records.
    values
        For each of some variables its values, by the places of the groups.
    """

    keys: KeyLevels
    values: tuple[ValueCounts, ...]

    def __len__(self) -> int:
        return len(self.keys.counts)

    @property
    def rows(self) -> int:
        """Number of groups, and of values in them."""
        return len(self) + sum(len(one.values) for one in self.values)

    def coarser(self, node: Sequence[int]) -> "ValuedGroups":
        """Return the groups at a node that is nowhere finer.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        ValuedGroups
            Each made of some of these.
        """
        keys = self.keys
        labels, groups = node_labels(keys, node)
        member = np.empty(groups, dtype=np.int64)
        member[labels] = np.arange(len(labels))
        found = KeyLevels(keys.codes[:, member], group_sizes(labels, groups, keys.counts), keys.digits)
        values = (summed(labels[one.spread(one.groups)], one.values, one.counts) for one in self.values)
        return ValuedGroups(found, tuple(values))

    def fill(
        self,
        figures: NodeFigures,
        place: int,
        node: Sequence[int],
        amounts: Amounts,
        small: np.ndarray,
        breaking: np.ndarray,
    ) -> None:
        """Find the figures of the node.

        Parameters
        ----------
        figures
            Where they are put.
        place
            Position of the node there.
        node
            The level of each key.
        amounts
            What is summed over the records left out.
        small, breaking
            bool (G,), the groups left out for their size, and for another reason.
        """
        sizes, out = self.keys.counts, small | breaking
        kept = sizes[~out]
        figures.suppressed[place] = sizes[out].sum()
        figures.breaking[place] = sizes[breaking].sum()
        figures.smallest[place] = kept.min() if len(kept) else 0
        figures.classes[place] = len(kept)
        figures.squares[place] = np.square(kept.astype(np.float64)).sum()
        places = np.flatnonzero(out)
        gone = sizes.take(places)
        for key, (codes, level) in enumerate(zip(self.keys.codes, node, strict=True)):
            own, joint = amounts.own[key][level], amounts.joint[key][:, level]
            records = np.bincount(codes.take(places), gone, len(own))
            figures.own[place, key] = own @ records
            figures.joint[place] += joint @ records


class ValuedNodes:
    """Groups of nodes as they are asked for: those of some finer nodes are kept while there is room.

    Parameters
    ----------
    finest
        Groups of the values as they are.
    """

    def __init__(self, finest: ValuedGroups) -> None:
        self._finest = finest
        sizes = [digits.shape[1] for digits in finest.keys.digits]
        # The keys of most values first, so that few groups are left soon.
        self._order = sorted(range(len(sizes)), key=lambda key: -sizes[key])
        self._kept: OrderedDict[tuple[int, ...], ValuedGroups] = OrderedDict()
        self._rows = 0

    def nodes(self) -> Iterator[tuple[int, ...]]:
        """Walk through all nodes in the order in which they cost least.

        Yields
        ------
        tuple[int, ...]
            The level of each key.
        """
        shape = self._finest.keys.shape
        for levels in product(*(range(shape[key]) for key in self._order)):
            by_key = dict(zip(self._order, levels, strict=True))
            yield tuple(by_key[key] for key in range(len(shape)))

    def at(self, node: tuple[int, ...]) -> ValuedGroups:
        """Return the groups of a node.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        ValuedGroups
            Made of those of a node in which its last coarse key is finer.
        """
        coarse = [key for key in self._order if node[key]]
        if not coarse:
            return self._finest
        if node in self._kept:
            self._kept.move_to_end(node)
            return self._kept[node]
        key = coarse[-1]
        finer = next(
            (one for level in range(node[key] - 1, 0, -1) if (one := _with(node, key, level)) in self._kept),
            _with(node, key, 0),
        )
        found = self.at(finer).coarser(node)
        self._keep(node, found)
        return found

    def _keep(self, node: tuple[int, ...], groups: ValuedGroups) -> None:
        self._kept[node] = groups
        self._rows += groups.rows
        while self._rows > MOST_ROWS and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._rows -= oldest.rows


def _with(node: tuple[int, ...], key: int, level: int) -> tuple[int, ...]:
    return (*node[:key], level, *node[key + 1 :])
