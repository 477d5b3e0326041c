"""The Pareto front by its definition: every pair of points compared."""

from collections.abc import Iterable


def slow_front(points: Iterable[tuple[int, float, float]]) -> set[int]:
    """Return the numbers of points that no other one beats."""
    points = list(points)

    def beats(one: tuple[int, float, float], other: tuple[int, float, float]) -> bool:
        return one[1] <= other[1] and one[2] <= other[2] and one[1:] != other[1:]

    return {point[0] for point in points if not any(beats(other, point) for other in points)}
