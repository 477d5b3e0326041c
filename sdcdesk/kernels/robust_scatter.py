"""Robust scatter: centre and covariances of most records, by the minimum covariance determinant.

Sums are written out, and formed in the order of the values: neither the order of the records nor a matrix
library decides which records count.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from sdcdesk.core.random.normal_quantile import normal_quantile
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.kernels.ranks import middle_ranks

CONSISTENCY = 1.4826022185056018
"""1/Φ⁻¹(0.75): by this the median absolute deviation of normal values becomes their standard deviation."""

SINGULAR = 1e-12
"""A variable whose variance given the others is below this share of its own is determined by them."""

FARTHEST = 1e100
"""Standardised values are cut off here, so that squares stay numbers."""

FIRST_STEPS = 2
"""Concentration steps of every start, before the best ones go on."""

BEST = 2
"""Starts that go on until nothing changes."""

WEIGHTED = 0.975
"""Share of normal records that the second, reweighted estimate is made of."""


@dataclass(frozen=True, slots=True, eq=False)
class RobustScatter:
    """Centre and covariances of d variables, as most records have them.

    Attributes
    ----------
    medians, deviations
        float64 (d,): by these the variables are standardised.
    centre
        float64 (d,), of the standardised variables.
    root
        float64 (d, d), lower triangular L: L·Lᵀ are their covariances.
    """

    medians: np.ndarray
    deviations: np.ndarray
    centre: np.ndarray
    root: np.ndarray

    @property
    def location(self) -> np.ndarray:
        """Return the centre in units of the variables, float64 (d,)."""
        found: np.ndarray = self.medians + self.deviations * self.centre
        return found

    @property
    def covariances(self) -> np.ndarray:
        """Return the covariances in units of the variables, float64 (d, d)."""
        scaled = self.deviations[:, None] * self.root
        return np.array([[float((one * other).sum()) for other in scaled] for one in scaled])

    def coordinates(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Return records in coordinates whose Euclidean distances are their robust Mahalanobis distances.

        Parameters
        ----------
        columns
            d times float64 (n,), none missing.

        Returns
        -------
        np.ndarray
            float64 (n, d), L⁻¹(z − centre) of the standardised values z.
        """
        return _coordinates(_standardised(columns, self.medians, self.deviations), self.centre, self.root)

    def distances(self, columns: Sequence[np.ndarray]) -> np.ndarray:
        """Return the robust Mahalanobis distance of each record from the centre.

        Parameters
        ----------
        columns
            d times float64 (n,), none missing.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        found: np.ndarray = np.sqrt(_squares(self.coordinates(columns)))
        return found


def robust_scatter(columns: Sequence[np.ndarray], progress: Progress = SILENT) -> RobustScatter | None:
    """Return the deterministic minimum covariance determinant estimate, reweighted.

    Each variable is standardised by its median and its median absolute deviation. Of h = ⌊(n + d + 1)/2⌋
    records those are looked for whose covariances have the least determinant. A search starts at five
    estimates that outliers hardly move (Hubert, Rousseeuw and Verdonck 2012, without the sixth): the
    correlations of hyperbolic tangents, of ranks and of normal scores, the covariances of spatial signs, and
    those of the half of the records nearest to the median. Concentration steps (Rousseeuw and Van Driessen
    1999) take the h records nearest by the last covariances, until the determinant falls no more; records as
    near as the last of them count, too. The covariances of the best h records, made those of normal values by
    (h/n)/P(χ²_{d+2} < χ²_{d,h/n}), say which records are within χ²_{d,0.975}; mean and covariances of these,
    times 0.975/P(χ²_{d+2} < χ²_{d,0.975}), are the estimate. There is no correction for few records.

    Parameters
    ----------
    columns
        d times float64 (n,), none missing.
    progress
        Asked in each step whether to stop.

    Returns
    -------
    RobustScatter or None
        None where it is not defined: half of the records lie in one plane, or there are no more than 2d.
    """
    d, n = len(columns), len(columns[0])
    if n <= 2 * d:
        return None
    order = np.lexsort(tuple(columns))
    columns = [column[order] for column in columns]
    medians = np.array([np.median(column) for column in columns])
    deviations = np.array(
        [
            CONSISTENCY * np.median(np.abs(column - middle))
            for column, middle in zip(columns, medians, strict=True)
        ]
    )
    if not deviations.all():
        return None
    scores = _standardised(columns, medians, deviations)
    h = (n + d + 1) // 2
    found = _concentrated(scores, h, progress)
    if found is None:
        return None
    centre, root = found
    root = root * math.sqrt(_growth(h / n, d))
    inside = _squares(_coordinates(scores, centre, root)) <= chi_square_quantile(WEIGHTED, d)
    centre, covariances = _moments(scores, inside)
    final = _root(covariances * _growth(WEIGHTED, d))
    return None if final is None else RobustScatter(medians, deviations, centre, final)


Estimate = tuple[np.ndarray, np.ndarray]
"""Centre (d,) and lower triangular root (d, d) of the covariances."""


def _concentrated(scores: np.ndarray, h: int, progress: Progress) -> Estimate | None:
    """Return the centre and root of the h records whose covariances have the least determinant."""
    found = []
    for start, share in progress.part(0.0, 0.5).over(list(_starts(scores))):
        half = None if start is None else _nearest(start, (len(scores) + 1) // 2)
        found.append(None if half is None else _stepped(scores, half, h, FIRST_STEPS, share))
    if None in found:
        return None  # records in one plane have the least determinant, which is zero
    best = sorted((one for one in found if one is not None), key=lambda one: one[0])[:BEST]
    ends = []
    for (_, subset), share in progress.part(0.5, 1.0).over(best):
        ends.append(_stepped(scores, subset, h, None, share))
    if None in ends:
        return None
    _, subset = min((one for one in ends if one is not None), key=lambda one: one[0])
    return _estimate(scores, subset)


def _stepped(
    scores: np.ndarray, start: np.ndarray, h: int, steps: int | None, progress: Progress
) -> tuple[float, np.ndarray] | None:
    """Concentrate records in some steps, or until the determinant falls no more.

    Return the logarithm of the root of the determinant and the records; None where they lie in one plane.
    """
    least, best, subset = math.inf, start, start
    for step in count():
        progress.at(0.0)
        estimate = _estimate(scores, subset)
        if estimate is None:
            return None
        size = float(np.log(np.diag(estimate[1])).sum())
        if step and (size >= least or step == steps):
            break
        if step:  # what it starts at holds another number of records
            least, best = size, subset
        subset = _nearest(_squares(_coordinates(scores, *estimate)), h)
    return least, best


def _starts(scores: np.ndarray) -> Iterator[np.ndarray | None]:
    """Walk through the squared distances by each first estimate, float64 (n,); None: not defined."""
    ranks = [middle_ranks(np.unique(column, return_inverse=True)[1]) for column in scores.T]
    normal = [normal_quantile((rank - 1 / 3) / (len(scores) + 1 / 3)) for rank in ranks]
    lengths = np.sqrt(_squares(scores))
    away = lengths > 0
    signs = np.where(away[:, None], scores / np.where(away, lengths, 1.0)[:, None], 0.0)
    everyone = np.ones(len(scores), dtype=bool)
    yield _start(scores, _moments(np.tanh(scores), everyone)[1])
    yield _start(scores, _moments(np.array(ranks).T, everyone)[1])
    yield _start(scores, _moments(np.array(normal).T, everyone)[1])
    yield _start(scores, _products([*signs.T]))
    yield _start(scores, _moments(scores, _nearest(lengths, (len(scores) + 1) // 2))[1])


def _start(scores: np.ndarray, covariances: np.ndarray) -> np.ndarray | None:
    """Return squared distances by the axes of some covariances, and the spread of the scores along them."""
    scale = np.sqrt(np.diag(covariances))
    if not scale.all():
        return None
    vectors = np.linalg.eigh(covariances / np.outer(scale, scale))[1]
    # What lies beyond these decimals depends on the machine.
    directions = [_mixed(scores, np.round(vector, 12)) for vector in vectors.T]
    squares = np.zeros(len(scores))
    for along in directions:
        middle = np.median(along)
        spread = np.median(np.abs(along - middle))
        if not spread:
            return None
        squares += ((along - middle) / spread) ** 2
    return squares


def _nearest(distances: np.ndarray, number: int) -> np.ndarray:
    """Return which records are among the nearest ones, bool (n,), with those as near as the last of them."""
    found: np.ndarray = distances <= np.partition(distances, number - 1)[number - 1]
    return found


def _estimate(scores: np.ndarray, subset: np.ndarray) -> Estimate | None:
    centre, covariances = _moments(scores, subset)
    root = _root(covariances)
    return None if root is None else (centre, root)


def _moments(scores: np.ndarray, subset: np.ndarray) -> Estimate:
    """Return the mean and covariances (÷ m) of some records."""
    columns = [column[subset] for column in scores.T]
    centre = np.array([column.mean() for column in columns])
    return centre, _products([column - middle for column, middle in zip(columns, centre, strict=True)])


def _products(columns: Sequence[np.ndarray]) -> np.ndarray:
    """Return the mean products of columns, float64 (d, d)."""
    matrix = np.empty((len(columns), len(columns)))
    for i, one in enumerate(columns):
        for j, other in enumerate(columns[: i + 1]):
            matrix[i, j] = matrix[j, i] = (one * other).mean()
    return matrix


def _root(covariances: np.ndarray) -> np.ndarray | None:
    """Return the lower triangular L with L·Lᵀ = covariances; None where one variable follows from others."""
    root = np.zeros_like(covariances)
    for j in range(len(root)):
        left = covariances[j:, j] - _mixed(root[j:, :j], root[j, :j])
        if not left[0] > SINGULAR * covariances[j, j]:
            return None
        root[j:, j] = left / math.sqrt(left[0])
    return root


def _standardised(columns: Sequence[np.ndarray], medians: np.ndarray, deviations: np.ndarray) -> np.ndarray:
    scores = np.empty((len(columns[0]), len(columns)), order="F")  # columns are worked on one by one
    with np.errstate(over="ignore"):
        for score, column, middle, spread in zip(scores.T, columns, medians, deviations, strict=True):
            score[:] = np.clip((column - middle) / spread, -FARTHEST, FARTHEST)
    return scores


def _coordinates(scores: np.ndarray, centre: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Return L⁻¹(z − centre) of each record."""
    found = np.empty(scores.shape, order="F")
    for j, (column, middle) in enumerate(zip(scores.T, centre, strict=True)):
        found[:, j] = (column - middle - _mixed(found[:, :j], root[j, :j])) / root[j, j]
    return found


def _mixed(columns: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weighted sum of columns, float64 (n,)."""
    total = np.zeros(len(columns))
    for column, weight in zip(columns.T, weights, strict=True):
        total += weight * column
    return total


def _squares(columns: np.ndarray) -> np.ndarray:
    """Return the sum of the squares of each row, float64 (n,)."""
    total = np.zeros(len(columns))
    for column in columns.T:
        total += column * column
    return total


def chi_square_quantile(share: float, d: int) -> float:
    """Return the quantile of the χ² distribution, the squared distances of normal records.

    Parameters
    ----------
    share
        Share of the distribution below it, 0…1.
    d
        Degrees of freedom: the number of variables.

    Returns
    -------
    float
        0 or more.
    """
    from scipy.special import chdtri  # heavy: only where it is needed

    return float(chdtri(d, 1 - share))


def _growth(share: float, d: int) -> float:
    """Return by what the covariances of the nearest share of normal records are too small."""
    from scipy.special import chdtr  # heavy: only where it is needed

    return share / float(chdtr(d + 2, chi_square_quantile(share, d)))
