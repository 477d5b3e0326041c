"""Fields of a variable: label, unit, codes for missing values, order."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QWidget

from sdcdesk.core.data.variable import Scale, Variable
from sdcdesk.inspection.missing_codes import declared_text, write_codes
from ui.forms.row import caption_grid
from ui.look.locale import in_user_locale, user_locale
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import row
from ui.widgets.reason import mark_invalid


class Field(QLineEdit):
    """A line that is told to others when the user has finished it; Escape takes back what was typed."""

    committed = Signal(str)
    """Other words than were shown, finished."""

    def __init__(self, name: str, example: str = "") -> None:
        super().__init__()
        self._saved = ""
        self.setAccessibleName(name)
        self.setPlaceholderText(example)
        self.editingFinished.connect(self._finish)

    def show_text(self, text: str, *, keep: bool) -> None:
        """Show words; with `keep`, what is being typed stays."""
        self._saved = text
        # What Tab has selected stays selected where another field has changed the variable.
        is_shown = text == self.text() and not self.isUndoAvailable()
        if not is_shown and not (keep and self.isModified()):
            self.setText(text)
            self.setCursorPosition(0)

    def event(self, event: QEvent) -> bool:
        """Leave the keys of undo to the window where nothing was typed that they could take back."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys = QKeySequence.StandardKey
            undoes = event.matches(keys.Undo) and not self.isUndoAvailable()
            if undoes or (event.matches(keys.Redo) and not self.isRedoAvailable()):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Take back what was typed."""
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self.setText(self._saved)
            self.setModified(False)
        else:
            super().keyPressEvent(event)

    def _finish(self) -> None:
        self.setModified(False)
        if self.text() != self._saved:
            self.committed.emit(self.text())


class VariableFields(QWidget):
    """The fields of one variable, or of several for what they can share."""

    def __init__(self) -> None:
        super().__init__()
        self.label = Field("Label", "what readers call it")
        self.unit = Field("Unit", "years")
        self.unit.setFixedWidth(84)
        self.missing = Field("Also counts as missing", "for example -9; 99")
        self.value = Field("Value that gets a label", "for example 98")
        self.problem = label(style="caption", tone="risk_text", wraps=True)
        self.problem.hide()
        self.declared = label(style="caption", tone="text2", wraps=True)
        self.order = QCheckBox("no, nominal")
        self.order.setAccessibleName("Has an order")
        self._single_widgets: list[QWidget] = []
        self._order_widgets: list[QWidget] = []
        self._value_widgets: list[QWidget] = []
        self._arrange()

    def show_variables(self, variables: list[Variable], *, keep: bool) -> None:
        """Show what one variable is described as, or what several have in common."""
        first, alone = variables[0], len(variables) == 1
        self.label.show_text(first.label if alone else "", keep=keep)
        self.unit.show_text(first.unit if alone else "", keep=keep)
        shared = len({variable.missing for variable in variables}) == 1
        self.missing.show_text(write_codes(first.missing, user_locale()) if shared else "", keep=keep)
        self.missing.setPlaceholderText("for example -9; 99" if shared else "different codes")
        declared = declared_text(first, user_locale()) if alone else ""
        self.declared.setText(in_user_locale(declared))
        self.declared.setVisible(bool(declared))
        if not keep:
            self.refuse("")
        ordinal = first.scale is Scale.ORDINAL
        self.order.setChecked(ordinal)
        self.order.setText("yes: drag, or Alt+Up, Alt+Down" if ordinal else "no, nominal")
        for widget in self._single_widgets:
            widget.setVisible(alone)
        continuous = first.scale is Scale.CONTINUOUS
        for widget in self._order_widgets:
            widget.setVisible(alone and not continuous)
        for widget in self._value_widgets:
            widget.setVisible(alone and continuous)

    def refuse(self, sentence: str, field: Field | None = None) -> None:
        """Say what is wrong with what was typed, mostly as codes for missing; empty: nothing is."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        for one in (self.missing, self.value):
            mark_invalid(one, sentence if one is (field or self.missing) else "")

    def _arrange(self) -> None:
        words, ordered = _caption("Label and unit", self.label), _caption("Has an order", self.order)
        labelled = _caption("Label a value", self.value)
        grid = caption_grid(6, inside=self)
        grid.addWidget(words, 0, 0)
        grid.addLayout(row((self.label, 1), self.unit, spacing=6), 0, 1)
        grid.addWidget(_caption("Counts as missing", self.missing), 1, 0)
        grid.addWidget(self.missing, 1, 1)
        grid.addWidget(labelled, 2, 0)
        grid.addWidget(self.value, 2, 1)
        grid.addWidget(self.problem, 3, 1)
        grid.addWidget(self.declared, 4, 1)
        grid.addWidget(ordered, 5, 0)
        grid.addWidget(self.order, 5, 1)
        note = ElidedLabel("What a missing key matches is said in each scenario, at Risk", "caption", "text3")
        grid.addWidget(note, 6, 0, 1, 2)
        self._single_widgets = [words, self.label, self.unit]
        self._order_widgets = [ordered, self.order]
        self._value_widgets = [labelled, self.value]


def _caption(words: str, widget: QWidget) -> QLabel:
    caption = label(words, tone="text2")
    caption.setBuddy(widget)
    return caption
