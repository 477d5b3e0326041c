"""Numbers as short words."""

import math


def number_text(number: float) -> str:
    """Return a number with all its digits and commas between thousands: 110,685.06."""
    whole = math.isfinite(number) and float(number).is_integer() and abs(number) < 1e15
    return f"{int(number):,}" if whole else f"{float(number):,}"


def brief_text(number: float) -> str:
    """Return a number with two digits after the point, or three significant ones where it is very small."""
    if float(number).is_integer() and abs(number) < 1e15:
        return number_text(number)
    return f"{number:,.2f}" if 1 <= abs(number) < 1e15 else rough_text(number)


def rough_text(number: float, digits: int = 3) -> str:
    """Return a number with a few significant digits."""
    return number_text(float(f"{number:.{digits}g}"))


def roundest(low: float, high: float) -> float:
    """Return a number with few digits that is at least `low` and below `high`."""
    middle = low / 2 + high / 2
    rounded = (float(f"{middle:.{digits}e}") for digits in range(17))
    return next((number for number in rounded if low <= number < high), low)


def value_text(value: object) -> str:
    """Return a value as text; whole numbers without a point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
