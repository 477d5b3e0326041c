"""Menu of masking methods, grouped by what they are for."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Method, Purpose
from sdcdesk.masking import METHODS
from sdcdesk.masking.fitting import unfit
from sdcdesk.report.manual import first_sentence
from ui.dialogs.manual_dialog import show_manual
from ui.look.theme import Style, theme
from ui.models.rows import Index
from ui.widgets.layout import column
from ui.widgets.painting import paint_box, paint_text
from ui.widgets.plain_list import PlainList

HEADING, ENTRY, REASON = "heading", "entry", "reason"

ROW = Qt.ItemDataRole.UserRole
"""What a row is: a heading, an entry, or an entry that cannot be chosen and says why."""

WIDEST = 640
SIDE = 10
ABOVE = 5
KIND = Qt.ItemDataRole.UserRole + 9
"""The method class of an entry."""


class AddStepMenu(QFrame):
    """A popup with all methods; those that do not fit the data say why not."""

    chosen = Signal(object)
    """A method class."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAccessibleName("Add step")
        self.entries = QStandardItemModel(self)
        self.list = PlainList("Masking methods", self.entries)
        self.list.setItemDelegate(_MethodDelegate(self.list))
        self.list.clicked.connect(self._choose)
        self.list.installEventFilter(self)
        self.list.viewport().installEventFilter(self)
        column(self.list, margins=(5, 5, 5, 5), inside=self)

    def show_methods(self, data: Microdata) -> None:
        """List all methods, as they fit these data."""
        self.entries.clear()
        for purpose in Purpose:
            heading = QStandardItem(str(purpose))
            heading.setFlags(Qt.ItemFlag.NoItemFlags)
            heading.setData(HEADING, ROW)
            self.entries.appendRow(heading)
            for kind in METHODS:
                if kind.purpose is purpose:
                    self.entries.appendRow(_entry(kind, unfit(kind, data)))

    def popup(self, corner: QPoint) -> None:
        """Show the menu with its upper right corner at a place of the screen."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        height = sum(self.list.sizeHintForRow(row) for row in range(self.entries.rowCount())) + 12
        width = min(self.list.sizeHintForColumn(0) + 12, WIDEST)
        size = QSize(width, min(height, room.height() - 16))
        left = max(room.left(), min(corner.x() - width, room.right() - width))
        top = max(room.top(), min(corner.y(), room.bottom() - size.height()))
        self.setGeometry(left, top, size.width(), size.height())
        self.show()
        self.list.setFocus(Qt.FocusReason.PopupFocusReason)
        self._step(QModelIndex(), 1)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Choose with Enter, follow the mouse, explain with F1."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._press(Qt.Key(event.key()))
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            index = self.list.indexAt(event.position().toPoint())
            if index.flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentIndex(index)
        return False

    def _press(self, key: Qt.Key) -> bool:
        index = self.list.currentIndex()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(index)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._step(index, 1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_F1 and index.isValid():
            show_manual(index.data(KIND))
        else:
            return False
        return True

    def _step(self, index: QModelIndex, step: int) -> None:
        """Go to the next entry that can be chosen."""
        row = index.row() + step
        while 0 <= row < self.entries.rowCount():
            found = self.entries.index(row, 0)
            if found.flags() & Qt.ItemFlag.ItemIsEnabled:
                self.list.setCurrentIndex(found)
                self.list.scrollTo(self.entries.index(max(row - 1, 0), 0))
                self.list.scrollTo(found)
                return
            row += step

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.close()
            self.chosen.emit(index.data(KIND))


class _MethodDelegate(QStyledItemDelegate):
    """Draws headings, and entries of two lines: the title, and what the method is good for."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 - Qt's name
        """Return the height of a row."""
        title, words = (QFontMetrics(theme().font(style)) for style in _styles(index))
        width = title.horizontalAdvance(index.data()) + 2 * SIDE
        if index.data(ROW) == HEADING:
            return QSize(width, title.height() + 3 * ABOVE)
        below = words.horizontalAdvance(index.data(Qt.ItemDataRole.StatusTipRole)) + 2 * SIDE
        return QSize(max(width, below) + 2, title.height() + words.height() + 2 * ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        rect: QRect = option.rect
        kind, (title, words), top = index.data(ROW), _styles(index), Qt.AlignmentFlag.AlignTop
        if option.state & QStyle.StateFlag.State_Selected:
            paint_box(painter, rect, "accent_soft")
        room = rect.adjusted(SIDE, 2 * ABOVE if kind == HEADING else ABOVE, -SIDE, -ABOVE)
        paint_text(painter, room, index.data(), title, "text" if kind == ENTRY else "text3", top)
        if kind != HEADING:
            below = room.adjusted(0, QFontMetrics(theme().font(title)).height(), 0, 0)
            text = index.data(Qt.ItemDataRole.StatusTipRole)
            paint_text(painter, below, text, words, "note_text" if kind == REASON else "text2", top)


def _styles(index: Index) -> tuple[Style, Style]:
    return ("table_header" if index.data(ROW) == HEADING else "card_title"), "caption"


def _entry(kind: type[Method], reason: str) -> QStandardItem:
    item = QStandardItem(kind.title)
    item.setData(kind, KIND)
    item.setData(REASON if reason else ENTRY, ROW)
    words = reason or first_sentence(kind)
    item.setData(words, Qt.ItemDataRole.StatusTipRole)
    item.setToolTip(words)
    item.setAccessibleText(f"{kind.title}: {words}")
    enabled = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    item.setFlags(Qt.ItemFlag.NoItemFlags if reason else enabled)
    return item
