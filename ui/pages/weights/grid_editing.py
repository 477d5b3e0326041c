"""Typing a weight into a cell: what fits is taken, what does not is refused, or pushes the others."""

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QLineEdit, QTableView

from ui.forms.numbers import write_field
from ui.pages.weights.cell_edit import Edit, pushing, read_weight, typed
from ui.pages.weights.change_words import push_text, pushes_text
from ui.pages.weights.grid_model import Cell, Index, WeightModel
from ui.pages.weights.refusal import Refusal, Refused
from ui.pages.weights.words import allowed, reason, refused, weight_text

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LEAVE = (*ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


class CellEditing(QObject):
    """One edit at a time: from the first digit to Enter, Tab, Escape or Alt+Enter.

    Parameters
    ----------
    view, grid
        The grid and its weights.
    """

    edited = Signal(object)
    """An `Edit` is to be made."""

    tried = Signal(object)
    """The matrix that the typed weight would give; None: it gives none, or nothing is typed any more."""

    reported = Signal(str)
    """Something the user should know, in words."""

    def __init__(self, view: QTableView, grid: WeightModel) -> None:
        super().__init__(view)
        self._view, self._grid = view, grid
        self.pushes = False
        self.refusal: Refusal | None = None
        self.field: QLineEdit | None = None
        self._take: Edit | None = None
        self._push: Edit | None = None

    def follow(self, field: QLineEdit) -> None:
        """Watch what is typed into a field that opened in the current cell."""
        self.field, self._take, self._push = field, None, None
        field.textEdited.connect(lambda _text: self.look())

    def look(self) -> bool:
        """Return whether the weight in the field fits; try it, or say why not."""
        index, field = self._view.currentIndex(), self.field
        if field is None or not index.isValid():
            return True
        i, j = index.row() + 1, index.column() + 1
        weight = read_weight(field.text())
        self._take = typed(self._grid, i, j, weight) if weight is not None else None
        self._push = None
        if self._take is not None:
            self._say_nothing()
        else:
            self._push = pushing(self._grid, i, j, weight) if weight is not None else None
            self._refuse(index, weight)
        self._try(self._take or (self._push if self.pushes else None))
        return self._take is not None

    def commit(self, index: Index) -> None:
        """Make the edit, if its weight fits; else say that it was not made."""
        was = self._grid.weight(index)
        if self._take is not None and self._take.weight != was:
            self.edited.emit(self._take)
        elif self._take is None and self.field is not None and self.field.isModified():
            cell = f"{index.row() + 1}, {index.column() + 1}"
            self.reported.emit(f"{self._text()} does not fit as weight {cell}: {weight_text(was)} was kept")

    def push(self) -> None:
        """Make the edit; the others give way."""
        self._take = self._take or self._push
        if self._take is not None and self.field is not None:
            self._close(self.field)

    def leave(self, key: Qt.Key) -> bool:
        """Return whether a key that leaves the field was dealt with: nothing leaves before it fits."""
        if self.field is None:
            return False
        if self.field.isModified() and not self.look():
            if not (self.pushes and self._push):
                return True
            self._take = self._push
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
        index = self._view.currentIndex()
        if not _editable(index) or self._grid.broken:
            return
        i, j = index.row() + 1, index.column() + 1
        fits = self._grid.interval(i, j)
        weight = fits.high if upper else fits.low
        if fits.broken(weight):
            self.reported.emit(f"Weight {i}, {j} can be {allowed(fits)}")
        elif self.field is not None:
            self._write(self.field, weight)
            self.look()
        elif weight != self._grid.weight(index):
            self._make(index, weight)
        else:
            end = "largest" if upper else "smallest"
            self.reported.emit(f"{weight_text(weight)} is the {end} weight that fits here")

    def clear(self) -> None:
        """Take the smallest weight: the allowed one or, where rules are broken anyway, 0."""
        index = self._view.currentIndex()
        if not self._grid.broken:
            self.to_end(upper=False)
        elif _editable(index) and self._grid.weight(index) != 0:
            self._make(index, 0.0)

    def end(self) -> None:
        """Forget the edit."""
        self.field = self._take = self._push = None
        self._say_nothing()
        self.tried.emit(None)

    # Parts

    def _make(self, index: Index, weight: float) -> None:
        edit = typed(self._grid, index.row() + 1, index.column() + 1, weight)
        if edit is not None:
            self.edited.emit(edit)

    def _try(self, candidate: Edit | None) -> None:
        """Show the risk with the typed weight, if that is another one and breaks no rule."""
        matrix = candidate.matrix if candidate else None
        if candidate and candidate.weight == self._grid.weight(self._view.currentIndex()):
            matrix = None
        if matrix and self._grid.broken and not matrix.admissible:
            matrix = None
        self.tried.emit(matrix)

    def _text(self) -> str:
        """Return what stands in the field, in words."""
        return (self.field.text().strip() if self.field else "") or "Nothing"

    def _write(self, field: QLineEdit, weight: float) -> None:
        field.setText(write_field(weight))
        field.setModified(True)

    def _close(self, field: QLineEdit) -> None:
        self._view.commitData(field)
        self._view.closeEditor(field, QAbstractItemDelegate.EndEditHint.NoHint)

    def _refuse(self, index: Index, weight: float | None) -> None:
        """Say why a weight does not fit, and ring the cells that forbid it."""
        i, j, push = index.row() + 1, index.column() + 1, self._push
        fits, was = self._grid.interval(i, j), self._grid.weight(index)
        broken = fits.broken(weight) if weight is not None else ()
        cells = [bound.cell for bound in broken if bound.cell]
        self._ring(cells)
        text = self._text()
        will = push is not None and self.pushes
        refusal = Refused(
            pushes_text(text, len(push.moved)) if push and will else refused(text, fits),
            "This is not a number." if weight is None else reason(i, j, broken, fits),
            fits,
            was,
            was if weight is None else weight,
            push_text(len(push.moved), push.weight) if push else "",
            will,
        )
        if self.refusal is None:
            self.refusal = Refusal(self._view.window())
            self.refusal.used.connect(self.use)
            self.refusal.pushed.connect(self.push)
        self.refusal.say(refusal, self._around(index, cells))

    def _say_nothing(self) -> None:
        self._ring([])
        if self.refusal is not None:
            self.refusal.hide()

    def _ring(self, cells: list[Cell]) -> None:
        if self._grid.set_forbidding(cells):
            self._view.viewport().update()

    def _around(self, index: Index, cells: list[Cell]) -> QRect:
        """Return where the cell and those that forbid its weight lie in the window."""
        view = self._view
        rect = view.visualRect(index)
        for i, j in cells:
            rect = rect.united(view.visualRect(self._grid.index(i - 1, j - 1)))
        return QRect(view.viewport().mapTo(view.window(), rect.topLeft()), rect.size())


def goes_to_end(event: QKeyEvent) -> bool:
    """Return whether a key asks for the end of what is allowed."""
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(control) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)


def _editable(index: Index) -> bool:
    return index.isValid() and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
