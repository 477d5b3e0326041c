"""Numbers in words of the user's locale."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QLocale

from sdcdesk.core.quantity import Quantity
from sdcdesk.core.sentence import Sentence
from sdcdesk.core.shown import Shown, count_shown, shown
from sdcdesk.core.ticks import tick_digits
from ui.look.locale import user_locale

UNKNOWN = "–"
"""What stands where there is no number."""

MOST_DIGITS = 12

_NARROW_SPACE = "\u202f"

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def quantity_shown(
    quantity: Quantity, limits: Sequence[float] = (), beside: Sequence[Quantity] = (), *, noun: bool = True
) -> Shown:
    """Return a quantity as the user reads it; see `sdcdesk.core.shown.shown`."""
    return shown(quantity, user_locale(), limits, beside, noun=noun)


def sentence_text(sentence: Sentence) -> str:
    """Return a sentence with its numbers as the user reads them."""
    here = user_locale()
    return sentence.written(lambda n: count_shown(n, here) if isinstance(n, int) else shown(n, here).text)


def note_mark(number: int) -> str:
    """Return the number of a note as it stands behind what it belongs to; 0: none."""
    return str(number).translate(_RAISED) if number else ""


def count(number: int) -> str:
    """Return a whole number with the locale's group separator: 5,000."""
    return QLocale().toString(number)


def decimal(number: float | None, digits: int = 2) -> str:
    """Return a number with a fixed count of digits after the point; a dash if there is none."""
    if number is None or not isfinite(number):
        return UNKNOWN
    # Adding zero turns −0 into 0.
    return QLocale().toString(round(number, digits) + 0.0, "f", digits)


def tick_words(marks: Sequence[float]) -> list[str]:
    """Return the marks of an axis with as many digits after the point as tell them apart."""
    digits = tick_digits(marks)
    return [decimal(mark, digits) if digits else count(round(mark)) for mark in marks]


def percent(share: float | None, digits: int = 2) -> str:
    """Return a share (0…1) in percent; a dash if there is none."""
    shown = decimal(None if share is None else 100 * share, digits)
    return shown if shown == UNKNOWN else f"{shown}{_NARROW_SPACE}{QLocale().percent()}"


def percent_brief(share: float | None) -> str:
    """Return a share in percent where place is scarce: 3.04 %, but 44.0 %."""
    return percent(share, 1 if share is not None and share >= 0.1 else 2)


def digits_apart(share: float, limit: float | None) -> int:
    """Return how many digits after the point tell a share in percent and its limit apart, at least two."""
    if limit is None or share == limit or not isfinite(share):
        return 2
    for digits in range(2, MOST_DIGITS):
        if percent(share, digits) != percent(limit, digits):
            return digits
    return MOST_DIGITS


def percent_against(share: float, limit: float | None) -> str:
    """Return a share in percent with as many digits as tell it from its limit."""
    return percent(share, digits_apart(share, limit))


def spoken(text: str) -> str:
    """Return a text as a screen reader should say it: "3.04 percent"."""
    return text.replace(f"{_NARROW_SPACE}{QLocale().percent()}", " percent")
