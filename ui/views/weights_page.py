"""The tab on which weight matrices are chosen and edited."""

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from sdcdesk.core.assessment import Assessment
from sdcdesk.core.errors import DataError, SdcError
from sdcdesk.project import Project
from sdcdesk.risk import Structure, WeightMatrix
from sdcdesk.risk.weights.editing import dropped, with_structure, with_weight
from sdcdesk.scenario import Scenario
from ui.session import Session
from ui.views import risk_edits
from ui.views.page import GAP
from ui.weights import edits
from ui.weights.grid_card import GridCard
from ui.weights.matrices_card import MatricesCard
from ui.weights.presets import preset
from ui.weights.risks import KIND, Risks, risks
from ui.weights.rules_card import RulesCard
from ui.weights.words import weight_text
from ui.widgets.buttons import button
from ui.widgets.strip import MessageStrip

BOTH = "Use both directions"

LIST = 233
"""Width of the list of matrices."""


class WeightsPage(QWidget):
    """Shows the matrices of the project, and edits the chosen one by the verbs of the session."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._scenario, self._matrix = "", ""
        self._risks: Risks = {}
        self._asked: tuple[Assessment, dict[str, WeightMatrix]] | None = None
        self.choice = QComboBox()
        self.choice.setAccessibleName("Weight matrix")
        self.presets = button("Presets")
        self.strip = MessageStrip()
        self.grid, self.matrices, self.rules = GridCard(), MatricesCard(), RulesCard()
        self._arrange()
        self._connect()

    @property
    def chosen(self) -> str:
        """Name of the matrix that is edited; empty if there is none."""
        project = self._session.project
        scenario = self._current_scenario()
        names = list(project.weights) if project else []
        likely = [self._matrix, scenario.weights if scenario else "", *names]
        return next((name for name in likely if name in names), "")

    def show_scenario(self, name: str) -> None:
        """Show the session as it is now; the risks are those of one scenario."""
        if name != self._scenario:
            self._scenario, self._matrix = name, ""
        self.refresh()

    def choose(self, name: str) -> None:
        """Edit another matrix."""
        self._matrix = name
        self.refresh()

    def refresh(self) -> None:
        """Show the session as it is now."""
        project, name = self._session.project, self.chosen
        if project is None:
            return
        self._ask_for_risks(project)
        with QSignalBlocker(self.choice):
            self.choice.clear()
            self.choice.addItems(list(project.weights))
            self.choice.setCurrentIndex(self.choice.findText(name))
        self.choice.setEnabled(bool(name))
        if name:
            matrix = project.weights[name]
            self.grid.show_content()
            self.grid.show_matrix(matrix)
            self.rules.show_structure(matrix.structure)
        else:
            why = "Weights say how much each kind of record counts. Start from one of the presets."
            self.grid.show_empty("No weight matrix yet", why)
        self.rules.setVisible(bool(name))
        self._show_list(project)
        self._note_what_is_wrong(project)

    # What the user does

    def give_weight(self, i: int, j: int, weight: float) -> None:
        """Change one weight, which fits."""
        name = self.chosen
        words = f"Weight {i}, {j} of {name} is {weight_text(weight)}"
        self._change(words, lambda matrix: with_weight(matrix, i, j, weight))

    def give_structure(self, structure: Structure) -> None:
        """Change what can occur; weights without a place are dropped."""
        project, name = self._session.project, self.chosen
        if project is None or not name:
            return
        lost = dropped(project.weights[name], structure)
        self._change(f"Structure of {name}: {structure}", lambda matrix: with_structure(matrix, structure))
        if lost:
            weights = "1 weight that cannot" if lost == 1 else f"{lost} weights that cannot"
            self._session.done.emit(
                f"Dropped {weights} occur with the structure {structure}; Undo brings them back"
            )

    def give_tail(self, tail: float) -> None:
        """Change what larger groups weigh."""
        self._change(f"Larger groups of {self.chosen}", lambda matrix: matrix.changed(tail=tail))

    def add_preset(self, name: str) -> None:
        """Take a preset into the project, and edit it; one that is there already is shown."""
        project, matrix = self._session.project, preset(name)
        if project is None or matrix is None:
            return
        if project.weights.get(name) == matrix:
            self.choose(name)
            return
        self._add(project, risk_edits.fresh_name(name, project.weights), matrix, "Add weights")

    def copy(self, name: str) -> None:
        """Copy a matrix, and edit the copy."""
        project = self._session.project
        if project is not None:
            copy = risk_edits.fresh_name(f"{name}, copy", project.weights)
            self._add(project, copy, project.weights[name], "Duplicate weights")

    def rename(self, old: str, new: str) -> None:
        """Give a matrix another name, in its scenarios too."""
        project = self._session.project
        if project is None:
            return
        try:
            changed = edits.renamed(project, old, new)
        except SdcError as error:
            self.strip.show_error(error.message)
            return
        self._matrix = new
        self._session.change(f"Rename weights {old}", changed)

    def remove(self, name: str) -> None:
        """Remove a matrix that no scenario uses."""
        project = self._session.project
        if project is None:
            return
        reason = edits.reason_to_keep(project, name)
        if reason:
            self.strip.show_error(reason)
            return
        self._matrix = ""
        self._session.change(f"Remove weights {name}", edits.without(project, name))

    def use_both_directions(self) -> None:
        """Let the chosen matrix count groups that shrink and groups that grow, wherever it is used."""
        project, name = self._session.project, self.chosen
        if project is not None and name:
            both = project.weights[name].both_directions()
            changed = risk_edits.in_both_directions(project, name)
            self._matrix = next(each for each, matrix in changed.weights.items() if matrix == both)
            self._session.change(f"Use {name} in both directions", changed)

    # Parts

    def _change(self, words: str, change: Callable[[WeightMatrix], WeightMatrix]) -> None:
        project, name = self._session.project, self.chosen
        if project is None or not name:
            return
        try:
            matrix = change(project.weights[name])
        except SdcError as error:
            self.strip.show_error(error.message)
            return
        self._matrix = name
        self._session.change(words, edits.with_matrix(project, name, matrix))

    def _add(self, project: Project, name: str, matrix: WeightMatrix, words: str) -> None:
        self._matrix = name
        self._session.change(f"{words} {name}", edits.with_matrix(project, name, matrix))

    def _current_scenario(self) -> Scenario | None:
        project = self._session.project
        return risk_edits.named(project, self._scenario) if project else None

    def _assessed(self) -> Assessment | None:
        """Return the last assessment of the scenario; None where there is none."""
        results = self._session.results
        found = results.release.scenarios if results and results.release else ()
        return next((checked.after for checked in found if checked.scenario.name == self._scenario), None)

    def _ask_for_risks(self, project: Project) -> None:
        """Have the risk computed with each matrix, unless that was asked already."""
        after = self._assessed()
        if after is None:
            self._risks, self._asked = {}, None
            return
        matrices = dict(project.weights)
        if self._asked is not None and self._asked[0] is after and self._asked[1] == matrices:
            return
        self._asked = after, matrices
        self._session.jobs.start(
            KIND,
            "Computing the risk with each matrix",
            lambda progress: risks(after, matrices, progress),
            self._on_risks,
            self._session.failed.emit,
        )

    def _on_risks(self, found: Risks) -> None:
        self._risks = found
        project = self._session.project
        if project is not None:
            self._show_list(project)
            self._note_what_is_wrong(project)

    def _show_list(self, project: Project) -> None:
        scenario = self._current_scenario()
        self.matrices.show_project(project, self.chosen, scenario, self._assessed(), self._risks)

    def _note_what_is_wrong(self, project: Project) -> None:
        """Say where the chosen matrix breaks a rule, or does not fit the masked file."""
        name = self.chosen
        problem = self._risks.get(name)
        if not name or not isinstance(problem, SdcError):
            self.strip.hide()
        elif isinstance(problem, DataError) and project.weights[name].structure != "general":
            self.strip.show_note(problem.message, BOTH)
        else:
            self.strip.show_error(problem.message)

    # How it is built

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(8)
        self.choice.setMinimumWidth(240)
        menu = QMenu(self.presets)
        self.matrices.fill_presets(menu)
        self.presets.setMenu(menu)
        bar.addWidget(self.choice)
        bar.addWidget(self.presets)
        bar.addStretch()
        grid = QGridLayout()
        grid.setSpacing(GAP)
        grid.addWidget(self.grid, 0, 0)
        grid.addWidget(self.matrices, 0, 1)
        grid.setColumnStretch(0, 1)
        self.matrices.setFixedWidth(LIST)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(GAP)
        rows.addLayout(bar)
        rows.addWidget(self.strip)
        rows.addLayout(grid)
        rows.addWidget(self.rules)
        rows.addStretch()

    def _connect(self) -> None:
        card, matrices = self.grid, self.matrices
        card.given.connect(self.give_weight)
        card.structure_chosen.connect(self.give_structure)
        card.tail_chosen.connect(self.give_tail)
        card.refused.connect(self.strip.show_error)
        card.saved.connect(self._session.done)
        card.failed.connect(self._session.failed)
        self.choice.activated.connect(lambda _at: self.choose(self.choice.currentText()))
        matrices.preset_wanted.connect(self.add_preset)
        matrices.list.chosen.connect(self.choose)
        matrices.list.copied.connect(self.copy)
        matrices.list.removed.connect(self.remove)
        matrices.list.matrices.renamed.connect(self.rename)
        self.strip.acted.connect(self.use_both_directions)
