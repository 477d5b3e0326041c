"""Coding cell: what a coding does to each variable, drawn where there is little room."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from sdcdesk.hierarchies.level_words import level_phrase
from sdcdesk.search.codings.coding_words import Level
from sdcdesk.search.codings.lattice import AS_IT_IS, Lattice
from ui.look.locale import in_user_locale
from ui.look.theme import Style, theme
from ui.models.codings_model import LEVELS
from ui.widgets.painting import LEFT, Index, RowDelegate, has_keyboard, paint_focus, paint_text

NAME = 0.32
"""Share of the room that the name of a variable keeps at least where it and its level have too little."""

SHORTEST = 56
"""Pixels that a name keeps in a row of names; what has no room then is cut at the end."""

TALL = 38
"""Pixels of a row from which it has two lines."""

BETWEEN = ", "

LEAST_NAME = 36
"""Pixels that a name keeps at least on a line with its level alone."""

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
    return min(wanted, max(room - beside, round(NAME * room), LEAST_NAME))


def longest_words(lattice: Lattice) -> int:
    """Return the pixels of the longest words that a coding can have, in one line."""
    longest = 0
    for name, hierarchy in zip(lattice.keys, lattice.hierarchies, strict=True):
        levels = [(name, level_phrase(hierarchy, level)) for level in range(1, hierarchy.height + 1)]
        longest += max(_widths(levels, "body"), default=0)
    return longest


class CodingCell(RowDelegate):
    """Draws what a coding coarsens, in a tall row on two lines; where room is short, names are cut first."""

    def draw(self, painter: QPainter, rect: QRect, index: Index, option: QStyleOptionViewItem) -> None:
        """Draw variables and levels beside one another."""
        levels: tuple[Level, ...] = index.data(LEVELS) or ((AS_IT_IS, ""),)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        room = rect.adjusted(PAD, 0, -PAD, 0)
        if has_keyboard(option, index):
            paint_focus(painter, rect.adjusted(1, 1, -1, -1))
        painter.setClipRect(room)
        if sum(_widths(levels, "body")) <= room.width() or rect.height() < TALL:
            _draw_line(painter, room, levels, "card_title" if chosen else "body", "body")
            return
        first = _first_line(levels, room.width())
        naming: Style = "table_header" if chosen else "caption"
        if first == len(levels):
            _draw_line(painter, room, levels, naming, "caption")
            return
        height = theme().metrics("caption").height()
        line = QRect(room.left(), room.center().y() - height + 1, room.width(), height)
        _draw_line(painter, line, levels[:first], naming, "caption", goes_on=True)
        _draw_line(painter, line.translated(0, height), levels[first:], naming, "caption")


def _draw_line(
    painter: QPainter,
    room: QRect,
    levels: Sequence[Level],
    naming: Style,
    style: Style,
    *,
    goes_on: bool = False,
) -> None:
    """Write levels beside one another; what has no room is cut at the end of the line, with dots.

    Parameters
    ----------
    painter, room, levels
        On what, where, and what.
    naming, style
        Type styles of names and of levels.
    goes_on
        Whether another line follows.
    """
    width = theme().metrics(style).horizontalAdvance
    titles = [width(" " + in_user_locale(title)) for _, title in levels]
    names = [theme().metrics(naming).horizontalAdvance(name) for name, _ in levels]
    most = _widest(names, room.width() - sum(titles) - width(BETWEEN) * (len(levels) - 1))
    rest = QRect(room)
    for place, (level, name, title) in enumerate(zip(levels, names, titles, strict=True), 1):
        is_cut = min(name, most) + title > rest.width()
        rest.setLeft(rest.left() + paint_level(painter, rest, level, min(name, most), naming, style))
        if is_cut or (place == len(levels) and not goes_on):
            return
        rest.setLeft(rest.left() + paint_text(painter, rest, BETWEEN, style))


def _widths(levels: Sequence[Level], style: Style) -> list[int]:
    """Return the pixels of each level with the name of its variable, and of what stands between two."""
    width = theme().metrics(style).horizontalAdvance
    return [width(f"{name} {in_user_locale(title)}{BETWEEN}") for name, title in levels]


def _first_line(levels: Sequence[Level], room: int) -> int:
    """Return how many levels the first of two lines holds: as many as have room, at least half of them."""
    used, widths = 0, _widths(levels, "caption")
    for place, width in enumerate(widths):
        used += width
        if used > room:
            return max(place, (len(levels) + 1) // 2)
    return len(levels)


def _widest(names: Sequence[int], room: int) -> int:
    """Return to how many pixels names are cut so that all have room: short ones stay whole."""
    most = 0
    for place, name in enumerate(sorted(names)):
        most = max(room // (len(names) - place), SHORTEST)
        room -= min(name, most)
    return most
