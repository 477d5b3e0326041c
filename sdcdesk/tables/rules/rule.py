"""Sensitivity rules: which cells of a table tell too much of one of their contributors."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sdcdesk.core.numbers.digits import rough
from sdcdesk.core.numbers.quantity import SHARE, Quantity
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.operations.parameters import FieldDisplay, parameter
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import Against, Percentage, Sentence, plain, sentence
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.lazy_texts import LazyTexts
from sdcdesk.tables.cells.sensitivity import Judgement


class Rule(Operation[CellTable]):
    """A rule that says of each cell whether it is sensitive, and how uncertain its value must stay.

    Parameters
    ----------
    *places
        Parameters may be given by their place, too: `PPercent(10)`.
    **values
        By name of the parameter.

    Attributes
    ----------
    needs
        What must be known of the cells: "contributions", "frequency" or nothing.
    """

    needs: ClassVar[str] = ""

    sliding: bool = parameter(
        False,
        "Sliding protection",
        "Only the width of the interval that a reader can work out counts, not how far it reaches to either "
        "side.",
        FieldDisplay(more=True),
    )

    def __init__(self, /, *places: Any, **values: Any) -> None:
        own = [name for name in type(self).model_fields if name != "sliding"]
        super().__init__(**dict(zip(own, places, strict=False)), **values)

    @property
    def looks_at(self) -> int:
        """How many of the largest contributors of a cell it looks at; 0: at none of them by himself."""
        return 0

    def judge(self, table: CellTable, progress: Progress = SILENT) -> Judgement:
        """Return what the rule says of the cells.

        Parameters
        ----------
        table
            With contributions or frequencies, whichever the rule needs.
        progress
            Receives how far the work is.

        Returns
        -------
        Judgement
            Of all cells, totals included.

        Raises
        ------
        DataError
            What the rule needs is not known of the table.
        """
        self.check(table)
        lacking = {
            "contributions": table.contributions is None,
            "frequency": table.frequency is None,
        }
        if lacking.get(self.needs, False):
            words = {
                "contributions": "The contributions of this table are not known; build it from microdata, or "
                "give a column with the largest ones.",
                "frequency": "How many contribute to each cell is not known; build the table from microdata, "
                "or give a column with the frequencies.",
            }
            raise DataError(plain(words[self.needs]), "rules", title=self.title)
        return self._judge(table, progress)

    @abstractmethod
    def _judge(self, table: CellTable, progress: Progress) -> Judgement:
        """Return what the rule says of the cells of a table of which all is known that it needs."""


def largest(table: CellTable, number: int, progress: Progress = SILENT) -> np.ndarray:
    """Return the largest contributions of each cell.

    Parameters
    ----------
    table
        With contributions.
    number
        How many.
    progress
        Receives how far the work is.

    Returns
    -------
    np.ndarray
        float64 (n, number), in falling order, 0 where there is none.
    """
    if table.contributions is None:
        raise AssertionError("asked before what is needed was checked")
    return table.contributions.largest(table.dimensions, number, progress).amounts


def totals(table: CellTable) -> np.ndarray:
    """Return the sum of the contributions of each cell as rules see it.

    Parameters
    ----------
    table
        With contributions.

    Returns
    -------
    np.ndarray
        float64 (n,): the values; where amounts were negative, what their absolute values add up to.
    """
    known = table.contributions
    if known is None:
        raise AssertionError("asked before what is needed was checked")
    return np.abs(table.values) if known.sums is None else known.sums


def reasons(
    sensitive: np.ndarray, words: str, shares: np.ndarray, asked: float, **numbers: int
) -> LazyTexts[Sentence]:
    """Return a sentence for each sensitive cell.

    Parameters
    ----------
    sensitive
        bool (n,), the cells.
    words
        A template with the holes {share} and {asked}.
    shares
        float64 (n,), what is judged of each cell, from 0 to 1 or more.
    asked
        Percent, what the rule holds it against; shares are written with digits that tell them from it.
    **numbers
        By name of another hole.

    Returns
    -------
    LazyTexts[Sentence]
        By place.
    """
    others = {name: str(number) for name, number in numbers.items()}

    def tell(cell: int) -> Sentence:
        part = float(shares[cell])
        # Of more than the whole, as of errors beyond 100 % and by weights below 1, there is no share.
        share = _told_from(100 * part, asked) if part > 1 else Against(Quantity(part, SHARE), asked / 100)
        return sentence(words, share=share, asked=Percentage(asked), **others)

    return LazyTexts(sensitive, tell)


def _told_from(number: float, other: float) -> Percentage:
    """Return a number in percent with four digits, or as many as tell it from another one."""
    digits = 4
    while digits < 17 and number != other == rough(number, digits):
        digits += 1
    return Percentage(rough(number, digits))
