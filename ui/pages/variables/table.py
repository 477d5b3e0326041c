"""Grid of all variables: chosen with the mouse or with single keys, for all selected rows at once."""

from PySide6.QtCore import QEvent, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu

from sdcdesk.core.variable import Role, Scale
from sdcdesk.inspection.variable_facts import VariableRow
from ui.look.icons import icon
from ui.models.variables_model import FOUND, ROLE_WORDS, ROW, Column, VariablesModel
from ui.pages.variables.cells import WIDTHS, Cell, NameCell, RoleCell, ScaleCell, WhyCell, role_name
from ui.pages.variables.header import AskedHeader
from ui.widgets.menus import Entry, context_menu
from ui.widgets.plain_table import PlainTable

HEIGHT = 38
HEADER = 28
REASON = 180
"""Pixels of a reason, at least."""

KEYS = {role: role[0].upper() for role in Role}
"""The key that gives the selected variables a role: its first letter."""


class VariablesTable(PlainTable):
    """Shows `VariablesModel`; what is chosen applies to all selected rows."""

    role_chosen = Signal(object)
    """A `Role` for the selected variables."""

    scale_chosen = Signal(object)
    """A `Scale` for the selected variables."""

    accepted = Signal(object)
    """Names of variables whose suggestion was accepted."""

    records_asked = Signal(str)
    """The records that contradict the description of a variable should be shown."""

    description_asked = Signal()
    """Label, unit and missing codes of the selected variables should be edited."""

    chosen = Signal()
    """Other rows are selected."""

    asked = Signal(int)
    """What a column means."""

    def __init__(self, model: VariablesModel) -> None:
        super().__init__("Variables", HEIGHT)
        self._shown = QSortFilterProxyModel(self)
        self._shown.setSourceModel(model)
        self._shown.setFilterRole(FOUND)
        self._shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setModel(self._shown)
        self._size()
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        self._shown.modelReset.connect(self.chosen)
        self._delegate()

    def selected(self) -> list[VariableRow]:
        """Return the selected rows, from the top."""
        return [index.data(ROW) for index in sorted(self.selectionModel().selectedRows())]

    def names(self) -> list[str]:
        """Return the names of the selected variables, from the top."""
        return [row.variable.name for row in self.selected()]

    def choose(self, name: str) -> None:
        """Select a variable and bring it into view; one that is not shown is left alone."""
        for row in range(self._shown.rowCount()):
            index = self._shown.index(row, 0)
            if index.data(ROW).variable.name == name:
                self.selectRow(row)
                self.scrollTo(index)

    def show_matching(self, words: str) -> None:
        """Show only the variables whose name or label holds these words."""
        self._shown.setFilterFixedString(words)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take the keys of the grid."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        letters = {ord(letter): role for role, letter in KEYS.items()}
        if plain and event.key() in letters:
            self.role_chosen.emit(letters[event.key()])
        elif plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif plain and event.key() == Qt.Key.Key_F2:
            self.description_asked.emit()
        elif event.key() == Qt.Key.Key_D and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.copy_down()
        elif _asks(event):
            self.asked.emit(self.currentIndex().column())
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take Shift+F1 before the window's own actions do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _asks(event):
            event.accept()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Give the reasons the room that is left, and enough to be read."""
        super().resizeEvent(event)
        self.setColumnWidth(Column.WHY, max(self.viewport().width() - sum(WIDTHS.values()), REASON))

    def keyboardSearch(self, search: str) -> None:  # noqa: N802
        """Search nothing: letters set roles."""

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Open a choice at the first click; several selected rows stay selected for it."""
        index = self.indexAt(event.position().toPoint())
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        choice = index.column() in (Column.ROLE, Column.SCALE)
        if plain and choice and event.button() is Qt.MouseButton.LeftButton:
            if self.selectionModel().isSelected(index):
                keep = self.selectionModel().SelectionFlag.NoUpdate
                self.selectionModel().setCurrentIndex(index, keep)
            else:
                self.setCurrentIndex(index)
            self.edit(index)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Edit label and unit at the name."""
        if self.indexAt(event.position().toPoint()).column() == Column.VARIABLE:
            self.description_asked.emit()
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
        shows = [row for row in rows if row.act == "Show"]
        menu = context_menu(
            self,
            Entry("Label, unit and missing codes\tF2", self.description_asked.emit),
            Entry("Copy down\tCtrl+D", self.copy_down),
            None,
            Entry("Accept what is suggested", lambda: self.accepted.emit(open_ones), why),
        )
        if shows:
            menu.addAction("Show these records", lambda: self._act(shows[0]))
        first = menu.actions()[0]
        for title, fill in (("Role", self.fill_roles), ("Scale", self.fill_scales)):
            part = QMenu(title, menu)
            fill(part)
            menu.insertMenu(first, part)
        return menu

    def fill_roles(self, menu: QMenu) -> None:
        """Put the roles into a menu."""
        for role, words in ROLE_WORDS.items():
            chosen = menu.addAction(icon(role_name(role)), f"{words}\t{KEYS[role]}")
            chosen.triggered.connect(lambda _checked=False, role=role: self.role_chosen.emit(role))

    def fill_scales(self, menu: QMenu) -> None:
        """Put the scales into a menu."""
        for scale in Scale:
            chosen = menu.addAction(str(scale).capitalize())
            chosen.triggered.connect(lambda _checked=False, scale=scale: self.scale_chosen.emit(scale))

    def copy_down(self) -> None:
        """Give all selected variables the role of the first of them, or its scale in that column."""
        rows = self.selected()
        if not rows:
            return
        first = rows[0].variable
        if self.currentIndex().column() == Column.SCALE:
            self.scale_chosen.emit(first.scale)
        else:
            self.role_chosen.emit(first.role)

    def _enter(self) -> None:
        index = self.currentIndex()
        if index.column() == Column.WHY:
            self._act(index.data(ROW))
        elif index.column() == Column.VARIABLE:
            self.description_asked.emit()
        elif index.column() in (Column.ROLE, Column.SCALE):
            self.edit(index)

    def _act(self, row: VariableRow) -> None:
        if row.act == "Show":
            self.records_asked.emit(row.variable.name)
        elif row.act == "Accept":
            self.accepted.emit([row.variable.name])

    def _size(self) -> None:
        header = AskedHeader(self, frozenset({Column.ROLE}))
        header.asked.connect(self.asked)
        header.setFixedHeight(HEADER)
        self.setHorizontalHeader(header)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)

    def _delegate(self) -> None:
        role, scale, why = RoleCell(self), ScaleCell(self), WhyCell(self)
        role.chosen.connect(self.role_chosen)
        scale.chosen.connect(self.scale_chosen)
        why.acted.connect(self._act)
        self.setItemDelegate(Cell(self))
        self.setItemDelegateForColumn(Column.VARIABLE, NameCell(self))
        self.setItemDelegateForColumn(Column.ROLE, role)
        self.setItemDelegateForColumn(Column.SCALE, scale)
        self.setItemDelegateForColumn(Column.WHY, why)


def _asks(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_F1 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier


def height(rows: int) -> int:
    """Return the pixels of a grid with so many rows."""
    return HEADER + rows * HEIGHT
