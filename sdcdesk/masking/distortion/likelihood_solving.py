"""Solving: roots, and maxima of concave functions of two variables, for likelihoods."""

from collections.abc import Callable

import numpy as np

from sdcdesk.kernels.root_finding import root
from sdcdesk.masking.distortion.distribution import UNBOUNDED, NoFitError

STEPS = 100
"""Newton steps; a concave function with a maximum needs about ten."""

Concave = Callable[[np.ndarray], tuple[float, np.ndarray, np.ndarray]]
"""Returns the value, gradient and matrix of second derivatives at a point; −∞ outside its domain."""


def positive_root(rising: Callable[[float], float], start: float) -> float:
    """Return where a rising function of a positive number is 0.

    Parameters
    ----------
    rising
        The function.
    start
        A positive number, from which the interval is widened.

    Returns
    -------
    float
        To the last digits.

    Raises
    ------
    NoFitError
        It is nowhere 0 between 10⁻³⁰ and 10³⁰ times the start.
    """
    low = high = start
    while rising(low) > 0:
        low /= 4
        if low < start * 1e-30:
            raise NoFitError(UNBOUNDED)
    while rising(high) < 0:
        high *= 4
        if high > start * 1e30:
            raise NoFitError(UNBOUNDED)
    found = root(rising, low, high)
    return high if found is None else found


def maximum(concave: Concave, start: np.ndarray) -> np.ndarray:
    """Return where a concave function is largest, by Newton's method.

    Parameters
    ----------
    concave
        The function.
    start
        float64 (p,), a point of its domain.

    Returns
    -------
    np.ndarray
        float64 (p,).

    Raises
    ------
    NoFitError
        It has no maximum, or none within a hundred steps.
    """
    point = start
    value, slope, bend = concave(point)
    for _ in range(STEPS):
        try:
            step = np.linalg.solve(bend, -slope)
        except np.linalg.LinAlgError:
            raise NoFitError(UNBOUNDED) from None
        gain = float(slope @ step)
        if not np.isfinite(step).all() or gain < 0:
            raise NoFitError(UNBOUNDED)
        if gain <= 1e-15 * max(abs(value), 1.0):
            return point + step if np.isfinite(concave(point + step)[0]) else point
        length = 1.0
        while not concave(point + length * step)[0] >= value + 0.1 * length * gain:
            length /= 2
            if length < 1e-12:
                return point  # no digit left to win
        point = point + length * step
        value, slope, bend = concave(point)
    raise NoFitError(UNBOUNDED)


def simplex(function: Callable[[np.ndarray], float], start: np.ndarray, spread: float) -> np.ndarray:
    """Return where a function is smallest near a point, by the simplex of Nelder and Mead (1965).

    Parameters
    ----------
    function
        A function of float64 (p,); may be infinite.
    start
        float64 (p,).
    spread
        Length of the edges of the first simplex.

    Returns
    -------
    np.ndarray
        float64 (p,): a local minimum, to about eight digits.
    """
    size = len(start)
    points = [start, *(start + spread * axis for axis in np.eye(size))]
    corners = sorted(_corner(function, point) for point in points)
    for _ in range(300 * size):
        worst, best = corners[-1], corners[0]
        if np.abs(np.subtract(worst[1], best[1])).max() < 1e-9:
            break
        centre = np.mean([corner[1] for corner in corners[:-1]], axis=0)
        away = centre - worst[1]

        found = _corner(function, centre + away)
        if found[0] < best[0]:
            found = min(found, _corner(function, centre + 2 * away))
        elif found[0] >= corners[-2][0]:
            found = _corner(function, centre + away / (2 if found[0] < worst[0] else -2))
        if found[0] < worst[0]:
            corners[-1] = found
        else:
            halves = [np.add(corner[1], best[1]) / 2 for corner in corners[1:]]
            corners[1:] = [_corner(function, point) for point in halves]
        corners.sort()
    return np.array(corners[0][1])


def _corner(function: Callable[[np.ndarray], float], point: np.ndarray) -> tuple[float, tuple[float, ...]]:
    return function(point), tuple(point.tolist())
