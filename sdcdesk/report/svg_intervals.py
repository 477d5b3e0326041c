"""Interval bars as SVG: lying bars from 0 with their intervals, and the numbers beside them."""

from collections.abc import Sequence

from sdcdesk.core.results.interval_rows import IntervalRow, interval_rows
from sdcdesk.core.results.plot import Line, Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import capital
from sdcdesk.report.svg_axes import HAIRLINE, INK, MUTED, AxisScale, element, number_scale, pixels, text_width

WIDTH = 560
_TOP, _PITCH, _BAR, _FOOT = 10.0, 25.0, 13.0, 40.0
_RANGE = 96.0
_FILLED, _EDGE = "#2d6cc4", "#616e7c"


def intervals(plot: Plot, table: Table, lines: Sequence[Line], heading: Sequence[str]) -> str:
    """Return a plot of intervals as an SVG element.

    Parameters
    ----------
    plot, table
        The plot, and the table that it draws.
    lines
        Limits on the numbers.
    heading
        Elements that say what is drawn.

    Returns
    -------
    str
        Coordinates in pixels, to a hundredth.
    """
    rows = interval_rows(plot, table)
    left = 16 + max((text_width(row.name) for row in rows), default=0.0)
    right = WIDTH - _RANGE - 16 - max((text_width(row.text) for row in rows), default=0.0)
    values = [end for row in rows for end in (row.value, row.high)] + [line.value for line in lines]
    x = number_scale(values, plot.y, plot.y.unit, left, right, zero=True)
    bottom = _TOP + _PITCH * len(rows)
    parts = [element("line", x1=at, x2=at, y1=_TOP, y2=bottom, stroke=HAIRLINE) for at, _ in x.marks]
    parts += [
        element("text", text=text, x=at, y=bottom + 14, text_anchor="middle", fill=MUTED)
        for at, text in x.marks
    ]
    middle = (left + right) / 2
    parts.append(
        element("text", text=plot.y.title, x=middle, y=bottom + 32, text_anchor="middle", fill=MUTED)
    )
    for place, row in enumerate(rows):
        parts += _row(row, _TOP + _PITCH * (place + 0.5), x, first=not place)
    for line in lines:
        at = x.at(line.value)
        parts.append(element("line", x1=at, x2=at, y1=_TOP, y2=bottom, stroke=INK, stroke_dasharray="4 3"))
    height = pixels(bottom + _FOOT)
    return element(
        "svg",
        *heading,
        *parts,
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        font_size=11,
        font_family="inherit",
    )


def _row(row: IntervalRow, y: float, x: AxisScale, *, first: bool) -> list[str]:
    """Return the name, the bar, its interval, and the numbers of a row."""
    fill = {"filled": _FILLED, "hollow": "#fff", "hatched": "#fff"}[row.style]
    edge = _FILLED if row.style == "filled" else _EDGE
    weight = {"font_weight": "bold"} if first else {}
    name, start = capital(row.name), x.at(0)
    low, high, text = x.at(row.low), x.at(row.high), y + 4
    path = f"M{pixels(low)},{pixels(y - 4)}v8m0,-4H{pixels(high)}m0,-4v8"
    width = max(x.at(row.value) - start, 0.0)
    return [
        element("text", text=name, x=x.start - 8, y=text, text_anchor="end", fill=INK, **weight),
        element("rect", x=start, y=y - _BAR / 2, width=width, height=_BAR, fill=fill, stroke=edge),
        *([_hatch(start, y, width)] if row.style == "hatched" else []),
        element("path", d=path, fill="none", stroke=INK, stroke_width="1.4"),
        element("text", text=row.text, x=WIDTH - _RANGE, y=text, text_anchor="end", fill=INK, **weight),
        element("text", text=row.range, x=float(WIDTH), y=text, text_anchor="end", fill=MUTED),
    ]


def _hatch(left: float, y: float, width: float) -> str:
    """Return lines from lower left to upper right over a bar."""
    ends = [(at, min(_BAR, width - at)) for at in (6.0 * n for n in range(int(width // 6) + 1))]
    low = y + _BAR / 2
    lines = "".join(f"M{pixels(left + at)},{pixels(low)}l{pixels(up)},{pixels(-up)}" for at, up in ends)
    return element("path", d=lines, fill="none", stroke=_EDGE, stroke_width="1")
