"""Comparison of weight matrices: their risks in every scenario, and two of them cell by cell."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QDialog, QWidget

from sdcdesk.document.project import Project
from sdcdesk.document.scenario import Scenario
from sdcdesk.release.matrix_comparison import ComparisonColumns, Row, compared, rows_of
from sdcdesk.risk.weights.editing import moved_between
from sdcdesk.risk.weights.grid import LEAST, WeightGrid
from sdcdesk.risk.weights.scaling import Scaling
from sdcdesk.risk.weights.text import differ_text
from ui.look.locale import user_locale
from ui.models.rows import LEFT, RIGHT, Index, RowTable
from ui.pages.weights.grid_cells import WeightCells
from ui.pages.weights.grid_view import WeightTable
from ui.plots.export import Exporter, Table, drawing_of, picture_of
from ui.session.session import Session
from ui.widgets.card import Card
from ui.widgets.label import label
from ui.widgets.layout import bring_up, column, row
from ui.widgets.plain_table import PlainTable
from ui.widgets.reason import allow

KIND = "compare matrices"
"""Kind of the job."""

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
        self.card = Card("Weighted risk with every matrix", margin=0)
        self.card.help.hide()
        self._exporter = Exporter(self, lambda: "Weight matrices")
        self._arrange()
        self._connect()

    def show_pair(self, first: str) -> None:
        """Open with one matrix at the left; the shown scenario's or another one is at the right."""
        self._fill_choices(first)
        self.refresh()
        bring_up(self)

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, results = self._session.project, self._session.results
        if project is None:
            self.close()
            return
        release = results.release if results else None
        original = len(self._session.data) if self._session.data is not None else 0
        scaling = Scaling(original, len(results.run.masked) if results and release else original)
        if self.rows.columns.scenarios != project.scenarios:
            self.rows.set_scenarios(project.scenarios)
        rows = rows_of(project.weights, scaling, self.rows.rows)
        self._show_rows(rows)
        self._fill_choices("")
        self._show_pair(project)
        if results is None or release is None:
            return
        now = {scenario.name: scenario for scenario in project.scenarios}
        known = [each for each in release.scenarios if each.scenario.name in now]
        scenarios = [(each, now[each.scenario.name]) for each in known]
        self.card.compute(
            self._session.jobs,
            KIND,
            "Comparing weight matrices",
            lambda progress: compared(rows, scenarios, results.run, progress),
            self._show_rows,
            beside=True,
        )

    def table(self) -> Table:
        """Return the table with all digits."""
        return self.rows.columns.exact_rows(self.rows.rows)

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
            allow(choice, "" if len(names) > 1 else "There is only one matrix")

    def _show_pair(self, project: Project) -> None:
        first, second = (project.weights.get(choice.currentText()) for choice in self.choices)
        if first is None or second is None:
            return
        sizes = max(LEAST, first.size, second.size)
        cells = moved_between(first.enlarged(sizes), second.enlarged(sizes))
        for grid, matrix, choice in zip(self.grids, (first, second), self.choices, strict=True):
            grid.grid.fill(WeightGrid(matrix, sizes, read_only=True))
            grid.mark(cells)
            grid.setAccessibleName(f"Weights of {choice.currentText()}")
        same = "No weight differs" if first.tail == second.tail else "Only what larger groups weigh differs"
        differ = f"{differ_text(len(cells), user_locale())}, marked with a corner"
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
        self._exporter.fill_menu(self.card.menu(), self)
        self.card.body.addWidget(self.view)
        self.view.setModel(self.rows)
        self.view.setFixedHeight(TABLE)
        self.view.horizontalHeader().setMinimumSectionSize(60)
        self.view.setColumnWidth(0, 220)
        sides = []
        for side, choice, grid in zip(("Left", "Right"), self.choices, self.grids, strict=True):
            choice.setAccessibleName(f"{side} matrix")
            grid.setItemDelegate(WeightCells(grid))
            sides.append(column(choice, grid, ..., spacing=6))
        self._content = QWidget()
        column(
            self.card,
            row(label("Two matrices side by side", "card_title"), ..., self.differ),
            row(*((side, 1) for side in sides), spacing=20),
            ...,
            margins=(20, 16, 20, 16),
            inside=self._content,
        )
        column(self._content, inside=self)

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


class MatrixTable(RowTable[Row]):
    """The rows as Qt's views read them; three columns for each scenario."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = ComparisonColumns()
        self.set_scenarios(())

    def same(self, rows: Sequence[Row]) -> bool:
        """Return whether these are the same matrices."""
        return [each.name for each in rows] == [each.name for each in self.rows]

    def set_scenarios(self, scenarios: Sequence[Scenario]) -> None:
        """Show the columns of other scenarios."""
        self.beginResetModel()
        self.columns = ComparisonColumns(tuple(scenarios))
        narrow = {"Larger groups": "Larger\ngroups"}
        self.titles = tuple(
            f"{over}\n{title}" if over else narrow.get(title, title) for over, title in self.columns.titles
        )
        self.endResetModel()

    def side(self, column: int) -> Qt.AlignmentFlag:
        """Return where the words of a column stand: numbers at the right."""
        return RIGHT if self.columns.holds_numbers(column) else LEFT

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return text, whole text, or the side."""
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns.text(row, column, user_locale())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.columns.meaning(row, column, user_locale())
        return self.side(column) if role == Qt.ItemDataRole.TextAlignmentRole else None
