"""Popover that answers "what is this": meaning, this computation, source."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.text.sentence import sentence
from ui.widgets.buttons import icon_button, link
from ui.widgets.figure import plain
from ui.widgets.label import hairline, label, rich_label
from ui.widgets.layout import column, row
from ui.widgets.popover import Popover

WIDTH = 372
"""Pixels of the popover."""


class WhatIsThis(Popover):
    """A popover with an explanation; Escape or a click elsewhere closes it."""

    link_chosen = Signal(str)
    """The key of the link that was followed."""

    def __init__(self, explanation: Explanation, parent: QWidget) -> None:
        super().__init__(sentence("What is this: {title}", title=plain(explanation.title)), WIDTH, parent)
        self.explanation = explanation
        parts: list[QWidget | QLayout] = []
        for number, (words, numbers) in enumerate(explanation.rows, start=1):
            line = [hairline()] if number > 1 else []
            parts += [*line, _row(words, numbers, last=number == len(explanation.rows))]
        meaning = label(explanation.paragraph, tone="text2", wraps=True)
        self.setAccessibleDescription(meaning.text())
        rows = (self._title(), meaning, 4, *parts, 6, self._foot())
        column(*rows, spacing=0, margins=(16, 12, 16, 12), inside=self)

    def _title(self) -> QHBoxLayout:
        close = icon_button("close", "Close", 16)
        close.clicked.connect(self.close)
        title = rich_label(self.explanation.title, "card_title", wraps=True)
        return row((title, 1), (close, Qt.AlignmentFlag.AlignTop))

    def _foot(self) -> QLayout:
        acts = [link(words) for _, words in self.explanation.links]
        for act, (key, _) in zip(acts, self.explanation.links, strict=True):
            act.clicked.connect(lambda _checked=False, key=key: self._follow(key))
        source = label(self.explanation.source, "caption", "text3", wraps=True)
        if not self.explanation.source:
            source.hide()
        return column(source, row(*acts, ..., spacing=16), spacing=2)

    def _follow(self, key: str) -> None:
        self.close()
        self.link_chosen.emit(key)


def _row(words: str, numbers: str, *, last: bool) -> QHBoxLayout:
    # Long names of variables go on in the next line, behind an underscore.
    left = label(words, tone="text" if last else "text2", wraps=True)
    left.setAccessibleName(left.text())
    left.setText(left.text().replace("_", "_\u200b"))
    right = label(numbers, "card_title" if last else "body")
    return row((left, 1), (right, Qt.AlignmentFlag.AlignTop), spacing=12, margins=(0, 5, 0, 5))


def explain(anchor: QWidget, explanation: Explanation, part: QRect | None = None) -> WhatIsThis:
    """Show an explanation beside a widget, or beside a part of it (a cell), and return the popover."""
    rect = part or anchor.rect()
    popover = WhatIsThis(explanation, anchor)
    popover.show_beside(QRect(anchor.mapToGlobal(rect.topLeft()), rect.size()))
    return popover
