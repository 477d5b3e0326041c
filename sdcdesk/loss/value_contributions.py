"""Contributions of single values to means, deviations and the variations of matrices.

From a mean m and a standard deviation s of n values follows a largest value of at most m + s(n − 1)/√n, which
is near the truth where one value lies far from all others; and n·m − (n − 1)·m′ is the value of the one
record that another file lacks. Here stands how far each number moves with one value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

import numpy as np

from sdcdesk.core.numbers.contributions import FEWEST, Contributions, coarse, coarse_reach, worst
from sdcdesk.kernels.extremes import two_largest, two_smallest
from sdcdesk.kernels.moments import Moments

Cells = tuple[np.ndarray, np.ndarray]
"""Cells of a matrix, and how far each moves, at most, with one value."""


@dataclass(frozen=True, slots=True, eq=False)
class Behind:
    """What single values have to do with the moments of a column.

    Attributes
    ----------
    values
        Present values.
    largest
        The largest without its sign.
    reach
        Farthest of a value from the mean.
    rest
        As of `Contributions`: by how much who knows the second farthest value overrates the farthest.
    """

    values: int
    largest: float
    reach: float
    rest: float

    @property
    def mean(self) -> Contributions:
        """A mean moves by a value's share of the values."""
        return Contributions(self.values, self.largest, self.rest, coarse(self.largest) / max(self.values, 1))

    def deviation(self, deviation: float) -> Contributions:
        """Return what values have to do with the standard deviation.

        Parameters
        ----------
        deviation
            Divided by values − 1.

        Returns
        -------
        Contributions
            s moves by (x − m)·dx/((n − 1)·s).
        """
        spread = (self.values - 1) * deviation
        reach = coarse_reach(self.reach, deviation)
        moved = coarse(self.largest) * reach / spread if spread > 0 else 0.0
        return Contributions(self.values, self.largest, self.rest, moved)


def behind(column: np.ndarray) -> Behind:
    """Return what single values have to do with the moments of a column.

    `rest` is by how much the better of two attacks on the farthest value overrates it. Both know the second
    farthest value. One takes all that is left of the sum for the largest value, the other all that is left of
    the squares for the farthest.

    Parameters
    ----------
    column
        float64 (n,); NaN where missing.

    Returns
    -------
    Behind
        Of the present values.
    """
    missing = np.isnan(column)
    values = column[~missing] if missing.any() else column
    count = len(values)
    if count < FEWEST:
        return _behind_few(values)
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = two_smallest(values), two_largest(values)
        sizes = sorted(map(abs, (*low, *high)))
        total = float(values.sum()) if low[0] >= 0 else float(np.abs(values).sum())
        mean = float(values.mean())
        around = values - mean
        gaps = sorted((abs(value - mean), value) for value in (*low, *high))
        (known_gap, known), (reach, target) = gaps[-2:]
        # Without the value that is known, of which the squares and the mean lose their part.
        squares = float(np.einsum("i,i->", around, around)) - known_gap**2 * count / (count - 1)
        others = mean - (known - mean) / (count - 1)
        bound = sqrt(max(squares, 0.0) / (count - 2)) * (count - 2) / sqrt(count - 1)
        of_squares = bound - abs(target - others)
        of_sum = total - sizes[-1] - sizes[-2]
    return Behind(count, sizes[-1], reach, min(of_sum, of_squares))


def _behind_few(values: np.ndarray) -> Behind:
    """Return what is behind the moments of fewer values than tell nothing of one another."""
    if not len(values):
        return Behind(0, 0.0, 0.0, inf)
    with np.errstate(over="ignore", invalid="ignore"):
        reach = float(np.abs(values - values.mean()).max())
    return Behind(len(values), float(np.abs(values).max()), reach, 0.0)


def largest_variations(before: np.ndarray, after: np.ndarray) -> Contributions:
    """Return what single values have to do with the mean variation of one column of values.

    Parameters
    ----------
    before, after
        float64 (n,), x and x′; NaN where missing.

    Returns
    -------
    Contributions
        Of |x − x′| ÷ |x|, where both are there and x is not 0. Whoever knows x′ and the variation r knows x,
        which is x′/(1 ± r).
    """
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        found = np.abs(after - before)
        found /= np.abs(before)
    counted = ~np.isnan(found) & (before != 0)
    if not counted.all():
        found = found[counted]
    if len(found) < 2:
        return Contributions(len(found))
    largest, second = two_largest(found)
    rest = inf if largest == 0 else float(found.sum()) - largest - second
    return Contributions(len(found), largest, rest, (1 + coarse(largest)) / len(found) if largest else 0.0)


def values_contributions(columns: Sequence[Contributions]) -> Contributions:
    """Return what single values have to do with the mean variation of all columns of values.

    Parameters
    ----------
    columns
        Contributions to each column.

    Returns
    -------
    Contributions
        Each column counts with its values.
    """
    whole = max(sum(one.values for one in columns), 1)
    effect = max((one.effect * one.values / whole for one in columns), default=0.0)
    known = [one for one in columns if one.values]
    return replace(worst(known, effect), values=whole) if known else Contributions(0)


def matrix_contributions(
    old: Moments, new: Moments, before: Sequence[Behind], after: Sequence[Behind]
) -> dict[str, Contributions]:
    """Return what single values have to do with the mean variations of X̄, V, S and R.

    Parameters
    ----------
    old, new
        Moments of the original and of the masked file.
    before, after
        What is behind them, column by column.

    Returns
    -------
    dict[str, Contributions]
        By matrix. A cell m becomes |m − m′| ÷ |m|, which moves by what m moves, times |m′| ÷ m², and by what
        m′ moves, divided by |m|.
    """
    columns = [one.mean for one in (*before, *after)]
    upper, above = np.triu_indices(len(before)), np.triu_indices(len(before), 1)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        sides = [
            ((moments.means, moments.covariances, moments.correlations), _moved(moments, found))
            for moments, found in ((old, before), (new, after))
        ]
        parts = [(cells[kind], moved[kind]) for kind in range(3) for cells, moved in sides]
        means, covariances, correlations = (parts[kind : kind + 2] for kind in (0, 2, 4))
        effects = {
            "X̄": _relative(*means),
            "V": _relative(*((cells[upper], moved[upper]) for cells, moved in covariances)),
            "S": _relative(*((np.diagonal(cells), np.diagonal(moved)) for cells, moved in covariances)),
            "R": _relative(*((cells[above], moved[above]) for cells, moved in correlations)),
        }
    return {matrix: worst(columns, effect) for matrix, effect in effects.items()}


def _moved(moments: Moments, sides: Sequence[Behind]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how far means, covariances and correlations move, at most, with one value."""
    count = np.array([max(one.values, 1) for one in sides], dtype=np.float64)
    largest = np.array([coarse(one.largest) for one in sides])
    reach = np.array(
        [
            coarse_reach(one.reach, float(deviation))
            for one, deviation in zip(sides, moments.deviations, strict=True)
        ]
    )
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        freedom = np.maximum(moments.counts - 1, 1)
        products = np.outer(largest, reach)
        covariances = np.maximum(products, products.T) / freedom
        # Of a square, both factors move.
        np.fill_diagonal(covariances, 2 * np.diagonal(covariances))
        spread = np.outer(moments.deviations, moments.deviations)
        shares = np.diagonal(covariances) / np.square(moments.deviations)
        correlations = covariances / spread + np.abs(moments.correlations) * (shares[:, None] + shares) / 2
    return largest / count, covariances, correlations


def eigenvalue_effect(moments: Moments, sides: Sequence[Behind], places: np.ndarray) -> float:
    """Return how far an eigenvalue of the correlations moves, at most, with one value.

    Parameters
    ----------
    moments
        Moments of the file.
    sides
        What is behind them, column by column.
    places
        int64 (q,), the variables between which there are the correlations.

    Returns
    -------
    float
        No eigenvalue of a symmetric matrix moves by more than the length of what moves its cells (Weyl).
    """
    moved = _moved(moments, sides)[2][np.ix_(places, places)]
    np.fill_diagonal(moved, 0.0)
    length = float(np.linalg.norm(np.where(np.isnan(moved), inf, moved)))
    return length if np.isfinite(length) else inf


def _relative(old: Cells, new: Cells) -> float:
    """Return how far the mean of |m − m′| ÷ |m| moves, at most, over the cells that it is the mean of."""
    (before, moved_before), (after, moved_after) = old, new
    counted = np.isfinite(before) & np.isfinite(after) & (before != 0)
    if not counted.any():
        return 0.0
    sizes = np.abs(before[counted])
    found = moved_before[counted] * np.abs(after[counted]) / sizes**2 + moved_after[counted] / sizes
    return float(np.where(np.isnan(found), inf, found).mean())
