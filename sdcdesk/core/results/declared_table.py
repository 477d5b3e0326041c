"""Declared tables: what a measure will list, column by column, before anything is computed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Protocol, cast

import numpy as np
import pandas as pd

from sdcdesk.core.results.column import Cells, Column, Computed, DeclaredColumn, resolved, typed
from sdcdesk.core.results.findings import Section
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import SILENT, Sentence


class Framed(Protocol):
    """What was computed as a data frame, together with more."""

    @property
    def frame(self) -> pd.DataFrame:
        """A row for each row of the table."""


@dataclass(frozen=True)
class ColumnForEach(Generic[Computed]):
    """Columns whose number depends on the data, one for each key variable or the like.

    Attributes
    ----------
    each
        What there is one for ("key variable").
    columns
        The columns with their cells.
    """

    each: str
    columns: Callable[[Computed], Iterable[tuple[Column, Cells]]]


@dataclass(frozen=True, kw_only=True)
class DeclaredTable(Generic[Computed]):
    """A table as a measure declares it, before anything is computed.

    Attributes
    ----------
    name, title, about, empty, capped, follows, solves, joint, crossed
        As of the table that is shown; see `Table`.
    columns
        In order, each with the source of its cells; those of a plain column stand under its name in a data
        frame, which was computed, or which what was computed has.
    rows, row_title, known
        As of the table that is shown, from what was computed and the position of a row.
    cumulative
        Of rows of which each counts records that others count too: the position of the one that a figure
        tells.
    unshown
        More columns of the frame, by name, which look-ups in Python find; people are not shown them.
    plots
        What draws it; they stand before it, name no table, and are called as it is where they have no name
        and no title.
    each
        What there is one such table for ("variable"): its name, and that of the thing behind it, is its name.
        Empty: there is one only.
    """

    name: str
    title: str
    columns: tuple[Column | DeclaredColumn[Computed] | ColumnForEach[Computed], ...]
    about: Sentence = SILENT
    empty: str | Callable[[Computed], str] = "There are no rows."
    rows: Callable[[Computed, int], np.ndarray] | None = None
    row_title: Callable[[Computed, int], str] | None = None
    known: Callable[[Computed, int], tuple[str, ...]] | None = None
    capped: int = 200
    follows: str = ""
    solves: bool = False
    joint: bool = False
    crossed: tuple[str, ...] = ()
    cumulative: Callable[[Computed], int] | None = None
    unshown: Callable[[Computed], Mapping[str, Cells]] | None = None
    plots: tuple[Plot, ...] = ()
    each: str = ""

    def table(
        self, computed: Computed, *, subject: str = "", title: str = "", about: Sentence | None = None
    ) -> Table:
        """Return the table.

        Parameters
        ----------
        computed
            What was computed.
        subject
            What it is about, where there is a table for each.
        title, about
            Instead of the declared ones, where parameters or data make them plainer.

        Returns
        -------
        Table
            Its words, and rows of what was found.
        """
        shown: list[tuple[Column, pd.Series]] = []
        for one in self.columns:
            if isinstance(one, Column):
                shown.append((one, _frame(computed)[one.name].reset_index(drop=True)))
            elif isinstance(one, ColumnForEach):
                shown += [(column, typed(cells, column.unit)) for column, cells in one.columns(computed)]
            elif one.when is None or one.when(computed):
                shown.append((one.column(computed), one.series(computed)))
        frame = {column.name: cells for column, cells in shown}
        if any(isinstance(one, Column) for one in self.columns):
            frame = {**_frame(computed).reset_index(drop=True), **frame}
        if self.unshown:
            frame |= {name: pd.Series(cells) for name, cells in self.unshown(computed).items()}
        rows, row_title, known = self.rows, self.row_title, self.known
        return Table(
            name=f"{self.name}_{subject}" if subject else self.name,
            title=title or self.title,
            columns=tuple(column for column, _ in shown),
            frame=pd.DataFrame(frame, copy=False),  # nobody changes the columns
            about=self.about if about is None else about,
            empty=resolved(self.empty, computed),
            rows=(lambda at: rows(computed, at)) if rows else None,
            row_title=(lambda at: row_title(computed, at)) if row_title else None,
            known=(lambda at: known(computed, at)) if known else None,
            capped=self.capped,
            follows=self.follows,
            solves=self.solves,
            joint=self.joint,
            crossed=self.crossed,
            cumulative=self.cumulative(computed) if self.cumulative else None,
        )

    def blocks(self, computed: Computed) -> tuple[Plot | Table, ...]:
        """Return the table behind the plots that draw it.

        Parameters
        ----------
        computed
            What was computed.

        Returns
        -------
        tuple[Plot or Table, ...]
            As they stand in a section.
        """
        return (*map(self._drawn, self.plots), self.table(computed))

    def section(
        self, computed: Computed, *, name: str = "", title: str = "", about: Sentence = SILENT
    ) -> Section:
        """Return a section with the table and its plots alone.

        Parameters
        ----------
        computed
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
            name=name or self.name, title=title or self.title, about=about, blocks=self.blocks(computed)
        )

    def _drawn(self, plot: Plot) -> Plot:
        name, title = plot.name or f"{self.name}_plot", plot.title or self.title
        return replace(plot, table=self.name, name=name, title=title)


def _frame(computed: object) -> pd.DataFrame:
    return computed if isinstance(computed, pd.DataFrame) else cast("Framed", computed).frame
