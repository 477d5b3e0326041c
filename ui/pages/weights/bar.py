"""The bar above the grid: which matrix, where others come from, and how its weights are shown."""

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.widgets.buttons import button, chip
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.numbers import count
from ui.widgets.reason import disable, enable
from ui.widgets.segments import Segments

TYPED, SCALED = range(2)

NO_MATRIX = "There is no weight matrix yet: start from a preset"


class WeightsBar(QWidget):
    """Controls only; the page says what they do."""

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
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.choice, 1000)  # takes what is left, up to its largest width
        for control in (self.presets, self.paste, self.load_file, self.pushes):
            line.addWidget(control)
        line.addStretch(1)
        line.addWidget(label("Values", "caption", "text2"))
        line.addWidget(self.values)

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
        self.values.setTabText(SCALED, f"scaled to {count(records)}")
        self.values.updateGeometry()
        for control in (self.choice, self.paste, self.values, self.pushes):
            if chosen:
                enable(control)
            else:
                disable(control, NO_MATRIX)
