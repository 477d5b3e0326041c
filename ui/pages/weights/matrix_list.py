"""The list of a project's weight matrices."""

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QMenu

from ui.look.theme import theme
from ui.pages.weights.matrix_model import Entry, Index, MatrixModel
from ui.pages.weights.matrix_rows import MatrixRows
from ui.widgets.reason import disable


class MatrixList(QListView):
    """Chooses, renames (F2) and removes (Delete) matrices."""

    chosen = Signal(str)
    """Another matrix was selected."""

    removed = Signal(str)
    """The selected matrix is to be removed."""

    copied = Signal(str)
    """The selected matrix is to be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.matrices = MatrixModel()
        self.reason = ""
        self.setModel(self.matrices)
        self.setItemDelegate(MatrixRows(self))
        self.setAccessibleName("Weight matrices of the project")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.EditKeyPressed | trigger.DoubleClicked)
        self.selectionModel().currentChanged.connect(self._on_current)
        theme().changed.connect(self.viewport().update)

    def fill(self, entries: tuple[Entry, ...], chosen: str, reason: str) -> None:
        """Show entries, one of them chosen.

        Parameters
        ----------
        entries
            All matrices.
        chosen
            Name of the selected one.
        reason
            Why the selected one cannot be removed; empty where it can.
        """
        self.reason = reason
        with QSignalBlocker(self):
            self.matrices.fill(entries)
            place = next((at for at, entry in enumerate(entries) if entry.name == chosen), -1)
            index = self.matrices.index(place)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.viewport().update()

    def menu(self) -> QMenu | None:
        """Return the context menu of the selected matrix."""
        index = self.currentIndex()
        if not index.isValid():
            return None
        name = self.matrices.entries[index.row()].name
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Rename").triggered.connect(lambda: self.edit(index))
        menu.addAction("Duplicate").triggered.connect(lambda: self.copied.emit(name))
        remove = menu.addAction("Remove")
        remove.triggered.connect(lambda: self.removed.emit(name))
        if self.reason:
            disable(remove, self.reason)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer everything that a matrix can do."""
        menu = self.menu()
        if menu is not None:
            menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Rename, remove."""
        index = self.currentIndex()
        editing = self.state() == QAbstractItemView.State.EditingState
        if index.isValid() and not editing and event.key() == Qt.Key.Key_Delete:
            self.removed.emit(self.matrices.entries[index.row()].name)
        elif index.isValid() and not editing and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(index)
        else:
            super().keyPressEvent(event)

    def _on_current(self, index: Index) -> None:
        if index.isValid():
            self.chosen.emit(self.matrices.entries[index.row()].name)
