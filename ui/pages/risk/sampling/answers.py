"""How much could be released: the largest sample for each key set, which answers "what is this"."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from ui.look.theme import theme
from ui.models.rows import LEFT, RIGHT, Index
from ui.pages.risk.sampling.answer_rows import CELL, Answer, AnswerRow, AnswersModel
from ui.plots.curve_style import MARK, paint_mark
from ui.widgets.figure_table import FigureTable, asks

ROW = 28
_SIDE = 8


class AnswersTable(FigureTable):
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
        super().__init__(name, ROW)
        self._most = most
        self.rows = AnswersModel(titles, self)
        self.setModel(self.rows)
        self.setItemDelegate(_Cells(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        header = self.horizontalHeader()
        header.setVisible(len(titles) > 1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentRowChanged.connect(lambda now, _before: self.chosen.emit(now.row()))

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

    def is_figure(self, index: Index) -> bool:
        """Return whether a cell holds an answer."""
        return index.column() > 0

    def explain_figure(self, index: Index) -> None:
        """Ask for an answer."""
        self.asked.emit(index.row(), index.column() - 1, self.visualRect(index))

    def fill_menu(self, menu: QMenu, index: Index) -> None:
        """Add what a key set can do."""
        row = index.row()
        if not self.is_figure(index):
            first = self.rows.index(row, 1)
            menu.addAction("What is this figure?").triggered.connect(lambda: self.explain_figure(first))
        self.menu_wanted.emit(row, menu)
        if self.rows.rows[row].removable:
            menu.addAction("Remove key set").triggered.connect(lambda: self.removed.emit(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Explain the first answer from the label too, and remove."""
        index = self.currentIndex()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if index.isValid() and not self.is_figure(index) and (asks(event) or enter):
            self.explain_figure(self.rows.index(index.row(), 1))
        elif index.isValid() and event.key() == Qt.Key.Key_Delete:
            if self.rows.rows[index.row()].removable:
                self.removed.emit(index.row())
        else:
            super().keyPressEvent(event)


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
