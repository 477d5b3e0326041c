"""Combining rules: one estimate from those of m copies of a file."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from sdcdesk.core.running.errors import ParameterError


@dataclass(frozen=True, slots=True)
class Combined:
    """An estimate from m copies.

    Attributes
    ----------
    estimate
        Mean of the estimates of the copies.
    variance
        Its variance, from within and between the copies.
    within
        Mean ū of the variances that each copy states.
    between
        Variance b of the estimates, divided by m − 1.
    degrees_of_freedom
        Those of Student's t distribution; infinite where all copies agree.
    """

    estimate: float
    variance: float
    within: float
    between: float
    degrees_of_freedom: float

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return a confidence interval.

        Parameters
        ----------
        level
            More than 0, less than 1.

        Returns
        -------
        tuple[float, float]
            Its ends.

        Raises
        ------
        ParameterError
            The level is not between 0 and 1.
        """
        if not 0 < level < 1:
            raise ParameterError("The level of an interval lies between 0 and 1.", "level")
        from scipy.special import ndtri, stdtrit

        share = (1 + level) / 2
        known = math.isfinite(self.degrees_of_freedom)
        quantile = float(stdtrit(self.degrees_of_freedom, share) if known else ndtri(share))
        half = quantile * math.sqrt(self.variance)
        return self.estimate - half, self.estimate + half


def combined(
    estimates: Sequence[float], variances: Sequence[float], replaced: Literal["masked", "missing"] = "masked"
) -> Combined:
    """Combine the estimates of m copies of a file into one.

    The variance is ū + a, where ū is the mean of the variances and a comes from the variance b of the
    estimates: b/m with copies in which observed values were replaced (`masked`, Reiter 2003), (1 + 1/m)·b
    with copies in which missing values were filled (`missing`, Rubin 1987). Degrees of freedom are
    (m − 1)·(1 + ū/a)².

    Parameters
    ----------
    estimates
        One of each copy; at least two.
    variances
        Their variances, squares of the standard errors that an analysis of one copy states.
    replaced
        What the copies replaced.

    Returns
    -------
    Combined

    Raises
    ------
    ParameterError
        There are fewer than two copies, not as many variances, or numbers that are none.
    """
    q, u, m = np.asarray(estimates, np.float64), np.asarray(variances, np.float64), len(estimates)
    if m < 2 or q.shape != (m,) or u.shape != (m,):
        raise ParameterError(
            "Give the estimates of at least two copies, and a variance for each.", "estimates"
        )
    if not (np.isfinite(q).all() and np.isfinite(u).all() and (u >= 0).all()):
        raise ParameterError("Estimates are finite, and variances are at least 0.", "variances")
    within, between = float(u.mean()), float(q.var(ddof=1))
    added = between / m if replaced == "masked" else (1 + 1 / m) * between
    sure = 1 + within / added if added else math.inf
    freedom = (m - 1) * sure * sure  # infinite where a power would be refused
    return Combined(float(q.mean()), within + added, within, between, freedom)
