"""Plots of findings as data: which columns of which table are drawn, and how their axes are called."""

from dataclasses import dataclass
from typing import Literal

from sdcdesk.core.numbers.quantity import RECORDS, Unit
from sdcdesk.core.text.sentence import SILENT, Sentence, plain

PlotKind = Literal["curves", "bars", "heat", "points", "intervals"]
"""Kinds of plots; the list is closed, so that every surface draws all of them."""

BarStyle = Literal["filled", "hollow", "hatched"]
"""How an interval bar looks: what is judged, what it is held against, and what needs no knowledge."""

SeriesRole = Literal["value", "before", "after", "loss"]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis.

    Attributes
    ----------
    title
        In words.
    column
        Column of the table that gives the places; empty for the axis of the series' own values.
    unit
        Unit of its numbers; None: the places are texts or sizes, in the order of the rows.
    scale
        "linear" or "log"; a logarithmic one has a place of its own for 0.
    least, most
        Ends that are always shown, in the unit; None: what the data need.
    """

    title: str
    column: str = ""
    unit: Unit | None = None
    scale: Literal["linear", "log"] = "linear"
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """What is drawn over the places of the first axis.

    Attributes
    ----------
    column
        Column of the table.
    title
        Text at the end of the curve, or in the legend.
    role
        Before is drawn hollow, after filled, information loss in its own colour.
    low, high
        Columns of a band around a curve, or of an interval at the end of a bar; empty: none.
    curve
        Of "bars": whether it is a curve over the bars of the others, as a density over a histogram.
    """

    column: str
    title: str
    role: SeriesRole = "value"
    low: str = ""
    high: str = ""
    curve: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A limit or another mark across the plot, at a value of the second axis.

    Attributes
    ----------
    value
        In the unit of the second axis.
    title
        Text beside it.
    """

    value: float
    title: str


@dataclass(frozen=True, kw_only=True)
class Plot:
    """A plot over the rows of a table of the same section, so that its numbers can be read there too.

    Attributes
    ----------
    name, title, about
        As of a table; `about` says in words what is to be seen. A plot that a declared table holds has the
        name and the title of its table where it has none of its own.
    kind
        "curves", "bars" (a group of bars a row), "heat" (rows hold the places x and y of a cell; the first
        series is its value), "points" (one a row; the first series is its height), "intervals" (a lying bar
        a row, from 0, with its interval; its numbers stand beside it).
    table
        Name of the table; a plot that a declared table holds need not name it.
    x, y
        The axes.
    series
        What is drawn.
    lines
        Limits.
    label
        Column with a text for each row ("step 3"); empty: none.
    named
        Of "points", how many of the highest have their `label` beside them, where there is no room for all.
    figure
        Name of the figure whose limits are drawn as lines; empty: none.
    styles
        Of "intervals", the style of each row.
    ringed
        Row whose cell or point matters most, drawn in a ring; None: none.
    """

    kind: PlotKind
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    name: str = ""
    title: str = ""
    table: str = ""
    about: Sentence = SILENT
    lines: tuple[Line, ...] = ()
    label: str = ""
    named: int = 0
    figure: str = ""
    styles: tuple[BarStyle, ...] = ()
    ringed: int | None = None

    @property
    def columns(self) -> frozenset[str]:
        """Names of all columns that are drawn."""
        drawn = (name for series in self.series for name in (series.column, series.low, series.high))
        return frozenset(name for name in (self.x.column, self.y.column, self.label, *drawn) if name)


def bars_of_records(axis: str, column: str, about: str, *series: Series) -> Plot:
    """Return bars of how many records are in each class of a table.

    Parameters
    ----------
    axis
        What the classes are classes of.
    column
        Column of the table with their names.
    about
        What is to be seen.
    *series
        Bars of each class; without any, those of the column "records".

    Returns
    -------
    Plot
        It is called as its table.
    """
    return Plot(
        kind="bars",
        x=Axis(axis, column=column),
        y=Axis("Records", unit=RECORDS, least=0.0),
        series=series or (Series("records", "Records"),),
        about=plain(about),
    )
