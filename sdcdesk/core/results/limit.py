"""Limits on figures, and what they make of a number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from sdcdesk.core.numbers.quantity import Bound, Quantity, Why
from sdcdesk.core.results.column import Secrecy
from sdcdesk.core.results.figure_address import FigureAddress
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.sentence import Argument, Sentence, sentence

Name = Annotated[str, StringConstraints(min_length=1)]

Side = Literal["at most", "at least"]


class Limit(Model):
    """The most or the least that is accepted of one figure of one measure or masking method.

    Attributes
    ----------
    measure, figure
        Names of a measure and of its figure. Of a method, as `local_suppression`, `cells_blanked`, every step
        that is applied must keep it.
    side
        Whether the figure must not exceed the value, or not fall below it; an equal one keeps to it.
    value
        In the unit of the figure; shares as 0…1.
    """

    measure: Name
    figure: Name
    side: Side = "at most"
    value: Annotated[float, Field(allow_inf_nan=False)]

    @property
    def address(self) -> FigureAddress:
        """Measure and figure."""
        return FigureAddress(self.measure, self.figure)

    def words(self, value: Argument) -> Sentence:
        """Return the side with the value: "at most 2 %".

        Parameters
        ----------
        value
            The value as it is written here.

        Returns
        -------
        Sentence
            Without the name of the figure.
        """
        return sentence("at most {value}" if self.side == "at most" else "at least {value}", value=value)


Limits = Mapping[str, Sequence[Limit]]
"""Limits on one measure, by name of the figure."""

UNLIMITED: Limits = {}
"""No limits."""


def by_figure(limits: Iterable[Limit]) -> Limits:
    """Return the limits on one measure by name of the figure.

    Parameters
    ----------
    limits
        Limits on figures of one measure.

    Returns
    -------
    Limits
        In their order.
    """
    found: dict[str, list[Limit]] = {}
    for limit in limits:
        found.setdefault(limit.figure, []).append(limit)
    return dict(found)


class Standing(StrEnum):
    """How a figure stands to its limit."""

    KEPT = "kept"
    BROKEN = "broken"
    NOT_PROVEN = "not shown safe"
    """A bound that lies beyond the limit: the number itself may keep to it, and is not known to."""
    NOT_ASSESSED = "not assessed"


class Verdict(StrEnum):
    """What all limits together say."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    NOT_ASSESSED = "not assessed"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A limit, the number that it judges, and the outcome.

    Attributes
    ----------
    limit
        The limit.
    quantity
        The figure's; None where the measure does not have it (any more), or could not be computed.
    why
        Why there is nothing to judge, or to show; empty where there is.
    withheld
        How the number stands to the limit where the reader may not see it.
    secrecy
        Of the figure.
    """

    limit: Limit
    quantity: Quantity | None
    why: str = ""
    withheld: Standing | None = None
    secrecy: Secrecy = Secrecy.AGGREGATE

    @property
    def standing(self) -> Standing:
        """How the number stands to the limit, judged at full precision."""
        return self.withheld or standing(self.quantity, self.limit)

    @property
    def room(self) -> float:
        """How far the number has come to its limit: 1 is at it, more is beyond; 0 without a number."""
        if self.quantity is None or self.quantity.value is None:
            return float("inf") if self.standing is Standing.BROKEN else 0.0
        value, limit = float(self.quantity.value), self.limit.value
        part, whole = (value, limit) if self.limit.side == "at most" else (limit, value)
        if whole == 0:
            return 1.0 if part == 0 else float("inf")
        return part / whole

    def to_json(self) -> dict[str, Any]:
        """Return limit, number and outcome as plain JSON values at full precision.

        Returns
        -------
        dict[str, Any]
            The limit's own fields, "standing", "found" (null: not assessed) and "why".
        """
        return {
            **self.limit.model_dump(mode="json"),
            "standing": str(self.standing),
            "found": None if self.quantity is None else self.quantity.to_json(),
            "why": self.why,
        }


def standing(quantity: Quantity | None, limit: Limit) -> Standing:
    """Judge a number; one that is an interval is judged by its worse end.

    What is infinite has no number, and is yet more than any limit accepts. Where not even all that there are
    suffice, a limit downwards is kept, too.

    Parameters
    ----------
    quantity
        The figure that was found; None: it was not.
    limit
        In the unit of the figure.

    Returns
    -------
    Standing
        Kept, broken, not shown to be kept, or not assessed.
    """
    most = limit.side == "at most"
    if quantity is None or quantity.value is None:
        code = quantity.reason.code if quantity is not None and quantity.reason is not None else None
        if most and code in (Why.INFINITE, Why.NONE_SUFFICES):
            return Standing.BROKEN
        return Standing.KEPT if code is Why.NONE_SUFFICES else Standing.NOT_ASSESSED
    value = quantity.value
    if quantity.interval is not None:
        value = quantity.interval[1] if most else quantity.interval[0]
    if value <= limit.value if most else value >= limit.value:
        # A lower bound below a limit upwards says nothing of the number itself.
        loose = Bound.AT_LEAST if most else Bound.AT_MOST
        return Standing.NOT_PROVEN if quantity.bound is loose else Standing.KEPT
    tight = Bound.AT_MOST if most else Bound.AT_LEAST
    return Standing.NOT_PROVEN if quantity.bound is tight else Standing.BROKEN


def verdict(standings: Iterable[Standing]) -> Verdict:
    """Return one verdict: unsafe if any limit is broken or not shown to be kept, safe if all are kept.

    Parameters
    ----------
    standings
        Standings of all limits that count.

    Returns
    -------
    Verdict
        `NOT_ASSESSED` where none is broken but one was not assessed, or where there is none.
    """
    found = set(standings)
    if found & {Standing.BROKEN, Standing.NOT_PROVEN}:
        return Verdict.UNSAFE
    return Verdict.SAFE if found == {Standing.KEPT} else Verdict.NOT_ASSESSED
