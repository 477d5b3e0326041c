"""List of figures: captions at the left, what they say at the right, one below the other."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ui.widgets.label import ElidedLabel, hairline, label
from ui.widgets.layout import column, held, refill, row


class FigureList(QWidget):
    """Captions and figures, with hairlines below them."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(..., spacing=0, inside=self)

    def show_figures(self, figures: Sequence[tuple[str, str]]) -> None:
        """Show other figures, as caption and text."""
        self.setAccessibleName("; ".join(" ".join(figure) for figure in figures))
        lines = (row(label(words), ..., ElidedLabel(text), margins=(0, 4, 0, 4)) for words, text in figures)
        refill(self._lines, [held(column(line, hairline(), spacing=0)) for line in lines])
