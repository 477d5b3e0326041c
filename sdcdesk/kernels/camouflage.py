"""Camouflage: intervals that hide where in them the value lies."""

from dataclasses import dataclass

import numpy as np

from sdcdesk.kernels.decimal_steps import MOST, DecimalStep, find_grid

SHARE = 0.1
"""The step is at least this share of the protection, below and above together, of the value in the middle."""

STEEPEST = 1.0
"""Share of the value by which inner intervals grow at most, whatever the protection."""


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals whose ends are whole steps.

    Attributes
    ----------
    low, high
        float64 (n,), whole numbers of steps; NaN where the value is missing.
    step
        The step.
    """

    low: np.ndarray
    high: np.ndarray
    step: DecimalStep

    def subset(self, chosen: np.ndarray) -> "Intervals":
        """Return the intervals of some records.

        Parameters
        ----------
        chosen
            bool (n,).

        Returns
        -------
        Intervals
            Of as many records as are chosen.
        """
        return Intervals(self.low[chosen], self.high[chosen], self.step)


@dataclass(frozen=True, slots=True)
class Protection:
    """How far an interval reaches beyond the value: a share of it, but no less than so much.

    Attributes
    ----------
    below, above
        Shares of the value, at least 0.
    least_below, least_above
        In units of the variable, at least 0.
    """

    below: float
    above: float
    least_below: float
    least_above: float

    def no_less_than(self, size: float) -> "Protection":
        """Return the same, where no value has less below or above than this.

        Parameters
        ----------
        size
            In units of the variable.

        Returns
        -------
        Protection
        """
        return Protection(self.below, self.above, max(self.least_below, size), max(self.least_above, size))

    def low(self, values: np.ndarray) -> np.ndarray:
        """Return the highest low ends that values may have: a concave function of the value.

        Parameters
        ----------
        values
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        ends: np.ndarray = values - np.maximum(self.below * np.abs(values), self.least_below)
        return ends

    def high(self, values: np.ndarray) -> np.ndarray:
        """Return the lowest high ends that values may have: a convex function of the value.

        Parameters
        ----------
        values
            float64 (n,).

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        ends: np.ndarray = values + np.maximum(self.above * np.abs(values), self.least_above)
        return ends


def step_for(values: np.ndarray, protection: Protection) -> DecimalStep:
    """Return the step of the ends of a variable.

    It is not finer than the grid on which the values lie, nor than a tenth of the protection (below and
    above together) of the value in the middle, nor than a trillionth of the largest value.

    Parameters
    ----------
    values
        float64 (n,), none missing.
    protection
        What was asked for.

    Returns
    -------
    DecimalStep
        1 where no value and no protection says anything.
    """
    widths = protection.high(values) - protection.low(values)
    positive = widths[widths > 0]
    middle = float(np.median(positive)) if len(positive) else 0.0
    farthest = float(np.abs(values).max(initial=0.0))
    return DecimalStep.at_least(max(find_grid(values), SHARE * middle, farthest / MOST) or 1.0)


def camouflaged(
    values: np.ndarray, protection: Protection, places: np.ndarray, widths: np.ndarray
) -> Intervals:
    """Return an interval for each value, which contains it with at least the protection below and above.

    First an inner interval is drawn around each value. On a scale on which the protection is as wide
    everywhere it is 1 to 2 wide, and the value lies anywhere in it, both drawn for each record by itself: so
    who knows the inner interval knows that the value lies in it and, if all values were equally likely on
    that scale before, no more. The interval is then made of the inner interval alone: it reaches beyond it by
    the protection that any value in it needs, and its ends are moved outwards to whole steps.

    Parameters
    ----------
    values
        float64 (n,), NaN where missing.
    protection
        What was asked for; no value has less than a step.
    places, widths
        float64 (n,), uniform on [0, 1): the share of the inner interval that lies below the value, and how
        wide it is.

    Returns
    -------
    Intervals
        Within 10¹² steps of 0, for which the step is made wider where needed.
    """
    step = step_for(values[~np.isnan(values)], protection)
    while True:
        kept = protection.no_less_than(step.size)
        first, last = _inner(values, kept, places, 1 + widths)
        low = np.minimum(kept.low(first), kept.low(last))
        high = np.maximum(kept.high(first), kept.high(last))
        farthest = float(np.nanmax(np.abs([low, high]), initial=0.0))
        if farthest <= MOST * step.size:
            return Intervals(step.below(low), step.above(high), step)
        step = DecimalStep.at_least(2 * farthest / MOST)


def _inner(
    values: np.ndarray, protection: Protection, places: np.ndarray, widths: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return intervals that contain the values at a share of their widths on the scale of the protection.

    The scale is ∫ dx / (least + share·|x|), at 0 for 0.
    """
    least = protection.least_below + protection.least_above
    share = min(protection.below + protection.above, STEEPEST)

    def scaled(numbers: np.ndarray) -> np.ndarray:
        relative = np.abs(numbers) / least
        moved: np.ndarray = np.sign(numbers) * (np.log1p(share * relative) / share if share else relative)
        return moved

    def back(places: np.ndarray) -> np.ndarray:
        far = np.abs(places)
        moved: np.ndarray = np.sign(places) * least * (np.expm1(share * far) / share if share else far)
        return moved

    low = scaled(values) - places * widths
    # Rounding may have moved an end past the value.
    return np.minimum(back(low), values), np.maximum(back(low + widths), values)
