"""Last edition of a table: which of its cells were hidden when it was published before."""

from typing import Annotated

from pydantic import Field

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.model import Model
from sdcdesk.core.text.printable import short
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.tables.cells.cell_table import CellTable

Codes = Annotated[tuple[str, ...], Field(min_length=1)]
"""A cell: one code of each dimension."""


class LastEdition(Model):
    """The hidden cells of a table as it was published before, such as last year.

    It holds codes and no values, and needs its file no more.

    Attributes
    ----------
    file
        Name of the file that it was read from, for people.
    dimensions
        Variables of the table.
    hidden
        Cells without a published value, by a code of each of the dimensions.
    """

    file: str = ""
    dimensions: tuple[str, ...]
    hidden: tuple[Codes, ...] = ()

    def cells_of(self, table: CellTable) -> frozenset[int]:
        """Return the cells of a table that were hidden before.

        Parameters
        ----------
        table
            One of the same variables, in whatever order.

        Returns
        -------
        frozenset[int]
            Their places; cells with a code that the table has no more are none of them.

        Raises
        ------
        DataError
            The table has other variables, or none of the cells.
        """
        names = [one.name for one in table.dimensions]
        if {*names} != {*self.dimensions}:
            words = (
                "The last edition is a table of {then}, and this one of {now}; forget the last edition, or "
                "choose another file."
            )
            then, now = (
                joined_by_and(list(map(short, self.dimensions))),
                joined_by_and(list(map(short, names))),
            )
            raise DataError(sentence(words, then=then, now=now), "last_edition")
        order = [self.dimensions.index(name) for name in names]
        cells = ([codes[at] for at in order] for codes in self.hidden)
        known = [
            codes
            for codes in cells
            if all(code in one.places for code, one in zip(codes, table.dimensions, strict=True))
        ]
        if self.hidden and not known:
            words = (
                "This table has none of the cells that were hidden in the last edition; compare their codes."
            )
            raise DataError(sentence(words), "last_edition")
        return frozenset(table.place_of(codes) for codes in known)
