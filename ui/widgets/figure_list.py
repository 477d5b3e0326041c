"""List of figures: captions at the left, what they say at the right, one below the other."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from ui.widgets.label import ElidedLabel, hairline
from ui.widgets.layout import column, refill, row, widget_in

NUMBER = 160
"""Pixels that a figure has before it is cut: more than any number needs."""


class FigureList(QWidget):
    """Captions and figures, with hairlines below them."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = column(..., spacing=0, inside=self)

    def show_figures(self, figures: Sequence[tuple[str, str]]) -> None:
        """Show other figures, as caption and text."""
        self.setAccessibleName("; ".join(" ".join(figure) for figure in figures))
        refill(self._lines, [_line(*figure) for figure in figures])


def _line(caption: str, text: str) -> QWidget:
    """Return a line in which the caption gives way: a number that is cut would be another one."""
    figure = ElidedLabel(text)
    figure.setMinimumWidth(min(figure.sizeHint().width(), NUMBER))
    line = row(ElidedLabel(caption), ..., figure, margins=(0, 4, 0, 4))
    return widget_in(column(line, hairline(), spacing=0))
