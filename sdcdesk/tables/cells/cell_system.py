"""Cell system: the numbers and sums of one table, or of several that share cells, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from sdcdesk.core.running.errors import DataError
from sdcdesk.core.text.sentence import sentence
from sdcdesk.kernels.keys import combine
from sdcdesk.tables.cells.cell_table import CellTable
from sdcdesk.tables.cells.dimension import Dimension
from sdcdesk.tables.cells.possible_values import WIDENED, possible_values

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CellSystem:
    """Cells that add up; equal cells of several tables are one.

    Attributes
    ----------
    values
        float64 (n,), the original values.
    relations
        int8 (m, n), Σ of each row is 0: a whole minus its parts.
    lowest, highest
        float64 (n,), what everybody knows of each value before publication: from 0 where no value of the
        same subject is negative, else from −∞; to ∞.
    integer
        bool (n,), cells that everybody knows to be whole numbers: those of counts, where none of the same
        subject is weighted by fractions.
    cells
        For each table int64 (its cells,), where they are in the system.
    tables
        The tables; a part of a system has those of the whole.
    names
        int64 (n, 2), for each cell a table that has it, and its place there.
    unknown
        bool (n,), cells whose value no table knows; `values` has some that agree with all tables.
    """

    values: np.ndarray
    relations: "csr_array"
    lowest: np.ndarray
    highest: np.ndarray
    integer: np.ndarray
    cells: tuple[np.ndarray, ...]
    tables: tuple[CellTable, ...]
    names: np.ndarray
    unknown: np.ndarray

    @classmethod
    def of(cls, *tables: CellTable) -> "CellSystem":
        """Return the system of tables that are published together.

        Cells are the same where tables have the same subject and the same codes of the same variables; a
        total says nothing of its variable, and is the cell of a table without it. Subtotals that are called
        alike and have other parts, as of two hierarchies of a variable, are different codes. A table of the
        records with one value of a variable has the cells of that value.

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
            Tables have different values of a cell that they share; the sentence names it. Or no values of
            cells that nobody knows agree with all of them.
        """
        from scipy.sparse import csr_array, vstack

        if len(tables) == 1:
            [table] = tables
            places = (np.arange(len(table)),)
            names = np.column_stack([np.zeros(len(table), dtype=np.int64), places[0]])
            bounds = _bounds(tables, table.values, places)
            return cls(table.values, table.relations.matrix, *bounds, places, tables, names, table.unknown)
        found = same_cells(tables)
        every = np.concatenate(found)
        first = np.unique(every, return_index=True)[1]
        starts = np.cumsum([0, *(len(table) for table in tables)])
        owner = np.searchsorted(starts, first, side="right") - 1
        values, unknown = _known_values(tables, found, len(first))
        blocks = []
        for own, table in zip(found, tables, strict=True):
            matrix = table.relations.matrix.tocoo()
            shape = (matrix.shape[0], len(first))
            blocks.append(csr_array((matrix.data, (matrix.row, own[matrix.col])), shape=shape))
        relations = csr_array(vstack(blocks, format="csr"), dtype=np.int8)
        names = np.column_stack([owner, first - starts[owner]]).astype(np.int64)
        lowest, highest, integer = _bounds(tables, values, found)
        if unknown.any():
            values = _completed(tables, relations, values, unknown, integer, lowest)
        return cls(values, relations, lowest, highest, integer, found, tables, names, unknown)

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
            self.integer[cells],
            (),
            self.tables,
            self.names[cells],
            self.unknown[cells],
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


def same_cells(tables: Sequence[CellTable]) -> tuple[np.ndarray, ...]:
    """Return for each table the numbers of its cells, counted as they first appear; equal cells have one.

    Parameters
    ----------
    tables
        Any.

    Returns
    -------
    tuple[np.ndarray, ...]
        int64 (its cells,) each.
    """
    named = ([*(one.name for one in table.dimensions), *table.within] for table in tables)
    names = list(dict.fromkeys(name for some in named for name in some))
    subjects = {subject: place for place, subject in enumerate(dict.fromkeys(one.subject for one in tables))}
    columns = [np.repeat([subjects[one.subject] for one in tables], [len(one) for one in tables])]
    radices = [len(subjects)]
    for name in names:
        digit, radix = _digits(tables, name)
        columns.append(digit)
        radices.append(radix)
    keys, _ = combine([np.asarray(one, dtype=np.int64) for one in columns], radices)
    numbers = pd.factorize(keys)[0].astype(np.int64)
    return tuple(np.split(numbers, np.cumsum([len(one) for one in tables])[:-1]))


def _digits(tables: Sequence[CellTable], name: str) -> tuple[np.ndarray, int]:
    """Return the number of the code of a variable in each cell of all tables, 0 for its total."""
    wholes: dict[str, set[frozenset[str]]] = {}
    for table in tables:
        for dimension in table.dimensions:
            if dimension.name == name:
                for code, parts in _leaves_of_wholes(dimension).items():
                    wholes.setdefault(code, set()).add(parts)
    known: dict[object, int] = {}
    digits = []
    for table in tables:
        only = table.within.get(name)
        whole = 0 if only is None else known.setdefault((only, None), len(known) + 1)
        digit = np.zeros(table.shape, dtype=np.int64)
        if name not in [one.name for one in table.dimensions]:
            digit += whole
        for axis, dimension in enumerate(table.dimensions):
            if dimension.name == name:
                parts_of = _leaves_of_wholes(dimension)
                # A label with several meanings is told apart by what is below it.
                keys: list[object] = [
                    (code, parts_of.get(code) if len(wholes.get(code, ())) > 1 else None)
                    for code in dimension.codes[1:]
                ]
                if only is not None:
                    # Whatever holds the only value is its cell; other codes are empty here, and nowhere else.
                    above = dimension.path(only)
                    keys = [
                        (only, None) if place in above else ((code, only), None)
                        for place, code in enumerate(dimension.codes[1:], start=1)
                    ]
                own = np.array([whole, *(known.setdefault(key, len(known) + 1) for key in keys)])
                shape = [1] * len(table.shape)
                shape[axis] = len(own)
                digit += own.reshape(shape)
        digits.append(digit.ravel())
    return np.concatenate(digits), len(known) + 1


def _leaves_of_wholes(dimension: Dimension) -> dict[str, frozenset[str]]:
    """Return the codes without parts that are below each code with parts, the total left out."""
    below: list[set[str]] = [set() for _ in dimension.codes]
    for leaf in dimension.leaves.tolist():
        below[leaf].add(dimension.codes[leaf])
    for place in range(len(dimension) - 1, 0, -1):
        below[dimension.parents[place]] |= below[place]
    return {dimension.codes[place]: frozenset(below[place]) for place in dimension.wholes if place}


def _bounds(
    tables: Sequence[CellTable], values: np.ndarray, cells: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    lowest, integer = np.zeros(len(values)), np.zeros(len(values), dtype=bool)
    negative = {table.subject for table in tables if (table.values < 0).any()}
    divided = {
        table.subject
        for table in tables
        if table.kind != "counts" or (table.values != np.rint(table.values)).any()
    }
    for own, table in zip(cells, tables, strict=True):
        if table.subject in negative:
            lowest[own] = -np.inf
        integer[own] = table.subject not in divided
    return lowest, np.full(len(values), np.inf), integer


def _known_values(
    tables: Sequence[CellTable], cells: Sequence[np.ndarray], number: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the value of each cell that some table knows, and which of them none knows, bool (number,)."""
    values, unknown = np.empty(number), np.ones(number, dtype=bool)
    for own, table in zip(reversed(cells), reversed(tables), strict=True):
        known = ~table.unknown
        values[own[unknown[own]]] = table.values[unknown[own]]
        values[own[known]] = table.values[known]
        unknown[own[known]] = False
    for own, table in zip(cells, tables, strict=True):
        _require_same(values[own], table)
    return values, unknown


def _completed(
    tables: Sequence[CellTable],
    relations: "csr_array",
    values: np.ndarray,
    unknown: np.ndarray,
    integer: np.ndarray,
    lowest: np.ndarray,
) -> np.ndarray:
    """Return values in which cells that no table knows have one of those that agree with all of them."""
    # What was only allowed for values that a solver found is no rounding.
    tolerance = max(table.tolerance if table.tolerance > WIDENED else 0.0 for table in tables)
    found = possible_values(relations, values, unknown, integer, lowest, tolerance)
    if found is None:
        words = "No values of the hidden cells agree with all tables that are published; correct one of them."
        raise DataError(sentence(words), "tables")
    return found


def _require_same(values: np.ndarray, table: CellTable) -> None:
    apart = np.abs(values - table.values) > 1e-9 * np.maximum(np.abs(values), np.abs(table.values))
    apart &= ~table.unknown
    if apart.any():
        cell = int(np.flatnonzero(apart)[0])
        words = "{cell} has different values in two tables that are published together; correct one of them."
        raise DataError(sentence(words, cell=table.cell_text(cell)), "tables")
