"""Round steps: 1, 2 and 5 times powers of ten, by which numbers are grouped, rounded and put into bands."""

import math
from collections.abc import Iterator
from decimal import Decimal
from itertools import count

DIGITS = (1, 2, 5)
"""First digits of round steps."""


def round_steps(least: float) -> Iterator[Decimal]:
    """Yield the round steps that are no smaller than a number, ascending without end.

    Parameters
    ----------
    least
        More than 0 and finite; taken for the decimal fraction that it is written as, so that 0.1 is a step.

    Yields
    ------
    Decimal
        With one digit, such as 0.5, 1E+1 and 2E+1.
    """
    written = Decimal(repr(float(least)))
    for power in count(math.floor(math.log10(least)) - 1):
        for digit in DIGITS:
            if (step := Decimal(digit).scaleb(power)) >= written:
                yield step


def round_step(least: float) -> Decimal:
    """Return the smallest round step that is no smaller than a number; see `round_steps`.

    Parameters
    ----------
    least
        More than 0 and finite.

    Returns
    -------
    Decimal
        With one digit.
    """
    return next(round_steps(least))
