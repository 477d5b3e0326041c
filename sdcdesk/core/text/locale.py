"""Locale: how a surface writes numbers."""

from dataclasses import dataclass
from decimal import Decimal

NARROW = "\u202f"
"""Space between a number and its sign."""

UNDEFINED = "–"
"""What stands where there is no number."""


@dataclass(frozen=True, slots=True)
class Locale:
    """How a surface writes numbers.

    Attributes
    ----------
    point, group
        Sign before the decimals, and between groups of three digits; an empty one groups nothing.
    percent
        Written after a share, with the space before it.
    """

    point: str = "."
    group: str = ","
    percent: str = "\u202f%"

    def read_aloud(self, text: str) -> str:
        """Return a text as a screen reader says it.

        Parameters
        ----------
        text
            With signs of percent as they are written.

        Returns
        -------
        str
            "3.04 percent".
        """
        return text.replace(self.percent, " percent")

    def grouped(self, number: Decimal) -> str:
        """Return a decimal with all its digits; −0 is 0.

        Parameters
        ----------
        number
            Any finite number.

        Returns
        -------
        str
            "3,049.5".
        """
        text = f"{number if number else abs(number):,f}"
        return text.replace(",", "\0").replace(".", self.point).replace("\0", self.group).replace("-", "−")

    def powered(self, number: Decimal) -> str:
        """Return a decimal with a power of ten.

        Parameters
        ----------
        number
            Any finite number.

        Returns
        -------
        str
            "1.235e+17".
        """
        return f"{number.normalize():e}".replace(".", self.point).replace("-", "−")


NEUTRAL = Locale()
"""Files and terminals."""
