"""Rates of right guesses with their Wilson intervals, and what one rate reaches beyond another."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, sqrt

Z = 1.96
"""Standard deviations of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Right guesses among all guesses.

    Attributes
    ----------
    right
        How many were right; where equally near records leave it to chance, how many are expected to be.
    guesses
        Their number.
    """

    right: float
    guesses: int

    @property
    def share(self) -> float:
        """Right guesses divided by all; there must be some."""
        return self.right / self.guesses

    @property
    def estimate(self) -> float:
        """The middle of Wilson's interval, (N_s + z²/2)/(N + z²)."""
        return (self.right + Z**2 / 2) / (self.guesses + Z**2)

    @property
    def half_width(self) -> float:
        """Half the width of Wilson's interval."""
        variance = self.right * (self.guesses - self.right) / self.guesses if self.guesses else 0.0
        return Z / (self.guesses + Z**2) * sqrt(max(variance, 0.0) + Z**2 / 4)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval, which always holds the share; without guesses from 0 to 1."""
        low, high = self.estimate - self.half_width, self.estimate + self.half_width
        if self.guesses:
            # Where no guess is right, or all are, rounding alone would keep the end from the share.
            low, high = min(low, self.share), max(high, self.share)
        return max(low, 0.0), min(high, 1.0)


@dataclass(frozen=True, slots=True)
class Excess:
    """What guesses about people in the file reach beyond those about others.

    Attributes
    ----------
    value
        (attack − control)/(1 − control); below 0 where people in the file are guessed worse.
    half_width
        Of its 95 % interval, by error propagation.
    """

    value: float
    half_width: float

    @property
    def low(self) -> float:
        """Lower end of the interval, at least 0."""
        return min(max(self.value - self.half_width, 0.0), 1.0)

    @property
    def high(self) -> float:
        """Upper end of the interval, at most 1."""
        return min(max(self.value + self.half_width, 0.0), 1.0)

    @property
    def clipped(self) -> float:
        """The value between 0 and 1."""
        return min(max(self.value, 0.0), 1.0)


def excess(attack: Rate, control: Rate) -> Excess | None:
    """Return what an attack reaches beyond its control.

    Parameters
    ----------
    attack, control
        Right guesses about people in the file, and about others.

    Returns
    -------
    Excess or None
        None where it is not defined: nothing was guessed, or all guesses about others are right.
    """
    if not attack.guesses or not control.guesses or control.right >= control.guesses:
        return None
    left = 1 - control.estimate
    return Excess(
        (attack.estimate - control.estimate) / left,
        sqrt((attack.half_width / left) ** 2 + (control.half_width * (1 - attack.estimate) / left**2) ** 2),
    )


def is_weak(attack: Rate, naive: Rate) -> bool:
    """Return whether an attack is no better than blind guessing, as far as can be told.

    Parameters
    ----------
    attack, naive
        Right guesses with the file, and with random knowledge.

    Returns
    -------
    bool
        r_attack ≤ r_naive + both half widths.
    """
    return attack.estimate <= naive.estimate + attack.half_width + naive.half_width


def rate(chances: Iterable[float]) -> Rate:
    """Return the rate of guesses that are right with these chances.

    Parameters
    ----------
    chances
        0…1, one for each guess.

    Returns
    -------
    Rate
        The same in whatever order they come.
    """
    every = [float(chance) for chance in chances]
    return Rate(min(fsum(every), float(len(every))), len(every))
