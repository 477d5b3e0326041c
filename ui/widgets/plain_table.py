"""Plain tables: the look of the window's tables of rows, and Enter in them; and that of data files."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QFrame, QHeaderView, QTableView

from ui.look.theme import theme
from ui.widgets.header import Header
from ui.widgets.kept_columns import KeptColumns
from ui.widgets.numbers import count
from ui.widgets.painting import paint_focus
from ui.widgets.symbol_header import SymbolHeader

ROW, RECORD = 28, 26
NUMBER_SIDES, NARROWEST_NUMBER = 18, 48
"""Pixels beside the number of a record, and for both at least."""


def hide_corner(view: QTableView) -> None:
    """Take away the button between the headers, which would select everything."""
    corner = view.findChild(QAbstractButton)
    if corner is not None:
        corner.hide()
        # Qt shows it again whenever it lays the headers out, but never so small.
        corner.setFixedSize(0, 0)


class _Table(QTableView):
    """A table that has a ring while it has the keyboard and no row or cell of it is chosen yet."""

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the ring above the rows."""
        super().paintEvent(event)
        if self.hasFocus() and not self.selectionModel().hasSelection():
            paint_focus(QPainter(self.viewport()), self.viewport().rect())


class PlainTable(_Table):
    """Rows under a header: no grid, no numbers at the left, whole rows are selected, nothing is edited.

    Parameters
    ----------
    name
        Accessible name.
    row
        Height of a row.
    """

    def __init__(self, name: str, row: int = ROW) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row)
        self.setHorizontalHeader(SymbolHeader(self))
        self._rest, self._widths, self._least = -1, 0, 0
        self._sorts = False
        theme().changed.connect(self.viewport().update)

    def let_sort(self) -> None:
        """Let a click on a header sort the rows by it, and a third one take the sort order back."""
        self._sorts, header = True, self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(self.model().sort)

    def set_widths(self, widths: Mapping[int, int], rest: int, least: int = 0) -> None:
        """Give columns their pixels; `rest` is the one that takes what is left, and at least so much."""
        self.horizontalHeader().setFixedHeight(ROW)
        self._rest, self._widths, self._least = rest, sum(widths.values()), least
        for column, width in widths.items():
            self.setColumnWidth(column, width)
        self._give_rest()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Give the room that is left to its column."""
        super().resizeEvent(event)
        self._give_rest()

    def _give_rest(self) -> None:
        if self._rest >= 0:
            self.setColumnWidth(self._rest, max(self.viewport().width() - self._widths, self._least))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Choose with Enter, whatever the platform's style does; sort with Ctrl+Shift+Up and Down."""
        key, index = Qt.Key(event.key()), self.currentIndex()
        orders = {Qt.Key.Key_Up: Qt.SortOrder.AscendingOrder, Qt.Key.Key_Down: Qt.SortOrder.DescendingOrder}
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if index.isValid() and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(index)
        elif self._sorts and index.isValid() and key in orders and event.modifiers() & both == both:
            self.horizontalHeader().setSortIndicator(index.column(), orders[key])
        else:
            super().keyPressEvent(event)


class _RecordNumbers(Header):
    """Numbers at the left, whose width is set: Qt would read those of two hundred records to find it."""

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width that was set."""
        return self.minimumSize()


class DataTable(_Table):
    """Records of a data file: a grid with numbers at the left, cells of one line, all rows of one height.

    Parameters
    ----------
    name
        Accessible name.
    model
        The records.
    """

    def __init__(self, name: str, model: QAbstractItemModel) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        hide_corner(self)
        self.setVerticalHeader(_RecordNumbers(Qt.Orientation.Vertical, self))
        self.verticalHeader().setSectionsClickable(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(RECORD)
        self.setModel(model)
        self._corner = QFrame(self)
        self._corner.setObjectName("tableCorner")
        self.kept = KeptColumns(self)

    def fit_numbers(self, most: int) -> None:
        """Give the numbers at the left the room that the largest needs."""
        digits = theme().metrics("body").horizontalAdvance(count(most))
        self.verticalHeader().setFixedWidth(max(digits + NUMBER_SIDES, NARROWEST_NUMBER))

    def updateGeometries(self) -> None:  # noqa: N802 - Qt's name
        """Let the kept columns follow, and the ground between the headers."""
        super().updateGeometries()
        if hasattr(self, "kept"):  # Qt arranges a table while it is being made
            self.kept.follow()
            self._corner.setGeometry(QRect(QPoint(), self.viewport().pos() - QPoint(1, 1)))

    def scrollTo(  # noqa: N802
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a cell into view, from below the kept columns too; sideways only where it is not there."""
        bar, kept = self.horizontalScrollBar(), self.kept
        before, stays = bar.value(), kept.keeps(index.column())
        super().scrollTo(index, hint)
        if stays:
            bar.setValue(before)
        elif index.isValid():
            hidden = kept.covered(index.column()) - self.columnViewportPosition(index.column())
            bar.setValue(bar.value() - max(hidden, 0))
