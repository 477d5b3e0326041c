"""The filters of the data view as chips, and the button that adds one."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from ui.look.icons import pixmap
from ui.look.theme import theme
from ui.models.arrangement import Filter, filter_words
from ui.widgets.buttons import icon_button, text_button
from ui.widgets.flow import FlowLayout
from ui.widgets.label import ElidedLabel

WIDEST = 300


class FilterChip(QWidget):
    """One filter, with a cross that takes it away."""

    removed = Signal()
    """The cross was pressed."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setAccessibleName(f"Filter: {words}")
        self._mark = QLabel()
        self._words = ElidedLabel(words, tone="text2")
        self.cross = icon_button("close", f"Remove the filter: {words}", 12)
        self.cross.clicked.connect(self.removed)
        self.setMaximumWidth(WIDEST)
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        line = QHBoxLayout(self)
        line.setContentsMargins(8, 0, 2, 0)
        line.setSpacing(6)
        line.addWidget(self._mark)
        line.addWidget(self._words, 1)
        line.addWidget(self.cross)
        theme().changed.connect(self._dress)
        self._dress()

    def words(self) -> str:
        """Return what it lets through."""
        return self._words.text()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().colour("sunken"))
        painter.drawRoundedRect(self.rect(), 4, 4)

    def _dress(self) -> None:
        self._mark.setPixmap(pixmap("filter", 14, "text2"))
        self.update()


class FilterChips(QWidget):
    """All chips in as many lines as they need, with *Add filter* after the last."""

    removed = Signal(int)
    """The filter at a place was taken away."""

    wanted = Signal()
    """The user wants to add a filter."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Filters")
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.chips: list[FilterChip] = []
        self.add = text_button("Add filter", "plus")
        self.add.clicked.connect(self.wanted)
        self._flow = FlowLayout(self)
        self._flow.addWidget(self.add)

    def set_filters(self, filters: Sequence[Filter]) -> None:
        """Show these filters."""
        had_focus = any(chip.cross.hasFocus() for chip in self.chips)
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [FilterChip(filter_words(one)) for one in filters]
        for place, chip in enumerate(self.chips):
            self._flow.insert(place, chip)
            chip.removed.connect(lambda place=place: self.removed.emit(place))
            chip.show()
        if had_focus:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self.updateGeometry()
