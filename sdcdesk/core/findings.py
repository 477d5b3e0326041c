"""Findings: what a measure found, as sections of figures, states, tables, plots and notes.

Window, report, terminal and JSON show the same findings; no measure knows how.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Self, TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.errors import ParameterError
from sdcdesk.core.plot import Plot
from sdcdesk.core.quantity import Quantity, Unit
from sdcdesk.core.sentence import SILENT, Sentence
from sdcdesk.core.shown import shown
from sdcdesk.core.table import Secrecy, Table

Entry = TypeVar("Entry")

Better = Literal["less", "more", ""]
"""Which values are the safer or more useful ones; empty: neither, so that no limit can stand on it."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A figure as a measure declares it, before anything is computed.

    Forms for limits, empty pages and documents know its words without data; measures that find the same
    figure share the declaration.

    Attributes
    ----------
    name
        For look-ups, limits and JSON; never translated.
    title
        A noun phrase.
    unit
        See `Unit`.
    meaning
        What it is, and what it is divided by, in one or two sentences.
    symbol
        "DR_W"; what follows the underscore is written below the line.
    better
        See `Better`.
    source
        Where it is defined, if not where its measure is.
    secrecy
        RECORD where it is a value of the data (a largest income); documents leave it out.
    of_original
        Whether the same figure of the original says something beside it; False where it is about the original
        itself, or about what masking did.
    between
        Names of the figures of the same measure that it lies between, the lower first; empty: none.
    follows
        Name of a figure of the same measure that could be computed from it: where that one counts too few
        records for a document, this one is left out too.
    """

    name: str
    title: str
    unit: Unit
    meaning: str
    symbol: str = ""
    better: Better = ""
    source: str = ""
    secrecy: Secrecy = Secrecy.AGGREGATE
    of_original: bool = True
    between: tuple[str, ...] = ()
    follows: str = ""

    def found(
        self,
        quantity: Quantity,
        *,
        title: str = "",
        meaning: str = "",
        computation: tuple[tuple[str, Quantity | str], ...] = (),
        rows: Callable[[], np.ndarray] | None = None,
        row_title: str = "",
        note: str = "",
    ) -> "Figure":
        """Return the figure that was found.

        Parameters
        ----------
        quantity
            Its value in the declared unit, or why it is not defined.
        title, meaning
            Instead of the declared ones, where parameters or data make them plainer.
        computation
            Steps with this file's numbers, one a row: words and a quantity or text.
        rows
            Positions (int64) in the initial file of the records that it counts, found when asked.
        row_title
            What these records are ("alone in both files").
        note
            Name of a note of its section that belongs to it.

        Returns
        -------
        Figure
            The declaration together with the number.

        Raises
        ------
        ValueError
            The unit is not the declared one. That is a defect of a measure: limits would judge it wrongly.
        """
        if quantity.unit != self.unit:
            raise ValueError(
                f"{self.name} is declared in {self.unit.name}, and found in {quantity.unit.name}"
            )
        return Figure(
            name=self.name,
            title=title or self.title,
            quantity=quantity,
            meaning=meaning or self.meaning,
            symbol=self.symbol,
            better=self.better,
            source=self.source,
            secrecy=self.secrecy,
            of_original=self.of_original,
            between=self.between,
            follows=self.follows,
            computation=computation,
            rows=rows,
            row_title=row_title,
            note=note,
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class Figure:
    """One number that a board would quote; see `Declared` for what it is made from.

    Attributes
    ----------
    name, title, meaning, symbol, better, source, secrecy, between, follows
        As declared; see `Declared`.
    quantity
        The number with its unit, or the reason why there is none.
    computation
        Steps with this file's numbers: words, and a quantity or text.
    rows
        Gives the positions (int64) in the initial file of the records that it counts.
    row_title
        What these records are, in a few words.
    note
        Name of a note of its section that belongs to it.
    of_original
        Whether the same figure of the original file says something.
    before
        That figure; None where it says nothing.
    """

    name: str
    title: str
    quantity: Quantity
    meaning: str
    symbol: str = ""
    better: Better = ""
    source: str = ""
    secrecy: Secrecy = Secrecy.AGGREGATE
    of_original: bool = True
    between: tuple[str, ...] = ()
    follows: str = ""
    computation: tuple[tuple[str, Quantity | str], ...] = ()
    rows: Callable[[], np.ndarray] | None = field(default=None, repr=False, compare=False)
    row_title: str = ""
    note: str = ""
    before: Quantity | None = None

    def __repr__(self) -> str:
        return f"Figure({self.name}: {shown(self.quantity).text})"

    @property
    def value(self) -> float | int | None:
        """Full precision; None where it is not defined."""
        return self.quantity.value

    @property
    def unit(self) -> Unit:
        """See `Unit`."""
        return self.quantity.unit


@dataclass(frozen=True, slots=True)
class State:
    """Something that was found and is not a number ("exact").

    Attributes
    ----------
    name, title
        As of a figure.
    code
        For programs; never translated.
    meaning
        What it says.
    """

    name: str
    title: str
    code: str
    meaning: str

    @property
    def value(self) -> str:
        """The code."""
        return self.code


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence that belongs to numbers ("Upper bound: …").

    Attributes
    ----------
    text
        The sentence.
    severity
        "note", or "warning" where a reader who misses it is misled.
    name
        For figures and columns that refer to it; empty: it belongs to the whole section.
    """

    text: Sentence
    severity: Literal["note", "warning"] = "note"
    name: str = ""


Block = Figure | State | Table | Plot


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the findings: what it is about, blocks in order, and notes.

    Attributes
    ----------
    name, title
        The first section of a measure may have no title: it follows that of the measure.
    about
        A sentence or two.
    blocks
        Figures, states, tables and plots; a plot stands beside the table that it draws.
    notes
        Sentences below them.
    """

    name: str
    title: str = ""
    about: Sentence = SILENT
    blocks: tuple[Block, ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What a measure found.

    Attributes
    ----------
    sections
        In the order in which they are read; headline figures stand in the first.
    records
        Series with one entry for each masked record, by name; they stay in memory and are never written.

    Raises
    ------
    ValueError
        A plot draws a table or column that is not shown. That is a defect of a measure.
    """

    sections: tuple[Section, ...] = ()
    records: Mapping[str, np.ndarray] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        tables = self.tables
        for plot in self.plots.values():
            if plot.table not in tables:
                raise ValueError(f"the plot {plot.name} draws the table {plot.table}, which was not found")
            drawn = tables[plot.table]
            lacking = plot.columns - {column.name for column in drawn.columns}.intersection(drawn.frame)
            if lacking:
                names = ", ".join(sorted(lacking))
                raise ValueError(f"the plot {plot.name} draws {names}, which its table does not show")

    @property
    def blocks(self) -> Iterator[Block]:
        """All blocks of all sections, in order."""
        return (block for section in self.sections for block in section.blocks)

    @property
    def figures(self) -> Mapping[str, Figure]:
        """All figures by name."""
        return MappingProxyType({b.name: b for b in self.blocks if isinstance(b, Figure)})

    @property
    def states(self) -> Mapping[str, State]:
        """All states by name."""
        return MappingProxyType({b.name: b for b in self.blocks if isinstance(b, State)})

    @property
    def tables(self) -> Mapping[str, Table]:
        """All tables by name."""
        return MappingProxyType({b.name: b for b in self.blocks if isinstance(b, Table)})

    @property
    def plots(self) -> Mapping[str, Plot]:
        """All plots by name."""
        return MappingProxyType({b.name: b for b in self.blocks if isinstance(b, Plot)})

    @property
    def notes(self) -> tuple[str, ...]:
        """All notes of all sections, in order."""
        return tuple(note.text for section in self.sections for note in section.notes)

    def figure(self, name: str) -> Figure:
        """Return a figure, or raise `ParameterError` naming those that there are.

        Parameters
        ----------
        name
            Name of a declared figure.

        Returns
        -------
        Figure
            With quantity, words and, where assessed, the value before.
        """
        return _named(self.figures, name)

    def value(self, name: str) -> float | int | str | None:
        """Return the value of a figure (None where it is not defined), or the code of a state.

        Parameters
        ----------
        name
            Name of a figure or of a state.

        Returns
        -------
        float or int or str or None
            At full precision; a share is 0…1.
        """
        states = self.states
        return states[name].code if name in states else self.figure(name).value

    def table(self, name: str) -> pd.DataFrame:
        """Return a table as a data frame; the units of its columns are in its attributes (`attrs`).

        Parameters
        ----------
        name
            Name of a table.

        Returns
        -------
        pd.DataFrame
            A copy, with all columns of the measure.
        """
        return _named(self.tables, name).labelled_frame()

    def record(self, name: str) -> np.ndarray:
        """Return a per-record series, in the order of the masked file.

        Parameters
        ----------
        name
            Name of a per-record series.

        Returns
        -------
        np.ndarray
            (n,), one entry for each masked record; its type is the series' own.
        """
        return _named(self.records, name)

    def noted(self, note: Note) -> Self:
        """Return the findings with a note before all others.

        Parameters
        ----------
        note
            It belongs to all that was found.

        Returns
        -------
        Self
            New findings, with the note in the first section.
        """
        first, *others = self.sections or (Section(name="notes"),)
        return replace(self, sections=(replace(first, notes=(note, *first.notes)), *others))

    def mapped(self, change: Callable[[Block], Block | None]) -> tuple[Section, ...]:
        """Return the sections with every block changed; None leaves one out.

        Parameters
        ----------
        change
            Gives the new block for an old one.

        Returns
        -------
        tuple[Section, ...]
            New sections; these findings stay as they are.
        """
        return tuple(
            replace(
                section,
                blocks=tuple(new for block in section.blocks if (new := change(block)) is not None),
            )
            for section in self.sections
        )


def _named(entries: Mapping[str, Entry], name: str) -> Entry:
    if name not in entries:
        there = ", ".join(entries) or "none"
        raise ParameterError(f"Nothing called {name} was found; there are {there}.", name)
    return entries[name]
