"""Header of the data view: each column with its name, a small histogram, and figures in a few words."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from sdcdesk.inspection.profile import ColumnProfile
from ui.look.icons import pixmap
from ui.look.locale import in_user_locale
from ui.look.theme import theme
from ui.models.column_profiles import ColumnProfiles
from ui.models.record_table import RecordTable
from ui.widgets.header import Header
from ui.widgets.painting import paint_text

HEIGHT = 66
INSET = 8
"""Pixels between the edge of a column and what stands in it."""

ARROW = 14
UNKNOWN = "…"


class ProfileHeader(Header):
    """A horizontal header with profiles; the arrow at the right of a name opens its menu.

    Parameters
    ----------
    profiles
        What is known of the columns; they appear as they are found.
    """

    menu_wanted = Signal(int)
    """The menu of a column should open."""

    chosen = Signal(int)
    """A column was clicked."""

    def __init__(self, profiles: ColumnProfiles, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._profiles = profiles
        self._chosen = -1
        self._sorted: tuple[str, bool] = ("", False)
        self._hovered = -1
        self.setSectionsClickable(True)
        self.setMinimumSectionSize(64)
        self.setMouseTracking(True)
        self.setAccessibleName("Columns")
        self.sectionPressed.connect(self.chosen)
        profiles.arrived.connect(self._on_profile)
        theme().changed.connect(self.viewport().update)

    def set_chosen(self, section: int) -> None:
        """Mark the column whose profile is shown; −1: none."""
        self._chosen = section
        self.viewport().update()

    def set_sorted(self, name: str, *, descending: bool) -> None:
        """Mark the variable that the records are sorted by; empty: none."""
        self._sorted = (name, descending)
        self.viewport().update()

    def menu_place(self, section: int) -> QPoint:
        """Return where the menu of a column opens, on the screen."""
        arrow = self._arrow(self._section_rect(section))
        return self.viewport().mapToGlobal(QPoint(arrow.left(), arrow.bottom() + 4))

    def profile(self, section: int) -> ColumnProfile | None:
        """Return what is known of a column; None: nothing yet."""
        return self._profiles.get(self._name(section))

    def wanted_width(self, section: int) -> int:
        """Return the width that a column's name and words need."""
        profile = self.profile(section)
        title = theme().metrics("card_title").horizontalAdvance(self._title(section)) + ARROW + 16
        words = in_user_locale(profile.profile.words) if profile else ""
        width = theme().metrics("caption").horizontalAdvance(words)
        return max(title, width) + 2 * INSET

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the fixed height; for a width that nobody asks Qt would read two hundred names."""
        return QSize(0, HEIGHT)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:  # noqa: N802
        """Draw one column."""
        tokens, chosen = theme(), section == self._chosen
        painter.save()
        painter.fillRect(rect, tokens.colour("accent_soft" if chosen else "sunken"))
        painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), tokens.colour("border"))
        line = 2 if chosen else 1
        edge = QRect(rect.left(), rect.bottom() + 1 - line, rect.width(), line)
        painter.fillRect(edge, tokens.colour("accent" if chosen else "border"))
        self._paint_name(painter, rect, section)
        profile = self.profile(section)
        if profile and profile.has_bars:
            bars = QRectF(rect.left() + INSET, rect.top() + 29, rect.width() - 2 * INSET - 1, 16)
            self._paint_bars(painter, bars, profile, "after" if chosen else "before")
        below = QRect(rect.left() + INSET, rect.bottom() - 20, rect.width() - 2 * INSET, 18)
        paint_text(
            painter, below, in_user_locale(profile.profile.words) if profile else UNKNOWN, "caption", "text3"
        )
        painter.restore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Open the menu where the arrow is pressed."""
        section = self._arrow_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and section >= 0:
            self.menu_wanted.emit(section)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        """Show which arrow would be pressed."""
        super().mouseMoveEvent(event)
        self._hover(self._arrow_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        """No arrow is pointed at any more."""
        super().leaveEvent(event)
        self._hover(-1)

    def viewportEvent(self, event: QEvent) -> bool:  # noqa: N802
        """Say in the tooltip what may be cut."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            section = self.logicalIndexAt(event.pos())
            self.viewport().setToolTip(self.column_text(section) if section >= 0 else "")
        return super().viewportEvent(event)

    def column_text(self, section: int) -> str:
        """Return what the header says of a column: "Age: q3, whole number, 0 to 97"."""
        profile = self.profile(section)
        named = str(self.model().headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole))
        if profile is None:
            return named
        return f"{named}, {profile.profile.kind}, {in_user_locale(profile.profile.words)}"

    def _on_profile(self, name: str) -> None:
        """Draw the column that was looked at; most of a wide file are not in view."""
        if not self.isVisible():
            return
        first, end = self.visualIndexAt(0), self.visualIndexAt(self.viewport().width() - 1)
        for section in range(max(first, 0), (end if end >= 0 else self.count() - 1) + 1):
            if self._name(section) == name:
                self.viewport().update(self._section_rect(section))

    def _name(self, section: int) -> str:
        model = self.model()
        return model.name(section) if isinstance(model, RecordTable) else ""

    def _title(self, section: int) -> str:
        return str(self.model().headerData(section, Qt.Orientation.Horizontal))

    def _paint_name(self, painter: QPainter, rect: QRect, section: int) -> None:
        name, arrow = self._name(section), self._arrow(rect)
        room = QRect(rect.left() + INSET, rect.top() + 6, arrow.left() - rect.left() - INSET - 4, 20)
        by, descending = self._sorted
        words = room.adjusted(0, 0, -ARROW - 2 if name == by else 0, 0)
        title = self._title(section)
        width = paint_text(painter, words, title, "card_title", mode=Qt.TextElideMode.ElideMiddle)
        if name == by:
            beside = room.adjusted(width + 4, 0, 0, 0)
            paint_text(painter, beside, "↓" if descending else "↑", "card_title", "accent")
        if section == self._hovered:
            painter.fillRect(arrow.adjusted(-3, -3, 3, 3), theme().colour("border"))
        painter.drawPixmap(arrow.topLeft(), pixmap("chevron_down", ARROW, "text3"))

    def _paint_bars(self, painter: QPainter, rect: QRectF, profile: ColumnProfile, tone: str) -> None:
        # The rest of many categories would make the others flat.
        spread = profile.distribution
        counts = spread.counts.tolist()[: len(spread.counts) - bool(spread.others)] if spread else []
        step, highest = rect.width() / len(counts), max(counts)
        gap = 1.0 if step > 3 else 0.0
        for place, count in enumerate(counts):
            if count:
                height = max(rect.height() * count / highest, 1.0)
                bar = QRectF(rect.left() + place * step, rect.bottom() - height, step - gap, height)
                painter.fillRect(bar, theme().colour(tone))

    def _section_rect(self, section: int) -> QRect:
        return QRect(self.sectionViewportPosition(section), 0, self.sectionSize(section), self.height())

    def _arrow(self, rect: QRect) -> QRect:
        return QRect(rect.right() - INSET - ARROW + 2, rect.top() + 9, ARROW, ARROW)

    def _arrow_at(self, point: QPoint) -> int:
        """Return the column whose arrow is at a point; −1: none."""
        section = self.logicalIndexAt(point)
        if section < 0:
            return -1
        return (
            section if self._arrow(self._section_rect(section)).adjusted(-5, -6, 5, 6).contains(point) else -1
        )

    def _hover(self, section: int) -> None:
        if section != self._hovered:
            self._hovered = section
            self.viewport().update()
