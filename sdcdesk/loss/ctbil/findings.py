"""Findings of the comparison of contingency tables: totals, dimensions, tables and the cells that differ."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import sqrt

import numpy as np

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.numbers.contributions import KNOWN_TO_ALL, NEVER_PUBLISHED, counted_values
from sdcdesk.core.numbers.quantity import (
    EXPECTED_NUMBER,
    NUMBER,
    RECORDS,
    SHARE,
    Quantity,
    Reason,
    Unit,
    Why,
    count_unit,
)
from sdcdesk.core.results.column import Column, DeclaredColumn, Secrecy, public_key
from sdcdesk.core.results.declared_table import DeclaredTable
from sdcdesk.core.results.findings import Declared, Findings, Note, Section
from sdcdesk.core.results.plot import Axis, Plot, Series
from sdcdesk.core.text.labelled_text import joined_codes
from sdcdesk.core.text.sentence import Sentence, plain, sentence
from sdcdesk.loss.changed_records import changed_records
from sdcdesk.loss.ctbil.tables import LevelledVariable, Scaling, TableDistance

TABLES = count_unit("table")
TABLE_CELLS = count_unit("table cell")
"""Cells of contingency tables, which are not one for each record, as cells of a file are."""

MOVED = 2
"""What one record moves in each table, where its category becomes another: one cell less, another more."""

FEW_TABLES = 2
"""Tables in which a record may count without wider steps."""

NO_RECORD = Reason(Why.NO_RECORDS, "No record is released.")
NO_TABLE = Reason(Why.NOT_APPLICABLE, "No variable is in both files, so there is no table to compare.")

CTBIL = Declared("ctbil", "CTBIL", NUMBER, better="less").means(
    "Sum, over all tables of the variables up to the largest dimension, of the absolute differences between "
    "the counts of the original and those of the masked file. One suppressed value adds 2 to the table of "
    "its variable alone."
)
NORMALISED = Declared("ctbil_normalised", "CTBIL per cell", NUMBER, better="less").means(
    "CTBIL divided by the number of cells of all tables, those without records too."
)
PART = Declared("ctbil_share", "Of the largest CTBIL", SHARE, better="less").means(
    "CTBIL divided by what it would be if no table of the masked file had a record where the original has "
    "one. It does not depend on how many categories, tables and records there are."
)
DECLARES = (CTBIL, NORMALISED, PART)

_MEASURED = (
    Column("ctbil", "CTBIL", NUMBER, "Sum of the absolute differences of the cells.", undefined=NO_RECORD),
    Column("ctbil_normalised", "CTBIL per cell", NUMBER, "Divided by the cells.", undefined=NO_RECORD),
    Column(
        "ctbil_share",
        "Of the largest",
        SHARE,
        "Divided by what it would be if no cell had records in both files.",
        undefined=NO_RECORD,
    ),
)
_CELLS = Column("cells", "Cells", TABLE_CELLS, "Those without records, too.")


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """A table, or several together.

    Attributes
    ----------
    cells
        Number of cells.
    difference
        See `TableDistance.difference`.
    tables
        So many.
    known
        Whether everybody knows that nothing differs, as nothing was done to these variables.
    released
        Whether the categories are those of the released file, as the recipe only recoded these variables.
    beside
        In so many tables that are told one by one a record counts with its value of one variable.
    """

    cells: int
    difference: int
    tables: int
    known: bool
    released: bool
    beside: int = 1


@dataclass(frozen=True, eq=False)
class ComparedTables:
    """What was compared.

    Attributes
    ----------
    original, masked
        Both files.
    variables
        At the level at which they are compared.
    distances
        Of all tables, in the order of their dimension and of the variables.
    scaling
        By what masked counts were multiplied.
    """

    original: Microdata
    masked: Microdata
    variables: Sequence[LevelledVariable]
    distances: Sequence[TableDistance]
    scaling: Scaling

    def quantities(self, row: Row) -> tuple[Quantity, Quantity, Quantity]:
        """Return CTBIL, CTBIL per cell and the part of the largest, of some tables.

        Parameters
        ----------
        row
            The tables.

        Returns
        -------
        tuple[Quantity, Quantity, Quantity]
            With what one record has to do with each, so that a public document tells them in steps of some
            records; all of them are the same number of steps. CTBIL per cell and CTBIL would tell how many
            cells there are.
        """
        down = self.scaling.down
        largest = row.tables * (down * len(self.original) + self.scaling.up * len(self.masked))
        normalised = self._quantity(row, NUMBER, down * row.cells)
        if normalised.defined and not row.released:
            normalised = Quantity(normalised.value, NUMBER, contributions=NEVER_PUBLISHED)
        return self._quantity(row, NUMBER, down), normalised, self._quantity(row, SHARE, largest)

    def _quantity(self, row: Row, unit: Unit, divisor: int) -> Quantity:
        if not len(self.masked):
            return Quantity(None, unit, reason=NO_RECORD)
        number = Quantity(row.difference / max(divisor, 1), unit)
        if row.known:
            return number
        # Each of several numbers tells a little, and all together as much as wider steps take away.
        together = max(sqrt(row.beside / FEW_TABLES), 1.0)
        one = MOVED * row.tables * together * self.scaling.down / max(divisor, 1)
        behind = counted_values(len(self.masked), one, self.original.fingerprint)
        return Quantity(number.value, unit, contributions=behind)

    def row(self, distances: Sequence[TableDistance]) -> Row:
        """Return some tables together.

        Parameters
        ----------
        distances
            Their distances.

        Returns
        -------
        Row
            Sums over them.
        """
        return Row(
            sum(one.cells for one in distances),
            sum(one.difference for one in distances),
            len(distances),
            all(one.difference == 0 and self._is_recoded(one) for one in distances),
            all(map(self._is_recoded, distances)),
        )

    def names(self, distance: TableDistance) -> list[str]:
        """Return the variables of a table.

        Parameters
        ----------
        distance
            One of the distances.

        Returns
        -------
        list[str]
            In the order of the file, or as they were named.
        """
        return [self.variables[place].name for place in distance.variables]

    def _is_recoded(self, distance: TableDistance) -> bool:
        """Return whether it follows from the recipe that a table is the same, at its level, in both files."""
        masked = self.masked
        if len(masked) != len(self.original) or masked.lineage.pairing.by != "steps":
            return False
        steps = [masked.provenance(name) for name in self.names(distance)]
        return all(step is None or step.exact for step in steps)

    @cached_property
    def dimensions(self) -> list[tuple[int, Row]]:
        """For each dimension the tables of it together."""
        sizes = sorted({len(one.variables) for one in self.distances})
        return [
            (size, self.row([one for one in self.distances if len(one.variables) == size])) for size in sizes
        ]

    @cached_property
    def rows(self) -> list[Row]:
        """Each table by itself."""
        tables = Counter(chain.from_iterable(one.variables for one in self.distances))
        most = max(tables.values(), default=1)
        return [replace(self.row([one]), beside=most) for one in self.distances]

    def changed(self, at: int) -> np.ndarray:
        """Return the records whose value of a variable of a table is another in the masked file.

        Parameters
        ----------
        at
            Place of the table.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, ascending.
        """
        names = self.names(self.distances[at])
        found = [changed_records(self.original, self.masked, name) for name in names]
        return np.unique(np.concatenate(found))


@dataclass(frozen=True, eq=False)
class ListedCells:
    """The cells that differ most, of all tables.

    Attributes
    ----------
    compared
        What was compared.
    """

    compared: ComparedTables

    @cached_property
    def cells(self) -> list[tuple[TableDistance, int]]:
        """Each cell as its table and its place among the largest of that."""
        return [(one, place) for one in self.compared.distances for place in range(len(one.largest.before))]

    def codes(self, at: int) -> list[tuple[LevelledVariable, int]]:
        """Return for each variable of a cell which of its categories it is.

        Parameters
        ----------
        at
            Place of the cell.

        Returns
        -------
        list[tuple[LevelledVariable, int]]
            Position of the category; `MISSING` for a missing value.
        """
        distance, place = self.cells[at]
        return [
            (self.compared.variables[variable], int(codes[place]))
            for variable, codes in zip(distance.variables, distance.largest.categories, strict=True)
        ]

    def records(self, at: int) -> np.ndarray:
        """Return the records that are in a cell before or after.

        Parameters
        ----------
        at
            Place of the cell.

        Returns
        -------
        np.ndarray
            int64 (m,), positions in the original, ascending.
        """
        masked = self.compared.masked
        before, after = np.ones(len(self.compared.original), bool), np.ones(len(masked), bool)
        for variable, code in self.codes(at):
            before &= variable.before == code
            after &= variable.after == code
        before[masked.rows[after]] = True
        return np.flatnonzero(before)

    def scaled(self) -> list[float]:
        """Return the masked counts as they are compared.

        Returns
        -------
        list[float]
            One for each cell.
        """
        scaling = self.compared.scaling
        counts = (int(distance.largest.after[place]) for distance, place in self.cells)
        return [scaling.up * count / scaling.down for count in counts]


def _measured(rows: Callable[[ComparedTables], Sequence[Row]]) -> list[DeclaredColumn[ComparedTables]]:
    """Return the columns of what was found of each row of a table."""

    def cells(at: int) -> Callable[[ComparedTables], list[Quantity]]:
        return lambda found: [found.quantities(row)[at] for row in rows(found)]

    return [
        _CELLS.cells(lambda found: _cells(rows(found))),
        *(column.cells(cells(at), undefined=NO_RECORD) for at, column in enumerate(_MEASURED)),
    ]


DIMENSIONS = DeclaredTable[ComparedTables](
    name="dimensions",
    title="By dimension",
    about=plain("All tables of as many variables together."),
    columns=(
        public_key("dimension", "Variables", count_unit("variable")).cells(
            lambda found: [size for size, _ in found.dimensions]
        ),
        Column("tables", "Tables", TABLES, "Of so many variables.", secrecy=Secrecy.PUBLIC).cells(
            lambda found: [row.tables for _, row in found.dimensions]
        ),
        *_measured(lambda found: [row for _, row in found.dimensions]),
    ),
    empty="No variable is in both files, so there is no table to compare.",
    joint=True,
)

SUBSETS = DeclaredTable[ComparedTables](
    name="tables",
    title="By table",
    about=plain(
        "One table for each set of variables; a recoded variable stands in it with its recoded categories."
    ),
    columns=(
        public_key("variables", "Variables").cells(
            lambda found: [", ".join(found.names(one)) for one in found.distances]
        ),
        Column("dimension", "Dimension", count_unit("variable"), secrecy=Secrecy.PUBLIC).cells(
            lambda found: [len(one.variables) for one in found.distances]
        ),
        *_measured(lambda found: found.rows),
    ),
    empty="No variable is in both files, so there is no table to compare.",
    rows=lambda found, at: found.changed(at),
    row_title=lambda found, at: sentence(
        "with another value of {names}", names=", ".join(found.names(found.distances[at]))
    ),
    plots=(
        Plot(
            name="tables_plot",
            title="CTBIL by table",
            kind="bars",
            x=Axis("Table", column="variables"),
            y=Axis("Of the largest CTBIL", unit=SHARE, least=0.0),
            series=(Series("ctbil_share", "Of the largest", "loss"),),
            about=plain("A bar for each table: how far it is from that of the original."),
        ),
    ),
)

CELLS_APART = DeclaredTable[ListedCells](
    name="cells",
    title="Cells that differ most",
    about=plain("Of each table the cells with the largest differences, the largest first."),
    columns=(
        public_key("variables", "Variables").cells(
            lambda listed: [", ".join(listed.compared.names(one)) for one, _ in listed.cells]
        ),
        Column(
            "categories", "Categories", None, "In the order of the variables.", "key", Secrecy.RECORD
        ).cells(
            lambda listed: [
                joined_codes([variable.text(code) for variable, code in listed.codes(at)])
                for at in range(len(listed.cells))
            ]
        ),
        Column("before", "Original", RECORDS, "Records of the original.", "before").cells(
            lambda listed: [int(one.largest.before[place]) for one, place in listed.cells]
        ),
        Column("after", "Masked", RECORDS, "Records of the masked file.", "after").cells(
            lambda listed: [int(one.largest.after[place]) for one, place in listed.cells]
        ),
        Column("scaled", "Masked, scaled", EXPECTED_NUMBER, "As it is compared.").cells(ListedCells.scaled),
        Column("difference", "Difference", NUMBER, "Masked, scaled, less original.", "change").cells(
            lambda listed: [
                scaled - int(one.largest.before[place])
                for (one, place), scaled in zip(listed.cells, listed.scaled(), strict=True)
            ]
        ),
    ),
    empty="No cell differs.",
    rows=lambda listed, at: listed.records(at),
    row_title=lambda _listed, _at: "in this cell of either file",
)


def to_findings(compared: ComparedTables, notes: Sequence[Sentence]) -> Findings:
    """Return the findings.

    Parameters
    ----------
    compared
        All tables.
    notes
        What was left out, and why.

    Returns
    -------
    Findings
        All declared figures, and tables by dimension, by set of variables, and of the cells that differ.
    """
    whole = compared.row(compared.distances)
    if compared.distances:
        found = compared.quantities(whole)
        steps = (
            ("Variables", Quantity(len(compared.variables), count_unit("variable"))),
            ("Tables", Quantity(whole.tables, TABLES)),
            ("Cells of all tables", _cells([whole])[0]),
            ("Sum of absolute differences", found[0]),
        )
        figures = [
            one.figure(quantity, computation=steps) for one, quantity in zip(DECLARES, found, strict=True)
        ]
    else:
        figures = [one.undefined(NO_TABLE) for one in DECLARES]
    blocks = (*figures, DIMENSIONS.table(compared), *SUBSETS.blocks(compared))
    noted = tuple(map(Note, notes))
    section = Section(name="tables", blocks=blocks, notes=noted)
    cells = CELLS_APART.section(ListedCells(compared))
    return Findings(sections=(section, cells))


def _cells(rows: Sequence[Row]) -> list[Quantity]:
    """Return the numbers of cells, which tell of categories that only the original has."""
    return [
        Quantity(row.cells, TABLE_CELLS, contributions=KNOWN_TO_ALL if row.released else NEVER_PUBLISHED)
        for row in rows
    ]
