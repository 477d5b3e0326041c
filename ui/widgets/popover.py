"""Popover: a box beside what it is about, which Escape or a click elsewhere closes."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QWidget


class Popover(QFrame):
    """A box of fixed width over the window; its frame is in the style sheet.

    Parameters
    ----------
    name
        What it is, for a screen reader.
    width
        In pixels; its height is what its words need.
    """

    def __init__(self, name: str, width: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("popover")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(name)
        self.setFixedWidth(width)

    def show_beside(self, anchor: QRect) -> None:
        """Show the popover beside a rectangle of the screen."""
        fit_height(self)
        screen = QGuiApplication.screenAt(anchor.center()) or QGuiApplication.primaryScreen()
        self.move(place(anchor, self.size(), screen.availableGeometry()))
        self.show()
        self.setFocus()


def fit_height(box: QWidget) -> None:
    """Give a box of fixed width the height of its words, which ask for it at this width only."""
    width = box.maximumWidth()
    box.resize(width, box.heightForWidth(width) if box.hasHeightForWidth() else box.sizeHint().height())


def place(anchor: QRect, size: QSize, screen: QRect, gap: int = 4) -> QPoint:
    """Return where a popover goes: below its anchor if there is room, else on the side that has more of it.

    It lies over neither the anchor nor the line that the anchor stands in, and never leaves the screen.

    Parameters
    ----------
    anchor
        What it explains, on the screen.
    size
        Its own size.
    screen
        The room there is.
    gap
        Pixels between anchor and popover.
    """
    room_below, room_above = screen.bottom() - anchor.bottom(), anchor.top() - screen.top()
    below = room_below >= size.height() + gap or room_below >= room_above
    y = anchor.bottom() + 1 + gap if below else anchor.top() - size.height() - gap
    y = max(screen.top(), min(y, screen.bottom() + 1 - size.height()))
    x = anchor.center().x() - size.width() // 2
    return QPoint(max(screen.left(), min(x, screen.right() + 1 - size.width())), y)
