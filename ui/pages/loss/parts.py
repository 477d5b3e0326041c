"""Where the loss comes from: one bar for each part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QImage, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.table import rows_to_json
from ui.look.theme import theme
from ui.models.rows import Index, RowList
from ui.pages.loss.table import drawn, pictured
from ui.pages.loss.words import bars_end, mean_of
from ui.plots.export import Exporter, Table
from ui.release.explained import explained, part_name
from ui.widgets.card import Card
from ui.widgets.figure import FigureValue
from ui.widgets.label import label
from ui.widgets.numbers import decimal
from ui.widgets.share_bar import paint_share
from ui.widgets.what_is_this import explain

ROW = 28
MOST_ROWS = 12
"""Rows that are seen at once; more scroll."""

NAME, NUMBER, WORDS = 0.15, 72, 0.29
"""Widths: of the name and the words as shares of the row, of the number in pixels."""

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class PartRow:
    """One part: its name, its loss 0…100 (None: it does not count), why, and where the bars end."""

    name: str
    loss: float | None
    words: str
    end: int

    @property
    def number(self) -> str:
        """The loss as it is shown."""
        return decimal(self.loss, 1)


def part_rows(parts: Assessment) -> tuple[PartRow, ...]:
    """Return the parts of a headline loss, the largest first."""
    rows = rows_to_json(parts.table("parts"))
    end = bars_end([row["loss"] for row in rows if row["loss"] is not None])
    found = (PartRow(part_name(row["part"]), row["loss"], row["words"], end) for row in rows)
    return tuple(sorted(found, key=lambda row: -1.0 if row.loss is None else row.loss, reverse=True))


class PartsCard(Card):
    """Bars of all parts, and their mean."""

    variable_chosen = Signal(str)
    """The part of a variable was chosen."""

    def __init__(self) -> None:
        super().__init__("Where the loss comes from", margin=0)
        self._parts: Assessment | None = None
        self.mean_words = label("", tone="text2")
        self.mean = FigureValue("Information loss", "dialog_title", "loss_text")
        self.add_to_header(self.mean_words)
        self.add_to_header(self.mean)
        self.add_to_header(label("of 100", tone="text2"))
        self.bars = PartsList()
        self.bars.exporter.fill_menu(self.menu())
        self.body.setContentsMargins(0, 0, 0, 8)
        self.body.addWidget(self.bars)
        self.mean.asked.connect(lambda: self._explain(self.mean))
        self.asked.connect(lambda: self._explain(self.help))
        self.bars.selectionModel().currentChanged.connect(lambda now, _before: self._choose(now))

    def show_parts(self, parts: Assessment) -> None:
        """Show the parts of a headline loss."""
        self._parts = parts
        rows = part_rows(parts)
        self.bars.set_rows(rows)
        value = parts.value("loss")
        self.mean.set_value(decimal(float(value), 1) if isinstance(value, float | int) else "–")
        self.mean_words.setText(mean_of(parts))
        self.set_note(f"0 is the original, 100 tells nothing; bars end at {rows[0].end}")

    def _explain(self, anchor: QWidget) -> None:
        if self._parts is not None:
            explain(anchor, explained(self._parts.figure("loss"), self._parts))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.variable_chosen.emit(self.bars.rows.rows[index.row()].name)


class PartsModel(RowList[PartRow]):
    """Parts as rows; `Qt.ItemDataRole.UserRole` gives the whole row."""

    def answers(self, row: PartRow) -> Mapping[int, Any]:
        """Return the words of a row, and the row."""
        return {
            Qt.ItemDataRole.DisplayRole: row.name,
            Qt.ItemDataRole.UserRole: row,
            Qt.ItemDataRole.ToolTipRole: f"{row.name}: {row.words}",
            Qt.ItemDataRole.AccessibleTextRole: f"{row.name}: {row.number} of 100, {row.words}",
        }


class PartsList(QListView):
    """The rows with their bars."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = PartsModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(_Bars(self))
        self.setAccessibleName("Parts of the information loss")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.exporter = Exporter(self, self, self.accessibleName)
        theme().changed.connect(self.viewport().update)

    def set_rows(self, rows: Sequence[PartRow]) -> None:
        """Show other parts."""
        self.rows.set_rows(rows)
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the height of the rows, up to the most that are seen."""
        return QSize(480, ROW * min(self.rows.rowCount(), MOST_ROWS))

    def table(self) -> Table:
        """Return part, loss and words of all rows."""
        rows = [[row.name, "" if row.loss is None else repr(row.loss), row.words] for row in self.rows.rows]
        return [["part", "loss", "words"], *rows]

    def picture(self) -> QImage:
        """Return the bars as an image."""
        return pictured(self)

    def drawing(self) -> bytes:
        """Return the bars as SVG."""
        return drawn(self)


class _Bars(QStyledItemDelegate):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: PartRow = index.data(Qt.ItemDataRole.UserRole)
        rect: QRect = option.rect
        self._paint_ground(painter, rect, option.state)
        look, inner = theme(), rect.adjusted(14, 0, -14, 0)
        name, words = round(inner.width() * NAME), round(inner.width() * WORDS)
        bar = QRectF(inner.left() + name, rect.center().y() - 4, inner.width() - name - words - NUMBER, 10)
        paint_share(painter, bar, (row.loss or 0.0) / row.end, "loss")
        painter.setFont(look.font("body"))
        painter.setPen(look.colour("text"))
        self._write(painter, QRect(inner.left(), rect.top(), name - 8, ROW), _LEFT, row.name)
        place = QRect(inner.right() - words + 16, rect.top(), words - 16, ROW)
        painter.setPen(look.colour("text2"))
        self._write(painter, place, _LEFT, row.words)
        painter.setFont(look.font("card_title"))
        painter.setPen(look.colour("text"))
        painter.drawText(QRect(round(bar.right()), rect.top(), NUMBER, ROW), _RIGHT, row.number)

    def _paint_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        look = theme()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, look.colour("accent_soft"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("sunken"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(look.colour("accent"), 2))
            painter.drawRect(rect.adjusted(1, 1, -1, -1))

    def _write(self, painter: QPainter, rect: QRect, flags: Qt.AlignmentFlag, words: str) -> None:
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, flags, shown)
