"""Table card: rows of findings with sort, copy, export, and the records that a row stands for."""

from html import escape

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy

from sdcdesk.core.results.column import NAMING
from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.results.table import Table
from sdcdesk.core.text.sentence import sentence
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.models.table_model import RAW, TableModel
from ui.plots.export import Exporter
from ui.results.names_cell import NamesCell
from ui.session.navigator import Navigator
from ui.widgets.buttons import link
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import row
from ui.widgets.numbers import count
from ui.widgets.plain_table import ROW, PlainTable
from ui.widgets.reason import allow
from ui.widgets.share_bar import LEAST, ShareBar
from ui.widgets.symbols import SymbolCell
from ui.widgets.what_is_this import explain

MOST_ROWS = 8
"""Rows before the table scrolls."""

FOOT = 32
SHORTEST = 100
"""Pixels of a column of words that stay where room is short: no number leaves the table for a long name."""

TERMS = ("criterion", "estimator", "holds", "who")
"""Columns of terms of ours, which are never cut: whoever reads them looks them up."""

LOOKED_AT = 40
"""Rows whose texts decide how wide a column is."""

SIDE = 24
"""Pixels of a column beside its text: padding, and the arrow of the sort order."""


class FindingsTable(PlainTable):
    """The rows of a table; clicks on a header sort by it, a third one takes the sort order back."""

    def __init__(self, name: str, model: TableModel) -> None:
        super().__init__(name)
        self.rows, self.shortest = model, SHORTEST
        self.setModel(model)
        self.setWordWrap(False)
        # Numbers stand first in what is told of a row; names of variables have cells of their own.
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        lines = 2 if any(column.over for column in model.table.columns) else 1
        self.horizontalHeader().setFixedHeight(ROW * lines)
        self.let_sort()
        for place, column in enumerate(model.table.columns):
            if column.bar:
                bar = ShareBar(self, lambda index: index.data(RAW) or 0.0, column.bar)
                self.setItemDelegateForColumn(place, bar)
            elif column.unit is None and column.name in NAMING:
                self.setItemDelegateForColumn(place, NamesCell(self))
            elif column.unit is None:
                self.setItemDelegateForColumn(place, SymbolCell(self))
        self._natural = [self._natural_width(column) for column in range(model.columnCount())]
        self._spread()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Share the room between the columns."""
        super().resizeEvent(event)
        self._spread()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the rows that are seen without scrolling."""
        rows = min(max(self.rows.rowCount(), 1), MOST_ROWS)
        bar = self.horizontalScrollBar().sizeHint().height() if self._is_wide() else 0
        return QSize(320, self.horizontalHeader().height() + ROW * rows + bar + 2)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """Return the same height: few rows are never scrolled."""
        return QSize(1, self.sizeHint().height())

    def _is_wide(self) -> bool:
        return sum(map(self._stays, range(len(self._natural)))) > self.viewport().width()

    def _stays(self, place: int) -> int:
        """Return the pixels that stay of a column where room is short: numbers and terms are never cut."""
        column, width = self.rows.table.columns[place], self._natural[place]
        if column.unit is not None:
            return width
        return width if column.name in TERMS else min(width, self.shortest)

    def _natural_width(self, column: int) -> int:
        bold = theme().metrics("table_header")
        title = str(self.rows.headerData(column, Qt.Orientation.Horizontal))
        titles = (bold.horizontalAdvance(line) + SIDE for line in title.split("\n"))
        metrics = theme().metrics("body")
        seen = self.rows.displayed_cells(range(min(self.rows.rowCount(), LOOKED_AT)), column)
        cells = max((metrics.horizontalAdvance(cell.text) for cell in seen), default=0)
        bar = LEAST if self.rows.table.columns[column].bar else 0
        return max(*titles, cells + SIDE // 2 + 6 + bar)

    def _spread(self) -> None:
        spare = self.viewport().width() - sum(self._natural)
        each, rest = divmod(max(spare, 0), max(len(self._natural), 1))
        columns = self.rows.table.columns
        # What is told of a row gives way before what names it.
        for place in sorted(range(len(columns)), key=lambda at: columns[at].role == "key"):
            width, last = self._natural[place], place == len(columns) - 1
            cut = min(width - self._stays(place), max(-spare, 0))
            spare += cut
            self.setColumnWidth(place, width - cut + each + (rest if last else 0))
        self.updateGeometry()


class TableCard(Card):
    """A table with its header, footer and menu.

    Parameters
    ----------
    table
        What is shown.
    model
        Its rows.
    navigator
        Leads to records.
    live
        Whether its rows are those of the file that is open, so that their records can be shown.
    """

    def __init__(self, table: Table, model: TableModel, navigator: Navigator, *, live: bool = True) -> None:
        super().__init__(table.title, margin=0)
        self.declared, self.model = table, model
        model.setParent(self)
        self.view = FindingsTable(table.title, model)
        self.exporter = Exporter(self, lambda: table.title)
        self.exporter.fill_rows(self.menu(), model.displayed_rows, model.at_full_precision)
        self.show_records = self.add_action("Show these records")
        self.show_records.setVisible(table.rows is not None and len(table) > 0)
        self.show_records.clicked.connect(self._show_records)
        self.add_scenario = self.add_action("Add as scenario")
        self.add_scenario.setVisible(table.known is not None and len(table) > 0)
        self.add_scenario.clicked.connect(lambda: navigator.add_scenario(self._known()))
        self._navigator, self._live = navigator, live
        self._add_foot()
        self.view.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        self.body.insertWidget(0, self.view, 1)
        self.body.setSpacing(0)
        self.requested.connect(self._explain)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self.view.activated.connect(lambda _index: self._show_records())
        model.rowsInserted.connect(lambda *_: self._show_rows())
        model.layoutChanged.connect(self._show_rows)
        self._show_rows()
        self._allow()
        if not len(table):
            self.show_empty("" if table.empty else "Nothing was found", table.empty)

    def place(self) -> tuple[int, Qt.SortOrder, int]:
        """Return sort column, order, and position of the current row, for the table that comes after it."""
        index = self.view.currentIndex()
        return *self.model.sorted_by, self.model.position(index.row()) if index.isValid() else -1

    def go_to(self, place: tuple[int, Qt.SortOrder, int]) -> None:
        """Take the place of the table that was here before."""
        column, order, position = place
        if 0 <= column < self.model.columnCount():
            self.view.horizontalHeader().setSortIndicator(column, order)
        row = self.model.find_row(position) if 0 <= position < len(self.declared) else -1
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag
            index = self.model.index(row, 0)
            self.view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Copy as shown with the usual key."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.exporter.copy(self.model.displayed_rows())
        else:
            super().keyPressEvent(event)

    # Parts

    def _add_foot(self) -> None:
        self.foot = foot = QFrame()
        foot.setObjectName("tableFoot")
        foot.setFixedHeight(FOOT)
        self.order = ElidedLabel(style="caption", tone="text3")
        self.all = link("")
        self.all.clicked.connect(self.model.show_all)
        row((self.order, 1), self.all, margins=(12, 0, 12, 0), inside=foot)
        self.body.addWidget(foot)

    def _show_rows(self) -> None:
        """Say how many rows are seen, and in which order."""
        whole, seen = len(self.declared), self.model.rowCount()
        note = sentence("{n} of {all}", n=seen, all=whole)
        self.set_note(in_user_locale(note) if seen < whole else count(whole))
        self.all.setText(in_user_locale(sentence("Show all {n}", n=whole)))
        self.all.setVisible(seen < whole)
        column, order = self.model.sorted_by
        descending = order is Qt.SortOrder.DescendingOrder
        self.order.setText(self.declared.order_text(column, descending=descending, seen=seen))
        self.foot.setVisible(bool(self.order.text()))

    def _allow(self) -> None:
        why = "" if self.view.selectionModel().hasSelection() else "Choose a row first."
        old = "These rows are of an earlier question, or of another file."
        allow(self.show_records, why if self._live else old)
        unknown = (
            "" if self._known() else "Nothing says that others know these variables; give them the role key."
        )
        allow(self.add_scenario, why or unknown)

    def _known(self) -> tuple[str, ...]:
        """Return the variables of the current row that others know."""
        index, known = self.view.currentIndex(), self.declared.known
        return known(self.model.position(index.row())) if known is not None and index.isValid() else ()

    def _show_records(self) -> None:
        index, table = self.view.currentIndex(), self.declared
        if table.rows is None or not self._live or not index.isValid():
            return
        position = self.model.position(index.row())
        self._navigator.show_records(table.rows(position), table.row_text(position))

    def _explain(self) -> None:
        meanings = [f"{c.title}: {c.meaning}" for c in self.declared.columns if c.meaning]
        paragraph = "\n".join(filter(None, (in_user_locale(self.declared.about), *meanings)))
        explain(self.help, Explanation(escape(self.declared.title), paragraph or "Rows of what was found."))
