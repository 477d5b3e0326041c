"""The list of key combinations: words, share, bar, and *Show* for the records behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from ui.look.theme import theme
from ui.models.rows import Index, RowList
from ui.pages.variables.cells import paint_ring
from ui.widgets.numbers import count, percent, spoken
from ui.widgets.share_bar import paint_share

HEIGHT = 48
PAD = 12
BAR = 8
SHOW = "Show"
COMBINATION = Qt.ItemDataRole.UserRole

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class KeyCombination:
    """One combination of variables.

    Attributes
    ----------
    keys
        Its variables.
    alone, share
        Records that nobody else shares, and their share of all (0…1).
    mark
        "your keys", "with the suggestions", or nothing.
    suggested
        Whether it needs a variable that is only suggested.
    """

    keys: tuple[str, ...]
    alone: int
    share: float
    mark: str = ""
    suggested: bool = False

    @property
    def words(self) -> str:
        """Its variables as they are read."""
        return ", ".join(self.keys)

    @property
    def records(self) -> str:
        """The number of records in words."""
        return f"{count(self.alone)} {'record' if self.alone == 1 else 'records'}"


def arranged(
    table: pd.DataFrame, keys: Sequence[str], suggested: Sequence[str]
) -> tuple[KeyCombination, ...]:
    """Return the combinations: all keys first, then with all suggestions, then those that single out most."""
    mine, all_of_them = set(keys), {*keys, *suggested}
    offered = "with the suggestion" if len(suggested) == 1 else "with the suggestions"
    marks = {frozenset(all_of_them): offered, frozenset(mine): "your keys"}
    columns = (table[name].tolist() for name in ("keys", "alone", "share"))
    rows = [
        KeyCombination(names, alone, share, marks.get(frozenset(names), ""), not mine.issuperset(names))
        for names, alone, share in zip(*columns, strict=True)
    ]
    first = {"your keys": 0, offered: 1}
    return tuple(sorted(rows, key=lambda row: first.get(row.mark, 2)))


class KeyUniquenessModel(RowList[KeyCombination]):
    """The combinations."""

    def answers(self, row: KeyCombination) -> Mapping[int, Any]:
        """Return a combination, and its words."""
        marked = f", {row.mark}" if row.mark else ""
        return {
            COMBINATION: row,
            Qt.ItemDataRole.DisplayRole: row.words,
            Qt.ItemDataRole.ToolTipRole: row.words,
            Qt.ItemDataRole.AccessibleTextRole: (
                f"{row.words}{marked}: {spoken(percent(row.share, 1))}, {row.records} alone"
            ),
        }


class KeyCombinationDelegate(QStyledItemDelegate):
    """Two lines: the words with share and records, the bar with *Show*."""

    acted = Signal(object)
    """*Show* of this `KeyCombination` was clicked."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Return the height of a row."""
        return QSize(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        row: KeyCombination = index.data(COMBINATION)
        painter.save()
        rect = QRect(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme().colour("accent_soft"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme().colour("sunken"))
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        line = QRect(inner.left(), rect.top() + 6, inner.width(), 20)
        room = _paint_numbers(painter, line, row)
        _paint_words(painter, line.adjusted(0, 0, -room - 8, 0), row)
        place = _show_rect(inner)
        bar = QRectF(inner.left(), place.center().y() - BAR / 2 + 1, place.left() - inner.left() - 10, BAR)
        if row.suggested:
            painter.setOpacity(0.55)
        paint_share(painter, bar, row.share, "risk")
        painter.setOpacity(1)
        if row.alone:
            painter.setFont(theme().font("caption"))
            painter.setPen(theme().colour("accent"))
            painter.drawText(place, _RIGHT, SHOW)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_ring(painter, rect.adjusted(2, 1, -2, -1))
        painter.restore()

    def editorEvent(  # noqa: N802
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Act on a click at *Show*."""
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            place = _show_rect(QRect(option.rect).adjusted(PAD, 0, -PAD, 0)).adjusted(-4, -3, PAD, 3)
            if place.contains(event.position().toPoint()):
                self.acted.emit(index.data(COMBINATION))
                return True
        return super().editorEvent(event, model, option, index)


class KeyUniquenessList(QListView):
    """Shows `KeyUniquenessModel`; *Show*, Enter or a double-click asks for the records."""

    records_asked = Signal(object)
    """The `KeyCombination` whose records should be shown."""

    def __init__(self, model: KeyUniquenessModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName("Combinations of key variables")
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        cell = KeyCombinationDelegate(self)
        cell.acted.connect(self._ask)
        self.setItemDelegate(cell)
        self.doubleClicked.connect(lambda index: self._ask(index.data(COMBINATION)))
        theme().changed.connect(self.viewport().update)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Show the records with Enter."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._ask(self.currentIndex().data(COMBINATION))
        else:
            super().keyPressEvent(event)

    def _ask(self, row: KeyCombination) -> None:
        if row.alone:
            self.records_asked.emit(row)


def _show_rect(inner: QRect) -> QRect:
    width = QFontMetrics(theme().font("caption")).horizontalAdvance(SHOW)
    return QRect(inner.right() - width, inner.top() + 25, width + 1, 18)


def _paint_numbers(painter: QPainter, line: QRect, row: KeyCombination) -> int:
    """Draw share and records at the right, and return their width."""
    bold, plain = theme().font("card_title"), theme().font("body")
    records = f" {row.records}"
    width = QFontMetrics(plain).horizontalAdvance(records)
    painter.setFont(plain)
    painter.setPen(theme().colour("text2"))
    painter.drawText(line, _RIGHT, records)
    share = percent(row.share, 1)
    painter.setFont(bold)
    painter.setPen(theme().colour("text"))
    painter.drawText(line.adjusted(0, 0, -width, 0), _RIGHT, share)
    return width + QFontMetrics(bold).horizontalAdvance(share)


def _paint_words(painter: QPainter, line: QRect, row: KeyCombination) -> None:
    """Draw the variables, and the mark beside them."""
    small = QFontMetrics(theme().font("caption"))
    room = small.horizontalAdvance(row.mark) + 16 if row.mark else 0
    font = theme().font("card_title" if row.mark == "your keys" else "body")
    metrics = QFontMetrics(font)
    shown = metrics.elidedText(
        row.words, Qt.TextElideMode.ElideRight, line.width() - room - (8 if room else 0)
    )
    painter.setFont(font)
    painter.setPen(theme().colour("text"))
    painter.drawText(line, _LEFT, shown)
    if row.mark:
        left = line.left() + metrics.horizontalAdvance(shown) + 8
        pill = QRect(left, line.center().y() - 8, room, 18)
        ground, ink = ("note_soft", "note_text") if row.suggested else ("sunken", "text2")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour(ground))
        painter.drawRoundedRect(pill, 4, 4)
        painter.setFont(theme().font("caption"))
        painter.setPen(theme().colour(ink))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, row.mark)
