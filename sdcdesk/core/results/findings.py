"""Findings: what a measure found, as sections of figures, states, tables, plots and notes.

Window, report, terminal and JSON show the same findings; no measure knows how.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Self, TypeVar

import numpy as np
import pandas as pd

from sdcdesk.core.results.figure import Better, Declared, Figure, State
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.running.errors import ParameterError
from sdcdesk.core.text.sentence import SILENT, Sentence, sentence

__all__ = ["Better", "Block", "Declared", "Figure", "Findings", "Note", "Section", "State"]

Entry = TypeVar("Entry")


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
    summary
        Name of the figure that sums it up: the section is then shown in a row, beside how that one stands to
        its limit. Empty: none does.
    notes
        Sentences below them.
    sums
        Whether figures of one unit may add up to the largest of them, so that those of too few records could
        be computed from the others.
    """

    name: str
    title: str = ""
    about: Sentence = SILENT
    summary: str = ""
    blocks: tuple[Block, ...] = ()
    notes: tuple[Note, ...] = ()
    sums: bool = False


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
                raise ValueError(
                    sentence(
                        "the plot {name} draws the table {table}, which was not found",
                        name=plot.name,
                        table=plot.table,
                    )
                )
            drawn = tables[plot.table]
            lacking = plot.columns - {column.name for column in drawn.columns}.intersection(drawn.frame)
            if lacking:
                names = ", ".join(sorted(lacking))
                raise ValueError(
                    sentence(
                        "the plot {name} draws {names}, which its table does not show",
                        name=plot.name,
                        names=names,
                    )
                )

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
        # A measure that rests on another one has its notes already.
        notes = (note, *(other for other in first.notes if other != note))
        return replace(self, sections=(replace(first, notes=notes), *others))

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
        raise ParameterError(
            sentence("Nothing called {name} was found; there are {there}.", name=name, there=there), name
        )
    return entries[name]
