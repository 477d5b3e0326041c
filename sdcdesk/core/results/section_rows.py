"""Rows of a section of findings: charts beside their tables, and its notes with their numbers."""

from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from sdcdesk.core.results.findings import Figure, Section
from sdcdesk.core.results.plot import Plot
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.locale import NEUTRAL, Locale
from sdcdesk.core.text.sentence import localised, sentence

COMPARED = 3
"""So many heat maps of one table are there to be compared."""

WIDE = 8
"""A table of more columns takes the full width."""


@dataclass
class NumberedNotes:
    """The notes of a section, numbered in the order in which something refers to them.

    Attributes
    ----------
    texts
        Number (0: of the whole section) and text of each note.
    numbers
        Numbers by the names of the notes.
    reasons
        Numbers of the notes that say why cells are not defined, by table and column.
    """

    texts: list[tuple[int, str]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, dict[str, int]] = field(default_factory=dict)

    def number(self, text: str) -> int:
        """Return the number of a note; one that says the same is not written twice.

        Parameters
        ----------
        text
            What it says.

        Returns
        -------
        int
            From 1.
        """
        known = next((number for number, other in self.texts if other == text), 0)
        if not known:
            self.texts.append((len(self.texts) + 1, text))
        return known or len(self.texts)


def numbered(section: Section, locale: Locale = NEUTRAL) -> NumberedNotes:
    """Return the notes of a section with their numbers; reasons of undefined cells are notes too.

    Parameters
    ----------
    section
        A section of findings.
    locale
        How numbers are written.

    Returns
    -------
    NumberedNotes
        Those that nothing refers to come last, without a number.
    """
    found = NumberedNotes()
    named = {note.name: localised(note.text, locale) for note in section.notes if note.name}

    def refer(name: str) -> None:
        if name in named and name not in found.numbers:
            found.numbers[name] = found.number(named[name])

    for block in section.blocks:
        if isinstance(block, Figure):
            refer(block.note)
        elif isinstance(block, Table):
            for one in block.columns:
                refer(one.name)
                reason = one.undefined
                if one.unit is not None and reason and block.frame[one.name].isna().any():
                    number = found.number(sentence("Not defined: {why}", why=reason.text).written(locale))
                    found.reasons.setdefault(block.name, {})[one.name] = number
    unused = [text for name, text in named.items() if name not in found.numbers]
    whole = [localised(note.text, locale) for note in section.notes if not note.name]
    found.texts += [(0, text) for text in (*unused, *whole)]
    return found


def block_rows(section: Section) -> list[tuple[Table | Plot, ...]]:
    """Return tables and plots in rows: a plot beside the table that it draws, what is wide alone.

    Heat maps that compare what one table holds, as before, after and the change, stand beside one another.

    Parameters
    ----------
    section
        A section of findings.

    Returns
    -------
    list[tuple[Table | Plot, ...]]
        From the top.
    """
    plots = [block for block in section.blocks if isinstance(block, Plot)]
    maps = {
        name: tuple(drawn)
        for name, several in groupby(plots, attrgetter("table"))
        if len(drawn := [plot for plot in several if plot.kind == "heat"]) >= COMPARED
    }
    beside_theirs = {plot.table for plot in plots} - maps.keys()
    narrow = [block for block in section.blocks if isinstance(block, Table) and len(block.columns) <= WIDE]
    beside = {table.name: table for table in narrow if table.name in beside_theirs}
    rows: list[tuple[Table | Plot, ...]] = []
    waiting = dict(beside)
    for block in section.blocks:
        if isinstance(block, Plot) and block in maps.get(block.table, ()):
            if block is maps[block.table][0]:
                rows.append(maps[block.table])
        elif isinstance(block, Plot):
            table = waiting.pop(block.table, None)
            rows.append((block, table) if table else (block,))
        elif isinstance(block, Table) and block.name not in beside:
            rows.append((block,))
    return rows
