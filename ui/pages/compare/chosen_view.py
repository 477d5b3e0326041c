"""Chosen view: the alternative that is chosen, with its figures, and what can be done with it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from ui.widgets.badge import VerdictBadge
from ui.widgets.buttons import button, filled_button
from ui.widgets.figure_list import FigureList
from ui.widgets.label import label
from ui.widgets.layout import column, row

NOTHING = "Choose an alternative on the map or in the table."

HEIGHT = 236
"""Pixels at least: the map beside it keeps its height, whatever is chosen."""


class ChosenView(QWidget):
    """Words, verdict, figures and note of an alternative, above the buttons for it."""

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", "card_title", wraps=True)
        self.badge = VerdictBadge()
        self.figures = FigureList()
        self.note = label("", "caption", "text2", wraps=True)
        self.use, self.add_note = filled_button("Use as recipe"), button("Note…")
        buttons = row(self.use, self.add_note, ...)
        head = row((label("Chosen", "caption", "text2"), 1), self.badge)
        parts = (head, (self.words, Qt.AlignmentFlag.AlignTop), self.figures, self.note, ..., buttons)
        column(*parts, spacing=6, inside=self)
        self.setMinimumHeight(HEIGHT)

    def show_alternative(
        self, words: str, verdict: str, figures: Sequence[tuple[str, str]], note: str
    ) -> None:
        """Show an alternative; without words none is chosen."""
        self.words.setText(words or NOTHING)
        self.words.setToolTip(words)
        self.badge.setVisible(bool(words))
        self.badge.set_verdict(verdict)
        self.figures.setVisible(bool(figures))
        self.figures.show_figures(figures)
        self.note.setText(note)
        self.note.setVisible(bool(note))
