"""How much could be released: the largest sample for each key set, which answers "what is this"."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from ui.models.rows import LEFT, RIGHT, Index
from ui.plots.curve_style import MARK, paint_mark
from ui.theme import theme
from ui.views.risk.sampling.answer_rows import CELL, Answer, AnswerRow, AnswersModel

ROW = 28
_SIDE = 8


class AnswersTable(QTableView):
    """Shows answers; it is as high as its rows, up to a number of them.

    Parameters
    ----------
    name
        Accessible name.
    titles
        Of the columns behind the first one; where there is one only, no header is shown.
    most
        Rows that are seen at once; more scroll.
    """

    asked = Signal(int, int, QRect)
    """An answer was asked for: row, number of the limit, place in the viewport."""

    removed = Signal(int)
    """The key set of a row is to be removed."""

    chosen = Signal(int)
    """Another row was selected."""

    menu_wanted = Signal(int, QMenu)
    """A context menu opens for a row, and may be filled."""

    def __init__(self, name: str, titles: Sequence[str], most: int) -> None:
        super().__init__()
        self._most = most
        self.rows = AnswersModel(titles, self)
        self.setModel(self.rows)
        self.setItemDelegate(_Cells(self))
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setVisible(len(titles) > 1)
        header.setSectionsClickable(False)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(lambda now, _before: self.chosen.emit(now.row()))
        theme().changed.connect(self.viewport().update)

    def set_rows(self, rows: Sequence[AnswerRow]) -> None:
        """Show rows."""
        self.rows.set_rows(rows)
        bold, body = QFontMetrics(theme().font("card_title")), QFontMetrics(theme().font("body"))
        for column in range(1, self.rows.columnCount()):
            found = [row.answers[column - 1] for row in rows]
            wide = [
                (bold if one.known else body).horizontalAdvance(f"{one.words} ")
                + body.horizontalAdvance(one.quiet)
                for one in found
            ]
            title = self.rows.headerData(column, Qt.Orientation.Horizontal)
            header = QFontMetrics(theme().font("table_header")).horizontalAdvance(title)
            shown = [header + 2 * _SIDE] if self.horizontalHeader().isVisibleTo(self) else []
            self.setColumnWidth(column, max([*wide, *shown], default=0) + 2 * _SIDE)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the rows."""
        header = self.horizontalHeader()
        top = header.sizeHint().height() if header.isVisibleTo(self) else 0
        return QSize(260, top + ROW * min(max(self.rows.rowCount(), 1), self._most))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height."""
        return QSize(160, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _asks(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Ask, remove."""
        index = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if index.isValid() and (_asks(event) or enter):
            self._ask(index)
        elif index.isValid() and event.key() == Qt.Key.Key_Delete:
            if self.rows.rows[index.row()].removable:
                self.removed.emit(index.row())
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Answer a click on a figure."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid() and index.column() > 0:
            self._ask(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that a figure can be asked for."""
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        figure = index.isValid() and index.column() > 0
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if figure else Qt.CursorShape.ArrowCursor)

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
        menu.addAction("What is this figure?").triggered.connect(lambda: self._ask(index))
        self.menu_wanted.emit(index.row(), menu)
        if self.rows.rows[index.row()].removable:
            row = index.row()
            menu.addAction("Remove key set").triggered.connect(lambda: self.removed.emit(row))
        return menu

    def _ask(self, index: Index) -> None:
        figure = self.rows.index(index.row(), max(index.column(), 1))
        self.asked.emit(index.row(), figure.column() - 1, self.visualRect(figure))


class _Cells(QStyledItemDelegate):
    """Draws mark and label, and answers with a dotted underline."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        painter.save()
        look, rect, cell = theme(), QRect(option.rect), index.data(CELL)
        state: QStyle.StateFlag = option.state
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_Active:
            painter.fillRect(rect, look.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("sunken"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), look.colour("grid"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inner = rect.adjusted(_SIDE, 0, -_SIDE, -1)
        if isinstance(cell, AnswerRow):
            _paint_label(painter, inner, cell)
        else:
            _paint_answer(painter, inner, cell)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(look.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 4, 4)
        painter.restore()


def _paint_label(painter: QPainter, rect: QRect, row: AnswerRow) -> None:
    if row.style >= 0:
        paint_mark(painter, QPointF(rect.left() + MARK / 2, rect.center().y() + 0.5), row.style)
    words = rect.adjusted(round(MARK) + 6, 0, 0, 0)
    painter.setFont(theme().font("body"))
    painter.setPen(theme().colour("text"))
    shown = painter.fontMetrics().elidedText(row.label, Qt.TextElideMode.ElideRight, words.width())
    painter.drawText(words, LEFT, shown)


def _paint_answer(painter: QPainter, rect: QRect, answer: Answer) -> None:
    look = theme()
    bold = QFontMetrics(look.font("card_title" if answer.known else "body"))
    body = QFontMetrics(look.font("body"))
    quiet = body.horizontalAdvance(answer.quiet)
    painter.setFont(look.font("body"))
    painter.setPen(look.colour("text3"))
    painter.drawText(rect, RIGHT, answer.quiet)
    left = rect.adjusted(0, 0, -quiet - (body.horizontalAdvance(" ") if quiet else 0), 0)
    painter.setFont(look.font("card_title" if answer.known else "body"))
    painter.setPen(look.colour("text" if answer.known else "text3"))
    painter.drawText(left, RIGHT, answer.words)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setPen(QPen(look.colour("text3"), 1, Qt.PenStyle.DotLine))
    base = rect.center().y() + bold.height() // 2
    painter.drawLine(left.right() - bold.horizontalAdvance(answer.words), base, left.right(), base)


def _asks(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
