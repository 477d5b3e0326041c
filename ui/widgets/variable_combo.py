"""Choice of a variable: shows what people call it, and answers with its name."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSignalBlocker, Signal

from ui.widgets.entries_combo import EntriesCombo


class VariableCombo(EntriesCombo):
    """A combo box of variables; the name is in the tooltip."""

    picked = Signal(str)
    """The user chose a variable, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.currentTextChanged.connect(lambda _words: self._hint())
        self.activated.connect(lambda _at: self.picked.emit(self.name))

    def offer(self, names: Iterable[str], display_names: Mapping[str, str], chosen: str = "") -> None:
        """Offer variables in place of those before, and choose one of them."""
        with QSignalBlocker(self):
            offered = [*names]
            self.fill([display_names.get(name, name) for name in offered], offered)
            self.choose(chosen)
        self._hint()

    def add(self, name: str, words: str) -> None:
        """Offer one more variable."""
        self.append(words, name)

    def choose(self, name: str) -> None:
        """Choose a variable by its name; one that is not offered leaves the choice as it is."""
        if (place := self.place(name)) >= 0:
            self.setCurrentIndex(place)

    def _hint(self) -> None:
        words = self.currentText()
        self.setToolTip(words if words == self.name else f"{words}: {self.name}")
