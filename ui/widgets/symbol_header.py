"""Header of a table: titles with subscripts, which Qt cannot draw, and long ones, whose letters it cuts."""

from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionHeader, QTableView

from ui.look.theme import theme
from ui.widgets.header import Header
from ui.widgets.painting import paint_text
from ui.widgets.symbols import has_symbols, symbols_width

PAD = 8
"""Pixels beside a title, as in the style sheet."""


class SymbolHeader(Header):
    """Titles above columns: Qt draws them, and where one has a symbol or is too long all but the words.

    Parameters
    ----------
    view
        Its table.
    names
        Whether the titles are names of variables, which are cut in the middle.
    """

    def __init__(self, view: QTableView, *, names: bool = False) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._mode = Qt.TextElideMode.ElideMiddle if names else Qt.TextElideMode.ElideRight
        theme().changed.connect(self.viewport().update)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, logicalIndex: int) -> None:  # noqa: N802, N803
        """Leave out words that are written here."""
        super().initStyleOptionForIndex(option, logicalIndex)
        if self._is_ours(logicalIndex):
            option.text = ""

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the titles: Qt would read two hundred of them where their height is set."""
        return self.minimumSize() if self.minimumHeight() == self.maximumHeight() else super().sizeHint()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:  # noqa: N802, N803 - Qt's names
        """Return the room that a title takes as it is drawn: subscripts are smaller than their letters."""
        size, title = super().sectionSizeFromContents(logicalIndex), self._title(logicalIndex)
        if has_symbols(title):
            font = theme().font("table_header")
            size.setWidth(max(symbols_width(line, font) for line in title.split("\n")) + 2 * PAD)
        return size

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """Draw one title."""
        painter.save()
        super().paintSection(painter, rect, logicalIndex)
        painter.restore()
        title = self._title(logicalIndex)
        if not self._is_ours(logicalIndex):
            return
        side = Qt.AlignmentFlag(self._header_data(logicalIndex, Qt.ItemDataRole.TextAlignmentRole))
        lines, height = title.split("\n"), theme().metrics("table_header").height()
        place = rect.adjusted(PAD, 0, -PAD, 0)
        place.setTop(rect.top() + (rect.height() - height * len(lines)) // 2)
        place.setHeight(height)
        for line in lines:
            paint_text(painter, place, line, "table_header", "text2", side, self._mode)
            place.translate(0, height)

    def _is_ours(self, column: int) -> bool:
        title, measure = self._title(column), theme().metrics("table_header").horizontalAdvance
        room = self.sectionSize(column) - 2 * PAD
        return has_symbols(title) or any(measure(line) > room for line in title.split("\n"))

    def _title(self, column: int) -> str:
        return str(self._header_data(column, Qt.ItemDataRole.DisplayRole) or "")

    def _header_data(self, column: int, role: Qt.ItemDataRole) -> Any:
        return self.model().headerData(column, self.orientation(), role) if self.model() else ""
