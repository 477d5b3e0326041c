"""Dialect of a statistics program: how it spells formats, and from when it counts dates and times."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sdcdesk.core.data.display_format import Displayed, DisplayFormat, Program

MICROSECONDS = 1_000_000

_PARTS = re.compile(r"^%?[-~]?(?P<letters>[A-Za-z$]*?)(?P<width>\d+)?(\.(?P<decimals>\d*))?[A-Za-z]*\.?$")
"""Letters, width and decimals of a format such as F8.2, DATE9. or $20."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a number of a kind counts.

    Attributes
    ----------
    start
        The day from which it counts, in ISO 8601; times of day count from midnight.
    unit
        Microseconds of 1.
    """

    start: str
    unit: int

    def moments(self, numbers: np.ndarray) -> np.ndarray | None:
        """Return numbers as moments.

        Parameters
        ----------
        numbers
            float64 (n,), NaN where missing.

        Returns
        -------
        np.ndarray or None
            datetime64[us] (n,), NaT where missing. None: a number is no moment that is exact to a millionth
            of a second.
        """
        missing = np.isnan(numbers)
        counted = np.where(missing, 0.0, numbers) * self.unit
        if not np.all(np.abs(counted) < _FARTHEST):
            return None
        whole = np.rint(counted).astype(np.int64)
        if not np.array_equal(whole / self.unit, np.where(missing, 0.0, numbers)):
            return None
        moments: np.ndarray = np.datetime64(self.start, "us") + whole.astype("timedelta64[us]")
        moments[missing] = np.datetime64("NaT")
        return moments

    def numbers(self, moments: np.ndarray) -> np.ndarray:
        """Return moments as numbers.

        Parameters
        ----------
        moments
            datetime64[us] or [D] (n,), NaT where missing.

        Returns
        -------
        np.ndarray
            float64 (n,), NaN where missing.
        """
        since = moments.astype("datetime64[us]") - np.datetime64(self.start, "us")
        return np.where(np.isnat(moments), np.nan, since.astype(np.int64) / self.unit)


_FARTHEST = 4e17
"""Microseconds of 12,000 years, which a date never is away from any start."""


class Dialect(ABC):
    """How a program writes what kind of values a variable has.

    Attributes
    ----------
    program
        Its name in our descriptions.
    clocks
        What its dates, times of day, and both together count.
    smallest, largest
        Sizes of the numbers that its files hold; what is beyond means missing there, or becomes another
        number.
    longest_text
        Bytes that a value of text can take.
    writes_letters
        Whether missing values with letters are written as such.
    """

    program: ClassVar[Program]
    smallest: ClassVar[float] = 0.0
    largest: ClassVar[float]
    longest_text: ClassVar[int] = 32_767
    writes_letters: ClassVar[bool] = False
    clocks: ClassVar[dict[Displayed, Clock]]

    @abstractmethod
    def kind(self, spelling: str) -> Displayed:
        """Return what values a format is for.

        Parameters
        ----------
        spelling
            The format as a file has it.

        Returns
        -------
        Displayed
            Number where it counts anything else than days or seconds: weeks, quarters, lengths of time.
        """

    @abstractmethod
    def default(self, kind: Displayed, width: int | None, decimals: int | None) -> str:
        """Return the format of values that no file of the program has described.

        Parameters
        ----------
        kind
            What they are.
        width, decimals
            What is known of how they are shown.

        Returns
        -------
        str
            Empty: the program's own choice.
        """

    def display(self, spelling: str, kind: Displayed) -> DisplayFormat:
        """Return a format as our descriptions hold it.

        Parameters
        ----------
        spelling
            The format as a file has it.
        kind
            What the values are; text where they could not be told as dates.

        Returns
        -------
        DisplayFormat
            With the spelling, which is written again.
        """
        parts = _PARTS.match(spelling)
        width, decimals = (int(parts[name] or -1) if parts else -1 for name in ("width", "decimals"))
        return DisplayFormat(
            kind=kind,
            width=width if 1 <= width <= _WIDEST else None,
            decimals=decimals if 0 <= decimals <= _MOST_DECIMALS else None,
            program=self.program,
            spelling=spelling,
        )

    def may_show(self, display: DisplayFormat, kind: Displayed) -> bool:
        """Return whether the format of a file of the program is for values.

        Parameters
        ----------
        display
            With the spelling that the file has.
        kind
            What the values are.

        Returns
        -------
        bool
            True also of dates that are the numbers which the program counts, for codes among them are none.
        """
        own = self.kind(display.spelling)
        return own == kind or (kind == display.kind == "number" and own in self.clocks)

    def spelling(self, display: DisplayFormat | None, kind: Displayed) -> str:
        """Return the format that is written of values.

        Parameters
        ----------
        display
            What is known of how they are shown.
        kind
            What is written of them.

        Returns
        -------
        str
            That of a file of the same program where it still fits; empty: the program's own choice.
        """
        if display is not None and display.program == self.program and self.may_show(display, kind):
            return display.spelling
        known = display if display is not None and display.kind == kind else DisplayFormat(kind=kind)
        return self.default(kind, known.width, known.decimals)


_WIDEST, _MOST_DECIMALS = 32_767, 40


def first_letters(spelling: str) -> str:
    """Return the name of a format without width and decimals, in capitals.

    Parameters
    ----------
    spelling
        "date9." or "F8.2".

    Returns
    -------
    str
        "DATE" or "F".
    """
    found = re.match(r"\$?[A-Za-z_]*(\d+[A-Za-z]+)?", spelling)
    return found[0].upper() if found else ""
