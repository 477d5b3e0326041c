"""Axis figures: what figures of risk and loss are called on axes and in columns, and the limits on them."""

from collections.abc import Iterable, Sequence

from sdcdesk.core.numbers.quantity import SCORE, Unit
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import MEASURES
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.risk_loss_path import Address

MOST_LIMITED = 2
"""Limited figures beside the one on the axis that have a column of their own."""


def figure_title(axis: Address) -> str:
    """Return what a figure is called on an axis or above a column, whatever its scenario.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Returns
    -------
    str
        Its symbol, else its title.
    """
    return axis_name(FigureAddress(axis.measure, axis.figure))


def figure_unit(axis: Address) -> Unit:
    """Return the unit of a figure.

    Parameters
    ----------
    axis
        Scenario, measure and figure.

    Returns
    -------
    Unit
        As its measure declares it.
    """
    declared = MEASURES[axis.measure].declared(axis.figure)
    return SCORE if declared is None else declared.unit


def risk_limits(scenarios: Iterable[Scenario], axis: Address) -> dict[Address, Limit]:
    """Return the limits on a figure, by the scenario in which it is limited.

    Parameters
    ----------
    scenarios
        Scenarios of a project.
    axis
        The figure; without a scenario that of all.

    Returns
    -------
    dict[Address, Limit]
        The first of each scenario.
    """
    found: dict[Address, Limit] = {}
    for scenario in scenarios:
        for limit in scenario.limits:
            if axis.scenario in ("", scenario.name) and limit.address == axis[1:]:
                found.setdefault(axis._replace(scenario=scenario.name), limit)
    return found


def strictest(limits: Iterable[Limit]) -> Limit | None:
    """Return the limit that leaves the least room, which stands for all of them on a map.

    Parameters
    ----------
    limits
        On one figure.

    Returns
    -------
    Limit or None
        None where there is none.
    """
    found = list(limits)
    if not found:
        return None
    most = found[0].side == "at most"
    return (min if most else max)(
        (one for one in found if one.side == found[0].side), key=lambda one: one.value
    )


def limited_figures(scenarios: Sequence[Scenario], risk: Address) -> tuple[Address, ...]:
    """Return the figures of risk with limits beside the one on the axis, as columns show them.

    Parameters
    ----------
    scenarios
        Scenarios of the project.
    risk
        The figure on the axis.

    Returns
    -------
    tuple[Address, ...]
        Each once, without a scenario: the worst of all.
    """
    found = dict.fromkeys(
        Address("", *limit.address)
        for scenario in scenarios
        for limit in scenario.limits
        if limit.measure in MEASURES and limit.address != risk[1:]
    )
    return tuple(found)[:MOST_LIMITED]
