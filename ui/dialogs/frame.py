"""Frame of dialogs: a title, the content between two lines, buttons at the foot; and a side for a form."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QFrame, QPushButton, QWidget

from ui.look.theme import theme
from ui.widgets.buttons import link
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, held, row, scrolled
from ui.widgets.painting import paint_box

MARGIN = 20
SIDE = 392
"""Width of the side for a form."""

RADIUS = 6


def frame(
    dialog: QDialog, title: str, caption: str, content: QWidget, foot: Sequence[QWidget | None]
) -> None:
    """Lay out a dialog.

    Parameters
    ----------
    dialog
        The dialog.
    title, caption
        Its title, and a quiet line below it; empty: none.
    content
        What takes the room between.
    foot
        What stands at the lower edge; None is free room, which else goes to what is no button.
    """
    around = (MARGIN, 12, MARGIN, 12)
    head = column(label(title, "dialog_title"), spacing=2, margins=around)
    if caption:
        head.addWidget(ElidedLabel(caption, "caption", "text2", Qt.TextElideMode.ElideMiddle))
    if all(isinstance(part, QPushButton) for part in foot):
        foot = (None, *foot)
    free = None in foot
    parts = [
        ... if part is None else (part, 0 if free or isinstance(part, QPushButton) else 1) for part in foot
    ]
    column(head, hairline(), (content, 1), hairline(), row(*parts, margins=around), spacing=0, inside=dialog)


def beside(left: QWidget, right: QWidget) -> QWidget:
    """Return two parts with a line between; the right one takes the free room."""
    return held(row(left, hairline(vertical=True), (right, 1), spacing=0))


class FormSide(QWidget):
    """The left side of a dialog: a form that scrolls, and below it what it is about.

    Parameters
    ----------
    about
        What stands below.
    """

    def __init__(self, about: QWidget) -> None:
        super().__init__()
        self.setFixedWidth(SIDE)
        self._room = column(margins=(MARGIN, 16, MARGIN, 16))
        area = scrolled(held(self._room))
        bar = area.verticalScrollBar()
        # The fields stay where they are when the scroll bar comes.
        bar.rangeChanged.connect(
            lambda _low, high: self._room.setContentsMargins(
                MARGIN, 16, MARGIN - (bar.width() if high else 0), 16
            )
        )
        below = row(about, margins=(MARGIN, 0, MARGIN, 0))
        column((area, 1), below, margins=(0, 0, 0, 16), inside=self)

    def set_form(self, form: QWidget) -> None:
        """Show a form."""
        self._room.addWidget(form)


class About(QFrame):
    """A few words below a form, and where there is more to read the way to it.

    Parameters
    ----------
    title, text
        What is said.
    more
        Words of the link; empty: none.
    """

    def __init__(self, title: str, text: str, more: str = "") -> None:
        super().__init__()
        self.setAccessibleName(title)
        self.more = link(more)
        self.more.setVisible(bool(more))
        self.text = label(text, tone="text2", wraps=True)
        head = row((label(title, "card_title"), 1), self.more)
        column(head, self.text, spacing=2, margins=(14, 8, 14, 12), inside=self)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the ground."""
        paint_box(QPainter(self), self.rect(), "window", RADIUS)
