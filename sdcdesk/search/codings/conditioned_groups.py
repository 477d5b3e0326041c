"""Conditioned groups: which records a coding leaves out where conditions are asked of every group.

Left out are the groups below k, and those that break a condition. Each node is looked at by itself: records
that are left out at one coding may come back at a coarser one with others, and then break a condition
together with records that stayed, so that in general a coding tells nothing of a coarser one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.lattice.node_figures import Amounts, NodeFigures
from sdcdesk.kernels.lattice.valued_groups import ValuedGroups, ValuedNodes
from sdcdesk.kernels.lattice.walk import BLOCK, Told
from sdcdesk.kernels.value_counts import counted
from sdcdesk.kernels.value_tuples import tuples
from sdcdesk.masking.suppression.class_conditions import (
    AnyClassCondition,
    ClassValues,
    DistinctDiversity,
    breaking_groups,
)
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.lattice import Node


@dataclass(frozen=True, slots=True, eq=False)
class ConditionedGroups:
    """Conditions, and the groups of a file of which they are asked.

    Attributes
    ----------
    conditions
        At least one.
    k
        Smaller groups are left out.
    finest
        Groups of the values as they are, with the confidential values in each.
    """

    conditions: tuple[AnyClassCondition, ...]
    k: int
    finest: ValuedGroups
    _known: tuple[tuple[str, int, bool], ...]
    _complete: bool

    @classmethod
    def of_file(
        cls, data: Microdata, keys: CodedKeys, conditions: Sequence[AnyClassCondition], k: int
    ) -> "ConditionedGroups":
        """Return conditions that are asked of a file.

        Parameters
        ----------
        data
            The file.
        keys
            Its keys.
        conditions
            At least one, on variables that are no keys.
        k
            Smaller groups are left out.

        Returns
        -------
        ConditionedGroups
            Of the file.
        """
        labels = tuples(keys.numbers(data)).labels
        known, values, complete = [], [], True
        for name in dict.fromkeys(condition.variable for condition in conditions):
            codes = data.coding(name).codes
            values.append(counted(labels, codes))
            complete &= bool((codes >= 0).all())
            one = ClassValues.of_variable(data, name, values[-1])
            known.append((name, one.different, one.ordered))
        return cls(tuple(conditions), k, ValuedGroups(keys.levels, tuple(values)), tuple(known), complete)

    def is_monotone(self, allowed: int) -> bool:
        """Return whether a coding that is not safe shows that none finer is.

        Parameters
        ----------
        allowed
            Records that may be left out.

        Returns
        -------
        bool
            Where nothing may be left out always, for groups that keep a condition keep it together; else
            for distinct diversity of variables without missing values alone, as no record that stays is ever
            left out at a coarser coding then.
        """
        return allowed == 0 or (
            self._complete and all(isinstance(one, DistinctDiversity) for one in self.conditions)
        )

    def walk(self, amounts: Amounts, progress: Progress = SILENT, told: Told | None = None) -> NodeFigures:
        """Find the figures of all nodes.

        Parameters
        ----------
        amounts
            What is summed over the records left out.
        progress
            Receives the share that is done, and stops the work where the user asked to.
        told
            Told of some nodes at a time what was found, the last ones even where the work is stopped.

        Returns
        -------
        NodeFigures
            Ascending, the level of the last key first.

        Raises
        ------
        Cancelled
            The user asked to stop.
        """
        shape, nodes = self.finest.keys.shape, ValuedNodes(self.finest)
        figures = NodeFigures.empty(int(np.prod(shape)), amounts)
        new: list[int] = []
        try:
            for done, node in enumerate(nodes.nodes()):
                progress.at(done / len(figures))
                place = int(np.ravel_multi_index(node, shape))
                self.fill(figures, place, node, nodes.at(node), amounts)
                new.append(place)
                if told is not None and len(new) == BLOCK:
                    told(figures, np.array(new))
                    new.clear()
        finally:
            # Also where the user stops it.
            if told is not None and new:
                told(figures, np.array(new))
        return figures

    def visits(self, amounts: Amounts) -> "ConditionedVisits":
        """Return what looks at nodes in any order.

        Parameters
        ----------
        amounts
            What is summed over the records left out.

        Returns
        -------
        ConditionedVisits
            Nothing was visited yet.
        """
        return ConditionedVisits(self, ValuedNodes(self.finest), amounts)

    def fill(
        self, figures: NodeFigures, place: int, node: Node, groups: ValuedGroups, amounts: Amounts
    ) -> None:
        """Find the figures of one node.

        Parameters
        ----------
        figures
            Where they are put.
        place
            Position of the node there.
        node
            The level of each key.
        groups
            Groups of the node.
        amounts
            What is summed over the records left out.
        """
        named = zip(self._known, groups.values, strict=True)
        values = {
            name: ClassValues(counts, different, ordered) for (name, different, ordered), counts in named
        }
        small = groups.keys.counts < self.k
        breaking = breaking_groups(self.conditions, values, small)
        groups.fill(figures, place, node, amounts, small, breaking)


@dataclass(frozen=True, slots=True, eq=False)
class ConditionedVisits:
    """Figures of nodes as they are asked for; see `NodeVisits`, which knows of no conditions.

    Attributes
    ----------
    groups
        What is asked of groups.
    nodes
        Groups of the nodes.
    amounts
        What is summed over the records left out.
    """

    groups: ConditionedGroups
    nodes: ValuedNodes
    amounts: Amounts

    def visit(self, node: Node) -> tuple[np.ndarray, NodeFigures]:
        """Return the figures of a node.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        np.ndarray
            int64 (1, d), the node.
        NodeFigures
            Its figures.
        """
        figures = NodeFigures.empty(1, self.amounts)
        self.groups.fill(figures, 0, node, self.nodes.at(node), self.amounts)
        return np.array([node], dtype=np.int64), figures
