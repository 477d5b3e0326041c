"""Card of one weight matrix: structure and tail, the grid, its legend and its sum."""

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from sdcdesk.core.results.explanation import Explanation
from sdcdesk.core.running.errors import SdcError
from sdcdesk.core.text.number_text import count_text
from sdcdesk.core.text.sentence import sentence
from sdcdesk.document import weight_commands
from sdcdesk.risk import WeightMatrix
from sdcdesk.risk.weights.grid import LEAST, WeightGrid
from sdcdesk.risk.weights.matrix import LARGEST_BLOCK
from sdcdesk.risk.weights.matrix_files import to_csv
from sdcdesk.risk.weights.rules import KINDS, STRUCTURES, SUM, TAILS
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import sum_text, tail_refused_text
from ui.forms.numbers import read_finite, write_field
from ui.look.locale import in_user_locale, user_locale
from ui.pages.weights.commands import WeightCommands
from ui.pages.weights.grid_cells import GridLegend
from ui.pages.weights.grid_view import WeightView
from ui.plots.export import Exporter, Table, png, widget_drawing, widget_picture
from ui.widgets.buttons import button
from ui.widgets.card import Card
from ui.widgets.combo import ElidedCombo
from ui.widgets.figure import FigureValue
from ui.widgets.label import ElidedLabel, label
from ui.widgets.layout import row
from ui.widgets.reason import allow
from ui.widgets.what_is_this import explain
from ui.widgets.wheel import WheelSafeSpinBox

FEWEST = 2
"""Group sizes that are shown at least."""


class GridCard(Card):
    """Shows the matrix that is edited, as typed or as scaled."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__(KINDS.title)
        self._commands = commands
        self.view, self.choices, self.legend = WeightView(commands), GridChoices(commands), GridLegend()
        self.sizes = WheelSafeSpinBox()
        self.sum = FigureValue("Sum of all weights")
        self.scale = button("", small=True)
        self._hidden = ElidedLabel("", "caption", "note_text")
        self._name, self._matrix, self._scaling = "", WeightMatrix.maximal(), Scaling(0, 0)
        self._scaled, self._wanted = False, 0
        self._arrange()
        self._fill_menu()
        self.sizes.valueChanged.connect(self._show_sizes)
        self.scale.clicked.connect(
            lambda: commands.change(weight_commands.scaled, self._scaling, user_locale())
        )
        self.requested.connect(
            lambda: explain(self.help, Explanation(KINDS.title, KINDS.words, source=KINDS.source))
        )
        self.sum.requested.connect(self._explain_sum)

    def refresh(self, scaling: Scaling, *, scaled: bool) -> None:
        """Show the matrix as it is now; `scaled`: as it is scaled to the sizes of the files."""
        project, name = self._commands.session.project, self._commands.name
        if project is None or not name:
            why = "Weights say how much each kind of record counts. Start from one of the presets."
            self.show_empty("No weight matrix yet", why)
            return
        self.show_content()
        if self._name in project.weights and name != self._name:
            self._wanted = 0  # another matrix, and not the same one under a new name
        shown = name, project.weights[name], scaling, scaled
        if shown != (self._name, self._matrix, self._scaling, self._scaled):
            self._name, self._matrix, self._scaling, self._scaled = shown
            self.choices.show_matrix(self._matrix)
            self._show()

    def table(self) -> Table:
        """Return the weights with their sizes."""
        return self.view.grid.cells.table(user_locale())

    def picture(self) -> QImage:
        """Return the grid as an image, twice as sharp as on the screen."""
        with self.view.unread():
            return widget_picture(self._picture_area, self._name or self.title())

    def drawing(self) -> bytes:
        """Return the grid as SVG."""
        with self.view.unread():
            return widget_drawing(self._picture_area, self._name or self.title())

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
                reason = in_user_locale(error.message)
        cells = WeightGrid(matrix, self._wanted, read_only=self._scaled)
        self.view.grid.fill(cells)
        with QSignalBlocker(self.sizes):
            self.sizes.setValue(cells.last)
        hidden = sentence("Sizes {first} to {last} are hidden", first=cells.last + 1, last=matrix.size)
        self._hidden.setText(reason or (in_user_locale(hidden) if cells.hides else ""))
        self.legend.set_top(cells.top)
        self._show_sum(matrix)
        why = "Choose “as typed” first" if self._scaled else "These weights break no rule"
        allow(self.repair, "" if cells.broken and not self._scaled else why)
        words = "{name}, structure {structure}, as typed"
        if self._scaled:
            words = "{name}, structure {structure}, scaled to {n}"
        text = sentence(words, name=self._name, structure=matrix.structure, n=self._scaling.n)
        self.setAccessibleDescription(in_user_locale(text))

    def _show_sum(self, matrix: WeightMatrix) -> None:
        locale = user_locale()
        self.sum.set_value(sum_text(self._scaling.total(matrix), locale))
        self.scale.setText(in_user_locale(sentence("Scale to {n}", n=self._scaling.n)))
        locked = "Choose “as typed” to change the weights" if self._scaled else ""
        allow(self.scale, locked or self._scaling.reason(matrix, locale))

    def _explain_sum(self) -> None:
        locale, scaling = user_locale(), self._scaling
        rows = (
            ("Columns: records of the original", count_text(scaling.n, locale)),
            ("Rows: released records", count_text(scaling.t, locale)),
            ("Larger groups, per further person", f"× {sum_text(self._matrix.tail, locale)}"),
            ("Sum", self.sum.text()),
        )
        explain(self.sum, Explanation(SUM.title, SUM.words, rows, source=SUM.source))

    def _fill_menu(self) -> None:
        menu = self.menu()
        menu.setToolTipsVisible(True)
        menu.addAction("Copy all weights").triggered.connect(lambda: self.view.copy(whole=True))
        exporter = Exporter(self, lambda: self._name or "Weights")
        exporter.report_to(self._commands.session)
        exporter.add_forms(
            menu,
            {
                "png": lambda: png(self.picture()),
                "svg": self.drawing,
                "csv": lambda: to_csv(self.view.grid.cells.matrix).encode(),  # can be imported again
            },
        )
        menu.addSeparator()
        self.repair = menu.addAction("Repair (nearest)")
        self.repair.triggered.connect(self._commands.repair)

    def _arrange(self) -> None:
        self.sizes.setRange(FEWEST, LARGEST_BLOCK)
        self.sizes.setValue(LEAST)
        self.sizes.setKeyboardTracking(False)
        self.sizes.setAccessibleName("Show group sizes up to")
        self._picture_area = QWidget()
        across = label("group size in the original file →", "caption", "text3")
        across.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        down = label("released ↓", "caption", "text3")
        down.setFixedHeight(self.view.horizontalHeader().sizeHint().height())
        grid = QGridLayout(self._picture_area)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        grid.addWidget(across, 0, 0)
        grid.addWidget(self.view, 1, 0)
        grid.addWidget(down, 1, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.add_to_header(self._hidden)
        self.body.setSpacing(6)
        self.body.addLayout(
            row(self.choices, ..., label("Sizes up to", "caption", "text2"), self.sizes, spacing=6)
        )
        self.body.addWidget(self._picture_area)
        self.body.addLayout(row((self.legend, 1), margins=(0, 4, 0, 0)))
        self.body.addLayout(row(label("Sum", "caption", "text2"), self.sum, 4, self.scale, ..., spacing=6))
        self.body.addStretch()


class GridChoices(QWidget):
    """What is chosen for a whole matrix: its structure, and what larger groups weigh."""

    def __init__(self, commands: WeightCommands) -> None:
        super().__init__()
        self._commands = commands
        self._tail_now = 0.0
        self.structure, self.tail, self._typed = ElidedCombo(), ElidedCombo(), QLineEdit()
        self._fill()
        structure, larger = label("Structure", "caption", "text2"), label("Larger groups", "caption", "text2")
        structure.setBuddy(self.structure)
        larger.setBuddy(self.tail)
        row(structure, self.structure, larger, self.tail, spacing=6, inside=self)
        self.structure.activated.connect(lambda _at: self._choose_structure())
        self.tail.activated.connect(lambda at: self._choose_tail(self.tail.itemData(at)))
        self._typed.editingFinished.connect(self._read_tail)

    def show_matrix(self, matrix: WeightMatrix) -> None:
        """Show the choices of a matrix."""
        self._tail_now = matrix.tail
        self.structure.setCurrentIndex(self.structure.findData(matrix.structure))
        self.structure.setToolTip(STRUCTURES[matrix.structure])
        self._write_tail()

    def _write_tail(self) -> None:
        meaning = TAILS.get(self._tail_now, "of the size before, with every further person")
        self.tail.setEditText(write_field(self._tail_now))
        field = write_field(self._tail_now)
        self.tail.setToolTip(sentence("Larger groups: {field}, {meaning}", field=field, meaning=meaning))

    def _choose_structure(self) -> None:
        self._commands.change(weight_commands.restructured, self.structure.currentData(), user_locale())

    def _choose_tail(self, tail: float) -> None:
        if tail != self._tail_now:
            self._commands.change(weight_commands.with_tail, tail)
        self._write_tail()

    def _read_tail(self) -> None:
        """Take the tail that was typed, or say why not."""
        text = self.tail.currentText().strip()
        tail = read_finite(text)
        if tail is not None and 0 <= tail <= 1:
            self._choose_tail(tail)
        else:
            self._write_tail()
            self._commands.refuse(tail_refused_text(text, self._tail_now, user_locale()))

    def _fill(self) -> None:
        for place, (value, meaning) in enumerate(STRUCTURES.items()):
            self.structure.addItem(value, value)
            self.structure.setItemData(place, meaning, Qt.ItemDataRole.ToolTipRole)
        self.structure.setAccessibleName("Structure: which kinds of record can occur")
        self.tail.setLineEdit(self._typed)
        self.tail.setInsertPolicy(ElidedCombo.InsertPolicy.NoInsert)
        self.tail.setCompleter(None)  # type: ignore[arg-type]  # the stubs do not know that none is allowed
        for tail, meaning in TAILS.items():
            self.tail.addItem(f"{write_field(tail)}, {meaning}", tail)
        # The field shows a number only; the list is as wide as its words.
        self.tail.setSizeAdjustPolicy(ElidedCombo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tail.setMinimumContentsLength(4)
        self.tail.view().setMinimumWidth(self.tail.view().sizeHintForColumn(0) + 24)
        self.tail.setAccessibleName(
            "Larger groups: by what their weights are multiplied for every further person"
        )
