"""Lattice of generalisations: all combinations of levels of the hierarchies of some keys."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import numpy as np

from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import joined, sentence
from sdcdesk.hierarchies.hierarchy import Hierarchy
from sdcdesk.hierarchies.level_words import level_words

AS_IT_IS = "All as it is"
"""A node at which no key is coarsened, in words."""

Node = tuple[int, ...]
"""A node of a lattice: the level of each key, 0 being the values as they are."""


@dataclass(frozen=True)
class Lattice:
    """All combinations of levels of some keys, from the values as they are to the top levels.

    Attributes
    ----------
    keys
        Names of the keys, at least one.
    hierarchies
        That of each key.

    Examples
    --------
    >>> sexes = Hierarchy.from_rows({"f": "person", "m": "person"})
    >>> zones = Hierarchy.from_rows({"Kiel": "North > any", "Ulm": "South > any"})
    >>> both = Lattice(("sex", "zone"), (sexes, zones))
    >>> both.size, both.words((1, 1))
    (6, 'sex dropped, zone at level 1')
    >>> both.coarser((0, 2))
    ((1, 2),)
    """

    keys: tuple[str, ...]
    hierarchies: tuple[Hierarchy, ...]

    @classmethod
    def from_mapping(cls, hierarchies: Mapping[str, object]) -> "Lattice":
        """Return the lattice of some keys.

        Parameters
        ----------
        hierarchies
            By name of the key its hierarchy.

        Returns
        -------
        Lattice
            With the keys in this order.

        Raises
        ------
        ParameterError
            There is no key, or what is given for one is no hierarchy.
        """
        if not hierarchies:
            raise ParameterError("Name at least one key, with its hierarchy; there is none.", "hierarchies")
        found = []
        for name, hierarchy in hierarchies.items():
            if not isinstance(hierarchy, Hierarchy):
                words = "What is given for {name} is no hierarchy; read or build one."
                raise ParameterError(sentence(words, name=str(name)), "hierarchies")
            found.append(hierarchy)
        return cls(tuple(hierarchies), tuple(found))

    @property
    def heights(self) -> tuple[int, ...]:
        """The top level of each key."""
        return tuple(hierarchy.height for hierarchy in self.hierarchies)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of levels of each key, the values as they are among them."""
        return tuple(height + 1 for height in self.heights)

    @property
    def size(self) -> int:
        """Number of nodes."""
        return math.prod(self.shape)

    def nodes(self) -> Iterator[Node]:
        """Walk through all nodes.

        Yields
        ------
        Node
            Ascending, the level of the last key first.
        """
        yield from product(*(range(levels) for levels in self.shape))

    def levels(self) -> np.ndarray:
        """Return the levels of all nodes.

        Returns
        -------
        np.ndarray
            int64 (size, number of keys), in the order of `nodes`.
        """
        return np.indices(self.shape).reshape(len(self.keys), -1).T

    def place(self, node: Node) -> int:
        """Return the position of a node among all nodes.

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        int
            From 0, in the order of `nodes`.

        Raises
        ------
        ParameterError
            The lattice has no such node.
        """
        place = 0
        for level, levels in zip(self.require(node), self.shape, strict=True):
            place = place * levels + level
        return place

    def require(self, node: Node) -> Node:
        """Return a node that the lattice must have.

        Parameters
        ----------
        node
            The level of each key.

        Returns
        -------
        Node
            The same, as plain whole numbers.

        Raises
        ------
        ParameterError
            The lattice has no such node.
        """
        levels = tuple(int(level) for level in node)
        if len(levels) != len(self.keys):
            words = (
                "A node has {n} level, one for each key; give as many.",
                ("A node has {n} levels, one for each key; give as many."),
            )
            raise ParameterError(sentence(*words, "n", n=len(self.keys)), "node")
        for name, level, height in zip(self.keys, levels, self.heights, strict=True):
            if not 0 <= level <= height:
                wrong = "The hierarchy of {name} has the levels 0 to {height}; give one of them."
                raise ParameterError(sentence(wrong, name=name, height=str(height)), "node")
        return levels

    def finer(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that are one level of one key finer.

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        tuple[Node, ...]
            None for the values as they are.
        """
        return self._neighbours(node, -1)

    def coarser(self, node: Node) -> tuple[Node, ...]:
        """Return the nodes that are one level of one key coarser.

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        tuple[Node, ...]
            None for the top.
        """
        return self._neighbours(node, 1)

    def words(self, node: Node) -> str:
        """Return a node in words: "age in 10-year bands, education dropped".

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        str
            The keys that are coarsened, without a full stop; where none is, that all are as they are.

        Raises
        ------
        ParameterError
            The lattice has no such node.
        """
        parts = zip(self.keys, self.hierarchies, self.require(node), strict=True)
        coarse = [level_words(name, hierarchy, level) for name, hierarchy, level in parts if level]
        return joined(coarse) if coarse else AS_IT_IS

    def _neighbours(self, node: Node, step: int) -> tuple[Node, ...]:
        found = []
        for key, (level, height) in enumerate(zip(self.require(node), self.heights, strict=True)):
            if 0 <= level + step <= height:
                found.append((*node[:key], level + step, *node[key + 1 :]))
        return tuple(found)
