"""Comparison of weight matrices: their risks in every scenario, and two of them cell by cell."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QWidget

from sdcdesk.core.text.sentence import sentence
from sdcdesk.document.project import Project
from sdcdesk.release.matrix_comparison import Compared, comparison
from sdcdesk.release.reweighed import Matrices
from sdcdesk.risk.weights.editing import moved_between
from sdcdesk.risk.weights.grid import LEAST, WeightGrid
from ui.look.locale import in_user_locale
from ui.models.table_model import TableModel
from ui.pages.weights.grid_cells import WeightCells
from ui.pages.weights.grid_view import WeightTable
from ui.pages.weights.reweighing import LiveReweighing, current_scaling
from ui.plots.export import png, widget_drawing, widget_picture
from ui.results.table_card import TableCard
from ui.session.computation import Computing, Stopped
from ui.session.session import Session
from ui.widgets.combo import ElidedCombo
from ui.widgets.label import label
from ui.widgets.layout import bring_up, column, replace, resize_within_screen, row
from ui.widgets.reason import allow

SIZE = (1180, 720)
CELLS = 30


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
        resize_within_screen(self, *SIZE)
        self.card = self._card({})
        self.choices = (ElidedCombo(), ElidedCombo())
        self.grids = (WeightTable("First matrix", CELLS), WeightTable("Second matrix", CELLS))
        self.differ = label("", tone="text2")
        self._reweighing: dict[str, LiveReweighing] = {}
        self._arrange()
        self._connect()

    def show_pair(self, first: str) -> None:
        """Open with one matrix at the left; the shown scenario's or another one is at the right."""
        self._fill_choices(first)
        self.refresh()
        bring_up(self)

    def refresh(self) -> None:
        """Show the session as it is now."""
        project = self._session.project
        if project is None:
            self.close()
            return
        self._show_table(project)
        self._fill_choices("")
        self._show_pair()

    # Parts

    def _show_table(self, project: Project, *, again: bool = False) -> None:
        """Show all matrices in all scenarios; `again`: compute also what the user stopped."""
        known, scenarios = self._reweighing, []
        self._reweighing = {}
        for scenario in project.scenarios:
            live = self._reweighing[scenario.name] = known.get(scenario.name) or LiveReweighing(self._session)
            live.follow(scenario.name, again=again)
            scenarios.append(Compared(scenario, live.checked, live.reweighed))
        self._replace(self._card(project.weights, scenarios))
        states = [live.state for live in self._reweighing.values()]
        self.card.set_loading(loading=any(isinstance(state, Computing) for state in states))
        if Stopped() in states:
            self.card.show_state(Stopped(), lambda: self._show_table(project, again=True), beside=True)

    def _card(self, matrices: Matrices, scenarios: Sequence[Compared] = ()) -> TableCard:
        table = comparison(matrices, current_scaling(self._session), scenarios)
        return TableCard(table, TableModel(table), self._session.navigator)

    def _replace(self, card: TableCard) -> None:
        """Show another table, in the order and with the row of the one before."""
        old, self.card = self.card, card
        card.go_to(old.place())
        focused = old.view.hasFocus()
        replace(self._rows, old, card)
        if focused:
            card.view.setFocus()
        self._follow(card)

    def _follow(self, card: TableCard) -> None:
        card.view.selectionModel().currentRowChanged.connect(lambda now, _then: self._on_row(now.row()))
        card.exporter.report_to(self._session)
        card.exporter.add_forms(
            card.menu(),
            {
                "png": lambda: png(widget_picture(self._content, self.windowTitle())),
                "svg": lambda: widget_drawing(self._content, self.windowTitle()),
            },
        )

    def _fill_choices(self, first: str) -> None:
        """Offer all matrices on both sides; what is chosen stays where it can."""
        project = self._session.project
        names = list(project.weights) if project else []
        chosen = [choice.currentText() for choice in self.choices]
        if first:
            used = [each.weights for each in project.scenarios] if project else []
            chosen = [first, next((name for name in (*used, *names) if name != first), first)]
        for choice, name in zip(self.choices, chosen, strict=True):
            choice.clear()
            choice.addItems(names)
            choice.setCurrentIndex(max(choice.findText(name), 0))
            allow(choice, "" if len(names) > 1 else "There is only one matrix")

    def _show_pair(self) -> None:
        project = self._session.project
        weights = project.weights if project else {}
        first, second = (weights.get(choice.currentText()) for choice in self.choices)
        if first is None or second is None:
            return
        sizes = max(LEAST, first.size, second.size)
        cells = moved_between(first.enlarged(sizes), second.enlarged(sizes))
        for grid, matrix, choice in zip(self.grids, (first, second), self.choices, strict=True):
            grid.grid.fill(WeightGrid(matrix, sizes, read_only=True))
            grid.mark(cells)
            grid.setAccessibleName(sentence("Weights of {name}", name=choice.currentText()))
        same = "No weight differs" if first.tail == second.tail else "Only what larger groups weigh differs"
        differ = sentence(
            "{n} weight differs, marked with a corner",
            "{n} weights differ, marked with a corner",
            "n",
            n=len(cells),
        )
        self.differ.setText(in_user_locale(differ) if cells else same)

    def _on_row(self, row: int) -> None:
        """Show the selected matrix at the left."""
        if row >= 0:
            name = str(self.card.model.index(row, 0).data())
            self.choices[0].setCurrentIndex(self.choices[0].findText(name))
            self._show_pair()

    def _on_session(self) -> None:
        if self.isVisible():
            self.refresh()

    # How it is built

    def _arrange(self) -> None:
        sides = []
        names = ("Left matrix", "Right matrix")
        for name, choice, grid in zip(names, self.choices, self.grids, strict=True):
            choice.setAccessibleName(name)
            choice.activated.connect(lambda _at: self._show_pair())
            grid.setItemDelegate(WeightCells(grid))
            sides.append(column(choice, grid, ..., spacing=6))
        self._content = QWidget()
        self._rows = column(
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
        for signal in (session.altered, session.changed, session.answers.changed):
            signal.connect(self._on_session)
        first, second = self.grids
        for one, other in ((first, second), (second, first)):
            one.verticalScrollBar().valueChanged.connect(other.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(other.horizontalScrollBar().setValue)
