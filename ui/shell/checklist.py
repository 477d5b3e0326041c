"""Release checklist in short: how much is done, and what comes next."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QProgressBar, QSizePolicy, QWidget

from sdcdesk.core.text.sentence import sentence
from ui.look.theme import theme
from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, row
from ui.widgets.painting import paint_focus, paint_text

SIDE = 10


class _Checklist(QAbstractButton):
    """What both forms of the checklist have in common."""

    requested = Signal()
    """The user wants to see the whole list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._done, self._total, self._next = 0, 0, ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self.requested)
        theme().changed.connect(self.update)
        self.set_state(0, 0, "")

    def set_state(self, done: int, total: int, coming: str) -> None:
        """Show how many things are done, and the next one in words ("write the report")."""
        self._done, self._total, self._next = (
            done,
            total,
            sentence("Next: {coming}", coming=coming) if coming else "",
        )
        self.setAccessibleName(sentence("Release checklist: {text}", text=self.text()))
        self.setAccessibleDescription(self._next)
        self.updateGeometry()
        self.update()

    def text(self) -> str:
        """Return how much is done: "4 of 8"."""
        return sentence("{done} of {total}", done=str(self._done), total=str(self._total))

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1."""
        return self._done / self._total if self._total else 0.0


class Checklist(_Checklist):
    """Title and count, a thin bar, and the next thing to do; below the rail."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._count, self._words = label("", "caption", "text2"), label("", "caption", "text2", wraps=True)
        self._bar = QProgressBar(textVisible=False)
        super().__init__(parent)
        # A button is as high as its hint, which does not know how the words wrap.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        title = (ElidedLabel("Release checklist", "table_header"), 1)
        content = (hairline(), 1, row(title, self._count, spacing=6), self._bar, self._words)
        column(*content, margins=(SIDE, 0, SIDE, 6), inside=self)

    def set_state(self, done: int, total: int, coming: str) -> None:
        """Show how many things are done, and the next one in words."""
        super().set_state(done, total, coming)
        self._count.setText(self.text())
        self._words.setText(self._next)
        self._bar.setUpdatesEnabled(False)  # else Qt paints the whole window at once
        self._bar.setRange(0, max(total, 1))
        self._bar.setValue(done)
        self._bar.setUpdatesEnabled(True)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw where the keyboard is."""
        if self.hasFocus():
            paint_focus(QPainter(self), self.rect().adjusted(0, 2, 0, 0))


class ChecklistRing(_Checklist):
    """The checklist as a small ring with its count, for the job bar of a narrow window."""

    def set_state(self, done: int, total: int, coming: str) -> None:
        """Show how many things are done; the next one is in the tooltip."""
        super().set_state(done, total, coming)
        next_thing = sentence("Release checklist. Next: {coming}", coming=coming)
        self.setToolTip(next_thing if coming else "Release checklist.")

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for ring and count."""
        metrics = theme().metrics("caption")
        return QSize(metrics.horizontalAdvance(self.text()) + 32, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw ring and count."""
        colours, painter = theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = QRectF(5, self.height() / 2 - 6.5, 13, 13)
        painter.setPen(QPen(colours.colour("border"), 3))
        painter.drawEllipse(ring)
        painter.setPen(QPen(colours.colour("accent"), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        # Qt counts in sixteenths of a degree, against the clock, from three o'clock.
        painter.drawArc(ring, 90 * 16, round(-360 * 16 * self.share))
        paint_text(painter, self.rect().adjusted(25, 0, 0, 0), self.text(), "caption", "text2")
        if self.hasFocus():
            paint_focus(painter, self.rect())
