"""Icons of the program's own drawings, in the colours of the theme."""

from collections.abc import Iterator
from functools import cache
from typing import Protocol
from weakref import WeakKeyDictionary

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.look.drawings import drawing
from ui.look.incremental_work import IncrementalWork
from ui.look.theme import theme

AT_ONCE = 20
"""Icons of what is hidden that are drawn between two events."""

# Sizes in pixels at which icons are drawn in the program.
_SIZES = (14, 16, 18, 20, 24, 32)


class _Bearer(Protocol):
    def setIcon(self, icon: QIcon, /) -> None: ...  # noqa: N802 - Qt's name


def icon(name: str, role: str = "text") -> QIcon:
    """Return an icon in the colour of a token, grey where its control is disabled, sharp as `pixmap`.

    It keeps the colours of the theme in force; what outlives a change of theme takes its icon by `set_icon`.
    """
    tokens = theme().tokens
    return _icon(name, _ratio(), getattr(tokens, role), tokens.text3)


def pixmap(name: str, size: int, role: str | QColor = "text") -> QPixmap:
    """Return a drawing as a square pixmap of `size` logical pixels, sharp on the sharpest screen.

    Its colour is that of a token, or the colour given (the ink of a coloured ground).
    """
    colour = role.name() if isinstance(role, QColor) else getattr(theme().tokens, role)
    return _rendered(name, size, _ratio(), colour)


def _ratio() -> float:
    """Return the pixels of the sharpest screen for one of ours."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


@cache
def _icon(name: str, ratio: float, colour: str, disabled: str) -> QIcon:
    found = QIcon()
    for size in _SIZES:
        found.addPixmap(_rendered(name, size, ratio, colour))
        found.addPixmap(_rendered(name, size, ratio, disabled), QIcon.Mode.Disabled)
    return found


@cache
def _rendered(name: str, size: int, ratio: float, colour: str) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(drawing(name, colour).encode()))
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


class _Wardrobe(QObject):
    """Gives every bearer of an icon a new one when the theme changes: at once where it is seen."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.worn: WeakKeyDictionary[_Bearer, tuple[str, str]] = WeakKeyDictionary()
        self._later = IncrementalWork(self)
        theme().changed.connect(self._dress)

    def _dress(self) -> None:
        hidden = []
        for bearer in filter(isValid, list(self.worn)):
            if isinstance(bearer, QWidget) and bearer.isVisible():
                self._give(bearer)
            else:
                hidden.append(bearer)
        self._later.start(self._dress_hidden(hidden))

    def _dress_hidden(self, bearers: list[_Bearer]) -> Iterator[None]:
        for place, bearer in enumerate(bearers, start=1):
            if isValid(bearer) and bearer in self.worn:
                self._give(bearer)
            if place % AT_ONCE == 0:
                yield

    def _give(self, bearer: _Bearer) -> None:
        bearer.setIcon(icon(*self.worn[bearer]))


@cache
def _wardrobe(parent: QObject) -> _Wardrobe:
    return _Wardrobe(parent)


def set_icon(bearer: _Bearer, name: str, role: str = "text") -> None:
    """Give a button or an action an icon that follows the theme; without a name, take it away."""
    worn = _wardrobe(theme()).worn
    if name:
        worn[bearer] = (name, role)
        bearer.setIcon(icon(name, role))
    else:
        worn.pop(bearer, None)
        bearer.setIcon(QIcon())
