"""The card that says the three rules which weights follow."""

from PySide6.QtCore import QLineF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sdcdesk.risk import Structure
from ui.theme import theme
from ui.widgets.card import Card
from ui.widgets.label import hairline, label
from ui.widgets.what_is_this import Explanation, explain

ABOUT = Explanation(
    "The three rules every weight follows",
    "They say that a record never counts more than one that is easier to recognise. A weight that breaks one "
    "of them is refused: the weighted risk would rise where people became harder to find.",
    source="Truta et al. 2004, section 2; 2006, section 2",
)

_ROW = ("Along a row", "The larger the group was, the less its records count.", "w₁₁ ≥ w₁₂ ≥ w₁₃ …")
_DIAGONAL = ("Along a diagonal", "Larger groups never count more than smaller ones.", "w₁₁ ≥ w₂₂ ≥ w₃₃ …")
_SHRUNK = ("Down a column", "The more of a group is released, the more its records count.", "w₁₂ ≤ w₂₂")
_GROWN = ("Down a column", "The larger the released group, the less its records count.", "w₁₁ ≥ w₂₁ ≥ w₃₁ …")
_BOTH = (
    "Down a column",
    "Up to the diagonal weights rise, for more of the group is released; below it they fall.",
    "w₁₂ ≤ w₂₂ ≥ w₃₂ …",
)

RULES: dict[Structure, tuple[tuple[str, str, str], ...]] = {
    "sampling": (_ROW, _SHRUNK, _DIAGONAL),
    "merging": (_ROW, _GROWN, _DIAGONAL),
    "general": (_ROW, _BOTH, _DIAGONAL),
}
_WAYS = ((1, 0), (0, 1), (1, 1))


class RulesCard(Card):
    """Three rules, each with an arrow along the cells it compares."""

    def __init__(self) -> None:
        super().__init__("The three rules every weight follows")
        self._words = [_labels() for _ in _WAYS]
        line = QHBoxLayout()
        line.setSpacing(16)
        for place, (way, words) in enumerate(zip(_WAYS, self._words, strict=True)):
            if place:
                line.addWidget(hairline(vertical=True))
            line.addWidget(Arrow(*way), 0, Qt.AlignmentFlag.AlignTop)
            column = QVBoxLayout()
            column.setSpacing(2)
            for part in words:
                column.addWidget(part)
            column.addStretch()
            line.addLayout(column, 1)
        self.body.addLayout(line)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_structure(self, structure: Structure) -> None:
        """Say the rules of a structure."""
        for labels, words in zip(self._words, RULES[structure], strict=True):
            for one, text in zip(labels, words, strict=True):
                one.setText(text)


def _labels() -> tuple[QLabel, QLabel, QLabel]:
    formula = label(style="caption", tone="text3")
    return label(style="card_title"), label(tone="text2", wraps=True), formula


class Arrow(QWidget):
    """An arrow to the right, down, or both."""

    def __init__(self, right: int, down: int) -> None:
        super().__init__()
        self._right, self._down = right, down
        self.setFixedSize(self.sizeHint())
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:  # noqa: N802
        """Return the room for the arrow."""
        return QSize(36, 36)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802
        """Draw the arrow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().colour("risk"), 2, c=Qt.PenCapStyle.RoundCap))
        half = 10.0 if self._right and self._down else 13.0
        across, down = half * self._right, half * self._down
        shaft = QLineF(18 + across, 18 + down, 18 - across, 18 - down)
        painter.drawLine(shaft)
        for angle in (35, -35):
            barb = QLineF(shaft)
            barb.setAngle(shaft.angle() + angle)
            barb.setLength(8)
            painter.drawLine(barb)
