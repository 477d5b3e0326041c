"""Numbers in the user's locale, by the one formatter of `sdcdesk.core.text.quantity_text`."""

from collections.abc import Sequence
from math import isfinite

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.number_text import count_text, tick_text
from sdcdesk.core.text.quantity_text import QuantityText, quantity_text
from ui.look.locale import user_locale

UNKNOWN = UNDEFINED
"""What stands where there is no number."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def user_quantity_text(
    quantity: Quantity, limits: Sequence[float] = (), beside: Sequence[Quantity] = (), *, noun: bool = True
) -> QuantityText:
    """Return a quantity as the user reads it; see `sdcdesk.core.text.quantity_text.quantity_text`."""
    return quantity_text(quantity, user_locale(), limits, beside, noun=noun)


def note_mark(number: int) -> str:
    """Return the number of a note as it stands behind what it belongs to; 0: none."""
    return str(number).translate(_RAISED) if number else ""


def count(number: int) -> str:
    """Return a whole number with the locale's group separator: 5,000."""
    return count_text(number, user_locale())


def decimal(number: float | None, digits: int = 2) -> str:
    """Return a number with a fixed count of digits after the point; a dash if there is none."""
    if number is None or not isfinite(number):
        return UNKNOWN
    return tick_text(number, digits, user_locale())


def aloud(text: str) -> str:
    """Return a text as a screen reader should say it: "3.04 percent"."""
    return user_locale().read_aloud(text)
