"""Scale of a gauge: where it ends, and in which steps a limit moves on it."""

from math import isfinite

from sdcdesk.core.numbers.quantity import SHARE, Unit
from sdcdesk.core.text.ticks import ticks

ENDS = (0.01, 0.02, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30, 0.50, 0.70, 1.00)
"""The shares at which a scale may end."""

_STEPS = tuple(float(f"{digit}e{power}") for power in range(6, -5, -1) for digit in (5, 1))


def scale_end(maximal: float, limit: float | None = None, unit: Unit = SHARE) -> float:
    """Return the next round number above both, so that neither lies on the edge; of shares at most 1.

    Parameters
    ----------
    maximal
        The largest number on the scale.
    limit
        A limit that lies on it; None: there is none.
    unit
        The unit of both.

    Returns
    -------
    float
        In that unit.
    """
    top = max(maximal if isfinite(maximal) else 0.0, limit or 0.0)
    if unit.kind == "share":
        return next((end for end in ENDS if end > top), 1.0)
    return ticks(0.0, 1.01 * top if top > 0 else 1.0, whole=unit.kind == "count")[-1]


def step(end: float, *, whole: bool = False) -> float:
    """Return the step of the limit on a scale that ends at `end`: round, at most its hundredth, or 1.

    Parameters
    ----------
    end
        Where the scale ends.
    whole
        Whether only whole numbers make sense.

    Returns
    -------
    float
        More than 0.
    """
    size = next((size for size in _STEPS if size <= end / 100 * (1 + 1e-9)), _STEPS[-1])
    return max(size, 1.0) if whole else size


def snapped(value: float, end: float, *, whole: bool = False) -> float:
    """Return the nearest whole step of a scale, within the scale.

    Parameters
    ----------
    value
        A place on the scale.
    end, whole
        See `step`.

    Returns
    -------
    float
        From 0 to `end`.
    """
    size = step(end, whole=whole)
    return min(max(round(round(value / size) * size, 6), 0.0), end)


def beside(centre: float, width: float, low: float, high: float) -> float:
    """Return where a text of `width` starts: centred if there is room, else within `low` … `high`.

    Parameters
    ----------
    centre, width
        The middle of the text where there is room, and its width.
    low, high
        The room.

    Returns
    -------
    float
        In the same pixels.
    """
    return max(low, min(centre - width / 2, high - width))
