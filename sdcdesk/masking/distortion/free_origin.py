"""Free origin: families of positive values whose origin is fitted too."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sdcdesk.masking.distortion.continuous import Exponential, Gamma, LogNormal, Weibull
from sdcdesk.masking.distortion.distribution import UNBOUNDED, Alive, NoFitError, require_different

Shifted = Exponential | Gamma | LogNormal | Weibull
"""A distribution with an origin."""

GRID = 60
"""Origins that are looked at first, from close below the smallest value to far below it."""


def fit_origin(family: type[Shifted], values: np.ndarray, alive: Alive) -> Shifted:
    """Return the distribution of maximum likelihood with its origin below the smallest value.

    Likelihoods can grow without bound as the origin comes close to the smallest value: a maximum away from
    there is taken, the highest if there are several.

    Parameters
    ----------
    family
        A family of positive values.
    values
        float64 (n,), ascending.
    alive
        Called now and then.

    Returns
    -------
    Shifted
        With its origin.

    Raises
    ------
    NoFitError
        All values are the same, or the likelihood has no such maximum.
    """
    require_different(values)
    least, span = float(values[0]), float(values[-1] - values[0])
    if family is Exponential:
        return family(float((values - least).mean()), least)

    def fitted(room: float) -> Shifted:
        return family.fit(values - (least - span * np.exp(room)), alive)

    def likelihood(room: float) -> float:
        alive()
        try:
            return float(log_density(fitted(room), values - (least - span * np.exp(room))).mean())
        except NoFitError:
            return -np.inf

    grid = np.linspace(np.log(1e-4), np.log(1e4), GRID)
    heights = np.array([likelihood(room) for room in grid])
    inside = np.flatnonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] >= heights[2:])) + 1
    if not len(inside):
        raise NoFitError(UNBOUNDED)
    best = inside[np.argmax(heights[inside])]
    room = _golden(likelihood, grid[best - 1], grid[best + 1])
    return replace(fitted(room), origin=least - span * float(np.exp(room)))


def log_density(distribution: Shifted, values: np.ndarray) -> np.ndarray:
    """Return the logarithm of the density of values above the origin.

    Parameters
    ----------
    distribution
        With its origin at 0.
    values
        float64 (n,), above 0.

    Returns
    -------
    np.ndarray
        float64 (n,).
    """
    from scipy.special import gammaln

    logs = np.log(values)
    if isinstance(distribution, LogNormal):
        mean, deviation = distribution.mean_of_logarithms, distribution.deviation_of_logarithms
        found = -logs - np.log(deviation) - 0.5 * ((logs - mean) / deviation) ** 2 - 0.5 * np.log(2 * np.pi)
    else:
        units, scale = values / distribution.scale, np.log(distribution.scale)
        if isinstance(distribution, Gamma):
            shape = distribution.shape
            found = (shape - 1) * np.log(units) - units - gammaln(shape) - scale
        else:
            shape = distribution.shape if isinstance(distribution, Weibull) else 1.0
            found = np.log(shape) - scale + (shape - 1) * np.log(units) - units**shape
    density: np.ndarray = found
    return density


def _golden(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function with one maximum between two places is largest, by golden section."""
    part = (5**0.5 - 1) / 2
    left, right = high - part * (high - low), low + part * (high - low)
    at_left, at_right = function(left), function(right)
    while high - low > 1e-9:
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - part * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + part * (high - low)
            at_right = function(right)
    return (low + high) / 2
