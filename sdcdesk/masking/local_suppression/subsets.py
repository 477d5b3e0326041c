"""Subsets of the keys in the order of what it costs to blank them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Subset:
    """Keys that may be blanked together.

    Attributes
    ----------
    mask
        Bit j: key j is among them.
    rank
        Place of its cost among the different costs, from 0.
    cost
        Sum of the importance of its keys, in units of the least important key.
    """

    mask: int
    rank: int
    cost: float


def subsets_by_cost(importance: Sequence[float], sizes: Sequence[int]) -> list[Subset]:
    """Return all subsets of the keys, the empty one left out, the cheapest first.

    Of subsets of equal cost the one with fewer keys comes first, then the one whose keys have more
    different values, then the one whose keys come first.

    Parameters
    ----------
    importance
        What a blank costs in each key, above 0; taken as the decimal fraction that it is written as.
    sizes
        Number of different values of each key.

    Returns
    -------
    list[Subset]
        2^m − 1 of them for m keys.
    """
    given = [Fraction(str(cost)) for cost in importance]
    costs = [cost / min(given) for cost in given]
    found = []
    for number in range(1, len(costs) + 1):
        for keys in combinations(range(len(costs)), number):
            cost = sum((costs[key] for key in keys), Fraction(0))
            finest = sorted(-sizes[key] for key in keys)
            found.append((cost, number, finest, keys))
    found.sort()
    ranks = {cost: rank for rank, cost in enumerate(sorted({cost for cost, *_ in found}))}
    return [Subset(sum(1 << key for key in keys), ranks[cost], float(cost)) for cost, _, _, keys in found]
