"""All weight matrices beside one another: their risks in every scenario, and two of them cell by cell."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from sdcdesk.document.project import Project
from sdcdesk.risk.weights.editing import moved_between
from ui.pages.weights.change_words import weights_text
from ui.pages.weights.compare_matrices_rows import KIND, MATRIX, MatrixTable, Row, compared, rows_of
from ui.pages.weights.grid_cells import WeightCells
from ui.pages.weights.grid_model import LEAST
from ui.pages.weights.grid_table import WeightTable
from ui.pages.weights.scaling import Scaling
from ui.plots.export import Exporter, Table, drawing_of, picture_of
from ui.session.session import Session
from ui.widgets.buttons import icon_button
from ui.widgets.label import label
from ui.widgets.plain_table import PlainTable
from ui.widgets.reason import disable, enable

SIZE = (1180, 720)
ROW = 28
CELLS = 30
TABLE = 190
"""Height of the table; more matrices scroll."""


class CompareMatrices(QDialog):
    """A window beside the main one that follows the session; Escape closes it.

    Parameters
    ----------
    session
        Its matrices and scenarios are compared.
    """

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowTitle("Compare weight matrices")
        self.setModal(False)
        self.resize(*SIZE)
        self.rows = MatrixTable()
        self.view = PlainTable("Weight matrices in every scenario", ROW)
        self.choices = (QComboBox(), QComboBox())
        self.grids = (WeightTable("First matrix", CELLS), WeightTable("Second matrix", CELLS))
        self.differ = label("", tone="text2")
        self.more = icon_button("more", "Copy or save the table", 18)
        self._exporter = Exporter(self, self, lambda: "Weight matrices")
        self._arrange()
        self._connect()

    def show_pair(self, first: str) -> None:
        """Open with one matrix at the left; the shown scenario's or another one is at the right."""
        self._fill_choices(first)
        self.refresh()
        self.show()
        self.raise_()
        self.activateWindow()

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, results = self._session.project, self._session.results
        if project is None:
            self.close()
            return
        release = results.release if results else None
        original = len(self._session.data) if self._session.data is not None else 0
        scaling = Scaling(original, len(results.run.masked) if results and release else original)
        if self.rows.scenarios != project.scenarios:
            self.rows.set_scenarios(project.scenarios)
        rows = rows_of(project.weights, scaling)
        known = {row.name: row for row in self.rows.rows}
        # What was found stays until there is more, but not for another matrix.
        kept = (known.get(row.name, row) for row in rows)
        self._show_rows(
            tuple(old if old.matrix == row.matrix else row for old, row in zip(kept, rows, strict=True))
        )
        self._fill_choices("")
        self._show_pair(project)
        if results is None or release is None:
            return
        limits = {scenario.name: scenario for scenario in project.scenarios}
        scenarios = [
            (each, limits[each.scenario.name]) for each in release.scenarios if each.scenario.name in limits
        ]
        self._session.jobs.start(
            KIND,
            "Comparing weight matrices",
            lambda progress: compared(rows, scenarios, results.run, progress),
            self._show_rows,
            self._session.failed.emit,
        )

    def table(self) -> Table:
        """Return the table with all digits."""
        return self.rows.table()

    def picture(self) -> QImage:
        """Return the window as an image."""
        return picture_of(self._content)

    def drawing(self) -> bytes:
        """Return the window as SVG."""
        return drawing_of(self._content, self.windowTitle())

    # Parts

    def _show_rows(self, rows: tuple[Row, ...]) -> None:
        self.rows.set_rows(rows)
        self.view.resizeColumnsToContents()

    def _fill_choices(self, first: str) -> None:
        """Offer all matrices on both sides; what is chosen stays where it can."""
        project = self._session.project
        names = list(project.weights) if project else []
        chosen = [choice.currentText() for choice in self.choices]
        if first:
            used = [each.weights for each in project.scenarios] if project else []
            chosen = [first, next((name for name in (*used, *names) if name != first), first)]
        for choice, name in zip(self.choices, chosen, strict=True):
            with QSignalBlocker(choice):
                choice.clear()
                choice.addItems(names)
                choice.setCurrentIndex(max(choice.findText(name), 0))
            if len(names) > 1:
                enable(choice)
            else:
                disable(choice, "There is only one matrix")

    def _show_pair(self, project: Project) -> None:
        pair = [project.weights.get(choice.currentText()) for choice in self.choices]
        first, second = pair
        if first is None or second is None:
            return
        sizes = max(LEAST, first.size, second.size)
        cells = moved_between(first.enlarged(sizes), second.enlarged(sizes))
        for grid, matrix, choice in zip(self.grids, (first, second), self.choices, strict=True):
            grid.grid.fill(matrix, sizes, read_only=True)
            grid.grid.set_marked(cells)
            grid.setAccessibleName(f"Weights of {choice.currentText()}")
            grid.viewport().update()
        same = "No weight differs" if first.tail == second.tail else "Only what larger groups weigh differs"
        differ = (
            f"{weights_text(len(cells))} {'differs' if len(cells) == 1 else 'differ'}, marked with a corner"
        )
        self.differ.setText(differ if cells else same)

    def _on_chosen(self) -> None:
        if self._session.project is not None:
            self._show_pair(self._session.project)

    def _on_row(self) -> None:
        """Show the selected matrix at the left."""
        place = self.view.currentIndex().row()
        if 0 <= place < len(self.rows.rows):
            self.choices[0].setCurrentIndex(self.choices[0].findText(self.rows.rows[place].name))
            self._on_chosen()

    def _on_session(self) -> None:
        if self.isVisible():
            self.refresh()

    # How it is built

    def _arrange(self) -> None:
        self._content = QWidget()
        rows = QVBoxLayout(self._content)
        rows.setContentsMargins(20, 16, 20, 16)
        rows.setSpacing(8)
        head = QHBoxLayout()
        head.addWidget(label("Weighted risk with every matrix", "dialog_title"), 1)
        menu = QMenu(self.more)
        self._exporter.fill_menu(menu)
        self.more.setMenu(menu)
        self.more.setPopupMode(self.more.ToolButtonPopupMode.InstantPopup)
        head.addWidget(self.more)
        rows.addLayout(head)
        self._set_up_table()
        rows.addWidget(self.view)
        between = QHBoxLayout()
        between.addWidget(label("Two matrices side by side", "card_title"))
        between.addStretch()
        between.addWidget(self.differ)
        rows.addLayout(between)
        sides = QHBoxLayout()
        sides.setSpacing(20)
        for side, choice, grid in zip(("Left", "Right"), self.choices, self.grids, strict=True):
            choice.setAccessibleName(f"{side} matrix")
            grid.setItemDelegate(WeightCells(grid))
            column = QVBoxLayout()
            column.setSpacing(6)
            column.addWidget(choice)
            column.addWidget(grid)
            column.addStretch()
            sides.addLayout(column, 1)
        rows.addLayout(sides)
        rows.addStretch()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._content)

    def _set_up_table(self) -> None:
        view = self.view
        view.setModel(self.rows)
        view.setFixedHeight(TABLE)
        view.horizontalHeader().setMinimumSectionSize(60)
        view.setColumnWidth(MATRIX, 220)

    def _connect(self) -> None:
        session = self._session
        for signal in (session.opened, session.changed, session.computed):
            signal.connect(self._on_session)
        self.view.selectionModel().currentRowChanged.connect(lambda _now, _then: self._on_row())
        for choice in self.choices:
            choice.activated.connect(lambda _at: self._on_chosen())
        first, second = self.grids
        for one, other in ((first, second), (second, first)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
        self._exporter.saved.connect(session.done)
        self._exporter.failed.connect(session.failed)
