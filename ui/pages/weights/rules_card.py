"""The card that says the three rules which weights follow, and loads the papers' own matrices."""

from PySide6.QtCore import QLineF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sdcdesk.risk import Structure
from ui.look.theme import theme
from ui.release.matrix_presets import PRINTED
from ui.widgets.card import Card
from ui.widgets.label import hairline, label

_ROW = ("Along a row", "The larger the group was, the less its records count.", "w₁₁ ≥ w₁₂ ≥ w₁₃ …")
_DIAGONAL = ("Along a diagonal", "Larger groups never count more than smaller ones.", "w₁₁ ≥ w₂₂ ≥ w₃₃ …")
_SHRUNK = ("Down a column", "The more of a group is released, the more its records count.", "w₁₂ ≤ w₂₂")
_GROWN = ("Down a column", "The larger the released group, the less its records count.", "w₁₁ ≥ w₂₁ ≥ w₃₁ …")
_BOTH = (
    "Down a column",
    "Down to the diagonal weights rise, below it they fall.",
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

    load_wanted = Signal(object)
    """A printed `WeightMatrix` should be taken into the project, under its title."""

    def __init__(self) -> None:
        super().__init__("The three rules every weight follows")
        self._structure: Structure | None = None
        self.links: list[QPushButton] = []
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

    def show_structure(self, structure: Structure) -> None:
        """Say the rules of a structure, and offer the matrices that suit it."""
        if structure == self._structure:
            return
        self._structure = structure
        for labels, words in zip(self._words, RULES[structure], strict=True):
            for one, text in zip(labels, words, strict=True):
                one.setText(text)
        for old in self.links:
            old.hide()
            old.deleteLater()
        self.links = [self._link(name, structure) for name in PRINTED[structure]]

    def _link(self, name: str, structure: Structure) -> QPushButton:
        matrix = PRINTED[structure][name]
        made = self.add_action(name if self._follows(name) else f"Load {name}")
        made.setAccessibleName(f"Load {matrix.title}")
        made.setToolTip(f"{matrix.title}: {matrix.note}")
        made.clicked.connect(lambda: self.load_wanted.emit(matrix))
        return made

    def _follows(self, name: str) -> bool:
        """Return whether a link follows others, whose word it need not repeat."""
        return self._structure is not None and name != next(iter(PRINTED[self._structure]))


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
