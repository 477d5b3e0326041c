"""Table header whose titles can be asked what they mean."""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QTableView

from ui.look.icons import pixmap
from ui.look.theme import theme

SIZE = 15
PAD = 8


class AskedHeader(QHeaderView):
    """A horizontal header with a "?" beside some titles.

    Parameters
    ----------
    view
        Its table.
    explained
        The columns that have a "?".
    """

    asked = Signal(int)
    """The "?" of a column was clicked."""

    def __init__(self, view: QTableView, explained: frozenset[int]) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._explained = explained
        self.setFont(theme().font("table_header"))
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setMouseTracking(True)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)

    def mark(self, section: int) -> QRect:
        """Return where the "?" of a column lies."""
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        words = QFontMetrics(theme().font("table_header")).horizontalAdvance(title)
        left = self.sectionViewportPosition(section) + PAD + words + 5
        return QRect(left, (self.height() - SIZE) // 2, SIZE, SIZE)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:  # noqa: N802, N803
        """Draw the title and its "?"."""
        painter.save()
        super().paintSection(painter, rect, logicalIndex)
        painter.restore()
        if logicalIndex in self._explained:
            place = self.mark(logicalIndex)
            painter.drawPixmap(QPoint(place.left(), place.top()), pixmap("question", SIZE, "text3"))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show that the "?" can be clicked."""
        super().mouseMoveEvent(event)
        if not event.buttons() and self._at(event) is not None:
            self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Answer a click on a "?"."""
        section = self._at(event)
        if section is not None:
            self.asked.emit(section)
        super().mouseReleaseEvent(event)

    def _at(self, event: QMouseEvent) -> int | None:
        point = event.position().toPoint()
        return next((section for section in self._explained if self.mark(section).contains(point)), None)
