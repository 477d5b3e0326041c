"""The form of an operation, made from its class."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from sdcdesk.core.errors import ParameterError, SdcError
from sdcdesk.core.microdata import Microdata
from sdcdesk.core.operation import Operation
from sdcdesk.core.parameters import shown
from ui.forms.build import editor_for
from ui.forms.choice_editors import FlagEditor
from ui.forms.editor import Editor
from ui.forms.table_editors import CategoryEditor

LABELS = 118
"""Width of the column of labels."""

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
    """

    edited = Signal()
    """A value was changed by the user."""

    def __init__(
        self,
        kind: type[Operation],
        data: Microdata,
        operation: Operation | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.kind, self._data = kind, data
        self.editors: dict[str, Editor] = {}
        self._labels: dict[str, QLabel] = {}
        self._errors: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnMinimumWidth(0, LABELS)
        self._grid.setColumnStretch(1, 1)
        for name in kind.model_fields:
            self._add(name)
        self._more = QPushButton("More options", self)
        self._more.setProperty("flat", True)
        self._more.setCheckable(True)
        self._more.toggled.connect(self._show_what_applies)
        self._grid.addWidget(self._more, self._grid.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)
        self._begin(operation)

    def operation(self) -> Operation:
        """Return the operation as entered, and show beside its field what is wrong.

        Raises
        ------
        SdcError
            A parameter cannot be read, is out of range, or does not fit the data.
        """
        self._tell("", "")
        try:
            operation = self.kind(**self._entered())
            operation.check(self._data)
        except SdcError as error:
            self._tell(error.field or "", error.message)
            raise
        return operation

    def _add(self, name: str) -> None:
        info = self.kind.model_fields[name]
        editor = editor_for(info, self._data)
        label = QLabel("" if isinstance(editor, FlagEditor) else info.title or name, self)
        label.setBuddy(editor)
        label.setWordWrap(True)
        error = QLabel(self)
        error.setProperty("role", "error")
        error.setWordWrap(True)
        error.hide()
        editor.setToolTip(info.description or "")
        editor.setAccessibleName(info.title or name)
        focus = editor.focusProxy()
        if focus is not None:
            focus.setAccessibleName(info.title or name)
            focus.setAccessibleDescription(info.description or "")
        editor.edited.connect(self._on_edited)
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(editor, row, 1)
        self._grid.addWidget(error, row + 1, 1)
        self.editors[name], self._labels[name], self._errors[name] = editor, label, error

    def _begin(self, operation: Operation | None) -> None:
        """Show the values to begin with."""
        for name, info in self.kind.model_fields.items():
            value = getattr(operation, name) if operation else None if info.is_required() else info.default
            if value is not None:
                self.editors[name].set_value(value)
        self._offer_categories()
        if operation:
            for name, editor in self.editors.items():
                if isinstance(editor, CategoryEditor):
                    editor.set_value(getattr(operation, name))
        self._show_what_applies()

    def _on_edited(self) -> None:
        self._offer_categories()
        self._show_what_applies()
        self.edited.emit()

    def _raw(self, name: str) -> Any:
        """Return what an editor holds; None where that cannot be read."""
        try:
            return self.editors[name].value()
        except ValueError:
            return None

    def _applies(self, name: str) -> bool:
        when = shown(self.kind.model_fields[name]).when
        return all(self._applies(other) and self._raw(other) in values for other, values in when.items())

    def _show_what_applies(self) -> None:
        """Hide parameters without an effect, and rare ones until they are asked for."""
        rare = False
        for name, info in self.kind.model_fields.items():
            applies, more = self._applies(name), shown(info).more
            rare = rare or (applies and more)
            visible = applies and (not more or self._more.isChecked())
            self._labels[name].setVisible(visible)
            self.editors[name].setVisible(visible)
            if not visible:
                self._errors[name].hide()
        self._more.setVisible(rare)
        self._more.setText("Fewer options" if self._more.isChecked() else "More options")

    def _offer_categories(self) -> None:
        """Give tables a row for each category of the variable that the form is about."""
        tables = [editor for editor in self.editors.values() if isinstance(editor, CategoryEditor)]
        variable = self._raw("variable") if tables and "variable" in self.editors else None
        if not variable or variable not in self._data.names:
            return
        categories = self._data.coding(variable).categories
        names = [str(category) for category in categories[:LONGEST_TABLE]]
        for editor in tables:
            if editor.categories[: len(names)] != names:
                editor.set_categories(names)

    def _entered(self) -> dict[str, Any]:
        """Return the parameters that have an effect."""
        values = {}
        for name, info in self.kind.model_fields.items():
            if not self._applies(name):
                continue
            try:
                value = self.editors[name].value()
            except ValueError as error:
                raise ParameterError(str(error), name) from None
            if value is not None or not info.is_required():
                values[name] = value
        return {name: value for name, value in values.items() if value is not None}

    def _tell(self, field: str, message: str) -> None:
        """Show a sentence below its field; one that belongs to no field shows below the last."""
        for label in self._errors.values():
            label.hide()
        if message:
            visible = [name for name in self.editors if not self.editors[name].isHidden()]
            place = field if field in visible else visible[-1]
            self._errors[place].setText(message)
            self._errors[place].show()
