"""Outlying records: those far from the centre of the file by robust Mahalanobis distances."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.quantity import RECORDS
from sdcdesk.core.results.findings import Declared
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import Progress
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.robust_scatter import RobustScatter, chi_square_quantile, robust_scatter

OUTLYING_RECORDS = Declared(
    "outlying_records",
    "Outlying records",
    RECORDS,
    "Records with a value of all variables of the step whose robust Mahalanobis distance lies beyond the "
    "limit.",
)

INSIDE = (
    "Share inside",
    "So many of the records of a normal distribution lie within the limit; of skewed variables fewer do.",
)
"""Label and help of the parameter that sets the limit."""

_IN_A_PLANE = (
    "Half of the records lie in one plane of {names}, or there are too few, so that robust distances are not "
    "defined; leave variables out that others determine or in which most records agree."
)


@dataclass(frozen=True, slots=True, eq=False)
class OutlyingRecords:
    """The records far from the centre of the file, by the variables that vary.

    Attributes
    ----------
    names
        The variables that vary, d of them.
    scatter
        Centre and covariances of these; None: there are none.
    limit
        c = √χ²(q; d), the largest distance that is not outlying.
    places
        int64 (m,), places of the outlying records.
    distances
        float64 (m,), the distance of each of them, above the limit.
    """

    names: tuple[str, ...]
    scatter: RobustScatter | None
    limit: float
    places: np.ndarray
    distances: np.ndarray


def find_outlying(
    values: Mapping[str, np.ndarray], inside: float, title: str, progress: Progress
) -> OutlyingRecords:
    """Return the records whose robust Mahalanobis distance from the centre lies beyond a limit.

    Parameters
    ----------
    values
        For each variable its numbers, float64 (n,); NaN where missing. Records in which one is missing are
        neither counted nor outlying.
    inside
        100·q: how many percent of normal records lie within the limit.
    title
        Who asks, for the words of an error.
    progress
        Asked whether to stop.

    Returns
    -------
    OutlyingRecords
        None of the records where no variable varies.

    Raises
    ------
    DataError
        Half of the records lie in one plane of the variables, or there are too few.
    """
    complete = np.flatnonzero(~np.isnan([*values.values()]).any(axis=0))
    present = {name: column[complete] for name, column in values.items()}
    varied = {name: column for name, column in present.items() if len(column) and column.min() < column.max()}
    if not varied:
        return OutlyingRecords((), None, 0.0, np.zeros(0, dtype=np.int64), np.zeros(0))
    scatter = robust_scatter([*varied.values()], progress)
    if scatter is None:
        wrong = sentence(_IN_A_PLANE, names=", ".join(varied))
        raise DataError(wrong, "variables", title=title)
    distances = scatter.distances([*varied.values()])
    limit = math.sqrt(chi_square_quantile(inside / 100, len(varied)))
    found = np.flatnonzero(distances > limit)
    return OutlyingRecords(tuple(varied), scatter, limit, complete[found], distances[found])
