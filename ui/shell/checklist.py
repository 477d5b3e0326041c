"""Release checklist in short: how much is done, and what comes next."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from ui.look.theme import theme
from ui.widgets.painting import RIGHT, paint_focus, paint_share, paint_text

SIDE = 10
BAR = 6
_WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


class _Checklist(QAbstractButton):
    """What both forms of the checklist have in common."""

    asked = Signal()
    """The user wants to see the whole list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._done, self._total, self._next = 0, 0, ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.asked)
        theme().changed.connect(self.update)
        self.set_state(0, 0, "")

    def set_state(self, done: int, total: int, coming: str) -> None:
        """Show how many things are done, and the next one in words ("write the report")."""
        self._done, self._total, self._next = done, total, f"Next: {coming}" if coming else ""
        self.setAccessibleName(f"Release checklist: {self.text()}")
        self.setAccessibleDescription(self._next)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """Return how much is done: "4 of 8"."""
        return f"{self._done} of {self._total}"

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self._done / self._total if self._total else 0.0


class Checklist(_Checklist):
    """Title and count, a thin bar, and the next thing to do on up to two lines; below the rail."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room at the rail's width."""
        return QSize(168, self.heightForWidth(168))

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """Say that the words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        """Return the height of title, bar and wrapped words."""
        title, words = self._metrics()
        wrapped = words.boundingRect(QRect(0, 0, width - 2 * SIDE, 1000), _WRAPPED.value, self._next or " ")
        return 10 + title.height() + 8 + BAR + 8 + wrapped.height() + 6

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the checklist."""
        look, painter = theme(), QPainter(self)
        title, _ = self._metrics()
        painter.fillRect(0, 0, self.width(), 1, look.colour("border"))
        left, width, top = SIDE, self.width() - 2 * SIDE, 10
        line = QRect(left, top, width, title.height())
        paint_text(painter, line, self._title(width), "table_header")
        paint_text(painter, line, self.text(), "caption", "text2", RIGHT)
        top = line.bottom() + 1 + 8
        paint_share(painter, QRectF(left, top, width, BAR), self.share, "accent_fill", BAR / 2)
        top += BAR + 8
        painter.drawText(QRect(left, top, width, self.height() - top), _WRAPPED.value, self._next)
        if self.hasFocus():
            paint_focus(painter, self.rect().adjusted(0, 2, 0, 0))

    def _title(self, width: int) -> str:
        title, words = self._metrics()
        room = width - words.horizontalAdvance(self.text()) - 6
        return "Release checklist" if title.horizontalAdvance("Release checklist") <= room else "Checklist"

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        return QFontMetrics(theme().font("table_header")), QFontMetrics(theme().font("caption"))


class ChecklistRing(_Checklist):
    """The checklist as a small ring with its count, for the job bar of a narrow window."""

    def set_state(self, done: int, total: int, coming: str) -> None:
        """Show how many things are done; the next one is in the tooltip."""
        super().set_state(done, total, coming)
        self.setToolTip(f"Release checklist. {self._next}".strip())

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for ring and count."""
        metrics = QFontMetrics(theme().font("caption"))
        return QSize(metrics.horizontalAdvance(self.text()) + 32, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw ring and count."""
        look, painter = theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(5, self.height() / 2 - 6.5, 13, 13)
        painter.setPen(QPen(look.colour("border"), 3))
        painter.drawEllipse(ring)
        painter.setPen(QPen(look.colour("accent"), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        # Qt counts in sixteenths of a degree, against the clock, from three o'clock.
        painter.drawArc(ring, 90 * 16, round(-360 * 16 * self.share))
        paint_text(painter, self.rect().adjusted(25, 0, 0, 0), self.text(), "caption", "text2")
        if self.hasFocus():
            paint_focus(painter, self.rect())
