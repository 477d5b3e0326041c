"""Formatter of quantities: the one place that turns a number into text.

Digits are added until the written number stands to every limit as the number itself does; 0 % and 100 % are
written only where they are exact; bounds round outwards; nothing is written as −0.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

from sdcdesk.core.quantity import NUMBER, RECORDS, SHARE, Bound, Quantity, Unit

UNDEFINED = "–"
"""What stands where there is no number."""

NARROW = "\u202f"
"""Space between a number and its sign."""

MOST_DIGITS = 12
"""Digits after the point, at most, where no limit asks for more."""

SIGNIFICANT = 4
"""Digits of ratios and of a variable's values."""

TINY, HUGE = Decimal("1e-9"), Decimal("1e15")
"""Sizes up to which, and from which on, numbers are written with a power of ten."""


@dataclass(frozen=True, slots=True)
class Locale:
    """How a surface writes numbers.

    Attributes
    ----------
    point, group
        Sign before the decimals, and between groups of three digits; an empty one groups nothing.
    percent
        Written after a share, with the space before it.
    """

    point: str = "."
    group: str = ","
    percent: str = "\u202f%"

    def spoken(self, text: str) -> str:
        """Return a text as a screen reader says it.

        Parameters
        ----------
        text
            With signs of percent as they are written.

        Returns
        -------
        str
            "3.04 percent".
        """
        return text.replace(self.percent, " percent")


NEUTRAL = Locale()
"""Files and terminals."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A quantity as text.

    Attributes
    ----------
    text
        For the eye: "≤ 2.07 %", "417 records", "–".
    spoken
        For a screen reader: "at most 2.07 percent".
    exact
        All digits that the number has, for a tooltip, or why it is not defined.
    """

    text: str
    spoken: str
    exact: str


_SIGNS = {Bound.AT_MOST: "≤\u202f", Bound.AT_LEAST: "≥\u202f"}
_WORDS = {Bound.AT_MOST: "at most ", Bound.AT_LEAST: "at least ", Bound.ESTIMATE: "about "}


def shown(
    quantity: Quantity,
    locale: Locale = NEUTRAL,
    limits: Sequence[float] = (),
    beside: Sequence[Quantity] = (),
    *,
    noun: bool = True,
) -> Shown:
    """Return a quantity as text.

    Parameters
    ----------
    quantity
        What is written.
    locale
        How the surface writes numbers.
    limits
        Values, in the unit of the quantity, from which the written number must stay apart.
    beside
        Quantities that it stands with in a column; all get one number of digits.
    noun
        Whether counts and scores are followed by what they count; columns say it in their header.

    Returns
    -------
    Shown
        Text for the eye, words for a screen reader, and all digits.

    Examples
    --------
    >>> from sdcdesk.core.quantity import SHARE
    >>> shown(Quantity(0.020004, SHARE), limits=[0.02]).text
    '2.0004\u202f%'
    """
    # A number with a power of ten has no digits after the point that others could have too.
    alike = [other for other in beside if _is_huge(other) == _is_huge(quantity)]
    return _shown(quantity, decimals([quantity, *alike], limits), locale, noun=noun)


def column_shown(
    quantities: Sequence[Quantity], locale: Locale = NEUTRAL, limits: Sequence[float] = ()
) -> list[Shown]:
    """Return the cells of a column: one number of digits, and no unit, which stands in its header.

    Only where sizes differ so much that one number of digits tells nothing, each cell has its own. See
    `column_title` for the header. Spoken texts keep the unit.

    Parameters
    ----------
    quantities
        Cells of one column, of one unit.
    locale
        Signs of the point and of groups of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    list[Shown]
        One for each cell, in the same order.
    """
    own = [decimals([quantity], limits) for quantity in quantities]
    seen = [digits for digits, quantity in zip(own, quantities, strict=True) if quantity.defined]
    # Numbers of very different size would be written with zeros, or with digits, that say nothing.
    if seen and max(seen) - min(seen) < SIGNIFICANT:
        own = [max(seen)] * len(own)
    cells = [
        _shown(quantity, digits, locale, noun=False) for quantity, digits in zip(quantities, own, strict=True)
    ]
    return [replace(cell, text=cell.text.removesuffix(locale.percent)) for cell in cells]


def column_title(title: str, unit: Unit | None, locale: Locale = NEUTRAL) -> str:
    """Return the header of a column: its title and, where cells leave it out, the unit ("Right, %").

    Parameters
    ----------
    title
        A noun phrase.
    unit
        Unit of the cells; None: text.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        "Right, %"; the title alone where each cell carries its noun.
    """
    if unit is None or unit.noun is not None:
        return title
    sign = _tail(0, unit, locale, noun=True).strip()
    return f"{title}, {sign}" if sign else title


def _shown(quantity: Quantity, digits: int, locale: Locale, *, noun: bool) -> Shown:
    if quantity.value is None:
        why = quantity.reason.text if quantity.reason else ""
        return Shown(UNDEFINED, f"not defined: {why}" if why else "not defined", why)
    body = _written(quantity.value, quantity.unit, quantity.bound, digits, locale)
    tail = _tail(quantity.value, quantity.unit, locale, noun=noun)
    one_sided = body.startswith(("<", ">"))
    sign = "" if one_sided else _SIGNS.get(quantity.bound, "")
    word = "" if one_sided else _WORDS.get(quantity.bound, "")
    spoken = f"{word}{_aloud(body)}{tail}"
    return Shown(
        f"{sign}{body}{tail}",
        locale.spoken(spoken),
        _all_digits(quantity.value, quantity.unit, locale) + tail,
    )


def limit_shown(value: float, unit: Unit, locale: Locale = NEUTRAL, *, noun: bool = True) -> str:
    """Return a limit as it was set: with all its digits, and so the same whatever number stands beside it.

    Parameters
    ----------
    value
        The limit, in the unit's own scale (a share 0…1).
    unit
        Unit of the figure.
    locale
        Signs of the point and of groups of digits.
    noun
        Whether the unit is written; the percent sign always is.

    Returns
    -------
    str
        "5 %", "3 records".
    """
    if unit.kind == "count":
        return _grouped(Decimal(round(value)), locale) + _tail(value, unit, locale, noun=noun)
    scaled = Decimal(repr(value)) * (100 if unit.kind == "share" else 1)
    written = _rounded(scaled, _fraction(scaled), Bound.EXACT)
    return _grouped(written, locale) + _tail(value, unit, locale, noun=noun)


def decimals(quantities: Iterable[Quantity], limits: Sequence[float] = ()) -> int:
    """Return how many digits after the point write all of these quantities, each apart from every limit.

    Parameters
    ----------
    quantities
        Quantities that are to have the same number of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    int
        0 where none is defined; negative where even the last digits of a huge whole number are not written.
    """
    found = [(each, each.value) for each in quantities if each.value is not None]
    digits = max((_usual(value, each.unit) for each, value in found), default=0)
    # One digit more can round a number back onto its limit, so all are looked at together.
    while not all(_told_apart(each, value, limits, digits) for each, value in found):
        digits += 1
    return digits


def count_shown(value: int, locale: Locale = NEUTRAL) -> str:
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
    return _grouped(Decimal(value), locale)


def records_shown(number: int, locale: Locale = NEUTRAL) -> str:
    """Return a number of records with its noun.

    Parameters
    ----------
    number
        How many.
    locale
        Signs of the point and of groups of digits.

    Returns
    -------
    str
        "1 record", "5,000 records".

    Examples
    --------
    >>> records_shown(1), records_shown(5_000)
    ('1 record', '5,000 records')
    """
    return shown(Quantity(number, RECORDS), locale).text


def share_shown(value: float, locale: Locale = NEUTRAL, limits: Sequence[float] = ()) -> str:
    """Return a share (0…1) in percent; see `shown`.

    Parameters
    ----------
    value
        0…1.
    locale
        Signs of the point and of groups of digits.
    limits
        Values that the written number must stay apart from, in the quantity's unit.

    Returns
    -------
    str
        With the percent sign.
    """
    return shown(Quantity(value, SHARE), locale, limits).text


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
    return _grouped(_rounded(_scaled(place, NUMBER), digits, Bound.EXACT), locale)


def rough(number: float, digits: int = 3) -> float:
    """Return a number with a few significant digits.

    Parameters
    ----------
    number
        Any number.
    digits
        How many.

    Returns
    -------
    float
        The nearest that needs no more.
    """
    return float(f"{number:.{digits}g}")


def number_shown(value: float, locale: Locale = NEUTRAL, digits: int | None = None) -> str:
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
    >>> number_shown(20_000_000.0), number_shown(1 / 3, digits=2)
    ('20,000,000', '0.33')
    """
    if not math.isfinite(value):
        return "?"
    number = Decimal(repr(float(value if digits is None else rough(value, digits))))
    if number and not TINY < abs(number) < HUGE:
        return _powered(number, locale)
    whole = number == number.to_integral_value()
    return _grouped(number.quantize(Decimal(1)) if whole else number.normalize(), locale)


def _told_apart(quantity: Quantity, value: float, limits: Sequence[float], digits: int) -> bool:
    """Return whether the written number stands to each limit as the number does; with all digits it must."""
    if quantity.unit.kind == "count":
        return True
    scaled = _scaled(value, quantity.unit)
    low, high = _read(scaled, quantity.unit, digits, quantity.bound)
    for limit in limits:
        bound = _scaled(limit, quantity.unit)
        if bound == scaled or digits >= max(_fraction(scaled), _fraction(bound)):
            continue
        # Ends of a range that is read from "< 0.01" are not reached.
        above = low > bound or low == bound < high
        below = high < bound or high == bound > low
        if not (above if scaled > bound else below):
            return False
    return True


def _read(value: Decimal, unit: Unit, digits: int, bound: Bound) -> tuple[Decimal, Decimal]:
    """Return between which numbers a reader of the text must suppose the number; equal where it is told."""
    least, whole = Decimal(1).scaleb(-digits), Decimal(100)
    if unit.kind == "share" and 0 < value < least:
        return Decimal(0), whole if bound is Bound.AT_LEAST else least
    if unit.kind == "share" and whole - least < value < whole:
        return Decimal(0) if bound is Bound.AT_MOST else whole - least, whole
    written = _rounded(value, digits, bound)
    return written, written


def _fraction(number: Decimal) -> int:
    """Return the digits after the point that a number has."""
    return max(0, -int(number.normalize().as_tuple().exponent))


def _usual(value: float, unit: Unit) -> int:
    """Return the digits after the point that a number has where no limit is near."""
    if unit.kind == "count":
        return 0
    size = abs(_scaled(value, unit))
    if unit.kind == "share":
        return 2 if size < 10 else 1
    if unit.kind == "score":
        return 1 if size >= 1 or size == 0 else 2
    digits = SIGNIFICANT - 1 - size.adjusted()
    if size >= HUGE:
        return digits
    if unit.kind in ("number", "variable") and size == size.to_integral_value():
        return 0
    return min(max(digits, 0), MOST_DIGITS) if size else 2


def _is_huge(quantity: Quantity) -> bool:
    return quantity.value is not None and _usual(quantity.value, quantity.unit) < 0


def _scaled(value: float, unit: Unit) -> Decimal:
    return Decimal(repr(float(value))) * (100 if unit.kind == "share" else 1)


def _rounded(value: Decimal, digits: int, bound: Bound) -> Decimal:
    way = {Bound.AT_MOST: ROUND_CEILING, Bound.AT_LEAST: ROUND_FLOOR}.get(bound, ROUND_HALF_EVEN)
    step = Decimal(1).scaleb(-digits)
    # Of a number with more digits than the context keeps, none is after the point.
    return value if value.adjusted() + digits > 24 else value.quantize(step, way)


def _written(value: float, unit: Unit, bound: Bound, digits: int, locale: Locale) -> str:
    if unit.kind == "count":
        return _grouped(Decimal(int(value)), locale)
    scaled = _scaled(value, unit)
    if unit.kind != "share":
        # More digits than usual are those that keep it apart from a limit.
        if 0 < abs(scaled) <= TINY and digits <= MOST_DIGITS:
            return _powered(Decimal(f"{value:.{SIGNIFICANT}g}"), locale)
        written = _rounded(scaled, digits, bound)
        return _powered(written, locale) if digits < 0 else _grouped(written, locale)
    return _percentage(scaled, bound, digits, locale)


def _percentage(value: Decimal, bound: Bound, digits: int, locale: Locale) -> str:
    """Return a percentage; 0 and 100 only where it is exactly that, else below and above the last digit."""
    if value in (0, 100):
        return str(int(value))
    least = Decimal(1).scaleb(-digits)
    if value < least:
        return f">{NARROW}0" if bound is Bound.AT_LEAST else f"<{NARROW}{_grouped(least, locale)}"
    if value > 100 - least:
        return f"<{NARROW}100" if bound is Bound.AT_MOST else f">{NARROW}{_grouped(100 - least, locale)}"
    return _grouped(_rounded(value, digits, bound), locale)


def _tail(value: float, unit: Unit, locale: Locale, *, noun: bool) -> str:
    if unit.kind == "share":
        return locale.percent
    if not noun:
        return ""
    if unit.noun is not None:
        return f" {unit.noun.one if value == 1 else unit.noun.many}"
    if unit.kind == "score":
        return " of 100"
    text = unit.name if unit.kind == "variable" else ""
    return f" {text}" if text else ""


def _grouped(number: Decimal, locale: Locale) -> str:
    """Return a decimal in the locale's signs; −0 is 0."""
    text = f"{number if number else abs(number):,f}"
    return text.replace(",", "\0").replace(".", locale.point).replace("\0", locale.group).replace("-", "−")


def _powered(number: Decimal, locale: Locale) -> str:
    """Return a decimal with a power of ten: 1.235e+17."""
    return f"{number.normalize():e}".replace(".", locale.point).replace("-", "−")


def _all_digits(value: float, unit: Unit, locale: Locale) -> str:
    scaled = Decimal(value) if unit.kind == "count" else _scaled(value, unit)
    if scaled == scaled.to_integral_value():
        return _grouped(scaled.quantize(Decimal(1)) if scaled.adjusted() < 24 else scaled, locale)
    return _grouped(scaled.normalize(), locale)


def _aloud(body: str) -> str:
    return body.replace("<\u202f", "less than ").replace(">\u202f", "more than ").replace("−", "minus ")
