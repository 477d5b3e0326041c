"""Coding list: codings as rows, sorted by their headers, filtered by the level of each variable."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.search.codings.coding_table import CodingTable
from sdcdesk.search.codings.lattice import Lattice, Node
from ui.look.locale import in_user_locale
from ui.models.codings_model import CODING, LEFT_OUT, LOSS, NOTE, SMALLEST, VERDICT, CodingsModel
from ui.pages.safe_coding.coding_cell import PAD, CodingCell, longest_words
from ui.widgets.combo import ElidedCombo
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel
from ui.widgets.layout import column, discard, row, widget_in
from ui.widgets.plain_table import ROW, PlainTable
from ui.widgets.verdict_cell import VerdictCell

ANY = "any level"

ROWS = 12
"""Rows that are seen of a long list."""

WIDTHS = {LEFT_OUT: 84, SMALLEST: 118, LOSS: 84, NOTE: 156, VERDICT: 126}
"""Pixels of the columns beside the words."""

TWO_LINES = 40
"""Pixels of a row with two lines."""

LEAST = 160
"""Pixels of the words at least."""


class CodingRows(PlainTable):
    """A table of codings; Enter or a double-click uses one.

    Parameters
    ----------
    name
        Accessible name.
    model
        Its rows.
    columns
        The columns that are shown.
    """

    chosen = Signal(object)
    """Another coding was chosen, by its levels."""

    used = Signal(object)
    """A coding is to be used, by its levels."""

    menu_wanted = Signal(object)
    """The menu of the chosen coding is wanted, at a place on the screen."""

    def __init__(self, name: str, model: CodingsModel, columns: Sequence[int]) -> None:
        super().__init__(name)
        self.codings = model
        self.setModel(model)
        self.setWordWrap(False)
        self.setItemDelegateForColumn(CODING, CodingCell(self))
        self.setItemDelegateForColumn(VERDICT, VerdictCell(self))
        for each in range(model.columnCount()):
            self.setColumnHidden(each, each not in columns)
        self.let_sort()
        widths = {each: WIDTHS[each] for each in columns if each in WIDTHS}
        self.set_widths(widths, CODING, LEAST)
        self.beside = sum(widths.values()) + self.verticalScrollBar().sizeHint().width() + 2 * PAD
        self.current: Node | None = None
        self._longest = 0
        for moved in (model.modelReset, model.layoutChanged):
            moved.connect(lambda: self.set_current(self.current))
        self.activated.connect(lambda index: self.used.emit(model.node(index.row())))
        self.selectionModel().currentRowChanged.connect(self._on_current)

    def set_current(self, node: Node | None) -> None:
        """Choose the row of a coding without a signal; none where it is not shown now."""
        self.current, place = node, self.codings.find_row(node)
        with QSignalBlocker(self):
            flags = QItemSelectionModel.SelectionFlag
            if place < 0:
                self.selectionModel().clear()
            else:
                index = self.codings.index(place, CODING)
                self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.viewport().update()

    def set_lattice(self, lattice: Lattice) -> None:
        """Have rows of two lines where one has no room for the longest words."""
        self._longest = longest_words(lattice)
        self._fit_rows()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Have as many lines as the words need in the room that they have now."""
        super().resizeEvent(event)
        self._fit_rows()

    def has_room(self, width: int) -> bool:
        """Return whether two lines hold the longest words where the table has so many pixels."""
        return self._longest <= 2 * max(width - self.beside, LEAST)

    def _fit_rows(self) -> None:
        room = self.columnWidth(CODING) - 2 * PAD
        self.verticalHeader().setDefaultSectionSize(TWO_LINES if self._longest > room else ROW)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 - Qt's name
        """Ask for the menu of the chosen coding."""
        if self.currentIndex().isValid():
            self.menu_wanted.emit(event.globalPos())

    def _on_current(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid() and not self.signalsBlocked():
            self.current = self.codings.node(index.row())
            self.chosen.emit(self.current)


class CodingList(QWidget):
    """All codings as rows below filters, one for each variable."""

    def __init__(self) -> None:
        super().__init__()
        self.model = CodingsModel(self)
        self.rows = CodingRows("All codings", self.model, (CODING, LEFT_OUT, SMALLEST, LOSS, NOTE))
        self.rows.setFixedHeight(ROW * (ROWS + 1) + 2)
        self.filters: list[ElidedCombo] = []
        self._parts: list[QWidget] = []
        self._offered: list[tuple[str, list[str]]] = []
        self._line = FlowLayout(gap=12, centred=True)
        self.shown = ElidedLabel(style="caption", tone="text3")
        head = widget_in(self._line)
        head.setContentsMargins(12, 8, 12, 8)
        foot = widget_in(row((self.shown, 1), margins=(12, 0, 12, 0)))
        foot.setFixedHeight(28)
        column(head, self.rows, foot, spacing=0, inside=self)

    def show_table(
        self,
        table: CodingTable,
        lattice: Lattice,
        loss_text: Callable[[float], str],
    ) -> None:
        """Show codings; see `CodingsModel.show_table`. Filters stay as they are while they offer the same."""
        offered = [
            (name, [in_user_locale(hierarchy.level_title(level)) for level in range(hierarchy.height + 1)])
            for name, hierarchy in zip(lattice.keys, lattice.hierarchies, strict=True)
        ]
        if offered != self._offered:
            discard(*self._parts)
            self._parts, self.filters, self._offered = [], [], offered
            for name, titles in offered:
                self._add_filter(name, titles)
        self.rows.set_lattice(lattice)
        self.model.show_table(table, lattice, loss_text)
        self._filter()

    def _add_filter(self, name: str, titles: Sequence[str]) -> None:
        choice = ElidedCombo(Qt.TextElideMode.ElideRight)
        choice.setMinimumContentsLength(len(ANY))
        choice.setMaximumWidth(220)
        choice.setAccessibleName(sentence("Only codings with a level of {name}", name=name))
        choice.addItem(ANY)
        choice.addItems(list(titles))
        choice.activated.connect(lambda _at: self._filter())
        words = ElidedLabel(name, "caption", "text2", Qt.TextElideMode.ElideMiddle)
        words.setMaximumWidth(160)
        part = widget_in(row(words, choice, spacing=6))
        self.filters.append(choice)
        self._parts.append(part)
        self._line.addWidget(part)

    def _filter(self) -> None:
        chosen = {place: choice.currentIndex() - 1 for place, choice in enumerate(self.filters)}
        self.model.filter({place: level for place, level in chosen.items() if level >= 0})
        self._count()

    def _count(self) -> None:
        whole, seen = len(self.model.table or ()), self.model.rowCount()
        words = "All {n} in the list" if seen == whole else "{n} of {all} in the list"
        self.shown.setText(in_user_locale(sentence(words, n=seen, all=whole)))
