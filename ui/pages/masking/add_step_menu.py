"""Menu of masking methods, grouped by what they are for; it is narrowed by typing."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFocusEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from sdcdesk.core.data.microdata import Microdata
from sdcdesk.core.operations.method import Method, Purpose
from sdcdesk.masking import METHODS
from sdcdesk.masking.method_check import unfit
from sdcdesk.report.manual import first_sentence
from ui.dialogs.manual_dialog import show_manual
from ui.widgets.label import label
from ui.widgets.layout import column, refill, scrolled, widget_in
from ui.widgets.painting import paint_box
from ui.widgets.reason import allow
from ui.widgets.toolbar_search import SearchField
from ui.widgets.typed import Typed

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
        self.description = f"{kind.purpose} {first_sentence(kind)}"
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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Leave a blank between typed words to the menu: else it would press the button."""
        menu = self.window()
        if event.key() == Qt.Key.Key_Space and isinstance(menu, AddStepMenu) and menu.search.text():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the ground of the row that has the keyboard."""
        if self.hasFocus():
            paint_box(QPainter(self), self.rect(), "accent_soft")


class AddStepMenu(QFrame):
    """A popup with all methods; those that do not fit the data say why not.

    What is typed, wherever the keyboard is, leaves the methods that it fits; arrows and Enter choose one.
    """

    chosen = Signal(object)
    """A method class."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("card")
        self.setAccessibleName("Add step")
        self.buttons: tuple[MethodButton, ...] = ()
        self.search = SearchField("Type to find a method")
        self.search.textChanged.connect(lambda _text: self._narrow())
        self._nothing = label("No method is called that: try other words", "body", "text2")
        self._nothing.setContentsMargins(10, 10, 10, 10)
        self._headings: dict[Purpose, QLabel] = {}
        self._rows = column(..., spacing=0)
        self._list = widget_in(self._rows)
        self.area = scrolled(self._list)
        parts = (self.search, self._nothing, (self.area, 1))
        column(*parts, spacing=AROUND, margins=(AROUND, AROUND, AROUND, AROUND), inside=self)

    def show_methods(self, data: Microdata) -> None:
        """List all methods, as they fit these data."""
        self.buttons = tuple(MethodButton(kind, unfit(kind, data)) for kind in METHODS)
        rows: list[QWidget] = []
        self._headings = {purpose: label(str(purpose), "table_header", "text3") for purpose in Purpose}
        for purpose, heading in self._headings.items():
            heading.setContentsMargins(10, 10, 10, 5)
            rows += [heading, *(button for button in self.buttons if button.kind.purpose is purpose)]
        refill(self._rows, rows)
        for button in self.buttons:
            button.clicked.connect(lambda _on=False, kind=button.kind: self._choose(kind))
        self.search.clear()
        self._narrow()

    def popup(self, corner: QPoint) -> None:
        """Show the menu with its upper right corner at a place of the screen."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        room, wanted = screen.availableGeometry(), self._rows.sizeHint()
        most = room.height() - 16
        height = min(wanted.height() + self.search.sizeHint().height() + 3 * AROUND + 2, most)
        bar = self.area.verticalScrollBar().sizeHint().width() if height == most else 0
        width = min(wanted.width() + bar + 2 * AROUND + 2, WIDEST)
        for button in self.buttons:
            button.setMinimumHeight(button.sizeHint().height())  # the style allows lower ones, of one line
        left = max(room.left(), min(corner.x() - width, room.right() - width))
        top = max(room.top(), min(corner.y(), room.bottom() - height))
        self.setGeometry(left, top, width, height)
        self.show()
        self._begin()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Explain the method that has the keyboard with F1, and let the search have what is typed."""
        button = self.focusWidget()
        in_search = button is self.search
        if event.key() == Qt.Key.Key_F1 and isinstance(button, MethodButton):
            show_manual(button.kind)
        elif in_search and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._begin()
            if event.key() != Qt.Key.Key_Down and isinstance(chosen := self.focusWidget(), MethodButton):
                chosen.click()
        elif not in_search and (event.key() == Qt.Key.Key_Backspace or event.text().isprintable()):
            self._type(event)
        else:
            super().keyPressEvent(event)

    def _type(self, event: QKeyEvent) -> None:
        """Let the search have a key, and the keyboard stay with the methods."""
        typed = self.search.text()
        if event.key() == Qt.Key.Key_Backspace:
            self.search.setText(typed[:-1])
        elif event.text():
            self.search.setText(typed + event.text())
        self._begin()

    def _begin(self) -> None:
        """Give the keyboard to the first method that is left and can be chosen."""
        left = [button for button in self.buttons if not button.isHidden()]
        first = next((button for button in left if button.isEnabled()), self.search)
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        self.search.end(False)

    def _narrow(self) -> None:
        """Show the methods that what is typed fits, and the headings of those."""
        typed = Typed(self.search.text())
        for button in self.buttons:
            fits = typed.fit(button.kind.title, button.kind.name, button.description) is not None
            button.setVisible(fits)
        left = {button.kind.purpose for button in self.buttons if not button.isHidden()}
        for purpose, heading in self._headings.items():
            heading.setVisible(purpose in left)
        self._nothing.setVisible(not left)
        self.area.setVisible(bool(left))

    def _choose(self, kind: type[Method]) -> None:
        self.close()
        self.chosen.emit(kind)
