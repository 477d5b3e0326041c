"""Figure address: which figure of which measure, as limits, options and documents name it."""

from typing import NamedTuple, Self


class FigureAddress(NamedTuple):
    """Names of a measure and of one of its figures, written `MEASURE.FIGURE`.

    Attributes
    ----------
    measure, figure
        Their names.
    """

    measure: str
    figure: str

    def __str__(self) -> str:
        return f"{self.measure}.{self.figure}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the address that a text writes; nothing says that there is such a figure.

        Parameters
        ----------
        text
            `MEASURE.FIGURE`.

        Returns
        -------
        Self
            Without a point in the text the name of the figure is empty.
        """
        measure, _, figure = text.strip().partition(".")
        return cls(measure, figure)
