"""Permitted values of a field: the range of a number in words, and what is wrong with a value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic.fields import FieldInfo

from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import sentence

ENDLESS = 1e15
"""An upper end from here on is what a machine can hold: nobody needs to be told."""


_Ends = tuple[str, str]
"""How a range ends below and above: "open", "closed", or empty where it has no end."""

_NOTES: Mapping[_Ends, str] = {
    ("", ""): "",
    ("", "closed"): "at most {high}",
    ("", "open"): "less than {high}",
    ("closed", ""): "at least {low}",
    ("open", ""): "more than {low}",
    ("closed", "closed"): "{low} to {high}",
    ("closed", "open"): "at least {low}, less than {high}",
    ("open", "closed"): "more than {low}, at most {high}",
    ("open", "open"): "more than {low}, less than {high}",
}

_SENTENCES: Mapping[_Ends, str] = {
    ("", ""): "",
    ("", "closed"): "At most {high}.",
    ("", "open"): "Less than {high}.",
    ("closed", ""): "At least {low}.",
    ("open", ""): "More than {low}.",
    ("closed", "closed"): "Between {low} and {high}.",
    ("closed", "open"): "At least {low} and less than {high}.",
    ("open", "closed"): "More than {low} and at most {high}.",
    ("open", "open"): "More than {low} and less than {high}.",
}


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

    def text(self, locale: Locale = NEUTRAL) -> str:
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
            return replace(self, high=None).text(locale)
        # That a share is more than nothing goes without saying.
        unsaid = (self.low, self.low_open) == (0, True) and self.high is not None
        return self._written(_NOTES, None if unsaid else self.low, locale)

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
        return self._written(_SENTENCES, self.low, locale)

    def _written(self, templates: Mapping[_Ends, str], low: float | None, locale: Locale) -> str:
        ends = (_end(low, is_open=self.low_open), _end(self.high, is_open=self.high_open))
        template = templates[ends]
        return sentence(template, low=float(low or 0), high=float(self.high or 0)).written(locale)


def _end(number: float | None, *, is_open: bool) -> str:
    return "" if number is None else "open" if is_open else "closed"


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
