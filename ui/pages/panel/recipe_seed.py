"""The seed of a recipe: a quiet word that becomes a field when it is clicked."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from sdcdesk.core.randomness import LARGEST_SEED
from ui.look.theme import theme
from ui.widgets.buttons import link

RULE = f"The seed is a whole number from 0 to {LARGEST_SEED}"


class SeedField(QWidget):
    """Shows "seed 2004"; a click lets the user type another, Enter or leaving takes it, Escape does not."""

    chosen = Signal(int)
    """Another seed was typed."""

    refused = Signal(str)
    """Why what is typed is no seed; empty: it is one."""

    def __init__(self) -> None:
        super().__init__()
        self._seed = 0
        self.button = link("")
        self.button.setFont(theme().font("caption"))
        self.button.setToolTip("Seed of all random numbers. Click to change it.")
        self.button.clicked.connect(self.edit)
        self.field = _Field()
        self.field.setAccessibleName("Seed")
        self.field.setFixedWidth(96)
        self.field.hide()
        self.field.textEdited.connect(lambda _text: self._check())
        self.field.editingFinished.connect(self._take)
        self.field.escaped.connect(self._close)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.button)
        line.addWidget(self.field)
        self.set_seed(0)

    def set_seed(self, seed: int) -> None:
        """Show a seed."""
        self._seed = seed
        self.button.setText(f"seed {seed}")
        self.button.setAccessibleName(f"Seed {seed}, change it")

    def edit(self) -> None:
        """Let the user type."""
        self.field.setText(str(self._seed))
        self.button.hide()
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def _typed(self) -> int | None:
        text = self.field.text().strip()
        seed = int(text) if text.isdecimal() and len(text) < 20 else -1
        return seed if 0 <= seed <= LARGEST_SEED else None

    def _check(self) -> None:
        wrong = self._typed() is None
        self.field.setProperty("invalid", wrong)
        self.field.style().polish(self.field)
        self.refused.emit(RULE if wrong else "")

    def _take(self) -> None:
        if self.field.isHidden():
            return
        seed = self._typed()
        if seed is None and self.field.hasFocus():
            return
        self._close()
        if seed is not None and seed != self._seed:
            self.chosen.emit(seed)

    def _close(self) -> None:
        self.field.setProperty("invalid", False)
        self.field.style().polish(self.field)
        self.refused.emit("")
        focused = self.field.hasFocus()
        self.field.hide()
        self.button.show()
        if focused:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)


class _Field(QLineEdit):
    """A field that tells of Escape."""

    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Take Escape for itself."""
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)
