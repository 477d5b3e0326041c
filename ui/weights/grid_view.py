"""The grid in which weights are typed: what breaks a rule is refused, and said why."""

from math import isfinite

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLineEdit,
    QTableView,
    QWidget,
)

from ui.forms.numbers import read_number, write_field
from ui.plots.heat_header import HeatHeader
from ui.plots.heat_table import hide_corner
from ui.theme import theme
from ui.weights.grid_cells import WeightCells
from ui.weights.grid_model import KIND, Index, Kind, WeightModel
from ui.weights.refusal import Refusal
from ui.weights.words import column_words, reason, refused

ROW = 38
COLUMN = 58
MOST_ROWS = 10
"""Rows that are seen at once; more scroll."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LEAVE = (*_ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class WeightView(QTableView):
    """Shows a weight matrix and asks for changes of single weights.

    Digits overwrite, F2, Enter or a double-click edit; Enter goes down, Tab to the right, Escape keeps the
    old weight; Ctrl+Up and Ctrl+Down go to the ends of what is allowed.
    """

    given = Signal(int, int, float)
    """A weight that fits was typed: sizes i and j, and the weight."""

    def __init__(self) -> None:
        super().__init__()
        self.grid = WeightModel()
        self.cells = WeightCells(self, self)
        self.refusal: Refusal | None = None
        self._field: QLineEdit | None = None
        self.setModel(self.grid)
        self.setItemDelegate(self.cells)
        self.setAccessibleName("Weights by group size as released (rows) and in the original (columns)")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed | trigger.DoubleClicked)
        self.setHorizontalHeader(HeatHeader(Qt.Orientation.Horizontal))
        self.setVerticalHeader(HeatHeader(Qt.Orientation.Vertical))
        hide_corner(self)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.grid.modelReset.connect(self._fit)
        theme().changed.connect(self.viewport().update)
        self._fit()

    # Editing

    def follow(self, field: QLineEdit) -> None:
        """Watch what is typed into a field that opened in the current cell."""
        self._field = field
        field.textEdited.connect(lambda _text: self.problem())

    def problem(self) -> str:
        """Return why the weight in the open field does not fit, and show it; empty where it fits."""
        index, field = self.currentIndex(), self._field
        if field is None or not index.isValid():
            return ""
        i, j = index.row() + 1, index.column() + 1
        fits = self.grid.interval(i, j)
        weight = _read(field.text())
        broken = fits.broken(weight) if weight is not None else ()
        if weight is not None and not broken:
            self._say_nothing()
            return ""
        why = reason(i, j, broken, fits) if weight is not None else "This is not a number."
        cells = [bound.cell for bound in broken if bound.cell]
        self._ring(cells)
        typed = field.text().strip() or "Nothing"
        refusal = self._refusal()
        title, was = refused(typed, fits), self.grid.weight(index)
        refusal.say(title, why, fits, was, weight if weight is not None else was, self._around(index, cells))
        return why

    def commit(self, index: Index) -> None:
        """Ask for the weight in the open field, if it fits."""
        weight = _read(self._field.text()) if self._field else None
        if weight is None or self.problem() or weight == self.grid.weight(index):
            return
        self.given.emit(index.row() + 1, index.column() + 1, weight)

    def leave(self, key: Qt.Key) -> bool:
        """Return whether a key that leaves the field was dealt with: nothing leaves before it fits."""
        if self.problem():
            return True
        if key not in _ENTER or self._field is None:
            return False
        index = self.currentIndex()
        self.commitData(self._field)
        self.closeEditor(self._field, QAbstractItemDelegate.EndEditHint.NoHint)
        below = self.grid.index(index.row() + 1, index.column())
        if below.isValid():
            self.setCurrentIndex(below)
        return True

    def handles(self, event: QEvent) -> bool:
        """Return whether an event in the open field was dealt with."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if _goes_to_end(event):
            self.to_end(upper=key == Qt.Key.Key_Up)
            return True
        return key in _LEAVE and self.leave(key)

    def to_end(self, *, upper: bool) -> None:
        """Take the largest or smallest allowed weight."""
        index = self.currentIndex()
        if not index.isValid() or index.data(KIND) is not Kind.WEIGHT:
            return
        fits = self.grid.interval(index.row() + 1, index.column() + 1)
        weight = fits.high if upper else fits.low
        if fits.broken(weight):
            return
        if self._field is not None:
            self._field.setText(write_field(weight))
            self.problem()
        elif weight != self.grid.weight(index):
            self.given.emit(index.row() + 1, index.column() + 1, weight)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:  # noqa: N802
        """End the edit."""
        self._say_nothing()
        self._field = None
        super().closeEditor(editor, hint)
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Edit with Enter, and go to the ends of what is allowed."""
        if _goes_to_end(event):
            self.to_end(upper=event.key() == Qt.Key.Key_Up)
        elif event.key() in _ENTER and self.currentIndex().isValid():
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    # Parts

    def _use(self, weight: float) -> None:
        if self._field is not None:
            self._field.setText(write_field(weight))
            self.leave(Qt.Key.Key_Return)

    def _refusal(self) -> Refusal:
        if self.refusal is None:
            self.refusal = Refusal(self.window())
            self.refusal.used.connect(self._use)
        return self.refusal

    def _ring(self, cells: list[tuple[int, int]]) -> None:
        self.grid.set_forbidding(cells)
        self.viewport().update()

    def _say_nothing(self) -> None:
        self._ring([])
        if self.refusal is not None:
            self.refusal.hide()

    def _around(self, index: Index, cells: list[tuple[int, int]]) -> QRect:
        """Return where the cell and those that forbid its weight lie in the window."""
        rect = self.visualRect(index)
        for i, j in cells:
            rect = rect.united(self.visualRect(self.grid.index(i - 1, j - 1)))
        return QRect(self.viewport().mapTo(self.window(), rect.topLeft()), rect.size())

    def _fit(self) -> None:
        """Share the width among few columns, and scroll many."""
        across, many = self.horizontalHeader(), self.grid.last > MOST_ROWS
        across.setSectionResizeMode(QHeaderView.ResizeMode.Fixed if many else QHeaderView.ResizeMode.Stretch)
        across.setDefaultSectionSize(COLUMN)
        last = self.grid.columnCount() - 1
        across.setSectionResizeMode(last, QHeaderView.ResizeMode.Fixed)
        words = QFontMetrics(theme().font("caption")).horizontalAdvance(column_words(last + 1, last))
        across.resizeSection(last, max(words + 8, COLUMN))
        rows = min(self.grid.rowCount(), MOST_ROWS)
        bar = self.horizontalScrollBar().sizeHint().height() if many else 0
        self.setFixedHeight(across.sizeHint().height() + rows * ROW + bar + 2)
        off, auto = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        self.setHorizontalScrollBarPolicy(auto if many else off)
        self.setVerticalScrollBarPolicy(auto if many else off)


def _goes_to_end(event: QKeyEvent) -> bool:
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(control) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)


def _read(text: str) -> float | None:
    try:
        weight = read_number(text)
    except ValueError:
        return None
    return weight if isfinite(weight) else None
