"""Editing in the grid: a typed weight is taken, refused, or pushes others."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QLineEdit, QTableView

from sdcdesk.document import weight_commands
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.cell_edit import Attempt, Edit, admissible_edit, at_end, attempt
from sdcdesk.risk.weights.text import Cell, left_text
from ui.forms.numbers import read_finite, write_field
from ui.look.locale import user_locale
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_model import WeightModel, index_cell
from ui.pages.weights.refusal import RefusalPopover
from ui.widgets.painting import Index

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LEAVE = (*ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class CellEditing(QObject):
    """One edit at a time: from the first digit to Enter, Tab, Escape or Alt+Enter.

    Parameters
    ----------
    view, grid
        The grid and its weights.
    commands
        Makes the edits.
    """

    def __init__(self, view: QTableView, grid: WeightModel, commands: WeightCommands) -> None:
        super().__init__(view)
        self._view, self._grid, self._commands = view, grid, commands
        self.pushes = False
        self.refusal: RefusalPopover | None = None
        self.field: QLineEdit | None = None
        self._attempt = Attempt()

    def follow(self, field: QLineEdit) -> None:
        """Watch what is typed into a field that opened in the current cell."""
        self.field, self._attempt = field, Attempt()
        field.textEdited.connect(lambda _text: self.check())

    def check(self) -> bool:
        """Return whether the weight in the field fits; try it, or say why not."""
        index, field = self._view.currentIndex(), self.field
        if field is None or not index.isValid():
            return True
        weight = read_finite(field.text())
        self._attempt = attempt(
            self._grid.cells,
            index_cell(index),
            self._text(),
            weight,
            pushes=self.pushes,
            locale=user_locale(),
        )
        self._show_refusal(index)
        self._try(self._attempt.tried)
        return self._attempt.take is not None

    def commit(self, index: Index) -> None:
        """Make the edit, if its weight fits; else say that it was not made."""
        was, take = self._grid.cells.weight(*index_cell(index)), self._attempt.take
        if take is not None and take.weight != was:
            self._edit(take)
        elif take is None and self.field is not None and self.field.isModified():
            self.report(left_text(index_cell(index), self._text(), was, user_locale()))

    def push(self) -> None:
        """Make the edit; the others give way."""
        take = self._attempt.take or self._attempt.push
        if take is not None and self.field is not None:
            self._attempt = Attempt(take=take)
            self._close(self.field)

    def leave(self, key: Qt.Key) -> bool:
        """Return whether a key that leaves the field was dealt with: nothing leaves before it fits."""
        if self.field is None:
            return False
        if self.field.isModified() and not self.check():
            if not (self.pushes and self._attempt.push):
                return True
            self._attempt = Attempt(take=self._attempt.push)
        if key not in ENTER:
            return False
        index = self._view.currentIndex()
        self._close(self.field)
        below = self._grid.index(index.row() + 1, index.column())
        if below.isValid():
            self._view.setCurrentIndex(below)
        return True

    def handles(self, event: QEvent) -> bool:
        """Return whether an event in the open field was dealt with."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        key = Qt.Key(event.key())
        if key in ENTER and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.push()
            return True
        if goes_to_end(event):
            self.to_end(upper=key == Qt.Key.Key_Up)
            return True
        return key in LEAVE and self.leave(key)

    def use(self, weight: float) -> None:
        """Take an allowed weight instead of the typed one."""
        if self.field is not None:
            self._write(self.field, weight)
            self.leave(Qt.Key.Key_Return)

    def to_end(self, *, upper: bool) -> None:
        """Take the largest or smallest allowed weight of the current cell, or say that there is none."""
        cell = self._current()
        if cell is None or self._grid.cells.broken:
            return
        weight, why_not = at_end(self._grid.cells, cell, upper=upper, locale=user_locale())
        if weight is not None and self.field is not None:
            self._write(self.field, weight)
            self.check()
        elif weight is None or why_not:
            self.report(why_not)
        else:
            self._make(cell, weight)

    def clear(self) -> None:
        """Take the smallest weight: the allowed one or, where rules are broken anyway, 0."""
        cell = self._current()
        if not self._grid.cells.broken:
            self.to_end(upper=False)
        elif cell is not None and self._grid.cells.weight(*cell) != 0:
            self._make(cell, 0.0)

    def report(self, words: str) -> None:
        """Say something the user should know."""
        self._commands.session.done.emit(words)

    def end(self) -> None:
        """Forget the edit."""
        self.field, self._attempt = None, Attempt()
        self._show_refusal(self._view.currentIndex())
        self._try(None)

    # Parts

    def _current(self) -> Cell | None:
        """Return the current cell if it can be edited."""
        index = self._view.currentIndex()
        return (
            index_cell(index) if index.isValid() and self._grid.cells.editable(*index_cell(index)) else None
        )

    def _make(self, cell: Cell, weight: float) -> None:
        edit = admissible_edit(self._grid.cells, *cell, weight)
        if edit is not None:
            self._edit(edit)

    def _edit(self, edit: Edit) -> None:
        self._commands.change(weight_commands.edited, edit, user_locale())

    def _try(self, matrix: WeightMatrix | None) -> None:
        """Show the risk with the matrix that the typed weight would give; None: as it is."""
        self._commands.session.try_weights(self._commands.name, matrix)

    def _text(self) -> str:
        """Return what stands in the field, in words."""
        return (self.field.text().strip() if self.field else "") or "Nothing"

    def _write(self, field: QLineEdit, weight: float) -> None:
        field.setText(write_field(weight))
        field.setModified(True)

    def _close(self, field: QLineEdit) -> None:
        self._view.commitData(field)
        self._view.closeEditor(field, QAbstractItemDelegate.EndEditHint.NoHint)

    def _show_refusal(self, index: Index) -> None:
        """Say why a weight does not fit, if so, and ring the cells that forbid it."""
        refusal = self._attempt.refusal
        cells = refusal.cells if refusal else ()
        if self._grid.set_forbidding(cells):
            self._view.viewport().update()
        if refusal is None:
            if self.refusal is not None:
                self.refusal.hide()
            return
        if self.refusal is None:
            self.refusal = RefusalPopover(self._view.window())
            self.refusal.used.connect(self.use)
            self.refusal.pushed.connect(self.push)
        view, rect = self._view, self._view.visualRect(index)
        for cell in cells:
            rect = rect.united(view.visualRect(self._grid.at(*cell)))
        corner = view.viewport().mapTo(view.window(), rect.topLeft())
        self.refusal.show_refusal(refusal, QRect(corner, rect.size()))


def goes_to_end(event: QKeyEvent) -> bool:
    """Return whether a key asks for the end of what is allowed."""
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(control) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
