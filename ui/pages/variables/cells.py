"""Cells of the grid of variables: how they are drawn, and where they answer the mouse."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView

from sdcdesk.core.data.variable import Role
from sdcdesk.inspection.variable_rows import Act, VariableRow
from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.variables_model import ROW, VariableColumn
from ui.widgets.painting import (
    RIGHT,
    Index,
    RowDelegate,
    clicked,
    has_keyboard,
    paint_focus,
    paint_frame,
    paint_lines,
    paint_text,
)

PAD = 8
FIELD = 28
"""Height of a field in a cell."""

WIDTHS: dict[int, int] = {
    VariableColumn.VARIABLE: 142,
    VariableColumn.ROLE: 150,
    VariableColumn.SCALE: 112,
    VariableColumn.VALUES: 126,
    VariableColumn.DIFFERENT: 78,
    VariableColumn.MISSING: 70,
}
"""Pixels of the columns but the last, which takes what is left."""


class Cell(RowDelegate):
    """The ground that all cells have in common, with a word or a number on it and a line below."""

    has_line = True

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw ground and content, and the line below."""
        super().paint(painter, option, index)
        if self.has_line:
            rect = QRect(option.rect)
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, theme().colour("grid"))

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the content of the cell."""
        self.fill(painter, rect.adjusted(PAD, 0, -PAD, -1), index, option)

    def fill(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the content within its margins."""
        paint_text(painter, rect, str(index.data()), side=index.data(Qt.ItemDataRole.TextAlignmentRole))


class ValuesCell(Cell):
    """A range or some categories; what needs more than a line has two, for a number is never cut."""

    def fill(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the words on one line or on two smaller ones."""
        words = str(index.data())
        if theme().metrics("body").horizontalAdvance(words) <= rect.width():
            paint_text(painter, rect, words)
        else:
            paint_lines(painter, rect, words, "text")


class NameCell(Cell):
    """The label, bold, or the name where there is none, and the unit; a bar says where the keyboard is."""

    def fill(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the name and, where there is room, the unit."""
        view = option.widget
        if isinstance(view, QTableView) and view.hasFocus() and view.currentIndex().row() == index.row():
            painter.fillRect(rect.left() - PAD, rect.top(), 3, rect.height(), theme().colour("accent"))
        variable = index.data(ROW).variable
        # The ends tell long names apart.
        middle = Qt.TextElideMode.ElideMiddle
        if variable.label:
            half = rect.height() // 2
            above, below = rect.adjusted(0, 4, 0, -half), rect.adjusted(0, half, 0, -4)
            paint_text(painter, above, variable.label, "card_title", mode=middle)
            words = " ".join(filter(None, (variable.name, variable.unit)))
            paint_text(painter, below, words, "caption", "text3", mode=middle)
            return
        width = paint_text(painter, rect, variable.name, "card_title", mode=middle)
        beside = rect.adjusted(width + 5, 0, 0, 0)
        if beside.width() > 20:
            paint_text(painter, beside, variable.unit, tone="text3")


ACT_WORDS = {Act.SHOW: "Show", Act.ACCEPT: "Accept"}
"""Words at the right of a remark."""


class WhyCell(Cell):
    """The reason of a role, a suggestion with *Accept*, or a contradiction with *Show*."""

    acted = Signal(object)
    """The word at the right of this `VariableRow` was clicked."""

    def fill(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw up to two lines, and the word at the right."""
        row: VariableRow = index.data(ROW)
        place = _act_rect(rect, row.act)
        if row.act:
            paint_text(painter, place, ACT_WORDS[row.act], tone="accent", side=RIGHT)
            if option.state & QStyle.StateFlag.State_HasFocus:
                paint_focus(painter, place.adjusted(-5, 6, 5, -6))
            rect = rect.adjusted(0, 0, -place.width() - 8, 0)
        if row.contradiction:
            mark = pixmap("triangle", 15, "risk_text")
            painter.drawPixmap(QPoint(rect.left(), rect.center().y() - 7), mark)
            paint_lines(painter, rect.adjusted(20, 0, 0, 0), row.why, "risk_text")
        elif row.proposal:
            paint_lines(painter, rect, row.proposal.reason, "text2", f"{row.proposal.text} ")
        else:
            paint_lines(painter, rect, row.reason, "text2")

    def editorEvent(  # noqa: N802
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Act on a click at the word."""
        row: VariableRow = index.data(ROW)
        rect = QRect(option.rect).adjusted(PAD, 0, -PAD, 0)
        if clicked(event, _act_rect(rect, row.act).adjusted(-4, 0, PAD, 0)):
            self.acted.emit(row)
            return True
        return super().editorEvent(event, model, option, index)


class RoleCell(Cell):
    """The role as a combo box with its mark; the table opens its choice."""

    def fill(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the frame, the mark, the word and the arrow."""
        box, role = field(rect), index.data(ROW).variable.role
        edge = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
        paint_frame(painter, edge, theme().colour("border"), theme().colour("surface"))
        if has_keyboard(option, index):
            paint_focus(painter, box)
        middle = box.center().y()
        painter.drawPixmap(QPoint(box.left() + 8, middle - 7), pixmap(role_name(role), 16))
        painter.drawPixmap(QPoint(box.right() - 20, middle - 6), pixmap("chevron_down", 14, "text3"))
        paint_text(painter, box.adjusted(30, 0, -22, 0), str(index.data()))


class ScaleCell(Cell):
    """The scale as a word with an arrow; the table opens its choice."""

    def fill(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw the word and the arrow beside it."""
        width = paint_text(painter, rect, str(index.data()))
        arrow = QPoint(rect.left() + width + 5, rect.center().y() - 5)
        painter.drawPixmap(arrow, pixmap("chevron_down", 12, "text3"))
        if has_keyboard(option, index):
            paint_focus(painter, QRect(rect.left() - 5, field(rect).top(), width + 27, FIELD))


def field(rect: QRect) -> QRect:
    """Return where in its cell a field lies."""
    found = QRect(rect.left(), rect.top(), rect.width(), FIELD)
    found.moveCenter(rect.center())
    return found


def role_name(role: Role) -> str:
    """Return the name of the drawing of a role."""
    return f"role_{role}"


def _act_rect(rect: QRect, act: Act | None) -> QRect:
    width = theme().metrics("body").horizontalAdvance(ACT_WORDS[act]) if act else 0
    return QRect(rect.right() - width, rect.top(), width + 1, rect.height())
