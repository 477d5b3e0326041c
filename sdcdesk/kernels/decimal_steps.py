"""Decimal steps: 1, 2 or 5 times a power of ten, and the grid on which the values of a variable lie."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.core.numbers.round_steps import round_step

MOST = 1e12
"""Ends are at most so many steps from 0, so that float64 numbers and their sums are exact."""

SMALLEST = -290
"""Power of ten of the finest step."""

ALIKE = 0.75
"""The grid is that of so many of the different values: a few odd ones do not make it finer."""

LOOKED_AT = 10_000
"""Different values that are looked at for the grid, evenly spread."""

DECIMALS = 8
"""Digits after the point up to which values are taken to lie on a grid."""

LARGEST_WHOLE = 2.0**53


@dataclass(frozen=True, slots=True)
class DecimalStep:
    """A step of the ladder 1, 2, 5, 10, 20, 50 and so on, up and down.

    Attributes
    ----------
    digit
        1, 2 or 5.
    power
        Of ten, by which the digit is multiplied.
    """

    digit: int
    power: int

    @classmethod
    def at_least(cls, size: float) -> "DecimalStep":
        """Return the finest step that is not finer than a size.

        Parameters
        ----------
        size
            More than 0.

        Returns
        -------
        DecimalStep
        """
        _, (digit,), power = round_step(max(size * (1 - 1e-12), 10.0**SMALLEST)).as_tuple()
        return cls(digit, int(power))

    @property
    def size(self) -> float:
        """The step as a number."""
        return float(self.numbers(np.ones(1))[0])

    def numbers(self, steps: np.ndarray) -> np.ndarray:
        """Return so many steps as numbers, correctly rounded.

        Parameters
        ----------
        steps
            float64 (n,), whole numbers; NaN stays.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        numbers = np.asarray(steps, np.float64) * self.digit
        # A power of ten is exact up to 10^22, one below 1 never.
        scaled: np.ndarray = (
            numbers / 10.0**-self.power if -22 <= self.power < 0 else numbers * 10.0**self.power
        )
        return scaled

    def below(self, values: np.ndarray) -> np.ndarray:
        """Return how many whole steps lie at or below values: the largest whose number is not above.

        Parameters
        ----------
        values
            float64 (n,), within 10^12 steps; NaN stays.

        Returns
        -------
        np.ndarray
            float64 (n,), whole numbers.
        """
        steps = np.floor(values / self.size)
        return steps - (self.numbers(steps) > values)

    def above(self, values: np.ndarray) -> np.ndarray:
        """Return how many whole steps lie at or above values: the mirror of `below`.

        Parameters
        ----------
        values
            float64 (n,), within 10^12 steps; NaN stays.

        Returns
        -------
        np.ndarray
            float64 (n,), whole numbers.
        """
        return -self.below(-values)


def find_grid(values: np.ndarray) -> float:
    """Return the grid of a variable: the largest number of which nearly all its values are multiples.

    Three in four of the different values other than 0 decide, as a grid that a few odd values miss is known
    to everybody all the same: whole euros, hundreds, quarters of an hour.

    Parameters
    ----------
    values
        float64 (n,), none missing.

    Returns
    -------
    float
        0: they have none, or more digits than eight after the point.
    """
    different = np.unique(np.abs(values[values != 0]))
    if not len(different):
        return 0.0
    different = different[:: -(-len(different) // LOOKED_AT)]
    for digits in range(DECIMALS + 1):
        scaled = different * 10.0**digits
        if scaled[-1] > LARGEST_WHOLE:
            break
        whole = np.rint(scaled)
        on = (np.abs(scaled - whole) <= 1e-6) & (whole > 0)
        if on.mean() >= ALIKE:
            return _common(whole[on].astype(np.int64), len(different)) / 10.0**digits
    return 0.0


def _common(numbers: np.ndarray, different: int) -> float:
    """Return the largest number tried that divides nearly all of so many different ones."""
    shared = int(np.gcd.reduce(numbers))
    numbers = numbers // shared
    # What divides three in four of them is at most the fourth part from below.
    most = int(numbers[len(numbers) // 4])
    tried = {digit * 10**power for digit in range(1, 61) for power in range(16)}
    for each in sorted((each for each in tried if each <= most), reverse=True):
        if np.count_nonzero(numbers % each == 0) >= ALIKE * different:
            return float(shared * each)
    return float(shared)
