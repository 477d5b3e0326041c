"""Ticks of axes and the labels that have room: arithmetic that the window and documents share."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, isfinite, log10

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import tick_text

MOST = 5
"""Marks on an axis; there are at least three."""

SHORTEST, LONGEST = 36.0, 108.0
"""Pixels to which a label may be cut before others are left out, and to which every label is cut."""

SHORTEST_NAME = 20.0
"""The same for names of bars: a bar without its name is taken for its neighbour."""

_NICE = (1.0, 2.0, 2.5, 5.0)
_GAP, _CUT = 8.0, "…"
NARROWEST = 1e-300
"""A range that is narrower is taken as empty: no number is as small as its marks would be apart."""

OVERHANG = 14.0
"""Pixels by which the name of the first or last bar may stick out."""


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return three to five round numbers, evenly spaced, that cover a range.

    The first is at most `low`, the last at least `high`. A range that is (nearly) empty or not finite is
    taken as the unit above its lower end, or as 0…1.

    Parameters
    ----------
    low, high
        The range.
    whole
        Only whole numbers make sense: counts.

    Returns
    -------
    list[float]
        Ascending, in units of the axis.
    """
    if not isfinite(high - low) or high - low < NARROWEST:
        low = low if isfinite(low) else 0.0
        high = low + max(abs(low), 1.0)
    for step in _steps((high - low) / MOST, whole=whole):
        # A little slack, so that rounding of the division adds no mark.
        first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
        if last - first < MOST:
            return [mark * step for mark in range(first, max(last, first + 2) + 1)]
    raise AssertionError  # steps grow without end


def axis(low: float, high: float, *, whole: bool = False) -> tuple[list[float], float, float]:
    """Return three to five round marks for what lies in a range, and the ends of the axis.

    The axis ends at the data, or at the next mark where that is near; see `ticks`.

    Parameters
    ----------
    low
        Smallest value that is drawn.
    high
        Largest value that is drawn.
    whole
        Only whole numbers make sense: counts.

    Returns
    -------
    tuple[list[float], float, float]
        Marks in ascending order, and where the axis begins and ends.
    """
    outer = ticks(low, high, whole=whole)
    around = outer, outer[0], outer[-1]
    if not isfinite(high - low) or high - low < NARROWEST:
        return around
    near = 0.1 * (high - low)
    for step in _steps(near / 2, whole=whole):
        first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
        last += last - first + 1 < MOST and (last + 1) * step - high <= near
        first -= last - first + 1 < MOST and low - (first - 1) * step <= near
        if last - first < MOST:
            marks = [mark * step for mark in range(first, last + 1)]
            # Wide steps may leave out the ends: then the axis goes on to the next marks.
            return (marks, min(low, marks[0]), max(high, marks[-1])) if len(marks) > 2 else around
    raise AssertionError  # steps grow without end


def _steps(least: float, *, whole: bool) -> Iterator[float]:
    """Yield round steps, ascending without end, from about `least` on."""
    power = floor(log10(least))
    for unit in (10.0**place for place in itertools.count(power)):
        for nice in _NICE:
            if not whole or unit * nice == round(unit * nice):
                yield unit * nice


def inside(marks: Sequence[float], low: float, high: float) -> list[float]:
    """Return the marks that lie in a range; an axis that can be moved shows no others.

    Parameters
    ----------
    marks
        Places on the axis.
    low
        Lower end of the part that is seen.
    high
        Its upper end.

    Returns
    -------
    list[float]
        In the order given; a mark at an end counts as inside.
    """
    slack = 1e-6 * (high - low)
    return [mark for mark in marks if low - slack <= mark <= high + slack]


def tick_labels(marks: Sequence[float], locale: Locale = NEUTRAL) -> list[str]:
    """Return marks as a surface writes numbers, with as many digits after the point as tell them apart.

    Parameters
    ----------
    marks
        Places on the axis, ascending.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    list[str]
        One for each mark, without a unit.
    """
    digits = tick_digits(marks)
    return [tick_text(mark, digits, locale) for mark in marks]


def tick_digits(marks: Sequence[float]) -> int:
    """Return how many digits after the point tell marks apart, at most six.

    Parameters
    ----------
    marks
        Places on the axis, ascending.

    Returns
    -------
    int
        0…6.
    """
    step = min((after - before for before, after in itertools.pairwise(marks)), default=1.0)
    for number in range(6):
        scaled = step * 10.0**number
        if abs(scaled - round(scaled)) < 1e-6 * scaled:
            return number
    return 6


def fitting_labels(
    labels: Sequence[str],
    low: float,
    high: float,
    pixels: float,
    measure: Callable[[str], float],
    cut: Callable[[str, float], str],
    tallest: int | None = None,
    at: Sequence[float] = (),
) -> list[tuple[float, str]]:
    """Return place and text of the labels that are shown, so that none touches the next.

    All are shown, cut where needed, as long as that leaves them a few letters; else every second, third…
    Names of bars are cut shorter before any is left out, and that of the tallest bar is always shown. Numbers
    are never cut.

    Parameters
    ----------
    labels
        What stands at the places.
    low, high
        The range of places that is seen.
    pixels
        Its width on the screen.
    measure
        Returns the pixels that a text takes.
    cut
        Returns a text cut to so many pixels.
    tallest
        Which bar is the tallest, where the labels are names of bars that have no order.
    at
        The places, ascending; 0, 1, 2… where not given.

    Returns
    -------
    list[tuple[float, str]]
        The place of the label's middle on the axis, and its text.
    """
    scale = pixels / (high - low) if high > low else 0.0
    at = at or range(len(labels))
    pitch = scale * min((after - before for before, after in itertools.pairwise(at)), default=1.0)
    if not labels or pitch <= 0:
        return []
    widest = min(max(measure(text) for text in labels), LONGEST)
    shortest = SHORTEST if tallest is None else SHORTEST_NAME
    step = 1 if min(widest, shortest) + _GAP <= pitch else ceil((widest + _GAP) / pitch)
    numbers = [text for text in labels if text[:1].isdigit()]
    while step < len(labels) and any(_CUT in cut(text, step * pitch - _GAP) for text in numbers):
        step += 1
    # A long label at the very end would stick out.
    first = 0 if widest - pitch <= 2 * OVERHANG else step // 2
    first = first if tallest is None else tallest % step
    shown = [number for number in range(first, len(labels), step) if low <= at[number] <= high]
    wide = step * pitch - _GAP
    rooms = [min(wide, 2 * (min(at[n] - low, high - at[n]) * scale + OVERHANG)) for n in shown]
    texts = [(n, cut(labels[n], room)) for n, room in zip(shown, rooms, strict=True)]
    whole = ((n, text) for n, text in texts if n == tallest or labels[n] not in numbers or _CUT not in text)
    return [(float(at[n]), text) for n, text in whole]
