"""Scale of a gauge: what it shows of a file, and where that stands on it."""

from math import isfinite
from typing import NamedTuple

from sdcdesk.core.limit import Limit
from sdcdesk.core.quantity import SHARE, Quantity, Unit
from sdcdesk.core.ticks import ticks
from sdcdesk.release.risk_loss_path import RISK
from sdcdesk.release.scenario_check import Checked
from sdcdesk.risk import DisclosureRisk

ENDS = (0.01, 0.02, 0.05, 0.08, 0.10, 0.15, 0.20, 0.30, 0.50, 0.70, 1.00)
"""The shares at which a scale may end."""

_STEPS = tuple(float(f"{digit}e{power}") for power in range(6, -5, -1) for digit in (5, 1))


class Reading(NamedTuple):
    """What a gauge shows of one file: a figure, and from where to where it could reach.

    Attributes
    ----------
    title, quantity
        Of the figure.
    low, high
        In its unit; where the figure lies between no others, from 0 to its value.
    before
        The figure of the original; None where there is nothing to compare.
    """

    title: str
    quantity: Quantity
    low: float
    high: float
    before: float | None = None

    @property
    def value(self) -> float:
        """The figure; not a number where it is not defined."""
        return float("nan") if self.quantity.value is None else float(self.quantity.value)


def reading(checked: Checked, limit: Limit | None) -> Reading | None:
    """Return what a gauge shows of a scenario: the limited figure, else DR_W; None: it is not known."""
    measure, name = (limit.measure, limit.figure) if limit else (DisclosureRisk.name, RISK)
    found = checked.found(measure)
    figure = found.figures.get(name) if found else None
    if found is None or figure is None:
        return None
    value = figure.quantity.value or 0
    ends = [found.value(end) for end in figure.between if end in found.figures]
    low, high = (end if isinstance(end, float | int) else value for end in ends or (0, value))
    before = figure.before.value if figure.before and found.masked is not found.original else None
    return Reading(figure.title, figure.quantity, low, high, before)


def gauged(checked: Checked) -> Limit | None:
    """Return the limit that a gauge shows: the one that decides if its figure is known, else that on DR_W."""
    judged = checked.deciding
    if judged and judged.quantity and judged.quantity.defined:
        return judged.limit
    weighted = (DisclosureRisk.name, RISK)
    return next((one for one in checked.scenario.limits if (one.measure, one.figure) == weighted), None)


def scale_end(maximal: float, limit: float | None = None, unit: Unit = SHARE) -> float:
    """Return the next round number above both, so that neither lies on the edge; of shares at most 1."""
    top = max(maximal if isfinite(maximal) else 0.0, limit or 0.0)
    if unit.kind == "share":
        return next((end for end in ENDS if end > top), 1.0)
    return ticks(0.0, 1.01 * top if top > 0 else 1.0, whole=unit.kind == "count")[-1]


def step(end: float, *, whole: bool = False) -> float:
    """Return the step of the limit on a scale that ends at `end`: round, at most its hundredth, or 1."""
    size = next((size for size in _STEPS if size <= end / 100 * (1 + 1e-9)), _STEPS[-1])
    return max(size, 1.0) if whole else size


def snapped(value: float, end: float, *, whole: bool = False) -> float:
    """Return the nearest whole step of a scale, within the scale."""
    size = step(end, whole=whole)
    return min(max(round(round(value / size) * size, 6), 0.0), end)


def beside(centre: float, width: float, low: float, high: float) -> float:
    """Return where a text of `width` starts: centred if there is room, else within `low` … `high`."""
    return max(low, min(centre - width / 2, high - width))
