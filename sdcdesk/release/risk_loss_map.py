"""Risk–loss map: a limited figure against the loss after every step, as a plot over its table."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import pandas as pd

from sdcdesk.core.numbers.quantity import SCORE, Quantity
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.results.table import Column, Table
from sdcdesk.core.text.locale import NEUTRAL, UNDEFINED, Locale
from sdcdesk.core.text.number_text import tick_text
from sdcdesk.core.text.quantity_text import quantity_text
from sdcdesk.core.text.sentence import sentence
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
    figure
        The limited figure after it.
    loss
        Headline loss after it, 0…100.
    """

    step: int
    words: str
    figure: Quantity
    loss: float

    @property
    def risk(self) -> float:
        """The figure as a number."""
        return float(self.figure.value or 0)


def stops(path: Sequence[PathPoint], address: Address, summaries: Sequence[str]) -> tuple[Stop, ...]:
    """Return the points of a figure; where it could not be assessed there is none.

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
        figure = point.found.get(address)
        if figure is not None and figure.defined:
            words = "Original" if point.step == 0 else summaries[point.step - 1]
            found.append(Stop(point.step, words, figure, point.loss))
    return tuple(found)


def path_told(
    path: Sequence[PathPoint], address: Address, locale: Locale = NEUTRAL
) -> tuple[tuple[str, str], ...]:
    """Return the last points of a path in words.

    Parameters
    ----------
    path
        Points in order.
    address
        The figure; without a scenario nothing is told.
    locale
        How numbers are written.

    Returns
    -------
    tuple of tuple
        Where each point lies on the path, and "3.04 % at loss 12.50".
    """
    rows = []
    for point in path[-LONGEST:] if address.scenario else ():
        name = "Original" if point.step == 0 else sentence("After step {step}", step=str(point.step))
        quantity = point.found.get(address)
        risk = UNDEFINED if quantity is None else quantity_text(quantity, locale).text
        loss = tick_text(point.loss, 2, locale) if isfinite(point.loss) else UNDEFINED
        rows.append((name, sentence("{risk} at loss {loss}", risk=risk, loss=loss)))
    return tuple(rows)


def map_plot(found: Sequence[Stop], name: str) -> tuple[Plot, Table]:
    """Return the path as a plot and its table.

    Parameters
    ----------
    found
        Its points.
    name
        Name of the figure.

    Returns
    -------
    tuple[Plot, Table]
        Loss across, the figure upwards.
    """
    columns = (
        Column("step", "step"),
        Column("what", "what"),
        Column("risk", name, found[0].figure.unit if found else None),
        Column("loss", "information loss", SCORE),
    )
    rows = [(str(stop.step), stop.words, stop.risk, stop.loss) for stop in found]
    frame = pd.DataFrame(rows, columns=[column.name for column in columns])
    table = Table(name="path", title="Path of steps", columns=columns, frame=frame)
    plot = Plot(
        name="map",
        title="Risk against loss",
        kind="points",
        table=table.name,
        x=Axis("Information loss →", "loss", SCORE, least=0.0),
        y=Axis("", scale="log"),
        series=(Series("risk", name),),
    )
    return plot, table
