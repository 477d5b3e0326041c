"""Menu of the columns: which of them are shown."""

from collections.abc import Iterable, Sequence
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget, QWidgetAction

from ui.forms.editors.tick_list import ROW, TickList
from ui.pages.data.records_table import LAST, RecordsTable
from ui.widgets.menus import Entry, add_entry, fill
from ui.widgets.reason import allow

ENTRIES = 200
"""Columns that have an entry each; more stand in a list, which costs the same however many they are."""

LISTED, WIDTH = 14, 320
"""Rows that the list shows at once, and its pixels from left to right."""


class ColumnsMenu(QMenu):
    """Shows and hides columns; it is filled when it opens.

    Parameters
    ----------
    table
        Whose columns they are.
    parent
        What opens it.
    """

    def __init__(self, table: RecordsTable, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = table
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        table, names = self._table, self._table.records.names
        shown = {*table.visible_columns()}
        fill(self)
        every = add_entry(self, Entry("Show all columns", partial(table.show_columns, range(len(names)))))
        self._allow(every, shown)
        self.addSeparator()
        if len(names) > ENTRIES:
            self.addAction(self._list(every, shown))
            return
        for column, name in enumerate(names):
            words, act = table.records.called(name).replace("&", "&&"), partial(table.toggle_column, column)
            reason = LAST if shown == {column} else ""
            add_entry(self, Entry(words, act, reason, checked=column in shown))

    def _allow(self, every: QAction, shown: set[int]) -> None:
        allow(every, "All columns are shown" if len(shown) == len(self._table.records.names) else "")

    def _list(self, every: QAction, shown: set[int]) -> QAction:
        """Return a list of the columns with a box each, as one entry."""
        table, names = self._table, self._table.records.names
        ticks = TickList(names, {name: table.records.called(name) for name in names})
        ticks.setAccessibleName("Columns")
        ticks.setFixedSize(WIDTH, ROW * LISTED)
        ticks.tick(_named(names, shown))
        ticks.scrollToTop()

        def show() -> None:
            wanted = {*ticks.ticked()}
            if not wanted:
                ticks.tick(_named(names, table.visible_columns()))
                return
            now = {column for column, name in enumerate(names) if name in wanted}
            table.show_columns(now)
            self._allow(every, now)

        ticks.toggled.connect(show)
        action = QWidgetAction(self)
        action.setDefaultWidget(ticks)
        return action


def _named(names: Sequence[str], columns: Iterable[int]) -> list[str]:
    return [names[column] for column in columns]
