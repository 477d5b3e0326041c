"""Table of scenarios, and how it answers mouse and keyboard."""

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHeaderView

from sdcdesk.release.scenario_row import Column, ScenarioRow
from ui.look.theme import theme
from ui.pages.risk.scenario_cells import HEIGHT, PAD, ScenarioCells
from ui.pages.risk.scenario_model import ScenarioModel
from ui.results.figure_help import explain_figure
from ui.session.navigator import Navigator
from ui.widgets.painting import Index
from ui.widgets.plain_table import ROW, PlainTable

LEAST = 84
"""Pixels that the names of matrices keep, in two lines, and those that the name of a scenario may claim."""

GIVING_WAY = (Column.WEIGHTS, Column.LIMIT, Column.MINIMAL, Column.MAXIMAL)
"""Columns that are hidden where room is short, one after the other."""

MOST_ROWS = 6
"""Rows that are seen at once; more scroll."""


class ScenarioTable(PlainTable):
    """One row for each scenario; its figures answer "what is this".

    Attributes
    ----------
    explain
        Says what the figure in the current cell is.
    edit_scenario, duplicate_scenario, remove_scenario
        What can be done with the selected scenario.
    """

    chosen = Signal(str)
    """Another scenario was selected."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__("Disclosure scenarios", HEIGHT)
        self._navigator = navigator
        self.rows = ScenarioModel()
        self.setModel(self.rows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setFixedHeight(ROW)
        self.setItemDelegate(ScenarioCells(self))
        self.horizontalHeader().setSectionResizeMode(Column.KNOWN, QHeaderView.ResizeMode.Stretch)
        self.explain = self._action("What is this figure?")
        self.explain.triggered.connect(lambda: self._answer(self.currentIndex()))
        self.edit_scenario = self._action("Edit scenario…", Qt.Key.Key_F2)
        self.duplicate_scenario = self._action("Duplicate")
        self.remove_scenario = self._action("Remove", Qt.Key.Key_Delete)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.selectionModel().currentChanged.connect(lambda: self._offer())
        self.clicked.connect(self._answer)
        self.entered.connect(self._point)
        self.viewportEntered.connect(lambda: self.viewport().unsetCursor())
        self.activated.connect(self._on_activated)

    def fill(self, rows: tuple[ScenarioRow, ...], chosen: str) -> None:
        """Show rows, and select a scenario by its name."""
        column = max(self.currentIndex().column(), 0)
        with QSignalBlocker(self):
            self.rows.set_rows(rows)
            self._fit_columns()
            place = next((at for at, row in enumerate(rows) if row.scenario.name == chosen), -1)
            index = self.rows.index(place, column)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._offer()
        shown = min(max(len(rows), 1), MOST_ROWS)
        self.setFixedHeight(self.horizontalHeader().height() + shown * HEIGHT)
        self.viewport().update()

    def current(self) -> ScenarioRow | None:
        """Return the selected scenario."""
        place = self.currentIndex().row()
        return self.rows.rows[place] if place >= 0 else None

    def is_figure(self, index: Index) -> bool:
        """Return whether a cell holds a figure that was computed."""
        return index.isValid() and self.rows.rows[index.row()].has_figure(Column(index.column()))

    def explain_figure(self, index: Index) -> None:
        """Say what a figure is, beside its cell."""
        row, name = self.rows.rows[index.row()], Column(index.column()).figure
        if row.after is None:
            return
        measure = (row.after.measure, row.after.source)
        limits = [
            limit for limit in row.scenario.limits if (limit.measure, limit.figure) == (measure[0], name)
        ]
        limit = limits[0] if limits else None
        place = self.visualRect(index)
        explain_figure(self.viewport(), row.after.figure(name), self._navigator, measure, limit, part=place)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Share the room anew."""
        super().resizeEvent(event)
        self._fit_columns()

    def _action(self, words: str, key: Qt.Key = Qt.Key.Key_unknown) -> QAction:
        action = QAction(words, self)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        if key != Qt.Key.Key_unknown:
            action.setShortcut(QKeySequence(key))
        self.addAction(action)
        return action

    def _fit_columns(self) -> None:
        """Give cells the room they need, names of scenarios first; where it is short others are hidden.

        What is hidden of the chosen scenario stands in the release check.
        """
        for column in Column:
            self.showColumn(column)
            if column is not Column.KNOWN:  # it takes the rest
                self.resizeColumnToContents(column)
        known, weights = self.sizeHintForColumn(Column.KNOWN), self.columnWidth(Column.WEIGHTS)
        wanted = min(max(weights + self._left() - known, LEAST), weights)
        self.setColumnWidth(Column.WEIGHTS, wanted)
        bold = theme().metrics("card_title")
        names = max((bold.horizontalAdvance(row.scenario.name) for row in self.rows.rows), default=0)
        least = min(known, max(LEAST, names + 1 + 2 * PAD))
        for column in GIVING_WAY:
            self.setColumnHidden(column, self._left() < least)

    def _left(self) -> int:
        """Return the pixels that are left for what an intruder knows."""
        return self.viewport().width() - sum(map(self.columnWidth, set(Column) - {Column.KNOWN}))

    def _on_row(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(self.rows.rows[index.row()].scenario.name)

    def _offer(self) -> None:
        self.explain.setVisible(self.is_figure(self.currentIndex()))

    def _answer(self, index: Index) -> None:
        if self.is_figure(index):
            self.explain_figure(index)

    def _point(self, index: Index) -> None:
        """Show that a figure can be asked for."""
        figure = self.is_figure(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if figure else Qt.CursorShape.ArrowCursor)

    def _on_activated(self, index: Index) -> None:
        if self.is_figure(index):
            self.explain_figure(index)
        else:
            self.edit_scenario.trigger()
