"""Navigation rail: the stages with their state, and the release checklist."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import RowList
from ui.pages.page import Stage, StageState
from ui.shell.checklist import Checklist
from ui.widgets.layout import column
from ui.widgets.painting import (
    CENTRE,
    Index,
    RowDelegate,
    paint_box,
    paint_focus,
    paint_frame,
    paint_lines,
    paint_text,
)
from ui.widgets.plain_list import PlainList

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

    def accessible_text(self) -> str:
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

    def answers(self, row: RailRow) -> Mapping[int, Any]:
        """Return name, words for screen readers, tooltip, and the whole row."""
        return {
            Qt.ItemDataRole.DisplayRole: row.stage.title,
            Qt.ItemDataRole.AccessibleTextRole: row.accessible_text(),
            Qt.ItemDataRole.AccessibleDescriptionRole: row.meaning(),
            Qt.ItemDataRole.ToolTipRole: row.accessible_text(),
            Qt.ItemDataRole.UserRole: row,
        }


class RailDelegate(RowDelegate):
    """Icon, name, state in words and state mark; narrow, the name stands below the icon."""

    compact = False

    arc_angle = 0
    """Angle of the arc that says "computing", in degrees."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        """Return the height of a row, with the gap above its group."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        name, words = _heights()
        return QSize(0, max(PITCH, name + 2 * words + 8) + (GROUP_GAP if row.stage.opens_group else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        row: RailRow = index.data(Qt.ItemDataRole.UserRole)
        side, state = 3 if self.compact else 8, row.state
        gap = GROUP_GAP if row.stage.opens_group else 0
        card = QRect(option.rect).adjusted(side, gap, -side, -(PITCH - CARD))
        painter.save()
        self._paint_ground(painter, card, option.state)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        icon = pixmap(row.stage.key, 18, "accent" if chosen else "text2" if state.possible else "text3")
        tone = "text" if state.possible else "text3"
        if self.compact:
            centre = card.center().x() + 1
            painter.drawPixmap(centre - 9, card.top() + 8, icon)
            name, mark = (
                card.adjusted(-1, 28, 1, 48 - card.height()),
                QRect(centre + 10, card.top() + 5, 12, 12),
            )
            paint_text(painter, name, row.stage.title, "caption", tone, CENTRE)
        else:
            middle, left, right = card.center().y() + 1, card.left() + 40, card.right() - 10
            painter.drawPixmap(card.left() + 11, middle - 9, icon)
            upper, lower = _heights()
            width = right - left  # the mark is beside the name: the words below it need all the room
            metrics = theme().metrics("caption")
            lower *= 1 if metrics.horizontalAdvance(state.words) <= width else 2
            name = QRect(left, middle - (upper + lower) // 2, width - 20, upper)
            mark = QRect(right - 13, name.center().y() - 6, 14, 14)
            paint_text(painter, name, row.stage.title, "card_title", tone)
            below = QRect(left, name.bottom() + 1, width, lower)
            paint_lines(painter, below, state.words, "text2" if state.possible else "text3")
        if state.mark != "none" and state.possible:
            self._paint_mark(painter, QRectF(mark), state.mark)
        painter.restore()

    def _paint_ground(self, painter: QPainter, card: QRect, state: QStyle.StateFlag) -> None:
        colours, box = theme(), QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
        if state & QStyle.StateFlag.State_Selected:
            paint_frame(painter, box, colours.colour("border"), colours.colour("surface"), RADIUS)
            # Narrow, it ends above the name, which may be as wide as the card.
            top, height = (card.top() + 5, 22) if self.compact else (card.center().y() - 15, 32)
            paint_box(painter, QRectF(card.left(), top, 3, height), "accent", 1.5)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.setOpacity(0.5)
            paint_box(painter, box, "surface", RADIUS)
            painter.setOpacity(1.0)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, card, RADIUS)

    def _paint_mark(self, painter: QPainter, place: QRectF, mark: str) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(place.center())
        painter.rotate(self.arc_angle if mark == "arc" else 0)
        corner = QPointF(-place.width() / 2, -place.height() / 2)
        painter.drawPixmap(corner, pixmap(mark, round(place.width()), _MARK_ROLES[mark]))


def _heights() -> tuple[int, int]:
    """Return the heights of a name and of the words below it."""
    name, words = (theme().metrics(style).height() for style in ("card_title", "caption"))
    return name, words


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
        self._model, self._delegate = RailModel(self), RailDelegate(self)
        self.list = PlainList("Stages", self._model)
        self.list.setItemDelegate(self._delegate)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.checklist = Checklist()
        below = column(self.checklist, margins=(8, 0, 8, 0))
        column((self.list, 1), below, margins=(0, 10, 1, 8), inside=self)
        self._pace = QTimer(self, interval=60)
        self._pace.timeout.connect(self._rotate_arcs)
        self.set_compact(compact=False)

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
            keys = [row.stage.key for row in self._model.rows]
            self.list.setCurrentIndex(self._model.index(keys.index(key) if key in keys else -1))

    def _on_current(self, index: QModelIndex, _previous: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._model.rows[index.row()].stage.key)

    def _rotate_arcs(self) -> None:
        self._delegate.arc_angle = (self._delegate.arc_angle + 20) % 360
        self.list.viewport().update()
