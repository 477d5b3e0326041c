"""Cells that name several variables: where room is short, each name is cut in its middle, none is lost."""

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from sdcdesk.core.results.column import BETWEEN_NAMES
from sdcdesk.core.text.printable import elided
from ui.look.theme import theme
from ui.widgets.painting import Index, RowDelegate, broken, fits, paint_text

PAD = 8
"""Pixels beside the names, as the style keeps them beside other texts."""

SHORTEST = 5
"""Characters that are left of a name at least."""


class NamesCell(RowDelegate):
    """Draws names, on one line or, smaller, on several.

    Parameters
    ----------
    parent
        The view.
    lines
        How many lines there are at most.
    """

    def __init__(self, parent: QObject, lines: int = 1) -> None:
        super().__init__(parent)
        self._lines = lines

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the names in the middle of the cell."""
        room = rect.adjusted(PAD, 0, -PAD, 0)
        words = str(index.data() or "")
        if theme().metrics("body").horizontalAdvance(words) <= room.width():
            paint_text(painter, room, words)
            return
        font = theme().font("caption" if self._lines > 1 else "body")
        lines = fitted_names(words, font, room.width(), self._lines)
        height = theme().metrics("caption").height() if self._lines > 1 else room.height()
        place = QRect(room.left(), 0, room.width(), height)
        place.moveTop(room.center().y() - height * len(lines) // 2 + 1)
        for line in lines:
            paint_text(painter, place, line, font)
            place.translate(0, height)


def fitted_names(words: str, font: QFont, width: int, lines: int = 1) -> list[str]:
    """Return names, separated by commas or semicolons, on so many lines; the longest are cut first.

    Parameters
    ----------
    words
        The names.
    font, width
        How they are written, and pixels of a line.
    lines
        How many lines there are at most.

    Returns
    -------
    list[str]
        What does not fit even where five characters are left of each name is put into the last line.
    """
    parts = BETWEEN_NAMES.split(words)
    longest = max(len(part) for part in parts[::2])
    while not fits(words, font, width, lines) and longest > SHORTEST:
        longest -= 1
        words = "".join(elided(part, longest) if at % 2 == 0 else part for at, part in enumerate(parts))
    return broken(words, font, width, lines)
