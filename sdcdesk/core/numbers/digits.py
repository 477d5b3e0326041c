"""Digits of numbers: with how many a number is written, and how it is rounded to them.

Digits are added until the written number stands to every limit as the number itself does.
"""

from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

from sdcdesk.core.numbers.quantity import Bound, Quantity, Unit

MOST_DIGITS = 12
"""Digits after the point, at most, where no limit asks for more."""

SIGNIFICANT = 4
"""Digits of ratios and of a variable's values."""

TINY, HUGE = Decimal("1e-9"), Decimal("1e15")
"""Sizes up to which, and from which on, numbers are written with a power of ten."""


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
    digits = max((_own(each, value) for each, value in found), default=0)
    # One digit more can round a number back onto its limit, so all are looked at together.
    while not all(_is_distinct(each, value, limits, digits) for each, value in found):
        digits += 1
    return digits


def column_digits(quantities: Iterable[Quantity], limits: Sequence[float] = ()) -> int | None:
    """Return how many digits after the point all cells of a column have.

    Parameters
    ----------
    quantities
        Cells of one column, of one unit.
    limits
        Values that each written number must stay apart from, in the quantity's unit.

    Returns
    -------
    int or None
        None where sizes differ so much that one number of digits tells nothing: each cell has its own.
    """
    found = [each for each in quantities if each.defined]
    own = [decimals([each], limits) for each in found]
    # Numbers of very different size, or rounded to steps of their own, would be written with zeros, or with
    # digits, that say nothing.
    if any(each.rounded_to is not None for each in found):
        return None
    return None if own and max(own) - min(own) >= SIGNIFICANT else decimals(found, limits)


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


def value_rounded(value: float) -> float:
    """Return a value of the data, or a figure in its unit, with the digits that are told.

    Parameters
    ----------
    value
        Any number.

    Returns
    -------
    float
        Four digits that count, and all before the point, as quantities in that unit have; whole numbers of
        Python as they are.
    """
    if isinstance(value, int):
        return value
    whole = 10 ** (SIGNIFICANT - 1) <= abs(value) < HUGE
    return float(round(value)) if whole else rough(value, SIGNIFICANT)


def is_huge(quantity: Quantity) -> bool:
    """Return whether a quantity is so large that not even all its digits before the point are written.

    Parameters
    ----------
    quantity
        Any quantity.

    Returns
    -------
    bool
        False where it is not defined.
    """
    return quantity.value is not None and _usual(quantity.value, quantity.unit) < 0


def scaled(value: float, unit: Unit) -> Decimal:
    """Return a number as it is written in its unit: a share in percent.

    Parameters
    ----------
    value
        Any finite number.
    unit
        Its unit.

    Returns
    -------
    Decimal
        With all its digits.
    """
    return Decimal(repr(float(value))) * (100 if unit.kind == "share" else 1)


def rounded(value: Decimal, digits: int, bound: Bound) -> Decimal:
    """Return a number with so many digits after the point.

    Parameters
    ----------
    value
        As it is written in its unit.
    digits
        Digits after the point; negative ones leave out digits before it.
    bound
        Bounds round outwards, all else to the nearest.

    Returns
    -------
    Decimal
        A multiple of the last digit.
    """
    way = {Bound.AT_MOST: ROUND_CEILING, Bound.AT_LEAST: ROUND_FLOOR}.get(bound, ROUND_HALF_EVEN)
    step = Decimal(1).scaleb(-digits)
    # Of a number with more digits than the context keeps, none is after the point.
    return value if value.adjusted() + digits > 24 else value.quantize(step, way)


def fraction(number: Decimal) -> int:
    """Return how many digits after the point a number has.

    Parameters
    ----------
    number
        Any finite number.

    Returns
    -------
    int
        0 of whole numbers.
    """
    return max(0, -int(number.normalize().as_tuple().exponent))


def _is_distinct(quantity: Quantity, value: float, limits: Sequence[float], digits: int) -> bool:
    """Return whether the written number stands to each limit as the number does; with all digits it must."""
    if quantity.unit.kind == "count":
        return True
    number = scaled(value, quantity.unit)
    low, high = _read(number, quantity.unit, digits, quantity.bound)
    for limit in limits:
        bound = scaled(limit, quantity.unit)
        if digits >= max(fraction(number), fraction(bound)):
            continue
        if bound == number:
            # Both get one text, which "< 0.01" would not be.
            if low == high:
                continue
            return False
        # Ends of a range that is read from "< 0.01" are not reached.
        above = low > bound or low == bound < high
        below = high < bound or high == bound > low
        if not (above if number > bound else below):
            return False
    return True


def _read(value: Decimal, unit: Unit, digits: int, bound: Bound) -> tuple[Decimal, Decimal]:
    """Return between which numbers a reader of the text must suppose the number; equal where it is told."""
    least, whole = Decimal(1).scaleb(-digits), Decimal(100)
    if unit.kind == "share" and 0 < value < least:
        return Decimal(0), whole if bound is Bound.AT_LEAST else least
    if unit.kind == "share" and whole - least < value < whole:
        return Decimal(0) if bound is Bound.AT_MOST else whole - least, whole
    written = rounded(value, digits, bound)
    return written, written


def _own(quantity: Quantity, value: float) -> int:
    """Return the digits after the point that a number has for itself: of a rounded one those of its step."""
    usual = _usual(value, quantity.unit)
    if quantity.rounded_to is None or usual < 0:
        return usual
    return fraction(scaled(quantity.rounded_to, quantity.unit))


def _usual(value: float, unit: Unit) -> int:
    """Return the digits after the point that a number has where no limit is near."""
    if unit.kind == "count":
        return 0
    size = abs(scaled(value, unit))
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
