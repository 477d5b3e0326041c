"""Interval rows: what a plot of intervals shows of each row of its table, in numbers and in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from sdcdesk.core.results.plot import BarStyle, Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.quantity_text import column_texts, quantity_text
from sdcdesk.core.text.sentence import localised


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A bar from 0 with its interval.

    Attributes
    ----------
    name
        What the row is of.
    style
        How the bar looks.
    value, low, high
        In the unit of the column.
    text, range
        Value and interval in words ("6.2 %", "4.9–7.9").
    """

    name: str
    style: BarStyle
    value: float
    low: float
    high: float
    text: str
    range: str


def interval_rows(plot: Plot, table: Table, locale: Locale = NEUTRAL) -> list[IntervalRow]:
    """Return the rows of a plot of intervals.

    Parameters
    ----------
    plot
        With one series, which has an interval.
    table
        The table that it draws; a row without a number is left out.
    locale
        Signs of the reader.

    Returns
    -------
    list[IntervalRow]
        In the order of the table.
    """
    [series] = plot.series
    names = [localised(text, locale) for text in table.texts(table.column(plot.x.column))]
    value, low, high = (
        table.quantities(table.column(name)) for name in (series.column, series.low, series.high)
    )
    ends = column_texts([*low, *high], locale)
    styles: Sequence[BarStyle] = plot.styles or ["filled"] * len(names)
    return [
        IntervalRow(
            names[at],
            styles[at],
            float(value[at].value or 0),
            float(low[at].value or 0),
            float(high[at].value or 0),
            quantity_text(value[at], locale).text,
            f"{ends[at].text}–{ends[len(low) + at].text}",
        )
        for at in range(len(names))
        if value[at].defined
    ]
