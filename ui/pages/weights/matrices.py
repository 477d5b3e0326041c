"""Card with all weight matrices of the project and the risk that each gives."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QMenu,
    QStyleOptionViewItem,
    QWidget,
)

from sdcdesk.core.numbers.quantity import SHARE
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.limit import Standing
from sdcdesk.core.text.quantity_text import limit_number_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import matrix_commands
from sdcdesk.document.matrix_use import reason_to_keep
from sdcdesk.release.reweighed import Entry
from sdcdesk.risk.weights.rules import MATRICES
from ui.look.locale import user_locale
from ui.look.theme import theme
from ui.models.rows import RowList
from ui.pages.weights.bar import preset_menu
from ui.pages.weights.commands import WeightCommands
from ui.widgets import menus
from ui.widgets.card import Card
from ui.widgets.label import rich_label
from ui.widgets.painting import RIGHT, Index, RowDelegate, has_keyboard, paint_box, paint_focus, paint_text
from ui.widgets.plain_list import PlainList
from ui.widgets.symbols import with_symbols
from ui.widgets.what_is_this import explain

WIDTH, HEIGHT, MOST = 233, 64, 16_777_215
"""Pixels of the list, and of a row."""

SIDE = 10

ENTRY = Qt.ItemDataRole.UserRole


class MatricesCard(Card):
    """Chooses, makes, renames and removes matrices."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__(MATRICES.title, margin=0)
        self._commands = commands
        self.add = self.add_action("New", "plus")
        self.presets = preset_menu(self.add, commands)
        self.add.setMenu(self.presets)
        self.list = MatrixList(commands)
        self._footer = rich_label(style="caption", tone="text2", wraps=True)
        self._footer.setContentsMargins(12, 8, 12, 10)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self._footer)
        self.set_beside(beside=True)
        about = Explanation(MATRICES.title, MATRICES.words, source=MATRICES.source)
        self.requested.connect(lambda: explain(self.help, about))

    def set_beside(self, *, beside: bool) -> None:
        """Have the width of a list beside the grid, or all that there is below it."""
        self.setMinimumWidth(WIDTH)
        self.setMaximumWidth(WIDTH if beside else MOST)
        self.list.setMinimumHeight(0 if beside else 2 * HEIGHT)

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Show the matrices of the project."""
        self.list.fill(entries)
        scenario = self._commands.scenario
        if scenario is None:
            self._footer.setText("No scenario yet: the risk with each matrix appears here when there is one.")
            return
        limit = scenario.limit("dr_weighted")
        words = "DR_W of the file as masked now, {name}. Bar: surely to guessing."
        if limit is not None:
            words = "DR_W of the file as masked now, {name}. Bar: surely to guessing, line: limit {limit}."
        shown = limit_number_text(limit or 0.0, SHARE, user_locale())
        self._footer.setText(with_symbols(sentence(words, name=scenario.name, limit=shown)))


class MatrixList(PlainList):
    """Chooses, renames (F2) and removes (Delete) matrices."""

    def __init__(self, commands: WeightCommands) -> None:
        self.matrices = MatrixModel()
        super().__init__("Weight matrices of the project", self.matrices)
        self._commands = commands
        self.setItemDelegate(_MatrixRows(self, QSize(120, HEIGHT)))
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.EditKeyPressed | trigger.DoubleClicked)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.matrices.renamed.connect(lambda old, new: commands.do(matrix_commands.renamed, old, new))

    def fill(self, entries: tuple[Entry, ...]) -> None:
        """Show entries; the one that is edited is chosen."""
        self.matrices.set_rows(entries)
        chosen = self._commands.name
        place = next((at for at, entry in enumerate(entries) if entry.name == chosen), -1)
        index = self.matrices.index(place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.viewport().update()

    def menu(self) -> QMenu | None:
        """Return the context menu of the selected matrix."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        name, do = str(index.data()), self._commands.do
        project = self._commands.session.project
        return menus.context_menu(
            self,
            menus.Entry("Rename", lambda: self.edit(index)),
            menus.Entry("Duplicate", lambda: do(matrix_commands.copied, name)),
            menus.Entry(
                "Remove",
                lambda: do(matrix_commands.removed, name),
                reason_to_keep(project, name) if project else "",
            ),
        )

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer everything that a matrix can do."""
        menu = self.menu()
        if menu is not None:
            menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Rename, remove."""
        index = self.currentIndex()
        ready = index.isValid() and self.state() != QAbstractItemView.State.EditingState
        if ready and event.key() == Qt.Key.Key_Delete:
            self._commands.do(matrix_commands.removed, str(index.data()))
        elif ready and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(index)
        else:
            super().keyPressEvent(event)

    def _on_current(self, index: Index) -> None:
        if index.isValid() and index.data() != self._commands.name:
            self._commands.choose(str(index.data()))


class MatrixModel(RowList[Entry]):
    """The matrices as Qt's views read them; where only risks changed, the selection stays."""

    renamed = Signal(str, str)
    """A matrix should get another name: the old and the new one."""

    def answers(self, row: Entry) -> Mapping[int, Any]:
        """Return name, text or the entry."""
        text, role = row.text(user_locale()), Qt.ItemDataRole
        return {
            role.DisplayRole: row.name,
            role.EditRole: row.name,
            role.ToolTipRole: text,
            role.AccessibleTextRole: text,
            ENTRY: row,
        }

    def same(self, rows: Sequence[Entry]) -> bool:
        """Return whether these are the same matrices."""
        return [entry.name for entry in rows] == [entry.name for entry in self.rows]

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let names be edited."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802
        """Ask for another name."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        old, new = self.rows[index.row()].name, str(value).strip()
        if new != old:
            self.renamed.emit(old, new)
        return True


class _MatrixRows(RowDelegate):
    """Draws a matrix: name and risk, note and standing, and a bar from surely to guessing."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw one row."""
        entry: Entry = index.data(ENTRY)
        first = QRect(rect.left() + SIDE, rect.top() + 6, rect.width() - 2 * SIDE, 20)
        second = first.translated(0, 20)
        risk = entry.value(user_locale())
        # What is broken is said below: the name has its line for itself.
        value = 0 if entry.broken else paint_text(painter, first, risk, "card_title", side=RIGHT)
        paint_text(painter, first.adjusted(0, 0, -value - 8, 0), entry.name, "card_title")
        tone = "safe_text" if entry.stands is Standing.KEPT else "risk_text"
        words = risk if entry.broken else entry.standing
        standing = paint_text(painter, second, words, "caption", tone, RIGHT)
        paint_text(painter, second.adjusted(0, 0, -standing - 8, 0), entry.note, "caption", "text3")
        if entry.maximal is not None:
            _paint_bar(painter, QRectF(first.left(), second.bottom() + 5, first.width(), 9), entry)
        if has_keyboard(option, index):
            paint_focus(painter, rect)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:  # noqa: N802
        """Return the field in which a name is typed."""
        field = QLineEdit(parent)
        field.setAccessibleName("Name of the weight matrix")
        return field

    def updateEditorGeometry(  # noqa: N802
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Lay the field over the name."""
        rect = QRect(option.rect)
        editor.setGeometry(rect.left() + 2, rect.top() + 2, rect.width() - 4, 28)


def _paint_bar(painter: QPainter, rect: QRectF, entry: Entry) -> None:
    """Draw a bar from surely to guessing, the limit as a line, DR_W as a dot."""
    low, high = entry.minimal or 0.0, entry.maximal or 0.0
    limit, weighted = entry.limit, entry.weighted.value if entry.weighted else None
    end = 1.3 * max(high, limit or 0.0) or 1.0
    track = QRectF(rect.left(), rect.center().y() - 2, rect.width(), 4)

    def x(share: float) -> float:
        return track.left() + track.width() * min(share / end, 1.0)

    paint_box(painter, track, "sunken", 2)
    painter.setBrush(theme().heat("risk", 0.5))
    painter.drawRoundedRect(QRectF(x(low), track.top(), max(x(high) - x(low), 2), 4), 2, 2)
    if limit is not None:
        painter.fillRect(QRectF(x(limit) - 0.75, rect.top(), 1.5, rect.height()), theme().colour("text"))
    if weighted is not None:
        painter.setBrush(theme().colour("text"))
        painter.drawEllipse(QPointF(x(weighted), rect.center().y()), 4, 4)
