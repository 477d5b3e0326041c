"""A variable of both files: how far its values, its distribution and its moments moved."""

from dataclasses import dataclass
from math import floor, inf, isfinite, nan, sqrt

import numpy as np

from sdcdesk.core.numbers.contributions import NEVER_PUBLISHED, Contributions, coarse, coarse_reach
from sdcdesk.core.numbers.round_steps import round_step
from sdcdesk.kernels.distributions import (
    Shape,
    class_counts,
    class_edges,
    hellinger,
    kolmogorov_smirnov,
    present_sorted,
    shape,
)
from sdcdesk.kernels.extremes import two_largest

DRAWN = 24
"""Classes of equal width between the 1 % and the 99 % quantile of the original, about."""


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """How far the values of the released records moved.

    Attributes
    ----------
    values
        Records with a value in both files.
    absolutes
        Σ |x − x′| ÷ (√2·S), S the standard deviation of the whole original; NaN where S is 0 or not defined.
    squares
        SSE ÷ SST: Σ (x − x′)² ÷ Σ (x − x̄)² over these records; NaN where x is the same in all of them.
    contributions
        What single values have to do with the mean of |x − x′| ÷ (√2·S).
    """

    values: int = 0
    absolutes: float = np.nan
    squares: float = np.nan
    contributions: Contributions = NEVER_PUBLISHED

    @property
    def il1s(self) -> float:
        """IL1s of the variable: the mean of |x − x′| ÷ (√2·S)."""
        return self.absolutes / self.values if self.values else np.nan


@dataclass(frozen=True, slots=True, eq=False)
class ComparedVariable:
    """A variable of both files.

    Attributes
    ----------
    name
        Its name.
    ordered
        float64, the present values of both files in ascending order.
    shapes
        Moments of both files.
    gaps
        How far values moved.
    hellinger, kolmogorov_smirnov
        Distances of the distributions; NaN where one of the files has no value.
    """

    name: str
    ordered: tuple[np.ndarray, np.ndarray]
    shapes: tuple[Shape, Shape]
    gaps: Gaps
    hellinger: float
    kolmogorov_smirnov: float

    def drawn_classes(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return classes of equal width for a chart, and how many values each file has in them.

        Returns
        -------
        tuple[np.ndarray, np.ndarray, np.ndarray]
            float64 (k,), ends, multiples of a round width; int64 (k + 1,) each, of which the first and the
            last class are open.
        """
        before, after = self.ordered
        if not len(before) or not len(after):
            return np.empty(0), np.empty(0, np.int64), np.empty(0, np.int64)
        low, high = (float(before[floor(share * (len(before) - 1))]) for share in (0.01, 0.99))
        width = float(round_step((high - low) / DRAWN)) if 0 < high - low < inf else 0.0
        first = floor(low / width) if width else 0
        last = floor(high / width) + 1 if width else 0
        edges = np.arange(first, last + 1) * width if width else np.array([low])
        counts = (np.searchsorted(ordered, edges, side="left") for ordered in self.ordered)
        before_counts, after_counts = (
            np.diff(np.concatenate([[0], places, [len(ordered)]]))
            for places, ordered in zip(counts, self.ordered, strict=True)
        )
        return edges, before_counts, after_counts


def compare_variable(
    name: str, before: np.ndarray, after: np.ndarray, kept: np.ndarray | slice | None, classes: int
) -> ComparedVariable:
    """Compare a variable of both files.

    Parameters
    ----------
    name
        Its name.
    before, after
        float64 (n,) and (t,), its values; NaN where missing.
    kept
        int64 (t,), the original record of each masked one, or all in their order; None: nobody knows who is
        who.
    classes
        How many classes the Hellinger distance takes.

    Returns
    -------
    ComparedVariable
        What is not defined is NaN.
    """
    ordered = present_sorted(before), present_sorted(after)
    shapes = shape(ordered[0]), shape(ordered[1])
    distance = np.nan
    if len(ordered[0]):
        edges = class_edges(ordered[0], classes)
        distance = hellinger(class_counts(ordered[0], edges), class_counts(ordered[1], edges))
    gaps = Gaps() if kept is None else compare_values(before[kept], after, shapes[0], _ends(ordered[0]))
    return ComparedVariable(name, ordered, shapes, gaps, distance, kolmogorov_smirnov(*ordered))


def compare_values(before: np.ndarray, after: np.ndarray, original: Shape, ends: tuple[float, float]) -> Gaps:
    """Return how far the values of the released records moved.

    Parameters
    ----------
    before, after
        float64 (t,), x and x′; NaN where missing.
    original
        Moments of the whole original.
    ends
        Its smallest and its largest value.

    Returns
    -------
    Gaps
        Over the records with both values.
    """
    both = ~(np.isnan(before) | np.isnan(after))
    if not both.all():
        before, after = before[both], after[both]
    count = len(before)
    if not count:
        return Gaps()
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        gaps = after - before
        np.abs(gaps, out=gaps)
        moved_in_all = float(gaps.sum())
        around = before - before[0]
        around -= around.mean()
        total = float(np.einsum("i,i->", around, around))
        squares = float(np.einsum("i,i->", gaps, gaps)) / total if total > 0 else np.nan
        scale = sqrt(2) * original.deviation
        absolutes = moved_in_all / scale if scale > 0 else np.nan
        two = two_largest(gaps) if count > 1 else (float(gaps[0]), 0.0)
        rest = (moved_in_all - sum(two)) / scale if scale > 0 and count > 2 else 0.0
        largest = coarse(max(map(abs, ends)))
        known = largest / scale if scale > 0 else inf
        reach = coarse_reach(max(abs(end - original.mean) for end in ends), original.deviation)
        # A value moves its own gap, and S, by which all are divided.
        moved = largest * reach / (max(original.count - 1, 1) * original.deviation**2) if scale > 0 else inf
        effect = known / count + absolutes / count * moved
    contributions = Contributions(count, known, rest if two[0] > 0 else inf, effect if two[0] > 0 else 0.0)
    return Gaps(count, _finite(absolutes), _finite(squares), contributions)


def _finite(value: float) -> float:
    return value if isfinite(value) else nan


def _ends(ordered: np.ndarray) -> tuple[float, float]:
    return (float(ordered[0]), float(ordered[-1])) if len(ordered) else (0.0, 0.0)
