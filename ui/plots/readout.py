"""Read-out of a chart: a small label with the value at the pointer or the keyboard's place."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QWidget

from ui.look.theme import theme
from ui.widgets.symbols import with_symbols

_AWAY = 10


class Readout(QLabel):
    """Words in a frame beside a point of its parent; it never leaves the parent, and the mouse passes it.

    The first of several lines is bold; what follows a tab stands at the right.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room, self.words = parent, ""
        self.setObjectName("readout")
        self.setFont(theme().font("caption"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_text(self, words: str, point: QPoint) -> None:
        """Show words above a point, or below it where there is no room above; none: hide."""
        self.words = words
        self.setVisible(bool(words))
        first, *others = with_symbols(words).split("\n")
        rows = [line.partition("\t") for line in others]
        cells = [f"<tr><td>{name}</td><td align=right>&nbsp; {value}</td></tr>" for name, _, value in rows]
        head = f"<tr><th colspan=2 align=left>{first}</th></tr>"
        self.setText(
            f"<table cellspacing=0>{head}{''.join(cells)}</table>" if rows else f"<span>{first}</span>"
        )
        self.adjustSize()
        room = self._room.rect()
        x = min(max(point.x() - self.width() // 2, 0), max(room.width() - self.width(), 0))
        above = point.y() - _AWAY - self.height()
        self.move(x, above if above >= 0 else point.y() + _AWAY)
        self.raise_()
