"""Frame of dialogs: a title, the content between two lines, buttons at the foot; and a side for a form."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ui.look.theme import theme
from ui.widgets.buttons import link
from ui.widgets.label import ElidedLabel, hairline, label

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
    head = QVBoxLayout()
    head.setContentsMargins(MARGIN, 12, MARGIN, 12)
    head.setSpacing(2)
    head.addWidget(label(title, "dialog_title"))
    if caption:
        head.addWidget(ElidedLabel(caption, "caption", "text2", Qt.TextElideMode.ElideMiddle))
    line = QHBoxLayout()
    line.setContentsMargins(MARGIN, 12, MARGIN, 12)
    line.setSpacing(8)
    if all(isinstance(part, QPushButton) for part in foot):
        foot = (None, *foot)
    for part in foot:
        if part is None:
            line.addStretch(1)
        else:
            line.addWidget(part, 0 if None in foot or isinstance(part, QPushButton) else 1)
    rows = QVBoxLayout(dialog)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.setSpacing(0)
    rows.addLayout(head)
    rows.addWidget(hairline())
    rows.addWidget(content, 1)
    rows.addWidget(hairline())
    rows.addLayout(line)


def beside(left: QWidget, right: QWidget) -> QWidget:
    """Return two parts with a line between; the right one takes the free room."""
    both = QWidget()
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(0)
    line.addWidget(left)
    line.addWidget(hairline(vertical=True))
    line.addWidget(right, 1)
    return both


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
        area, inside = scrolled()
        self._room = QVBoxLayout(inside)
        self._room.setContentsMargins(MARGIN, 16, MARGIN, 16)
        bar = area.verticalScrollBar()
        # The fields stay where they are when the scroll bar comes.
        bar.rangeChanged.connect(
            lambda _low, high: self._room.setContentsMargins(
                MARGIN, 16, MARGIN - (bar.width() if high else 0), 16
            )
        )
        below = QHBoxLayout()
        below.setContentsMargins(MARGIN, 0, MARGIN, 0)
        below.addWidget(about)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 16)
        rows.addWidget(area, 1)
        rows.addLayout(below)

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
        head = QHBoxLayout()
        head.addWidget(label(title, "card_title"), 1)
        head.addWidget(self.more)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(14, 8, 14, 12)
        rows.setSpacing(2)
        rows.addLayout(head)
        rows.addWidget(self.text)
        theme().changed.connect(self.update)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("window"))
        painter.drawRoundedRect(self.rect(), RADIUS, RADIUS)


def scrolled() -> tuple[QScrollArea, QWidget]:
    """Return an area that scrolls up and down only, and the widget in it."""
    area, inside = QScrollArea(), QWidget()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    return area, inside
