"""The menus of the data view: what can be done with one column, and which columns are shown."""

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from ui.models.arrangement import Arrangement
from ui.pages.data.records_table import RecordsTable
from ui.widgets.reason import disable


def fill_column_menu(
    menu: QMenu,
    name: str,
    now: Arrangement,
    *,
    arrange: Callable[[Arrangement], object],
    add_filter: Callable[[], object],
    hide: Callable[[], object],
    alone: bool,
) -> None:
    """Fill the menu of one column.

    Parameters
    ----------
    menu
        What is filled.
    name
        The variable.
    now
        How the records are arranged.
    arrange, add_filter, hide
        What the entries do.
    alone
        Whether it is the only column that is shown.
    """
    menu.setToolTipsVisible(True)
    for words, descending in (("Sort ascending", False), ("Sort descending", True)):
        entry = menu.addAction(words)
        entry.setCheckable(True)
        entry.setChecked(now.by == name and now.descending == descending)
        wanted = now.sorted_by(name, descending=descending)
        entry.triggered.connect(lambda _checked=False, wanted=wanted: arrange(wanted))
    order = menu.addAction("Order of the file")
    order.triggered.connect(lambda _checked=False: arrange(now.sorted_by("")))
    if not now.by:
        disable(order, "The records are in the order of the file")
    menu.addSeparator()
    menu.addAction("Filter…").triggered.connect(lambda _checked=False: add_filter())
    hidden = menu.addAction("Hide")
    hidden.triggered.connect(lambda _checked=False: hide())
    if alone:
        disable(hidden, "One column must stay")


def fill_columns_menu(menu: QMenu, table: RecordsTable) -> None:
    """Fill the menu in which columns are shown and hidden."""
    menu.clear()
    menu.setToolTipsVisible(True)
    shown = table.shown_columns()
    everything = menu.addAction("Show all columns")
    everything.triggered.connect(lambda _checked=False: table.show_all_columns())
    if len(shown) == len(table.records.names):
        disable(everything, "All columns are shown")
    menu.addSeparator()
    for column, name in enumerate(table.records.names):
        entry = menu.addAction(name.replace("&", "&&"))
        entry.setCheckable(True)
        entry.setChecked(column in shown)
        entry.toggled.connect(
            lambda on, column=column: table.show_column(column) if on else table.hide_column(column)
        )
        if shown == [column]:
            disable(entry, "One column must stay")
