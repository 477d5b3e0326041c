"""Busy parts of a page: dimmed, with a thin moving bar, while numbers are computed again."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.look.theme import theme

STALE = 0.55
"""How much of the old content remains visible."""

PATIENCE = 300
"""Milliseconds before the bar appears: quick answers need none."""


class Veil(QWidget):
    """Dims what lies below it, in the colour of its ground; the mouse passes through.

    Parameters
    ----------
    target, ground
        What is dimmed, and the token of its colour.
    patience
        Milliseconds that `dim_soon` waits: quick answers need no veil.
    """

    def __init__(self, target: QWidget, ground: str = "surface", patience: int = 0) -> None:
        super().__init__(target)
        self._target, self._ground = target, ground
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._patience = QTimer(self, singleShot=True, interval=patience)
        self._patience.timeout.connect(lambda: self.set_drawn(drawn=True))
        self.hide()

    def set_drawn(self, *, drawn: bool) -> None:
        """Dim the target, or not."""
        self._patience.stop()
        if drawn:
            self.setGeometry(self._target.rect())
            self.raise_()
            self._target.installEventFilter(self)
        else:
            # Every event of the target would pass through Python: thousands while a page is built or dressed.
            self._target.removeEventFilter(self)
        self.setVisible(drawn)

    def dim_soon(self) -> None:
        """Dim the target unless the answer comes in time."""
        if not self.isVisible():
            self._patience.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Keep the size of the target."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Cover the target."""
        QPainter(self).fillRect(self.rect(), theme().colour(self._ground, 1 - STALE))


class BusyBar(QWidget):
    """A thin bar that moves from left to right; it appears only when the wait has become one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._place = 0.0
        self.setFixedHeight(2)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Computing")
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._appear)
        self._pace = QTimer(self, interval=40)
        self._pace.timeout.connect(self._move)
        self.hide()

    def set_busy(self, *, busy: bool) -> None:
        """Start waiting, or end it at once."""
        if not busy:
            self._patience.stop()
            self._pace.stop()
            self.hide()
        elif not self.isVisible() and not self._patience.isActive():
            self._patience.start()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the bar; standing still it fills the width."""
        painter, width = QPainter(self), float(self.width())
        painter.fillRect(self.rect(), theme().colour("sunken"))
        part = QRectF((self._place * 1.3 - 0.3) * width, 0, 0.3 * width, self.height())
        painter.fillRect(part if self._pace.isActive() else QRectF(self.rect()), theme().colour("accent"))

    def _appear(self) -> None:
        self._place = 0.0
        self.raise_()
        self.show()
        if theme().moves():
            self._pace.start()

    def _move(self) -> None:
        self._place = (self._place + 0.025) % 1
        self.update()
