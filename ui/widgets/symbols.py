"""Symbols of figures ("DR_W") with what follows the underscore below the line."""

import re
from html import escape

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect
from PySide6.QtGui import QFont, QPainter, QStaticText, QTextOption
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from sdcdesk.core.text.symbols import SYMBOLS, subscripts

_ONE_LINE = QTextOption()
_ONE_LINE.setWrapMode(QTextOption.WrapMode.NoWrap)


def with_symbols(words: str, symbols: re.Pattern[str] = SYMBOLS) -> str:
    """Return words as rich text in which symbols of figures, or all of our own texts, have their subscripts.

    Rich text knows the usual space that does not break, but makes the narrow one of numbers ("2 %") an
    ordinary one, at which a line would end between a number and its unit.
    """
    return subscripts(escape(words), symbols).replace("\u202f", "\xa0")


def has_symbols(words: str) -> bool:
    """Return whether words hold a symbol with a subscript."""
    return SYMBOLS.search(words) is not None


def paint_symbols(painter: QPainter, rect: QRect, words: str, *, right: bool = False) -> int:
    """Write words with their subscripts at a side of a place, in the painter's font and colour.

    Returns the pixels that they take.
    """
    text = _typeset(words, painter.font())
    size = text.size().toSize()
    left = rect.left() + (rect.width() - size.width() if right else 0)
    painter.drawStaticText(left, rect.top() + (rect.height() - size.height()) // 2, text)
    return size.width()


def symbols_width(words: str, font: QFont) -> int:
    """Return the pixels that words take with their subscripts."""
    return _typeset(words, font).size().toSize().width()


def _typeset(words: str, font: QFont) -> QStaticText:
    text = QStaticText(with_symbols(words))
    text.setTextOption(_ONE_LINE)
    text.prepare(font=font)
    return text


class SymbolCell(QStyledItemDelegate):
    """Words of a cell, or of an entry of a list: Qt draws them, but where there is a symbol.

    Parameters
    ----------
    parent
        The view.
    side
        Pixels before the words, as the style has them.
    """

    def __init__(self, parent: QObject, side: int = 8) -> None:
        super().__init__(parent)
        self._side, self._silent = side, False

    def initStyleOption(  # noqa: N802 - Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Leave out words that are drawn by hand."""
        super().initStyleOption(option, index)
        if self._silent:
            option.text = ""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw the cell."""
        words = str(index.data() or "")
        self._silent = has_symbols(words)
        super().paint(painter, option, index)
        if self._silent:
            painter.setFont(option.font)
            painter.setPen(option.palette.text().color())
            paint_symbols(painter, option.rect.adjusted(self._side, 0, 0, 0), words)
        self._silent = False
