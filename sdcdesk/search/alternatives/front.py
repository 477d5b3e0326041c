"""Pareto front of alternatives: those that no other one beats in risk and loss."""

from collections.abc import Iterable
from typing import NamedTuple


class Front(NamedTuple):
    """The alternatives that nothing beats.

    Attributes
    ----------
    numbers
        Numbers of the alternatives, the one with the least loss first; equal ones by number.
    ties
        Those among them that share risk and loss exactly, each set of two or more ascending.
    """

    numbers: tuple[int, ...]
    ties: tuple[tuple[int, ...], ...] = ()


def pareto_front(points: Iterable[tuple[int, float, float]]) -> Front:
    """Return the points that no other one beats: less in one figure, and not more in the other.

    Parameters
    ----------
    points
        Number, risk and loss of each; less is better in both.

    Returns
    -------
    Front
        Points with the same risk and loss do not beat one another: all of them are on it, or none.
    """
    ranked = sorted(points, key=lambda point: (point[2], point[1], point[0]))
    front: list[tuple[int, float, float]] = []
    for point in ranked:
        same = bool(front) and front[-1][1:] == point[1:]
        if same or not front or point[1] < front[-1][1]:
            front.append(point)
    shared: dict[tuple[float, float], list[int]] = {}
    for number, risk, loss in front:
        shared.setdefault((risk, loss), []).append(number)
    ties = tuple(tuple(numbers) for numbers in shared.values() if len(numbers) > 1)
    return Front(tuple(number for number, _, _ in front), ties)
