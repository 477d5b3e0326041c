"""Section of findings as widgets: title, sentence, figures, charts beside their tables, numbered notes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from sdcdesk.core.operations.display_names import (
    sentence_with_display_names,
    text_with_display_names,
    with_display_names,
)
from sdcdesk.core.results.findings import Figure, Section, State
from sdcdesk.core.results.plot import Line, Plot
from sdcdesk.core.results.section_rows import block_rows, numbered
from sdcdesk.core.results.table import Table
from ui.look.locale import in_user_locale, user_locale
from ui.models.table_model import TableModel
from ui.plots.export import Exporter
from ui.plots.heat_table import HeatTable
from ui.results.chart_card import ChartCard
from ui.results.figures_strip import DisplayContext, FiguresStrip
from ui.results.summary_card import SummaryCard
from ui.results.table_card import TableCard
from ui.widgets.card import GAP
from ui.widgets.label import label, words_label
from ui.widgets.layout import column, lay_beside, row

CHART, TABLE = 3, 4
"""Widths of a chart and of the table beside it."""

SUMMED = 220, 306, 310
"""Widths of a figure that sums a section up, of its chart, and of the table beside that."""

BESIDE, WIDE_BESIDE = 720, 1040
"""Pixels from which cards stand beside one another, and from which one of them may be a wide table."""

AROUND_MAP, CELL = 120, 38
"""Pixels of a heat map beside its cells, and of a cell in which a number of two digits is read."""

NAMED_BARS, NAMES_BESIDE = 8, 1600
"""Bars with names of which half a page has room for no more, and pixels from which it has."""

WIDE = 6
"""Columns from which on a table is wide: half a page would cut them."""


class SectionView(QWidget):
    """One section.

    Parameters
    ----------
    section
        What is shown.
    around
        Measure, limits and state.
    tables
        All tables of the findings, for plots that draw one of another section.
    narrow
        Whether there is never room for two cards beside each other.
    """

    def __init__(
        self, section: Section, around: DisplayContext, tables: Mapping[str, Table], *, narrow: bool = False
    ) -> None:
        super().__init__()
        called = around.called
        self.section = section = replace(
            section,
            title=text_with_display_names(section.title, called),
            about=sentence_with_display_names(section.about, called),
            notes=tuple(
                replace(one, text=sentence_with_display_names(one.text, called)) for one in section.notes
            ),
        )
        self._tables = tables
        self._notes = numbered(section, user_locale())
        self._around = replace(around, notes=self._notes.numbers)
        self.tables: dict[str, TableCard] = {}
        self.charts: dict[str, ChartCard] = {}
        self.exporters: list[Exporter] = []
        self.summary: SummaryCard | None = None
        self._beside: list[tuple[QHBoxLayout, int]] = []
        about = in_user_locale(section.about)
        words = [label(section.title, "section_title", wraps=True)] if section.title else []
        words += [words_label(about, "body", "text2")] if about else []
        figures = [block for block in section.blocks if isinstance(block, Figure | State)]
        summed = [block for block in figures if isinstance(block, Figure)] if section.summary else []
        self.strip = FiguresStrip(figures, self._around) if figures and not summed else None
        parts = [column(*words, spacing=2)] if words else []
        rows = block_rows(section)
        rows = [(block,) for block in chain(*rows)] if narrow else rows
        cards = [self._summed_up(summed, rows)] if summed else [self._row(blocks) for blocks in rows]
        notes = [self._written_notes()] if self._notes.texts else []
        strip = [self.strip] if self.strip else []
        self._whole = column(*parts, *strip, *cards, *notes, spacing=GAP, inside=self)

    def _summed_up(self, figures: Sequence[Figure], rows: Sequence[Sequence[Table | Plot]]) -> QHBoxLayout:
        """Return one row: the figure that sums the section up, its plot, and the table beside it."""
        drawn = {block.table for block in chain(*rows) if isinstance(block, Plot)}
        shown = [block for block in chain(*rows) if isinstance(block, Plot) or block.name not in drawn]
        cards = [self._card(block) for block in shown]
        self.summary = SummaryCard(figures, self._around)
        for card in cards:
            if isinstance(card, TableCard):
                card.setMinimumWidth(1)  # bars keep the room for their names and numbers
        return self._side_by_side(*zip((self.summary, *cards), SUMMED, strict=False))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put cards below one another where there is no room beside."""
        super().resizeEvent(event)
        for line, least in self._beside:
            lay_beside(line, beside=self.width() >= least)
        self._whole.activate()  # now, not with the next turn: until then words would be cut

    def _row(self, blocks: Sequence[Table | Plot]) -> QHBoxLayout:
        cards = [(self._card(block), CHART if isinstance(block, Plot) else TABLE) for block in blocks]
        for card, _ in cards:
            # Widths follow the stretch alone, not what a table would like.
            card.setMinimumWidth(1)
        wide = any(isinstance(block, Table) and len(block.columns) >= WIDE for block in blocks)
        names = any(isinstance(block, Plot) and self._has_many_names(block) for block in blocks)
        least = NAMES_BESIDE if names else WIDE_BESIDE if wide else BESIDE
        maps = [card.chart for card, _ in cards if isinstance(card, ChartCard)]
        across = sum(
            AROUND_MAP + CELL * one.model.columnCount() for one in maps if isinstance(one, HeatTable)
        )
        return self._side_by_side(*cards, least=max(least, across if len(maps) > 1 else 0))

    def _has_many_names(self, plot: Plot) -> bool:
        """Return whether a plot has more bars with names than half a page has room for."""
        table = self._tables[plot.table]
        named = any(column.name == plot.x.column and column.unit is None for column in table.columns)
        return plot.kind == "bars" and named and len(table) > NAMED_BARS

    def _side_by_side(self, *cards: tuple[QWidget, int], least: int = BESIDE) -> QHBoxLayout:
        line = row(*cards, spacing=GAP)
        self._beside.append((line, least))
        return line

    def _card(self, block: Table | Plot) -> QWidget:
        around = self._around
        live = around.state == "ready"
        if isinstance(block, Plot):
            leads = around.navigator if live else None
            drawn = with_display_names(self._tables[block.table], around.called)
            chart = ChartCard(block, drawn, self._limits(block), leads)
            self.charts[block.name] = chart
            if chart.exporter is not None:
                self.exporters.append(chart.exporter)
            return chart
        notes = self._notes
        named = with_display_names(block, around.called)
        model = TableModel(named, notes.numbers, notes.reasons.get(block.name, {}), named_as=block)
        table = TableCard(named, model, around.navigator, live=live)
        self.tables[block.name] = table
        self.exporters.append(table.exporter)
        return table

    def _limits(self, plot: Plot) -> tuple[Line, ...]:
        return tuple(Line(limit.value, "limit") for limit in self._around.limits.get(plot.figure, ()))

    def _written_notes(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for place, (number, text) in enumerate(self._notes.texts):
            if number:
                grid.addWidget(label(str(number), "caption", "text3"), place, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words_label(text, "caption", "text3"), place, 1)
        return grid
