"""Numbers in the user's locale, by the one formatter of `sdcdesk.core.text.quantity_text`."""

from collections.abc import Sequence
from math import isfinite, isinf

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.text.locale import UNDEFINED
from sdcdesk.core.text.number_text import count_text, number_text, tick_text
from sdcdesk.core.text.quantity_text import QuantityText, quantity_text
from ui.look.locale import user_locale

UNKNOWN = UNDEFINED
"""What stands where there is no number."""

INFINITE = "∞"
"""End of an interval that has none."""

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


def amount(number: float | None, digits: int = 2) -> str:
    """Return the value of a cell as `decimal` does; one too small for that has two digits: only 0 is 0."""
    if number and abs(number) <= 0.5 * 10.0**-digits:
        return number_text(rough(number, 2), user_locale())
    return decimal(number, digits)


def ends(low: float, high: float, digits: int) -> tuple[str, str]:
    """Return both ends of an interval with a count of digits; more of them where they would look equal."""
    texts = _end(low, digits), _end(high, digits)
    if texts[0] == texts[1] and low != high:
        return number_text(low, user_locale()), number_text(high, user_locale())
    return texts


def _end(number: float, digits: int) -> str:
    if isinf(number):
        return INFINITE if number > 0 else f"−{INFINITE}"
    return amount(number, digits)
