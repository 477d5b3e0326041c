"""Axes of the risk–loss path: which figure of risk and which of loss are followed from step to step.

Where nobody has chosen, these are figures with a limit; where there is none, those of the leading measures.
"""

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator

from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.operations.measure import Measure
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.limit import Limit
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.limits import figure_name, limitable
from sdcdesk.document.measures import MEASURES, leading_figure
from sdcdesk.document.scenario import Scenario, knowledge
from sdcdesk.masking import METHODS


def _written(text: str) -> str:
    if text and "" in FigureAddress.parse(text):
        raise ValueError(sentence("{text} is no figure; write MEASURE.FIGURE", text=short(text)))
    return text.strip()


WrittenAddress = Annotated[str, AfterValidator(_written)]
"""MEASURE.FIGURE, or nothing."""


class Axes(Model):
    """The figures of the risk–loss path, as far as somebody has chosen them.

    Attributes
    ----------
    risk, loss
        "MEASURE.FIGURE"; empty: a limited figure, else that of the measure that leads. One that the project
        does not measure (any more) counts as empty.
    """

    risk: WrittenAddress = ""
    loss: WrittenAddress = ""


def figure_at(text: str) -> FigureAddress:
    """Return the figure of an address, which must be one that can be better or worse.

    Parameters
    ----------
    text
        "MEASURE.FIGURE", as a user types it.

    Returns
    -------
    FigureAddress
        Its measure and name.

    Raises
    ------
    ParameterError
        There is no such measure, or it has no such figure.
    """
    address = FigureAddress.parse(text)
    kind = MEASURES[address.measure]
    names = [declared.name for declared in kind.declares if declared.better]
    if address.figure not in names:
        words = "{name} has no figure {figure} that can be followed; it has {names}."
        if not names:
            words = "{name} has no figure {figure} that can be followed, and no other."
        figure = short(address.figure)
        raise ParameterError(sentence(words, name=kind.name, figure=figure, names=", ".join(names)), "figure")
    return address


def risk_axis(axes: Axes, scenario: Scenario, measures: Iterable[Measure]) -> FigureAddress:
    """Return the figure that stands for the risk in a scenario.

    Parameters
    ----------
    axes
        What was chosen.
    scenario
        What the intruder knows, with its measures and limits.
    measures
        Measures of the project.

    Returns
    -------
    FigureAddress
        The chosen one, if it is assessed there; else the leading one where it has a limit, or the first
        limited figure of risk; else the leading one.
    """
    return _chosen(axes.risk, risk_figures(scenario, measures)) or _limited(scenario.limits, Concern.RISK)


def loss_axis(axes: Axes, scenarios: Iterable[Scenario], measures: Iterable[Measure]) -> FigureAddress:
    """Return the figure that stands for the loss in a project.

    Parameters
    ----------
    axes
        What was chosen.
    scenarios
        All of the project, with their limits.
    measures
        Measures of the project.

    Returns
    -------
    FigureAddress
        As for the risk, over the limits of all scenarios.
    """
    kept = {measure.name for measure in measures}
    limits = [limit for scenario in scenarios for limit in scenario.limits if limit.measure in kept]
    return _chosen(axes.loss, loss_figures(measures)) or _limited(limits, Concern.LOSS)


def risk_figures(scenario: Scenario, measures: Iterable[Measure]) -> tuple[FigureAddress, ...]:
    """Return the figures that can stand for the risk in a scenario: limited ones first.

    Parameters
    ----------
    scenario
        What the intruder knows, with its measures and limits.
    measures
        Measures of the project.

    Returns
    -------
    tuple[FigureAddress, ...]
        Each once; a limited figure of a loss is among them.
    """
    # What a method reports belongs to its step alone, and has no course along the steps.
    limited = [limit.address for limit in scenario.limits if limit.measure not in METHODS]
    kinds = {type(one) for one in (*scenario.wanted(), *measures) if one.concern is Concern.RISK}
    leading = leading_figure(Concern.RISK)
    return tuple(dict.fromkeys((leading, *limited, *_figures(kinds))))


def loss_figures(measures: Iterable[Measure]) -> tuple[FigureAddress, ...]:
    """Return the figures that can stand for the loss: the leading one, and those of the project's measures.

    Parameters
    ----------
    measures
        Measures of the project.

    Returns
    -------
    tuple[FigureAddress, ...]
        Each once; none that depends on what an intruder knows.
    """
    kinds = {type(one) for one in measures if one.concern is Concern.LOSS and not knowledge(type(one))}
    return tuple(dict.fromkeys((leading_figure(Concern.LOSS), *_figures(kinds))))


def axis_name(address: FigureAddress) -> str:
    """Return the name of a figure on an axis: its symbol, else its title.

    Parameters
    ----------
    address
        Measure and figure.

    Returns
    -------
    str
        A name that is unique within its measure.
    """
    return figure_name(Limit(measure=address.measure, figure=address.figure, value=0.0))


def _figures(kinds: set[type[Measure]]) -> Iterable[FigureAddress]:
    return (FigureAddress(kind.name, declared.name) for kind, declared in limitable() if kind in kinds)


def _chosen(written: str, possible: Iterable[FigureAddress]) -> FigureAddress | None:
    address = FigureAddress.parse(written)
    return address if written and address in possible else None


def _limited(limits: Iterable[Limit], concern: Concern) -> FigureAddress:
    leading = leading_figure(concern)
    found = [
        limit.address
        for limit in limits
        if limit.measure in MEASURES and MEASURES[limit.measure].concern is concern
    ]
    return leading if leading in found or not found else found[0]
