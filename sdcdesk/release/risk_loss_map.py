"""Risk–loss map: a figure of risk against one of loss after every step, as a plot over its table."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from sdcdesk.core.numbers.quantity import SCORE, Quantity
from sdcdesk.core.operations.assessing import Concern
from sdcdesk.core.results.column import Column
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.number_text import tick_text
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence, uncapitalised
from sdcdesk.document.axes import axis_name
from sdcdesk.document.measures import leading_figure
from sdcdesk.release.risk_loss_path import Address, PathPoint

LONGEST = 6
"""Points that are told in words."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One point of the path.

    Attributes
    ----------
    step
        Number of the step; 0: the original.
    words
        What the step does.
    figure, loss
        The figures of risk and of loss after it.
    """

    step: int
    words: str
    figure: Quantity
    loss: Quantity

    @property
    def risk(self) -> float:
        """The risk as a number."""
        return float(self.figure.value or 0)

    @property
    def lost(self) -> float:
        """The loss as a number."""
        return float(self.loss.value or 0)


def stops(path: Sequence[PathPoint], address: Address, summaries: Sequence[str]) -> tuple[Stop, ...]:
    """Return the points of a figure; where it, or the loss, could not be assessed there is none.

    Parameters
    ----------
    path
        Points in order.
    address
        The figure.
    summaries
        Words of all steps.

    Returns
    -------
    tuple[Stop, ...]
        In the order of the path.
    """
    found = []
    for point in path:
        figure = point.figures.get(address)
        if figure is not None and figure.defined and point.loss.defined:
            words = "Original" if point.step == 0 else summaries[point.step - 1]
            found.append(Stop(point.step, words, figure, point.loss))
    return tuple(found)


def path_text(
    path: Sequence[PathPoint], address: Address | None, loss: FigureAddress, locale: Locale = NEUTRAL
) -> tuple[tuple[str, str], ...]:
    """Return the last points of a path in words.

    Parameters
    ----------
    path
        Points in order.
    address
        The figure of risk; None: nothing is told.
    loss
        The figure of loss.
    locale
        How numbers are written.

    Returns
    -------
    tuple of tuple
        Where each point lies on the path, and "3.04 % at loss 12.50".
    """
    rows = []
    for point in path[-LONGEST:] if address else ():
        name = "Original" if point.step == 0 else sentence("After step {step}", step=str(point.step))
        quantity = point.figures.get(address) if address else None
        risk = UNDEFINED if quantity is None else quantity_text(quantity, locale).text
        rows.append(
            (
                name,
                sentence(
                    "{risk} at {name} {loss}",
                    risk=risk,
                    name=loss_name(loss),
                    loss=loss_text(point.loss, locale, 2),
                ),
            )
        )
    return tuple(rows)


def loss_name(axis: FigureAddress) -> str:
    """Return what a loss is called within a line: "loss", where it is not one of several kinds.

    Parameters
    ----------
    axis
        The figure on the loss axis.

    Returns
    -------
    str
        Else the name of the figure.
    """
    return "loss" if axis == leading_figure(Concern.LOSS) else axis_name(axis)


def loss_text(loss: Quantity, locale: Locale = NEUTRAL, digits: int = 1) -> str:
    """Return a loss within a line.

    Parameters
    ----------
    loss
        The figure on the loss axis.
    locale
        How numbers are written.
    digits
        Places behind the point of a score.

    Returns
    -------
    str
        Without a noun.
    """
    if loss.value is None:
        return UNDEFINED
    if loss.unit == SCORE:
        return tick_text(loss.value, digits, locale)
    return quantity_text(loss, locale, noun=False).text


def map_plot(stops: Sequence[Stop], name: str, loss: FigureAddress) -> tuple[Plot, Table]:
    """Return the path as a plot and its table.

    Parameters
    ----------
    stops
        Its points.
    name
        Name of the figure of risk.
    loss
        The figure of loss.

    Returns
    -------
    tuple[Plot, Table]
        Loss across, the figure upwards.
    """
    title, unit = axis_name(loss), stops[0].loss.unit if stops else SCORE
    columns = (
        Column("step", "step"),
        Column("what", "what"),
        Column("risk", name, stops[0].figure.unit if stops else None),
        Column("loss", uncapitalised(title), unit),
    )
    rows = [(str(stop.step), stop.words, stop.risk, stop.lost) for stop in stops]
    frame = pd.DataFrame(rows, columns=[column.name for column in columns])
    table = Table(name="path", title="Path of steps", columns=columns, frame=frame)
    plot = Plot(
        name="map",
        title="Risk against loss",
        kind="points",
        table=table.name,
        x=Axis(f"{title} →", "loss", unit, least=0.0),
        y=Axis("", scale="log"),
        series=(Series("risk", name),),
    )
    return plot, table
