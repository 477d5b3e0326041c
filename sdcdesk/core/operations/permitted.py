"""Permitted values of a field: the range of a number in words, and what is wrong with a value."""

from dataclasses import dataclass, replace
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.number_text import number_text
from sdcdesk.core.text.sentence import capital, sentence

ENDLESS = 1e15
"""An upper end from here on is what a machine can hold: nobody needs to be told."""


@dataclass(frozen=True, slots=True)
class Range:
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
        """Return whether a number lies in the range.

        Parameters
        ----------
        number
            Any number.

        Returns
        -------
        bool
            Open ends themselves are not permitted.
        """
        above = self.low is None or (number > self.low if self.low_open else number >= self.low)
        below = self.high is None or (number < self.high if self.high_open else number <= self.high)
        return above and below

    def words(self, locale: Locale = NEUTRAL) -> str:
        """Return the range as a quiet note begins it.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            "2 to 98", "at least 2"; empty: every number.
        """
        if self.low is not None and self.high is not None and self.high >= ENDLESS:
            return replace(self, high=None).words(locale)
        if self.low is not None and self.high is not None and not self.low_open and not self.high_open:
            return sentence(
                "{low} to {high}", low=number_text(self.low, locale), high=number_text(self.high, locale)
            )
        parts = []
        # That a share is more than nothing goes without saying.
        if self.low is not None and (self.high is None or (self.low, self.low_open) != (0, True)):
            parts.append(f"{'more than' if self.low_open else 'at least'} {number_text(self.low, locale)}")
        if self.high is not None:
            parts.append(f"{'less than' if self.high_open else 'at most'} {number_text(self.high, locale)}")
        return ", ".join(parts)

    def sentence(self, locale: Locale = NEUTRAL) -> str:
        """Return the range as the sentence below a field that breaks it.

        Parameters
        ----------
        locale
            How numbers are written.

        Returns
        -------
        str
            "Between 2 and 98."
        """
        if self.low is not None and self.high is not None and not self.low_open and not self.high_open:
            return sentence(
                "Between {low} and {high}.",
                low=number_text(self.low, locale),
                high=number_text(self.high, locale),
            )
        ends = [Range(self.low, low_open=self.low_open), Range(high=self.high, high_open=self.high_open)]
        words = " and ".join(words for end in ends if (words := end.words(locale)))
        return f"{capital(words)}."


POSITIVE = Range(0, None, low_open=True)
"""The range of widths and bases, which needs no words."""


def permitted(info: FieldInfo) -> Range:
    """Return the range that a parameter declares.

    Parameters
    ----------
    info
        A field of a model.

    Returns
    -------
    Range
        Open at both sides where nothing is declared.
    """
    found = {
        name: getattr(entry, name)
        for entry in info.metadata
        for name in ("ge", "gt", "le", "lt")
        if hasattr(entry, name)
    }
    return Range(
        found.get("ge", found.get("gt")), found.get("le", found.get("lt")), "gt" in found, "lt" in found
    )


def value_problem(info: FieldInfo, value: Any, locale: Locale = NEUTRAL) -> str:
    """Return what is wrong with a value by itself, as the sentence below its field.

    Parameters
    ----------
    info
        A field of a model.
    value
        What was entered; None: nothing.
    locale
        How numbers are written.

    Returns
    -------
    str
        Empty: nothing is wrong.
    """
    if accepts(info) is not None and info.is_required() and not value:
        return "Choose at least one variable."
    if value is None and not info.is_required() and info.default is not None:
        return "A value must be given."
    allowed = permitted(info)
    outside = isinstance(value, int | float) and not allowed.admits(value)
    return allowed.sentence(locale) if outside else ""
