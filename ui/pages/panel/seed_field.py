"""Seed of the recipe, shortened: it is copied, drawn anew or typed, and never shown whole."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from sdcdesk.core.random.randomness import LARGEST_SEED
from sdcdesk.core.random.secret_seed import shortened
from sdcdesk.core.text.sentence import sentence
from ui.look.theme import theme
from ui.widgets.buttons import link
from ui.widgets.layout import row
from ui.widgets.menus import Entry, context_menu
from ui.widgets.reason import mark_invalid

RULE = sentence("The seed is a whole number from 0 to {largest_seed}", largest_seed=str(LARGEST_SEED))

NARROW_END = 3
"""Digits of a seed in a narrow panel."""


class SeedField(QWidget):
    """Shows "seed 6203…7411"; a click offers what can be done with it.

    Of one that is typed, Enter or leaving takes it, Escape does not.
    """

    chosen = Signal(int)
    """Another seed was typed."""

    renewal_wanted = Signal()
    """Another seed is to be drawn."""

    copied = Signal(str)
    """The whole seed is on the clipboard; what is said of it."""

    refused = Signal(str)
    """Why what is typed is no seed; empty: it is one."""

    def __init__(self) -> None:
        super().__init__()
        self._seed, self._compact = 0, False
        self.button = link("")
        self.button.setFont(theme().font("caption"))
        self.button.setToolTip("Seed of all random numbers, as confidential as the data. Click to change it.")
        self.button.clicked.connect(self._open_menu)
        self.field = QLineEdit()
        self.field.setAccessibleName("Seed")
        self.field.setFixedWidth(96)
        self.field.hide()
        self.field.textEdited.connect(lambda _text: self._check())
        self.field.editingFinished.connect(self._take)
        QShortcut(
            QKeySequence(Qt.Key.Key_Escape),
            self.field,
            self._close,
            context=Qt.ShortcutContext.WidgetShortcut,
        )
        row(self.button, self.field, inside=self)
        self.set_seed(0)

    def set_seed(self, seed: int) -> None:
        """Show a seed."""
        self._seed = seed
        self._show_end()
        self.button.setAccessibleName(
            sentence("Seed {shortened}, copy or change it", shortened=shortened(seed))
        )

    def set_compact(self, *, compact: bool) -> None:
        """Show the end of the seed only, beside which the title of a narrow panel has room."""
        self._compact = compact
        self._show_end()

    def menu(self) -> QMenu:
        """Return what can be done with the seed."""
        return context_menu(
            self,
            Entry("Copy", self.copy),
            Entry("New seed…", self.renewal_wanted.emit),
            Entry("Type a seed", self.edit),
        )

    def copy(self) -> None:
        """Put the whole seed on the clipboard."""
        QGuiApplication.clipboard().setText(str(self._seed))
        self.copied.emit("Copied the seed; keep it as secret as the data")

    def edit(self) -> None:
        """Let the user type."""
        self.field.setText(str(self._seed))
        self.button.hide()
        self.field.show()
        self.field.setFocus()
        self.field.selectAll()

    def _show_end(self) -> None:
        whole = shortened(self._seed)
        _, cut, end = whole.partition("…")
        seed = cut + end[-NARROW_END:] if self._compact and cut else whole
        self.button.setText(sentence("seed {seed}", seed=seed))

    def _open_menu(self) -> None:
        self.menu().popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def _typed(self) -> int | None:
        text = self.field.text().strip()
        seed = int(text) if text.isdecimal() and len(text) < 20 else -1
        return seed if 0 <= seed <= LARGEST_SEED else None

    def _check(self) -> None:
        self._refuse(RULE if self._typed() is None else "")

    def _refuse(self, why: str) -> None:
        mark_invalid(self.field, why)
        self.refused.emit(why)

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
        self._refuse("")
        focused = self.field.hasFocus()
        self.field.hide()
        self.button.show()
        if focused:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
