"""The marks of the roles: small drawings in the line of the program's icons."""

from functools import cache

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from sdcdesk.core.variable import Role
from ui.look.theme import theme

# In a box of 20 × 20, drawn with a round pen of 1.5.
_PATHS = {
    Role.IDENTIFIER: "M4 4.5h12a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6"
    "A1.5 1.5 0 0 1 4 4.5zM8.6 8.7a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0zM4.75 13c.3-1.3 1.1-1.9 "
    "2.25-1.9s1.95.6 2.25 1.9M12 8.5h3M12 11.5h3",
    Role.KEY: "M9.5 13a3.25 3.25 0 1 1-6.5 0 3.25 3.25 0 0 1 6.5 0zM8.75 10.75L16.5 3M13.25 6.25l2.5 2.5",
    Role.CONFIDENTIAL: "M5.75 8.75h8.5A1.75 1.75 0 0 1 16 10.5v5a1.75 1.75 0 0 1-1.75 1.75h-8.5A1.75 1.75 "
    "0 0 1 4 15.5v-5a1.75 1.75 0 0 1 1.75-1.75zM6.75 8.75V6.25a3.25 3.25 0 0 1 6.5 0v2.5",
    Role.WEIGHT: "M5.5 7.75h9l2.25 8.75H3.25zM12 5.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
    Role.HOUSEHOLD: "M3 9.75L10 3.5l7 6.25M5 8.25v8.25h10V8.25M8.5 16.5V12h3v4.5",
    Role.STRATUM: "M10 3.25l7 3.5-7 3.5-7-3.5zM3 10.25l7 3.5 7-3.5M3 13.5L10 17l7-3.5",
    Role.OTHER: "M4.25 10h.01M10 10h.01M15.75 10h.01",
}
_BOX = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="{colour}" '
    'stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"><path d="{path}"/></svg>'
)


def role_mark(role: Role, size: int = 16, tone: str = "text") -> QPixmap:
    """Return the mark of a role as a square pixmap of `size` logical pixels, in the colour of a token."""
    ratio = max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)
    return _drawn(role, size, ratio, theme().colour(tone).name())


def role_icon(role: Role) -> QIcon:
    """Return the mark of a role for a menu or a list, in the colours of the theme in force."""
    return QIcon(role_mark(role))


@cache
def _drawn(role: Role, size: int, ratio: float, colour: str) -> QPixmap:
    width = 2.0 if role is Role.OTHER else 1.5
    picture = _BOX.format(colour=colour, width=width, path=_PATHS[role])
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(picture.encode())).render(painter)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
