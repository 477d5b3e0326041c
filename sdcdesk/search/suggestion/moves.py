"""Moves from one recipe to its neighbours: a step weaker, stronger, left out or added, or an exchange."""

from collections.abc import Callable, Iterator

import numpy as np

from sdcdesk.search.suggestion.space import Point, Space


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


def adjacent(space: Space, point: Point) -> Iterator[Point]:
    """Yield recipes that differ by one rung of one slot.

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
        for rung in (point[place] - 1, point[place] + 1):
            if 0 <= rung <= rungs:
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
