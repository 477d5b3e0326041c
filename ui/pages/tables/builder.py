"""Builder of a table: what it is made of, as a sentence of combos."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.display_names import display_names
from sdcdesk.core.operations.operation import fitting
from sdcdesk.core.operations.parameters import accepts
from sdcdesk.core.text.sentence import joined_by_and, sentence
from sdcdesk.document.planned_table import PlannedTable
from sdcdesk.tables import TablePlan
from ui.look.icons import set_icon
from ui.widgets.buttons import button, text_button
from ui.widgets.layout import column
from ui.widgets.menus import Entry, fill
from ui.widgets.reason import allow
from ui.widgets.sentence_row import SentenceRow
from ui.widgets.variable_combo import VariableCombo

SENTENCE = "Rows {rows} Columns {columns} Values {value} in {unit} {more}"

COUNT = "number of records"
FINISHED = "This table was read from a file; what it is made of is changed there."
NONE, FROM_FILE = "none", "as in the file"
UNIT = 88
"""Pixels of the field of the unit."""


class _StayingMenu(QMenu):
    """A menu that stays open when something in it is ticked; Escape, or a click elsewhere, closes it."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Tick what is clicked."""
        action = self.actionAt(event.position().toPoint())
        if action is None or not action.isEnabled():
            super().mouseReleaseEvent(event)
        elif action is self.activeAction():
            action.trigger()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Tick by the space bar; Enter ticks and closes."""
        action = self.activeAction()
        if event.key() == Qt.Key.Key_Space and action is not None and action.isEnabled():
            action.trigger()
        else:
            super().keyPressEvent(event)


class VariablesButton(QPushButton):
    """Variables, several at once, ticked in a menu that stays open for the next one.

    Parameters
    ----------
    name
        What they are for, also for screen readers.
    least
        How many must be chosen.
    """

    picked = Signal(tuple)
    """The names that are chosen now, in the order in which they were."""

    def __init__(self, name: str, least: int = 0) -> None:
        super().__init__()
        self._name, self._least = name, least
        self._chosen: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._called: Mapping[str, str] = {}
        self._taken: tuple[str, ...] = ()
        self.list = _StayingMenu(self)
        self.list.aboutToShow.connect(lambda: fill(self.list, *map(self._entry, self._names)))
        self.setMenu(self.list)
        set_icon(self, "chevron_down", "text2")
        self.setIconSize(QSize(14, 14))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the sign stands behind the words

    def offer(
        self, names: Iterable[str], called: Mapping[str, str], chosen: tuple[str, ...], taken: tuple[str, ...]
    ) -> None:
        """Offer variables, and show those that are chosen; others have their place already."""
        self._names, self._called, self._chosen, self._taken = tuple(names), called, chosen, taken
        words = joined_by_and([called.get(name, name) for name in chosen]) if chosen else NONE
        self.setText(words.replace("&", "&&"))
        self.setToolTip(words)
        self.setAccessibleName(sentence("{name}: {words}", name=self._name, words=words))
        if self.list.isVisible():  # entries stay, for one of them is what was just clicked
            for action, entry in zip(self.list.actions(), map(self._entry, self._names), strict=True):
                action.setChecked(bool(entry.checked))
                allow(action, entry.reason)

    def toggle_variable(self, name: str) -> None:
        """Choose a variable, or leave it out."""
        chosen = self._chosen
        kept = tuple(one for one in chosen if one != name)
        self.picked.emit(kept if name in chosen else (*chosen, name))

    def _entry(self, name: str) -> Entry:
        chosen, reason = name in self._chosen, ""
        if name in self._taken:
            reason = "It is in the other direction already."
        elif chosen and len(self._chosen) <= self._least:
            reason = "A table needs a row: choose another one first."
        words = self._called.get(name, name).replace("&", "&&")
        return Entry(words, partial(self.toggle_variable, name), reason, checked=chosen)


class Builder(QWidget):
    """Says and changes what a table is built of."""

    plan_changed = Signal(dict)
    """New values by parameter of `TablePlan`."""

    unit_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.rows, self.columns = VariablesButton("Rows", least=1), VariablesButton("Columns")
        self.value, self.unit = VariableCombo(), QLineEdit()
        self.value.setAccessibleName("Values")
        self.unit.setAccessibleName("Unit")
        self.unit.setPlaceholderText("unit")
        self.unit.setFixedWidth(UNIT)
        self.more = text_button("More…")
        self.more.setToolTip("Weights, holdings, waivers, costs, hierarchies, filters, title and file")
        controls: dict[str, QWidget] = {
            "rows": self.rows,
            "columns": self.columns,
            "value": self.value,
            "unit": self.unit,
            "more": self.more,
        }
        column(SentenceRow(SENTENCE, controls), inside=self)
        self.rows.picked.connect(lambda names: self.plan_changed.emit({"rows": names}))
        self.columns.picked.connect(lambda names: self.plan_changed.emit({"columns": names}))
        self.value.activated.connect(self._on_value)
        self.unit.editingFinished.connect(self._on_unit)
        self._shown: PlannedTable | None = None

    def show_table(self, table: PlannedTable, data: Microdata) -> None:
        """Show what a table is made of."""
        before, self._shown = self._shown, table
        plan, called = table.plan, display_names(data.variables)
        why = "" if plan is not None else FINISHED
        for control in (self.rows, self.columns, self.value):
            allow(control, why)
        # Each result brings the builder here again: what is being typed stays.
        if before is None or (before.name, before.unit) != (table.name, table.unit):
            self.unit.setText(table.unit)
        if plan is None:  # nothing of another table may be left standing
            for one in (self.rows, self.columns):
                one.offer((), {}, (), ())
            self.value.offer(("",), {"": FROM_FILE})
            return
        fields = TablePlan.model_fields
        self.rows.offer(_fit("rows", data), called, plan.rows, plan.columns)
        self.columns.offer(_fit("columns", data), called, plan.columns, plan.rows)
        numbers = fitting(accepts(fields["value"]), data)  # type: ignore[arg-type]
        sums = {name: sentence("sum of {name}", name=called.get(name, name)) for name in numbers}
        self.value.offer(("", *numbers), {"": COUNT, **sums}, plan.value or "")

    def _on_value(self) -> None:
        plan = self._shown.plan if self._shown is not None else None
        if plan is not None and self.value.name != (plan.value or ""):
            self.plan_changed.emit({"value": self.value.name or None})

    def _on_unit(self) -> None:
        if self._shown is not None and self.unit.text().strip() != self._shown.unit:
            self.unit_changed.emit(self.unit.text().strip())


def _fit(field: str, data: Microdata) -> tuple[str, ...]:
    accepted = accepts(TablePlan.model_fields[field])
    return fitting(accepted, data) if accepted is not None else data.names


class TableChooser(QWidget):
    """Chooses one of the project's tables, and adds, moves or removes them."""

    picked = Signal(str)
    """The name of the table that is to be shown."""

    def __init__(self, acts: Mapping[str, Callable[[], object]]) -> None:
        super().__init__()
        self.combo = VariableCombo()
        self.combo.setAccessibleName("Table of the project")
        self.combo.picked.connect(self.picked)
        self.add, self.more = button("Add table", small=True), text_button("Table…")
        menu = QMenu(self.add)
        fill(menu, *(Entry(words, act) for words, act in acts.items()))
        self.add.setMenu(menu)
        controls: dict[str, QWidget] = {"combo": self.combo, "add": self.add, "more": self.more}
        column(SentenceRow("Table {combo} {add} {more}", controls), inside=self)

    def show_tables(self, tables: tuple[PlannedTable, ...], chosen: str) -> None:
        """Offer the tables of the project."""
        self.combo.offer([one.name for one in tables], {one.name: one.shown_title for one in tables}, chosen)
