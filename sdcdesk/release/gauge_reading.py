"""Gauge reading: a figure of a file with its limit, and from where to where it could reach."""

from typing import NamedTuple

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.release.scenario_check import Checked


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


def reading(checked: Checked, limit: Limit | None, axis: FigureAddress) -> Reading | None:
    """Return what a gauge shows of a scenario.

    Parameters
    ----------
    checked
        The scenario as it was assessed.
    limit
        The limit that it shows; None: none.
    axis
        The figure that it then shows: that of the risk axis.

    Returns
    -------
    Reading or None
        None: the figure is not known.
    """
    measure, name = limit.address if limit else axis
    found = checked.find_assessment(measure)
    figure = found.figures.get(name) if found else None
    unknown = found is not None and (found.original.is_released or not found.pairing.is_known)
    if found is None or figure is None or (unknown and not figure.quantity.defined):
        return None
    value = figure.quantity.value or 0
    ends = [found.value(end) for end in figure.between if end in found.figures]
    low, high = (end if isinstance(end, float | int) else value for end in ends or (0, value))
    before = figure.before.value if figure.before and found.masked is not found.original else None
    return Reading(figure.title, figure.quantity, low, high, before)


def gauged(checked: Checked, axis: FigureAddress) -> Limit | None:
    """Return the limit that a gauge shows: the one that decides if a measure found it, else one on an axis.

    Parameters
    ----------
    checked
        The scenario as it was assessed.
    axis
        The figure of the risk axis.

    Returns
    -------
    Limit or None
        None: there is neither.
    """
    judged = checked.deciding
    known = judged and checked.find_assessment(judged.limit.measure)
    if judged and known and judged.quantity and judged.quantity.defined:
        return judged.limit
    return next((one for one in checked.scenario.limits if one.address == axis), None)
