"""Discrepancies of five kinds of parameters between two files, in units of their sampling errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.distributions import present_sorted
from sdcdesk.kernels.fourth_moments import fourth_moments
from sdcdesk.kernels.moments import Moments
from sdcdesk.loss.matrices import LAST, matrix_pair

PARAMETERS = ("means", "variances", "covariances", "correlations", "quantiles")
"""The five kinds."""

SHARES = np.arange(1, 20) / 20
"""The quantiles are those below which 5, 10 … 95 % of the values lie."""


@dataclass(frozen=True, slots=True, eq=False)
class ProbabilisticLosses:
    """Probabilistic losses of p variables, 0 … 100, by kind of parameter; NaN where not defined.

    Attributes
    ----------
    names
        The variables.
    cells
        float64: (p,) of means and variances, (p, p) of covariances and correlations, symmetric and without
        their diagonal, which is NaN; (p, 19) of quantiles.
    """

    names: Sequence[str]
    cells: Mapping[str, np.ndarray]

    def counted(self, parameter: str) -> tuple[np.ndarray, int]:
        """Return the losses of a kind, each parameter once, and how many are not defined.

        Parameters
        ----------
        parameter
            One of `PARAMETERS`.

        Returns
        -------
        tuple[np.ndarray, int]
            float64 (defined,), 0 … 100.
        """
        cells = self.cells[parameter]
        if parameter in ("covariances", "correlations"):
            cells = cells[np.triu_indices(len(self.names), 1)]
        undefined = np.isnan(cells)
        return cells[~undefined], int(undefined.sum())

    def loss(self, parameter: str) -> float:
        """Return the mean loss of a kind.

        Parameters
        ----------
        parameter
            One of `PARAMETERS`.

        Returns
        -------
        float
            0 … 100; NaN where none is defined.
        """
        return mean_of(self.counted(parameter)[0])

    def by_variable(self, parameter: str) -> list[float]:
        """Return the mean loss of the parameters of a kind that a variable has to do with.

        Parameters
        ----------
        parameter
            One of `PARAMETERS`.

        Returns
        -------
        list[float]
            For each variable; NaN where none is defined.
        """
        return [mean_of(row[~np.isnan(row)]) for row in map(np.atleast_1d, self.cells[parameter])]


def mean_of(values: np.ndarray) -> float:
    """Return a mean.

    Parameters
    ----------
    values
        float64 (n,), without NaN.

    Returns
    -------
    float
        NaN of none.
    """
    return float(values.mean()) if len(values) else np.nan


def probabilistic_losses(
    names: Sequence[str],
    before: Sequence[np.ndarray],
    after: Sequence[np.ndarray],
    old: Moments,
    new: Moments,
) -> ProbabilisticLosses:
    """Return the probabilistic losses of all parameters.

    Parameters
    ----------
    names
        The variables, which vary in the original.
    before, after
        float64 (n,) and (t,), the values of each in both files; NaN where missing.
    old, new
        Their moments.

    Returns
    -------
    ProbabilisticLosses
        What changed by no more than rounding has lost nothing.
    """
    deviations, counts = old.deviations, np.diagonal(old.counts)
    fourth = fourth_moments(before, old.means, deviations)
    unit = deviations * deviations[:, None]
    # In units of the deviations, for fourth powers of large numbers are infinite.
    scaled, scaled_after = (matrix / unit for matrix in matrix_pair("V", old, new, None))
    covariances = _losses(scaled, scaled_after, fourth.covariance_variances())
    correlations = _losses(*matrix_pair("R", old, new, None), fourth.correlation_variances())
    variances = np.diagonal(covariances).copy()
    for cells in (covariances, correlations):
        np.fill_diagonal(cells, np.nan)
    quantiles = [quantile_losses(*pair) for pair in zip(before, after, strict=True)]
    return ProbabilisticLosses(
        names,
        {
            "means": _losses(*matrix_pair("X̄", old, new, None), deviations**2 / counts),
            "variances": variances,
            "covariances": covariances,
            "correlations": correlations,
            "quantiles": np.array(quantiles).reshape(len(names), len(SHARES)),
        },
    )


def _losses(before: np.ndarray, after: np.ndarray, variances: np.ndarray) -> np.ndarray:
    """Return 100·P(|Z| ≤ |θ′ − θ| / √Var) of a standard normal Z; a change of what cannot vary loses all."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        gaps = np.abs(after - before)
        standardised = np.where(gaps == 0, 0.0, gaps / np.sqrt(variances))
        return _percent_within(np.where(np.isnan(gaps), np.nan, standardised))


def _percent_within(errors: np.ndarray) -> np.ndarray:
    """Return 100·P(|Z| ≤ so many standard errors) of a standard normal Z."""
    from scipy.special import erf

    found: np.ndarray = 100 * erf(errors / np.sqrt(2))
    return found


def quantile_losses(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Return the probabilistic losses of the quantiles of a variable.

    The masked quantile stands in the original at some share of the values, which is held against the share
    that it should be. To first order this is the discrepancy of the quantiles divided by √(q(1 −
    q)/(n·f²)), without the density f, which nobody knows.

    Parameters
    ----------
    before, after
        float64 (n,) and (t,), values of both files; NaN where missing.

    Returns
    -------
    np.ndarray
        float64 (19,), 0 … 100; NaN where one of the files has too few values.
    """
    old, new = present_sorted(before), present_sorted(after)
    if len(old) < 2 or not len(new):
        return np.full(len(SHARES), np.nan)
    wanted = SHARES * (len(old) - 1)
    quantiles, masked = (
        np.interp(SHARES * (len(values) - 1), np.arange(len(values)), values) for values in (old, new)
    )
    low, high = _places(old, masked)
    gaps = np.maximum(np.maximum(low - wanted, wanted - high), 0.0) / (len(old) - 1)
    gaps[np.abs(masked - quantiles) <= LAST * np.spacing(np.abs(quantiles))] = 0.0
    errors = np.sqrt(SHARES * (1 - SHARES) / len(old))
    return _percent_within(gaps / errors)


def _places(ordered: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the first and the last place of values in ascending ones, between places where none is equal."""
    first = np.searchsorted(ordered, values, side="left")
    last = np.searchsorted(ordered, values, side="right") - 1
    above, below = np.clip(first, 0, len(ordered) - 1), np.clip(first - 1, 0, len(ordered) - 1)
    width = ordered[above] - ordered[below]
    part = np.divide(values - ordered[below], width, out=np.zeros(len(values)), where=width > 0)
    between = below + np.where(above > below, part, 0.0)
    equal = last >= first
    # Beyond the range of the original: at its end.
    between = np.where(values > ordered[-1], len(ordered) - 1, np.where(values < ordered[0], 0, between))
    return np.where(equal, first, between), np.where(equal, last, between)
