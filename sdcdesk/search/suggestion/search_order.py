"""Order of a search: which recipe is tried next, from what the ones before have shown."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np

from sdcdesk.search.suggestion.assessed import Assessed, pareto_front
from sdcdesk.search.suggestion.space import Point, Space

FIRST = 12
"""Starts that come first."""

BEST = 0.6
"""Share of the recipes that are tried near the best one; the others are near one of the front."""

ENUMERATED = 100_000
"""Recipes of a space up to which those are looked up that were not tried."""

DRAWN = 200
"""Recipes that are drawn at random until one is new, where all neighbours were tried."""

KINDS = {True: (0.5, 0.35, 0.15), False: (0.15, 0.25, 0.6)}
"""Shares of moves that weaken a step, exchange, and strengthen one; where the limits are kept, or not."""


class SearchOrder:
    """Says which recipe is tried next.

    First come some starts. Then every second one is a neighbour of what was found, and all are when there are
    no more starts: a step weaker or stronger, left out or added, or one weaker and another stronger; of the
    best recipe mostly, else of one of the front. Where all of these were tried, recipes are drawn at random.
    The order hangs on the seed and on what was found alone.

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
        while (parent := self._parent()) is not None:
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
            self._front = pareto_front((*self._front, found))

    def _parent(self) -> Assessed | None:
        """Return a recipe of which some neighbour was not tried, as far as is known."""
        near_best = self._draws.random() < BEST
        front = [one for one in self._front if one.point not in self._exhausted]
        if front and not near_best:
            return front[int(self._draws.integers(len(front)))]
        open_ones = (one for one in self._found if one.point not in self._exhausted)
        return min(open_ones, key=lambda one: one.order, default=None)

    def _neighbour(self, parent: Assessed) -> Point | None:
        """Return a neighbour that was not tried; None where all were."""
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


def random_point(space: Space, draws: np.random.Generator) -> Point:
    """Return a recipe at random: each slot is empty or has one of its steps with equal chances.

    Parameters
    ----------
    space
        All recipes.
    draws
        Random numbers.

    Returns
    -------
    tuple[int, ...]
        In no order, a step empties the slots that it excludes.
    """
    point = space.origin
    for place in draws.permutation(len(space.slots)).tolist():
        rung = int(draws.integers(space.rungs[place] + 1))
        if rung:
            point = space.with_rung(point, place, rung)
    return point


def weaker(space: Space, point: Point) -> Iterator[Point]:
    """Yield recipes in which one step is weaker, or left out.

    Parameters
    ----------
    space
        All recipes.
    point
        One of them.

    Yields
    ------
    tuple[int, ...]
        Neighbours.
    """
    for place in space.places(point):
        for rung in range(point[place]):
            yield space.with_rung(point, place, rung)


def stronger(space: Space, point: Point) -> Iterator[Point]:
    """Yield recipes in which one step is stronger, or added.

    Parameters
    ----------
    space
        All recipes.
    point
        One of them.

    Yields
    ------
    tuple[int, ...]
        Neighbours.
    """
    for place, rungs in enumerate(space.rungs):
        for rung in range(point[place] + 1, rungs + 1):
            yield space.with_rung(point, place, rung)


def exchanges(space: Space, point: Point) -> Iterator[Point]:
    """Yield recipes in which one step is weaker by a rung, or left out, and another one stronger by a rung.

    Parameters
    ----------
    space
        All recipes.
    point
        One of them.

    Yields
    ------
    tuple[int, ...]
        Neighbours.
    """
    for place in space.places(point):
        for rung in dict.fromkeys((point[place] - 1, 0)):
            less = space.with_rung(point, place, rung)
            for other, rungs in enumerate(space.rungs):
                if other != place and less[other] < rungs:
                    yield space.with_rung(less, other, less[other] + 1)


MOVES: tuple[Callable[[Space, Point], Iterator[Point]], ...] = (weaker, exchanges, stronger)
"""Kinds of neighbours."""
