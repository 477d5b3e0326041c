"""Table of scenarios, and how it answers mouse and keyboard."""

from PySide6.QtCore import QItemSelectionModel, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QMenu

from ui.models.rows import Index
from ui.pages.risk.scenario_cells import ScenarioCells, ScenarioHeader, column_width
from ui.pages.risk.scenario_model import FIGURES, Column, Row, ScenarioModel
from ui.widgets.figure_table import FigureTable

ROW_HEIGHT = 46
LEAST_WEIGHTS = 84
"""Pixels to which the names of matrices may be cut."""

MOST_ROWS = 6
"""Rows that are seen at once; more scroll."""


class ScenarioTable(FigureTable):
    """One row for each scenario; its figures answer "what is this"."""

    chosen = Signal(str)
    """Another scenario was selected."""

    asked = Signal(object, QRect)
    """A figure (`Column`) of the selected scenario was asked for; its place in the table's viewport."""

    edited = Signal()
    """The selected scenario is to be edited."""

    duplicated = Signal()
    """The selected scenario is to be copied."""

    removed = Signal()
    """The selected scenario is to be removed."""

    def __init__(self) -> None:
        super().__init__("Disclosure scenarios", ROW_HEIGHT)
        self.rows = ScenarioModel()
        self.setModel(self.rows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalHeader(ScenarioHeader(self))
        self.setItemDelegate(ScenarioCells(self))
        self.horizontalHeader().setSectionResizeMode(Column.KNOWN, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.doubleClicked.connect(self._on_double_click)

    def fill(self, rows: tuple[Row, ...], chosen: str) -> None:
        """Show rows, and select a scenario by its name."""
        column = max(self.currentIndex().column(), 0)
        with QSignalBlocker(self):
            self.rows.set_rows(rows)
            self._fit_columns()
            place = next((at for at, row in enumerate(rows) if row.scenario.name == chosen), -1)
            index = self.rows.index(place, column)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        shown = min(max(len(rows), 1), MOST_ROWS)
        self.setFixedHeight(self.horizontalHeader().height() + shown * ROW_HEIGHT)
        self.viewport().update()

    def show_figure(self, column: Column) -> None:
        """Ask for a figure of the selected scenario."""
        index = self.rows.index(self.currentIndex().row(), column)
        if index.isValid() and self.is_figure(index):
            self.explain_figure(index)

    def is_figure(self, index: Index) -> bool:
        """Return whether a cell holds a figure that was computed."""
        column = Column(index.column())
        return column in FIGURES and self.rows.rows[index.row()].value(column) is not None

    def explain_figure(self, index: Index) -> None:
        """Ask for a figure."""
        self.asked.emit(Column(index.column()), self.visualRect(index))

    def fill_menu(self, menu: QMenu, _index: Index) -> None:
        """Add what a scenario can do."""
        for words, signal in (
            ("Edit scenario…", self.edited),
            ("Duplicate", self.duplicated),
            ("Remove", self.removed),
        ):
            menu.addAction(words).triggered.connect(lambda _checked=False, s=signal: s.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Edit, remove."""
        index, enter = self.currentIndex(), event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        plain = index.isValid() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if plain and (event.key() == Qt.Key.Key_F2 or (enter and not self.is_figure(index))):
            self.edited.emit()
        elif plain and event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Share the room anew."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give numbers the room they need; the names of matrices are cut before what an intruder knows."""
        rows = self.rows.rows
        wide = {column: column_width(column, rows) for column in Column}
        left = self.viewport().width() - sum(
            width for column, width in wide.items() if column not in (Column.KNOWN, Column.WEIGHTS)
        )
        wide[Column.WEIGHTS] = min(max(left - wide[Column.KNOWN], LEAST_WEIGHTS), wide[Column.WEIGHTS])
        for column in Column:
            if column is not Column.KNOWN:  # it takes the rest
                self.setColumnWidth(column, wide[column])

    def _on_row(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(self.rows.rows[index.row()].scenario.name)

    def _on_double_click(self, index: Index) -> None:
        if not self.is_figure(index):
            self.edited.emit()
