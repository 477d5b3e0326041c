"""Table of records: fixed rows, row numbers, the chosen column shaded; and the menus of its columns."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.records.arrangement import Arrangement
from ui.look.theme import theme
from ui.models.column_profiles import ColumnProfiles
from ui.models.frame_model import FrameModel
from ui.pages.data.profile_header import INSET, ProfileHeader
from ui.widgets.menus import Entry
from ui.widgets.painting import Index
from ui.widgets.plain_table import DataTable
from ui.widgets.widest_text import widest_text

MEASURED = 30
"""Rows, spread over the file, whose cells tell how wide a column must be: all would take seconds."""

AT_ONCE = 40
"""Columns that are measured when a file opens; each of the others when it comes into sight."""

WIDEST = 260

LAST = "One column must stay"


class _Cells(QStyledItemDelegate):
    """Cells of the chosen column stand on a soft ground."""

    def __init__(self, view: "RecordsTable") -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
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

    Ten thousand columns are, too: those that were never in sight are as wide as the first ones on average.

    Parameters
    ----------
    model
        The records.
    profiles
        What is known of the columns, for their header.
    """

    column_chosen = Signal(int)
    """Another column has the cursor."""

    columns_changed = Signal()
    """A column was shown or hidden."""

    menu_wanted = Signal(int, QPoint)
    """The menu of a column should open at a place of the screen."""

    def __init__(self, model: FrameModel, profiles: ColumnProfiles) -> None:
        super().__init__("Records", model)
        self.records = model
        self.chosen = -1
        self._own_widths = False
        self._widths: dict[int, int] = {}
        self._measured_data: Microdata | None = None
        self.header, kept = ProfileHeader(profiles, self), ProfileHeader(profiles, self)
        self.setHorizontalHeader(self.header)
        self.kept.take_header(kept)
        self.setItemDelegate(_Cells(self))
        self.verticalHeader().setAccessibleName("Record numbers")
        self._headers = self.header, kept
        for header in self._headers:
            header.menu_wanted.connect(self._want_menu)
            header.chosen.connect(self.choose)
        self.header.sectionResized.connect(self._on_resized)
        self.horizontalScrollBar().valueChanged.connect(self._on_scrolled)
        profiles.arrived.connect(self._on_profile)
        model.modelReset.connect(self._on_reset)
        model.headerDataChanged.connect(lambda *_: self._measure())
        self.selectionModel().currentChanged.connect(lambda current, _old: self._follow(current.column()))

    def choose(self, column: int) -> None:
        """Choose a column; the cursor stays in its row."""
        if 0 <= column < self.records.columnCount():
            self.go_to(max(self.currentIndex().row(), 0), column)
            self._follow(column)

    def set_sorted(self, name: str, *, descending: bool) -> None:
        """Mark the variable that the records are sorted by; empty: none."""
        for header in self._headers:
            header.set_sorted(name, descending=descending)

    def go_to(self, row: int, column: int) -> None:
        """Put the cursor into a cell."""
        index = self.records.index(row, column)
        if index.isValid():
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(index, flag)
            self.scrollTo(index)

    def scrollTo(  # noqa: N802
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a cell into view; columns that get their room on the way may push it out of view again."""
        measured = -1
        while measured != len(self._widths):
            measured = len(self._widths)
            super().scrollTo(index, hint)

    def visible_columns(self) -> list[int]:
        """Return the columns that are not hidden."""
        columns = range(self.header.count())
        if not self.header.hiddenSectionCount():
            return [*columns]
        return [column for column in columns if not self.isColumnHidden(column)]

    def toggle_column(self, column: int) -> None:
        """Hide a column, or show it again."""
        self.show_columns({*self.visible_columns()} ^ {column})

    def show_columns(self, visible: Collection[int]) -> None:
        """Show these columns only; a cursor in another one goes to the nearest."""
        for column in range(self.header.count()):
            self.setColumnHidden(column, column not in visible)
        if self.chosen >= 0 and self.chosen not in visible:
            self.choose(min(visible, key=lambda column: abs(column - self.chosen)))
        self.fit()
        self.columns_changed.emit()

    def reset_columns(self) -> None:
        """Forget what the user did with the columns of another file."""
        self._own_widths = False
        self._mark(-1)
        self.show_columns(range(self.header.count()))

    def fit(self) -> None:
        """Give every column in sight the room that it needs; what is left is shared by all."""
        shown = self.visible_columns()
        if not shown:
            return
        with QSignalBlocker(self.header):
            if not self._widths:
                first = {column: self._wanted_width(column) for column in shown[:AT_ONCE]}
                self.header.setDefaultSectionSize(sum(first.values()) // len(first))
                self._set_widths(first)
            self._measure_in_sight()
            if not self._own_widths and all(column in self._widths for column in shown):
                left = max(self.viewport().width() - sum(map(self._wanted_width, shown)), 0)
                self._set_widths(
                    {
                        column: self._widths[column] + left // len(shown) + (place < left % len(shown))
                        for place, column in enumerate(shown)
                    }
                )
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

    def _measure(self) -> None:
        """Give the columns the room for what their variables are called now."""
        if not self._own_widths:
            self._widths.clear()
            self.fit()

    def _measure_in_sight(self) -> bool:
        """Give the columns that came into sight their room, and return whether there is one."""
        before, column = len(self._widths), max(self.columnAt(0), 0)
        place, end = self.columnViewportPosition(column), self.viewport().width()
        while place < end and column < self.header.count():
            if not self.isColumnHidden(column):
                if column not in self._widths:
                    self._set_widths({column: self._wanted_width(column)})
                place += self.columnWidth(column)
            column += 1
        return len(self._widths) > before

    def _set_widths(self, widths: Mapping[int, int]) -> None:
        for column, width in widths.items():
            if width != self.columnWidth(column):
                self.setColumnWidth(column, width)

    def _on_scrolled(self) -> None:
        bar = self.horizontalScrollBar()
        at_end = 0 < bar.value() == bar.maximum()
        with QSignalBlocker(self.header):
            measured = self._measure_in_sight()
        if measured:
            self.updateGeometries()
            self.viewport().update()
            if at_end:
                bar.setValue(bar.maximum())

    def _want_menu(self, column: int) -> None:
        self.menu_wanted.emit(column, self._headers[self.kept.keeps(column)].menu_place(column))

    def _follow(self, column: int) -> None:
        if column >= 0 and column != self.chosen:
            self._mark(column)
            self.viewport().update()
            self.column_chosen.emit(column)

    def _mark(self, column: int) -> None:
        self.chosen = column
        for header in self._headers:
            header.set_chosen(column)

    def _on_reset(self) -> None:
        if self.chosen >= self.records.columnCount():
            self._mark(-1)
        data = self.records.microdata
        self.kept.keep(self.records.keys)
        if data is not self._measured_data:
            self._measured_data = data
            self._widths.clear()
        self.fit_numbers(len(data) if data is not None else 0)
        self.fit()

    def _on_profile(self, name: str) -> None:
        column = self.records.names.index(name)
        if self._own_widths or column not in self._widths:
            return  # it is the user's, or is measured when it comes into sight
        del self._widths[column]
        if not self.horizontalScrollBar().maximum():
            self.fit()
            return
        # Nothing is left to be shared: of a thousand columns only this one changes, and that seldom.
        width = self._wanted_width(column)
        if width == self.columnWidth(column):
            return
        with QSignalBlocker(self.header):
            self.setColumnWidth(column, width)
        self.updateGeometries()
        # Behind what is in view it moves nothing that is seen.
        if self.columnViewportPosition(column) < self.viewport().width():
            self.viewport().update()

    def _wanted_width(self, column: int) -> int:
        if column not in self._widths:
            cells = widest_text(self.records.measured_texts(column, MEASURED)) + 2 * INSET + 2
            self._widths[column] = min(max(cells, self.header.wanted_width(column)), WIDEST)
        return self._widths[column]

    def _on_resized(self) -> None:
        # From now on the widths are the user's own.
        self._own_widths = True

    def column_entries(
        self,
        column: int,
        now: Arrangement,
        arrange: Callable[[Arrangement], object],
        add_filter: Callable[[], object],
    ) -> list[Entry | None]:
        """Return the entries of the menu of one column.

        Parameters
        ----------
        column
            Which one.
        now
            How the records are arranged.
        arrange, add_filter
            What the entries do.
        """
        name, as_it_is = (
            self.records.names[column],
            "" if now.by else "The records are in the order of the file",
        )

        def sort(words: str, *, descending: bool) -> Entry:
            wanted = now.sorted_by(name, descending=descending)
            ticked = now.by == name and now.descending == descending
            return Entry(words, partial(arrange, wanted), checked=ticked)

        return [
            sort("Sort ascending", descending=False),
            sort("Sort descending", descending=True),
            Entry("Order of the file", lambda: arrange(now.sorted_by("")), as_it_is),
            None,
            Entry("Filter…", add_filter),
            Entry(
                "Hide", lambda: self.toggle_column(column), LAST if len(self.visible_columns()) == 1 else ""
            ),
        ]
