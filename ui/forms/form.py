"""The form of an operation, made from its class."""

import re
from collections.abc import Collection
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from sdcdesk.core.errors import ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import accepts, shown
from sdcdesk.core.variable import Scale
from sdcdesk.masking.replacement import as_text
from ui.forms.build import editor_for
from ui.forms.editor import Editor
from ui.forms.limits import limits
from ui.forms.line_editors import ValueEditor
from ui.forms.notes import NOTHING, note
from ui.forms.row import LABELS, FormRow
from ui.widgets.buttons import link
from ui.widgets.label import label

LONGEST_TABLE = 200
"""Categories for which a table in the form has rows."""


class OperationForm(QWidget):
    """Shows the parameters of an operation and reads them back.

    Parameters
    ----------
    kind
        The class of the operation.
    data
        The microdata that it will be applied to.
    operation
        Values to begin with; the defaults where not given.
    without
        Parameters that are edited elsewhere: they stay as they are.
    """

    edited = Signal()
    """A value was changed by the user."""

    def __init__(
        self,
        kind: type[Operation],
        data: Microdata,
        operation: Operation | None = None,
        parent: QWidget | None = None,
        *,
        without: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self.kind, self._data = kind, data
        self._saved: Operation | None = None
        self._touched: set[str] = set()
        self._cut = ""
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, LABELS)
        grid.setColumnStretch(1, 1)
        self._without = tuple(name for name in kind.model_fields if name in without)
        self.rows = {name: self._row(grid, name) for name in _ordered(kind) if name not in without}
        self.more = link("More options")
        self.more.setCheckable(True)
        self.more.toggled.connect(lambda _on: self._show_what_applies())
        grid.addWidget(self.more, grid.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)
        self.error = label(tone="risk_text", wraps=True)
        self.error.hide()
        grid.addWidget(self.error, grid.rowCount(), 0, 1, 2)
        grid.setRowStretch(grid.rowCount(), 1)
        self.set_operation(operation)

    @property
    def saved(self) -> Operation | None:
        """The operation from which differences are noted; None: the defaults."""
        return self._saved

    @property
    def editors(self) -> dict[str, Editor]:
        """The editors by parameter."""
        return {name: row.editor for name, row in self.rows.items()}

    def operation(self) -> Operation:
        """Return the operation as entered, and show beside its field what is wrong.

        Raises
        ------
        SdcError
            A parameter cannot be read, is out of range, or does not fit the data.
        """
        return self._read(tell=set(self.rows) | {""})

    def entered(self) -> Operation:
        """Return the operation as entered; what is wrong is shown only beside fields that were edited.

        Raises
        ------
        SdcError
            As for `operation`.
        """
        return self._read(tell=self._touched | ({""} if self._touched else set()))

    def set_operation(self, operation: Operation | None) -> None:
        """Show the values of an operation, and from now on what differs from them; None: the defaults."""
        self._saved = operation
        self._touched.clear()
        self._enter({name: self._first(name) for name in self.rows})
        self.tell("", "")

    def fill(self, operation: Operation | None) -> None:
        """Enter the values of an operation as the user could have done."""
        if operation is not None:
            self._enter({name: getattr(operation, name) for name in self.rows})

    def chosen(self) -> list[str]:
        """Return the variables that are chosen in the form, those of rare options left out."""
        chosen: list[str] = []
        for name, info in self.kind.model_fields.items():
            if accepts(info) is not None and self._applies(name) and not shown(info).more:
                value = self._raw(name) or []
                chosen += [value] if isinstance(value, str) else value
        return [name for name in chosen if name in self._data.names]

    def error_text(self, error: SdcError) -> str:
        """Return an error as it reads far from its field."""
        info = self.kind.model_fields.get(error.field or "")
        name = f"{info.title}: " if info else ""
        return name + (error.message[:1].lower() + error.message[1:] if name else error.message)

    def show_error(self, error: SdcError) -> None:
        """Show below its field why the operation failed."""
        placed = self._placed(error)
        self.tell(placed.field or "", placed.message)

    def tell(self, field: str, sentence: str) -> None:
        """Show a sentence below its field, or at the end of the form where it belongs to none."""
        for name, row in self.rows.items():
            row.tell(sentence if name == field and row.is_shown else "")
        lost = field not in self.rows or not self.rows[field].is_shown
        self.error.setText(sentence if lost else "")
        self.error.setVisible(bool(sentence) and lost)

    def focus_first(self) -> None:
        """Give the focus to the first field that lacks something, else to the first one."""
        try:
            self._parsed()
            field = ""
        except SdcError as error:
            field = error.field or ""
        first = next(name for name, row in self.rows.items() if row.is_shown)
        self.rows[field if field in self.rows else first].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    # Reading

    def _read(self, tell: set[str]) -> Operation:
        self.tell("", "")
        try:
            return self._parsed()
        except SdcError as error:
            if (error.field or "") in tell:
                self.tell(error.field or "", error.message)
            raise

    def _parsed(self) -> Operation:
        try:
            operation = self.kind(**self._values())
            operation.check(self._data)
        except SdcError as error:
            raise self._placed(error) from None
        return operation

    def _values(self) -> dict[str, Any]:
        """Return the parameters that have an effect."""
        values = {name: getattr(self._saved, name) for name in self._without if self._saved is not None}
        for name in self.rows:
            if self._applies(name):
                value = self._value(name)
                if value is not None:
                    values[name] = value
        return values

    def _value(self, name: str) -> Any:
        try:
            value = self.rows[name].editor.value()
        except ValueError as error:
            raise ParameterError(str(error), name) from None
        info = self.kind.model_fields[name]
        if accepts(info) is not None and info.is_required() and not value:
            raise ParameterError("Choose at least one variable.", name)
        allowed = limits(info)
        if isinstance(value, int | float) and not allowed.admits(value):
            raise ParameterError(allowed.sentence(), name)
        return value

    def _placed(self, error: SdcError) -> SdcError:
        """Return an error as it stands below its field: without the name, which is beside it."""
        message, field = error.message.removeprefix(f"{self.kind.title}: "), error.field or ""
        named = next((name for name in re.findall(r"\((\w+)\)", message) if name in self.rows), "")
        title = self.kind.model_fields[named].title if named else ""
        message = message.removeprefix(f"{title} ({named}): ").replace(f" ({named})", "")
        return type(error)(message[:1].upper() + message[1:], field or named)

    # What is shown

    def _row(self, grid: QGridLayout, name: str) -> FormRow:
        info = self.kind.model_fields[name]
        row = FormRow(grid, editor_for(info, self._data), info.title or name, info.description or "")
        row.editor.edited.connect(lambda: self._on_edited(name))
        return row

    def _enter(self, values: dict[str, Any]) -> None:
        """Show values; tables come last, when it is known which rows they have."""
        for tables in (False, True):
            for name, editor in self.editors.items():
                if editor.table is tables:
                    editor.set_value(values[name])
            self._offer_categories()
        self._show_what_applies()

    def _first(self, name: str) -> Any:
        """Return the value that a field begins with."""
        info = self.kind.model_fields[name]
        if self._saved is not None:
            return getattr(self._saved, name)
        return None if info.is_required() else info.default

    def _on_edited(self, name: str) -> None:
        self._touched.add(name)
        self._offer_categories()
        self._show_what_applies()
        self.edited.emit()

    def _raw(self, name: str) -> Any:
        """Return what an editor holds; None where that cannot be read."""
        try:
            return self.rows[name].editor.value()
        except ValueError:
            return None

    def _applies(self, name: str) -> bool:
        when = shown(self.kind.model_fields[name]).when
        return all(self._applies(other) and self._raw(other) in values for other, values in when.items())

    def _show_what_applies(self) -> None:
        """Hide parameters without an effect, and rare ones until they are asked for."""
        rare = False
        for name, row in self.rows.items():
            applies, more = self._applies(name), shown(self.kind.model_fields[name]).more
            rare = rare or (applies and more)
            row.set_shown(shown=applies and (not more or self.more.isChecked()))
            row.set_note(self._note(name))
        self.more.setVisible(rare)
        self.more.setText("Fewer options" if self.more.isChecked() else "More options")

    def _note(self, name: str) -> str:
        if self.rows[name].editor.table:
            return self._cut
        units = {self._data.variable(variable).unit for variable in self.chosen()}
        was = getattr(self._saved, name) if self._saved and self._saved.applies(name) else NOTHING
        return note(self.rows[name].editor, self.kind.model_fields[name], self._raw(name), was, units)

    def _offer_categories(self) -> None:
        """Tell tables, and fields for values, the categories of the variable that the form is about."""
        asking = [
            row.editor
            for name, row in self.rows.items()
            if self._applies(name) and (row.editor.table or isinstance(row.editor, ValueEditor))
        ]
        variable = self._raw("variable") if asking and "variable" in self.rows else None
        if not variable or variable not in self._data.names:
            return
        # Coding numbers takes a while, and nobody needs them all proposed.
        number = self._data.variable(variable).scale is Scale.CONTINUOUS
        asking = [editor for editor in asking if editor.table or not number]
        if not asking:
            return
        values = self._data.coding(variable).values
        self._cut = (
            f"the first {LONGEST_TABLE} of {len(values):,} values" if len(values) > LONGEST_TABLE else ""
        )
        values = values.iloc[:LONGEST_TABLE]
        for editor in asking:
            editor.offer(dict(zip(as_text(values), values.tolist(), strict=True)))


def _ordered(kind: type[Operation]) -> list[str]:
    """Return the parameters: the variables first, then as declared."""

    def later(name: str) -> bool:
        info = kind.model_fields[name]
        return accepts(info) is None or shown(info).more

    return sorted(kind.model_fields, key=later)
