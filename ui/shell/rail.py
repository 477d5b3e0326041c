"""Navigation rail: the stages with their state, and the release checklist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import Index, RowList
from ui.pages.page import Stage, StageState
from ui.shell.checklist import Checklist
from ui.widgets.layout import column
from ui.widgets.painting import CENTRE, paint_box, paint_focus, paint_frame, paint_text

WIDE, NARROW = 184, 64
PITCH, CARD, GROUP_GAP = 54, 52, 12

_MEANING = {
    "tick": "done",
    "triangle": "unsafe",
    "ring": "to do",
    "arc": "computing",
    "none": "not possible yet",
}
_MARK_ROLES = {"tick": "safe_text", "triangle": "risk_text", "ring": "text3", "arc": "accent"}
RADIUS = 6


@dataclass(frozen=True, slots=True)
class RailRow:
    """A stage and where it stands."""

    stage: Stage
    state: StageState

    def words(self) -> str:
        """Return the row as a screen reader says it."""
        return f"{self.stage.title}: {self.state.words}" if self.state.words else self.stage.title

    def meaning(self) -> str:
        """Return what its mark says, in words."""
        return _MEANING[self.state.mark if self.state.possible else "none"]


class RailModel(RowList[RailRow]):
    """The stages as a list model; each row is the `RailRow` of the user role."""

    def same(self, rows: Sequence[RailRow]) -> bool:
        """Return whether only states have changed; then selection and focus stay."""
        return [row.stage.key for row in rows] == [row.stage.key for row in self.rows]

    def place(self, key: str) -> int:
        """Return the place of a stage; −1 if there is none of this name."""
        return next((place for place, row in enumerate(self.rows) if row.stage.key == key), -1)

    def answers(self, row: RailRow) -> Mapping[int, Any]:
        """Return name, words for screen readers, tooltip, and the whole row."""
        return {
            Qt.ItemDataRole.DisplayRole: row.stage.title,
            Qt.ItemDataRole.AccessibleTextRole: row.words(),
            Qt.ItemDataRole.AccessibleDescriptionRole: row.meaning(),
            Qt.ItemDataRole.ToolTipRole: row.words(),
            Qt.ItemDataRole.UserRole: row,
        }


class RailDelegate(QStyledItemDelegate):
    """Icon, name, state in words and state mark; narrow, the name stands below the icon."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.compact = False
        self.turn = 0
        """Angle of the arc that says "computing", in degrees."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return the height of a row, with the gap above its group."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        words = (
            QFontMetrics(theme().font("card_title")).height() + QFontMetrics(theme().font("caption")).height()
        )
        pitch = max(PITCH, words + 16)
        return QSize(0, pitch + (GROUP_GAP if row.stage.opens_group else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        side = 3 if self.compact else 8
        card = rect.adjusted(side, GROUP_GAP if row.stage.opens_group else 0, -side, -(PITCH - CARD))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        self._paint_ground(painter, card, state, chosen=chosen)
        if self.compact:
            self._paint_narrow(painter, card, row, chosen=chosen)
        else:
            self._paint_wide(painter, card, row, chosen=chosen)
        painter.restore()

    def _paint_ground(self, painter: QPainter, card: QRect, state: QStyle.StateFlag, *, chosen: bool) -> None:
        look, box = theme(), QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
        if chosen:
            paint_frame(painter, box, look.colour("border"), look.colour("surface"), RADIUS)
            paint_box(painter, QRectF(card.left(), card.center().y() - 15, 3, 32), "accent", 1.5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setOpacity(0.5)
            paint_box(painter, box, "surface", RADIUS)
            painter.setOpacity(1.0)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, card, RADIUS)

    def _paint_wide(self, painter: QPainter, card: QRect, row: RailRow, *, chosen: bool) -> None:
        quiet, middle = not row.state.possible, card.center().y() + 1
        painter.drawPixmap(card.left() + 11, middle - 9, _stage_icon(row, chosen=chosen))
        right, left = card.right() - 10, card.left() + 40
        self._paint_mark(painter, QRect(right - 13, middle - 8, 14, 14), row)
        name, words = (QFontMetrics(theme().font(style)).height() for style in ("card_title", "caption"))
        box = QRect(left, middle - (name + words) // 2, right - 20 - left, name)
        paint_text(painter, box, row.stage.title, "card_title", "text3" if quiet else "text")
        # The state may run below the mark: it is a line lower.
        box = QRect(left, box.bottom() + 1, right - left + 4, words)
        paint_text(painter, box, row.state.words, "caption", "text3" if quiet else "text2")

    def _paint_narrow(self, painter: QPainter, card: QRect, row: RailRow, *, chosen: bool) -> None:
        centre = card.center().x() + 1
        painter.drawPixmap(centre - 9, card.top() + 8, _stage_icon(row, chosen=chosen))
        self._paint_mark(painter, QRect(centre + 10, card.top() + 5, 12, 12), row)
        box = QRect(card.left() - 1, card.top() + 28, card.width() + 2, 20)
        paint_text(
            painter, box, row.stage.title, "caption", "text" if row.state.possible else "text3", CENTRE
        )

    def _paint_mark(self, painter: QPainter, rect: QRect, row: RailRow) -> None:
        if row.state.mark == "none" or not row.state.possible:
            return
        mark = pixmap(row.state.mark, rect.width(), _MARK_ROLES[row.state.mark])
        if row.state.mark != "arc":
            painter.drawPixmap(rect.topLeft(), mark)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(QPointF(rect.left() + rect.width() / 2, rect.top() + rect.height() / 2))
        painter.rotate(self.turn)
        painter.drawPixmap(QPointF(-rect.width() / 2, -rect.height() / 2), mark)
        painter.restore()


def _stage_icon(row: RailRow, *, chosen: bool) -> QPixmap:
    return pixmap(row.stage.key, 18, "accent" if chosen else "text2" if row.state.possible else "text3")


class NavigationRail(QWidget):
    """A list of stages: click or arrow keys choose one.

    It is 184 pixels wide, or 64 in a narrow window, where the states move into tooltips.
    """

    chosen = Signal(str)
    """The key of the stage that the user chose."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = RailModel(self)
        self._delegate = RailDelegate(self)
        self.list = self._made_list()
        self.checklist = Checklist()
        below = column(self.checklist, margins=(8, 0, 8, 0))
        column((self.list, 1), below, margins=(0, 10, 1, 8), inside=self)
        self._pace = QTimer(self, interval=60)
        self._pace.timeout.connect(self._turn)
        self.set_compact(compact=False)
        theme().changed.connect(self.list.viewport().update)

    @property
    def compact(self) -> bool:
        """Whether the rail is narrow."""
        return self._delegate.compact

    def set_compact(self, *, compact: bool) -> None:
        """Show the rail narrow or wide; narrow, the checklist is for the job bar to show."""
        self._delegate.compact = compact
        self.setFixedWidth(NARROW if compact else WIDE)
        self.checklist.setVisible(not compact)
        self.list.scheduleDelayedItemsLayout()

    def set_rows(self, rows: Sequence[RailRow]) -> None:
        """Show stages and their states; the chosen one stays chosen."""
        key = self.current()
        self._model.set_rows(rows)
        self.select(key)
        if any(row.state.mark == "arc" for row in rows) and theme().moves():
            self._pace.start()
        else:
            self._pace.stop()

    def current(self) -> str:
        """Return the key of the chosen stage; empty if none is."""
        index = self.list.currentIndex()
        return self._model.rows[index.row()].stage.key if index.isValid() else ""

    def select(self, key: str) -> None:
        """Choose a stage without saying so; an unknown key chooses none."""
        if key == self.current():
            return
        with QSignalBlocker(self):
            self.list.setCurrentIndex(self._model.index(self._model.place(key)))

    def _made_list(self) -> QListView:
        view = QListView()
        view.setModel(self._model)
        view.setItemDelegate(self._delegate)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setAccessibleName("Stages")
        view.selectionModel().currentChanged.connect(self._on_current)
        return view

    def _on_current(self, index: QModelIndex, _previous: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._model.rows[index.row()].stage.key)

    def _turn(self) -> None:
        self._delegate.turn = (self._delegate.turn + 20) % 360
        self.list.viewport().update()
