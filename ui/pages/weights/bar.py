"""Bar above the grid: which matrix, where others come from, and how its weights are shown."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from sdcdesk.core.shown import count_shown
from ui.look.locale import user_locale
from ui.widgets.buttons import button, chip
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import row
from ui.widgets.reason import allow
from ui.widgets.tabs import Segments

TYPED, SCALED = range(2)
"""How weights are shown."""

NO_MATRIX = "There is no weight matrix yet: start from a preset"


class WeightsBar(QWidget):
    """Which matrix, where others come from, and how its weights are shown; the page says what controls do."""

    def __init__(self) -> None:
        super().__init__()
        self.choice = ElidedCombo()
        self.choice.setAccessibleName("Weight matrix")
        self.choice.setMinimumWidth(140)
        self.choice.setMaximumWidth(240)
        self.presets = button("Presets")
        self.paste, self.load_file = button("Paste"), button("Import CSV…")
        self.paste.setToolTip("Numbers from the clipboard, from the first cell on; Ctrl+V at any other")
        self.pushes = chip("Push neighbours")
        self.pushes.setToolTip(
            "Enter moves other weights just far enough for the typed one, as Alt+Enter does"
        )
        self.values = Segments("Values", ("as typed", "scaled"))
        # The choice takes what is left, up to its largest width.
        controls = (self.presets, self.paste, self.load_file, self.pushes)
        row(
            (self.choice, 1000), *controls, ..., label("Values", "caption", "text2"), self.values, inside=self
        )

    @property
    def scaled(self) -> bool:
        """Whether the weights are shown scaled."""
        return self.values.currentIndex() == SCALED

    def show_matrices(self, names: Sequence[str], chosen: str, records: int) -> None:
        """Offer matrices, one of them chosen; `records` is what weights are scaled to."""
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems(names)
            self.choice.setCurrentIndex(self.choice.findText(chosen))
        self.choice.setToolTip(chosen)  # signals are blocked
        self.values.setTabText(SCALED, f"scaled to {count_shown(records, user_locale())}")
        self.values.updateGeometry()
        for control in (self.choice, self.paste, self.values, self.pushes):
            allow(control, "" if chosen else NO_MATRIX)
