"""A small table of records that is only read: records with the same key stand together, in bands."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.theme import theme

ROW, HEADER = 22, 24
SIDE = 8
"""Pixels on both sides of a cell's words."""

Texts = Sequence[str]


class BandedTable(QWidget):
    """Some records, each group of them on the ground of a band or on that of the card.

    Parameters
    ----------
    title
        What it shows, for screen readers.
    columns
        Titles of the columns; all but those of words stand at the right.
    words
        Columns that hold words.
    """

    def __init__(self, title: str, columns: Texts, words: Sequence[int] = ()) -> None:
        super().__init__()
        self._columns, self._words = tuple(columns), frozenset(words)
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._groups: tuple[int, ...] = ()
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def set_rows(self, rows: Sequence[Texts], groups: Sequence[int]) -> None:
        """Show records.

        Parameters
        ----------
        rows
            Texts of each record.
        groups
            Group of each record, 0, 1, …; those of a group stand together.
        """
        self._rows, self._groups = tuple(map(tuple, rows)), tuple(groups)
        self.setAccessibleDescription("; ".join(map(self._spoken, self._rows)))
        self.updateGeometry()
        self.update()

    def texts(self) -> tuple[tuple[str, ...], ...]:
        """Return what the rows say."""
        return self._rows

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for all records."""
        return QSize(sum(self._widths()), HEADER + ROW * len(self._rows))

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the titles, and the records on their bands."""
        look, painter = theme(), QPainter(self)
        width = sum(self._widths())
        painter.fillRect(QRectF(0, 0, width, HEADER), look.colour("sunken"))
        painter.setFont(look.font("table_header"))
        painter.setPen(look.colour("text2"))
        self._paint_line(painter, self._columns, 0, HEADER)
        painter.setFont(look.font("body"))
        for place, (row, group) in enumerate(zip(self._rows, self._groups, strict=True)):
            top = HEADER + place * ROW
            if group % 2 == 0:
                painter.fillRect(QRectF(0, top, width, ROW), look.colour("band"))
            painter.setPen(look.colour("text"))
            self._paint_line(painter, row, top, ROW)
            if place and group != self._groups[place - 1]:
                painter.fillRect(QRectF(0, top, width, 1), look.colour("border"))

    def _paint_line(self, painter: QPainter, texts: Texts, top: int, height: int) -> None:
        left = 0
        for column, (text, width) in enumerate(zip(texts, self._widths(), strict=True)):
            side = Qt.AlignmentFlag.AlignLeft if column in self._words else Qt.AlignmentFlag.AlignRight
            cell = QRectF(left + SIDE, top, width - 2 * SIDE, height)
            painter.drawText(cell, side | Qt.AlignmentFlag.AlignVCenter, text)
            left += width

    def _widths(self) -> list[int]:
        bold = QFontMetrics(theme().font("table_header"))
        plain = QFontMetrics(theme().font("body"))
        return [
            2 * SIDE
            + 2
            + max(
                bold.horizontalAdvance(title),
                *(plain.horizontalAdvance(row[column]) for row in self._rows),
                0,
            )
            for column, title in enumerate(self._columns)
        ]

    def _spoken(self, row: Texts) -> str:
        return ", ".join(f"{title} {text}" for title, text in zip(self._columns, row, strict=True))
