"""Declared missing values beyond single codes: ranges of numbers, and the lettered ones of Stata and SAS."""

from typing import Self

from pydantic import model_validator

from sdcdesk.core.running.model import Model


class MissingRange(Model):
    """A range of numbers that stand for "missing" in a file of SPSS.

    The codes that occur in it stand among the codes for missing of the variable, too: these decide; the range
    itself is only handed on to files that can declare it.

    Attributes
    ----------
    low, high
        Its ends, both inside; None is open (LOWEST, HIGHEST).
    """

    low: float | None
    high: float | None

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.low is None and self.high is None:
            raise ValueError("a range of missing values has no end at all, so that every number is missing")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("a range of missing values ends below its beginning")
        return self

    def includes(self, code: int | float | str) -> bool:
        """Return whether a code lies in the range.

        Parameters
        ----------
        code
            A number, or text, which lies in none.

        Returns
        -------
        bool
        """
        if isinstance(code, str):
            return False
        return (self.low is None or code >= self.low) and (self.high is None or code <= self.high)


class LetteredMissing(Model):
    """A code of ours that stands for one of the missing values that Stata and SAS tell apart by a letter.

    Attributes
    ----------
    code
        The number in our data, one of the codes for missing of the variable.
    letter
        "a" to "z", or "_" (SAS only): Stata writes .a, SAS .A.
    """

    code: int | float
    letter: str

    @model_validator(mode="after")
    def _one_letter(self) -> Self:
        if self.letter not in LETTERS:
            raise ValueError('a lettered missing value has a letter from "a" to "z", or "_"')
        return self


LETTERS = tuple("abcdefghijklmnopqrstuvwxyz_")
"""Letters of missing values, in the order of their codes."""
