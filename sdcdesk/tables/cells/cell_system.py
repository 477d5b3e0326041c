"""Cell system: the numbers and sums of one table, or of several that share cells, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.tables.cells.cell_table import CellTable

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, slots=True, eq=False)
class CellSystem:
    """Cells that add up; equal cells of several tables are one.

    Attributes
    ----------
    values
        float64 (n,), the original values.
    relations
        int8 (m, n), Σ of each row is 0: a whole minus its parts.
    lowest, highest
        float64 (n,), what everybody knows of each value before publication: from 0 where no value is
        negative, else from −∞; to ∞.
    integer
        Whether everybody knows that values are whole numbers.
    cells
        For each table int64 (its cells,), where they are in the system.
    tables
        The tables; a part of a system has those of the whole.
    names
        int64 (n, 2), for each cell a table that has it, and its place there.
    """

    values: np.ndarray
    relations: "csr_array"
    lowest: np.ndarray
    highest: np.ndarray
    integer: bool
    cells: tuple[np.ndarray, ...]
    tables: tuple[CellTable, ...]
    names: np.ndarray

    @classmethod
    def of(cls, *tables: CellTable) -> "CellSystem":
        """Return the system of tables that are published together.

        Cells are the same where tables have the same subject and the same codes of the same variables; a
        total says nothing of its variable, and is the cell of a table without it.

        Parameters
        ----------
        *tables
            At least one.

        Returns
        -------
        CellSystem
            In the order of the tables, cells that an earlier one has left out.

        Raises
        ------
        DataError
            Tables have different values of a cell that they share; the sentence names it.
        """
        from scipy.sparse import csr_array, vstack

        if len(tables) == 1:
            [table] = tables
            places = (np.arange(len(table)),)
            names = np.column_stack([np.zeros(len(table), dtype=np.int64), places[0]])
            return cls(
                table.values, table.relations.matrix, *_bounds(tables, table.values), places, tables, names
            )
        numbers: dict[object, int] = {}
        found, names_list = [], []
        for place, table in enumerate(tables):
            own = np.empty(len(table), dtype=np.int64)
            for cell, key in enumerate(_keys(table)):
                if key not in numbers:
                    numbers[key] = len(numbers)
                    names_list.append((place, cell))
                own[cell] = numbers[key]
            found.append(own)
        values = np.empty(len(numbers))
        for own, table in reversed(list(zip(found, tables, strict=True))):
            values[own] = table.values
        for own, table in zip(found, tables, strict=True):
            _require_same(values[own], table)
        blocks = []
        for own, table in zip(found, tables, strict=True):
            matrix = table.relations.matrix.tocoo()
            shape = (matrix.shape[0], len(numbers))
            blocks.append(csr_array((matrix.data, (matrix.row, own[matrix.col])), shape=shape))
        relations = csr_array(vstack(blocks, format="csr"), dtype=np.int8)
        names = np.array(names_list, dtype=np.int64).reshape(-1, 2)
        return cls(values, relations, *_bounds(tables, values), tuple(found), tables, names)

    def __len__(self) -> int:
        return len(self.values)

    def restricted(self, cells: np.ndarray) -> "CellSystem":
        """Return the system of some cells, with the sums that only have cells among them.

        Parameters
        ----------
        cells
            int64 (k,), their places.

        Returns
        -------
        CellSystem
            In their order; it has no tables of its own.
        """
        from scipy.sparse import csr_array

        own = self.relations[:, cells]
        whole = np.diff(own.indptr) == np.diff(self.relations.indptr)
        rows = np.flatnonzero(whole & (np.diff(own.indptr) > 0))
        return CellSystem(
            self.values[cells],
            csr_array(own[rows]),
            self.lowest[cells],
            self.highest[cells],
            self.integer,
            (),
            self.tables,
            self.names[cells],
        )

    def of_cells(self, masks: Sequence[np.ndarray]) -> np.ndarray:
        """Return which cells of the system are marked in some table.

        Parameters
        ----------
        masks
            For each table bool (its cells,).

        Returns
        -------
        np.ndarray
            bool (n,).
        """
        found = np.zeros(len(self), dtype=bool)
        for own, mask in zip(self.cells, masks, strict=True):
            found[own[mask]] = True
        return found

    def largest(self, numbers: Sequence[np.ndarray]) -> np.ndarray:
        """Return the largest number that some table has for each cell.

        Parameters
        ----------
        numbers
            For each table float64 (its cells,), from 0.

        Returns
        -------
        np.ndarray
            float64 (n,).
        """
        found = np.zeros(len(self))
        for own, some in zip(self.cells, numbers, strict=True):
            np.maximum.at(found, own, some)
        return found

    def cell_text(self, cell: int) -> str:
        """Return what people call a cell.

        Parameters
        ----------
        cell
            Its place in the system.

        Returns
        -------
        str
            Its codes, after the title of its table where there are several.
        """
        table, place = self.names[cell]
        text = self.tables[table].cell_text(int(place))
        title = self.tables[table].title or self.tables[table].name
        return f"{title}: {text}" if len(self.tables) > 1 and title else text


def _keys(table: CellTable) -> list[object]:
    """Return what makes each cell of a table the same as one of another."""
    codes = [
        [None if place == 0 else (one.name, code) for place, code in enumerate(one.codes)]
        for one in table.dimensions
    ]
    places = np.unravel_index(np.arange(len(table)), table.shape)
    columns = [[its[place] for place in at.tolist()] for its, at in zip(codes, places, strict=True)]
    return [(table.subject, frozenset(row) - {None}) for row in zip(*columns, strict=True)]


def _bounds(tables: Sequence[CellTable], values: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
    lowest = 0.0 if (values >= 0).all() else -np.inf
    integer = all(table.kind == "counts" for table in tables) and bool((values == np.rint(values)).all())
    return np.full(len(values), lowest), np.full(len(values), np.inf), integer


def _require_same(values: np.ndarray, table: CellTable) -> None:
    apart = np.abs(values - table.values) > 1e-9 * np.maximum(np.abs(values), np.abs(table.values))
    if apart.any():
        cell = int(np.flatnonzero(apart)[0])
        words = "{cell} has different values in two tables that are published together; correct one of them."
        raise DataError(sentence(words, cell=table.cell_text(cell)), "tables")
