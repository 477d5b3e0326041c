"""Menu of masking methods, grouped by what they are for."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from sdcdesk.core.method import Method, Purpose
from sdcdesk.core.microdata import Microdata
from sdcdesk.masking import METHODS
from sdcdesk.masking.fitting import unfit
from sdcdesk.report.manual import first_sentence
from ui.dialogs.manual_dialog import show_manual
from ui.widgets.label import label
from ui.widgets.layout import column, held, refill, scrolled
from ui.widgets.painting import paint_box
from ui.widgets.reason import allow

WIDEST = 640
AROUND = 5


class MethodButton(QPushButton):
    """A method with what it is good for or, where it does not fit the data, why not.

    Parameters
    ----------
    kind
        The method class.
    reason
        Why it cannot be chosen; empty where it can.
    """

    def __init__(self, kind: type[Method], reason: str) -> None:
        super().__init__()
        self.kind = kind
        words = reason or first_sentence(kind)
        self.setAccessibleName(kind.title)
        self.setAccessibleDescription(words)
        self.setAutoDefault(True)  # Enter presses it
        title = label(kind.title, "card_title", "text3" if reason else "text")
        below = label(words, "caption", "note_text" if reason else "text2")
        column(title, below, spacing=0, margins=(10, 5, 10, 5), inside=self)
        allow(self, reason)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for both lines."""
        lines = self.layout()
        return lines.sizeHint() if lines else super().sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:  # noqa: N802
        """Follow the mouse."""
        super().enterEvent(event)
        self.setFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Show the row that has the keyboard."""
        super().focusInEvent(event)
        menu = self.window()
        if isinstance(menu, AddStepMenu):
            menu.area.ensureWidgetVisible(self, 0, 2 * self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the ground of the row that has the keyboard."""
        if self.hasFocus():
            paint_box(QPainter(self), self.rect(), "accent_soft")


class AddStepMenu(QFrame):
    """A popup with all methods; those that do not fit the data say why not."""

    chosen = Signal(object)
    """A method class."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAccessibleName("Add step")
        self.buttons: tuple[MethodButton, ...] = ()
        self._rows = column(..., spacing=0)
        self._list = held(self._rows)
        self.area = scrolled(self._list)
        column(self.area, margins=(AROUND, AROUND, AROUND, AROUND), inside=self)

    def show_methods(self, data: Microdata) -> None:
        """List all methods, as they fit these data."""
        self.buttons = tuple(MethodButton(kind, unfit(kind, data)) for kind in METHODS)
        rows: list[QWidget] = []
        for purpose in Purpose:
            heading = label(str(purpose), "table_header", "text3")
            heading.setContentsMargins(10, 10, 10, 5)
            rows += [heading, *(button for button in self.buttons if button.kind.purpose is purpose)]
        refill(self._rows, rows)
        for button in self.buttons:
            button.clicked.connect(lambda _on=False, kind=button.kind: self._choose(kind))

    def popup(self, corner: QPoint) -> None:
        """Show the menu with its upper right corner at a place of the screen."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        room, wanted = screen.availableGeometry(), self._rows.sizeHint()
        most = room.height() - 16
        height = min(wanted.height() + 2 * AROUND + 2, most)
        bar = self.area.verticalScrollBar().sizeHint().width() if height == most else 0
        width = min(wanted.width() + bar + 2 * AROUND + 2, WIDEST)
        self._list.setMinimumHeight(wanted.height())  # the style allows lower buttons, of one line
        left = max(room.left(), min(corner.x() - width, room.right() - width))
        top = max(room.top(), min(corner.y(), room.bottom() - height))
        self.setGeometry(left, top, width, height)
        self.show()
        first = next((button for button in self.buttons if button.isEnabled()), self)
        first.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Explain the method that has the keyboard with F1."""
        button = self.focusWidget()
        if event.key() == Qt.Key.Key_F1 and isinstance(button, MethodButton):
            show_manual(button.kind)
        else:
            super().keyPressEvent(event)

    def _choose(self, kind: type[Method]) -> None:
        self.close()
        self.chosen.emit(kind)
