"""What is chosen for a whole weight matrix: its structure, and what larger groups weigh."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from sdcdesk.risk import Structure, WeightMatrix
from ui.forms.numbers import read_number, write_field
from ui.widgets.label import label

STRUCTURES: dict[Structure, str] = {
    "sampling": "Groups only shrink, as when some records are left out",
    "merging": "Groups only grow, as when values become coarser",
    "general": "Groups may shrink and grow",
}

TAILS = {0.0: "weigh nothing", 1.0: "weigh as the largest shown", 0.5: "half with every further person"}

_WORDS = Qt.ItemDataRole.ToolTipRole


class GridChoices(QWidget):
    """Two small fields above the grid."""

    structure_chosen = Signal(str)
    """Another structure is wanted."""

    tail_chosen = Signal(float)
    """Another tail is wanted, 0…1."""

    refused = Signal(str)
    """What was typed cannot be taken, in one sentence."""

    def __init__(self) -> None:
        super().__init__()
        self._tail_now = 0.0
        self.structure, self.tail, self._typed = QComboBox(), QComboBox(), QLineEdit()
        self._fill()
        self._arrange()
        self.structure.activated.connect(lambda _at: self.structure_chosen.emit(self.structure.currentData()))
        self.tail.activated.connect(lambda at: self._choose_tail(self.tail.itemData(at)))
        self._typed.editingFinished.connect(self._read_tail)

    def show_matrix(self, matrix: WeightMatrix) -> None:
        """Show the choices of a matrix."""
        self._tail_now = matrix.tail
        with QSignalBlocker(self.structure), QSignalBlocker(self.tail):
            place = self.structure.findData(matrix.structure)
            self.structure.setCurrentIndex(place)
            self.structure.setToolTip(self.structure.itemData(place, _WORDS))
            self._write_tail()

    def _write_tail(self) -> None:
        words = TAILS.get(self._tail_now, "of the size before, with every further person")
        self.tail.setEditText(write_field(self._tail_now))
        self.tail.setToolTip(f"Larger groups: {write_field(self._tail_now)}, {words}")

    def _choose_tail(self, tail: float) -> None:
        if tail != self._tail_now:
            self.tail_chosen.emit(tail)
        self._write_tail()

    def _read_tail(self) -> None:
        """Ask for the tail that was typed."""
        text = self.tail.currentText().strip()
        try:
            tail = read_number(text)
        except ValueError:
            tail = -1.0
        if 0 <= tail <= 1:
            self._choose_tail(tail)
            return
        self._write_tail()
        self.refused.emit(
            f"Larger groups: {text or 'nothing'} does not fit. For every further person their weights are "
            f"multiplied by a number from 0 to 1; {write_field(self._tail_now)} was kept."
        )

    def _fill(self) -> None:
        for value, words in STRUCTURES.items():
            self.structure.addItem(value, value)
            self.structure.setItemData(self.structure.count() - 1, words, _WORDS)
        self.structure.setAccessibleName("Structure: which kinds of record can occur")
        self.tail.setLineEdit(self._typed)
        self.tail.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.tail.setCompleter(None)  # type: ignore[arg-type]  # the stubs do not know that none is allowed
        for tail, words in TAILS.items():
            self.tail.addItem(f"{write_field(tail)}, {words}", tail)
        self.tail.setMinimumContentsLength(4)
        self.tail.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tail.view().setMinimumWidth(self.tail.view().sizeHintForColumn(0) + 24)
        self.tail.setAccessibleName(
            "Larger groups: by what their weights are multiplied for every further person"
        )

    def _arrange(self) -> None:
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for words, field in (("Structure", self.structure), ("Larger groups", self.tail)):
            caption = label(words, "caption", "text2")
            caption.setBuddy(field)
            line.addWidget(caption)
            line.addWidget(field)
