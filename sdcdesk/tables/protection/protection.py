"""Protections: operations that make a table whose sensitive cells nobody can work out."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from sdcdesk.core.numbers.quantity import Quantity
from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.results.findings import Declared, Findings, Section
from sdcdesk.core.running.errors import DataError, ParameterError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_system import CellSystem
from sdcdesk.tables.cells.cell_table import CellTable


class Protection(Operation[CellTable]):
    """A way to protect a table; the same table gives the same result.

    Attributes
    ----------
    keyed
        Whether it draws random numbers, which hang on a secret key and on the cell, not on the place.
    needs_rules
        Whether rules must have said which cells are sensitive.
    declares
        Its figures: of what was done to the cells, and of how it was made; which are found hangs on
        parameters and tables.
    """

    keyed: ClassVar[bool] = False
    needs_rules: ClassVar[bool] = True

    def protect(self, table: CellTable, *, key: int | None = None, progress: Progress = SILENT) -> CellTable:
        """Return the protected table.

        Parameters
        ----------
        table
            A table whose cells rules have judged.
        key
            Secret of the owner, by which random numbers are drawn; the seed of a project. None: nothing is
            drawn.
        progress
            Receives how far the work is.

        Returns
        -------
        CellTable
            The same cells, with what is published of them.

        Raises
        ------
        DataError
            No rule has judged the table, or a cell cannot be protected; the sentence names it.
        ParameterError
            Random numbers are drawn, and no key was given: one that everybody knows takes them off again.
        Cancelled
            The user asked to stop.
        """
        return self.protect_together([table], key=key, progress=progress)[0]

    def protect_together(
        self, tables: Sequence[CellTable], *, key: int | None = None, progress: Progress = SILENT
    ) -> tuple[CellTable, ...]:
        """Return tables that are published together, protected so that none gives another one away.

        Parameters
        ----------
        tables
            Judged by rules; those of one subject share cells.
        key
            As for one table.
        progress
            Receives how far the work is, and of a search the tables as they would be published by the best
            so far.

        Returns
        -------
        tuple[CellTable, ...]
            In their order.

        Raises
        ------
        DataError
            No rule has judged a table, or a cell cannot be protected.
        ParameterError
            As of one table.
        Cancelled
            The user asked to stop.
        """
        for table in tables:
            self.check(table)
            if self.needs_rules and table.sensitivity is None:
                words = "No rule has said which cells are sensitive; choose rules first."
                raise DataError(plain(words), "rules", title=self.title)
        if key is None and self.draws:
            words = "Give a key, by which random numbers are drawn: a secret number, the same for all tables."
            raise ParameterError(plain(words), "key", title=self.title)
        return self._protect(tuple(tables), key or 0, progress)

    @property
    def draws(self) -> bool:
        """Whether it draws random numbers as its parameters are."""
        return self.keyed

    @abstractmethod
    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        """Return judged tables, protected."""

    def find(self, *tables: CellTable) -> Findings:
        """Return what it did to tables that it has protected, for their owner.

        Parameters
        ----------
        *tables
            As it returned them, together; with cells that were hidden since.

        Returns
        -------
        Findings
            Its figures, in their order, and notes on its making.
        """
        return self.find_in(CellSystem.of(*tables))

    def find_in(self, system: CellSystem) -> Findings:
        """Return what it did to the cells of a system of protected tables; see `find`.

        Parameters
        ----------
        system
            All tables that it protected together.

        Returns
        -------
        Findings
            One section.
        """
        # Tables that were protected together were made at once, and each tells of all of it.
        made = system.tables[0].published
        found = {**self._measured(system), **({} if made is None else made.reported)}
        blocks = tuple(one.figure(found[one]) for one in self.declares if one in found)
        notes = () if made is None else made.notes
        return Findings(sections=(Section(name="protection", title=self.title, blocks=blocks, notes=notes),))

    def _measured(self, system: CellSystem) -> Mapping[Declared, Quantity]:
        """Return the figures that follow from original and published values.

        What only its making knows is in `Released.reported`.
        """
        return {}
