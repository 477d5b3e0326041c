"""The message strip of the weights: rules that are broken can be repaired, or left for a while."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout

from ui.widgets.buttons import button
from ui.widgets.strip import MessageStrip


class WeightsStrip(MessageStrip):
    """A strip with a second button, *Keep editing*, while it says that rules are broken."""

    kept = Signal()
    """Editing should go on."""

    def __init__(self) -> None:
        super().__init__()
        self.keep = button("Keep editing", small=True)
        self.keep.clicked.connect(self.kept)
        self.keep.hide()
        rows = self.layout()
        first = rows.itemAt(0) if rows else None
        line = first.layout() if first else None
        if isinstance(line, QHBoxLayout):
            line.insertWidget(line.indexOf(self.close_button), self.keep, 0, Qt.AlignmentFlag.AlignTop)

    def show_error(self, words: str, act: str = "", details: str = "") -> None:
        """Say what is wrong."""
        self._offer_to_keep(offered=False)
        super().show_error(words, act, details)

    def show_note(self, words: str, act: str = "", details: str = "") -> None:
        """Say what is worth knowing."""
        self._offer_to_keep(offered=False)
        super().show_note(words, act, details)

    def show_broken(self, words: str, details: str) -> None:
        """Say how many weights break a rule; which rules is in the fold."""
        super().show_error(words, "Repair (nearest)", details)
        self._offer_to_keep(offered=True)

    def _offer_to_keep(self, *, offered: bool) -> None:
        self.keep.setVisible(offered)
        self.close_button.setVisible(not offered)
