"""Plain numbers as text: counts, marks of axes, numbers as they were typed or stand in the data."""

import math
from decimal import Decimal

from sdcdesk.core.numbers.digits import HUGE, TINY, rough, rounded, scaled, value_rounded
from sdcdesk.core.numbers.quantity import NUMBER, Bound
from sdcdesk.core.text.locale import NEUTRAL, Locale


def count_text(value: int, locale: Locale = NEUTRAL) -> str:
    """Return a whole number with its groups of digits.

    Parameters
    ----------
    value
        The number.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Without a noun ("3,049").
    """
    return locale.grouped(Decimal(value))


class Datum(float):
    """A value of the data among the arguments of a sentence; see `datum_text`."""

    __slots__ = ()


def datum_text(value: float, locale: Locale = NEUTRAL) -> str:
    """Return a value of the data: as short as can be read back exactly, so that no two look alike.

    Parameters
    ----------
    value
        Any number.
    locale
        Sign of the point. Digits are not grouped, for a number may be a code.

    Returns
    -------
    str
        Whole numbers without a point; a power of ten for very large and very small decimal numbers.

    Examples
    --------
    >>> datum_text(20_000.0), datum_text(0.1 + 0.2, Locale(","))
    ('20000', '0,30000000000000004')
    """
    return str(value).removesuffix(".0").replace(".", locale.point)


def number_text(value: float, locale: Locale = NEUTRAL, digits: int | None = None) -> str:
    """Return a number as it was typed: all its digits, or so many that tell; "?" where it is not finite.

    Parameters
    ----------
    value
        Any number.
    locale
        Signs of the point and of groups of digits.
    digits
        Significant digits; None: all.

    Returns
    -------
    str
        Without a unit; a power of ten for very large and very small numbers.

    Examples
    --------
    >>> number_text(20_000_000.0), number_text(1 / 3, digits=2)
    ('20,000,000', '0.33')
    """
    if not math.isfinite(value):
        return "?"
    number = Decimal(repr(float(value if digits is None else rough(value, digits))))
    if number and not TINY < abs(number) < HUGE:
        return locale.powered(number)
    whole = number == number.to_integral_value()
    return locale.grouped(number.quantize(Decimal(1)) if whole else number.normalize())


def rounded_text(value: float, locale: Locale = NEUTRAL) -> str:
    """Return a value of the data, or a figure in its unit; see `value_rounded`.

    Parameters
    ----------
    value
        Any number; whole ones of Python keep all digits.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Without its unit.

    Examples
    --------
    >>> rounded_text(41.831), rounded_text(110_685.4), rounded_text(0.5)
    ('41.83', '110,685', '0.5')
    """
    found = value_rounded(value)
    return count_text(found, locale) if isinstance(found, int) else number_text(found, locale)


def tick_text(place: float, digits: int, locale: Locale = NEUTRAL) -> str:
    """Return the mark of an axis, which is a round number, with so many digits after the point.

    Parameters
    ----------
    place
        Where the mark stands, in units of the axis.
    digits
        Digits after the point.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        Without a unit.
    """
    return locale.grouped(rounded(scaled(place, NUMBER), digits, Bound.EXACT))
