"""Kept columns: the first columns of a table, in view however far it is scrolled sideways."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QHeaderView, QTableView

from sdcdesk.core.text.sentence import sentence
from ui.widgets.label import hairline
from ui.widgets.symbol_header import SymbolHeader

SHARE = 0.6
"""Share of the table's width that kept columns take at most: the others have to be seen too."""


class KeptColumns(QTableView):
    """Lies over a table that is scrolled sideways and shows its first columns; all else is the table's.

    Cursor, selection, widths, order of the rows and delegate are those of the table, and so is the focus.

    Parameters
    ----------
    table
        The table.
    """

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._columns: Sequence[int] = ()
        self._following = True
        self._all_hidden = False
        self.setAccessibleName(sentence("{name}, kept columns", name=table.accessibleName()))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(table)
        self.setWordWrap(False)
        self.setAutoScroll(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        table.horizontalScrollBar().valueChanged.connect(self._show)
        table.verticalScrollBar().valueChanged.connect(self.verticalScrollBar().setValue)
        self.verticalScrollBar().valueChanged.connect(table.verticalScrollBar().setValue)
        self.take_header(SymbolHeader(self))
        self._edge = hairline(vertical=True)
        self._edge.setParent(self)
        self.hide()

    def take_header(self, header: QHeaderView) -> None:
        """Use a header of the kind that the table has."""
        header.setHighlightSections(False)
        header.sectionResized.connect(self._on_resized)
        self.setHorizontalHeader(header)

    def keep(self, columns: Sequence[int]) -> None:
        """Keep some columns, which are the first ones of the table that are shown."""
        table, self._columns, self._following = self._table, columns, True
        if self.model() is not table.model():
            self.setModel(table.model())
        if self.selectionModel() is not table.selectionModel():
            self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(table.itemDelegate())
        self.setSelectionBehavior(table.selectionBehavior())
        self.setSelectionMode(table.selectionMode())
        self.setVerticalScrollMode(table.verticalScrollMode())
        header, own = table.horizontalHeader(), self.horizontalHeader()
        own.setDefaultAlignment(header.defaultAlignment())
        own.setTextElideMode(header.textElideMode())
        self._all_hidden = False
        self.follow()

    def covered(self, column: int) -> int:
        """Return how many pixels at the left of the table hide a column of it; none of a kept one."""
        return 0 if self.isHidden() or not self.isColumnHidden(column) else self.width()

    def keeps(self, column: int) -> bool:
        """Return whether a column is in view here."""
        return not self.isHidden() and not self.isColumnHidden(column)

    def follow(self) -> None:
        """Take over widths and place from the table."""
        self._following, table, view = True, self._table, self._table.viewport()
        height, room, total = table.horizontalHeader().height(), round(SHARE * view.width()), 0
        for column in self._columns:
            if table.isColumnHidden(column):
                self.hideColumn(column)
                continue
            width = table.columnWidth(column)
            room = room if total + width <= room else 0  # what is behind one without room is not kept either
            self.setColumnHidden(column, not room)
            if room:
                self.setColumnWidth(column, width)
                total += width
        self.horizontalHeader().setFixedHeight(height)
        self.setGeometry(view.x(), table.frameWidth(), total, height + view.height())
        self._edge.setGeometry(total - 1, 0, 1, self.height())
        self._edge.raise_()
        self._following = False
        self._show()

    def scrollTo(  # noqa: N802 - Qt's name
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Leave it to the table."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Turn the wheel of the table."""
        QApplication.sendEvent(self._table.viewport(), event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Open the menu of the table."""
        place = self._table.viewport().mapFromGlobal(event.globalPos())
        self._table.customContextMenuRequested.emit(place)

    def _show(self) -> None:
        shown = self.width() > 0 and self._table.horizontalScrollBar().value() > 0
        if shown:
            self._hide_others()
            self.verticalScrollBar().setValue(self._table.verticalScrollBar().value())
        self.setVisible(shown)
        self.raise_()  # the table may have got another header since

    def _hide_others(self) -> None:
        """Hide all columns but the kept ones, once it is seen: Qt takes long, and there may be thousands."""
        if self._all_hidden:
            return
        self._all_hidden, before, self._following = True, self._following, True
        for column in range(self.horizontalHeader().count()):
            if column not in self._columns and not self.isColumnHidden(column):
                self.hideColumn(column)
        self._following = before

    def _on_resized(self, column: int, _old: int, new: int) -> None:
        # Showing a column again resizes it, too: only what the user drags is for the table.
        if not self._following and new != self._table.columnWidth(column):
            self._table.setColumnWidth(column, new)
