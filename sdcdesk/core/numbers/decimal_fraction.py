"""Decimal fraction behind a float: what a person wrote, so that rounding of the machine decides nothing."""

import math
from fractions import Fraction

import numpy as np

MOST_DECIMALS = 15
"""Digits after the point that a column may have to be made whole."""

LARGEST = 2.0**53
"""Whole numbers up to this are exact as float64."""


def exact(number: float) -> Fraction:
    """Return the decimal fraction that the user wrote, not the binary one that the machine keeps.

    Parameters
    ----------
    number
        As a float, finite.

    Returns
    -------
    Fraction
        0.1 becomes 1/10.
    """
    return Fraction(repr(float(number)))


def first_from(end: Fraction) -> float:
    """Return the smallest float whose decimal fraction is at or above an end.

    A column is compared with it in one step, and each number as if it were compared as a decimal fraction.

    Parameters
    ----------
    end
        Within the range of floats.

    Returns
    -------
    float
        0.3 for 3/10, and the float above 0.333… for 1/3.
    """
    number = float(end)
    while exact(number) >= end:
        number = math.nextafter(number, -math.inf)
    while exact(number) < end:
        number = math.nextafter(number, math.inf)
    return number


def scaled_to_integers(column: np.ndarray) -> tuple[np.ndarray, int] | None:
    """Return numbers times the least power of ten that makes all of them whole.

    Parameters
    ----------
    column
        float64 (n,), finite.

    Returns
    -------
    tuple[np.ndarray, int] or None
        int64 (n,) and the exponent, 0…15; None where a number has more decimals, or more than 16 digits.
    """
    largest = np.abs(column).max(initial=0.0)
    for decimals in range(MOST_DECIMALS + 1):
        power = 10.0**decimals
        if largest * power >= LARGEST:
            return None
        rounded = np.rint(column * power)
        # The quotient of two exact numbers is the float64 nearest to the fraction, as reading it was.
        if (rounded / power == column).all():
            return rounded.astype(np.int64), decimals
    return None


def exact_sum(whole: np.ndarray) -> int:
    """Return the sum of whole numbers, added in two halves of which none overflows.

    Parameters
    ----------
    whole
        int64 or uint64 (n,).

    Returns
    -------
    int
        Of any size.
    """
    return (int((whole >> 32).sum()) << 32) + int((whole & 0xFFFFFFFF).sum())


def exact_sum_of_squares(whole: np.ndarray) -> int:
    """Return the sum of the squares of whole numbers, of two halves each.

    Parameters
    ----------
    whole
        int64 (n,).

    Returns
    -------
    int
        Of any size.
    """
    upper, lower = whole >> 32, whole & 0xFFFFFFFF
    squares = lower.astype(np.uint64) ** 2
    return (exact_sum(upper * upper) << 64) + (exact_sum(upper * lower) << 33) + exact_sum(squares)


def exact_mean(column: np.ndarray) -> Fraction:
    """Return the mean of decimal fractions.

    Parameters
    ----------
    column
        float64 (n,), finite, at least one.

    Returns
    -------
    Fraction
        Where numbers have too many digits to be made whole: of the float that is nearest to their sum.
    """
    found = scaled_to_integers(column)
    if found is None:
        return Fraction(math.fsum(column.tolist())) / len(column)
    whole, decimals = found
    return Fraction(exact_sum(whole), len(column) * 10**decimals)
