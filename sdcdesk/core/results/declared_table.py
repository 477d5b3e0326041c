"""Declared tables: what a measure will list, column by column, before anything is computed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.numbers.quantity import Bound, Quantity, Reason, Unit
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.table import Bar, Column, ColumnRole, Secrecy, Table
from sdcdesk.core.text.sentence import SILENT, Sentence

Found = TypeVar("Found")
"""What a measure has computed, and a table lists."""

Value = TypeVar("Value")

Cells = Sequence[Any] | np.ndarray | pd.Series
"""The cells of a column, one for each row; None in a list is not defined."""


@dataclass(frozen=True)
class DeclaredColumn(Generic[Found]):
    """A column of a table as a measure declares it, with the source of its cells.

    Attributes
    ----------
    name, title, unit, meaning, role, secrecy, over, bar
        As of the column that is shown; see `Column`.
    cells
        What stands in it, from what was computed.
    bound, limits
        As of the column that is shown, or what tells it from what was computed.
    undefined
        Why cells of numbers are not defined, or what tells it; None: nothing more is to be said.
    when
        Whether there is such a column; None: always.
    """

    name: str
    title: str
    unit: Unit | None = None
    meaning: str = ""
    role: ColumnRole = "value"
    secrecy: Secrecy = Secrecy.AGGREGATE
    over: str = ""
    bar: Bar = ""
    cells: Callable[[Found], Cells] = field(kw_only=True)
    bound: Bound | Callable[[Found], Bound] = field(default=Bound.EXACT, kw_only=True)
    limits: Callable[[Found], tuple[float, ...]] | None = field(default=None, kw_only=True)
    undefined: Reason | Callable[[Found], Reason | None] | None = field(default=None, kw_only=True)
    when: Callable[[Found], bool] | None = field(default=None, kw_only=True)

    def column(self, found: Found) -> Column:
        """Return the column as it is shown.

        Parameters
        ----------
        found
            What was computed.

        Returns
        -------
        Column
            Its words, unit, bound and limits.
        """
        return Column(
            self.name,
            self.title,
            self.unit,
            self.meaning,
            self.role,
            self.secrecy,
            self.over,
            told(self.bound, found),
            self.bar,
            self.limits(found) if self.limits else (),
        )

    def series(self, found: Found) -> pd.Series:
        """Return the cells in the type that their unit asks for, also where there are none.

        Parameters
        ----------
        found
            What was computed.

        Returns
        -------
        pd.Series
            Texts, and quantities of their own, are objects.
        """
        return typed(self.cells(found), self.unit)


@dataclass(frozen=True, kw_only=True)
class DeclaredTable(Generic[Found]):
    """A table as a measure declares it, before anything is computed.

    Attributes
    ----------
    name, title, about, empty, capped, follows
        As of the table that is shown; see `Table`.
    columns
        In order, each with the source of its cells.
    variables
        Columns before these whose number depends on the data (one for each key variable), with their cells.
    rows, row_title, known
        As of the table that is shown, from what was computed and the position of a row.
    plots
        What draws it; they stand before it, and name no table.
    """

    name: str
    title: str
    columns: tuple[DeclaredColumn[Found], ...]
    about: Sentence = SILENT
    empty: str | Callable[[Found], str] = "There are no rows."
    variables: Callable[[Found], Iterable[tuple[Column, Cells]]] | None = None
    rows: Callable[[Found, int], np.ndarray] | None = None
    row_title: Callable[[Found, int], str] | None = None
    known: Callable[[Found, int], tuple[str, ...]] | None = None
    capped: int = 200
    follows: str = ""
    plots: tuple[Plot, ...] = ()

    def table(self, found: Found) -> Table:
        """Return the table.

        Parameters
        ----------
        found
            What was computed.

        Returns
        -------
        Table
            Its words, and rows of what was found.
        """
        listed = list(self.variables(found)) if self.variables else []
        there = [one for one in self.columns if one.when is None or one.when(found)]
        frame = {column.name: typed(cells, column.unit) for column, cells in listed}
        frame |= {one.name: one.series(found) for one in there}
        reasons = {one.name: told(one.undefined, found) for one in there}
        rows, row_title, known = self.rows, self.row_title, self.known
        return Table(
            name=self.name,
            title=self.title,
            columns=(*(column for column, _ in listed), *(one.column(found) for one in there)),
            frame=pd.DataFrame(frame),
            about=self.about,
            empty=told(self.empty, found),
            undefined={name: reason for name, reason in reasons.items() if reason is not None},
            rows=(lambda at: rows(found, at)) if rows else None,
            row_title=(lambda at: row_title(found, at)) if row_title else None,
            known=(lambda at: known(found, at)) if known else None,
            capped=self.capped,
            follows=self.follows,
        )

    def blocks(self, found: Found) -> tuple[Plot | Table, ...]:
        """Return the table behind the plots that draw it.

        Parameters
        ----------
        found
            What was computed.

        Returns
        -------
        tuple[Plot or Table, ...]
            As they stand in a section.
        """
        return (*(replace(plot, table=self.name) for plot in self.plots), self.table(found))

    def section(self, found: Found, *, name: str = "", title: str = "", about: Sentence = SILENT) -> Section:
        """Return a section with the table and its plots alone.

        Parameters
        ----------
        found
            What was computed.
        name, title
            Where they are not those of the table.
        about
            What the section is about.

        Returns
        -------
        Section
            Plots first.
        """
        return Section(
            name=name or self.name, title=title or self.title, about=about, blocks=self.blocks(found)
        )


def told(said: Value | Callable[[Found], Value], found: Found) -> Value:
    """Return what is known before, or what was computed tells.

    Parameters
    ----------
    said
        A value, or a function of what was computed.
    found
        What was computed.

    Returns
    -------
    Value
        The value.
    """
    return said(found) if callable(said) else said


def typed(cells: Cells, unit: Unit | None) -> pd.Series:
    """Return cells as a column of a frame, in the type that their unit asks for.

    Parameters
    ----------
    cells
        One for each row.
    unit
        Unit of numbers; None: they are texts.

    Returns
    -------
    pd.Series
        Texts stay objects, since some know the reader's sign; so do quantities of their own.
    """
    if isinstance(cells, np.ndarray | pd.Series):
        return pd.Series(cells, dtype=object if unit is None else None).reset_index(drop=True)
    values = list(cells)
    if unit is None or any(isinstance(value, Quantity) for value in values):
        return pd.Series(values, dtype=object)
    if None in values:
        return pd.Series(values, dtype="Float64")
    return pd.Series(values, dtype="int64" if unit.noun is not None else "float64")
