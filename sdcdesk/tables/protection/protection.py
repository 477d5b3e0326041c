"""Protections: operations that make a table whose sensitive cells nobody can work out."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from sdcdesk.core.operations.operation import Operation
from sdcdesk.core.running.errors import DataError
from sdcdesk.core.running.progress import SILENT, Progress
from sdcdesk.core.text.sentence import plain
from sdcdesk.tables.cells.cell_table import CellTable


class Protection(Operation[CellTable]):
    """A way to protect a table; the same table gives the same result.

    Attributes
    ----------
    keyed
        Whether it draws random numbers, which hang on a secret key and on the cell, not on the place.
    needs_rules
        Whether rules must have said which cells are sensitive.
    """

    keyed: ClassVar[bool] = False
    needs_rules: ClassVar[bool] = True

    def protect(self, table: CellTable, *, key: int = 0, progress: Progress = SILENT) -> CellTable:
        """Return the protected table.

        Parameters
        ----------
        table
            A table whose cells rules have judged.
        key
            Secret of the owner, by which random numbers are drawn; the seed of a project.
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
        Cancelled
            The user asked to stop.
        """
        return self.protect_together([table], key=key, progress=progress)[0]

    def protect_together(
        self, tables: Sequence[CellTable], *, key: int = 0, progress: Progress = SILENT
    ) -> tuple[CellTable, ...]:
        """Return tables that are published together, protected so that none gives another one away.

        Parameters
        ----------
        tables
            Judged by rules; those of one subject share cells.
        key, progress
            As for one table.

        Returns
        -------
        tuple[CellTable, ...]
            In their order.

        Raises
        ------
        DataError
            No rule has judged a table, or a cell cannot be protected.
        Cancelled
            The user asked to stop.
        """
        for table in tables:
            self.check(table)
            if self.needs_rules and table.sensitivity is None:
                words = "No rule has said which cells are sensitive; choose rules first."
                raise DataError(plain(words), "rules", title=self.title)
        return self._protect(tuple(tables), key, progress)

    @abstractmethod
    def _protect(self, tables: tuple[CellTable, ...], key: int, progress: Progress) -> tuple[CellTable, ...]:
        """Return judged tables, protected."""
