"""Grid of all variables: chosen with the mouse or with single keys, for all selected rows at once."""

from collections.abc import Collection
from functools import partial
from itertools import groupby

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu

from sdcdesk.core.data.variable import Role, Scale
from sdcdesk.core.text.sentence import sentence
from sdcdesk.inspection.variable_rows import Act, VariableRow
from ui.look.icons import icon
from ui.look.theme import theme
from ui.models.variables_model import ROLE_WORDS, ROW, TITLES, VariableColumn, VariablesModel
from ui.pages.variables.cells import (
    PAD,
    WIDTHS,
    Cell,
    NameCell,
    RoleCell,
    ScaleCell,
    ValuesCell,
    WhyCell,
    role_name,
)
from ui.widgets.buttons import help_button
from ui.widgets.figure import asks
from ui.widgets.menus import Entry, context_menu, fill
from ui.widgets.plain_table import ROW as HEADER
from ui.widgets.plain_table import PlainTable
from ui.widgets.widest_text import widest_text

HEIGHT = 38
REASON = 180
"""Pixels of a reason, at least."""

KEYS = {role: role[0].upper() for role in Role}
"""The key that gives the selected variables a role: its first letter."""

LETTERS = {ord(letter): role for role, letter in KEYS.items()}

PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class VariablesTable(PlainTable):
    """Shows `VariablesModel`; what is chosen applies to all selected rows."""

    role_chosen = Signal(object)
    """A `Role` for the selected variables."""

    scale_chosen = Signal(object)
    """A `Scale` for the selected variables."""

    accepted = Signal(object)
    """Names of variables whose suggestion was accepted."""

    records_requested = Signal(str)
    """The records that contradict the description of a variable should be shown."""

    description_requested = Signal()
    """Label, unit and missing codes of the selected variables should be edited."""

    chosen = Signal()
    """Other rows are selected."""

    requested = Signal()
    """What a role is."""

    def __init__(self, model: VariablesModel) -> None:
        super().__init__("Variables", HEIGHT)
        self._model = model
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setModel(model)
        self._size()
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        model.modelReset.connect(self.chosen)
        model.modelReset.connect(self._spread)
        self._delegate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Share the room between names and reasons."""
        self._spread()
        super().resizeEvent(event)

    def selected(self) -> list[VariableRow]:
        """Return the selected rows, from the top."""
        # Whole rows are selected: to ask for each of them takes a file of many variables long.
        selection = self.selectionModel().selection()
        parts = (selection.at(number) for number in range(selection.count()))
        places = sorted({place for part in parts for place in range(part.top(), part.bottom() + 1)})
        return [self._model.rows[place] for place in places]

    def names(self) -> list[str]:
        """Return the names of the selected variables, from the top."""
        return [row.variable.name for row in self.selected()]

    def choose(self, name: str) -> None:
        """Select a variable and bring it into view; one that is not shown is left alone."""
        for place, row in enumerate(self._model.rows):
            if row.variable.name == name:
                self.selectRow(place)
                self.scrollTo(self._model.index(place, 0))

    def show_matching(self, words: str) -> None:
        """Show only the variables whose name or label holds these words; those that were selected stay so."""
        names, current = set(self.names()), self.currentIndex()
        at = self._model.rows[current.row()].variable.name if current.isValid() else ""
        with QSignalBlocker(self):  # all views are told once
            self._model.show_matching(words)
            self._select(names, at, current.column())
        self.chosen.emit()

    def _select(self, names: Collection[str], at: str, column: int) -> None:
        """Select variables that are shown, and give the keyboard to the cell of one of them."""
        shown, flag = [row.variable.name for row in self._model.rows], QItemSelectionModel.SelectionFlag
        if at in shown:
            index = self._model.index(shown.index(at), column)
            self.selectionModel().setCurrentIndex(index, flag.NoUpdate)
        chosen = QItemSelection()
        for is_chosen, part in groupby(enumerate(shown), lambda one: one[1] in names):
            places = [place for place, _ in part]
            if is_chosen:
                last = self._model.index(places[-1], self._model.columnCount() - 1)
                chosen.select(self._model.index(places[0], 0), last)
        self.selectionModel().select(chosen, flag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take the keys of the grid."""
        plain = event.modifiers() in PLAIN
        if plain and event.key() in LETTERS:
            self.role_chosen.emit(LETTERS[event.key()])
        elif plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter(self.currentIndex())
        elif plain and event.key() == Qt.Key.Key_F2:
            self.description_requested.emit()
        elif event.key() == Qt.Key.Key_D and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.copy_down()
        elif asks(event):
            self.requested.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and asks(event):
            event.accept()
            return True
        return super().event(event)

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Search nothing: letters set roles."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Open a choice at the first click; several selected rows stay selected for it."""
        index = self.indexAt(event.position().toPoint())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        choice = index.column() in (VariableColumn.ROLE, VariableColumn.SCALE)
        if plain and choice and event.button() is Qt.MouseButton.LeftButton:
            if self.selectionModel().isSelected(index):
                keep = self.selectionModel().SelectionFlag.NoUpdate
                self.selectionModel().setCurrentIndex(index, keep)
            else:
                self.setCurrentIndex(index)
            self._enter(index)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Edit label and unit at the name."""
        if self.indexAt(event.position().toPoint()).column() == VariableColumn.VARIABLE:
            self.description_requested.emit()
        else:
            super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Offer all that can be done with the selected rows."""
        if self.selected():
            self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return a menu of all that can be done with the selected rows."""
        rows = self.selected()
        open_ones = [row.variable.name for row in rows if row.proposal]
        why = "" if open_ones else "No suggestion is open"
        shows = [Entry("Show these records", partial(self._act, row)) for row in rows if row.act is Act.SHOW]
        menu = context_menu(
            self,
            Entry("Label, unit and missing codes\tF2", self.description_requested.emit),
            Entry("Copy down\tCtrl+D", self.copy_down),
            None,
            Entry("Accept what is suggested", lambda: self.accepted.emit(open_ones), why),
            *shows[:1],
        )
        first = menu.actions()[0]
        for column in (VariableColumn.ROLE, VariableColumn.SCALE):
            part = QMenu(TITLES[column], menu)
            fill(part, *self.choices(column))
            menu.insertMenu(first, part)
        return menu

    def choices(self, column: VariableColumn) -> list[Entry]:
        """Return the roles, or the scales, as entries of a menu for the selected variables."""
        if column is VariableColumn.SCALE:
            return [Entry(scale.capitalize(), partial(self.scale_chosen.emit, scale)) for scale in Scale]
        return [
            Entry(f"{words}\t{KEYS[role]}", partial(self.role_chosen.emit, role), icon=icon(role_name(role)))
            for role, words in ROLE_WORDS.items()
        ]

    def copy_down(self) -> None:
        """Give all selected variables the role of the first of them, or its scale in that column."""
        rows = self.selected()
        if not rows:
            return
        first = rows[0].variable
        if self.currentIndex().column() == VariableColumn.SCALE:
            self.scale_chosen.emit(first.scale)
        else:
            self.role_chosen.emit(first.role)

    def _enter(self, index: QModelIndex) -> None:
        """Do what a cell is for."""
        if index.column() == VariableColumn.WHY:
            self._act(index.data(ROW))
        elif index.column() == VariableColumn.VARIABLE:
            self.description_requested.emit()
        elif index.column() in (VariableColumn.ROLE, VariableColumn.SCALE):
            self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        """Open the choice of a role or a scale, at the one that the variable has."""
        variable, column = index.data(ROW).variable, VariableColumn(index.column())
        menu = context_menu(self, *self.choices(column))
        menu.setAccessibleName(sentence("{titles} of {name}", titles=TITLES[column], name=str(variable.name)))
        menu.popup(self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()))
        is_role = column is VariableColumn.ROLE
        now = list(Role).index(variable.role) if is_role else list(Scale).index(variable.scale)
        menu.setActiveAction(menu.actions()[now])

    def _act(self, row: VariableRow) -> None:
        if row.act is Act.SHOW:
            self.records_requested.emit(row.variable.name)
        elif row.act is Act.ACCEPT:
            self.accepted.emit([row.variable.name])

    def _spread(self) -> None:
        """Give the names what they need of the half of the room that is free; the rest is for the reasons."""
        names = (row.variable.name for row in self._model.all_rows)
        wanted = widest_text(names, "card_title") + 2 * PAD + 2
        usual, free = WIDTHS[VariableColumn.VARIABLE], self.viewport().width() - sum(WIDTHS.values()) - REASON
        width = max(usual, min(wanted, usual + free // 2))
        self.set_widths({**WIDTHS, VariableColumn.VARIABLE: width}, VariableColumn.WHY, REASON)

    def _size(self) -> None:
        header = self.horizontalHeader()
        self.help = help_button(TITLES[VariableColumn.ROLE])
        self.help.setParent(header.viewport())
        self.help.clicked.connect(self.requested)
        header.sectionResized.connect(lambda *_: self._place_help())
        self._spread()

    def _place_help(self) -> None:
        """Put the "?" beside its title."""
        header, side = self.horizontalHeader(), self.help.sizeHint()
        words = theme().metrics("table_header").horizontalAdvance(TITLES[VariableColumn.ROLE])
        left = header.sectionViewportPosition(VariableColumn.ROLE) + PAD + words
        self.help.setGeometry(left, (HEADER - side.height()) // 2, side.width(), side.height())

    def _delegate(self) -> None:
        self.setItemDelegate(Cell(self))
        self._why = WhyCell(self)
        self._why.acted.connect(self._act)
        cells = {
            VariableColumn.VARIABLE: NameCell(self),
            VariableColumn.ROLE: RoleCell(self),
            VariableColumn.SCALE: ScaleCell(self),
        }
        others = {VariableColumn.VALUES: ValuesCell(self), VariableColumn.WHY: self._why}
        for column, cell in {**cells, **others}.items():
            self.setItemDelegateForColumn(column, cell)


def height(rows: int) -> int:
    """Return the pixels of a grid with so many rows."""
    return HEADER + rows * HEIGHT
