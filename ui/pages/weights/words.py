"""Weights in words: which records a cell is about, what fits there, and why something else does not."""

from math import inf, isfinite

from sdcdesk.risk.weights.intervals import Bound, Interval
from ui.forms.numbers import read_number, write_number

_NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_ALONE = {
    "non-negative": "No weight is negative.",
    "w11": "Who is alone in both files weighs more than nothing: all other weights are measured against it.",
    "finite": "A weight is a finite number.",
    "structural zero": "Such records cannot occur with this structure.",
}


def cell_words(i: int, j: int) -> str:
    """Return whom cell (i, j) is about: groups of i now and of j before."""
    if i == j:
        if i == 1:
            return "someone who was always alone"
        return "a pair that stayed a pair" if i == 2 else f"a group of {_number(i)} that stayed whole"
    was = "was alone" if j == 1 else f"was one of {_number(j)}"
    now = "is now alone" if i == 1 else f"is now one of {_number(i)}"
    return f"someone who {was} and {now}"


def row_words(i: int, last: int) -> str:
    """Return the label of a row: the first three in words."""
    if i > last:
        return f"{i} and more"
    return {1: "alone  1", 2: "pair  2", 3: "3 people  3"}.get(i, str(i))


def column_words(j: int, last: int) -> str:
    """Return the label of a column."""
    return f"{j} and more" if j > last else str(j)


def allowed(interval: Interval) -> str:
    """Return which weights fit: "0 to 3"."""
    low, high = interval.low, interval.high
    if low > high:
        return "nothing"
    strict = any(bound.strict and bound.value == low for bound in interval.reasons)
    if high == inf:
        return f"more than {write_number(low)}" if strict else f"{write_number(low)} or more"
    if low == high:
        return f"{write_number(low)} only"
    start = f"more than {write_number(low)}, up to" if strict else f"{write_number(low)} to"
    return f"{start} {write_number(high)}"


def refused(typed: str, interval: Interval) -> str:
    """Return what is said of a weight that does not fit."""
    if interval.low > interval.high:
        return f"{typed} does not fit here, and nothing else does."
    return f"{typed} does not fit here. Allowed: {allowed(interval)}."


def reason(i: int, j: int, broken: tuple[Bound, ...], interval: Interval) -> str:
    """Return why a weight of cell (i, j) is refused, in one or more sentences."""
    if interval.low > interval.high:
        return "The weights around this cell break a rule among themselves: change them first."
    around = [bound for bound in broken if bound.cell]
    if not around:
        return " ".join(_ALONE[bound.rule] for bound in broken[:1])
    parts = []
    for upper, words in ((True, "more"), (False, "less")):
        others = [f"{words} than {_other(bound)}" for bound in around if bound.upper is upper]
        if others:
            parts.append(f"must not weigh {', nor '.join(others)}")
    who = cell_words(i, j)
    return f"{who[:1].upper()}{who[1:]} {', and '.join(parts)}."


def weight_text(weight: float) -> str:
    """Return a weight as it was typed."""
    return write_number(weight) if isfinite(weight) else "?"


def rounded(text: str, digits: int) -> str:
    """Return a written weight with so many digits that tell."""
    return write_number(float(f"{read_number(text):.{digits}g}"))


def _other(bound: Bound) -> str:
    cell = bound.cell or (1, 1)
    return f"{cell_words(*cell)} ({write_number(bound.value)})"


def _number(size: int) -> str:
    return _NUMBERS[size] if size < len(_NUMBERS) else str(size)
