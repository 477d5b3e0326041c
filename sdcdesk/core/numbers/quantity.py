"""Quantities: a number with its unit and bound or, where there is none, the reason why."""

import math
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

from sdcdesk.core.numbers.contributions import Contributions
from sdcdesk.core.numbers.small_counts import SmallCounts


@dataclass(frozen=True, slots=True)
class Noun:
    """Noun for what is counted, in the singular and in the plural.

    Attributes
    ----------
    one, many
        "record", "records".
    """

    one: str
    many: str


Kind = Literal["share", "count", "variable", "number", "score"]
"""Kinds of units; the list is closed, so that every writer knows all of them."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a quantity.

    Attributes
    ----------
    kind
        "share" (a part of a whole, 0…1, shown in percent), "count" (whole number of a noun), "variable" (in
        the unit of a variable, to the power of 1 or 2), "number" (a ratio or correlation), "score" (0…100).
    noun
        What is counted.
    text
        Unit of the variable ("years"); empty where it has none.
    power
        1, or 2 for squares of a variable's unit.
    is_data_value
        Whether the numbers are values of the data, which are written with all their digits.
    summed
        Whether a number is a sum over records to which each adds 1 at most.
    """

    kind: Kind
    noun: Noun | None = None
    text: str = ""
    power: Literal[1, 2] = 1
    is_data_value: bool = False
    summed: bool = False

    @property
    def name(self) -> str:
        """What JSON calls the unit: "share", "records", "years²"."""
        if self.noun is not None:
            return self.noun.many
        if self.kind == "variable":
            return self.text + ("²" if self.power == 2 and self.text else "")
        return self.kind

    def record_effect(self, records: int) -> float:
        """Return how far a sum over records moves, at most, as one of them adds to it or does not.

        Parameters
        ----------
        records
            Records that a share is taken of.

        Returns
        -------
        float
            0 where numbers of this unit are no such sums: plain counts, and numbers of single groups.
        """
        if self.summed:
            return 1.0
        return {"share": 1.0, "score": 100.0}.get(self.kind, 0.0) / max(records, 1)


COUNT = Unit("count")
"""Of a count in a sentence that has the noun itself."""

SHARE = Unit("share")
NUMBER = Unit("number")
EXPECTED_NUMBER = Unit("number", summed=True)
"""Of records or people that are expected, not counted."""

SCORE = Unit("score")


def count_unit(one: str, many: str = "") -> Unit:
    """Return the unit of counts of a noun; the plural takes an s where none is given.

    Parameters
    ----------
    one
        Noun in the singular ("record").
    many
        Its plural.

    Returns
    -------
    Unit
        Whole numbers that are written with their noun.
    """
    return Unit("count", Noun(one, many or f"{one}s"))


RECORDS = count_unit("record")
HOUSEHOLDS = count_unit("household")
GROUPS = count_unit("group")
CELLS = count_unit("cell")
VALUES = count_unit("value")
VARIABLES = count_unit("variable")
CATEGORIES = count_unit("category", "categories")


def variable_unit(text: str = "", power: Literal[1, 2] = 1) -> Unit:
    """Return the unit of a variable's values, or of their squares.

    Parameters
    ----------
    text
        The variable's own unit ("years"); empty where it has none.
    power
        2 for variances and covariances.

    Returns
    -------
    Unit
        Numbers that are written with that unit.
    """
    return Unit("variable", text=text, power=power)


class Bound(StrEnum):
    """How a number stands to what it measures."""

    EXACT = "exact"
    AT_MOST = "at most"
    AT_LEAST = "at least"
    ESTIMATE = "estimate"
    ROUNDED = "rounded"
    """To a step so wide that no value of a single record follows from it."""


class Why(StrEnum):
    """Why there is no number; the list is closed."""

    NO_RECORDS = "no records"
    ZERO_DIVISOR = "zero divisor"
    TOO_FEW = "too few"
    NOT_APPLICABLE = "not applicable"
    INFINITE = "infinite"
    NONE_SUFFICES = "none suffices"
    """As few as are enough were sought, and not even all are: more than any number."""
    WITHHELD = "withheld"
    """There is one, which is not told."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a quantity is not defined.

    Attributes
    ----------
    code
        For programs.
    text
        One clause or sentence for people, which ends with a full stop: "Nothing is released."
    """

    code: Why
    text: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number that is to be read by somebody.

    It has either a value or a reason, never both and never none; it is never NaN or infinite. Counts are
    whole numbers of Python, whatever they were computed as.

    Attributes
    ----------
    value
        Full precision; None where it is not defined.
    unit
        See `Unit`.
    bound
        Whether it is exact, a bound, or an estimate.
    interval
        Lower and upper end of what it may be, where that is known.
    part, whole
        Counts behind a share ("61 of 3,049").
    reason
        Why it is not defined.
    rounded_to
        The step that a rounded number is a multiple of; None: it is not rounded.
    contributions
        What single values have to do with a number that was computed from values of the data; None: it was
        not. Never written: from it follows what an edition tells of the number.
    masking
        Variables of which the number tells how they were masked. Never written: where the parameters of that
        masking are secret, so is the number.
    small_counts
        Counts of records that it was added up from; None: it tells none. Never written: where the smallest is
        too small for a document, the number is rounded.
    people
        Numbers of records that follow from it besides its own: of unique sets, how many records have some; of
        a count, how many others there are. Never written: where they are too few for a document, it is left
        out.

    Raises
    ------
    ValueError
        A value that is not finite, a count that is not whole, a share outside 0…1; both a value and a
        reason, or none of them. That is a defect of a measure, never of the data.
    """

    value: float | int | None
    unit: Unit
    bound: Bound = Bound.EXACT
    interval: tuple[float, float] | None = None
    part: int | None = None
    whole: int | None = None
    reason: Reason | None = None
    rounded_to: float | None = None
    contributions: Contributions | None = field(default=None, repr=False, compare=False)
    small_counts: SmallCounts | None = field(default=None, repr=False, compare=False)
    masking: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    people: tuple[int, ...] = field(default=(), repr=False, compare=False)

    def __post_init__(self) -> None:
        if (self.value is None) != (self.reason is not None):
            raise ValueError("a quantity has either a value or a reason")
        if self.value is not None:
            object.__setattr__(self, "value", _plain(self.value, self.unit))

    @property
    def defined(self) -> bool:
        """Whether there is a number."""
        return self.value is not None

    def to_json(self) -> dict[str, Any]:
        """Return the quantity at full precision; without a value, null and the code of the reason.

        Returns
        -------
        dict[str, Any]
            "value", "unit", "bound", and where they are known "interval", "part", "whole", "rounded_to",
            "reason".
        """
        written: dict[str, Any] = {"value": self.value, "unit": self.unit.name, "bound": str(self.bound)}
        if self.interval is not None:
            written["interval"] = list(self.interval)
        if self.part is not None and self.whole is not None:
            written |= {"part": self.part, "whole": self.whole}
        if self.rounded_to is not None:
            written["rounded_to"] = self.rounded_to
        if self.reason is not None:
            written["reason"] = str(self.reason.code)
        return written


def undefined(unit: Unit, code: Why, text: str) -> Quantity:
    """Return a quantity that has no value, with the reason.

    Parameters
    ----------
    unit
        What the value would be measured in.
    code
        Kind of reason, for programs.
    text
        Sentence for people.

    Returns
    -------
    Quantity
        Its value is None.
    """
    return Quantity(None, unit, reason=Reason(code, text))


def share(part: float | Fraction, whole: int, bound: Bound = Bound.EXACT, *, empty: str) -> Quantity:
    """Return a part of a whole; counts are kept beside it.

    Parameters
    ----------
    part, whole
        The whole may be 0; then the share is not defined.
    bound
        See `Bound`.
    empty
        Why it is not defined where the whole is 0 ("Nothing is released.").

    Returns
    -------
    Quantity
        A value 0…1 with part and whole where both are counts.
    """
    if whole == 0:
        return undefined(SHARE, Why.NO_RECORDS, empty)
    if hasattr(part, "__index__"):
        return Quantity(int(part) / whole, SHARE, bound, part=int(part), whole=whole)
    return Quantity(float(part / whole), SHARE, bound)


def number(
    value: float,
    unit: Unit,
    otherwise: Reason,
    bound: Bound = Bound.EXACT,
    *,
    contributions: Contributions | None = None,
) -> Quantity:
    """Return a computed number, or the reason where it is NaN or infinite.

    Parameters
    ----------
    value
        May be NaN or infinite.
    unit
        What the value is measured in.
    otherwise
        Why there is no number, where it is not finite.
    bound
        See `Bound`.
    contributions
        What single values have to do with it; None: it was not computed from values.

    Returns
    -------
    Quantity
        At full precision.
    """
    if not math.isfinite(value):
        return Quantity(None, unit, reason=otherwise)
    return Quantity(value, unit, bound, contributions=contributions)


def _plain(value: Any, unit: Unit) -> float | int:
    """Return a number as Python's own, or raise `ValueError` if it cannot be of this unit."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("a quantity is a finite number")
    if unit.kind == "count":
        if value != int(value):
            raise ValueError(f"{unit.name} are counted in whole numbers")
        return int(value)
    if unit.kind == "share" and not 0 <= value <= 1:
        # Sums of floats may pass the end by their last digits.
        if not -1e-12 < value < 1 + 1e-12:
            raise ValueError("a share lies between 0 and 1")
        return min(max(value, 0.0), 1.0)
    return value
