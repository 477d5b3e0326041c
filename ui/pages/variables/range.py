"""What stands in place of a list of categories: a few figures of numbers, or a sentence."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ui.pages.variables.fields import LABELS
from ui.widgets.label import label


class RangeView(QWidget):
    """Figures one below the other, or a sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = label(tone="text2", wraps=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, LABELS)
        self._grid.setColumnStretch(1, 1)
        self._labels: list[QLabel] = []
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.sentence, 0, Qt.AlignmentFlag.AlignTop)
        rows.addLayout(self._grid)
        rows.addStretch()

    def say(self, sentence: str) -> None:
        """Show a sentence."""
        self.show_figures(())
        self.sentence.setText(sentence)
        self.sentence.show()

    def show_figures(self, figures: Sequence[tuple[str, str]]) -> None:
        """Show figures with their captions."""
        self.sentence.hide()
        for old in self._labels:
            self._grid.removeWidget(old)
            old.deleteLater()
        self._labels = []
        for place, (caption, value) in enumerate(figures):
            for column, made in enumerate((label(caption, tone="text2"), label(value))):
                self._grid.addWidget(made, place, column)
                self._labels.append(made)

    def text(self) -> str:
        """Return what is shown."""
        shown = self._labels or [self.sentence]
        return " ".join(one.text() for one in shown)
