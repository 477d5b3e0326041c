"""Icon that only shows, in a colour of the theme."""

from PySide6.QtWidgets import QLabel

from ui.look.icons import pixmap
from ui.look.theme import theme


class IconLabel(QLabel):
    """An icon beside words; it says nothing by itself.

    Parameters
    ----------
    name, size
        The icon, and its height in pixels.
    tone
        Token of its colour.
    """

    def __init__(self, name: str, size: int, tone: str = "text2") -> None:
        super().__init__()
        self._name, self._size, self._tone = name, size, tone
        theme().changed.connect(self._draw)
        self._draw()

    def set_icon(self, name: str) -> None:
        """Show another icon."""
        self._name = name
        self._draw()

    def _draw(self) -> None:
        self.setPixmap(pixmap(self._name, self._size, self._tone))
