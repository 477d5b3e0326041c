"""Symbols of figures ("DR_W") with what follows the underscore below the line."""

from html import escape

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QStaticText, QTextOption

from sdcdesk.core.symbols import SYMBOLS, subscripts

_ONE_LINE = QTextOption()
_ONE_LINE.setWrapMode(QTextOption.WrapMode.NoWrap)


def symbol_text(symbol: str) -> str:
    """Return a symbol as rich text: what follows the underscore stands below the line."""
    name, _, below = symbol.partition("_")
    return escape(name) + (f"<sub>{escape(below)}</sub>" if below else "")


def with_symbols(words: str) -> str:
    """Return words as rich text in which symbols of figures have their subscripts.

    Rich text knows the usual space that does not break, but makes the narrow one of numbers ("2 %") an
    ordinary one, at which a line would end between a number and its unit.
    """
    return subscripts(escape(words)).replace("\u202f", "\xa0")


def has_symbols(words: str) -> bool:
    """Return whether words hold a symbol with a subscript."""
    return SYMBOLS.search(words) is not None


def paint_symbols(painter: QPainter, rect: QRect, words: str, *, right: bool = False) -> int:
    """Write words with their subscripts at a side of a place, in the painter's font and colour.

    Returns the pixels that they take.
    """
    text = QStaticText(with_symbols(words))
    text.setTextOption(_ONE_LINE)
    text.prepare(font=painter.font())
    size = text.size().toSize()
    left = rect.left() + (rect.width() - size.width() if right else 0)
    painter.drawStaticText(left, rect.top() + (rect.height() - size.height()) // 2, text)
    return size.width()
