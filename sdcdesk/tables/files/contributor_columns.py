"""Columns of contributors in finished tables: what a file says of them, where it does not contradict itself.

Rules take what the file says for the truth: a column that is shuffled, or has gaps, would make cells safe
that are not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_table import BETWEEN, FREQUENCY, VALUE
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.relations import ADDS_UP, Relations


def cell_text(dimensions: Sequence[Dimension], cell: int) -> str:
    """Return what people call a cell.

    Parameters
    ----------
    dimensions
        Dimensions of the table.
    cell
        Its place.

    Returns
    -------
    str
        Its codes, shortened.
    """
    codes = np.unravel_index(cell, [len(one) for one in dimensions])
    return short(BETWEEN.join(one.codes[int(place)] for one, place in zip(dimensions, codes, strict=True)))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ContributorColumns:
    """Reads the columns of a finished table that tell of contributors.

    Attributes
    ----------
    dimensions
        Those of the table.
    data, places
        The file, and for each of its rows the place of the cell.
    values
        float64 (n,), NaN where a cell is hidden.
    """

    dimensions: Sequence[Dimension]
    data: Microdata
    places: np.ndarray
    values: np.ndarray

    def frequency(self, name: str, *, exact: bool) -> np.ndarray | None:
        """Return how many contribute to each cell.

        Parameters
        ----------
        name
            The column.
        exact
            Whether frequencies of totals and parts must agree; those of rounded tables may not.

        Returns
        -------
        np.ndarray or None
            int64 (n,); None: the table does not say so.

        Raises
        ------
        DataError
            A frequency is none, or contradicts the value or other cells; the sentence names the cell.
        """
        if name not in self.data:
            return None
        numbers = self._column(name)
        words = "{cell}: the frequency must be a whole number from 0; correct it, or leave the column out."
        self._refuse(~((numbers >= 0) & (numbers == np.rint(numbers))), words, FREQUENCY)
        words = "{cell}: nobody contributes to a value that is not 0; correct the frequency."
        self._refuse((numbers == 0) & (np.nan_to_num(self.values) != 0), words, FREQUENCY)
        if exact:
            wrong = np.zeros(len(numbers), dtype=bool)
            for whole, parts in self._wholes():
                wrong[whole] |= not numbers[parts].max() <= numbers[whole] <= numbers[parts].sum()
            words = (
                "{cell}: it cannot have fewer contributors than one of its parts, nor more than all of them; "
                "correct the frequency."
            )
            self._refuse(wrong, words, FREQUENCY)
        return numbers.astype(np.int64)

    def amounts(self, names: Sequence[str], frequency: np.ndarray | None) -> np.ndarray:
        """Return the largest contributions to each cell.

        Parameters
        ----------
        names
            The columns, in falling order.
        frequency
            int64 (n,), how many contribute to each cell; None: not known.

        Returns
        -------
        np.ndarray
            float64 (n, m), 0 where there are no more contributors.

        Raises
        ------
        DataError
            Contributions are missing, or contradict themselves, the value, the frequency or those of the
            parts of a total; the sentence names the cell.
        """
        given = np.column_stack([self._column(name) for name in names])
        amounts: np.ndarray = np.nan_to_num(given)
        sizes = np.abs(self.values)
        number, known = (~np.isnan(given)).sum(axis=1), ~np.isnan(self.values)
        if frequency is None:
            # Whoever is not told of adds what is left of the value.
            gap = (number < len(names)) & (amounts.sum(axis=1) < sizes * (1 - ADDS_UP))
        else:
            gap = number < np.minimum(frequency, len(names))
        above = amounts.sum(axis=1) > sizes * (1 + ADDS_UP)
        several = (amounts > 0).sum(axis=1)
        smaller = np.zeros(len(amounts), dtype=bool)
        for whole, parts in self._wholes():
            told = parts[known[parts]]
            smaller[whole] = known[whole] and amounts[whole, 0] < amounts[told, 0].max(initial=0.0)
        for wrong, words in (
            ((amounts < 0).any(axis=1), "{cell}: a contribution is negative; give its absolute value."),
            (
                (np.diff(amounts, axis=1) > 0).any(axis=1),
                "{cell}: the contributions must be in falling order; correct them.",
            ),
            (
                above & (self.values >= 0),
                "{cell}: the largest contributions add up to more than the value; correct them.",
            ),
            (
                several > (several if frequency is None else frequency),
                "{cell}: there are more contributions than contributors; correct the frequency.",
            ),
            (
                gap & known,
                "{cell}: one of its largest contributions is missing; give all of them, nothing as 0.",
            ),
            (
                smaller,
                "{cell}: its largest contribution is smaller than that of one of its parts; correct them.",
            ),
        ):
            self._refuse(np.asarray(wrong), words, VALUE)
        return amounts

    def _column(self, name: str) -> np.ndarray:
        numbers = np.empty(len(self.places))
        numbers[self.places] = self.data.numbers(name)
        return numbers

    def _wholes(self) -> Iterator[tuple[int, np.ndarray]]:
        """Walk through totals and their parts."""
        relations = Relations.of(self.dimensions)
        for place, whole in enumerate(relations.wholes.tolist()):
            yield whole, relations.parts(place)

    def _refuse(self, wrong: np.ndarray, words: str, field: str) -> None:
        found = np.flatnonzero(wrong)
        if len(found):
            raise DataError(sentence(words, cell=cell_text(self.dimensions, int(found[0]))), field)
