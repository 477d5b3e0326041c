"""Choice of a variable: shows what people call it, and answers with its name."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal

from ui.widgets.combo import ElidedCombo


class VariableCombo(ElidedCombo):
    """A combo box of variables; the name is in the tooltip."""

    picked = Signal(str)
    """The user chose a variable, by its name."""

    def __init__(self) -> None:
        super().__init__()
        self.currentTextChanged.connect(lambda _words: self._hint())
        self.activated.connect(lambda _at: self.picked.emit(self.name))

    @property
    def name(self) -> str:
        """Name of the chosen variable; empty: there is none."""
        return self.currentData() or ""

    def offer(self, names: Iterable[str], display_names: Mapping[str, str], chosen: str = "") -> None:
        """Offer variables in place of those before, and choose one of them."""
        with QSignalBlocker(self):
            self.clear()
            for name in names:
                self.add(name, display_names.get(name, name))
            self.choose(chosen)
        self._hint()

    def add(self, name: str, words: str) -> None:
        """Offer one more variable."""
        self.addItem(words, name)
        self.setItemData(self.count() - 1, name, Qt.ItemDataRole.ToolTipRole)

    def choose(self, name: str) -> None:
        """Choose a variable by its name; one that is not offered leaves the choice as it is."""
        if (place := self.findData(name)) >= 0:
            self.setCurrentIndex(place)

    def _hint(self) -> None:
        words = self.currentText()
        self.setToolTip(words if words == self.name else f"{words}: {self.name}")
