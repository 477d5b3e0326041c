"""The welcome page: start or continue."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.rows import Index, RowList
from ui.pages.stages import STAGES
from ui.session.settings import Recent
from ui.widgets.badge import badge_size, paint_badge
from ui.widgets.card import Card
from ui.widgets.icon_label import IconLabel
from ui.widgets.label import hairline, label
from ui.widgets.large_button import LargeButton
from ui.widgets.message_bar import MessageBar

ROW = 50

PROMISES = (
    (
        "lock",
        (
            "Nothing leaves this computer. SDCDesk opens no network connection, and no value of your data "
            "goes into logs or recovery files."
        ),
    ),
    (
        "file",
        (
            "Your original file is never changed. Masking is a list of steps that you can edit, move, switch "
            "off and undo."
        ),
    ),
)


class RecentModel(RowList[Recent]):
    """Recent projects; each row is the `Recent` of the user role."""

    def entry(self, index: Index) -> Recent:
        """Return the project of a row."""
        return self.rows[index.row()]

    def answers(self, row: Recent) -> Mapping[int, Any]:
        """Return the name, the words for screen readers, the full path, and the whole entry."""
        gone = "" if row.exists else ", the file is gone"
        return {
            Qt.ItemDataRole.DisplayRole: row.path.name,
            Qt.ItemDataRole.AccessibleTextRole: f"{row.path.name}, {row.verdict}{gone}",
            Qt.ItemDataRole.ToolTipRole: f"{row.path}{gone}",
            Qt.ItemDataRole.UserRole: row,
        }


class Welcome(QWidget):
    """What is seen while nothing is open."""

    open_data, open_project, open_sample = Signal(), Signal(), Signal()

    recent_chosen = Signal(object)
    """A `Recent` should open, or be located where its file is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.message_bar = MessageBar()
        self.data = LargeButton("Open a data file", "CSV or Parquet. Or drop it here.", "folder", filled=True)
        self.project = LargeButton("Open a project", "Continue where you stopped.", "file")
        self.sample = LargeButton(
            "Try it with the sample", "5,000 simulated hospital bills, ready masked. Two minutes.", "play"
        )
        self.data.clicked.connect(self.open_data)
        self.project.clicked.connect(self.open_project)
        self.sample.clicked.connect(self.open_sample)
        self.model = RecentModel(self)
        self.recents = QListView()
        self.recents.setModel(self.model)
        self.recents.setItemDelegate(_RecentDelegate(self))
        self.recents.setFrameShape(QFrame.Shape.NoFrame)
        self.recents.setAccessibleName("Recent projects")
        self.recents.activated.connect(self._choose)
        self.recents.clicked.connect(self._choose)
        self.card = Card("Recent projects", margin=0)
        self.card.help.hide()
        self.card.body.addWidget(self.recents)
        self._arrange()

    def set_recent(self, entries: list[Recent]) -> None:
        """Show the projects that were open before."""
        self.model.set_rows(entries)
        self.recents.setFixedHeight(ROW * min(max(len(entries), 1), 5) + 2)
        if entries:
            self.card.show_content()
        else:
            self.card.show_empty("Projects you save appear here")

    def _choose(self, index: QModelIndex) -> None:
        self.recent_chosen.emit(self.model.entry(index))

    def _arrange(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(8)
        title = label("Make confidential data safe to release", "welcome_title", wraps=True)
        left.addWidget(title)
        left.addWidget(
            label(
                "Open a file, see who could be recognised in it, mask it step by step, and leave with a safe "
                "file, a report for the disclosure board and a recipe that repeats both.",
                "body",
                "text2",
                wraps=True,
            )
        )
        left.addSpacing(12)
        buttons = QHBoxLayout()
        buttons.setSpacing(12)
        for way in (self.data, self.project, self.sample):
            buttons.addWidget(way)
        left.addLayout(buttons)
        left.addSpacing(16)
        left.addWidget(self.card)
        self.card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        left.addSpacing(12)
        left.addLayout(_promises())
        left.addStretch()
        middle = QHBoxLayout()
        middle.setContentsMargins(40, 72, 40, 24)
        middle.setSpacing(40)
        middle.addStretch(1)
        holder = QWidget()
        holder.setLayout(left)
        holder.setMaximumWidth(760)
        middle.addWidget(holder, 6)
        middle.addWidget(hairline(vertical=True))
        middle.addLayout(_how_it_goes(), 3)
        middle.addStretch(1)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.message_bar)
        rows.addLayout(middle, 1)


def _promises() -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    for column, (icon, words) in enumerate(PROMISES):
        mark = IconLabel(icon, 18, "safe_text")
        grid.addWidget(mark, 0, 2 * column, Qt.AlignmentFlag.AlignTop)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(label(words, "body", "text2", wraps=True), 0, 2 * column + 1, top)
        grid.setColumnStretch(2 * column + 1, 1)
    return grid


def _how_it_goes() -> QVBoxLayout:
    rows = QVBoxLayout()
    rows.setSpacing(14)
    rows.addWidget(label("How a release comes about", "card_title"))
    for stage in STAGES:
        line = QHBoxLayout()
        line.setSpacing(12)
        mark = IconLabel(stage.key, 20)
        line.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        both = QVBoxLayout()
        both.setSpacing(0)
        both.addWidget(label(stage.title, "card_title"))
        both.addWidget(label(stage.welcome, "body", "text2", wraps=True))
        line.addLayout(both, 1)
        rows.addLayout(line)
    rows.addStretch()
    return rows


class _RecentDelegate(QStyledItemDelegate):
    """Draws name and folder, when it was open, and the last verdict."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802
        """Return the height of a row."""
        return QSize(200, ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        entry: Recent = index.data(Qt.ItemDataRole.UserRole)
        look = theme()
        rect, state = QRect(option.rect), option.state
        painter.save()
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.fillRect(rect, look.colour("accent_soft"))
        painter.drawPixmap(rect.left() + 14, rect.top() + 14, pixmap("file", 18, "text2"))
        font = look.font("card_title")
        font.setStrikeOut(not entry.exists)
        painter.setFont(font)
        painter.setPen(look.colour("text" if entry.exists else "text3"))
        line = rect.adjusted(46, 6, -300, -rect.height() // 2)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, entry.path.name)
        painter.setFont(look.font("caption"))
        painter.setPen(look.colour("text3" if entry.exists else "risk_text"))
        folder = _folder(entry.path) if entry.exists else "Not there any more: Locate…"
        below = rect.adjusted(46, rect.height() // 2, -300, -4)
        words = painter.fontMetrics().elidedText(folder, Qt.TextElideMode.ElideMiddle, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(look.font("body"))
        painter.setPen(look.colour("text2"))
        opened = QDateTime.fromSecsSinceEpoch(int(entry.opened.timestamp()))
        when = QLocale().toString(opened, QLocale.FormatType.ShortFormat)
        painter.drawText(rect.adjusted(rect.width() - 290, 0, -130, 0), Qt.AlignmentFlag.AlignVCenter, when)
        wide = badge_size(entry.verdict).width()
        paint_badge(painter, QRect(rect.right() - wide - 16, rect.top(), wide, rect.height()), entry.verdict)
        painter.restore()


def _folder(path: Path) -> str:
    return str(path.parent)
