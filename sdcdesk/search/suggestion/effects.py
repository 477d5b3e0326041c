"""Effects of changes: what other steps in one slot did to risk and loss, and would do to a similar recipe."""

import math
from collections import defaultdict
from dataclasses import dataclass

from sdcdesk.search.suggestion.assessed import Assessed
from sdcdesk.search.suggestion.space import Point

NEAREST = 3
"""The most similar recipes, of which the mean says what a change would do."""

REMEMBERED = 12
"""Changes of one kind that are remembered, the last ones."""

FARTHEST = 7.0
"""Logarithm of how much of a limit is used, beyond which more or less makes no difference."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does.

    Attributes
    ----------
    cost
        To the loss.
    uses
        To the logarithm of how much of each limit is used.
    """

    cost: float
    uses: tuple[float, ...]


def log_uses(one: Assessed) -> tuple[float, ...]:
    """Return how much of each limit is used, as logarithms: 0 is at the limit, more is beyond.

    Parameters
    ----------
    one
        A recipe that was assessed.

    Returns
    -------
    tuple[float, ...]
        One for each limit, within ±`FARTHEST`.
    """
    least, most = math.exp(-FARTHEST), math.exp(FARTHEST)
    return tuple(math.log(min(max(judged.use, least), most)) for judged in one.judged)


class Effects:
    """What changes of one slot did, for all pairs of recipes that differ in one slot alone."""

    def __init__(self) -> None:
        self._siblings: dict[tuple[int, Point], dict[int, Assessed]] = defaultdict(dict)
        self._seen: dict[tuple[int, int, int], list[tuple[Point, Effect]]] = defaultdict(list)

    def learn(self, found: Assessed) -> None:
        """Compare a recipe with those that differ from it in one slot.

        Parameters
        ----------
        found
            A recipe that was assessed.
        """
        for place, rung in enumerate(found.point):
            others = self._siblings[place, (*found.point[:place], -1, *found.point[place + 1 :])]
            for other, sibling in others.items():
                self._remember(place, sibling, found, other, rung)
                self._remember(place, found, sibling, rung, other)
            others[rung] = found

    def _remember(self, place: int, one: Assessed, other: Assessed, was: int, now: int) -> None:
        if not (math.isfinite(one.cost) and math.isfinite(other.cost)):
            return
        uses = zip(log_uses(one), log_uses(other), strict=True)
        effect = Effect(other.cost - one.cost, tuple(after - before for before, after in uses))
        seen = self._seen[place, was, now]
        seen.append((one.point, effect))
        del seen[:-REMEMBERED]

    def expected(self, point: Point, place: int, rung: int) -> Effect | None:
        """Return what another step in one slot would do to a recipe.

        Parameters
        ----------
        point
            The recipe.
        place, rung
            The slot, and its new rung.

        Returns
        -------
        Effect or None
            The mean of what it did to the most similar recipes; None where it was not seen.
        """
        seen = self._seen.get((place, point[place], rung))
        if not seen:
            return None
        alike = sorted(seen, key=lambda one: sum(abs(a - b) for a, b in zip(one[0], point, strict=True)))
        effects = [effect for _, effect in alike[:NEAREST]]
        uses = zip(*(effect.uses for effect in effects), strict=True)
        return Effect(
            sum(effect.cost for effect in effects) / len(effects),
            tuple(sum(values) / len(effects) for values in uses),
        )
