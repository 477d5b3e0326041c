"""SVG of plots over the rows of a table: curves, bars and points; the same data give the same bytes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
import pandas as pd

from sdcdesk.core.results.plot import Line, Plot, Series
from sdcdesk.core.results.table import Table, plain_value
from sdcdesk.core.text.quantity_text import cell_texts
from sdcdesk.core.text.sentence import localised, sentence
from sdcdesk.report.svg_axes import (
    INK,
    MUTED,
    AxisScale,
    axes,
    cut,
    element,
    limit_line,
    number_scale,
    pixels,
    place_scale,
    text_width,
)
from sdcdesk.report.svg_intervals import intervals

WIDTH, HEIGHT = 560, 300
MOST_POINTS = 2000
"""More points than this are counted in cells; as many places of a curve are drawn."""

MOST_BARS = 100
LABELLED = 30
"""So many points, at most, have their names beside them."""

HOLLOW, FILLED, LOSS, RING = "#616e7c", "#2d6cc4", "#8362be", "#b8460b"
_OTHERS = (FILLED, "#b8460b", "#0b6e66", "#7a4fa3", "#465362")
_DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 4")
_TOP, _BOTTOM, _RIGHT, _PITCH = 40.0, 48.0, 28.0, 13.0
_CELLS = 40, 24


@dataclass(frozen=True, slots=True)
class Drawn:
    """A series with its numbers.

    Attributes
    ----------
    series
        The series.
    values
        Its heights (float64); NaN where there is none.
    colour, dash
        How it is told from the others; shapes stand beside colours.
    """

    series: Series
    values: np.ndarray
    colour: str
    dash: str = ""

    @property
    def hollow(self) -> bool:
        """Whether it is what was before masking."""
        return self.series.role == "before"


def svg(plot: Plot, table: Table, lines: Sequence[Line] = ()) -> str:
    """Return a plot as an SVG element for a page, with title and description.

    Parameters
    ----------
    plot
        Curves, bars, points or intervals; a heat map is a table and is not drawn.
    table
        The table that it draws.
    lines
        Limits besides its own.

    Returns
    -------
    str
        Coordinates in pixels, to a hundredth.

    Raises
    ------
    ValueError
        It is a heat map.
    KeyError
        The table lacks a column that it draws.
    """
    if plot.kind == "heat":
        raise ValueError("a heat map is written as a table")
    shown = MOST_BARS if plot.kind == "bars" else len(table)
    frame, limits = table.frame.iloc[:shown], (*plot.lines, *lines)
    heading = (
        element("title", text=plot.title),
        element("desc", text=_description(plot, table, shown)),
    )
    if plot.kind == "intervals":
        return intervals(plot, table, limits, heading)
    drawn = _drawn(plot, frame)
    bodies = {"curves": _curves, "bars": _bars, "points": _points}
    right = WIDTH - _RIGHT - (_end_room(drawn) if plot.kind == "curves" else 0.0)
    y = _heights(plot, table, drawn, limits)
    left = 12 + max((text_width(text) for _, text in y.marks), default=0.0)
    x = _places(plot, table, drawn, frame, left, right)
    parts = axes(x, y, (plot.x.title, plot.y.title))
    parts += bodies[plot.kind](plot, frame, drawn, x, y)
    parts += _ring(plot, frame, drawn, x, y)
    parts += [limit_line(x, y, line.value, line.title) for line in limits]
    parts += _legend(plot, drawn, right)
    return element(
        "svg",
        *heading,
        *parts,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        font_size=11,
        font_family="inherit",
    )


def _description(plot: Plot, table: Table, rows: int) -> str:
    about = plot.about
    names = ", ".join(series.title for series in plot.series)
    words = "{about} The numbers are in the table {table}."
    if rows < len(table):
        words = "{about} Drawn are the first {shown} of {all}. The numbers are in the table {table}."
    up = plot.y.title or "values"
    drawn = sentence("{names}: {up} by {across}.", names=names, up=up, across=plot.x.title)
    return sentence(words, about=about or drawn, shown=rows, all=len(table), table=table.title)


def _drawn(plot: Plot, frame: pd.DataFrame) -> list[Drawn]:
    several = sum(series.role == "value" for series in plot.series) > 1
    found = []
    for place, series in enumerate(plot.series):
        colour = {"before": HOLLOW, "after": FILLED, "loss": LOSS}.get(
            series.role, _OTHERS[place % len(_OTHERS)]
        )
        dash = _DASHES[place % len(_DASHES)] if several and series.role == "value" else ""
        found.append(Drawn(series, _numbers(frame, series.column), colour, dash))
    return found


def _numbers(frame: pd.DataFrame, column: str) -> np.ndarray:
    """Return a column as float64, NaN where there is no finite number."""
    cells = frame[column]
    if cells.dtype == object:  # some are quantities of their own
        cells = cells.map(plain_value)
    values = pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    return np.where(np.isfinite(values), values, np.nan)


def _heights(plot: Plot, table: Table, drawn: Sequence[Drawn], limits: Sequence[Line]) -> AxisScale:
    unit = plot.y.unit or (table.column(plot.series[0].column).unit if plot.series else None)
    values = [float(value) for each in drawn for value in each.values]
    for series in plot.series:
        for edge in filter(None, (series.low, series.high)):
            values += [float(value) for value in _numbers(table.frame, edge)]
    values += [line.value for line in limits]
    share = unit is not None and unit.kind == "share"
    zero = plot.kind == "bars" or share
    return number_scale(values, plot.y, unit, HEIGHT - _BOTTOM, _TOP, zero=zero)


def _places(
    plot: Plot, table: Table, drawn: Sequence[Drawn], frame: pd.DataFrame, left: float, right: float
) -> AxisScale:
    if not _numeric(plot):
        named = plot.kind == "bars" and table.column(plot.x.column).unit is None
        tallest = _tallest(drawn) if named else None
        return place_scale(_labels(plot, table, frame), left, right, tallest)
    values = _numbers(frame, plot.x.column)
    return number_scale((float(each) for each in values), plot.x, plot.x.unit, left, right, zero=False)


def _tallest(drawn: Sequence[Drawn]) -> int:
    heights = np.abs(np.nan_to_num([each.values for each in drawn])).max(axis=0)
    return int(heights.argmax()) if len(heights) else 0


def _numeric(plot: Plot) -> bool:
    return plot.kind != "bars" and plot.x.unit is not None


def _labels(plot: Plot, table: Table, frame: pd.DataFrame) -> list[str]:
    column = table.column(plot.x.column)
    rows = range(len(frame))
    if column.unit is None:
        return [localised(text) for text in table.texts(column, rows)]
    return [cell.text for cell in cell_texts(table.quantities(column, rows), table.digits(column))]


def _xs(plot: Plot, frame: pd.DataFrame) -> np.ndarray:
    return _numbers(frame, plot.x.column) if _numeric(plot) else np.arange(len(frame), dtype=np.float64)


def _bars(plot: Plot, frame: pd.DataFrame, drawn: Sequence[Drawn], x: AxisScale, y: AxisScale) -> list[str]:
    pitch = (x.end - x.start) / max(len(frame), 1)
    bars = [each for each in drawn if not each.series.curve]
    width = min(0.76 * pitch / max(len(bars), 1), 28.0)
    base, parts = y.at(0), []
    for place, each in enumerate(bars):
        for row, value in enumerate(each.values.tolist()):
            left = x.at(row) + (place - len(bars) / 2) * width
            if not isfinite(value):
                parts.append(element("text", text="–", x=left + width / 2, y=base - 3, text_anchor="middle"))
                continue
            top, bottom = sorted((y.at(value), base))
            style = _marker_style(each)
            parts.append(element("rect", x=left, y=top, width=width - 1, height=bottom - top, **style))
        if each.series.low and each.series.high:
            middle = (place + 0.5 - len(bars) / 2) * width - 0.5
            parts += _whiskers([x.at(row) + middle for row in range(len(frame))], frame, each.series, y)
    over = [each for each in drawn if each.series.curve]
    return parts + _curves(plot, frame, over, x, y)


def _whiskers(across: Sequence[float], frame: pd.DataFrame, series: Series, y: AxisScale) -> list[str]:
    """Return the intervals at the ends of bars."""
    ends = zip(across, _numbers(frame, series.low), _numbers(frame, series.high), strict=True)
    paths = [
        f"M{pixels(at - 4)},{pixels(y.at(end))}h8m-4,0V{pixels(y.at(start))}m-4,0h8"
        for at, start, end in ends
        if isfinite(start) and isfinite(end)
    ]
    return [element("path", d=path, fill="none", stroke=INK, stroke_width="1.4") for path in paths]


def _marker_style(each: Drawn) -> dict[str, str]:
    return {"fill": "#fff" if each.hollow else each.colour, "stroke": each.colour}


def _curves(plot: Plot, frame: pd.DataFrame, drawn: Sequence[Drawn], x: AxisScale, y: AxisScale) -> list[str]:
    xs, parts = _xs(plot, frame), []
    for each in drawn:
        if each.series.low and each.series.high:
            parts.append(_band(xs, frame, each, x, y))
        wide = "1.6" if each.hollow else "2"
        dash = {"stroke_dasharray": each.dash} if each.dash else {}
        style = {"fill": "none", "stroke": each.colour, "stroke_width": wide, **dash}
        for run in _runs(xs, each.values):
            points = [(x.at(place), y.at(height)) for place, height in _thinned(run)]
            if len(points) == 1:
                [(across, height)] = points
                parts.append(element("circle", cx=across, cy=height, r=2.5, **_marker_style(each)))
            else:
                parts.append(element("polyline", points=_path(points), **style))
    return parts + (_end_labels(xs, drawn, x, y) if plot.kind == "curves" else [])  # bars have a legend


def _band(xs: np.ndarray, frame: pd.DataFrame, each: Drawn, x: AxisScale, y: AxisScale) -> str:
    low, high = _numbers(frame, each.series.low), _numbers(frame, each.series.high)
    there = np.flatnonzero(np.isfinite(xs) & np.isfinite(low) & np.isfinite(high))
    there = there[:: max(len(there) // MOST_POINTS, 1)]
    around = [(x.at(xs[row]), y.at(high[row])) for row in there]
    around += [(x.at(xs[row]), y.at(low[row])) for row in reversed(there)]
    return element("polygon", points=_path(around), fill=each.colour, fill_opacity=0.15) if around else ""


def _runs(xs: np.ndarray, values: np.ndarray) -> list[list[tuple[float, float]]]:
    """Return the parts of a curve between gaps."""
    runs: list[list[tuple[float, float]]] = [[]]
    for place, height in zip(xs.tolist(), values.tolist(), strict=True):
        if isfinite(place) and isfinite(height):
            runs[-1].append((place, height))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _thinned(run: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the lowest and the highest of each of many short pieces, so that no peak is lost."""
    size = -(-len(run) // (MOST_POINTS // 2))
    if size <= 1 or len(run) <= MOST_POINTS:
        return list(run)
    pieces = (run[first : first + size] for first in range(0, len(run), size))
    return [
        point
        for piece in pieces
        for point in sorted({min(piece, key=lambda each: each[1]), max(piece, key=lambda each: each[1])})
    ]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{pixels(across)},{pixels(height)}" for across, height in points)


def _end_room(drawn: Sequence[Drawn]) -> float:
    titles = [each.series.title for each in drawn]
    return max((text_width(cut(title)) for title in titles), default=0.0)


def _end_labels(xs: np.ndarray, drawn: Sequence[Drawn], x: AxisScale, y: AxisScale) -> list[str]:
    """Return the titles of the curves at their ends, moved apart where they would touch."""
    ends = []
    for each in drawn:
        there = np.flatnonzero(np.isfinite(xs) & np.isfinite(each.values))
        if len(there):
            ends.append((y.at(float(each.values[there[-1]])), each))
    ends.sort(key=lambda end: end[0])
    parts, free = [], _TOP
    for height, each in ends:
        place = max(height + 3.5, free)
        free = place + _PITCH
        title = cut(each.series.title)
        parts.append(element("text", text=title, x=x.end + 6, y=place, fill=each.colour))
    return parts


def _points(plot: Plot, frame: pd.DataFrame, drawn: Sequence[Drawn], x: AxisScale, y: AxisScale) -> list[str]:
    xs, parts = _xs(plot, frame), []
    for each in drawn:
        there = np.isfinite(xs) & np.isfinite(each.values)
        across = np.array([x.at(place) for place in xs[there].tolist()])
        heights = np.array([y.at(height) for height in each.values[there].tolist()])
        if len(across) > MOST_POINTS:
            parts += _cells(across, heights, each.colour, x, y)
            continue
        parts += [
            _mark(each, float(place), float(height)) for place, height in zip(across, heights, strict=True)
        ]
        if plot.label and (len(across) <= LABELLED or (plot.named and each is drawn[0])):
            names = ["" if pd.isna(name) else str(name) for name in frame[plot.label][there]]
            # Heights count downwards.
            highest = np.argsort(heights, kind="stable")[: plot.named]
            named = range(len(across)) if len(across) <= LABELLED else highest.tolist()
            parts += [_name_beside(cut(names[at]), float(across[at]), float(heights[at])) for at in named]
    return parts


def _mark(each: Drawn, place: float, height: float) -> str:
    """Return a point; those of further series are squares, so that they can be told without colours."""
    if each.dash:
        return element("rect", x=place - 3, y=height - 3, width=6, height=6, **_marker_style(each))
    return element("circle", cx=place, cy=height, r=3.5, **_marker_style(each))


def _name_beside(name: str, place: float, height: float) -> str:
    """Return the name of a point at its right or, where the picture ends before it does, at its left."""
    fits = place + 6 + text_width(name) <= WIDTH
    side = {"x": place + 6} if fits else {"x": place - 6, "text_anchor": "end"}
    return element("text", text=name, y=height - 5, fill=INK, **side)


def _cells(across: np.ndarray, heights: np.ndarray, colour: str, x: AxisScale, y: AxisScale) -> list[str]:
    """Return cells that are darker where more points lie: no point stands for itself."""
    spans = [[x.start, x.end], sorted((y.start, y.end))]
    counts, edges, rows = np.histogram2d(across, heights, bins=_CELLS, range=spans)
    wide, high = edges[1] - edges[0], rows[1] - rows[0]
    darkest = counts.max()
    return [
        element(
            "rect",
            x=float(edges[i]),
            y=float(rows[j]),
            width=float(wide),
            height=float(high),
            fill=colour,
            fill_opacity=float(0.15 + 0.85 * counts[i, j] / darkest),
        )
        for i, j in zip(*np.nonzero(counts), strict=True)
    ]


def _ring(plot: Plot, frame: pd.DataFrame, drawn: Sequence[Drawn], x: AxisScale, y: AxisScale) -> list[str]:
    """Return a ring around the highest value of the row that matters most."""
    row = -1 if plot.ringed is None else plot.ringed
    if not 0 <= row < len(frame):
        return []
    across = float(_xs(plot, frame)[row])
    heights = [float(each.values[row]) for each in drawn if isfinite(each.values[row])]
    if not heights or not isfinite(across):
        return []
    at, up = x.at(across), y.at(max(heights))
    return [element("circle", cx=at, cy=up, r=8, fill="none", stroke=RING, stroke_width=2)]


def _legend(plot: Plot, drawn: Sequence[Drawn], right: float) -> list[str]:
    """Return what the colours mean; curves say it at their ends."""
    if plot.kind == "curves" or len(drawn) < 2:
        return []
    parts, place = [], right
    for each in reversed(drawn):
        title = cut(each.series.title)
        place -= text_width(title)
        parts.append(element("text", text=title, x=place, y=14, fill=MUTED))
        square = element("rect", x=place - 15, y=5, width=10, height=10, **_marker_style(each))
        parts.append(_mark(each, place - 10, 10.0) if plot.kind == "points" else square)
        place -= 30
    return parts
