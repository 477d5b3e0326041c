"""Section of findings as widgets: title, sentence, figures, charts beside their tables, numbered notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from sdcdesk.core.findings import Figure, Section, State
from sdcdesk.core.plot import Line, Plot
from sdcdesk.core.table import Table
from ui.models.table_model import TableModel
from ui.plots.export import Exporter
from ui.results.chart_card import ChartCard
from ui.results.figures_strip import FiguresStrip, Surroundings, words_label
from ui.results.table_card import WIDE, TableCard
from ui.widgets.card import GAP
from ui.widgets.label import label
from ui.widgets.numbers import sentence_text

CHART, TABLE = 3, 4
"""Widths of a chart and of the table beside it."""


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


def numbered(section: Section) -> NumberedNotes:
    """Return the notes of a section with their numbers; reasons of undefined cells are notes too."""
    found = NumberedNotes()
    named = {note.name: sentence_text(note.text) for note in section.notes if note.name}

    def refer(name: str) -> None:
        if name in named and name not in found.numbers:
            found.numbers[name] = _next(found, named[name])

    for block in section.blocks:
        if isinstance(block, Figure):
            refer(block.note)
        elif isinstance(block, Table):
            for column in block.columns:
                refer(column.name)
                reason = block.undefined.get(column.name)
                if column.unit is not None and reason and block.frame[column.name].isna().any():
                    numbers = found.reasons.setdefault(block.name, {})
                    numbers[column.name] = _next(found, f"Not defined: {reason.text}")
    unused = [text for name, text in named.items() if name not in found.numbers]
    whole = [sentence_text(note.text) for note in section.notes if not note.name]
    found.texts += [(0, text) for text in (*unused, *whole)]
    return found


def _next(found: NumberedNotes, text: str) -> int:
    """Return the number of a note; one that says the same is not written twice."""
    known = next((number for number, other in found.texts if other == text), 0)
    if not known:
        known = len(found.texts) + 1
        found.texts.append((known, text))
    return known


def rows_of_blocks(section: Section) -> list[tuple[Table | Plot, ...]]:
    """Return tables and plots in rows: a plot beside the table that it draws, what is wide alone."""
    tables = {block.name: block for block in section.blocks if isinstance(block, Table)}
    placed: set[str] = set()
    rows: list[tuple[Table | Plot, ...]] = []
    drawn = {block.table for block in section.blocks if isinstance(block, Plot)}
    for block in section.blocks:
        if isinstance(block, Plot):
            table = tables.get(block.table)
            beside = table is not None and table.name not in placed and len(table.columns) <= WIDE
            if table is not None and beside:
                placed.add(table.name)
                rows.append((block, table))
            else:
                rows.append((block,))
        elif isinstance(block, Table) and block.name not in placed:
            # A table that a later plot draws waits for it, unless it is too wide to stand beside it.
            if block.name in drawn and len(block.columns) <= WIDE:
                continue
            placed.add(block.name)
            rows.append((block,))
    return rows


class SectionView(QWidget):
    """One section.

    Parameters
    ----------
    section
        What is shown.
    around
        Measure, limits and look.
    tables
        All tables of the findings, for plots that draw one of another section.
    """

    def __init__(self, section: Section, around: Surroundings, tables: Mapping[str, Table]) -> None:
        super().__init__()
        self.section, self._tables = section, tables
        self._notes = numbered(section)
        self._around = replace(around, notes=self._notes.numbers)
        self.strip: FiguresStrip | None = None
        self.tables: dict[str, TableCard] = {}
        self.charts: dict[str, ChartCard] = {}
        self.exporters: list[Exporter] = []
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(GAP)
        self._add_words()
        figures = [block for block in section.blocks if isinstance(block, Figure | State)]
        if figures:
            self.strip = FiguresStrip(figures, self._around)
            self._rows.addWidget(self.strip)
        for blocks in rows_of_blocks(section):
            self._add_row(blocks)
        self._add_notes()

    def _add_words(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        if self.section.title:
            words.addWidget(label(self.section.title, "section_title"))
        about = sentence_text(self.section.about)
        if about:
            words.addWidget(words_label(about, "body", "text2"))
        if words.count():
            self._rows.addLayout(words)

    def _add_row(self, blocks: Sequence[Table | Plot]) -> None:
        line = QGridLayout()
        line.setSpacing(GAP)
        for place, block in enumerate(blocks):
            card = self._card(block)
            line.addWidget(card, 0, place)
            line.setColumnStretch(place, CHART if isinstance(block, Plot) else TABLE)
            # Widths follow the stretch alone, not what a table would like.
            card.setMinimumWidth(1)
            line.setColumnMinimumWidth(place, 1)
        self._rows.addLayout(line)

    def _card(self, block: Table | Plot) -> QWidget:
        around = self._around
        live = around.look == "ready"
        if isinstance(block, Plot):
            leads = around.navigator if live else None
            chart = ChartCard(block, self._tables[block.table], self._limits(block), leads)
            self.charts[block.name] = chart
            if chart.exporter is not None:
                self.exporters.append(chart.exporter)
            return chart
        notes = self._notes
        model = TableModel(block, notes.numbers, notes.reasons.get(block.name, {}))
        table = TableCard(block, model, around.navigator, live=live)
        self.tables[block.name] = table
        self.exporters.append(table.exporter)
        return table

    def _limits(self, plot: Plot) -> tuple[Line, ...]:
        return tuple(Line(limit.value, "limit") for limit in self._around.limits.get(plot.figure, ()))

    def _add_notes(self) -> None:
        if not self._notes.texts:
            return
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for row, (number, text) in enumerate(self._notes.texts):
            if number:
                grid.addWidget(label(str(number), "caption", "text3"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words_label(text, "caption", "text3"), row, 1)
        self._rows.addLayout(grid)
