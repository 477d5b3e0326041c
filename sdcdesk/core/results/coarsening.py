"""Coarsening of numbers that were computed from values: rounded to steps that hide any value, or withheld."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Final

from sdcdesk.core.numbers.contributions import FEWEST, KNOWN_TO_ALL, Contributions
from sdcdesk.core.numbers.quantity import Bound, Quantity, Reason, Why
from sdcdesk.core.results.limit import Limit

WITHHELD: Final = Reason(Why.WITHHELD, "Withheld: the value of a single record could be computed from it.")
"""Reason of a number that one value dominates."""

USUAL = 10.0
"""Percent of the largest value by which every value stays uncertain, where the owner chose nothing else."""


SECRET: Final = Reason(
    Why.WITHHELD, "Withheld: the secret parameters of a masking step could be computed from it."
)
"""Reason of a number that tells how a variable was masked whose masking is secret."""


def coarsened(
    quantity: Quantity,
    percent: float = USUAL,
    fewest: int = FEWEST,
    limits: Sequence[Limit] = (),
    key: str = "",
) -> Quantity:
    """Return a quantity as it may be told to anybody.

    Parameters
    ----------
    quantity
        Any; one that tells neither values nor small counts stays as it is.
    percent
        How uncertain single values must stay, in percent of the largest.
    fewest
        A number computed from fewer values is withheld, and one that tells a smaller count is rounded.
    limits
        Limits on it: what is written stands to them as the number does.
    key
        What only the owner knows; see `Contributions.goes_up`.

    Returns
    -------
    Quantity
        The same object, one rounded to a step, or the reason why it is withheld.
    """
    behind, counts = quantity.contributions or KNOWN_TO_ALL, quantity.small_counts
    if quantity.value is None:
        return quantity
    if behind.dominated(percent, fewest):
        return without_value(quantity, WITHHELD)
    step = max(
        behind.step(percent),
        counts.step(fewest, quantity.unit.record_effect(counts.records)) if counts else Decimal(0),
    )
    if not step:
        return quantity
    for written, bound in _candidates(float(quantity.value), step, behind, key):
        rounded = min(written, 1.0) if quantity.unit.kind == "share" else written
        if all(_kept(rounded, limit) == _kept(quantity.value, limit) for limit in limits):
            return Quantity(rounded, quantity.unit, bound, rounded_to=float(step))
    return without_value(quantity, WITHHELD)


def _candidates(
    value: float, step: Decimal, behind: Contributions, key: str
) -> Iterator[tuple[float, Bound]]:
    """Yield what may be written for a number, the best first."""
    value = behind.in_grains(value, key)
    steps = Decimal(repr(value)) / step
    up = behind.goes_up(value, float(steps - steps.to_integral_value(ROUND_FLOOR)), key)
    chance = () if up is None else ((ROUND_CEILING if up else ROUND_FLOOR),)
    if 0 <= steps <= Decimal("0.5") or (0 <= steps < 1 and up is False):
        # "About 0" would say that nothing was lost, or that all is equal.
        yield float(step), Bound.AT_MOST
    for way in (*chance, ROUND_HALF_EVEN, ROUND_FLOOR, ROUND_CEILING):
        yield float(steps.to_integral_value(way) * step), Bound.ROUNDED


def without_value(quantity: Quantity, reason: Reason) -> Quantity:
    """Return a quantity as a reader sees it whom its number is not told.

    Parameters
    ----------
    quantity
        With a number.
    reason
        Why it is withheld.

    Returns
    -------
    Quantity
        The reason, and nothing else that the number could be computed from.
    """
    return replace(
        quantity,
        value=None,
        bound=Bound.EXACT,
        interval=None,
        part=None,
        whole=None,
        reason=reason,
        contributions=None,
        small_counts=None,
        people=(),
    )


def _kept(value: float, limit: Limit) -> bool:
    return value <= limit.value if limit.side == "at most" else value >= limit.value
