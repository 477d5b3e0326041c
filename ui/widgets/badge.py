"""Badge of the verdict: filled, outlined or dashed, told apart without colour."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look.icons import pixmap
from ui.look.theme import theme

HEIGHT = 20
_ICON = 14
_SIDE = 9
_GAP = 5
_MARKS = {"unsafe": "triangle", "safe": "tick", "not assessed": ""}


def _known(verdict: str) -> str:
    """Return the verdict that words begin with: "safe in these scenarios" is drawn as safe."""
    return next((known for known in _MARKS if verdict.startswith(known)), "not assessed")


def _verdict_text(verdict: str) -> str:
    return verdict.capitalize() if verdict.startswith(tuple(_MARKS)) else "Not assessed"


def badge_size(verdict: str, words: str = "") -> QSize:
    """Return the room that a badge takes; what is neither "safe" nor "unsafe" is not assessed."""
    words, verdict = words or _verdict_text(verdict), _known(verdict)
    text = theme().metrics("table_header").horizontalAdvance(words)
    mark = _ICON + _GAP if _MARKS[verdict] else 0
    return QSize(text + mark + 2 * _SIDE, HEIGHT)


def paint_badge(painter: QPainter, rect: QRect, verdict: str, words: str = "") -> None:
    """Draw a badge at the left of a rectangle, in its middle; delegates of tables use it too."""
    colours, words = theme(), words or _verdict_text(verdict)
    verdict = _known(verdict)
    mark = _MARKS[verdict]
    size = badge_size(verdict, words)
    box = QRect(rect.left(), rect.center().y() - HEIGHT // 2 + 1, size.width(), HEIGHT)
    ink = {
        "unsafe": colours.ink(colours.tokens.risk_text),
        "safe": colours.colour("safe_text"),
        "not assessed": colours.colour("text2"),
    }[verdict]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if verdict == "unsafe":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colours.colour("risk_text"))
    else:
        dashed = verdict == "not assessed"
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colours.colour("border_strong") if dashed else ink, 1.2, style))
        painter.setBrush(colours.colour("surface"))
    painter.drawRoundedRect(QRectF(box).adjusted(0.6, 0.6, -0.6, -0.6), HEIGHT / 2 - 1, HEIGHT / 2 - 1)
    left = box.left() + _SIDE
    if mark:
        painter.drawPixmap(QPoint(left, box.top() + (HEIGHT - _ICON) // 2), pixmap(mark, _ICON, ink))
        left += _ICON + _GAP
    painter.setFont(colours.font("table_header"))
    painter.setPen(ink)
    painter.drawText(box.adjusted(left - box.left(), 0, 0, -1), Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()


class VerdictBadge(QWidget):
    """A badge as a widget: unsafe is filled with a triangle, safe outlined with a tick, the rest dashed."""

    def __init__(self, verdict: str = "not assessed", words: str = "") -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)
        self.set_verdict(verdict, words)

    @property
    def verdict(self) -> str:
        """The verdict that is shown."""
        return self._verdict

    def set_verdict(self, verdict: str, words: str = "") -> None:
        """Show a verdict; `words` stands in for its own word where another one says it better ("Passed")."""
        self._verdict, self._words = _known(verdict), words
        self.setAccessibleName(words or self._verdict.capitalize())
        self.setAccessibleDescription("Verdict")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for mark and word."""
        return badge_size(self._verdict, self._words)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the badge."""
        paint_badge(QPainter(self), self.rect(), self._verdict, self._words)
