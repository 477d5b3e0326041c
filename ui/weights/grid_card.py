"""The card of one weight matrix: structure and tail, the grid, and what its signs mean."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from sdcdesk.risk import WeightMatrix
from ui.forms.numbers import read_number, write_field
from ui.plots.export import Exporter, Table, drawing_of, picture_of
from ui.weights.grid_legend import GridLegend
from ui.weights.grid_view import WeightView
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.what_is_this import Explanation, explain

STRUCTURES = {
    "sampling": "sampling: groups shrink",
    "merging": "merging: groups grow",
    "general": "general: both",
}

TAILS = {0.0: "weigh nothing", 1.0: "weigh as the largest shown", 0.5: "half with every further person"}

ABOUT = Explanation(
    "How much each kind of record counts",
    "The weighted risk DR_W counts every released record with a weight: by the size of its group in the "
    "masked file (rows) and of the same person's group in the original (columns). Only ratios to the first "
    "weight matter. With all weights alike DR_W is the risk with guessing, with the first one alone it is "
    "the sure risk.",
    source="Truta et al. 2004, section 2; 2006, section 2",
)


class GridCard(Card):
    """Shows one matrix and asks for changes of it."""

    given = Signal(int, int, float)
    """Sizes i and j, and a weight that fits."""

    structure_chosen = Signal(str)
    """Another structure is wanted."""

    tail_chosen = Signal(float)
    """Another tail is wanted, 0…1."""

    refused = Signal(str)
    """What was typed cannot be taken, in one sentence."""

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: a file could not be written."""

    def __init__(self) -> None:
        super().__init__("How much each kind of record counts")
        self.view = WeightView()
        self.structure, self.tail, self._typed = QComboBox(), QComboBox(), QLineEdit()
        self._legend = GridLegend()
        self._fill_choices()
        self._arrange()
        exporter = Exporter(self, self, lambda: "Weights")
        exporter.fill_menu(self.menu())
        exporter.saved.connect(self.saved)
        exporter.failed.connect(self.failed)
        self.view.given.connect(self.given)
        self.structure.activated.connect(lambda _at: self.structure_chosen.emit(self.structure.currentData()))
        self.tail.activated.connect(lambda _at: self._read_tail())
        self._typed.editingFinished.connect(self._read_tail)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_matrix(self, matrix: WeightMatrix) -> None:
        """Show a matrix."""
        self.view.grid.fill(matrix)
        self._legend.set_top(self.view.grid.top)
        with QSignalBlocker(self.structure), QSignalBlocker(self.tail):
            self.structure.setCurrentIndex(self.structure.findData(matrix.structure))
            self.tail.setEditText(_tail_text(matrix.tail))
        self.setAccessibleDescription(f"Structure {matrix.structure}")

    def table(self) -> Table:
        """Return the weights with their sizes."""
        grid = self.view.grid
        across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        places = range(grid.rowCount())
        return [
            ["", *(str(grid.headerData(place, across)) for place in places)],
            *(
                [str(grid.headerData(i, down)), *(str(grid.index(i, j).data()) for j in places)]
                for i in places
            ),
        ]

    def picture(self) -> QImage:
        """Return the grid as an image, twice as sharp as on the screen."""
        with self._unread():
            return picture_of(self._shown)

    def drawing(self) -> bytes:
        """Return the grid as SVG."""
        with self._unread():
            return drawing_of(self._shown, self.title())

    @contextmanager
    def _unread(self) -> Iterator[None]:
        self.view.cells.shows_current = False
        yield
        self.view.cells.shows_current = True

    def _read_tail(self) -> None:
        """Ask for the tail that was chosen or typed."""
        text = self.tail.currentText()
        tail = next((value for value in TAILS if text == _tail_text(value)), None)
        now = self.view.grid.matrix.tail
        if tail is None:
            try:
                tail = read_number(text)
            except ValueError:
                tail = -1.0
        if not 0 <= tail <= 1:
            self.tail.setEditText(_tail_text(now))
            typed = text.strip() or "nothing"
            self.refused.emit(
                f"Larger groups: {typed} does not fit. For every further person their weights are multiplied "
                f"by a number from 0 to 1; {write_field(now)} was kept."
            )
        elif tail != now:
            self.tail_chosen.emit(tail)

    def _fill_choices(self) -> None:
        for value, words in STRUCTURES.items():
            self.structure.addItem(words, value)
        self.structure.setAccessibleName("Structure: which kinds of record can occur")
        self.structure.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tail.setLineEdit(self._typed)
        self.tail.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.tail.addItems([_tail_text(tail) for tail in TAILS])
        self.tail.setAccessibleName(
            "Larger groups: by what their weights are multiplied for every further person"
        )

    def _arrange(self) -> None:
        choices = QHBoxLayout()
        choices.setSpacing(8)
        for words, field in (("Structure", self.structure), ("Larger groups", self.tail)):
            choices.addWidget(label(words, tone="text2"))
            choices.addWidget(field, 1)
        self._shown = QWidget()
        above = label("group size in the original file →", "caption", "text3")
        above.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        grid = QGridLayout(self._shown)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.addWidget(label("released ↓", "caption", "text3"), 0, 0)
        grid.addWidget(above, 0, 0)
        grid.addWidget(self.view, 1, 0)
        self.body.addLayout(choices)
        self.body.addWidget(self._shown)
        self.body.addWidget(self._legend)
        self.body.addStretch()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)


def _tail_text(tail: float) -> str:
    words = TAILS.get(tail)
    return f"{write_field(tail)}, {words}" if words else write_field(tail)
