"""Permitted values of a field: the range of a number in words, and what is wrong with a value."""

from dataclasses import dataclass
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.parameters import accepts
from ui.forms.numbers import write_number


@dataclass(frozen=True, slots=True)
class Limits:
    """A range of numbers.

    Attributes
    ----------
    low, high
        Its ends; None is open.
    low_open, high_open
        Whether an end itself is not permitted.
    """

    low: float | None = None
    high: float | None = None
    low_open: bool = False
    high_open: bool = False

    def admits(self, number: float) -> bool:
        """Return whether a number lies in the range."""
        above = self.low is None or (number > self.low if self.low_open else number >= self.low)
        below = self.high is None or (number < self.high if self.high_open else number <= self.high)
        return above and below

    def words(self) -> str:
        """Return the range as a quiet note begins it: "2 to 98", "at least 2"; empty: every number."""
        if self.low is not None and self.high is not None and not self.low_open and not self.high_open:
            return f"{write_number(self.low)} to {write_number(self.high)}"
        parts = []
        # That a share is more than nothing goes without saying.
        if self.low is not None and (self.high is None or (self.low, self.low_open) != (0, True)):
            parts.append(f"{'more than' if self.low_open else 'at least'} {write_number(self.low)}")
        if self.high is not None:
            parts.append(f"{'less than' if self.high_open else 'at most'} {write_number(self.high)}")
        return ", ".join(parts)

    def sentence(self) -> str:
        """Return the range as the sentence below a field that breaks it: "Between 2 and 98."."""
        both = self.low is not None and self.high is not None
        if both and not self.low_open and not self.high_open:
            return f"Between {write_number(self.low or 0)} and {write_number(self.high or 0)}."
        ends = [Limits(self.low, low_open=self.low_open), Limits(high=self.high, high_open=self.high_open)]
        words = " and ".join(words for end in ends if (words := end.words()))
        return f"{words[:1].upper()}{words[1:]}."


POSITIVE = Limits(0, None, low_open=True)
"""The range of widths and bases, which needs no words."""


def limits(info: FieldInfo) -> Limits:
    """Return the range that a parameter declares."""
    found = {
        name: getattr(entry, name)
        for entry in info.metadata
        for name in ("ge", "gt", "le", "lt")
        if hasattr(entry, name)
    }
    return Limits(
        found.get("ge", found.get("gt")), found.get("le", found.get("lt")), "gt" in found, "lt" in found
    )


def problem(info: FieldInfo, value: Any) -> str:
    """Return what is wrong with a value by itself, as the sentence below its field; empty: nothing."""
    if accepts(info) is not None and info.is_required() and not value:
        return "Choose at least one variable."
    if value is None and not info.is_required() and info.default is not None:
        return "A value must be given."
    allowed = limits(info)
    outside = isinstance(value, int | float) and not allowed.admits(value)
    return allowed.sentence() if outside else ""
