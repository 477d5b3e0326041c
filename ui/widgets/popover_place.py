"""Place of a popover beside its anchor: pure geometry."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize


class Place(NamedTuple):
    """Position of a popover, whether it lies below its anchor, and where its arrow points.

    Attributes
    ----------
    corner
        Upper left corner, on the screen.
    below
        Whether it lies below the anchor.
    arrow
        Distance of the arrow from the popover's left edge.
    """

    corner: QPoint
    below: bool
    arrow: int


def place(anchor: QRect, size: QSize, screen: QRect, margin: int = 24) -> Place:
    """Return where a popover goes: below its anchor if there is room, else on the side that has more of it.

    It lies over neither the anchor nor the line that the anchor stands in, and never leaves the screen.

    Parameters
    ----------
    anchor
        What it explains, on the screen.
    size
        Its own size.
    screen
        The room there is.
    margin
        The least distance of the arrow from the popover's edges.
    """
    room_below, room_above = screen.bottom() - anchor.bottom(), anchor.top() - screen.top()
    below = room_below >= size.height() or room_below >= room_above
    y = anchor.bottom() + 1 if below else anchor.top() - size.height()
    y = max(screen.top(), min(y, screen.bottom() + 1 - size.height()))
    x = anchor.center().x() - size.width() // 2
    x = max(screen.left(), min(x, screen.right() + 1 - size.width()))
    arrow = max(margin, min(anchor.center().x() - x, size.width() - margin))
    return Place(QPoint(x, y), below, arrow)
