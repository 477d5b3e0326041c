"""Large button with an icon, a title and a line of explanation, for the welcome page."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.widgets.painting import paint_frame

SIZE = QSize(226, 112)
ICON = 20
INSIDE = 16


class LargeButton(QAbstractButton):
    """One of the ways to begin.

    Parameters
    ----------
    title, words
        What it does, and what to know about it.
    icon
        Name of its icon.
    filled
        Whether it is the one filled button of the page.
    """

    def __init__(self, title: str, words: str, icon: str, *, filled: bool = False) -> None:
        super().__init__()
        self._words, self._icon, self._filled = words, icon, filled
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the size of the picture's buttons, higher for larger fonts."""
        lines = 4 * self.fontMetrics().lineSpacing()
        return QSize(SIZE.width(), max(SIZE.height(), lines + ICON + 2 * INSIDE))

    def height_for(self, width: int) -> int:
        """Return the pixels in which all words are seen at a width."""
        room = QRect(0, 0, width - 2 * INSIDE, 1000)
        words = theme().metrics("body").boundingRect(room, Qt.TextFlag.TextWordWrap, self._words)
        return max(self.sizeHint().height(), INSIDE + ICON + 10 + words.height() + INSIDE)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room in which the title is not cut."""
        title = theme().metrics("card_title").horizontalAdvance(self.text())
        return QSize(title + ICON + 10 + 2 * INSIDE + 2, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw frame, icon, title and words."""
        colours, painter = theme(), QPainter(self)
        focused = self.hasFocus()
        ground = colours.colour("accent_fill" if self._filled else "sunken" if self.isDown() else "surface")
        edge = colours.colour("accent" if focused else "accent_fill" if self._filled else "border")
        paint_frame(painter, self.rect().adjusted(1, 1, -1, -1), edge, ground, 6, 2 if focused else 1)
        ink = colours.ink(colours.tokens.accent_fill) if self._filled else colours.colour("text")
        painter.drawPixmap(INSIDE, INSIDE, pixmap(self._icon, ICON, ink))
        painter.setPen(ink)
        painter.setFont(colours.font("card_title"))
        head = self.rect().adjusted(INSIDE + ICON + 10, INSIDE - 2, -INSIDE, 0)
        head.setHeight(ICON + 4)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setFont(colours.font("body"))
        painter.setPen(ink if self._filled else colours.colour("text2"))
        body = self.rect().adjusted(INSIDE, INSIDE + ICON + 10, -INSIDE, -8)
        painter.drawText(body, Qt.TextFlag.TextWordWrap, self._words)
