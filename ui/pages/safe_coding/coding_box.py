"""Coding box: one coding on the map, in words, with the records that it leaves out."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sdcdesk.core.text.sentence import listed, sentence
from sdcdesk.search.codings.coding_words import Level, coarsened_text
from sdcdesk.search.codings.lattice import AS_IT_IS, Node
from sdcdesk.search.codings.left_out_words import left_out_text
from ui.look.icons import pixmap
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.pages.safe_coding.coding_cell import name_room, paint_level
from ui.widgets.numbers import count
from ui.widgets.painting import RIGHT, paint_frame, paint_share, paint_text

LINES = 3
"""Lines of words at most."""

MARGIN, PADDING, BAR, FOOT, TICK, RING = 7, 4, 4, 15, 13, 3
"""Pixels beside and above the words, of bar, last line and tick, and from the edge to the ring."""


@dataclass(frozen=True, slots=True)
class CodingOnMap:
    """What the map shows of a coding.

    Attributes
    ----------
    node
        Its levels.
    levels
        What it coarsens, see `coarsened`.
    left_out
        Records that it leaves out; None: it was not looked at.
    share
        They among all records, 0…1.
    meets, finest, best
        Whether it meets the condition, nothing finer does, and nothing that meets it loses less.
    breaking
        Those of the records left out whose group is large enough, and breaks a condition.
    """

    node: Node
    levels: tuple[Level, ...]
    left_out: int | None
    share: float = 0.0
    meets: bool = False
    finest: bool = False
    best: bool = False
    breaking: int = 0

    def text(self) -> str:
        """Return all that the box shows, for its tooltip and for screen readers."""
        if self.left_out is None:
            return sentence("{words}: not looked at", words=coarsened_text(self.levels))
        found = sentence(
            "{words}: {left_out}",
            words=coarsened_text(self.levels),
            left_out=left_out_text(self.left_out, self.breaking),
        )
        marks = [
            mark
            for holds, mark in (
                (self.meets, "meets the condition"),
                (self.finest, "nothing finer does"),
                (self.best, "least loss"),
            )
            if holds
        ]
        whole = sentence("{found}; {marks}", found=found, marks=listed(marks, len(marks))) if marks else found
        return in_user_locale(whole)


def lines_needed(codings: Sequence[CodingOnMap]) -> int:
    """Return how many lines of words the boxes of some codings have."""
    return min(max((len(coding.levels) for coding in codings), default=1), LINES) or 1


def box_height(lines: int) -> int:
    """Return the pixels of a box from top to bottom."""
    return PADDING * 2 + lines * theme().metrics("table_header").height() + FOOT


class CodingBox(QGraphicsItem):
    """A box with words, a bar and a number in brackets.

    Ground and tick say that it meets the condition, a thick edge that nothing finer does, a ring around it
    that it loses least; the chosen one has a dark frame, dashed where the keyboard is.

    Parameters
    ----------
    coding
        What it shows.
    lines
        Lines of words, as in all boxes of the map.
    """

    def __init__(self, coding: CodingOnMap, lines: int) -> None:
        super().__init__()
        self.coding, self._lines = coding, lines
        self._box = QRectF()
        self.chosen = self.has_keyboard = False
        self.setToolTip(coding.text())

    def set_box(self, box: QRectF) -> None:
        """Have another place and size on the map."""
        self.prepareGeometryChange()
        self._box = box

    def box(self) -> QRectF:
        """Return its place on the map, without the ring."""
        return self._box

    def boundingRect(self) -> QRectF:  # noqa: N802 - Qt's name
        """Return the room with the ring."""
        return self._box.adjusted(-RING - 1, -RING - 1, RING + 1, RING + 1)

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        """Draw the box."""
        self._paint_frame(painter)
        inside = self._box.toRect().adjusted(MARGIN, PADDING, -MARGIN, -PADDING)
        self._paint_words(painter, inside)
        if self.coding.left_out is not None:
            self._paint_number(
                painter, QRect(inside.left(), inside.bottom() - FOOT + 1, inside.width(), FOOT)
            )

    def _paint_frame(self, painter: QPainter) -> None:
        coding, colours = self.coding, theme()
        ground = colours.colour("safe_soft" if coding.meets else "surface")
        edge = colours.colour("safe" if coding.meets else "border")
        if coding.best:
            ring = self._box.adjusted(-RING + 0.5, -RING + 0.5, RING - 0.5, RING - 0.5)
            paint_frame(painter, ring, colours.colour("accent"), colours.colour("surface"), 6, 2)
        width = 2.0 if coding.finest else 1.0
        inset = width / 2
        paint_frame(painter, self._box.adjusted(inset, inset, -inset, -inset), edge, ground, 4, width)
        if self.chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            style = Qt.PenStyle.DashLine if self.has_keyboard else Qt.PenStyle.SolidLine
            painter.setPen(QPen(colours.colour("text"), 1.5, style))
            painter.drawRoundedRect(self._box.adjusted(3.5, 3.5, -3.5, -3.5), 3, 3)

    def _paint_words(self, painter: QPainter, inside: QRect) -> None:
        height = theme().metrics("table_header").height()
        levels = self.coding.levels or ((AS_IT_IS, ""),)
        shown = list(levels[: self._lines])
        if len(levels) > self._lines:
            shown[-1] = ("", coarsened_text(levels[self._lines - 1 :]))
        for row, level in enumerate(shown):
            line = QRect(inside.left(), inside.top() + row * height, inside.width(), height)
            naming = "table_header" if row == 0 else "caption"
            paint_level(painter, line, level, name_room(line.width(), level, naming), naming)

    def _paint_number(self, painter: QPainter, line: QRect) -> None:
        coding = self.coding
        number = f"({count(coding.left_out or 0)})"
        tone = "safe_text" if coding.meets else "text2"
        width = paint_text(painter, line, number, "caption", tone, RIGHT)
        left = line.width() - width - MARGIN
        if coding.meets:
            left -= TICK + 2
            place = QPoint(line.left() + left + MARGIN - 2, line.center().y() - TICK // 2)
            painter.drawPixmap(place, pixmap("tick", TICK, "safe_text"))
        room = QRectF(line.left(), line.center().y() - BAR / 2 + 1, left, BAR)
        paint_share(painter, room, coding.share, "risk")
