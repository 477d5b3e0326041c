"""Order of a search: which recipe is tried next, from what the ones before have shown."""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from sdcdesk.search.suggestion.assessed import Assessed, recipe_front
from sdcdesk.search.suggestion.effects import Effects
from sdcdesk.search.suggestion.moves import MOVES, adjacent, random_point
from sdcdesk.search.suggestion.promise import promising
from sdcdesk.search.suggestion.space import Point, Space

FIRST = 12
"""Starts that come first."""

PROMISING, BEST = 0.5, 0.7
"""Share of the recipes that are tried because they promise most, and share up to which neighbours of the best
one are drawn; the others are near one of the front."""

NEAR = 0.5
"""Share of the neighbours that are drawn from those that differ by one rung of one slot."""

PARENTS = 3
"""Recipes that keep the limits, and others that do not, whose neighbours are looked at for a promise."""

ENUMERATED = 100_000
"""Recipes of a space up to which those are looked up that were not tried."""

DRAWN = 200
"""Recipes that are drawn at random until one is new, where all neighbours were tried."""

KINDS = {True: (0.5, 0.35, 0.15), False: (0.15, 0.25, 0.6)}
"""Shares of moves that weaken a step, exchange, and strengthen one; where the limits are kept, or not."""


class SearchOrder:
    """Says which recipe is tried next.

    First come some starts. Then every second one is a neighbour of what was found, and all are when there are
    no more starts: a step weaker or stronger, left out or added, or one weaker and another stronger; half of
    them the one that promises most by what such changes did before, the others at random, of the best recipe
    or one of the front; and the best recipe without one of its steps. Where all of these were tried, recipes
    are drawn at random. The order hangs on the seed and on what was found alone.

    Parameters
    ----------
    space
        All recipes.
    starts
        Those to begin with.
    seed
        Seed of the random choices.
    """

    def __init__(self, space: Space, starts: Iterable[Point], seed: int) -> None:
        self.space = space
        self.tried: dict[Point, Assessed | None] = {}
        self._starts = iter(starts)
        self._draws = np.random.Generator(np.random.Philox(seed))
        self._exhausted: set[Point] = set()
        self._found: list[Assessed] = []
        self._effects = Effects()
        self._front: tuple[Assessed, ...] = ()

    def next(self) -> Point | None:
        """Return the recipe that is tried next.

        Returns
        -------
        tuple[int, ...] or None
            None: every recipe was tried.
        """
        if len(self.tried) < FIRST or len(self.tried) % 2:
            for point in self._starts:
                if point not in self.tried:
                    return point
        if len(self.tried) % 4 == 2 and (fewer := self._needless()) is not None:
            return fewer
        chance = self._draws.random()
        if chance < PROMISING:
            promised = promising(self.space, self._parents(), self._effects, self.tried)
            if promised is not None:
                return promised
        while (parent := self._parent(near_best=chance < BEST)) is not None:
            neighbour = self._neighbour(parent)
            if neighbour is not None:
                return neighbour
            self._exhausted.add(parent.point)
        # Nothing that was tried leads further, or nothing could be assessed.
        return next((point for point in self._starts if point not in self.tried), None) or self._drawn()

    def learn(self, point: Point, found: Assessed | None) -> None:
        """Take in what became of a recipe.

        Parameters
        ----------
        point
            The recipe.
        found
            How it was assessed; None: it could not be.
        """
        self.tried[point] = found
        if found is not None:
            self._found.append(found)
            self._effects.learn(found)
            self._front = recipe_front((*self._front, found))

    def _needless(self) -> Point | None:
        """Return the best recipe without one of its steps, where nobody knows yet that it needs it."""
        kept = (one for one in self._found if one.keeps)
        best = min(kept, key=lambda one: one.order, default=None)
        if best is None:
            return None
        fewer = (self.space.with_rung(best.point, place, 0) for place in self.space.places(best.point))
        return next((point for point in fewer if point not in self.tried), None)

    def _parents(self) -> list[Assessed]:
        """Return the best recipes, and those of less loss that come nearest to the limits."""
        kept = sorted((one for one in self._found if one.keeps), key=lambda one: one.order)
        most = kept[0].cost if kept else math.inf
        others = (one for one in self._found if not one.keeps and one.cost < most)
        return kept[:PARENTS] + sorted(others, key=lambda one: one.order)[:PARENTS]

    def _parent(self, *, near_best: bool) -> Assessed | None:
        """Return a recipe of which some neighbour was not tried, as far as is known."""
        front = [one for one in self._front if one.point not in self._exhausted]
        if front and not near_best:
            return front[int(self._draws.integers(len(front)))]
        open_ones = (one for one in self._found if one.point not in self._exhausted)
        return min(open_ones, key=lambda one: one.order, default=None)

    def _neighbour(self, parent: Assessed) -> Point | None:
        """Return a neighbour that was not tried, a near one if there is one; None where all were."""
        near = self._new(adjacent(self.space, parent.point))
        if near and self._draws.random() < NEAR:
            return near[int(self._draws.integers(len(near)))]
        kinds: list[list[Point]] = [self._new(moves(self.space, parent.point)) for moves in MOVES]
        weights = np.array(
            [share if kind else 0.0 for share, kind in zip(KINDS[parent.keeps], kinds, strict=True)]
        )
        if not weights.any():
            return None
        ends = np.cumsum(weights)
        kind = kinds[int(np.searchsorted(ends, self._draws.random() * ends[-1], "right"))]
        return kind[int(self._draws.integers(len(kind)))]

    def _new(self, points: Iterator[Point]) -> list[Point]:
        return [point for point in dict.fromkeys(points) if point not in self.tried]

    def _drawn(self) -> Point | None:
        """Return a recipe at random that was not tried."""
        for _ in range(DRAWN):
            point = random_point(self.space, self._draws)
            if point not in self.tried:
                return point
        if self.space.size > ENUMERATED:
            return None
        return next((point for point in self.space.every() if point not in self.tried), None)
