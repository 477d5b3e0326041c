"""Numbers as short texts."""

import math


def full_text(number: float) -> str:
    """Return a number with all its digits and commas between thousands: 110,685.06.

    Parameters
    ----------
    number
        Any number.

    Returns
    -------
    str
        Without an exponent below 10¹⁵.
    """
    whole = math.isfinite(number) and float(number).is_integer() and abs(number) < 1e15
    return f"{int(number):,}" if whole else f"{float(number):,}"


def brief_text(number: float) -> str:
    """Return a number with two digits after the point, or three significant ones where it is very small.

    Parameters
    ----------
    number
        Any number.

    Returns
    -------
    str
        Whole numbers keep all digits.
    """
    if float(number).is_integer() and abs(number) < 1e15:
        return full_text(number)
    return f"{number:,.2f}" if 1 <= abs(number) < 1e15 else rough_text(number)


def rough_text(number: float, digits: int = 3) -> str:
    """Return a number with a few significant digits.

    Parameters
    ----------
    number
        Any number.
    digits
        How many.

    Returns
    -------
    str
        With commas between thousands.
    """
    return full_text(float(f"{number:.{digits}g}"))


def roundest(low: float, high: float) -> float:
    """Return a number with few digits that is at least `low` and below `high`.

    Parameters
    ----------
    low
        Smallest number allowed.
    high
        The bound that is not reached.

    Returns
    -------
    float
        `low` where no shorter one fits.
    """
    middle = low / 2 + high / 2
    rounded = (float(f"{middle:.{digits}e}") for digits in range(17))
    return next((number for number in rounded if low <= number < high), low)


def value_text(value: object) -> str:
    """Return a value as text; whole numbers without a point.

    Parameters
    ----------
    value
        A value of any type.

    Returns
    -------
    str
        As a label of a chart shows it.
    """
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
