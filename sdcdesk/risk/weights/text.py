"""Texts about weights: the records of a cell, the weights that fit, and changes of a matrix."""

from collections.abc import Sequence
from math import inf, isfinite

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import capital, counted, joined_by_and, joined_by_or, listed, sentence
from sdcdesk.risk.weights.intervals import Bound, Interval

NAMED = 3
"""So many moved weights are named; the others are counted."""

LONGEST = 12
"""Characters of a sum that is written with all its digits."""

_NUMBERS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_ALONE = {
    "non-negative": "No weight is negative.",
    "w11": "Who is alone in both files weighs more than nothing: all other weights are measured against it.",
    "finite": "A weight is a finite number.",
    "structural zero": "Such records cannot occur with this structure.",
}

Cell = tuple[int, int]
"""(i, j), counted from 1."""


def cell_text(i: int, j: int) -> str:
    """Return whom cell (i, j) is about: groups of i now and of j before.

    Parameters
    ----------
    i
        Size of the group in the masked file, from 1.
    j
        Size of the group in the initial file, from 1.

    Returns
    -------
    str
        A phrase without a capital.
    """
    if i == j:
        same = {1: "someone who was always alone", 2: "a pair that stayed a pair"}
        return same.get(i) or sentence("a group of {size} that stayed whole", size=_size(i))
    words = {
        (True, False): "someone who was one of {before} and is now alone",
        (False, True): "someone who was alone and is now one of {now}",
        (False, False): "someone who was one of {before} and is now one of {now}",
    }
    return sentence(words[i == 1, j == 1], before=_size(j), now=_size(i))


def row_title(i: int, last: int) -> str:
    """Return the title of a row: the first three in words.

    Parameters
    ----------
    i
        Size of the group in the masked file, from 1.
    last
        Largest size with a row of its own.

    Returns
    -------
    str
        Words and number, or "11 and more".
    """
    named = {1: "alone  1", 2: "pair  2", 3: "3 people  3"}
    return named[i] if i in named and i <= last else column_title(i, last)


def column_title(j: int, last: int) -> str:
    """Return the title of a column; those behind the last stand for all larger groups.

    Parameters
    ----------
    j
        Size of the group in the initial file, from 1.
    last
        Largest size with a column of its own.

    Returns
    -------
    str
        The size, or "11 and more".
    """
    return sentence("{j} and more", j=str(j)) if j > last else str(j)


def allowed_text(interval: Interval, locale: Locale = NEUTRAL) -> str:
    """Return which weights fit: "0 to 3".

    Parameters
    ----------
    interval
        The weights that fit.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A phrase that follows "Allowed:".
    """
    low, high = interval.low, interval.high
    if low > high:
        return "nothing"
    strict = any(bound.strict and bound.value == low for bound in interval.reasons)
    if high == inf:
        words = "more than {low}" if strict else "{low} or more"
    elif low == high:
        words = "{low} only"
    else:
        words = "more than {low}, up to {high}" if strict else "{low} to {high}"
    return sentence(words, low=float(low), high=float(high)).written(locale)


def refused_text(typed: str, interval: Interval, locale: Locale = NEUTRAL) -> str:
    """Return the message on a weight that does not fit.

    Parameters
    ----------
    typed
        The number as it was typed.
    interval
        The weights that fit.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        One or two sentences.
    """
    if interval.low > interval.high:
        return sentence("{typed} does not fit here, and nothing else does.", typed=typed)
    allowed = allowed_text(interval, locale)
    return sentence("{typed} does not fit here. Allowed: {weights}.", typed=typed, weights=allowed)


def reason_text(i: int, j: int, broken: Sequence[Bound], interval: Interval, locale: Locale = NEUTRAL) -> str:
    """Return why a weight is refused, in one or more sentences.

    Parameters
    ----------
    i, j
        Its cell, counted from 1.
    broken
        The bounds that it does not keep to.
    interval
        What fits there.
    locale
        How numbers are written.

    Returns
    -------
    str
        It names the cells and rules that are in the way.
    """
    if interval.low > interval.high:
        return "The weights around this cell break a rule among themselves: change them first."
    around = [bound for bound in broken if bound.cell]
    if not around:
        return " ".join(_ALONE[bound.rule] for bound in broken[:1])
    above = [_neighbour(bound, locale) for bound in around if bound.upper]
    below = [_neighbour(bound, locale) for bound in around if not bound.upper]
    words = "{cell} must not weigh more than {above}, and must not weigh less than {below}."
    if not below:
        words = "{cell} must not weigh more than {above}."
    if not above:
        words = "{cell} must not weigh less than {below}."
    return sentence(
        words,
        cell=capital(cell_text(i, j)),
        above=joined_by_or(above) if above else "",
        below=joined_by_or(below) if below else "",
    )


def sum_text(total: float, locale: Locale = NEUTRAL) -> str:
    """Return a sum with marks between thousands; a long one is rounded, and says so.

    Parameters
    ----------
    total
        The sum.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        "≈" before a rounded one.
    """
    whole = number_text(total, locale)
    short = len(whole) <= LONGEST or (isfinite(total) and total == round(total) and abs(total) < 1e15)
    return whole if short else f"≈ {number_text(total, locale, 6)}"


def cells_text(cells: Sequence[Cell], locale: Locale = NEUTRAL) -> str:
    """Return cells as "1, 1 and 2, 2", many as the first three "and 12 more".

    Parameters
    ----------
    cells
        Pairs (i, j).
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A list for a sentence.
    """
    named = [f"{i}, {j}" for i, j in cells[:NAMED]]
    if len(cells) > NAMED:
        return listed(named, len(cells), "; ").written(locale)
    return joined_by_and(named, "; ")


def push_text(moved: int, weight: float, locale: Locale = NEUTRAL) -> str:
    """Return what pushing does: "Push both to 4".

    Parameters
    ----------
    moved
        How many weights give way.
    weight
        The number that they get.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        The caption of a button.
    """
    if moved == 2:
        return sentence("Push both to {weight}", weight=float(weight)).written(locale)
    one, many = "Push {n} weight to {weight}", "Push {n} weights to {weight}"
    return sentence(one, many, "n", n=moved, weight=float(weight)).written(locale)


def pushes_text(typed: str, moved: int, locale: Locale = NEUTRAL) -> str:
    """Return the message on a typed weight that moves others.

    Parameters
    ----------
    typed
        The number as it was typed.
    moved
        How many weights give way.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A sentence.
    """
    one, many = "{typed} pushes {n} other weight.", "{typed} pushes {n} other weights."
    return sentence(one, many, "n", typed=typed, n=moved).written(locale)


def tail_refused_text(typed: str, kept: float, locale: Locale = NEUTRAL) -> str:
    """Return the message on what cannot be a tail.

    Parameters
    ----------
    typed
        What was typed, if anything.
    kept
        The tail as it stays.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Two sentences.
    """
    words = (
        "Larger groups: {typed} does not fit. For every further person their weights are multiplied by a "
        "number from 0 to 1; {kept} was kept."
    )
    if not typed:
        words = (
            "Larger groups: type a number. For every further person their weights are multiplied by a number "
            "from 0 to 1; {kept} was kept."
        )
    return sentence(words, typed=typed, kept=float(kept)).written(locale)


def left_text(cell: Cell, typed: str, kept: float, locale: Locale = NEUTRAL) -> str:
    """Return the message on a weight that did not fit and was left.

    Parameters
    ----------
    cell
        (i, j), counted from 1.
    typed
        The number as it was typed.
    kept
        The weight as it stays.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A clause without a full stop.
    """
    i, j = cell
    words = "{typed} does not fit as weight {i}, {j}: {kept} was kept"
    return sentence(words, typed=typed, i=str(i), j=str(j), kept=float(kept)).written(locale)


def breaking_text(broken: int, locale: Locale = NEUTRAL) -> str:
    """Return how many weights break a rule, where there is no room for their total: "2 weights break a rule".

    Parameters
    ----------
    broken
        How many break a rule.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A clause without a full stop.
    """
    return counted(broken, "weight breaks a rule", "weights break a rule").written(locale)


def _neighbour(bound: Bound, locale: Locale) -> str:
    return f"{cell_text(*(bound.cell or (1, 1)))} ({number_text(bound.value, locale)})"


def _size(size: int) -> str:
    return _NUMBERS[size] if size < len(_NUMBERS) else str(size)
