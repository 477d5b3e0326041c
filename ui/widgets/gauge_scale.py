"""Scale of a gauge: where things stand on it, as pure arithmetic."""

from typing import NamedTuple

ENDS = (0.01, 0.02, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30, 0.50, 0.70, 1.00)
"""The shares at which a scale may end."""

_STEPS = (0.01, 0.005, 0.001, 0.0005, 0.0001)


class Reading(NamedTuple):
    """Disclosure risk of one file, as shares: surely, weighted and with guessing."""

    minimal: float
    weighted: float
    maximal: float


def scale_end(maximal: float, limit: float | None = None) -> float:
    """Return the next round share above both numbers, so that neither lies on the edge; at most 1."""
    top = max(maximal, limit or 0.0)
    return next((end for end in ENDS if end > top), 1.0)


def step(end: float) -> float:
    """Return the step of the limit on a scale that ends at `end`: a round share, at most its hundredth."""
    return next((size for size in _STEPS if size <= end / 100 * (1 + 1e-9)), _STEPS[-1])


def snapped(share: float, end: float) -> float:
    """Return the nearest whole step of a scale, within the scale."""
    size = step(end)
    return min(max(round(round(share / size) * size, 6), 0.0), end)


def beside(centre: float, width: float, low: float, high: float) -> float:
    """Return where a text of `width` starts: centred if there is room, else within `low` … `high`."""
    return max(low, min(centre - width / 2, high - width))
