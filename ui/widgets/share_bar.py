"""Bar at the left of a share in a cell."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRect, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from ui.look.theme import theme
from ui.widgets.painting import Index, paint_share

LEAST = 64
"""Pixels of a bar, at least."""

SIDE = 24


class ShareBar(QStyledItemDelegate):
    """Draws a number and, in what is left of its cell, a bar.

    Parameters
    ----------
    parent
        The view.
    share
        Returns the share of a cell (0…1).
    tone
        Token of the bar's colour.
    """

    def __init__(self, parent: QObject, share: Callable[[Index], float], tone: str) -> None:
        super().__init__(parent)
        self._share, self._tone = share, tone

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the number and its bar."""
        super().paint(painter, option, index)
        rect, text = QRect(option.rect), theme().metrics("body").horizontalAdvance("99.99 %")
        bar = QRectF(rect.left() + 8, rect.center().y() - 3, rect.width() - text - SIDE, 8)
        paint_share(painter, bar, self._share(index), self._tone)
