"""Scales and axes of plots as SVG: where values stand, marks, titles and limit lines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

from sdcdesk.core.numbers.quantity import Unit
from sdcdesk.core.results.plot import Axis
from sdcdesk.core.text.locale import NARROW
from sdcdesk.core.text.number_text import tick_text
from sdcdesk.core.text.printable import printable
from sdcdesk.core.text.ticks import LONGEST, axis, fitting_labels, inside, tick_labels

INK, MUTED, HAIRLINE = "#18212c", "#465362", "#d6dce4"
LETTER = 6.1
"""Width of a letter at the size of labels, in pixels; enough for any common typeface."""

_MOST_DECADES = 6


@dataclass(frozen=True, slots=True)
class AxisScale:
    """Where values of an axis stand.

    Attributes
    ----------
    low, high
        Ends, in percent for shares; of a logarithmic scale, powers of ten.
    start, end
        Where these ends stand, in pixels.
    marks
        Pixels and text of each mark.
    factor
        100 for shares, else 1.
    log
        Whether it is logarithmic; 0 then stands at its lower end.
    """

    low: float
    high: float
    start: float
    end: float
    marks: tuple[tuple[float, str], ...] = ()
    factor: int = 1
    log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value in pixels.

        Parameters
        ----------
        value
            In the unit of the axis.

        Returns
        -------
        float
            From the left or from the top.
        """
        place = value * self.factor
        if self.log:
            place = log10(place) if place > 0 else self.low
        return self.start + (place - self.low) / (self.high - self.low) * (self.end - self.start)


def number_scale(
    values: Iterable[float], drawn: Axis, unit: Unit | None, start: float, end: float, *, zero: bool
) -> AxisScale:
    """Return the scale of an axis of numbers.

    Parameters
    ----------
    values
        All that must have a place; what is not finite is passed over.
    drawn
        The axis.
    unit
        Unit of its numbers.
    start, end
        Pixels of its lower and upper end.
    zero
        Whether 0 is always shown.

    Returns
    -------
    AxisScale
        It covers all values, with round marks.
    """
    factor = 100 if unit is not None and unit.kind == "share" else 1
    ends = [each for each in (drawn.least, drawn.most) if each is not None]
    found = [value * factor for value in (*values, *ends) if isfinite(value)]
    sign = f"{NARROW}%" if factor == 100 else ""
    if drawn.scale == "log":
        return _log_scale(found, start, end, factor, sign)
    if zero or not found:
        found.append(0.0)
    whole = unit is not None and unit.kind == "count"
    marks, low, high = axis(min(found), max(found), whole=whole)
    scale = AxisScale(low / factor, high / factor, start, end)
    marks = inside(marks, low, high)
    placed = [
        (scale.at(mark / factor), f"{text}{sign}")
        for mark, text in zip(marks, tick_labels(marks), strict=True)
    ]
    return AxisScale(low, high, start, end, tuple(placed), factor)


def _log_scale(values: Sequence[float], start: float, end: float, factor: int, sign: str) -> AxisScale:
    positive = [value for value in values if value > 0]
    first = floor(log10(min(positive))) if positive else 0
    last = max(ceil(log10(max(positive))) if positive else 1, first + 1)
    zero = any(value <= 0 for value in values)
    low = first - 0.5 if zero else float(first)
    step = ceil((last - first + 1) / _MOST_DECADES)
    bare = AxisScale(low, last, start, end, log=True)
    marks = [
        (bare.at(10.0**power), f"{tick_text(10.0**power, max(0, -power))}{sign}")
        for power in range(first, last + 1, step)
    ]
    if zero:
        marks.insert(0, (bare.at(0), f"0{sign}"))
    return AxisScale(low, last, start, end, tuple(marks), factor, log=True)


def place_scale(labels: Sequence[str], start: float, end: float, tallest: int | None = None) -> AxisScale:
    """Return the scale of an axis of texts, which stand at 0, 1, 2…; labels that would touch are left out.

    Parameters
    ----------
    labels
        The texts, in order.
    start
        Place of the first end, in pixels.
    end
        Place of the other end, in pixels.
    tallest
        Place of the tallest bar, where the texts are names of bars: it always has its name.

    Returns
    -------
    AxisScale
        Each text in the middle of its place.
    """
    low, high = -0.5, max(len(labels), 1) - 0.5
    bare = AxisScale(low, high, start, end)
    room = fitting_labels(labels, low, high, end - start, text_width, cut, tallest)
    return AxisScale(low, high, start, end, tuple((bare.at(place), text) for place, text in room))


def text_width(text: str) -> float:
    """Return about how wide a text is, in pixels.

    Parameters
    ----------
    text
        In letters of usual size.

    Returns
    -------
    float
        Estimated from the number of letters.
    """
    return LETTER * len(text)


def cut(text: str, width: float = LONGEST) -> str:
    """Return a text that takes no more than so many pixels.

    Parameters
    ----------
    text
        What is written.
    width
        Room for it, in pixels.

    Returns
    -------
    str
        The same text, or its beginning and end around an ellipsis: either may tell it from others.
    """
    letters = max(int(width / LETTER), 1)
    end = (letters - 1) // 2
    return text if len(text) <= letters else f"{text[: letters - 1 - end]}…{text[len(text) - end :]}"


def element(tag: str, /, *content: str, text: str = "", **attributes: object) -> str:
    """Return an element; text and attributes are escaped, content is markup already.

    Parameters
    ----------
    tag
        Name of the element.
    *content
        Markup inside.
    text
        Text inside, after the markup.
    **attributes
        Underscores become hyphens; one at the end is left out.

    Returns
    -------
    str
        Without line breaks.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(printable(_attribute(value)))}"'
        for name, value in attributes.items()
    )
    inner = "".join(content) + escape(printable(text))
    return f"<{tag}{written}>{inner}</{tag}>" if inner or tag == "text" else f"<{tag}{written}/>"


def pixels(value: float) -> str:
    """Return a coordinate, to a hundredth of a pixel.

    Parameters
    ----------
    value
        A coordinate.

    Returns
    -------
    str
        Never "-0".
    """
    return f"{round(value, 2) + 0.0:g}"


def _attribute(value: object) -> str:
    return pixels(value) if isinstance(value, float) else str(value)


def axes(x: AxisScale, y: AxisScale, titles: tuple[str, str]) -> list[str]:
    """Return grid, marks and titles of both axes.

    Parameters
    ----------
    x
        The horizontal axis.
    y
        The vertical axis.
    titles
        Titles of x and of y.

    Returns
    -------
    list[str]
        Elements in the order in which they are drawn.
    """
    left, right, top, bottom = x.start, x.end, y.end, y.start
    parts = [element("line", x1=left, x2=right, y1=place, y2=place, stroke=HAIRLINE) for place, _ in y.marks]
    parts += [
        element("text", text=text, x=left - 6, y=place + 3.5, text_anchor="end", fill=MUTED)
        for place, text in y.marks
    ]
    for place, text in x.marks:
        parts.append(element("line", x1=place, x2=place, y1=bottom, y2=bottom + 4, stroke=MUTED))
        parts.append(element("text", text=text, x=place, y=bottom + 16, text_anchor="middle", fill=MUTED))
    parts.append(element("line", x1=left, x2=right, y1=bottom, y2=bottom, stroke=INK))
    middle = (left + right) / 2
    parts.append(element("text", text=titles[0], x=middle, y=bottom + 34, text_anchor="middle", fill=MUTED))
    parts.append(element("text", text=titles[1], x=left, y=top - 12, fill=MUTED))
    return parts


def limit_line(x: AxisScale, y: AxisScale, value: float, title: str) -> str:
    """Return a dashed line across the plot with its title above it at the right.

    Parameters
    ----------
    x
        The horizontal axis.
    y
        The vertical axis.
    value
        In the unit of y.
    title
        Text at its end.

    Returns
    -------
    str
        Two elements.
    """
    height = y.at(value)
    line = element(
        "line",
        x1=x.start,
        x2=x.end,
        y1=height,
        y2=height,
        stroke=INK,
        stroke_width=1.2,
        stroke_dasharray="5 3",
    )
    return line + element("text", text=title, x=x.end, y=height - 4, text_anchor="end", fill=INK)
