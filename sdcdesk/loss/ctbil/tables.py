"""Tables of both files at the level at which they are compared, and how far each is from the other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sdcdesk.core.data.coding import MISSING
from sdcdesk.core.data.comparison_level import comparison_level
from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.data.variable import Variable
from sdcdesk.counting.contingency_tables import PairedCells, PairedTables

NOTHING = "missing"
"""What a cell of missing values is called."""

MADE_MISSING = "made missing"
"""What the cell of values is called that a recoding made missing: they have no category of the level."""


@dataclass(frozen=True, slots=True, eq=False)
class LevelledVariable:
    """A variable of both files at the categories at which it is compared.

    Attributes
    ----------
    name
        The variable.
    categories
        Those of either file; where it was recoded, the recoded ones.
    before, after
        Their positions in the original, int64 (n,), and in the masked file, (t,); `MISSING` where missing.
        One beyond the last stands for the values that a recoding made missing.
    described
        What the masked file says of it.
    """

    name: str
    categories: pd.Index
    before: np.ndarray
    after: np.ndarray
    described: Variable

    @classmethod
    def from_files(cls, original: Microdata, masked: Microdata, name: str) -> "LevelledVariable":
        """Return a variable as both files have it.

        Parameters
        ----------
        original, masked
            Both files.
        name
            A variable of both.

        Returns
        -------
        LevelledVariable
            At the level of `comparison_level`.

        Raises
        ------
        DataError
            A value of an ordinal variable has no place in its declared order.
        """
        level = comparison_level(original, masked, name)
        initial, final = original.coding(name).codes, masked.coding(name).codes
        before = level.before(initial)
        lost = (before == MISSING) & (initial != MISSING)
        if lost.any():
            before = np.where(lost, len(level.categories), before)
        return cls(name, level.categories, before, level.after(final), masked.variable(name))

    @property
    def size(self) -> int:
        """How many cells its own table has: a missing value is a category where it occurs in either file."""
        lacking = bool((self.before < 0).any() or (self.after < 0).any())
        return len(self.categories) + lacking + int((self.before == len(self.categories)).any())

    def text(self, code: int) -> str:
        """Return what a category is called.

        Parameters
        ----------
        code
            Its position.

        Returns
        -------
        str
            A value of the data, or words for a missing one.
        """
        if code < 0:
            return NOTHING
        return self.described.text(self.categories[code]) if code < len(self.categories) else MADE_MISSING


@dataclass(frozen=True, slots=True, eq=False)
class TableDistance:
    """How far the table of some variables is from that of the original.

    Attributes
    ----------
    variables
        Places of the variables.
    cells
        Number of cells, those without records too.
    difference
        Σ |d·x − u·y| over the cells with x records before and y after, where the scale is u/d: whole.
    largest
        The cells that differ most, largest first, equal differences in the order of their categories.
    """

    variables: tuple[int, ...]
    cells: int
    difference: int
    largest: PairedCells


@dataclass(frozen=True, slots=True)
class Scaling:
    """By what masked counts are multiplied before they are compared: a fraction, so that sums are exact.

    Attributes
    ----------
    up, down
        Records of the original and of the masked file; both 1 where counts are compared as they are.
    """

    up: int
    down: int


def table_distance(
    tables: PairedTables, sizes: Sequence[int], variables: Sequence[int], scaling: Scaling, listed: int
) -> TableDistance:
    """Compare the tables of some variables, cell by cell.

    Parameters
    ----------
    tables
        Counts of both files.
    sizes
        For each of its variables the number of categories.
    variables
        Places of those that form the table.
    scaling
        By what masked counts are multiplied.
    listed
        Most cells that are kept one by one.

    Returns
    -------
    TableDistance
        Cells without records in both files are alike, and only counted.
    """
    cells = tables.cells(variables)
    apart = np.abs(scaling.down * cells.before - scaling.up * cells.after)
    # Of equal differences the first categories come first, whatever the order of the records.
    order = np.argsort(-apart, kind="stable")[:listed]
    order = order[apart[order] > 0]
    largest = PairedCells(
        tuple(codes[order] for codes in cells.categories), cells.before[order], cells.after[order]
    )
    number = 1
    for place in variables:
        number *= sizes[place]
    return TableDistance(tuple(variables), number, int(apart.sum()), largest)
