"""The card of one weight matrix: structure and tail, the grid, and what its signs mean."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QSpinBox, QWidget

from sdcdesk.core.errors import SdcError
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK
from ui.pages.weights.grid_choices import GridChoices
from ui.pages.weights.grid_export import WeightExporter
from ui.pages.weights.grid_foot import GridFoot
from ui.pages.weights.grid_model import LEAST
from ui.pages.weights.grid_view import WeightView
from ui.pages.weights.scaling import Scaling
from ui.plots.export import Table, drawing_of, picture_of
from ui.widgets.card import Card
from ui.widgets.label import ElidedLabel, label
from ui.widgets.numbers import count
from ui.widgets.reason import disable, enable
from ui.widgets.what_is_this import Explanation, explain

FEWEST = 2
"""Group sizes that are shown at least."""

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

    repair_wanted = Signal()
    """The nearest matrix that follows the rules is wanted."""

    saved = Signal(str)
    """A file was written, in words."""

    failed = Signal(object)
    """A `SdcError`: a file could not be written."""

    def __init__(self) -> None:
        super().__init__("How much each kind of record counts")
        self.view = WeightView()
        self.choices, self.foot = GridChoices(), GridFoot()
        self.sizes = QSpinBox()
        self._name, self._matrix, self._scaling = "", WeightMatrix.maximal(), Scaling(0, 0)
        self._scaled, self._wanted = False, 0
        self._arrange()
        self._fill_menu()
        self.sizes.valueChanged.connect(self._show_sizes)
        self.asked.connect(lambda: explain(self.help, ABOUT))

    def show_matrix(self, name: str, matrix: WeightMatrix, scaling: Scaling, *, scaled: bool) -> None:
        """Show a matrix.

        Parameters
        ----------
        name, matrix
            What it is called; its weights as typed.
        scaling, scaled
            How its weights can be scaled, and whether they are shown so.
        """
        if name != self._name:
            self._wanted = 0
        self._name, self._matrix, self._scaling, self._scaled = name, matrix, scaling, scaled
        self.choices.show_matrix(matrix)
        self._show()

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
            return drawing_of(self._shown, self._name or self.title())

    @contextmanager
    def _unread(self) -> Iterator[None]:
        self.view.cells.shows_current = False
        yield
        self.view.cells.shows_current = True

    def _show_sizes(self, sizes: int) -> None:
        self._wanted = sizes
        self._show()

    def _show(self) -> None:
        """Show the weights as typed or as scaled, as far as sizes are wanted."""
        matrix, reason = self._matrix, ""
        if self._scaled:
            try:
                matrix = self._scaling.scaled(matrix)
            except SdcError as error:
                reason = error.message
        grid = self.view.grid
        grid.fill(matrix, self._wanted, read_only=self._scaled)
        with QSignalBlocker(self.sizes):
            self.sizes.setValue(grid.last)
        hidden = f"Sizes {grid.last + 1} to {matrix.size} are hidden" if grid.hides else ""
        self._hidden.setText(reason or hidden)
        self.foot.show_matrix(matrix, grid.top, self._scaling)
        if self._scaled:
            disable(self.foot.scale, "Choose “as typed” to change the weights")
        self._offer_repair()
        shown = f"scaled to {count(self._scaling.n)}" if self._scaled else "as typed"
        self.setAccessibleDescription(f"{self._name}, structure {matrix.structure}, {shown}")

    def _offer_repair(self) -> None:
        if self._scaled or not self.view.grid.broken:
            disable(
                self.repair, "These weights break no rule" if not self._scaled else "Choose “as typed” first"
            )
        else:
            enable(self.repair)

    def _fill_menu(self) -> None:
        menu = self.menu()
        menu.setToolTipsVisible(True)
        menu.addAction("Copy all weights").triggered.connect(lambda: self.view.copy(whole=True))
        exporter = WeightExporter(self, self, lambda: self._name or "Weights", lambda: self.view.grid.matrix)
        exporter.fill_menu(menu)
        exporter.saved.connect(self.saved)
        exporter.failed.connect(self.failed)
        menu.addSeparator()
        self.repair = menu.addAction("Repair (nearest)")
        self.repair.triggered.connect(self.repair_wanted)

    def _arrange(self) -> None:
        self.sizes.setRange(FEWEST, LARGEST_BLOCK)
        self.sizes.setValue(LEAST)
        self.sizes.setKeyboardTracking(False)
        self.sizes.setAccessibleName("Show group sizes up to")
        self._hidden = ElidedLabel("", "caption", "note_text")
        above = QHBoxLayout()
        above.setSpacing(6)
        above.addWidget(self.choices)
        above.addStretch()
        above.addWidget(label("Sizes up to", "caption", "text2"))
        above.addWidget(self.sizes)
        self._shown = QWidget()
        across = label("group size in the original file →", "caption", "text3")
        across.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        grid = QGridLayout(self._shown)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.addWidget(across, 0, 0)
        grid.addWidget(self.view, 1, 0)
        down = label("released ↓", "caption", "text3")
        down.setFixedHeight(self.view.horizontalHeader().sizeHint().height())
        grid.addWidget(down, 1, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.add_to_header(self._hidden)
        self.body.setSpacing(6)
        self.body.addLayout(above)
        self.body.addWidget(self._shown)
        self.body.addWidget(self.foot)
        self.body.addStretch()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
