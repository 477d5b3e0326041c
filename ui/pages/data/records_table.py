"""Table of records: fixed rows, row numbers, the chosen column shaded; and the menus of its columns."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QMenu, QStyledItemDelegate, QStyleOptionViewItem

from sdcdesk.core.microdata import Microdata
from sdcdesk.records.arrangement import Arrangement
from ui.look.theme import theme
from ui.models.column_looks import ColumnLooks
from ui.models.frame_model import FrameModel
from ui.pages.data.profile_header import INSET, ProfileHeader
from ui.widgets.menus import Entry, add_entry
from ui.widgets.plain_table import DataTable, widest_text
from ui.widgets.reason import allow

MEASURED = 30
"""Rows whose cells tell how wide a column must be: measuring all would take seconds."""

WIDEST = 260


class _Cells(QStyledItemDelegate):
    """Cells of the chosen column stand on a soft ground."""

    def __init__(self, view: "RecordsTable") -> None:
        super().__init__(view)
        self._view = view

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the ground, then the cell, then a frame around the current one."""
        if index.column() == self._view.chosen:
            painter.fillRect(option.rect, theme().colour("accent_soft"))
        super().paint(painter, option, index)
        if index == self._view.currentIndex():
            focused = self._view.hasFocus()
            width = 2 if focused else 1
            painter.setPen(QPen(theme().colour("accent" if focused else "border_strong"), width))
            painter.drawRect(option.rect.adjusted(1, 1, -width, -width))


class RecordsTable(DataTable):
    """A million records are shown as fast as a hundred: rows have one height, columns are measured by a few.

    Parameters
    ----------
    model
        The records.
    looks
        What is known of the columns, for their header.
    """

    column_chosen = Signal(int)
    """Another column has the cursor."""

    columns_changed = Signal()
    """A column was shown or hidden."""

    menu_wanted = Signal(int, QPoint)
    """The menu of a column should open at a place of the screen."""

    def __init__(self, model: FrameModel, looks: ColumnLooks) -> None:
        super().__init__("Records", model)
        self.records = model
        self.chosen = -1
        self._own_widths = False
        self._measured: dict[int, int] = {}
        self._measured_of: Microdata | None = None
        self.header = ProfileHeader(looks, self)
        self.setHorizontalHeader(self.header)
        self.setItemDelegate(_Cells(self))
        self.verticalHeader().setAccessibleName("Record numbers")
        self.header.menu_wanted.connect(lambda section: self._want_menu(section))
        self.header.chosen.connect(self.choose)
        self.header.sectionResized.connect(self._on_resized)
        looks.arrived.connect(lambda _name: self.fit())
        model.modelReset.connect(self._on_reset)
        self.selectionModel().currentChanged.connect(lambda current, _old: self._follow(current.column()))

    def choose(self, column: int) -> None:
        """Choose a column; the cursor stays in its row."""
        if 0 <= column < self.records.columnCount():
            self.go_to(max(self.currentIndex().row(), 0), column)
            self._follow(column)

    def go_to(self, row: int, column: int) -> None:
        """Put the cursor into a cell."""
        index = self.records.index(row, column)
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flag)
            self.scrollTo(index)

    def shown_columns(self) -> list[int]:
        """Return the columns that are not hidden."""
        return [column for column in range(self.header.count()) if not self.isColumnHidden(column)]

    def hide_column(self, column: int) -> None:
        """Hide a column; the cursor goes to its neighbour."""
        self.hideColumn(column)
        if column == self.chosen:
            self.choose(min(self.shown_columns(), key=lambda shown: abs(shown - column)))
        self.fit()
        self.columns_changed.emit()

    def show_column(self, column: int) -> None:
        """Show a column again."""
        self.showColumn(column)
        self.fit()
        self.columns_changed.emit()

    def show_all_columns(self) -> None:
        """Show all columns again."""
        for column in range(self.header.count()):
            self.showColumn(column)
        self.fit()
        self.columns_changed.emit()

    def reset_columns(self) -> None:
        """Forget what the user did with the columns of another file."""
        self._own_widths = False
        self.chosen = -1
        self.header.set_chosen(-1)
        self.show_all_columns()

    def fit(self) -> None:
        """Give every column the room that it needs; what is left is shared by all."""
        shown = self.shown_columns()
        if self._own_widths or not shown:
            return
        wanted = {column: self._wanted_width(column) for column in shown}
        left = max(self.viewport().width() - sum(wanted.values()), 0)
        self.header.blockSignals(True)
        for place, column in enumerate(shown):
            share = left // len(shown) + (place < left % len(shown))
            self.setColumnWidth(column, wanted[column] + share)
        self.header.blockSignals(False)
        self.updateGeometries()
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Alt+Down opens the menu of the column."""
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if alt and event.key() == Qt.Key.Key_Down and self.chosen >= 0:
            self._want_menu(self.chosen)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Share the room anew."""
        super().resizeEvent(event)
        self.fit()

    def _want_menu(self, column: int) -> None:
        self.menu_wanted.emit(column, self.header.menu_place(column))

    def _follow(self, column: int) -> None:
        if column >= 0 and column != self.chosen:
            self.chosen = column
            self.header.set_chosen(column)
            self.viewport().update()
            self.column_chosen.emit(column)

    def _on_reset(self) -> None:
        if self.chosen >= self.records.columnCount():
            self.chosen = -1
            self.header.set_chosen(-1)
        if self.records.microdata is not self._measured_of:
            self._measured_of = self.records.microdata
            self._measured.clear()
        self._number_width()
        self.fit()

    def _number_width(self) -> None:
        """Make room for the largest record number."""
        data = self.records.microdata
        digits = self.locale().toString(len(data) if data is not None else 0)
        self.verticalHeader().setFixedWidth(max(self.fontMetrics().horizontalAdvance(digits) + 18, 48))

    def _wanted_width(self, column: int) -> int:
        if column not in self._measured:
            rows = range(min(self.records.rowCount(), MEASURED))
            self._measured[column] = widest_text(self.records, column, rows)
        return min(max(self._measured[column] + 2 * INSET + 2, self.header.wanted_width(column)), WIDEST)

    def _on_resized(self) -> None:
        # From now on the widths are the user's own.
        self._own_widths = True

    # Menus

    def fill_column_menu(
        self,
        menu: QMenu,
        column: int,
        now: Arrangement,
        arrange: Callable[[Arrangement], object],
        add_filter: Callable[[], object],
    ) -> None:
        """Fill the menu of one column.

        Parameters
        ----------
        menu, column
            What is filled, and for which column.
        now
            How the records are arranged.
        arrange, add_filter
            What the entries do.
        """
        menu.setToolTipsVisible(True)
        name = self.records.names[column]
        for words, descending in (("Sort ascending", False), ("Sort descending", True)):
            wanted = now.sorted_by(name, descending=descending)
            entry = add_entry(menu, Entry(words, partial(arrange, wanted)))
            entry.setCheckable(True)
            entry.setChecked(now.by == name and now.descending == descending)
        as_it_is = "" if now.by else "The records are in the order of the file"
        add_entry(menu, Entry("Order of the file", lambda: arrange(now.sorted_by("")), as_it_is))
        menu.addSeparator()
        add_entry(menu, Entry("Filter…", add_filter))
        alone = "One column must stay" if len(self.shown_columns()) == 1 else ""
        add_entry(menu, Entry("Hide", lambda: self.hide_column(column), alone))

    def fill_columns_menu(self, menu: QMenu) -> None:
        """Fill the menu in which columns are shown and hidden."""
        menu.clear()
        menu.setToolTipsVisible(True)
        shown = self.shown_columns()
        all_shown = "All columns are shown" if len(shown) == len(self.records.names) else ""
        add_entry(menu, Entry("Show all columns", self.show_all_columns, all_shown))
        menu.addSeparator()
        for column, name in enumerate(self.records.names):
            entry = menu.addAction(name.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(column in shown)
            entry.toggled.connect(
                lambda on, column=column: self.show_column(column) if on else self.hide_column(column)
            )
            allow(entry, "One column must stay" if shown == [column] else "")
