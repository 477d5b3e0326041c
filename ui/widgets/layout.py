"""Rows and columns of widgets: one call says what stands beside what, and what takes the room left."""

from collections.abc import Sequence
from types import EllipsisType
from typing import TypeVar

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

Content = QWidget | QLayout | int | EllipsisType
"""A widget, a layout, pixels between two of them, or `...` for all room that is left."""

Part = Content | tuple[QWidget | QLayout, int | Qt.AlignmentFlag]
"""A part, where it matters with its share of the room or its side."""

Margins = tuple[int, int, int, int]
"""Pixels at the left, above, at the right, below."""

NONE: Margins = (0, 0, 0, 0)

FRAME = QSize(16, 48)
"""What the desktop draws around a window, about."""

WIDEST = 16_777_215
"""Pixels that Qt allows a widget that has no width of its own."""

Box = TypeVar("Box", bound=QBoxLayout)


def row(
    *parts: Part, spacing: int = 8, margins: Margins = NONE, inside: QWidget | None = None
) -> QHBoxLayout:
    """Return parts beside one another.

    Parameters
    ----------
    parts
        From left to right.
    spacing, margins
        Pixels between and around them.
    inside
        The widget that they fill; None: the layout becomes part of another one.
    """
    return _filled(QHBoxLayout(inside) if inside else QHBoxLayout(), parts, spacing, margins)


def column(
    *parts: Part, spacing: int = 8, margins: Margins = NONE, inside: QWidget | None = None
) -> QVBoxLayout:
    """Return parts below one another; see `row`."""
    return _filled(QVBoxLayout(inside) if inside else QVBoxLayout(), parts, spacing, margins)


def widget_in(layout: QLayout) -> QWidget:
    """Return a widget that a layout fills."""
    new = QWidget()
    new.setLayout(layout)
    return new


def bordered(content: QWidget) -> QFrame:
    """Return a widget within the border that cards have."""
    card = QFrame()
    card.setObjectName("card")
    column(content, margins=(1, 1, 1, 1), inside=card)
    return card


class ScrollArea(QScrollArea):
    """An area in which a widget scrolls up and down only.

    Attributes
    ----------
    keeps_width
        Whether it is never narrower than the widget; else that is cut.
    """

    keeps_width = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: tuple[QWidget, int] | None = None
        self.verticalScrollBar().rangeChanged.connect(self._keep_in_place)
        self.verticalScrollBar().actionTriggered.connect(self._let_go)

    def hold(self, part: QWidget) -> None:
        """Keep a part where it is seen while what lies above it grows or shrinks, until the user scrolls."""
        self._held = part, self._seen_at(part)

    def _seen_at(self, part: QWidget) -> int:
        return part.mapTo(self.viewport(), QPoint()).y()

    def _keep_in_place(self) -> None:
        if self._held is not None and isValid(self._held[0]):
            bar, (part, place) = self.verticalScrollBar(), self._held
            bar.setValue(bar.value() + self._seen_at(part) - place)

    def _let_go(self) -> None:
        self._held = None

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the room for the widget, or for little of it."""
        hint, content = super().minimumSizeHint(), self.widget()
        if content is None or not self.keeps_width:
            return hint
        bar = self.verticalScrollBar().sizeHint().width()
        return hint.expandedTo(QSize(content.minimumSizeHint().width() + bar, 0))


def scrolled(content: QWidget, *, keeps_width: bool = False, inside: QWidget | None = None) -> ScrollArea:
    """Return an area in which a widget scrolls up and down only; the keyboard goes to what is in it."""
    area = ScrollArea(inside)
    area.keeps_width = keeps_width
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area


def show_or_hide(widget: QWidget, *, shown: bool) -> None:
    """Show a widget within another one, or hide it, where it is not so already.

    Qt gives all parts of what is shown their style, though nobody sees it yet, and once more with each place.
    """
    if widget.isHidden() is shown:
        widget.setVisible(shown)


def discard(*widgets: QWidget) -> None:
    """Take widgets away: out of sight at once, from memory with the next turn."""
    for widget in widgets:
        widget.hide()
        widget.deleteLater()


def replace(box: QBoxLayout, old: QWidget, new: QWidget) -> None:
    """Put a widget into a row or column in place of another one."""
    box.replaceWidget(old, new)
    new.show()
    discard(old)


def lay_beside(box: QBoxLayout, *, beside: bool) -> None:
    """Let the parts of a row stand beside one another or, where room is short, below one another."""
    box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)


def lay_side_beside(box: QBoxLayout, side: QWidget, width: int, *, beside: bool) -> None:
    """Let one part of a row stand beside the others in so many pixels or, where room is short, below them."""
    lay_beside(box, beside=beside)
    side.setMinimumWidth(width if beside else 0)
    side.setMaximumWidth(width if beside else WIDEST)


def refill(box: QBoxLayout, widgets: Sequence[QWidget]) -> None:
    """Put widgets into a row or column in place of those that are there; its stretch stays last."""
    while box.count() > 1:
        item = box.takeAt(0)
        old = item.widget() if item else None
        if old is not None:
            discard(old)
    for place, widget in enumerate(widgets):
        box.insertWidget(place, widget)


def resize_within_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window a size, or as much of it as its screen has room for."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - FRAME))


def bring_up(window: QWidget) -> None:
    """Show a window in front of the others, or bring it there."""
    window.show()
    window.raise_()
    window.activateWindow()


def _filled(box: Box, parts: tuple[Part, ...], spacing: int, margins: Margins) -> Box:
    box.setContentsMargins(*margins)
    box.setSpacing(spacing)
    for part in parts:
        _add(box, part)
    return box


def _add(box: QBoxLayout, part: Part) -> None:
    content, how = part if isinstance(part, tuple) else (part, 0)
    stretch = 0 if isinstance(how, Qt.AlignmentFlag) else how
    if isinstance(content, EllipsisType):
        box.addStretch(1)
    elif isinstance(content, int):
        box.addSpacing(content)
    elif isinstance(content, QLayout):
        box.addLayout(content, stretch)
    elif isinstance(how, Qt.AlignmentFlag):
        box.addWidget(content, 0, how)
    else:
        box.addWidget(content, stretch)
