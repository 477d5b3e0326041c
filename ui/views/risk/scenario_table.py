"""The table of scenarios, and how it answers mouse and keyboard."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QMenu, QTableView

from ui.models.rows import Index
from ui.theme import theme
from ui.views.risk.scenario_cells import ScenarioCells, ScenarioHeader, column_width
from ui.views.risk.scenario_model import FIGURES, Column, Row, ScenarioModel

ROW_HEIGHT = 46
LEAST_WEIGHTS = 84
"""Pixels to which the names of matrices may be cut."""

MOST_ROWS = 6
"""Rows that are seen at once; more scroll."""


class ScenarioTable(QTableView):
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
        super().__init__()
        self.rows = ScenarioModel()
        self.setModel(self.rows)
        self.setAccessibleName("Disclosure scenarios")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalHeader(ScenarioHeader(self))
        self.setItemDelegate(ScenarioCells(self))
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.horizontalHeader().setSectionResizeMode(Column.KNOWN, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.doubleClicked.connect(self._on_double_click)
        theme().changed.connect(self.viewport().update)

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
        if index.isValid() and self._is_asked(index):
            self.asked.emit(column, self.visualRect(index))

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _asks(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Ask, edit, remove."""
        index = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not index.isValid() or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif _asks(event) or (enter and self._is_asked(index)):
            self.show_figure(Column(index.column()))
        elif enter or event.key() == Qt.Key.Key_F2:
            self.edited.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Answer a click on a figure."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid() and self._is_asked(index):
            self.show_figure(Column(index.column()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that a figure can be asked for."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        asked = index.isValid() and self._is_asked(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if asked else Qt.CursorShape.ArrowCursor)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer everything that a row can do."""
        menu = self.menu()
        if menu is not None:
            by_keyboard = event.reason() is QContextMenuEvent.Reason.Keyboard
            below = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
            menu.popup(below if by_keyboard else event.globalPos())

    def menu(self) -> QMenu | None:
        """Return the context menu of the selected row."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = Column(index.column())
        if self._is_asked(index):
            menu.addAction("What is this figure?").triggered.connect(lambda: self.show_figure(column))
            menu.addSeparator()
        for words, signal in (
            ("Edit scenario…", self.edited),
            ("Duplicate", self.duplicated),
            ("Remove", self.removed),
        ):
            menu.addAction(words).triggered.connect(lambda _checked=False, s=signal: s.emit())
        return menu

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

    def _is_asked(self, index: Index) -> bool:
        column = Column(index.column())
        return column in FIGURES and self.rows.rows[index.row()].value(column) is not None

    def _on_row(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(self.rows.rows[index.row()].scenario.name)

    def _on_double_click(self, index: Index) -> None:
        if not self._is_asked(index):
            self.edited.emit()


def _asks(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
