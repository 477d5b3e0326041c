"""Empty state of the masking page: nothing is masked, and common first steps are offered."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sdcdesk.core.operations.method import Method
from sdcdesk.core.results.without_original import ASSESSED_ONLY
from sdcdesk.report.manual import first_sentence
from ui.widgets.buttons import ElidedButton
from ui.widgets.empty import EmptyState
from ui.widgets.label import label
from ui.widgets.layout import column, discard


class MaskingEmpty(QWidget):
    """Says that nothing is masked and offers steps to begin with."""

    chosen = Signal(object)
    """A step with parameters to begin with."""

    def __init__(self) -> None:
        super().__init__()
        why = "The file would be released as it is. A recipe of steps masks it; the original stays untouched."
        frame = EmptyState("Nothing is masked", why)
        self.off = label("All steps of the recipe are switched off: switch one on in its list.", wraps=True)
        self.alone = label(ASSESSED_ONLY, wraps=True)
        self._title = label("Common first steps", "table_header", "text2")
        self._steps = column(self._title, margins=(0, 12, 0, 0))
        self._offers: list[QPushButton] = []
        inside = frame.layout()
        assert isinstance(inside, QVBoxLayout)  # noqa: S101 - it is ours
        inside.addWidget(self.off)
        inside.addWidget(self.alone)
        inside.addLayout(self._steps)
        column(frame, ..., margins=(12, 12, 12, 12), inside=self)

    def show_steps(
        self,
        steps: Sequence[Method],
        words: Callable[[Method], str],
        *,
        off: bool = False,
        alone: bool = False,
    ) -> None:
        """Offer steps to begin with; off: others are switched off; alone: the file is only assessed."""
        self.off.setVisible(off)
        self.alone.setVisible(alone)
        discard(*self._offers)
        self._title.setVisible(bool(steps))
        self._offers = [self._offer(step, words(step)) for step in steps]

    def offers(self) -> tuple[QPushButton, ...]:
        """Return the buttons of the steps that are offered."""
        return tuple(self._offers)

    def _offer(self, step: Method, words: str) -> QPushButton:
        offered = ElidedButton(words, first_sentence(type(step)))
        offered.clicked.connect(lambda: self.chosen.emit(step))
        self._steps.addWidget(offered, 0, Qt.AlignmentFlag.AlignLeft)
        return offered
