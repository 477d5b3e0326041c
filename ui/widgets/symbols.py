"""Symbols of figures ("DR_W") with what follows the underscore below the line."""

import re
from html import escape

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QStaticText, QTextOption

_SYMBOL = re.compile(r"\bDR_[A-Za-z]+\b")

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
    return _SYMBOL.sub(lambda found: symbol_text(found[0]), escape(words)).replace("\u202f", "\xa0")


def has_symbols(words: str) -> bool:
    """Return whether words hold a symbol with a subscript."""
    return _SYMBOL.search(words) is not None


def paint_symbols(painter: QPainter, rect: QRect, words: str) -> int:
    """Write words with their subscripts at the left of a place, in the painter's font and colour.

    Returns the pixels that they take.
    """
    text = QStaticText(with_symbols(words))
    text.setTextOption(_ONE_LINE)
    text.prepare(font=painter.font())
    painter.drawStaticText(rect.left(), rect.top() + (rect.height() - round(text.size().height())) // 2, text)
    return round(text.size().width())
