"""Tables of the masking page, which share rows, selection and scroll bar."""

from PySide6.QtCore import QItemSelectionModel, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QScrollBar, QWidget

from sdcdesk.records.side_by_side import SideBySide
from ui.models.side_by_side_model import SideBySideModel
from ui.pages.masking.file_table import FileTable
from ui.widgets.label import hairline
from ui.widgets.layout import column, row

HIDDEN, NEEDED = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded


class FileTables(QObject):
    """The table of the original and that of the masked file; the sizes of the groups stay in sight."""

    menu_wanted = Signal(QPoint)
    """The menu of the selected records should open, at a place of the screen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = SideBySideModel()
        selection = QItemSelectionModel(self.model, self)
        self.original = FileTable("Original records", self.model, selection)
        self.masked = FileTable("Masked records", self.model, selection)
        self.groups = FileTable("Sizes of the groups", self.model, selection)
        self.masked_half = QWidget()
        self._together = True
        self._leader: QScrollBar | None = None
        self._below = QWidget()
        self._arrange()
        for table in (self.original, self.masked, self.groups):
            table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            table.customContextMenuRequested.connect(
                lambda place, table=table: self.menu_wanted.emit(table.viewport().mapToGlobal(place))
            )
        self._link(self.masked.verticalScrollBar(), self.groups.verticalScrollBar(), always=True)
        self._link(self.original.verticalScrollBar(), self.groups.verticalScrollBar())
        self._link(self.original.horizontalScrollBar(), self.masked.horizontalScrollBar())
        self.set_together(together=True)

    def show_files(
        self, both: SideBySide | None, k: int, left_out: str = "", *, only_different: bool = False
    ) -> None:
        """Show two files; see `SideBySideModel.show_files`. `left_out` says what became of a lost record."""
        self.masked.cell.left_out = left_out
        kept = self.groups.verticalScrollBar().value()
        model = self.model
        model.show_files(both, k, only_different=only_different)
        names = len(model.names)
        self.original.show_columns(model.original_columns(), names - 1)
        self.masked.show_columns(model.masked_columns(), 2 * names - 1)
        self.groups.show_columns(model.group_columns())
        self.groups.setFixedWidth(self.groups.wanted() + self.groups.verticalScrollBar().sizeHint().width())
        self.groups.verticalScrollBar().setValue(kept)

    def wanted(self) -> tuple[int, int]:
        """Return the widths of both halves at which nothing has to be scrolled sideways."""
        return self.original.wanted(), self.masked.wanted() + self.groups.width()

    def selected(self) -> list[int]:
        """Return the selected rows, from the top."""
        return sorted(index.row() for index in self.original.selectionModel().selectedRows())

    def set_together(self, *, together: bool) -> None:
        """Let both files scroll together, or each by itself."""
        self._together = together
        self.original.setVerticalScrollBarPolicy(HIDDEN if together else NEEDED)
        if together:
            self._follow(self.groups.verticalScrollBar(), self.original.verticalScrollBar())

    def _link(self, one: QScrollBar, other: QScrollBar, *, always: bool = False) -> None:
        one.valueChanged.connect(lambda _value: self._follow(one, other, always=always))
        other.valueChanged.connect(lambda _value: self._follow(other, one, always=always))

    def _follow(self, moved: QScrollBar, other: QScrollBar, *, always: bool = False) -> None:
        """Move another table as far; sideways in proportion, because the columns differ in width."""
        if not (self._together or always) or moved is self._leader:
            return
        sideways = moved.orientation() == Qt.Orientation.Horizontal and moved.maximum() > 0
        value = round(moved.value() * other.maximum() / moved.maximum()) if sideways else moved.value()
        # The other one must not answer with a rounded value of its own.
        before, self._leader = self._leader, other if sideways else None
        other.setValue(value)
        self._leader = before

    def _arrange(self) -> None:
        self.groups.verticalHeader().hide()
        self.groups.cell.left_out = ""
        self.groups.setHorizontalScrollBarPolicy(HIDDEN)
        self.masked.setVerticalScrollBarPolicy(HIDDEN)
        # Both end at the same height, whether the scroll bar below the columns is there or not.
        bar = self.masked.horizontalScrollBar()
        bar.rangeChanged.connect(
            lambda _low, high: self._below.setFixedHeight(bar.sizeHint().height() if high else 0)
        )
        self._below.setFixedHeight(0)
        end = column((self.groups, 1), self._below, spacing=0)
        row((self.masked, 1), hairline(vertical=True), end, spacing=0, inside=self.masked_half)
