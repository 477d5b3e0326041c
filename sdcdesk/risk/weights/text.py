"""Texts about weights: the records of a cell, the weights that fit, and changes of a matrix."""

from collections.abc import Sequence
from math import inf, isfinite

from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import capital, counted, listed, sentence
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
        if i == 1:
            return "someone who was always alone"
        return (
            "a pair that stayed a pair"
            if i == 2
            else sentence("a group of {size} that stayed whole", size=_size(i))
        )
    was = "was alone" if j == 1 else sentence("was one of {size}", size=_size(j))
    now = "is now alone" if i == 1 else sentence("is now one of {size}", size=_size(i))
    return sentence("someone who {was} and {now}", was=was, now=now)


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
    low, high = (number_text(end, locale) for end in (interval.low, interval.high))
    if interval.low > interval.high:
        return "nothing"
    strict = any(bound.strict and bound.value == interval.low for bound in interval.reasons)
    if interval.high == inf:
        return sentence("more than {low}", low=low) if strict else sentence("{low} or more", low=low)
    if interval.low == interval.high:
        return sentence("{low} only", low=low)
    return (
        sentence("more than {low}, up to {high}", low=low, high=high)
        if strict
        else sentence("{low} to {high}", low=low, high=high)
    )


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
    return sentence(
        "{typed} does not fit here. Allowed: {allowed_text}.",
        typed=typed,
        allowed_text=allowed_text(interval, locale),
    )


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
    parts = []
    for upper, word in ((True, "more"), (False, "less")):
        others = [
            sentence("{word} than {neighbour}", word=word, neighbour=_neighbour(bound, locale))
            for bound in around
            if bound.upper is upper
        ]
        if others:
            parts.append(sentence("must not weigh {others}", others=", nor ".join(others)))
    return f"{capital(cell_text(i, j))} {', and '.join(parts)}."


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
    if len(named) < NAMED:
        return " and ".join(named)
    return sentence("{named} and {named_2}", named="; ".join(named[:-1]), named_2=named[-1])


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
    who = "both" if moved == 2 else counted(moved, "weight").written(locale)
    return sentence("Push {who} to {weight}", who=who, weight=number_text(weight, locale))


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
    return sentence(
        "{typed} pushes {counted}.", typed=typed, counted=counted(moved, "other weight").written(locale)
    )


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
    return sentence(
        "Larger groups: {typed} does not fit. For every further person their weights are "
        "multiplied by a number from 0 to 1; {kept} was kept.",
        typed=typed or "nothing",
        kept=number_text(kept, locale),
    )


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
    return sentence(
        "{typed} does not fit as weight {i}, {j}: {kept} was kept",
        typed=typed,
        i=str(i),
        j=str(j),
        kept=number_text(kept, locale),
    )


def differ_text(differing: int, locale: Locale = NEUTRAL) -> str:
    """Return how many weights two matrices differ in: "64 weights differ".

    Parameters
    ----------
    differing
        How many differ.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        A clause without a full stop.
    """
    return counted(differing, "weight differs", "weights differ").written(locale)


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
