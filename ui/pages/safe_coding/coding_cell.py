"""Coding cell: what a coding does to each variable, drawn where there is little room."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from sdcdesk.core.results.limit import Verdict
from sdcdesk.search.coding_words import AS_IT_IS, Level
from ui.look.locale import in_user_locale
from ui.look.theme import Style, theme
from ui.models.codings_model import LEVELS
from ui.widgets.badge import paint_badge
from ui.widgets.painting import LEFT, Index, RowDelegate, paint_text

NAME = 0.5
"""Share of the room that the name of a variable keeps at least where it and its level have too little."""

SHORTEST = 56
"""Pixels that a name keeps in a row of names; what has no room then is cut at the end."""

BETWEEN = ", "

PAD = 8
"""Pixels beside the words of a cell, as the style keeps them beside other texts."""


def paint_level(
    painter: QPainter,
    room: QRect,
    level: Level,
    named: int,
    naming: Style = "caption",
    style: Style = "caption",
) -> int:
    """Write the name of a variable and its level, and return their pixels.

    Parameters
    ----------
    painter, room, level
        On what, where, and what.
    named
        Pixels of the name, which is cut in its middle where it needs more.
    naming, style
        Type styles of the name and of the level.
    """
    name, title = level
    used = 0
    if name:
        place = QRect(room.left(), room.top(), min(named, room.width()), room.height())
        used = paint_text(painter, place, name, naming, "text", LEFT, Qt.TextElideMode.ElideMiddle)
        used += theme().metrics(style).horizontalAdvance(" ")
    rest = room.adjusted(used, 0, 0, 0)
    return used + paint_text(painter, rest, in_user_locale(title), style, "text2", LEFT)


def name_room(room: int, level: Level, naming: Style) -> int:
    """Return the pixels of a name beside its level on a line of its own."""
    beside = theme().metrics("caption").horizontalAdvance(" " + in_user_locale(level[1]))
    wanted = theme().metrics(naming).horizontalAdvance(level[0])
    return min(wanted, max(room - beside, round(NAME * room)))


class CodingCell(RowDelegate):
    """Draws what a coding coarsens on one line; where room is short, the longest names are cut first."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw variables and levels beside one another."""
        levels: tuple[Level, ...] = index.data(LEVELS) or ((AS_IT_IS, ""),)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        naming: Style = "card_title" if chosen else "body"
        room = rect.adjusted(PAD, 0, -PAD, 0)
        width = theme().metrics("body").horizontalAdvance
        titles = [width(" " + in_user_locale(title)) for _, title in levels]
        names = [theme().metrics(naming).horizontalAdvance(name) for name, _ in levels]
        most = _widest(names, room.width() - sum(titles) - width(BETWEEN) * (len(levels) - 1))
        painter.setClipRect(room)
        left = room.left()
        for place, (level, name) in enumerate(zip(levels, names, strict=True)):
            if place:
                left += paint_text(painter, QRect(left, room.top(), room.width(), room.height()), BETWEEN)
            part = QRect(left, room.top(), max(room.right() - left, 1), room.height())
            left += paint_level(painter, part, level, min(name, most), naming, "body")


class VerdictCell(RowDelegate):
    """Draws the badge of a verdict, or what stands in its place."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, _option: QStyleOptionViewItem) -> None:
        """Draw the badge at the left."""
        verdict, room = str(index.data() or ""), rect.adjusted(PAD, 0, -PAD, 0)
        if verdict.lower() in tuple(Verdict):
            paint_badge(painter, room, verdict.lower())
        else:
            paint_text(painter, room, verdict, "caption", "text3")


def _widest(names: Sequence[int], room: int) -> int:
    """Return to how many pixels names are cut so that all have room: short ones stay whole."""
    most = 0
    for place, name in enumerate(sorted(names)):
        most = max(room // (len(names) - place), SHORTEST)
        room -= min(name, most)
    return most
