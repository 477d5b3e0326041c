"""Cells of a matrix before and after masking, as a table with heat maps."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from sdcdesk.core.numbers.quantity import NUMBER, Reason, Why
from sdcdesk.core.results.column import Column, ColumnRole, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.sentence import Sentence, plain, sentence

MOST_DRAWN = 30
"""Rows or columns of a matrix that a heat map can show."""

UNKNOWN = Reason(Why.TOO_FEW, "There are too few values in one of the files, or a variable is constant.")


@dataclass(frozen=True, slots=True, eq=False)
class MatrixCells:
    """A matrix of both files.

    Attributes
    ----------
    rows, columns
        Names of its rows and columns.
    before, after
        float64 (rows, columns); NaN where a cell is not defined.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    before: np.ndarray
    after: np.ndarray

    @property
    def names(self) -> list[tuple[str, str]]:
        """Row and column of each cell, row by row."""
        return [(row, column) for row in self.rows for column in self.columns]

    @property
    def is_drawn(self) -> bool:
        """Whether it is small enough for a heat map."""
        return max(len(self.rows), len(self.columns)) <= MOST_DRAWN

    @property
    def original(self) -> np.ndarray:
        """Cells of the original, float64, row by row."""
        return self.before.ravel()

    @property
    def masked(self) -> np.ndarray:
        """Those of the masked file."""
        return self.after.ravel()

    @property
    def difference(self) -> np.ndarray:
        """Masked minus original."""
        found: np.ndarray = self.masked - self.original
        return found


NO_CELLS = MatrixCells((), (), np.empty((0, 0)), np.empty((0, 0)))
"""A matrix of no variables."""

OTHER_VARIABLE = public_key("other_variable", "With")
"""Names the columns of a matrix of variables by variables."""

COMPONENT = public_key("component", "Component", None, "In the order of the eigenvalues, the largest first.")
"""Names the columns of a matrix of variables by principal components."""

_SIDES: tuple[tuple[str, str, str, ColumnRole], ...] = (
    ("original", "Original", "Of the original.", "before"),
    ("masked", "Masked", "Of the masked file.", "after"),
    ("difference", "Difference", "Masked minus original; 0 where both are equal within rounding.", "change"),
)


def cells_table(
    name: str, title: str, plots: tuple[str, str, str], about: Sentence, across: Column, empty: str
) -> DeclaredTable[MatrixCells]:
    """Return the table of the cells of a matrix with a row for each variable, as a measure declares it.

    Parameters
    ----------
    name, title, about
        As of a table.
    plots
        Titles of the heat maps: original, masked, difference.
    across
        What names the columns of the matrix.
    empty
        Why there are no cells, where there are none.

    Returns
    -------
    DeclaredTable[MatrixCells]
        Original, masked and difference, with a heat map of each. Together with the released file, cells of
        the original would give values of it away.
    """
    return DeclaredTable[MatrixCells](
        name=name,
        title=title,
        about=about,
        columns=(
            public_key("variable", "Variable").cells(lambda matrix: [row for row, _ in matrix.names]),
            across.cells(lambda matrix: [column for _, column in matrix.names]),
            *(
                Column(side, words, NUMBER, meaning, role, Secrecy.DERIVED).cells(
                    attrgetter(side), undefined=UNKNOWN
                )
                for side, words, meaning, role in _SIDES
            ),
        ),
        empty=empty,
        plots=tuple(
            Plot(
                name=f"{name}_{side}",
                title=drawn,
                kind="heat",
                x=Axis(across.title, column=across.name),
                y=Axis("Variable", column="variable"),
                series=(Series(side, words),),
                about=_SIGNED if side == "difference" else _STRONG,
            )
            for drawn, (side, words, *_) in zip(plots, _SIDES, strict=True)
        ),
    )


_STRONG = plain("A cell for each pair: the stronger the colour, the farther the number is from 0.")
_SIGNED = plain("Masked minus original, a cell for each pair: brown is less, green is more than before.")


def cells_section(declared: DeclaredTable[MatrixCells], cells: MatrixCells) -> Section:
    """Return a section with a matrix cell by cell.

    Parameters
    ----------
    declared
        Its table.
    cells
        What it holds.

    Returns
    -------
    Section
        Heat maps first, where the matrix is small enough for them.
    """
    if cells.is_drawn:
        return declared.section(cells)
    words = "Heat maps show at most {most} variables, so that there are none here; the table has all cells."
    return Section(
        name=declared.name,
        title=declared.title,
        blocks=(declared.table(cells),),
        notes=(Note(sentence(words, most=MOST_DRAWN)),),
    )
