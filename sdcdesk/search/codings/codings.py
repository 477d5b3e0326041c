"""Codings of a file: what a search found of the nodes of a lattice, and the recipe of each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sdcdesk.core.operations.method import Method
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import counted, sentence
from sdcdesk.document.recipe import Recipe
from sdcdesk.kernels.lattice.node_figures import NodeFigures
from sdcdesk.search.codings.best_nodes import minimal_nodes, minimal_of_some, pareto_nodes, tied_nodes
from sdcdesk.search.codings.coded_keys import CodedKeys
from sdcdesk.search.codings.coding_losses import LOSSES, NodeSums
from sdcdesk.search.codings.coding_steps import coding_steps
from sdcdesk.search.codings.lattice import Lattice, Node
from sdcdesk.search.codings.request import Request

FIGURES = ("suppressed", "breaking", "smallest_group", "safe", "minimal", "pareto")
"""Columns of `Codings.nodes` beside the keys and the losses."""


@dataclass(frozen=True, eq=False)
class Codings:
    """Codings of a file: combinations of levels of the hierarchies of its keys, each a node of the lattice.

    Records in groups below k, or in groups that break a condition, are left out at each node, and form no
    group.

    Attributes
    ----------
    keys
        The keys of the file.
    request
        What was asked for.
    levels
        int64 (N, d), the nodes that were looked at, ascending.
    figures
        Their figures.
    complete
        Whether every node was looked at, or shown not to matter, so that the optimum is proved.
    least
        What any coding that meets the request loses at least, where the optimum is not proved.
    kept
        int8 (N,), 1 where the file keeps all limits, 0 where it does not, −1 where it was not assessed; None:
        there are no limits.
    """

    keys: CodedKeys
    request: Request
    levels: np.ndarray
    figures: NodeFigures
    complete: bool = True
    least: float | None = None
    kept: np.ndarray | None = None

    def __repr__(self) -> str:
        looked, nodes = len(self.levels), counted(self.lattice.size, "node")
        return sentence("Codings({looked} of {nodes})", looked=looked, nodes=nodes)

    @property
    def lattice(self) -> Lattice:
        """Keys and hierarchies."""
        return self.keys.lattice

    @property
    def is_whole(self) -> bool:
        """Whether every node was looked at."""
        return len(self.levels) == self.lattice.size

    @cached_property
    def losses(self) -> dict[str, np.ndarray]:
        """By name of each of `LOSSES` float64 (N,); NaN where it is not defined."""
        sums = NodeSums(self.keys, self.levels, self.figures, self.request.k, self.request.weights)
        return {name: loss.of(sums) for name, loss in LOSSES.items()}

    @property
    def safe(self) -> np.ndarray:
        """Which nodes are known to meet the request, bool (N,); with limits, those that were assessed."""
        within = self._within
        return within if self.kept is None else within & (self.kept > 0)

    @cached_property
    def tied(self) -> tuple[Node, ...]:
        """All nodes of least loss that meet the request; the optimum is the first."""
        return self._nodes(tied_nodes(self.losses[self.request.loss.name], self.levels, self.safe))

    @property
    def optimum(self) -> Node | None:
        """The node of least loss that meets the request; None where none does.

        Of equal losses the one with the smallest sum of levels, then with the smallest levels from the first
        key on.
        """
        return self.tied[0] if self.tied else None

    @property
    def bound(self) -> float | None:
        """No coding that meets the request loses less than this; None: nothing is known, or none meets it."""
        if self.complete:
            return None if self.optimum is None else self.loss(self.optimum)
        return self.least

    @cached_property
    def minimal(self) -> tuple[Node, ...]:
        """All nodes that meet the request while no finer one does; those that were looked at."""
        return self._nodes(np.flatnonzero(self._minimal))

    @cached_property
    def pareto(self) -> tuple[Node, ...]:
        """The nodes that meet the request, and to which none is better in loss and records left out."""
        return self._nodes(self._pareto)

    @cached_property
    def nodes(self) -> pd.DataFrame:
        """A row for each node: level of each key, records left out, `smallest_group`, what it is, every loss.

        `suppressed` counts all records that are left out, `breaking` those of them whose group has k records
        and breaks a condition. `smallest_group` is missing where no group stays, and so is a loss that is not
        defined. `safe`, `minimal` and `pareto` say what the node is. Where a key has the name of another
        column, that column has the sign ′ behind its name.
        """
        minimal, pareto = self._minimal, np.zeros(len(self.levels), dtype=bool)
        pareto[self._pareto] = True
        smallest = pd.Series(self.figures.smallest, dtype="Int64").replace(0, pd.NA)
        found = dict(
            zip(
                FIGURES,
                (
                    self.figures.suppressed,
                    self.figures.breaking,
                    smallest,
                    self.safe,
                    minimal,
                    pareto,
                ),
                strict=True,
            )
        )
        keys = self.lattice.keys
        columns = dict(zip(keys, self.levels.T, strict=True))
        others = {
            f"{name}′" if name in keys else name: found for name, found in (found | self.losses).items()
        }
        return pd.DataFrame(columns | others)

    def suppressed(self, node: Node) -> int:
        """Return how many records are left out at a node.

        Parameters
        ----------
        node
            One that was looked at.

        Returns
        -------
        int
            Records in groups below k, or in groups that break a condition.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        return int(self.figures.suppressed[self._place(node)])

    def breaking(self, node: Node) -> int:
        """Return how many records are left out at a node for a condition alone.

        Parameters
        ----------
        node
            One that was looked at.

        Returns
        -------
        int
            Records in groups of k or more that break a condition; they are among the suppressed ones.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        return int(self.figures.breaking[self._place(node)])

    def loss(self, node: Node, name: str | None = None) -> float:
        """Return what a node loses.

        Parameters
        ----------
        node
            One that was looked at.
        name
            One of `LOSSES`; None: that of the request.

        Returns
        -------
        float
            NaN where it is not defined.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        return float(self.losses[name or self.request.loss.name][self._place(node)])

    def smallest_group(self, node: Node) -> int | None:
        """Return the size of the smallest group that stays at a node.

        Parameters
        ----------
        node
            One that was looked at.

        Returns
        -------
        int or None
            At least k; None where no group stays.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        return int(self.figures.smallest[self._place(node)]) or None

    def best(self, number: int) -> tuple[Node, ...]:
        """Return the nodes of least loss that meet the request, as far as nodes were looked at.

        Parameters
        ----------
        number
            How many, at most.

        Returns
        -------
        tuple[Node, ...]
            The optimum first; of equal losses as it is chosen.
        """
        losses = np.nan_to_num(self.losses[self.request.loss.name], nan=np.inf, posinf=np.inf)
        tied = [self._place(node) for node in self.tied]
        order = np.lexsort([*self.levels.T[::-1], self.levels.sum(axis=1), losses])
        others = order[self.safe[order] & ~np.isin(order, tied)]
        return self._nodes(np.array([*tied, *others.tolist()], dtype=np.int64)[: max(number, 0)])

    def words(self, node: Node) -> str:
        """Return a node in words; see `Lattice.words`.

        Parameters
        ----------
        node
            One of the lattice.

        Returns
        -------
        str
            "age in 10-year bands, education dropped".
        """
        return self.lattice.words(node)

    def methods(self, node: Node) -> tuple[Method, ...]:
        """Return the steps that make a file of a node.

        Parameters
        ----------
        node
            One that was looked at.

        Returns
        -------
        tuple[Method, ...]
            A recoding to its level for each key that is not as it is, then the records left out, if any are.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        request = self.request
        return coding_steps(self.lattice, node, self.suppressed(node), request.k, request.conditions)

    def recipe(self, node: Node, seed: int | None = None) -> Recipe:
        """Return the recipe that makes a file of a node.

        Parameters
        ----------
        node
            One that was looked at.
        seed
            The seed of the recipe, though nothing here is drawn; None: one that nobody can guess.

        Returns
        -------
        Recipe
            Applied to the file it gives the suppressed records and the smallest group of the node.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        return self.extended(Recipe.begun() if seed is None else Recipe(seed=seed), node)

    def extended(self, recipe: Recipe, node: Node) -> Recipe:
        """Return a recipe with the steps of a node behind its own.

        Parameters
        ----------
        recipe
            It leaves the file that was searched.
        node
            One that was looked at.

        Returns
        -------
        Recipe
            See `methods`.

        Raises
        ------
        ParameterError
            The lattice has no such node, or it was not looked at.
        """
        for method in self.methods(node):
            recipe = recipe.then(method)
        return recipe

    @cached_property
    def _minimal(self) -> np.ndarray:
        if self.is_whole:
            # What was not assessed could be safe.
            possible = self._within if self.kept is None else self._within & (self.kept != 0)
            found: np.ndarray = minimal_nodes(possible.reshape(self.lattice.shape)).ravel() & self.safe
            return found
        some: np.ndarray = minimal_of_some(self.levels, self.request.hopeless(self.figures)) & self.safe
        return some

    @property
    def _within(self) -> np.ndarray:
        return self.request.within(self.figures)

    @cached_property
    def _pareto(self) -> np.ndarray:
        return pareto_nodes(self.losses[self.request.loss.name], self.figures.suppressed, self.safe)

    @cached_property
    def _rows(self) -> dict[Node, int]:
        return {tuple(levels): row for row, levels in enumerate(self.levels.tolist())}

    def _nodes(self, places: Sequence[int] | np.ndarray) -> tuple[Node, ...]:
        return tuple(tuple(levels) for levels in self.levels[places].tolist())

    def _place(self, node: Node) -> int:
        node = self.lattice.require(node)
        if self.is_whole:
            return self.lattice.place(node)
        if node not in self._rows:
            raise ParameterError("The search did not look at this node; look at the whole lattice.", "node")
        return self._rows[node]
