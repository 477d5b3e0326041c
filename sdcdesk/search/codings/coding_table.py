"""Coding table: codings as arrays, in the order and with the filters in which people read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sdcdesk.core.text.sentence import Sentence
from sdcdesk.search.codings.codings import Codings
from sdcdesk.search.codings.lattice import Node
from sdcdesk.search.codings.left_out_words import left_out_text


@dataclass(frozen=True, eq=False)
class CodingTable:
    """Codings as arrays, a place each.

    Attributes
    ----------
    levels
        int (m, d): the level of each key variable.
    left_out, breaking
        int64 (m,): records that are left out, and those of them whose group is large enough and breaks a
        condition.
    smallest
        int64 (m,): the smallest group of the others, 0 where there are none.
    loss
        float64 (m,).
    meets, finest, front, best
        bool (m,): which meet the condition; of these, below which nothing finer does, which nothing beats in
        both records left out and loss, and which lose least.
    """

    levels: np.ndarray
    left_out: np.ndarray
    breaking: np.ndarray
    smallest: np.ndarray
    loss: np.ndarray
    meets: np.ndarray
    finest: np.ndarray
    front: np.ndarray
    best: np.ndarray

    def __len__(self) -> int:
        return len(self.levels)

    @classmethod
    def from_codings(cls, codings: Codings) -> "CodingTable":
        """Return what a search found.

        Parameters
        ----------
        codings
            The codings that were looked at.

        Returns
        -------
        CodingTable
            With the loss that was asked for.
        """
        levels, figures = codings.levels, codings.figures
        table = cls(
            levels,
            figures.suppressed,
            figures.breaking,
            figures.smallest,
            codings.losses[codings.request.loss.name],
            codings.safe,
            *(np.zeros(len(levels), dtype=bool) for _ in range(3)),
        )
        for nodes, marked in (
            (codings.minimal, table.finest),
            (codings.pareto, table.front),
            (codings.tied, table.best),
        ):
            marked[[table.find(node) for node in nodes]] = True
        return table

    @cached_property
    def usual_order(self) -> np.ndarray:
        """int64 (m,): the finest that meet the condition, then the front, then others that do, by loss."""
        rank = np.select([self.finest, self.front, self.meets], [0, 1, 2], 3)
        return np.lexsort((*self.levels.T[::-1], self.levels.sum(axis=1), self.loss, rank))

    def order(self, column: str, *, ascending: bool = True) -> np.ndarray:
        """Return the places of the codings sorted by a column, in the usual order where they are equal.

        Parameters
        ----------
        column
            "coding" (by how many steps it is coarser), "left_out", "smallest" or "loss".
        ascending
            Whether the smallest come first.

        Returns
        -------
        np.ndarray
            int64 (m,).
        """
        usual = self.usual_order
        values = self.levels.sum(axis=1) if column == "coding" else getattr(self, column)
        sign = 1 if ascending else -1
        return usual[np.argsort(sign * values[usual], kind="stable")]

    def with_levels(self, wanted: Mapping[int, int]) -> np.ndarray:
        """Return which codings have some levels.

        Parameters
        ----------
        wanted
            Levels by the place of their variable; variables that are not named may have any.

        Returns
        -------
        np.ndarray
            bool (m,).
        """
        kept = np.ones(len(self), dtype=bool)
        for place, level in wanted.items():
            kept &= self.levels[:, place] == level
        return kept

    def node(self, place: int) -> Node:
        """Return the coding at a place.

        Parameters
        ----------
        place
            From 0.

        Returns
        -------
        Node
            The level of each variable.
        """
        return tuple(self.levels[place].tolist())

    def left_out_text(self, place: int) -> Sentence:
        """Return why records are left out.

        Parameters
        ----------
        place
            From 0.

        Returns
        -------
        Sentence
            See `left_out_text`.
        """
        return left_out_text(int(self.left_out[place]), int(self.breaking[place]))

    def find(self, node: Node) -> int:
        """Return the place of a coding.

        Parameters
        ----------
        node
            The level of each variable.

        Returns
        -------
        int
            −1: it was not looked at.
        """
        return self._places.get(tuple(node), -1)

    @cached_property
    def _places(self) -> dict[Node, int]:
        return {tuple(levels): place for place, levels in enumerate(self.levels.tolist())}
