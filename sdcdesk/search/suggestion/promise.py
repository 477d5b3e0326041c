"""Promise of recipes that were not tried: how much less they may lose, by what similar changes did before."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence

from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.effects import Effect, Effects, log_uses
from sdcdesk.search.suggestion.moves import MOVES
from sdcdesk.search.suggestion.space import Point, Space

STEEPNESS = 4.0
"""How fast the chance to keep a limit falls with the logarithm of its expected use: ½ at the limit."""

FINE = 10.0**9
"""Parts of one in which promises are compared, for the last digits depend on the machine."""


def promising(
    space: Space, parents: Sequence[Assessed], effects: Effects, tried: Collection[Point]
) -> Point | None:
    """Return the neighbour of some recipes that promises most.

    That is the loss that it is expected to save against the best one that keeps the limits, times its chance
    to keep them too; where none does yet, how far below the limits it is expected to come.

    Parameters
    ----------
    space
        All recipes.
    parents
        The recipes.
    effects
        What changes did before.
    tried
        Recipes that were tried.

    Returns
    -------
    tuple[int, ...] or None
        One that was not tried; None where nothing is known that would be better.
    """
    most = min((one.cost for one in parents if one.keeps), default=None)
    best: tuple[int, Point] | None = None
    for parent in parents:
        for point, effect in _expected(space, parent, effects, tried):
            worst = max(use + more for use, more in zip(log_uses(parent), effect.uses, strict=True))
            promise = -worst
            if most is not None:
                saved = most - parent.cost - effect.cost
                promise = saved / (1.0 + math.exp(min(STEEPNESS * worst, 700.0)))
                if saved <= 0:
                    continue
            ranked = -round(promise * FINE), point
            if best is None or ranked < best:
                best = ranked
    return None if best is None else best[1]


def _expected(
    space: Space, parent: Assessed, effects: Effects, tried: Collection[Point]
) -> Iterator[tuple[Point, Effect]]:
    """Yield the neighbours that were not tried, and what is expected of them, as far as that is known."""
    known: dict[tuple[int, int], Effect | None] = {}
    for point in dict.fromkeys(point for moves in MOVES for point in moves(space, parent.point)):
        if point in tried:
            continue
        pairs = enumerate(zip(parent.point, point, strict=True))
        changed = [(place, now) for place, (was, now) in pairs if was != now]
        for place, now in changed:
            if (place, now) not in known:
                known[place, now] = effects.expected(parent.point, place, now)
        parts = [effect for one in changed if (effect := known[one]) is not None]
        if len(parts) == len(changed):
            yield point, _sum(parts)


def _sum(effects: Iterable[Effect]) -> Effect:
    effects = tuple(effects)
    uses = zip(*(effect.uses for effect in effects), strict=True)
    return Effect(sum(effect.cost for effect in effects), tuple(sum(values) for values in uses))
